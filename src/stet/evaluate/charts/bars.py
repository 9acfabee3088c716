"""Parts of a whole, a bar for each kind: solid, hatched, dotted and empty, with the numbers in words above it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from stet.evaluate.charts.svg import WIDTH, drawing, element, named, text

_BAR: Final = 14.0
_EACH: Final = 58.0
_TOP: Final = 34.0
FILLS: Final = ("solid", "hatched", "dotted", "empty")


class Bar(NamedTuple):
    """A kind and how many there are in each part."""

    name: str
    parts: tuple[int, ...]


def bars(key: str, title: str, parts: Sequence[str], found: Sequence[Bar]) -> str:
    """The chart: `parts` are the names of at most four parts, in the order of every bar."""
    most = max((_whole(bar) for bar in found), default=0)
    drawn = [_bar(key, parts, bar, _TOP + at * _EACH, most) for at, bar in enumerate(found)]
    told = "; ".join(f"{bar.name}: {_counted(parts, bar)}" for bar in found)
    return drawing(
        key,
        title,
        f"{told or 'There is nothing to show'}.",
        _TOP + max(1, len(found)) * _EACH,
        _patterns(key),
        _legend(key, parts),
        *(drawn or [text("nothing to show", WIDTH / 2, _TOP + 20, anchor="middle")]),
    )


def _whole(bar: Bar) -> int:
    return sum(max(0, part) for part in bar.parts)


def _counted(parts: Sequence[str], bar: Bar) -> str:
    return ", ".join(f"{count} {part}" for count, part in zip(bar.parts, parts, strict=True) if count)


def _bar(key: str, parts: Sequence[str], bar: Bar, top: float, most: int) -> str:
    x, drawn = 1.0, [text(bar.name, 1, top + 12, most=48)]
    drawn.append(text(_counted(parts, bar) or "none", 1, top + 27, kind="soft"))
    for fill, count in zip(FILLS, bar.parts, strict=False):
        width = (WIDTH - 2) * max(0, count) / most if most else 0.0
        if width:
            drawn.append(_box(key, fill, x, top + 33, width))
        x += width
    return named("".join(drawn), f"{bar.name}: {_counted(parts, bar)}")


def _box(key: str, fill: str, x: float, y: float, width: float) -> str:
    box = {"x": x, "y": y, "width": width, "height": _BAR}
    pattern = {"hatched", "dotted"} & {fill}
    within = element("rect", {**box, "fill": f"url(#{key}-{fill})"}) if pattern else ""
    return element("rect", {**box, "class": f"part {fill}"}) + within


def _legend(key: str, parts: Sequence[str]) -> str:
    drawn, x = "", 1.0
    for fill, part in zip(FILLS, parts, strict=False):
        drawn += _box(key, fill, x, 6, _BAR) + text(part, x + _BAR + 5, 17)
        x += _BAR + 18 + 6.3 * len(part)
    return drawn


def _patterns(key: str) -> str:
    size: dict[str, str | float] = {"width": 6.0, "height": 6.0, "patternUnits": "userSpaceOnUse"}
    hatch = element("path", {"d": "M-1,1 l2,-2 M0,6 l6,-6 M5,7 l2,-2", "class": "hatch"})
    dot = element("circle", {"cx": 3.0, "cy": 3.0, "r": 1.2, "class": "dot"})
    return element(
        "defs",
        {},
        element("pattern", {"id": f"{key}-hatched", **size}, hatch),
        element("pattern", {"id": f"{key}-dotted", **size}, dot),
    )
