"""A long text as pieces that are ranked by themselves."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence

from stet.domain.evidence import Mark

LONG = 1_400
SHORT = 500
USUAL = 1_000


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


def headings_at(marks: Sequence[Mark], starts: Sequence[int]) -> list[str]:
    """For each position, the heading it stands under ("" before the first one)."""
    headings = [mark for mark in marks if mark.kind == "heading"]
    positions = [mark.start for mark in headings]
    return [headings[i - 1].label if (i := bisect_right(positions, start)) else "" for start in starts]
