"""What styles make of an element: not drawn, off the screen, or with text that cannot be seen."""

import re
from typing import NamedTuple

from stet.adapters.extract.htmldeclared import Styles
from stet.adapters.extract.htmlvalues import TRANSPARENT, alike, colour, is_relative, number, pixels
from stet.adapters.extract.tree import Element

WHITE = "#ffffff"
_FAR = 900.0  # pixels to the left or above: no text is that far out by accident
_FAR_RIGHT = 3_000.0  # pixels to the right: pages can be scrolled there, and some are wide
_TINY = 2.0  # pixels
_FAINT = 0.02  # share of opacity
_FUNCTION = re.compile(r"([a-z0-9]{4,12})\(((?:[^()]|\((?:[^()]|\([^()]*\))*\))*)\)")
_NOTHING_LEFT = re.compile(r"inset\((?:50|[6-9]\d|\d{3,5})%|(?:circle|ellipse)\(0|polygon\([0px,\s%]*\)")
_OUT_OF_FLOW = ("absolute", "fixed", "sticky")


class Seen(NamedTuple):
    """What an element hands down: is its text invisible, of no size, of the background's colour, or all of it gone.

    `painted` says that the ground shows through the letters (`background-clip: text`).
    """

    invisible: bool = False
    no_size: bool = False
    colour: str | None = None
    filled: str | None = None
    background: str | None = None
    painted: bool = False
    gone: bool = False

    def blank(self) -> bool:
        """Whether text right here cannot be seen."""
        shown = self.filled or self.colour
        if self.gone or self.invisible or self.no_size:
            return True
        return not self.painted and (shown == TRANSPARENT or alike(shown, self.background))


def is_gone(styles: Styles) -> bool:
    """Whether an element with these styles is not to be seen, with all it contains."""
    return _not_drawn(styles) or _cut_away(styles) or _off_screen(styles)


def _not_drawn(styles: Styles) -> bool:
    display = styles.get("display", "")
    # Variables in variables without end are what nobody writes.
    if display == "none" or "var(" in display or styles.get("content-visibility") == "hidden":
        return True
    if styles.get("background-color") == "currentcolor" and "background-clip" not in styles:
        return True
    opacity = number(styles.get("opacity"))
    if opacity is not None and opacity[0] <= _FAINT:
        return True
    scale = (number(part) for part in styles.get("scale", "").split()[:2])
    if any(part is not None and abs(part[0]) <= _FAINT for part in scale):
        return True
    for name, said in _FUNCTION.findall(styles.get("filter", "")):
        faint = number(said) if name == "opacity" else None
        if faint is not None and faint[0] <= _FAINT:
            return True
    return any(_shrinks(name, said) for name, said in _FUNCTION.findall(styles.get("transform", "")))


def _shrinks(name: str, said: str) -> bool:
    """Whether a function of `transform` leaves nothing of what it is for."""
    parts = [number(part) for part in said.split(",")]
    if name in ("scale", "scalex", "scaley", "scale3d"):
        return any(part is not None and abs(part[0]) <= _FAINT for part in parts[:2])
    if name == "matrix" and len(parts) == 6:
        a, b, c, d = (part[0] if part else 1.0 for part in parts[:4])
        return abs(a * d - b * c) <= _FAINT**2
    return name in ("rotatex", "rotatey") and said.strip() in ("90deg", "-90deg", "270deg")


def _cut_away(styles: Styles) -> bool:
    clip = styles.get("clip", "").replace("px", "").replace(",", " ").split("(")[-1].strip(" )").split()
    if clip and styles.get("position") in ("absolute", "fixed") and _clips_all(clip):
        return True
    if _NOTHING_LEFT.match(styles.get("clip-path", "")):
        return True
    cut = styles.get("overflow") in ("hidden", "clip")
    sizes = (pixels(styles.get(name)) for name in ("width", "height", "max-width", "max-height"))
    if cut and any(size is not None and 0 <= size < _TINY for size in sizes):
        return True
    indent = number(styles.get("text-indent"))
    return cut and indent is not None and indent[1] == "%" and indent[0] >= 1


