"""A PDF page's tables read down their columns; part of the worker process.

The text of a page goes along its rows. Where a cell takes several lines, its words then stand among those of its
neighbours. Here words become runs by the gaps between them, runs become columns by where they stand, and each column
is read from top to bottom. Loaded by `pdf_worker.py` as a file beside it, so it imports nothing of the package.
"""

import re
from collections.abc import Iterator
from itertools import chain, pairwise
from typing import Any, NamedTuple

from pypdfium2 import raw

# Generated; a type checker makes now this of it, now that, by the order in which it looks.
_PDFIUM: Any = raw

_WORD = re.compile(r"([^\s\ufffe\x02]+)[\ufffe\x02]?")
"""PDFium writes U+FFFE or U+0002 where a line ended in a hyphen: the rest of the word stands elsewhere."""

_GAP = 1.0
"""Words further apart than so many times the height of the line stand in different cells."""

_ROWS = 3
"""Rows with two cells or more that make a table."""

_MARKER = 3
"""A first run of at most so many letters and digits may be a bullet, or the number of an item or line."""

_BACK = 8
"""A page goes on elsewhere, as at the top of another column, where it goes up by more than so many lines."""

_MOST_COLUMNS = 64
_SLACK = 0.2

_TURNS = ((1, 0), (0, 1), (-1, 0), (0, -1))
"""Cosine and sine of quarter turns, clockwise as PDFium counts them."""


class Run(NamedTuple):
    """Words of one line without a wide gap: their span in the text, their place in its order, and on the page."""

    start: int
    end: int
    order: int
    left: float
    right: float
    middle: float
    height: float


class _Column:
    """Runs below each other, and how far they reach to both sides."""

    def __init__(self) -> None:
        self.left, self.right = float("inf"), float("-inf")
        self.runs: list[Run] = []

    def add(self, run: Run) -> None:
        self.left, self.right = min(self.left, run.left), max(self.right, run.right)
        self.runs.append(run)

    def meets(self, run: Run) -> bool:
        return min(self.right, run.right) - max(self.left, run.left) > _SLACK * run.height


class _Region:
    """Rows whose runs stand in the same columns."""

    def __init__(self) -> None:
        self.columns: list[_Column] = []
        self.rows: list[list[Run]] = []

    def take(self, row: list[Run]) -> bool:
        """Add a row, unless one of its runs reaches over two columns, or two of them stand in one."""
        fits: list[_Column] = []
        for run in row if len(row) <= _MOST_COLUMNS else ():
            met = [column for column in self.columns if column.meets(run)]
            if len(met) > 1 or any(column in fits for column in met):
                return False
            fits.append(met[0] if met else _Column())
        new = [column for column in fits if not column.runs]
        if self.rows and (not fits or len(self.columns) + len(new) > _MOST_COLUMNS):
            return False
        for column, run in zip(fits, row, strict=bool(fits)):
            column.add(run)
        self.columns += new
        self.rows.append(row)
        return True

    def is_table(self, text: str) -> bool:
        """Whether enough of its rows have two cells beside the marker of an item, and the text goes along them."""
        if sum(_cells(row, text) > 1 for row in self.rows) < _ROWS:
            return False
        return any(run.order > below.order for run, below in pairwise(chain.from_iterable(self.down())))

    def down(self) -> Iterator[list[Run]]:
        """The runs of each column, from left to right."""
        for column in sorted(self.columns, key=lambda c: c.left):
            yield column.runs


def runs_of(page: Any, text: str, turns: int, count: int) -> list[Run]:
    """The runs of a page whose text stands `turns` quarter turns clockwise, in the order of the text.

    `count` is the number of the page's characters. Words that stand otherwise belong to what they follow.
    """
    places = _Places(page, turns, shifted=count != len(text))
    runs: list[Run] = []
    for m in _WORD.finditer(text):
        word = places.word(m)
        if word is None:
            if runs:
                runs[-1] = runs[-1]._replace(end=m.end())
        elif runs and _is_near(runs[-1], word):
            last = runs[-1]
            left, right = min(last.left, word.left), max(last.right, word.right)
            runs[-1] = last._replace(end=word.end, left=left, right=right)
        else:
            runs.append(word._replace(start=word.start if runs else 0, order=len(runs)))
    return runs


