"""What a report shows and in which order, before any format gives it a shape."""

from collections.abc import Iterable
from typing import NamedTuple

from stet.domain.claims import Conflict, ConflictValue, Decision, LedgerEntry
from stet.domain.report import Gap, ListedSource, Report
from stet.report.clean import one_line

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
    """One value of a conflict, the claim that gives it and every source that has it."""

    value: str
    entry: LedgerEntry | None
    claim: str
    sources: tuple[ConflictValue, ...]


class Disagreement(NamedTuple):
    """A conflict as it is shown: the stronger side first."""

    on: str
    changed: bool
    sides: tuple[Side, ...]

    @property
    def title(self) -> str:
        """What kind of difference it is, in words that keep a change and a contradiction apart."""
        subject = one_line(self.on)
        kind = "A later source changes an earlier one" if self.changed else "Sources disagree"
        return f"{kind}: {subject}"

    @property
    def explanation(self) -> str:
        """What the order of the sides means."""
        if self.changed:
            return "The first value comes from a source that says it replaces the other, which is kept here."
        return "No source says that it replaces another. The side with more evidence stands first."

    def role(self, place: int) -> str:
        """The name of the side at `place`."""
        if self.changed:
            return "Now" if place == 0 else "Before the change"
        return "Stronger evidence" if place == 0 else "Weaker evidence"


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


def cited_keys(report: Report) -> frozenset[str]:
    """The keys that stand in a sentence of the report."""
    sentences = [*report.answer, *(s for section in report.sections for s in section.sentences)]
    return frozenset(key for sentence in sentences for key in sentence.claims)


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
