"""One figure against another: a shape for each level, with the number of its row in it.

Points that would lie on each other are drawn side by side, each with a line to its place.
"""

from collections.abc import Sequence
from math import isfinite
from typing import Final, NamedTuple

from stet.evaluate.charts.svg import WIDTH, drawing, element, line, named, shown, text, ticks

SHAPES: Final = ("circle", "square", "diamond", "triangle")
SHAPE_SIGNS: Final = {"circle": "○", "square": "□", "diamond": "◇", "triangle": "△"}
_HEIGHT: Final = 300.0
_LEFT, _RIGHT, _TOP, _BOTTOM = 48.0, WIDTH - 22.0, 40.0, _HEIGHT - 46.0
_SIZE: Final = 11.0
_APART: Final = 2 * _SIZE + 9
"""The widest shape is 1.3 times as wide as the others."""
_OFF: Final = 3.0
"""A mark that stands so near to its place needs no line to it."""


class Point(NamedTuple):
    """A point with the number in it, what it is in words, and its shape by number."""

    label: str
    words: str
    shape: int
    x: float
    y: float


class Axis(NamedTuple):
    """What an axis shows; `share` is from 0 to 100 %."""

    title: str
    share: bool = False


class _Place(NamedTuple):
    x: float
    y: float


def scatter(key: str, title: str, points: Sequence[Point], x: Axis, y: Axis) -> str:
    """The chart; points with a value that is no number are left out, and without any it says so."""
    points = [point for point in points if isfinite(point.x) and isfinite(point.y)]
    across = ticks(1.0) if x.share else ticks(max((point.x for point in points), default=0.0))
    up = ticks(1.0) if y.share else ticks(max((point.y for point in points), default=0.0))
    places = [
        _Place(_at(point.x, across, _LEFT, _RIGHT), _at(point.y, up, _BOTTOM, _TOP)) for point in points
    ]
    standing = apart(places)
    told = "; ".join(f"{point.words}: {_told(point.x, x)}, {_told(point.y, y)}" for point in points)
    drawn = [
        named(_mark(point, shown_at), f"{point.words}: {_told(point.x, x)}, {_told(point.y, y)}")
        for point, shown_at in zip(points, standing, strict=True)
    ]
    return drawing(
        key,
        title,
        f"Across: {x.title}. Up: {y.title}. {told or 'There is nothing to show'}.",
        _HEIGHT,
        *_axes(x, y, across, up),
        *map(_leader, places, standing),
        *(drawn or [text("nothing to show", (_LEFT + _RIGHT) / 2, (_TOP + _BOTTOM) / 2, anchor="middle")]),
    )


def apart(places: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """Where the marks stand, so that none covers another, as near to their places as rows of them allow."""
    groups = [[number] for number in range(len(places))]
    boxes = [_box(group, places) for group in groups]
    while (found := _touching(boxes)) is not None:
        first, second = found
        groups[first] += groups.pop(second)
        boxes.pop(second)
        boxes[first] = _box(groups[first], places)
    standing = [(0.0, 0.0)] * len(places)
    for group, (left, top, _, _) in zip(groups, boxes, strict=True):
        in_line = _in_line(len(group))
        ordered = sorted(group, key=lambda number: places[number])
        for at, number in enumerate(ordered):
            row, column = divmod(at, in_line)
            standing[number] = (left + (column + 0.5) * _APART, top + (row + 0.5) * _APART)
    return standing


def _in_line(count: int) -> int:
    return min(count, int((_RIGHT - _LEFT) // _APART))


def _box(group: Sequence[int], places: Sequence[tuple[float, float]]) -> tuple[float, float, float, float]:
    """Left, top, right and bottom of the marks of a group, in the middle of their places and within the drawing."""
    lines = -(-len(group) // _in_line(len(group)))
    width, height = _in_line(len(group)) * _APART, lines * _APART
    middle = [sum(places[number][axis] for number in group) / len(group) for axis in (0, 1)]
    left = min(max(middle[0] - width / 2, _LEFT - _SIZE), WIDTH - width)
    top = min(max(middle[1] - height / 2, _TOP - _SIZE), _BOTTOM + _SIZE - height)
    return left, top, left + width, top + height


def _touching(boxes: Sequence[tuple[float, float, float, float]]) -> tuple[int, int] | None:
    for first, (left, top, right, bottom) in enumerate(boxes):
        for second in range(first + 1, len(boxes)):
            other = boxes[second]
            if left < other[2] and other[0] < right and top < other[3] and other[1] < bottom:
                return first, second
    return None


def _at(value: float, scale: Sequence[float], start: float, end: float) -> float:
    return start + (end - start) * min(max(value / scale[-1], 0.0), 1.0)


def _told(value: float, axis: Axis) -> str:
    return f"{100 * value:.0f} %" if axis.share else shown(value)


def _axes(x: Axis, y: Axis, across: Sequence[float], up: Sequence[float]) -> list[str]:
    drawn = [
        line(_LEFT, _BOTTOM, _RIGHT, _BOTTOM, "axis"),
        line(_LEFT, _BOTTOM, _LEFT, _TOP, "axis"),
        text(x.title, (_LEFT + _RIGHT) / 2, _HEIGHT - 8, anchor="middle", kind="axis-title"),
        text(f"↑ {y.title}", 4, 16, kind="axis-title"),
    ]
    for value in across:
        at = _at(value, across, _LEFT, _RIGHT)
        drawn += [
            line(at, _BOTTOM, at, _BOTTOM + 5, "axis"),
            text(_told(value, x), at, _BOTTOM + 19, anchor="middle"),
        ]
    for value in up:
        at = _at(value, up, _BOTTOM, _TOP)
        drawn += [
            line(_LEFT, at, _RIGHT, at, "grid"),
            text(_told(value, y), _LEFT - 6, at + 4, anchor="end"),
        ]
    return drawn


def _leader(place: _Place, stands: tuple[float, float]) -> str:
    """A line from where a mark stands to its place; under all marks, so that it crosses no number."""
    x, y = stands
    if abs(x - place.x) <= _OFF and abs(y - place.y) <= _OFF:
        return ""
    dot = element("circle", {"cx": place.x, "cy": place.y, "r": 2.0, "class": "dot"})
    return line(x, y, place.x, place.y, "leader") + dot


def _mark(point: Point, stands: tuple[float, float]) -> str:
    x, y = stands
    return shape(point.shape, x, y, _SIZE) + text(point.label, x, y + 4, anchor="middle", kind="in")


def shape(number: int, x: float, y: float, size: float) -> str:
    """The outline of a shape around a place."""
    kind = SHAPES[number % len(SHAPES)]
    if kind == "circle":
        return element("circle", {"cx": x, "cy": y, "r": size, "class": "mark"})
    s = size
    corners = {
        "square": ((-s, -s), (s, -s), (s, s), (-s, s)),
        "diamond": ((0, -s * 1.25), (s * 1.25, 0), (0, s * 1.25), (-s * 1.25, 0)),
        "triangle": ((0, -s * 1.35), (s * 1.3, s * 0.9), (-s * 1.3, s * 0.9)),
    }[kind]
    points = " ".join(f"{x + dx:.1f},{y + dy:.1f}" for dx, dy in corners)
    return element("polygon", {"points": points, "class": "mark"})
