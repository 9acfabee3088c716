"""A draft that code writes: attributed quotations under the topics, what is missing, and nothing else.

An inference or recommendation is no source's: it stands in the words of its claim, after the word for what it is.
"""

import re
from collections.abc import Sequence
from typing import Final

from stet.domain.claims import ClaimKind, Conflict, Decision, LedgerEntry
from stet.domain.evidence import Source
from stet.domain.question import TopicKind
from stet.domain.report import Gap
from stet.ports import Brief
from stet.report.days import long_date
from stet.report.draft import escape
from stet.research.same import further, lead

_USABLE = frozenset({Decision.SUPPORTED, Decision.CONFLICTING})
_TITLE = 160
WORD_FOR: Final = {ClaimKind.INFERENCE: "Inference:", ClaimKind.RECOMMENDATION: "Recommendation:"}
"""What a sentence begins with that rests on a claim of this kind."""

_INNER: Final = re.compile("[“”„‟\"＂〝〞〟❝❞ʺˮ″]|['‘’]{2,}")
_OPEN: Final = frozenset(" (-–—/‘‹«「『")


def write_draft(brief: Brief) -> str:
    """Markdown with a short answer and a section a topic; each sentence is an attributed quotation with its key."""
    sources = {source.id: source for source in brief.sources}
    usable = {
        entry.key: entry for entry in brief.ledger if entry.decision in _USABLE and _stands(entry, sources)
    }
    sections = ["## Short answer\n\n" + "\n\n".join(_answer(brief, usable, sources))]
    for topic in brief.plan.topics:
        entries = _in_order([e for e in usable.values() if e.topic == topic.id], brief.conflicts)
        if entries:
            lines = [_sentence(entry, sources) for entry in entries]
            sections.append(f"## {escape(topic.text)}\n\n" + "\n\n".join(lines))
    return with_gaps("\n\n".join(sections) + "\n", brief)


def _stands(entry: LedgerEntry, sources: dict[str, Source]) -> bool:
    """Whether there are words to quote, of sources that were read."""
    return lead(entry) is not None and all(quote.source in sources for quote in entry.quotes)


def gap_sentence(brief: Brief, gap: Gap) -> str:
    """The sentence of a draft that states a gap, as Markdown."""
    topic = next((topic.text for topic in brief.plan.topics if topic.id == gap.topic), gap.topic)
    missing = " ".join(gap.missing.split()).rstrip(".")
    return f"Gap: “{escape(nested(topic))}” – {escape(missing)}."


def with_gaps(markdown: str, brief: Brief) -> str:
    """A draft in which every gap is stated under its topic: at the end of that section, or in one of its own.

    What is missing is known to code, so no writer is asked to remember it.
    """
    missing = [gap for gap in brief.gaps if gap_sentence(brief, gap) not in markdown]
    if not missing:
        return markdown
    sections = _sections(markdown)
    topics = {topic.id: topic.text for topic in brief.plan.topics}
    for gap in missing:
        line, heading = gap_sentence(brief, gap), topics.get(gap.topic, gap.topic)
        place = next((n for n, each in enumerate(sections) if _headed(each, heading)), None)
        if place is None:
            sections.append(f"## {escape(heading)}\n\n{line}")
        else:
            sections[place] = f"{sections[place].rstrip()}\n\n{line}"
    return "\n\n".join(section.strip() for section in sections if section.strip()) + "\n"


def _headed(section: str, heading: str) -> bool:
    first, *_ = section.partition("\n")
    return first.startswith("## ") and escape(first[3:].replace("\\", "")) == escape(
        heading.replace("\\", "")
    )


def _sections(markdown: str) -> list[str]:
    """A draft cut before each heading; a fence of code would hide headings, and no draft that holds one is approved."""
    parts: list[list[str]] = [[]]
    for line in markdown.splitlines():
        if line.startswith("## "):
            parts.append([])
        parts[-1].append(line)
    return ["\n".join(part) for part in parts]


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
    if entry.kind in WORD_FOR:
        return _sentence(entry, sources)
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
    if entry.kind in WORD_FOR:
        word = WORD_FOR[entry.kind]
        said = " ".join(entry.text.split())
        said = said[len(word) :].lstrip() if said.casefold().startswith(word.casefold()) else said
        return f"{word} {escape(said)} [{entry.key}]"
    first = lead(entry) or entry.quotes[0]
    opening = "according to" if inline else "According to"
    words = escape(nested(first.exact))
    also = [sources[quote.source] for quote in further(entry)]
    proposed = ", as a proposal" if entry.scope.conditions else ""
    what = "the same value" if entry.value is not None else "the same"
    same = f" – {what} is given by {_list(also)}" if also else ""
    amended = any(check.reason == "amended_since" for check in entry.checks)
    since = ", amended since" if amended else ", since withdrawn" if entry.reason == "withdrawn" else ""
    return f"{opening} {_name(sources[first.source])}{since}{proposed}: “{words}”{same} [{entry.key}]"


def nested(text: str) -> str:
    """`text` on one line with its double quotation marks made single, as they stand within double ones.

    So nothing in a title or in quoted words can seem to end them. Straight marks that all follow digits are inches.
    """
    line = " ".join(text.split())
    marks = [match for match in _INNER.finditer(line) if match.group() == '"']
    inches = all(line[match.start() - 1 : match.start()].isdigit() for match in marks)
    low = False

    def single(match: re.Match[str]) -> str:
        nonlocal low
        mark, before = match.group(), line[match.start() - 1 : match.start()]
        if mark == '"' and inches:
            return "″"
        closes = mark in "”〞〟❞″ʺˮ" or (mark == "“" and low)
        opens = mark in "„‟〝❝“" or not before or before in _OPEN
        low = mark == "„"
        return "‘" if opens and not closes else "’"

    return _INNER.sub(single, line)


def _name(source: Source) -> str:
    title = escape(_short(nested(source.title or source.path or source.url)))
    return f"“{title}” ({_when(source)})"


def _short(title: str) -> str:
    return title if len(title) <= _TITLE else f"{title[: _TITLE - 1].rstrip()}…"


def _when(source: Source) -> str:
    day = source.published_at
    who = source.publisher or source.site
    to_come = "after the as-of date" in (source.published_from or "")
    undated = "dated after the as-of date" if to_come else "undated"
    dated = long_date(day) if day else undated
    return f"{escape(_enclosed(nested(who)))}, {dated}" if who else dated


def _enclosed(who: str) -> str:
    """A name as it may stand in parentheses: without its own where they are not paired and could end those."""
    depth = 0
    for char in who:
        depth += (char in "(（") - (char in ")）")
        if depth < 0:
            break
    return who if depth == 0 else re.sub("[()（）]", " ", who)


def _list(sources: Sequence[Source]) -> str:
    names = [_name(source) for source in sources[:3]]
    more = len(sources) - len(names)
    if more:
        names.append(f"{more} more")
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"
