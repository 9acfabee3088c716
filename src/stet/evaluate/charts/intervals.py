"""Differences with their intervals about a line at 0; the shape of the mark says what is found of each."""

from collections.abc import Sequence
from math import isfinite
from typing import Final, NamedTuple

from stet.evaluate.charts.svg import WIDTH, drawing, element, line, named, text, ticks

_EACH: Final = 40.0
_TOP: Final = 8.0
_EDGE: Final = 16.0
_SIZE: Final = 6.0


class Interval(NamedTuple):
    """A difference, and its interval where there is one; `mark` is `up`, `down`, `dot` or `ring`."""

    name: str
    words: str
    mark: str
    difference: float
    low: float | None = None
    high: float | None = None


def intervals(key: str, title: str, found: Sequence[Interval], unit: str) -> str:
    """The chart; what is no number is left out."""
    found = [each for each in found if isfinite(each.difference)]
    ends = [abs(end) for each in found for end in (each.difference, each.low or 0.0, each.high or 0.0)]
    scale = ticks(max(ends, default=0.0))[-1]
    foot = _TOP + max(1, len(found)) * _EACH
    told = "; ".join(f"{each.name}: {each.words}" for each in found)
    middle = _at(0.0, scale)
    labels = [
        text(words, _at(value, scale), foot + 16, anchor=anchor)
        for value, words, anchor in (
            (-scale, f"−{scale:g}", "start"),
            (0.0, "0", "middle"),
            (scale, f"+{scale:g} {unit}", "end"),
        )
    ]
    return drawing(
        key,
        title,
        f"{told or 'There is nothing to show'}.",
        foot + 24,
        line(middle, _TOP, middle, foot, "axis"),
        line(_EDGE, foot, WIDTH - _EDGE, foot, "axis"),
        *labels,
        *(_drawn(each, _TOP + at * _EACH, scale) for at, each in enumerate(found)),
        *([] if found else [text("nothing to show", WIDTH / 2, _TOP + 24, anchor="middle")]),
    )


def _at(value: float, scale: float) -> float:
    return WIDTH / 2 + (WIDTH / 2 - _EDGE) * min(max(value / scale, -1.0), 1.0)


def _drawn(each: Interval, top: float, scale: float) -> str:
    y, x = top + 28, _at(each.difference, scale)
    drawn = text(each.name, 1, top + 14, most=52, kind="halo")
    if each.low is not None and each.high is not None:
        left, right = _at(each.low, scale), _at(each.high, scale)
        drawn += line(left, y, right, y, "whisker")
        drawn += line(left, y - 4, left, y + 4, "whisker") + line(right, y - 4, right, y + 4, "whisker")
    return named(drawn + _mark(each.mark, x, y), f"{each.name}: {each.words}")


def _mark(mark: str, x: float, y: float) -> str:
    if mark in ("dot", "ring"):
        kind = "mark" if mark == "ring" else "mark full"
        return element("circle", {"cx": x, "cy": y, "r": _SIZE - 1.5, "class": kind})
    tip = -_SIZE - 1 if mark == "up" else _SIZE + 1
    points = f"{x:.1f},{y + tip:.1f} {x + _SIZE:.1f},{y - tip * 0.7:.1f} {x - _SIZE:.1f},{y - tip * 0.7:.1f}"
    return element("polygon", {"points": points, "class": "mark full"})
