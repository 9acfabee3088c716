"""What people said of a report: joined to it where it is shown, and in the words that every format shows."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from stet.domain.claims import Check, Decision, LedgerEntry, Outcome
from stet.domain.people import People, PersonDecision, ReviewRule, Verdict, standing
from stet.domain.report import Report, ReportOutcome
from stet.report import words
from stet.report.clean import one_line
from stet.report.days import long_date
from stet.report.stakes import needed

VERDICTS = {Verdict.AGREE: "agrees", Verdict.DISAGREE: "disagrees", Verdict.UNCLEAR: "finds it unclear"}
_OUTCOMES = {
    Verdict.AGREE: Outcome.PASS,
    Verdict.DISAGREE: Outcome.FAIL,
    Verdict.UNCLEAR: Outcome.UNSURE,
}
_NAMED = 8
"""Claims that are named one by one in a sentence."""
BY_PERSON = "person"
"""The reason code of a check that a person made of a claim that nobody else had judged."""


def joined(report: Report, decisions: Sequence[PersonDecision], rule: ReviewRule | None) -> Report:
    """The report as it is shown: with what people said, and accepted only if a rule has what it asks for.

    Nothing that the program decided is changed. A claim that it left unreviewed gets a check by each person who
    judged it. The same report comes back where nobody said anything and nobody has to.
    """
    if not decisions and rule is None:
        return report
    people = _people(report, decisions, rule)
    states = report.states.model_copy(
        update={
            "report_accepted": report.outcome is ReportOutcome.APPROVED and people.satisfied,
            "needs_human_review": report.states.needs_human_review or not people.satisfied,
        }
    )
    counted = standing(decisions)
    judged: defaultdict[str, list[PersonDecision]] = defaultdict(list)
    for each in counted:
        judged[each.claim].append(each)
    claims = tuple(_judged(entry, judged.get(entry.key, ())) for entry in report.claims)
    return report.model_copy(update={"people": people, "states": states, "claims": claims})


def _people(report: Report, decisions: Sequence[PersonDecision], rule: ReviewRule | None) -> People:
    counted = standing(decisions)
    said = {each.claim for each in counted}
    checked = tuple(entry.key for entry in report.claims if entry.key in said)
    if rule is None:
        return People(decisions=tuple(decisions), checked=checked)
    wanted = needed(report, rule)
    agreed = {each.claim for each in counted if each.verdict is Verdict.AGREE}
    doubted = {each.claim for each in counted if each.verdict is not Verdict.AGREE}
    cited = words.cited_keys(report)
    return People(
        decisions=tuple(decisions),
        checked=checked,
        rule=rule,
        needed=wanted,
        open=tuple(key for key in wanted if key not in agreed),
        against=tuple(e.key for e in report.claims if e.key in doubted and (e.key in cited)),
    )


def _judged(entry: LedgerEntry, counted: Iterable[PersonDecision]) -> LedgerEntry:
    """An entry with what people who count said of it, where nobody else judged it."""
    if entry.decision is not Decision.UNREVIEWED:
        return entry
    added = tuple(
        Check(name="judge", outcome=_OUTCOMES[d.verdict], reason=BY_PERSON, detail=told(d), by="person")
        for d in counted
    )
    return entry.model_copy(update={"checks": (*entry.checks, *added)}) if added else entry


def told(decision: PersonDecision) -> str:
    """Such as: N. Marsh agrees, 30 November 2026: “seen in the register”, asks to narrow."""
    parts = f"{one_line(decision.name)} {VERDICTS[decision.verdict]}, {long_date(decision.at.date())}"
    if decision.action is not None:
        parts += f", and asks: {words.humanise(decision.action.value)}"
    note = one_line(decision.note or "")
    return f"{parts}: “{note}”" if note else parts


def said_of(report: Report, key: str) -> tuple[str, ...]:
    """What people said of a claim, oldest first; what somebody has said anew since is marked."""
    decisions = report.people.decisions if report.people else ()
    mine = [each for each in decisions if each.claim == key]
    counted = {id(each) for each in standing(mine)}
    return tuple(told(each) + ("" if id(each) in counted else " (before)") for each in mine)


def lines(report: Report) -> Iterator[str]:
    """For the head of a report: how much people have checked, and what a rule still wants of them."""
    people = report.people
    if people is None:
        return
    tally = dict.fromkeys(VERDICTS, 0)
    for each in standing(people.decisions):
        tally[each.verdict] += 1
    parts = [f"{number} {verdict.value}" for verdict, number in tally.items() if number]
    said = f" ({' · '.join(parts)})" if parts else ""
    of = words.plural(len(report.claims), "claim")
    yield f"People checked {len(people.checked)} of {of}{said}."
    if people.rule is not None:
        yield _ruled(people)


def _ruled(people: People) -> str:
    wanted = words.plural(len(people.needed), "claim")
    asked = f"Review by people is required ({people.rule}): {wanted}"
    if people.satisfied:
        return f"{asked}, agreed with."
    parts = [f"still open: {_keys(people.open)}"] if people.open else []
    parts += [f"doubted: {_keys(people.against)}"] if people.against else []
    return f"{asked}; {'; '.join(parts)}. Until then the report is not accepted."


def _keys(keys: Sequence[str]) -> str:
    more = f" and {len(keys) - _NAMED} more" if len(keys) > _NAMED else ""
    return ", ".join(one_line(key) for key in keys[:_NAMED]) + more
