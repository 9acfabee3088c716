"""What a page holds but does not show: taken out of the tree before anything is read from it.

Text that no reader sees must not be quoted. There is no CSS engine here: attributes, inline styles and the
simplest rules of the page's own `<style>` blocks are read, and nothing is fetched.
"""

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from stet.adapters.extract.tree import Element, events_of, parse, remove, text_of

Styles = dict[str, str]

_MAX_STYLE = 2_000
_DECLARATION = re.compile(r"([a-z-]{1,40})\s{0,10}:\s{0,10}([^;]{1,300})")
_LENGTH = re.compile(r"([+-]?\d{0,9}\.?\d{0,9})\s?(px|pt|pc|em|rem|ex|ch|%|vw|vh|cm|mm|in)?")
_COMMENT = re.compile(r"/\*.{0,5000}?\*/", re.DOTALL)
_SELECTOR = re.compile(r"(?:[a-z][a-z0-9]{0,20})?[.#][\w-]{1,100}")
_SCALED_AWAY = re.compile(r"scale[xy]?\(\s?0(?:\.0{1,5})?\s?[,)]")
_MOVED_AWAY = re.compile(r"translate(?:x|y|3d)?\(\s?-\d{3,6}(?:px|vw|vh|em|rem)|translate[xy]?\(\s?-\d{4,6}%")
_RGB = re.compile(
    r"rgba?\(\s{0,3}(\d{1,3})[\s,]{1,3}(\d{1,3})[\s,]{1,3}(\d{1,3})\s{0,3}(?:[,/]\s{0,3}([\d.]{1,6}%?))?\s{0,3}\)"
)
_COLOURS = {"white": "#ffffff", "black": "#000000", "red": "#ff0000", "blue": "#0000ff", "yellow": "#ffff00"}
_WHITE = "#ffffff"
_FAR = 900.0  # pixels: no text is that far out by accident
_TINY = 2.0  # pixels
_OPENED = ("tabpanel", "region")
_PIXELS = {
    "px": 1.0,
    "pt": 1.33,
    "pc": 16.0,
    "em": 16.0,
    "rem": 16.0,
    "ex": 8.0,
    "ch": 8.0,
    "cm": 38.0,
    "mm": 3.8,
    "in": 96.0,
}
_RELATIVE = frozenset(("em", "ex", "ch", "%"))


class _Seen(NamedTuple):
    """What an element hands down: is its text invisible, of no size, of the background's colour."""

    invisible: bool = False
    no_size: bool = False
    colour: str | None = None
    background: str | None = None

    def blank(self) -> bool:
        """Whether text right here cannot be seen."""
        return (
            self.invisible
            or self.no_size
            or self.colour == "transparent"
            or (self.colour is not None and self.colour == self.background)
        )


class _Unseen(NamedTuple):
    """Elements to take out, elements whose own text is to go, and those whose text after them is."""

    elements: list[Element]
    texts: list[Element]
    tails: list[Element]


def take_out_hidden(root: Element) -> None:
    """Remove from the tree what a reader of the page cannot see.

    Parts that go with everything in them: `hidden`, `aria-hidden`, `display: none`, opacity 0, clipped away,
    moved off the screen. What is inherited (visibility, size, colour) can be taken back by an element further
    in, so only the text that stands under it is removed. A panel that a tab or button opens can be seen.
    """
    rules: dict[str, Styles] = {}
    for selector, said in _rules(root):
        rules[selector] = rules.get(selector, {}) | said
    unseen = _unseen(root, rules)
    if rules and 2 * sum(map(_size, unseen.elements)) > _size(root):
        # Hardly any page is there to be hidden: scripts show what such rules hide.
        unseen = _unseen(root, {})
    for element in unseen.texts:
        element.text = " "
    for element in unseen.tails:
        element.tail = " "
    for element in unseen.elements:
        remove(element)


def _size(element: Element) -> int:
    """Characters of text under an element, scripts and their like left out."""
    size = sum(len(text.strip()) for text in element.itertext())
    return size - sum(len((e.text or "").strip()) for e in element.iter("script", "style", "noscript"))


def hides(tag: str) -> bool:
    """Whether an opening tag of HTML (`<span hidden>`) hides what it begins."""
    root = parse(f"{tag}.")
    if root is None:
        return False
    take_out_hidden(root)
    return "." not in text_of(root)


def _unseen(root: Element, rules: Mapping[str, Styles]) -> _Unseen:
    opened = {name for e in root.iter() for name in (e.get("aria-controls") or "").split()}
    sheets = (e.tag == "style" or "stylesheet" in (e.get("rel") or "") for e in root.iter("style", "link"))
    state = [_Seen(background=None if any(sheets) else _WHITE)]
    unseen = _Unseen([], [], [])
    gone: list[Element] = []
    events = events_of(root)
    for event, element in events:
        if event == "end":
            if gone and gone[-1] is element:
                gone.pop()
            else:
                state.pop()
            # Text after an element belongs to what is around it.
            if element is not root and element.tail and state[-1].blank():
                unseen.tails.append(element)
            continue
        styles = _styles(element, rules)
        if element.tag not in ("html", "body") and _is_gone(element, styles, opened):
            gone.append(element)
            unseen.elements.append(element)
            events.skip_subtree()
            continue
        state.append(_handed_down(element, styles, state[-1]))
        if element.text and state[-1].blank():
            unseen.texts.append(element)
    return unseen


def _is_gone(element: Element, styles: Styles, opened: set[str]) -> bool:
    """Whether the element is not shown, with all it contains."""
    if element.get("role") in _OPENED and element.get("id") in opened:
        return False
    if len(element) == 1 and element[0].tag == "math" and _stands_for_image(element):
        return False
    if element.get("hidden") is not None and element.get("hidden") != "until-found":
        return True
    if (element.get("aria-hidden") or "").strip().lower() == "true":
        return True
    return bool(styles) and (_not_drawn(styles) or _off_screen(styles))


