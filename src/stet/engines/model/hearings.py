"""Which claims a judge is asked of in one call: those that share a source, with each stretch of its text once."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from stet.engines.model.caller import tokens
from stet.ports import Case, Excerpt

CLAIMS: Final = 8
"""Claims in one call: of more a model tells less, and its answer would be cut."""

TEXT: Final = 12_000
"""Characters of text in one call, but for a claim that alone has more."""

STRETCH: Final = 4_000
"""Characters of a stretch into which overlapping windows are joined: a claim is judged on what stands near it."""

_BESIDE: Final = 40
"""Tokens for the id, the key and the mark of a text or a claim."""


class Hearing(NamedTuple):
    """Claims for one call, the texts they are judged on, and for each claim which of them."""

    cases: tuple[Case, ...]
    texts: tuple[Excerpt, ...]
    places: tuple[tuple[int, ...], ...]

    def shown(self, place: int) -> tuple[str, ...]:
        """The texts that the claim at `place` is judged on."""
        return tuple(self.texts[number].text for number in self.places[place])


def hearings(cases: Sequence[Case], room: int) -> tuple[tuple[Hearing, ...], tuple[Case, ...]]:
    """Every case in exactly one hearing, or among those that alone are more than `room` tokens.

    By source, and in it by place; so the same cases give the same calls.
    """
    first = {each.excerpts[0].source: n for n, each in reversed([*enumerate(cases)]) if each.excerpts}
    order = sorted(cases, key=lambda case: _place(case, first))
    held: list[Hearing] = []
    too_long: list[Case] = []
    for case in order:
        joined = hearing((*held[-1].cases, case)) if held and _together(held[-1].cases[-1], case) else None
        if joined is not None and len(joined.cases) <= CLAIMS and _fits(joined, room, TEXT):
            held[-1] = joined
        elif _fits(alone := hearing((case,)), room, None):
            held.append(alone)
        else:
            too_long.append(case)
    return tuple(held), tuple(too_long)


def hearing(cases: Sequence[Case]) -> Hearing:
    """Claims with their texts; windows of one source that overlap become one text."""
    texts: list[Excerpt] = []
    for excerpt in sorted(
        dict.fromkeys(e for case in cases for e in case.excerpts), key=lambda e: (e.source, e.start, -e.end)
    ):
        last = texts[-1] if texts else None
        if last is None or not _overlap(last, excerpt):
            texts.append(excerpt)
        elif excerpt.end > last.end:
            more = excerpt.text[last.end - excerpt.start :]
            texts[-1] = Excerpt(
                source=last.source, start=last.start, end=excerpt.end, text=f"{last.text}{more}"
            )
    places = tuple(tuple(_holder(texts, excerpt) for excerpt in case.excerpts) for case in cases)
    return Hearing(tuple(cases), tuple(texts), tuple(tuple(dict.fromkeys(each)) for each in places))


def _overlap(last: Excerpt, new: Excerpt) -> bool:
    if last.source != new.source or new.start > last.end:
        return False
    return new.end <= last.end or new.end - last.start <= STRETCH


def _holder(texts: Sequence[Excerpt], excerpt: Excerpt) -> int:
    return next(
        number
        for number, text in enumerate(texts)
        if text.source == excerpt.source and text.start <= excerpt.start and excerpt.end <= text.end
    )


def _together(last: Case, new: Case) -> bool:
    """Whether two cases share a source."""
    return bool({each.source for each in last.excerpts} & {each.source for each in new.excerpts})


def _place(case: Case, first: dict[str, int]) -> tuple[int, int]:
    excerpt = case.excerpts[0] if case.excerpts else None
    return (first[excerpt.source], excerpt.start) if excerpt else (len(first), 0)


def _fits(one: Hearing, room: int, most: int | None) -> bool:
    said = [*(text.text for text in one.texts), *(case.claim.text for case in one.cases)]
    said += [finding.detail for case in one.cases for finding in case.findings]
    cost = sum(tokens(text) + _BESIDE for text in said)
    return cost <= room and (most is None or sum(len(text.text) for text in one.texts) <= most)
