"""The review of a draft: six points, code first; approved only when every one of them passes."""

from collections.abc import Callable, Iterable, Sequence

from stet.domain.claims import Check, ClaimKind, Decision, LedgerEntry, Outcome
from stet.domain.report import ReviewRound
from stet.confidence.profile import Profile
from stet.ports import Brief, Reviewer
from stet.report.draft import Draft, DraftSentence, parse
from stet.verify.normal import fold
from stet.verify.values import missing_values

POINTS = ("cited", "nothing_beyond_claims", "contradictions_disclosed", "labels_match", "summary_matches_body", "gaps_stated")
_MAY_STAND = frozenset({Decision.SUPPORTED, Decision.CONFLICTING})


async def review(draft: str, brief: Brief, profile: Profile, reviewer: Reviewer, number: int) -> ReviewRound:
    """One pass: what code can settle, then what the engine's reviewer says of the rest. No answer is a no."""
    checks = code_points(parse(draft, [e.key for e in brief.ledger]), brief, profile)
    open_points = {check.name for check in checks if check.outcome is Outcome.UNSURE}
    answers = {check.name: check for check in await reviewer.review(draft, brief) if check.name in open_points} if open_points else {}
    final = tuple(answers.get(check.name, check) for check in checks)
    failed = [check for check in final if check.outcome is not Outcome.PASS]
    return ReviewRound(
        round=number, approved=not failed, checks=final, instructions=tuple(f"{check.name}: {check.detail}" for check in failed)
    )


def code_points(draft: Draft, brief: Brief, profile: Profile) -> tuple[Check, ...]:
    """The six points as far as code can answer them; `unsure` where only a reader of meaning could."""
    ledger = {entry.key: entry for entry in brief.ledger}
    tests: Sequence[tuple[str, Callable[[Draft, Brief, dict[str, LedgerEntry], Profile], Check]]] = (
        ("cited", _cited),
        ("nothing_beyond_claims", _nothing_beyond),
        ("contradictions_disclosed", _disclosed),
        ("labels_match", _labels),
        ("summary_matches_body", _summary),
        ("gaps_stated", _gaps),
    )
    return tuple(test(draft, brief, ledger, profile) for _, test in tests)


def _check(name: str, faults: Iterable[str], reason: str, passed: str) -> Check:
    listed = list(faults)
    if listed:
        return Check(name=name, outcome=Outcome.FAIL, reason=reason, detail="; ".join(listed[:5]))
    return Check(name=name, outcome=Outcome.PASS, reason="ok", detail=passed)


def _cited(draft: Draft, brief: Brief, ledger: dict[str, LedgerEntry], profile: Profile) -> Check:
    faults = [f"{problem.code}: {problem.detail}" for problem in draft.problems]
    faults += [f"no claims under “{s.text[:80]}”" for s in draft.sentences if not s.claims and not _is_gap(s)]
    for sentence in draft.sentences:
        for key in sentence.claims:
            if ledger[key].decision not in _MAY_STAND:
                faults.append(f"{key} is {ledger[key].decision.value} and may not be used")
    if not draft.sentences:
        faults.append("the draft says nothing")
    return _check("cited", faults, "uncited", "Every sentence names claims that stand.")


def _nothing_beyond(draft: Draft, brief: Brief, ledger: dict[str, LedgerEntry], profile: Profile) -> Check:
    """A sentence that quotes must repeat its claim's words; another's values must be those of its claims."""
    faults: list[str] = []
    written = False
    for sentence in draft.sentences:
        entries = [ledger[key] for key in sentence.claims]
        if entries and all(entry.kind is ClaimKind.QUOTATION for entry in entries):
            said = fold(sentence.text)
            faults += [f"the words of {e.key} are not as quoted" for e in entries if fold(e.quotes[0].exact) not in said]
            continue
        written = True
        absent = missing_values(sentence.text, " ".join(entry.text for entry in entries))
        faults += [f"“{value.exact}” is in no claim of “{sentence.text[:80]}”" for value in absent]
    check = _check("nothing_beyond_claims", faults, "beyond_claims", "Every sentence repeats the words of its claims.")
    if written and check.outcome is Outcome.PASS:
        return check.model_copy(update={"outcome": Outcome.UNSURE, "reason": "meaning_not_judged", "detail": "Meaning is not code's to judge."})
    return check


def _disclosed(draft: Draft, brief: Brief, ledger: dict[str, LedgerEntry], profile: Profile) -> Check:
    named = {key for sentence in draft.sentences for key in sentence.claims}
    faults = [
        f"the other side of “{conflict.on}” ({key}) is not in the draft"
        for conflict in brief.conflicts
        for key in conflict.claims
        if key not in named and ledger[key].decision in _MAY_STAND
    ]
    return _check("contradictions_disclosed", faults, "hidden_conflict", "Both sides of every conflict are shown.")


def _labels(draft: Draft, brief: Brief, ledger: dict[str, LedgerEntry], profile: Profile) -> Check:
    faults = [
        f"{e.key} is labelled {e.score.label.value} at {e.score.value}"
        for e in brief.ledger
        if e.score is not None and e.score.label is not profile.label(e.score.value)
    ]
    return _check("labels_match", faults, "label_differs", "Every label follows from its score.")


def _summary(draft: Draft, brief: Brief, ledger: dict[str, LedgerEntry], profile: Profile) -> Check:
    body = {key for section in draft.body for sentence in section.sentences for key in sentence.claims}
    faults = [f"{key} is in the short answer and not in the body" for s in draft.answer for key in s.claims if key not in body]
    if not draft.answer:
        faults.append("there is no short answer")
    return _check("summary_matches_body", faults, "summary_differs", "The short answer says nothing that the body does not.")


def _gaps(draft: Draft, brief: Brief, ledger: dict[str, LedgerEntry], profile: Profile) -> Check:
    covered = {e.topic for e in brief.ledger if e.decision in _MAY_STAND}
    stated = {gap.topic for gap in brief.gaps}
    faults = [f"nothing is said of the gap in “{t.text}”" for t in brief.plan.topics if t.id not in covered | stated]
    return _check("gaps_stated", faults, "gap_hidden", "Every topic without evidence is listed with what is missing.")


def _is_gap(sentence: DraftSentence) -> bool:
    return sentence.kind.value == "gap"
