"""A long text as pieces that are ranked by themselves."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from stet.domain.evidence import Mark

LONG = 1_400
SHORT = 500
USUAL = 1_000
LINE = 300


def pieces(text: str) -> Iterator[tuple[int, int]]:
    """Spans that cover `text`: ended at a line, else at a space, in linear time."""
    start, length = 0, len(text)
    while length - start > LONG:
        end = text.rfind("\n", start + SHORT, start + USUAL)
        if end < 0:
            end = text.rfind(" ", start + SHORT, start + LONG)
        end = start + USUAL if end < 0 else end + 1
        yield start, end
        start = end
    if start < length:
        yield start, length


def contexts(title: str, text: str, marks: Sequence[Mark], starts: Sequence[int]) -> list[str]:
    """What stands over each position: the document's title and the heading, once where they are the same.

    A text without headings is headed by its first line: there plain text has its title.
    """
    headings = [mark for mark in marks if mark.kind == "heading"]
    positions = [mark.start for mark in headings]
    first = "" if headings else text[:LINE].lstrip().partition("\n")[0]
    found: list[str] = []
    for start in starts:
        at = bisect_right(positions, start)
        heading = headings[at - 1].label if at else first
        found.append(title if heading == title else f"{title}\n{heading}")
    return found
