"""Declarations of CSS, in a rule or a `style` attribute: those that can hide text, in one spelling.

Syntax as in CSS Syntax Module Level 3. A value that its property cannot have is no declaration, as in browsers.
"""

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from stet.adapters.extract.htmlvalues import colour, is_colour, number

Styles = dict[str, str]

# Comments, strings, addresses and escapes go as a whole: braces and semicolons in them mean nothing.
_PIECE = re.compile(
    r"""/\*(?:.*?\*/|.*)|"(?:[^"\\\n]|\\.)*"?|'(?:[^'\\\n]|\\.)*'?|(?<=[uU][rR][lL])\(\s*(?!["'\s])[^)]*\)?|\\."""
    r"""|[{};]|[^{};"'/\\(]+|.""",
    re.DOTALL,
)
_ESCAPE = re.compile(r"\\([0-9a-fA-F]{1,6})\s?|\\(.)", re.DOTALL)
_IMPORTANT = re.compile(r"\s*!\s*important\s*$")
_ANY = frozenset(("inherit", "initial", "unset", "revert", "revert-layer"))
_POSITIONS = frozenset(("static", "relative", "absolute", "fixed", "sticky"))
_VISIBLE = frozenset(("visible", "hidden", "collapse"))
_OVERFLOW = frozenset(("visible", "hidden", "clip", "scroll", "auto"))
_DISPLAY = re.compile(
    r"none|contents|(?:block|inline|flow|flow-root|run-in|table|flex|grid|ruby|math|list-item|inline-[a-z]{4,5}|table-[a-z-]{3,15}"
    r"|ruby-[a-z-]{4,15}|-webkit-(?:inline-)?(?:box|flex))(?: [a-z -]{3,20})?"
)
_LENGTHS = frozenset(
    (
        "left top right bottom text-indent margin-left margin-top letter-spacing opacity width height max-width"
        " max-height font-size"
    ).split()
)
_WORDS = re.compile(r"[a-z]{1,8}(?:-[a-z]{1,8}){0,2}|(?:calc|min|max|clamp|fit-content|var|env)\(.{1,300}\)")
_FREE = frozenset(("transform", "translate", "scale", "filter", "clip", "clip-path", "content-visibility"))
_MOVES = ("transform", "translate", "scale", "filter", "clip")
_LONGEST_MOVE = 2_000
_SHORTHANDS = ("background", "font", "inset", "margin", "overflow")
_LONGEST_VARIABLE = 2_000
_OF_COLOUR = frozenset(("color", "background-color", "text-fill-color"))
_READ = (
    _LENGTHS
    | _FREE
    | _OF_COLOUR
    | frozenset(
        (
            "display visibility position background background-image background-clip font inset margin"
            " overflow overflow-x overflow-y"
        ).split()
    )
)
_FONT_SIZE = re.compile(r"(?:^|\s)(\d*\.?\d+(?:[a-z]{1,4}|%)?)\s*(?:/|\s)")


class Declared(NamedTuple):
    """Declarations in one spelling; those with `!important` apart."""

    normal: Styles
    important: Styles


def pieces(text: str) -> Iterator[str]:
    """The text in pieces: `{`, `}` and `;` by themselves, comments left out."""
    return (m[0] for m in _PIECE.finditer(text) if not m[0].startswith("/*"))


def unescaped(text: str) -> str:
    r"""The text with what escapes such as `\\69` stand for."""
    return _ESCAPE.sub(lambda m: _of_code(m[1]) if m[1] else m[2], text) if "\\" in text else text


def of_attribute(text: str) -> Declared:
    """The declarations of a `style` attribute."""
    if not any(sign in text for sign in "\"'\\/("):
        return declared(text.split(";"))
    found: list[list[str]] = [[]]
    for piece in pieces(text):
        if piece == ";":
            found.append([])
        else:
            found[-1].append(piece)
    return declared("".join(part) for part in found)


def declared(texts: Iterable[str]) -> Declared:
    """What these declarations (`name: value`) say, the later over the earlier."""
    normal: Styles = {}
    important: Styles = {}
    for text in texts:
        name, colon, value = text.partition(":")
        if not colon:
            continue
        name = unescaped(name).strip().lower().removeprefix("-webkit-")
        if name not in _READ and not name.startswith("--"):
            continue
        value = " ".join(unescaped(value).lower().split())
        bare = _IMPORTANT.sub("", value)
        into = normal if bare == value else important
        into.update(_spelled(name, bare))
    return Declared(normal, important)


def _of_code(digits: str) -> str:
    code = int(digits, 16)
    return chr(code) if 0 < code < 0xD800 or 0xDFFF < code < 0x110000 else "\ufffd"


def _spelled(name: str, value: str) -> Styles:
    """The declaration by its long names; nothing where it cannot hide text or is none."""
    if name.startswith("--") or ("var(" in value and name in _SHORTHANDS):
        # What the variable in a shorthand says is known only at the element.
        return {name: value} if len(value) <= _LONGEST_VARIABLE else {}
    if name in _MOVES and len(value) > _LONGEST_MOVE:
        # Nobody writes such by hand, nor reads it: it counts as hiding.
        return {"display": "none"}
    if name == "background":
        return background(value)
    if name == "font":
        match = _FONT_SIZE.search(value)
        return {"font-size": match[1]} if match else {}
    if name in ("inset", "margin"):
        return _sides(name, value)
    if name in ("overflow", "overflow-x", "overflow-y"):
        return {"overflow": word} if (word := value.split(" ", 1)[0]) in _OVERFLOW else {}
    if name in ("background-clip", "background-image"):
        return {name: value}
    return {name: value} if _can_be(name, value) else {}


def again(name: str, value: str) -> Styles:
    """The declaration, its variables now put in, by its long names."""
    return _spelled(name, value)


def background(value: str) -> Styles:
    """The colour that the shorthand `background` sets; `?` where a picture or a gradient is painted."""
    if "url(" in value or "gradient(" in value or "image" in value:
        return {"background-color": "transparent", "background-image": value}
    if colour(value) is not None or is_colour(value):
        return {"background-color": value, "background-image": "none"}
    found = next((part for part in value.split() if colour(part) is not None), None)
    return {
        "background-color": found or ("transparent" if "(" not in value else "?"),
        "background-image": "none",
    }


def _sides(name: str, value: str) -> Styles:
    parts = value.split()
    if not 1 <= len(parts) <= 4 or "(" in value:
        parts = [value] * 4 if "(" in value else []
    if not parts:
        return {}
    top, left = parts[0], parts[{1: 0, 2: 1, 3: 1, 4: 3}[len(parts)]]
    return {"top": top, "left": left} if name == "inset" else {"margin-top": top, "margin-left": left}


def _can_be(name: str, value: str) -> bool:
    if name in _LENGTHS:
        return "var(" in value or number(value) is not None or _WORDS.fullmatch(value) is not None
    if name in _FREE:
        return True
    if name in _OF_COLOUR:
        return is_colour(value)
    if value in _ANY or "var(" in value:
        return name in ("display", "visibility", "position")
    if name == "display":
        return _DISPLAY.fullmatch(value) is not None
    return (name == "visibility" and value in _VISIBLE) or (name == "position" and value in _POSITIONS)
