"""Pieces of a Markdown text as a reader sees them: without the signs of headings, emphasis, links and escapes."""

import re
from typing import Final

# Code first, so that what stands in it stays as it is.
_SIGNS: Final = re.compile(
    r"(?P<code>`[^`\n]{1,500}`)"
    r"|\[\[(?P<key>[^\[\]\n]{1,40})\]\]\([^()\s]{1,2000}\)"
    r"|!?\[(?P<words>[^\[\]\n]{1,400})\]\([^()\s]{1,2000}\)"
    r"|\\(?P<escaped>[!-/:-@\[-`{-~])"
    r"|(?P<bold>(?<![\w*])\*{2,3}(?=[^\s*])|(?<=[^\s*])\*{2,3}(?!\w))"
)
_HEADING: Final = re.compile(r"\s{0,3}#{1,6}[ \t]+")
_CLOSING: Final = re.compile(r"[ \t]+#{1,6}[ \t]*$")
_BULLET: Final = re.compile(r"(?m)^([ \t]{0,12})[-*+][ \t]+(?=\S)")
_FENCE: Final = re.compile(r"(?m)^\s{0,3}(?:```|~~~)")


def fences(paragraph: str) -> int:
    """How many edges of blocks of code a paragraph holds."""
    return sum(1 for _ in _FENCE.finditer(paragraph))


def shown(piece: str, *, heading: bool, first: bool) -> str:
    """A piece of a paragraph without its markup; `first` where the paragraph begins with it.

    What a link leads to is left out: the references of the page name it. Time is linear in the piece's length.
    """
    if heading:
        piece = _CLOSING.sub("", _HEADING.sub("", piece, count=1) if first else piece)
    else:
        piece = _BULLET.sub(r"\1• ", piece) if first or "\n" in piece else piece
    return _SIGNS.sub(_plain, piece)


def _plain(found: re.Match[str]) -> str:
    if found["key"] is not None:
        return f"[{found['key']}]"
    if found["words"] is not None:
        words = found["words"]
        return f"[{words}]" if words.isdecimal() else words
    if found["bold"] is not None:
        return ""
    return found["escaped"] or found.group()
