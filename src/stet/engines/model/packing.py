"""Which passages a model is shown, in how many calls: each once, the most relevant first, within bounds."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from stet.domain.evidence import Passage, Source
from stet.domain.question import Plan
from stet.engines.model.caller import tokens
from stet.engines.model.fences import Data
from stet.ports import Evidence
from stet.verify.words import content_stems

PAGE = 4_000
"""Characters of one page that are shown for a topic in all, whatever was selected of it for other topics."""

CALL = 30_000
"""Characters of text in one call: of more a model tells less, however large its window is."""

CALLS = 8
"""Calls for what one round has brought."""

_SAID, _HEADING, _TITLE = 60, 80, 120
_SPACES = re.compile(r"[ \t]+")
_LINES = re.compile(r"\s*\n\s*")

Place = tuple[str, int, int]


@dataclass(slots=True)
class Shelf:
    """What was shown for a topic so far: places, and characters by source."""

    seen: set[Place] = field(default_factory=set[Place])
    shown: Counter[str] = field(default_factory=Counter[str])


class Packed(NamedTuple):
    """The passages of each call, in reading order, and how many were left out."""

    calls: tuple[tuple[Passage, ...], ...]
    left_out: int


def pack(plan: Plan, evidence: Evidence, shelves: dict[str, Shelf], room: int) -> Packed:
    """Passages that were not shown yet for the topics of a plan, for calls with `room` tokens of text each.

    What is packed, and what is left out, counts as seen from then on.
    """
    mine = [shelves.setdefault(topic.id, Shelf()) for topic in plan.topics]
    fresh: dict[Place, tuple[Passage, list[Shelf]]] = {}
    for topic, shelf in zip(plan.topics, mine, strict=True):
        for passage in evidence.selected.get(topic.id, ()):
            place = (passage.source, passage.start, passage.end)
            if place not in shelf.seen:
                fresh.setdefault(place, (passage, []))[1].append(shelf)
    wanted = [plan.question, *(topic.text for topic in plan.topics)]
    kept: list[Passage] = []
    for passage in _ranked([passage for passage, _ in fresh.values()], wanted, evidence):
        place = (passage.source, passage.start, passage.end)
        size = passage.end - passage.start
        used = max(shelf.shown[passage.source] for shelf in fresh[place][1])
        if used == 0 or used + size <= PAGE:
            kept.append(passage)
            for shelf in mine:
                shelf.shown[passage.source] += size
    for shelf in mine:
        shelf.seen.update(fresh)
    calls = _calls(kept, evidence, room)
    return Packed(tuple(calls[:CALLS]), len(fresh) - sum(len(call) for call in calls[:CALLS]))


def _calls(ranked: Sequence[Passage], evidence: Evidence, room: int) -> list[tuple[Passage, ...]]:
    """Passages in calls, the most relevant in the first; one that is larger than a call is left out."""
    calls: list[list[Passage]] = []
    full, characters = room + 1, 0
    for passage in ranked:
        cost = tokens(_text(passage, evidence)) + _SAID
        size = passage.end - passage.start
        if cost > room:
            continue
        if full + cost > room or characters + size > CALL:
            calls.append([])
            full = characters = 0
        calls[-1].append(passage)
        full += cost
        characters += size
    order = {source.id: number for number, source in enumerate(evidence.sources)}
    return [tuple(sorted(call, key=lambda p: (order.get(p.source, len(order)), p.start))) for call in calls]


def shown(passages: Iterable[Passage], evidence: Evidence) -> list[Data]:
    """Passages as they are shown: a fence a source, with its title and date, and the id of each passage."""
    by_source: dict[str, list[Passage]] = {}
    for passage in passages:
        by_source.setdefault(passage.source, []).append(passage)
    out: list[Data] = []
    for source_id, mine in by_source.items():
        source = evidence.source(source_id)
        lines = [named(source)] if source is not None else []
        heading: str | None = None
        for passage in mine:
            new = passage.heading if passage.heading != heading else None
            under = f" ({new[-_HEADING:]})" if new else ""
            heading = passage.heading
            lines.append(f"{passage.id}{under}: {_text(passage, evidence)}")
        out.append(Data(f"source {source_id}", "\n".join(lines)))
    return out


def named(source: Source) -> str:
    """A source in a line: title, who published it, and when."""
    title = " ".join((source.title or source.path or source.url).split())[:_TITLE]
    who = " ".join((source.publisher or source.site or "").split())[:_TITLE]
    dated = source.published_at.isoformat() if source.published_at else "undated"
    return ", ".join(part for part in (f"“{title}”", who, dated) if part)


def _text(passage: Passage, evidence: Evidence) -> str:
    """A passage with its lines kept and its white space folded."""
    text = evidence.text(passage.source)[passage.start : passage.end].strip()
    return _LINES.sub("\n", _SPACES.sub(" ", text))


def _ranked(passages: Sequence[Passage], wanted: Sequence[str], evidence: Evidence) -> list[Passage]:
    """Passages by how many of the rarer wanted words they hold, best first."""
    stems = [set(content_stems(evidence.text(p.source)[p.start : p.end])) for p in passages]
    asked = {stem for text in wanted for stem in content_stems(text)}
    holding = Counter(stem for each in stems for stem in each & asked)
    weight = {stem: math.log(1 + len(passages) / count) for stem, count in holding.items()}
    # Summed in one order, so that equal passages are equal to the last digit.
    score = [sum(weight[stem] for stem in sorted(each & asked)) for each in stems]
    return [passages[n] for n in sorted(range(len(passages)), key=lambda n: (-score[n], n))]