def _clips_all(clip: list[str]) -> bool:
    """Whether `rect(top, right, bottom, left)` leaves no pixel that a letter could be seen in."""
    edges = [pixels(edge) for edge in clip]
    if len(edges) == 4 and None not in edges:
        top, right, bottom, left = (edge or 0.0 for edge in edges)
        return right - left < _TINY or bottom - top < _TINY
    return set(clip) <= {"0", "1"}


def _off_screen(styles: Styles) -> bool:
    if any(_is_far(styles.get(name)) for name in ("text-indent", "margin-left", "margin-top")):
        return True
    if (spacing := pixels(styles.get("letter-spacing"))) is not None and spacing <= -_FAR / 10:
        return True
    position = styles.get("position")
    if position in ("absolute", "fixed", "relative", "sticky"):
        if any(_is_far(styles.get(name)) for name in ("left", "top", "right", "bottom")):
            return True
        names = ("left", "right", "top", "bottom") if position == "fixed" else ("left", "right")
        beyond = (pixels(styles.get(name)) for name in names)
        if any(place is not None and place >= _FAR_RIGHT for place in beyond):
            return True
    if _moves_away(styles.get("translate", "").split()):
        return True
    return any(
        name.startswith("translate") and _moves_away(said.split(","), vertical=name == "translatey")
        for name, said in _FUNCTION.findall(styles.get("transform", ""))
    )


def _is_far(value: str | None) -> bool:
    place = pixels(value)
    return place is not None and place <= -_FAR


def _moves_away(parts: list[str], *, vertical: bool = False) -> bool:
    for i, part in enumerate(parts[:2]):
        found = number(part)
        if found is not None and found[1] == "%" and found[0] <= -10:
            return True
        place = pixels(part)
        far = place is not None and (place <= -_FAR or (place >= _FAR_RIGHT and not vertical and i == 0))
        if far:
            return True
    return False


def handed_down(element: Element, styles: Styles, above: Seen) -> Seen:
    """What holds for the text right in the element."""
    if not styles and element.tag not in ("font", "body") and element.get("bgcolor") is None:
        return above
    invisible = above.invisible
    if (visibility := styles.get("visibility")) in ("visible", "hidden", "collapse", "initial"):
        invisible = visibility in ("hidden", "collapse")
    attribute = {"font": "color", "body": "text"}.get(element.tag)
    said = styles.get("color") or (element.get(attribute) if attribute else None) or ""
    shown = _inked(said.lower(), above.colour)
    filled = above.filled
    if fill := styles.get("text-fill-color"):
        filled = None if fill in ("currentcolor", "initial", "unset") else _inked(fill, above.filled)
    background = _ground(element, styles, above.background)
    # A ground painted in the letters is seen, where it is not one plain colour itself.
    painted = above.painted or styles.get("background-clip", "").startswith("text")
    return Seen(invisible, _no_size(styles, above), shown, filled, background, painted)


def _no_size(styles: Styles, above: Seen) -> bool:
    size = number(styles.get("font-size"))
    if size is None:
        # Words such as `medium` are sizes of their own.
        return above.no_size and styles.get("font-size") in (None, "inherit", "unset", "smaller", "larger")
    if size[0] <= 0:
        return True
    length = pixels(styles.get("font-size"))
    tiny = not is_relative(size[1]) and length is not None and length < _TINY
    return tiny or (above.no_size and is_relative(size[1]))


def _inked(said: str, above: str | None) -> str | None:
    if not said or said in ("inherit", "unset", "currentcolor", "revert", "revert-layer"):
        return above
    return "#000000" if said == "initial" else colour(said)


def _ground(element: Element, styles: Styles, above: str | None) -> str | None:
    """The colour behind the element's text; None where it is not known: a picture, or what it lies over."""
    image = styles.get("background-image", "none")
    said = styles.get("background-color") or (element.get("bgcolor") or "").lower()
    found = colour(said)
    if image not in ("none", "initial", "unset"):
        return None
    if found is not None and found != TRANSPARENT:
        return found
    if said and found is None and said not in ("initial", "unset", "revert", "revert-layer"):
        return None
    return None if styles.get("position") in _OUT_OF_FLOW else above
