"""What a report shows and in which order, before any format gives it a shape."""

from collections.abc import Iterable
from typing import NamedTuple

from stet.domain.claims import Conflict, ConflictValue, Decision, LedgerEntry
from stet.domain.report import Gap, ListedSource, Report
from stet.report import days, words
from stet.report.clean import one_line, short

MOST_SAID = 400
STRONGER = "Stronger evidence"

_WEAKEST_FIRST = {
    Decision.UNSUPPORTED: 0,
    Decision.UNREVIEWED: 1,
    Decision.CONFLICTING: 2,
    Decision.SUPPORTED: 3,
}


class SourceLists(NamedTuple):
    """The four lists of sources, each in the report's order."""

    cited: tuple[ListedSource, ...]
    read: tuple[ListedSource, ...]
    found: tuple[ListedSource, ...]
    failed: tuple[ListedSource, ...]


class Side(NamedTuple):
    """One value of a conflict, the claim that gives it and every source that has it.

    `said` is what a reader sees: the value, or the claim's own words where it is a sentence without one.
    """

    value: str
    entry: LedgerEntry | None
    claim: str
    sources: tuple[ConflictValue, ...]

    @property
    def spoken(self) -> bool:
        """Whether the side is a sentence, and not a value."""
        if self.entry is None or self.entry.value is not None:
            return False
        return one_line(self.entry.text).startswith(one_line(self.value).rstrip("…").rstrip())

    @property
    def said(self) -> str:
        """The value with a date as a reader writes it, or the words in quotation marks."""
        if self.entry is not None and self.spoken:
            return f"“{short(self.entry.text, MOST_SAID)}”"
        return days.value(self.value)

    @property
    def weight(self) -> str:
        """The score as a reader sees it; sides of one weight are called by the same name."""
        score = self.entry.score if self.entry else None
        return words.score_number(score) if score else ""


class Disagreement(NamedTuple):
    """A conflict as it is shown: the stronger side first."""

    on: str
    changed: bool
    sides: tuple[Side, ...]

    @property
    def one_source(self) -> bool:
        """Whether a single source says it all."""
        return len({value.source for side in self.sides for value in side.sources}) == 1

    @property
    def title(self) -> str:
        """What kind of difference it is, in words that keep a change and a contradiction apart."""
        if self.changed:
            kind = "A later source changes an earlier one"
        else:
            kind = "One source says different things" if self.one_source else "Sources disagree"
        return f"{kind}: {one_line(self.on)}"

    @property
    def explanation(self) -> str:
        """What the order of the sides means."""
        if self.changed:
            return (
                "The first comes from a source that says it changes what the other says, which is kept here."
            )
        if self.role(0) == STRONGER:
            return "No source says that it replaces another. The side with more evidence stands first."
        return "No source says that it replaces another, and the evidence for them is equally strong."

    @property
    def ranked(self) -> bool:
        """Whether the first side stands out: by a change that a source states, or by more evidence."""
        return self.changed or self.role(0) == STRONGER

    def role(self, place: int) -> str:
        """The name of the side at `place`."""
        side = self.sides[place]
        if self.changed:
            checks = side.entry.checks if side.entry else ()
            open_still = len(self.sides) > 2 and any(c.reason == "other_value" for c in checks)
            return "Changed to" if place == 0 else "Another side" if open_still else "Changed from"
        weights = [float(other.weight or -1) for other in self.sides]
        if weights[place] < max(weights):
            return "Weaker evidence"
        if weights.count(weights[place]) == 1:
            return STRONGER
        return "One side" if weights.index(weights[place]) == place else "Another side"

    def dated(self, place: int, value: ConflictValue) -> str:
        """The date of a source, and whether it still gives what had changed before it was published."""
        day = days.long_date(value.published_at) if value.published_at else "undated"
        new = self.sides[0].sources[0].published_at
        late = value.published_at is not None and new is not None and value.published_at > new
        still = place > 0 and late and self.role(place) == "Changed from"
        return f"{day}, after the change" if still else day


def source_lists(report: Report) -> SourceLists:
    """Cited, read and not cited, found and not read, failed."""
    read = [source for source in report.sources if source.status == "read"]
    return SourceLists(
        cited=tuple(source for source in read if source.cited),
        read=tuple(source for source in read if not source.cited),
        found=tuple(source for source in report.sources if source.status == "found"),
        failed=tuple(source for source in report.sources if source.status == "failed"),
    )


def not_supported(report: Report) -> tuple[LedgerEntry, ...]:
    """The claims that do not stand; conflicting ones have a section of their own."""
    fallen = {Decision.UNSUPPORTED, Decision.UNREVIEWED}
    return tuple(entry for entry in report.claims if entry.decision in fallen)


def weakest_first(entries: Iterable[LedgerEntry]) -> tuple[LedgerEntry, ...]:
    """The order of an audit: what does not stand comes first, then the lower score."""
    return tuple(
        sorted(entries, key=lambda e: (_WEAKEST_FIRST[e.decision], e.score.value if e.score else -1.0))
    )


def disagreements(report: Report) -> tuple[Disagreement, ...]:
    """Every conflict, its values grouped by claim and value in the order given."""
    claims = {entry.key: entry for entry in report.claims}
    return tuple(_disagreement(conflict, claims) for conflict in report.conflicts)


def _disagreement(conflict: Conflict, claims: dict[str, LedgerEntry]) -> Disagreement:
    grouped: dict[tuple[str, str], list[ConflictValue]] = {}
    shown: set[tuple[str, str]] = set()
    for value in conflict.values:
        # A source whose sentence stands under two topics is one voice for its value.
        if (value.value, value.source) not in shown:
            shown.add((value.value, value.source))
            grouped.setdefault((value.claim, value.value), []).append(value)
    sides = tuple(
        Side(value, claims.get(claim), claim, tuple(sources)) for (claim, value), sources in grouped.items()
    )
    return Disagreement(conflict.on, conflict.relation == "change", sides)


def topic_of(report: Report, gap: Gap) -> str:
    """The text of the topic that a gap belongs to."""
    return next((topic.text for topic in report.topics if topic.id == gap.topic), gap.topic)
