"""Two reports side by side: which claims both have, which only one, where they were decided differently, and on what.

Two claims are the same where they say the same words, or where they quote overlapping words of the same saved bytes.
Whether two sentences in other words mean the same is not guessed.
"""

from collections.abc import Sequence
from typing import Final, Literal, NamedTuple

from pydantic import ConfigDict, Field

from stet.domain.base import Value
from stet.domain.claims import Decision, LedgerEntry
from stet.domain.evidence import Stance
from stet.domain.report import ListedSource, Report, ReportOutcome, ReportUsage
from stet.report.clean import one_line
from stet.report.words import humanise
from stet.web.pages.runsview import with_review

_ENOUGH: Final = 0.5
"""Of the shorter of two quotes, the share that must stand in the other one too."""


class SideOf(Value):
    """A run of the two, and what it used."""

    run: str
    question: str
    level: str
    engine: str
    profile: str
    today: str
    outcome: ReportOutcome
    accepted: bool
    claims: int
    usage: ReportUsage

    @property
    def came_out(self) -> str:
        """How it came out, and whether people still have to review it."""
        return with_review(humanise(self.outcome.value), self.outcome.value, accepted=self.accepted)


class BothClaim(Value):
    """A claim that both have: as `a` says it and as `b` says it."""

    a: LedgerEntry
    b: LedgerEntry

    @property
    def differs(self) -> bool:
        """Whether it was decided differently."""
        return self.a.decision is not self.b.decision

    @property
    def same_words(self) -> bool:
        """Whether both say it in the same words."""
        return _plain(self.a.text) == _plain(self.b.text)


class SharedSource(Value):
    """A source that was read in both, under the ids that each has for it; `same` where the bytes were the same."""

    a: ListedSource
    b: ListedSource
    same: bool


class Beside(Value):
    """Two runs compared: schema `stet.beside/1`. `notes` say what makes them hard to compare."""

    schema_: Literal["stet.beside/1"] = Field(default="stet.beside/1", alias="schema")
    a: SideOf
    b: SideOf
    notes: tuple[str, ...]
    both: tuple[BothClaim, ...]
    only_a: tuple[LedgerEntry, ...]
    only_b: tuple[LedgerEntry, ...]
    sources: tuple[SharedSource, ...]
    sources_a: tuple[ListedSource, ...]
    sources_b: tuple[ListedSource, ...]

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    @property
    def differing(self) -> tuple[BothClaim, ...]:
        """The claims that were decided differently."""
        return tuple(claim for claim in self.both if claim.differs)


class _Quoted(NamedTuple):
    """Where words stand: in which bytes, from where to where."""

    sha256: str
    start: int
    end: int


def beside(a: Report, b: Report) -> Beside:
    """The two reports compared."""
    both, only_a, only_b = _claims(a, b)
    shared, sources_a, sources_b = _sources(_read(a), _read(b))
    return Beside(
        a=_side(a),
        b=_side(b),
        notes=_notes(a, b),
        both=both,
        only_a=only_a,
        only_b=only_b,
        sources=shared,
        sources_a=sources_a,
        sources_b=sources_b,
    )


def _claims(
    a: Report, b: Report
) -> tuple[tuple[BothClaim, ...], tuple[LedgerEntry, ...], tuple[LedgerEntry, ...]]:
    """Claims of both, paired once each: by their words first, then by what they quote."""
    left = dict(enumerate(b.claims))
    pairs: dict[int, LedgerEntry] = {}
    by_words: dict[str, list[int]] = {}
    for place, entry in left.items():
        by_words.setdefault(_plain(entry.text), []).append(place)
    for place, entry in enumerate(a.claims):
        same = by_words.get(_plain(entry.text))
        if same:
            pairs[place] = left.pop(same.pop(0))
    by_bytes: dict[str, list[tuple[int, _Quoted]]] = {}
    for place, entry in left.items():
        for quoted in _quoted(entry, b):
            by_bytes.setdefault(quoted.sha256, []).append((place, quoted))
    for place, entry in enumerate(a.claims):
        if place in pairs:
            continue
        for quoted in _quoted(entry, a):
            found = (
                n for n, other in by_bytes.get(quoted.sha256, ()) if n in left and _overlap(quoted, other)
            )
            other = next(found, None)
            if other is not None:
                pairs[place] = left.pop(other)
                break
    both = tuple(BothClaim(a=entry, b=pairs[n]) for n, entry in enumerate(a.claims) if n in pairs)
    return both, tuple(e for n, e in enumerate(a.claims) if n not in pairs), tuple(left.values())


def _quoted(entry: LedgerEntry, report: Report) -> tuple[_Quoted, ...]:
    found: list[_Quoted] = []
    for quote in entry.quotes:
        source = report.source(quote.source)
        if quote.stance is Stance.SUPPORTS and source is not None and source.sha256 is not None:
            found.append(_Quoted(source.sha256, quote.start, quote.end))
    return tuple(found)


def _overlap(one: _Quoted, other: _Quoted) -> bool:
    shared = min(one.end, other.end) - max(one.start, other.start)
    return shared >= _ENOUGH * max(1, min(one.end - one.start, other.end - other.start))


def _read(report: Report) -> tuple[ListedSource, ...]:
    return tuple(source for source in report.sources if source.status == "read")


def _sources(
    a: Sequence[ListedSource], b: Sequence[ListedSource]
) -> tuple[tuple[SharedSource, ...], tuple[ListedSource, ...], tuple[ListedSource, ...]]:
    """Sources that both read: the same bytes, or the same address or path."""
    left = {source.id: source for source in b}
    by_bytes = {source.sha256: source.id for source in reversed(b) if source.sha256}
    by_place = {source.path or source.normalized_url: source.id for source in reversed(b)}
    shared: list[SharedSource] = []
    only: list[ListedSource] = []
    for source in a:
        other = left.pop(by_bytes.get(source.sha256 or "", ""), None)
        same = other is not None
        if other is None:
            other = left.pop(by_place.get(source.path or source.normalized_url, ""), None)
        if other is None:
            only.append(source)
        else:
            shared.append(SharedSource(a=source, b=other, same=same))
    return tuple(shared), tuple(only), tuple(left.values())


def _side(report: Report) -> SideOf:
    return SideOf(
        run=report.run,
        question=report.question,
        level=report.level,
        engine=report.engine,
        profile=report.profile,
        today=report.today.isoformat(),
        outcome=report.outcome,
        accepted=report.states.report_accepted,
        claims=len(report.claims),
        usage=report.usage,
    )


def _notes(a: Report, b: Report) -> tuple[str, ...]:
    notes: list[str] = []
    if _plain(a.question) != _plain(b.question):
        notes.append("They answer different questions.")
    if a.today != b.today:
        notes.append("They were made as of different days, so that ages and scores differ.")
    if a.profile != b.profile:
        notes.append("They weigh sources by different profiles.")
    if a.run == b.run:
        notes.append("They are the same run.")
    return tuple(notes)


def _plain(text: str) -> str:
    return one_line(text).casefold().rstrip(".")


def decided(side: Beside, decision: Decision) -> tuple[int, int]:
    """How many claims of each were decided so."""
    entries_a = [*(c.a for c in side.both), *side.only_a]
    entries_b = [*(c.b for c in side.both), *side.only_b]
    return sum(e.decision is decision for e in entries_a), sum(e.decision is decision for e in entries_b)
