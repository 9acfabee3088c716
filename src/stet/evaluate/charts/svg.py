"""What charts are drawn with: elements, scales, and the frame with a name and a description.

Lengths are in units of a drawing that is `WIDTH` wide and is shown about as wide as a narrow telephone or up to half
as wide again, so that its text stays readable. Colours are the page's, by class.
"""

from collections.abc import Mapping
from html import escape
from math import floor, isfinite, log10
from typing import Final

from stet.report.clean import one_line, short

WIDTH: Final = 340.0
_MOST_TICKS: Final = 5


def element(name: str, attributes: Mapping[str, str | float], *children: str) -> str:
    """An element whose attributes are escaped; its children are markup already."""
    told = "".join(f' {key}="{_value(value)}"' for key, value in attributes.items())
    inside = "".join(children)
    return f"<{name}{told}>{inside}</{name}>" if inside else f"<{name}{told}/>"


def _value(value: str | float) -> str:
    return escape(one_line(value)) if isinstance(value, str) else f"{value:.1f}"


def text(words: str, x: float, y: float, *, anchor: str = "start", kind: str = "", most: int = 60) -> str:
    """Words at a place, cut where they are long; isolated, so that none turns the others round."""
    attributes: dict[str, str | float] = {"x": x, "y": y, "text-anchor": anchor}
    if kind:
        attributes["class"] = kind
    return element("text", attributes, escape(short(words, most)) or " ")


def line(x1: float, y1: float, x2: float, y2: float, kind: str) -> str:
    """A straight line."""
    return element("line", {"x1": x1, "y1": y1, "x2": x2, "y2": y2, "class": kind})


def named(inside: str, words: str) -> str:
    """Markup that says what it is when it is pointed at."""
    return element("g", {}, element("title", {}, escape(short(words, 300)) or " "), inside)


def drawing(key: str, title: str, description: str, height: float, *children: str) -> str:
    """The whole chart; `key` is its own in the page, of letters and hyphens."""
    return element(
        "svg",
        {
            "class": "chart",
            "viewBox": f"0 0 {WIDTH:.0f} {height:.0f}",
            "role": "img",
            "aria-labelledby": f"{key}-title {key}-desc",
        },
        element("title", {"id": f"{key}-title"}, escape(one_line(title)) or " "),
        element("desc", {"id": f"{key}-desc"}, escape(one_line(description)) or " "),
        *children,
    )


def ticks(most: float) -> tuple[float, ...]:
    """Round values from 0 to the first that is not below `most`, at most six; 0 and 1 of nothing."""
    if not isfinite(most) or most <= 0:
        return (0.0, 1.0)
    size = 10.0 ** floor(log10(most / _MOST_TICKS))
    step = next(
        size * each for each in (1, 2, 2.5, 5, 10, 20) if size * each * _MOST_TICKS >= most * 0.999999
    )
    count = next(each for each in range(1, _MOST_TICKS + 1) if each * step >= most * 0.999999)
    return tuple(each * step for each in range(count + 1))


def shown(value: float) -> str:
    """A value at an axis: no more digits than it needs."""
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"
