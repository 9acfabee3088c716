"""What a page's own markup says is its content, its headings and its forms, for telling what stands in the way.

Read from tags as they come, in one pass and without a tree: where tags are wrong, so may be what is found here.
"""

import html
import re
from typing import NamedTuple

_MARKUP_CHARACTERS = 2_000_000
_NAMES = "script|style|template|noscript|svg|select|head|header|footer|nav|aside|main|h1"
_TAG = re.compile(rf"<(/?)({_NAMES})\b([^<>]{{0,2000}})>", re.IGNORECASE)
_ANY_TAG = re.compile(r"<[!/?a-zA-Z][^<>]{0,5000}>")
_OUTSIDE = frozenset(_NAMES.split("|")) - {"main", "h1"}
_PASSWORD = re.compile(r"<input\b[^<>]{0,600}?\btype\s{0,3}=\s{0,3}[\"']?password\b", re.IGNORECASE)


class Core(NamedTuple):
    """The middle of a page.

    `text` is what stands in `<main>`, or else outside of header, footer, navigation and asides, a line for each tag;
    `heading` is the first `<h1>`.
    """

    text: str
    heading: str


def read_core(markup: str) -> Core:
    """The core of a page's HTML."""
    markup = markup[:_MARKUP_CHARACTERS]
    main: list[str] = []
    kept: list[str] = []
    heading: list[str] = []
    outside, depth, at = "", 0, 0
    in_main = in_heading = False
    for tag in _TAG.finditer(markup):
        closes, name = bool(tag[1]), tag[2].lower()
        if outside:
            if name == outside:
                depth += -1 if closes else 1
                outside, at = (outside if depth else ""), tag.end()
            continue
        piece, at = markup[at : tag.start()], tag.end()
        kept.append(piece)
        if in_main:
            main.append(piece)
        if in_heading:
            heading.append(piece)
        if name in _OUTSIDE and not closes and not tag[3].endswith("/"):
            outside, depth = name, 1
        in_main = (not closes) if name == "main" else in_main
        in_heading = (not closes and not heading) if name == "h1" else in_heading
    if not outside:
        kept.append(markup[at:])
    return Core(_text(main) or _text(kept), _text(heading))


def asks_for_password(markup: str) -> bool:
    """Whether a form of the page has a field for a password."""
    return _PASSWORD.search(markup[:_MARKUP_CHARACTERS]) is not None


def _text(pieces: list[str]) -> str:
    text = html.unescape(_ANY_TAG.sub("\n", "\n".join(pieces)))
    return "\n".join(line for piece in text.split("\n") if (line := " ".join(piece.split())))