def blocks_of(runs: list[Run], text: str) -> list[list[tuple[int, int]]]:
    """A page in blocks of spans of its text: columns of tables one by one, and what is between as it was.

    Empty where there is no table.
    """
    blocks: list[list[tuple[int, int]]] = []
    plain: list[Run] = []
    for region in _regions(runs):
        if not region.is_table(text):
            plain += (run for row in region.rows for run in row)
            continue
        blocks += _as_it_was(plain)
        blocks += ([(run.start, run.end) for run in column] for column in region.down())
        plain = []
    return blocks + _as_it_was(plain) if blocks else []


class _Places:
    """Where the characters of a page stand, the page being turned upright."""

    def __init__(self, page: Any, turns: int, *, shifted: bool) -> None:
        self._page = page
        self._turns = turns
        self._shifted = shifted
        self._box = _PDFIUM.FS_RECTF()

    def word(self, m: re.Match[str]) -> Run | None:
        """A word of the text as a run; None where it stands at another angle, or nowhere."""
        first = self._of(m.start(), askew=False)
        last = first if len(m[1]) == 1 else self._of(m.end(1) - 1, askew=True)
        if first is None or last is None:
            return None
        left, right, bottom, top = first
        height = max(top - bottom, last[3] - last[2])
        if height <= 0:
            return None
        middle = (bottom + top) / 2
        return Run(m.start(), m.end(), 0, min(left, last[0]), max(right, last[1]), middle, height)

    def _of(self, index: int, *, askew: bool) -> tuple[float, float, float, float] | None:
        """Left, right, bottom and top, with the full height of the line; at an angle only where `askew` says so."""
        page, box = self._page, self._box
        if self._shifted:
            index = _PDFIUM.FPDFText_GetCharIndexFromTextIndex(page, index)
        if index < 0 or not _PDFIUM.FPDFText_GetLooseCharBox(page, index, box):
            return None
        if not askew:
            turns = _PDFIUM.FPDFText_GetCharAngle(page, index) / 1.5707963
            if abs((turns - self._turns + 2) % 4 - 2) > 0.05:
                return None
        left, right, bottom, top = box.left, box.right, box.bottom, box.top
        if self._turns == 0:
            return left, right, bottom, top
        cos, sin = _TURNS[self._turns]
        along = (left * cos - bottom * sin, right * cos - top * sin)
        up = (left * sin + bottom * cos, right * sin + top * cos)
        return min(along), max(along), min(up), max(up)


def _is_near(run: Run, word: Run) -> bool:
    """Whether a word stands in a run's line without a wide gap, on whichever side: not all is read from the left."""
    height = max(run.height, word.height)
    gap = max(word.left - run.right, run.left - word.right)
    return abs(run.middle - word.middle) <= height / 2 and gap <= _GAP * height


def _regions(runs: list[Run]) -> Iterator[_Region]:
    for stretch in _stretches(runs):
        region = _Region()
        for row in _rows(stretch):
            if not region.take(row):
                yield region
                region = _Region()
                region.take(row)
        yield region


def _stretches(runs: list[Run]) -> Iterator[list[Run]]:
    """Runs in the order of the text for as long as they go down the page, with small steps back."""
    stretch: list[Run] = []
    for run in runs:
        if stretch and run.middle - stretch[-1].middle > _BACK * max(run.height, stretch[-1].height):
            yield stretch
            stretch = []
        stretch.append(run)
    if stretch:
        yield stretch


def _rows(stretch: list[Run]) -> Iterator[list[Run]]:
    """The runs of each line from left to right, lines from top to bottom."""
    row: list[Run] = []
    for run in sorted(stretch, key=lambda r: -r.middle):
        if row and row[0].middle - run.middle > max(row[0].height, run.height) / 2:
            yield sorted(row, key=lambda r: r.left)
            row = []
        row.append(run)
    yield sorted(row, key=lambda r: r.left)


def _cells(row: list[Run], text: str) -> int:
    first = row[0]
    return len(row) - (sum(map(str.isalnum, text[first.start : first.end])) <= _MARKER)


def _as_it_was(plain: list[Run]) -> list[list[tuple[int, int]]]:
    """One block of runs in the order of the text; those that follow each other there are one span."""
    spans: list[tuple[int, int]] = []
    following = -1
    for run in sorted(plain):
        if run.order == following:
            spans[-1] = (spans[-1][0], run.end)
        else:
            spans.append((run.start, run.end))
        following = run.order + 1
    return [spans] if spans else []
