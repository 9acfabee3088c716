"""The words of a block as one string, with the way back to the whole text."""

from bisect import bisect_right
from typing import NamedTuple


class Source(NamedTuple):
    """The words of a block as one string, and the way back to offsets of the whole text."""

    text: str
    starts: tuple[int, ...]  # of each line, in `text`
    origins: tuple[int, ...]  # of each line, in the whole text

    def origin(self, at: int) -> int:
        """The offset in the whole text of the character at `at`."""
        line = bisect_right(self.starts, at) - 1 if len(self.starts) > 1 else 0
        return self.origins[line] + at - self.starts[line]


def source_of(text: str, lines: tuple[tuple[int, int], ...]) -> Source:
    """The words of lines, joined by line ends."""
    starts: list[int] = []
    at = 0
    for start, end in lines:
        starts.append(at)
        at += end - start + 1
    return Source(
        "\n".join(text[start:end] for start, end in lines), tuple(starts), tuple(s for s, _ in lines)
    )
