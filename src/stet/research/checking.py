"""Any cited text by anyone, checked on the sources that it cites: every statement through the ladder, then the judge.

Such a text quotes nothing, so code first finds the words of the cited source that come nearest. A verbatim statement
is supported as a quotation; a value or name that no cited source gives, or another source that fits better, makes it
unsupported; everything else is the judge's. What could not be had leaves a statement unreviewed.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from datetime import date
from typing import Final, NamedTuple

from stet.confidence.profile import Profile
from stet.domain.claims import Check, Claim, ClaimKind, Decision, LedgerEntry, Outcome
from stet.domain.evidence import Passage
from stet.domain.question import Plan, Topic
from stet.ports import Evidence, Judge
from stet.report.checked import UNCITED, CheckedCitation, CheckedReference, CheckedStatement, Words
from stet.research.checking_words import Located, Shelf
from stet.research.judging import votes
from stet.research.ledger import Bench
from stet.texts.values import CitedText, Statement

_TOPIC = "T1"


class Had(NamedTuple):
    """What became of a reference: the sources read for it, how they were had or why not, and a sentence about it."""

    sources: tuple[str, ...]
    state: str
    detail: str


class Settled(NamedTuple):
    """What was decided of a statement before, by whoever made the text."""

    decision: Decision
    reason: str
    checks: tuple[Check, ...]
    words: tuple[Words, ...]


class Desk(NamedTuple):
    """What a text is checked on: sources with their pages, what became of each reference by its key, and who judges.

    Keys of which the text has no entry (`C3` of a report that a run made) may be among them. `settled` are the
    statements that are decided already, by where they begin. `disputed` are claims on the same sources that were found
    to be in conflict: words that they quote are so in every text.
    """

    evidence: Evidence
    had: Mapping[str, Had]
    profile: Profile
    today: date
    judge: Judge | None = None
    settled: Mapping[int, Settled] = {}
    disputed: tuple[LedgerEntry, ...] = ()


class _Found(NamedTuple):
    """What the sources have of a statement, and its claim where there are words to check it on.

    `abbreviated` where all that the sources lack of it are abbreviations: no proof that they speak of something else.
    """

    claim: Claim | None
    located: Located | None
    abbreviated: bool


_NOTHING: Final = _Found(None, None, abbreviated=False)


class _Case(NamedTuple):
    """A statement on its way: where its citations lead, and what was found there."""

    statement: Statement
    citations: tuple[CheckedCitation, ...]
    references: tuple[Had, ...]
    found: _Found
    settled: Settled | None


async def check_text(cited: CitedText, desk: Desk) -> tuple[CheckedStatement, ...]:
    """The statements that can be checked or that cite something, in order, each decided.

    Raises:
        StetError: what the judge raises beyond not answering
    """
    shelf = Shelf(desk.evidence, [each.title for each in cited.references if each.title])
    known = {*desk.had, *(reference.key for reference in cited.references)}
    told = [s for s in cited.statements if s.checkable or s.citations]
    # What is said again of the same sources is looked for, and judged, once.
    seen: dict[tuple[str, tuple[str, ...]], _Found] = {}
    cases = [_case(number, each, known, desk, shelf, seen) for number, each in enumerate(told, 1)]
    claims = [found.claim for found in seen.values() if found.claim is not None]
    bench = Bench(*_plan(desk.evidence), desk.profile, desk.today)
    said = await votes(desk.judge, bench, claims)
    entries, _ = bench.ledger(claims, said)
    by_key = {entry.key: entry for entry in entries}
    return tuple(
        _decided(case, by_key.get(case.found.claim.key if case.found.claim else ""), desk.disputed)
        for case in cases
    )


def checked_references(cited: CitedText, desk: Desk) -> tuple[CheckedReference, ...]:
    """The references of a text with what became of them."""
    used = {citation.key for statement in cited.statements for citation in statement.citations}
    return tuple(
        CheckedReference(
            key=reference.key,
            url=reference.url,
            title=reference.title,
            cited=reference.key in used,
            source=next(iter(had.sources), None) if had else None,
            state=had.state if had else "",
            detail=had.detail if had else "",
        )
        for reference in cited.references
        for had in [desk.had.get(reference.key)]
    )


def _plan(evidence: Evidence) -> tuple[Plan, Evidence]:
    """A plan of one topic without words, under which every text was given as a whole."""
    plan = Plan(question="", topics=(Topic(id=_TOPIC, text=""),), queries=())
    given = tuple(
        Passage(id=f"P{number}", source=source.id, start=0, end=len(evidence.text(source.id)))
        for number, source in enumerate(evidence.sources, 1)
        if source.id in evidence.pages
    )
    return plan, evidence.model_copy(update={"selected": {_TOPIC: given}})


def _case(
    number: int,
    statement: Statement,
    known: Collection[str],
    desk: Desk,
    shelf: Shelf,
    seen: dict[tuple[str, tuple[str, ...]], _Found],
) -> _Case:
    citations: list[CheckedCitation] = []
    references: list[Had] = []
    for citation in statement.citations:
        had = desk.had.get(citation.key) if citation.key is not None else None
        source = next(iter(had.sources), None) if had else None
        resolved = citation.key is not None and citation.key in known
        citations.append(
            CheckedCitation(marker=citation.marker, key=citation.key, source=source, resolved=resolved)
        )
        if had is not None:
            references.append(had)
    sources = tuple(dict.fromkeys(source for had in references for source in had.sources))
    settled = desk.settled.get(statement.start)
    found = _NOTHING
    if sources and settled is None:
        asked = statement.text, sources
        if asked not in seen:
            seen[asked] = _found(number, statement.text, sources, shelf)
        found = seen[asked]
    return _Case(statement, tuple(citations), tuple(references), found, settled)


def _found(number: int, statement: str, sources: Sequence[str], shelf: Shelf) -> _Found:
    located = shelf.locate(statement, sources)
    if not located.quotes:
        return _Found(None, located, abbreviated=False)
    kind = ClaimKind.QUOTATION if located.verbatim else ClaimKind.PARAPHRASE
    text = located.quotes[0].exact if located.verbatim else statement
    claim = Claim(key=f"C{number}", text=text, kind=kind, topic=_TOPIC, quotes=located.quotes)
    abbreviated = not located.verbatim and shelf.only_abbreviations(located, statement)
    return _Found(claim, located, abbreviated=abbreviated)


def _decided(case: _Case, entry: LedgerEntry | None, disputed: Sequence[LedgerEntry]) -> CheckedStatement:
    words = case.found.located.words if case.found.located else ()
    if case.settled is None:
        decision, reason, checks = _verdict(case, entry)
        other = _disputed(case, disputed, supported=decision is Decision.SUPPORTED)
        if decision is not Decision.UNSUPPORTED and other is not None:
            failed = (check for check in other.checks if check.reason == other.reason)
            decision, reason, checks = other.decision, other.reason, (*checks, *failed)
    else:
        decision, reason, checks, words = case.settled
    return CheckedStatement(
        text=case.statement.text,
        start=case.statement.start,
        end=case.statement.end,
        citations=case.citations,
        decision=decision,
        reason=reason,
        checks=checks,
        words=words,
    )


def _disputed(case: _Case, disputed: Sequence[LedgerEntry], *, supported: bool) -> LedgerEntry | None:
    """The disputed claim that stands on the same words as a statement, and is cited where those only come near it."""
    keys = {citation.key for citation in case.citations}
    for other in disputed:
        for mine in case.found.claim.quotes if case.found.claim and (supported or other.key in keys) else ():
            if any(
                q.source == mine.source and q.start < mine.end and mine.start < q.end for q in other.quotes
            ):
                return other
    return None


def _verdict(case: _Case, entry: LedgerEntry | None) -> tuple[Decision, str, tuple[Check, ...]]:
    if not case.citations:
        return Decision.UNREVIEWED, UNCITED, (_open("citation", UNCITED, "The statement cites no source."),)
    missing = [had for had in case.references if not had.sources]
    dangling = [citation for citation in case.citations if not citation.resolved]
    gone = [_open("citation", had.state, had.detail) for had in missing]
    gone += [_open("citation", "dangling", f"{c.marker} points at nothing in the text.") for c in dangling]
    failed = case.found.located.failed if case.found.located else None
    if failed is not None:
        checks = (*_once(gone), failed)
        return (
            (Decision.UNREVIEWED, gone[0].reason, checks)
            if gone
            else (Decision.UNSUPPORTED, failed.reason, checks)
        )
    if entry is None:
        gone = gone or [
            _open("quote", "no_passage", "No passage of the cited source shares words with the statement.")
        ]
        return Decision.UNREVIEWED, gone[0].reason, tuple(_once(gone))
    checks = (*_once(gone), *(_read(check) for check in entry.checks))
    differs = case.found.located.differs if case.found.located else None
    if differs is not None and entry.decision is not Decision.UNSUPPORTED:
        return Decision.CONFLICTING, differs.reason, (*_without(checks, differs), differs)
    if case.found.abbreviated and entry.reason == "name_absent":
        return Decision.UNREVIEWED, entry.reason, tuple(_unsure(check) for check in checks)
    if gone and entry.decision is Decision.UNSUPPORTED:
        # What the sources at hand do not say may stand in the one that could not be had.
        return Decision.UNREVIEWED, gone[0].reason, checks
    return entry.decision, entry.reason, checks


def _unsure(check: Check) -> Check:
    return check.model_copy(update={"outcome": Outcome.UNSURE}) if check.reason == "name_absent" else check


def _read(check: Check) -> Check:
    """The check of the citation in words for a text that nobody wrote on passages given to them."""
    if check.name != "citation" or check.outcome is not Outcome.PASS:
        return check
    return check.model_copy(update={"detail": check.detail.replace("Read and given to the writer", "Read")})


def _without(checks: Sequence[Check], other: Check) -> Iterator[Check]:
    return (check for check in checks if check.name != other.name)


def _once(checks: Sequence[Check]) -> tuple[Check, ...]:
    return tuple(dict.fromkeys(checks))


def _open(name: str, reason: str, detail: str) -> Check:
    return Check(name=name, outcome=Outcome.NOT_RUN, reason=reason, detail=detail)
