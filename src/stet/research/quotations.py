"""A draft that code writes: attributed quotations under the topics, and nothing else."""

from collections.abc import Sequence

from stet.domain.claims import Conflict, Decision, LedgerEntry
from stet.domain.evidence import Source
from stet.domain.question import TopicKind
from stet.ports import Brief
from stet.report.days import long_date
from stet.report.draft import escape

_USABLE = frozenset({Decision.SUPPORTED, Decision.CONFLICTING})
_TITLE = 160


def write_draft(brief: Brief) -> str:
    """Markdown with a short answer and a section a topic; each sentence is an attributed quotation with its key."""
    sources = {source.id: source for source in brief.sources}
    usable = {entry.key: entry for entry in brief.ledger if entry.decision in _USABLE}
    sections = ["## Short answer\n\n" + "\n\n".join(_answer(brief, usable, sources))]
    for topic in brief.plan.topics:
        entries = _in_order([e for e in usable.values() if e.topic == topic.id], brief.conflicts)
        if entries:
            lines = [_sentence(entry, sources) for entry in entries]
            sections.append(f"## {escape(topic.text)}\n\n" + "\n\n".join(lines))
    return "\n\n".join(sections) + "\n"


def _answer(brief: Brief, usable: dict[str, LedgerEntry], sources: dict[str, Source]) -> list[str]:
    """The strongest claim of each part of the question, and for each the other values that were found."""
    lines: list[str] = []
    for topic in brief.plan.topics:
        if topic.kind not in {TopicKind.ANSWER, TopicKind.PART}:
            continue
        entries = _in_order([e for e in usable.values() if e.topic == topic.id], brief.conflicts)
        if not entries:
            continue
        lines.append(_sentence(entries[0], sources))
        for conflict in brief.conflicts:
            if entries[0].key in conflict.claims:
                lines.extend(
                    _other(entry, conflict, sources) for entry in _sides(entries[0], conflict, usable)
                )
    return lines


def _sides(lead: LedgerEntry, conflict: Conflict, usable: dict[str, LedgerEntry]) -> list[LedgerEntry]:
    """The other sides of a conflict: for a value those under its own topic, for a sentence whoever says otherwise."""
    others = [usable[key] for key in conflict.claims if key != lead.key and key in usable]
    return [entry for entry in others if lead.value is None or entry.topic == lead.topic]


def _in_order(entries: Sequence[LedgerEntry], conflicts: Sequence[Conflict]) -> list[LedgerEntry]:
    """Sides of a conflict in its order (stronger first), then the others as found.

    What repeats a disputed value of another topic comes after those, and what is only proposed last.
    """
    place = {key: number for conflict in conflicts for number, key in enumerate(conflict.claims)}
    most = len(entries) + len(place)

    def rank(entry: LedgerEntry) -> tuple[bool, bool, int, int]:
        disputed = entry.value is None and entry.key in place
        number = place.get(entry.key, most) if entry.value is not None else most
        return entry.scope.conditions is not None, disputed, number, int(entry.key[1:])

    return sorted(entries, key=rank)


def _other(entry: LedgerEntry, conflict: Conflict, sources: dict[str, Source]) -> str:
    if conflict.relation == "change":
        head = (
            "An earlier value, since changed"
            if entry.value is not None
            else "Said earlier, and since changed"
        )
    else:
        head = "Another value is given" if entry.value is not None else "Said otherwise"
    return f"{head}: {_sentence(entry, sources, inline=True)}"


def _sentence(entry: LedgerEntry, sources: dict[str, Source], *, inline: bool = False) -> str:
    first = entry.quotes[0]
    opening = "according to" if inline else "According to"
    words = escape(" ".join(first.exact.split()))
    also = [sources[quote.source] for quote in entry.quotes[1:]]
    proposed = ", as a proposal" if entry.scope.conditions else ""
    what = "the same value" if entry.value is not None else "the same"
    same = f" – {what} is given by {_list(also)}" if also else ""
    amended = any(check.reason == "amended_since" for check in entry.checks)
    since = ", amended since" if amended else ", since withdrawn" if entry.reason == "withdrawn" else ""
    return f"{opening} {_name(sources[first.source])}{since}{proposed}: “{words}”{same} [{entry.key}]"


def _name(source: Source) -> str:
    title = escape(_short(" ".join((source.title or source.path or source.url).split())))
    return f"“{title}” ({_when(source)})"


def _short(title: str) -> str:
    return title if len(title) <= _TITLE else f"{title[: _TITLE - 1].rstrip()}…"


def _when(source: Source) -> str:
    day = source.published_at
    who = source.publisher or source.site
    to_come = "after the as-of date" in (source.published_from or "")
    undated = "dated after the as-of date" if to_come else "undated"
    dated = long_date(day) if day else undated
    return f"{escape(' '.join(who.split()))}, {dated}" if who else dated


def _list(sources: Sequence[Source]) -> str:
    names = [_name(source) for source in sources[:3]]
    more = len(sources) - len(names)
    if more:
        names.append(f"{more} more")
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
