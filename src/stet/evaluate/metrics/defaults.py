"""The labels that a run gives itself: what its ledger and its reviewer found, and whose word that is."""

from collections.abc import Mapping, Sequence
from typing import Final, NamedTuple

from stet.domain.claims import Check, Decision, LedgerEntry, Outcome
from stet.domain.events import PageRead, Planned, Stamped
from stet.domain.question import Plan, Topic
from stet.domain.report import Report
from stet.evaluate.metrics.labels import By, Truth
from stet.ports import Brief
from stet.report.clean import one_line
from stet.report.draft import DraftSentence
from stet.research.book import STANDS, Book, bare
from stet.research.faithful import LONGEST, told_of
from stet.research.judging import failing_part
from stet.research.ledger import JUDGE
from stet.verify.normal import fold
from stet.verify.words import content_stems


class Held(NamedTuple):
    """A label and who gave it; `open` by nobody where nobody looked."""

    verdict: Truth
    by: By | None


OPEN: Final = Held("open", None)
_WORST: Final[tuple[Truth, ...]] = ("unsupported", "overstated", "open", "supported")


def of_claim(entry: LedgerEntry) -> Held:
    """What the ledger says of a claim, by whoever decided: a claim in conflict is borne out by its own source."""
    if entry.decision in STANDS:
        return Held("supported", _passed_by(entry.checks))
    if entry.decision is Decision.UNREVIEWED:
        return OPEN
    failed = next((c for c in entry.checks if c.outcome is Outcome.FAIL and c.reason == entry.reason), None)
    if failed is None:
        return Held("unsupported", "code")
    return Held("overstated" if says_too_much(entry.text, failed) else "unsupported", failed.by)


def says_too_much(claim: str, failed: Check) -> bool:
    """Whether a failed check leaves a part of a claim standing: one of wording, or a judge's that names a part."""
    if failed.name == "wording":
        return True
    part = failing_part(failed)
    return part is not None and bool(set(content_stems(claim)) - set(content_stems(part)))


def of_sentences(
    report: Report, events: Sequence[Stamped], said: Sequence[DraftSentence]
) -> Mapping[str, Held]:
    """What the review says of each sentence that names claims, by its text on one line.

    Code is sure of sentences that it wrote itself or that repeat their claim, and of those in which it finds a fault;
    of all others the last review's reader of meaning says that nothing goes beyond the claims, or nobody does.
    """
    ledger = {entry.key: entry for entry in report.claims}
    known = [each._replace(claims=tuple(key for key in each.claims if key in ledger)) for each in said]
    naming = [each for each in known if each.claims]
    if not naming:
        return {}
    told = told_of(naming, Book(_brief(report, events), " ".join(each.text for each in said)))
    read = _read_by(report)
    found: dict[str, Held] = {}
    for sentence, seen in told.items():
        if len(sentence.text) > LONGEST and not seen.settled:
            held = OPEN
        elif seen.faults:
            held = Held("overstated", "code")
        elif seen.settled or _repeats(sentence, ledger):
            held = Held("supported", "code")
        else:
            held = Held("supported", read) if read is not None else OPEN
        # The same words on other claims are one sentence to a reader, and no better than the worse of them.
        text = one_line(sentence.text)
        found[text] = min(found.get(text, held), held, key=lambda each: _WORST.index(each.verdict))
    return found


def _passed_by(checks: Sequence[Check]) -> By:
    passed = (check for check in checks if check.name == JUDGE and check.outcome is Outcome.PASS)
    first = next(passed, None)
    by: By = "code" if first is None else first.by
    return by


def _repeats(sentence: DraftSentence, ledger: Mapping[str, LedgerEntry]) -> bool:
    entries = [ledger[key] for key in sentence.claims]
    return len(entries) == 1 and fold(bare(sentence.text)).rstrip(" .") == fold(entries[0].text).rstrip(" .")


def _read_by(report: Report) -> By | None:
    """Who said in the last review that no sentence goes beyond its claims, if it was said and not by code."""
    checks = report.review.rounds[-1].checks if report.review.rounds else ()
    read = [check for check in checks if check.name == "nothing_beyond_claims" and check.by != "code"]
    return read[-1].by if read and all(check.outcome is Outcome.PASS for check in read) else None


def _brief(report: Report, events: Sequence[Stamped]) -> Brief:
    """What the writer was given, as far as the report and the events tell."""
    plan = next((each.event.plan for each in reversed(events) if isinstance(each.event, Planned)), None)
    return Brief(
        plan=plan or plan_of(report),
        sources=tuple(each.event.source for each in events if isinstance(each.event, PageRead)),
        ledger=report.claims,
        conflicts=report.conflicts,
        gaps=report.gaps,
    )


def plan_of(report: Report) -> Plan:
    """The plan as a report tells it: its topics, all of one kind."""
    topics = tuple(Topic(id=topic.id, text=topic.text) for topic in report.topics)
    return Plan(question=report.question, topics=topics, queries=())
