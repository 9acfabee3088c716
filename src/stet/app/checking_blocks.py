"""The paragraphs and lines of a report in Markdown: what of an edited one stands there as it was written."""

import re
from collections.abc import Iterator
from collections.abc import Set as AbstractSet
from typing import Final, NamedTuple

_BLANK: Final = re.compile(r"\n[ \t]{0,20}\n\s*")
_HEADING: Final = re.compile(r"## (.{1,200})")
_LINE: Final = re.compile(r"[^\n]+")


class Block(NamedTuple):
    """Characters `[start, end)` of a text, their words with single spaces, and the part of the report they stand in."""

    start: int
    end: int
    words: str
    part: str


def blocks_of(text: str) -> Iterator[Block]:
    """The paragraphs of a text, each with the part of the report it stands in."""
    part, start = "", 0
    for gap in (*_BLANK.finditer(text), None):
        end = len(text) if gap is None else gap.start()
        words = " ".join(text[start:end].split())
        if (heading := _HEADING.fullmatch(words)) is not None:
            part = heading[1].casefold()
        if words:
            yield Block(start, end, words, part)
        start = end if gap is None else gap.end()


def changed_of(block: Block, text: str, known: AbstractSet[str]) -> Iterator[Block]:
    """What of a paragraph stands on lines that are not known; all of it where none is."""
    run: list[Block] = []
    lines = list(lines_of(block, text))
    if len(lines) < 2 or not any(line.words in known for line in lines):
        yield block
        return
    for line in (*lines, None):
        if line is not None and line.words not in known:
            run.append(line)
        elif run:
            words = " ".join(each.words for each in run)
            yield Block(run[0].start, run[-1].end, words, block.part)
            run = []


def lines_of(block: Block, text: str) -> Iterator[Block]:
    """The lines of a paragraph, empty ones left out."""
    for found in _LINE.finditer(text, block.start, block.end):
        if words := " ".join(found.group().split()):
            yield Block(found.start(), found.end(), words, block.part)
