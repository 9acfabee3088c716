"""Blocks of text, and how they become one text with marks: shared by every format."""

import re
from collections.abc import Iterable
from typing import NamedTuple

from stet.domain.evidence import Mark

# Runs of these are one space to a reader. No-break spaces are the author's and stay.
_SPACES = re.compile(r"[ \t\r\n\f\v]+")
_BLANK_LINES = re.compile(r"\n{3,}")


class Block(NamedTuple):
    """A paragraph, heading, list item, table row or piece of code.

    Blocks of one `group` (a list, a table) follow each other line by line; all others are set apart by a
    blank line. `links` counts the characters that stand in links, `level` is that of a heading.
    """

    kind: str
    text: str
    level: int = 0
    group: int = 0
    links: int = 0


def squeeze(text: str) -> str:
    """The text on one line: runs of white space become one space, none at the ends."""
    return _SPACES.sub(" ", text).strip()


def tidy(text: str) -> str:
    r"""Newlines as `\\n`, no NUL, no space at the end of a line; everything else as it was."""
    text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\x00", "").replace("\ufeff", "")
    # Lone surrogates cannot be stored as UTF-8.
    text = text.encode("utf-8", "replace").decode("utf-8") if _has_surrogate(text) else text
    return "\n".join(line.rstrip(" \t") for line in text.split("\n"))


def paragraphs(text: str) -> str:
    """Tidy text in which paragraphs are one blank line apart, and nothing stands before or after it."""
    return _BLANK_LINES.sub("\n\n", tidy(text)).strip("\n ")


def render(blocks: Iterable[Block]) -> tuple[str, tuple[Mark, ...]]:
    """The text of the blocks and a mark for every heading; spans count code points of the text."""
    parts: list[str] = []
    marks: list[Mark] = []
    length = 0
    previous: Block | None = None
    for block in blocks:
        if previous is not None:
            gap = "\n" if block.group and block.group == previous.group else "\n\n"
            parts.append(gap)
            length += len(gap)
        if block.kind == "heading":
            end = length + len(block.text)
            marks.append(Mark(kind="heading", start=length, end=end, label=block.text, level=block.level))
        parts.append(block.text)
        length += len(block.text)
        previous = block
    return "".join(parts), tuple(marks)


def _has_surrogate(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return True
    return False