def _stands_for_image(element: Element) -> bool:
    """Whether a formula's text is hidden because a picture of it follows, as in MediaWiki."""
    after = element.getnext()
    return after is not None and after.tag == "img" and bool(after.get("alt"))


def _not_drawn(styles: Styles) -> bool:
    opacity = _number(styles.get("opacity"))
    if styles.get("display") == "none" or styles.get("content-visibility") == "hidden":
        return True
    if (opacity is not None and opacity[0] <= 0.02) or _SCALED_AWAY.search(styles.get("transform", "")):
        return True
    clip = styles.get("clip", "").replace("px", "").replace(",", " ").split("(")[-1].strip(" )").split()
    if clip and styles.get("position") in ("absolute", "fixed") and set(clip) <= {"0", "1"}:
        return True
    if re.match(r"inset\((?:50|100)%|circle\(0", styles.get("clip-path", "")):
        return True
    sizes = (_pixels(styles.get(name)) for name in ("width", "height", "max-width", "max-height"))
    cut = {styles.get(name) for name in ("overflow", "overflow-x", "overflow-y")} & {"hidden", "clip"}
    return bool(cut) and any(size is not None and 0 <= size < _TINY for size in sizes)


def _off_screen(styles: Styles) -> bool:
    names = ["text-indent", "margin-left", "margin-top"]
    if styles.get("position") in ("absolute", "fixed", "relative"):
        names += ["left", "top", "right", "bottom"]
    far = (_pixels(styles.get(name)) for name in names)
    return any(p is not None and p <= -_FAR for p in far) or bool(
        _MOVED_AWAY.search(styles.get("transform", ""))
    )


def _handed_down(element: Element, styles: Styles, above: _Seen) -> _Seen:
    """What holds for the text right in the element."""
    invisible, no_size = above.invisible, above.no_size
    if visibility := styles.get("visibility"):
        invisible = visibility in ("hidden", "collapse")
    if (size := _number(styles.get("font-size"))) is not None:
        relative = size[1] in _RELATIVE
        tiny = size[0] == 0 or (not relative and size[0] * _PIXELS.get(size[1], 1.0) < _TINY)
        no_size = tiny or (no_size and relative)
    colour = _colour(styles.get("color") or (element.get("color") if element.tag == "font" else None))
    ground = styles.get("background-color") or styles.get("background") or element.get("bgcolor")
    background = above.background
    if ground and ground != "transparent":
        background = _colour(ground)
    return _Seen(invisible, no_size, colour or above.colour, background)


def _styles(element: Element, rules: Mapping[str, Styles]) -> Styles:
    """The declarations that hold for an element: its own over those of the page's rules."""
    own = element.get("style")
    if not own and not rules:
        return {}
    found: Styles = {}
    if rules:
        names = [f".{name}" for name in (element.get("class") or "").split()[:50]]
        names.append(f"#{element.get('id')}")
        for name in names:
            found |= rules.get(name, {}) | rules.get(f"{element.tag}{name}", {})
    return found | _declarations(own) if own else found


def _declarations(text: str) -> Styles:
    text = _COMMENT.sub("", text[:_MAX_STYLE].lower())
    return {m[1]: m[2].replace("!important", "").strip() for m in _DECLARATION.finditer(text)}


def _rules(root: Element) -> Iterator[tuple[str, Styles]]:
    """`.x { … }` and `#x { … }` outside of `@media`; of their declarations, whether the thing is displayed.

    Opacity and place are left to inline styles: in a rule they mostly begin an animation.
    """
    for element in root.iter("style"):
        if (element.get("media") or "all").strip().lower() not in ("all", "screen"):
            continue
        depth, selector = 0, ""
        for piece in re.split(r"([{}])", _COMMENT.sub("", (element.text or "")[:500_000])):
            if piece == "{":
                depth += 1
            elif piece == "}":
                depth = max(0, depth - 1)
            elif depth == 0:
                selector = piece.rpartition(";")[2].strip()
            elif depth == 1 and not selector.startswith("@"):
                said = {k: v for k, v in _declarations(piece).items() if k in ("display", "visibility")}
                if said:
                    yield from (
                        (s.strip(), said) for s in selector.split(",") if _SELECTOR.fullmatch(s.strip())
                    )


def _number(value: str | None) -> tuple[float, str] | None:
    match = _LENGTH.fullmatch(value.strip()) if value else None
    if match is None or not any(c.isdigit() for c in match[1]):
        return None
    return float(match[1]) / (100 if match[2] == "%" else 1), match[2] or "px"


def _pixels(value: str | None) -> float | None:
    """A length in pixels, roughly; a share of something unknown is none."""
    number = _number(value)
    if number is None or number[1] not in _PIXELS:
        return None if number is None or number[1] == "%" else number[0] * 10  # vw, vh
    return number[0] * _PIXELS[number[1]]


def _colour(value: str | None) -> str | None:
    """A colour as `#rrggbb` or `transparent`; None for what is not plainly one."""
    value = (value or "").strip().lower()
    if value in _COLOURS or value == "transparent":
        return _COLOURS.get(value, value)
    if re.fullmatch(r"#[0-9a-f]{3}", value):
        return "#" + "".join(2 * c for c in value[1:])
    if match := _RGB.fullmatch(value):
        if match[4] and float(match[4].rstrip("%")) == 0:
            return "transparent"
        return "#" + "".join(f"{min(255, int(part)):02x}" for part in match.groups()[:3])
    return value if re.fullmatch(r"#[0-9a-f]{6}", value) else None
