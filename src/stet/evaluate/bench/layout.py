"""Parts of a table in text: rows in columns, and lines that keep to its width."""

from collections.abc import Iterator
from textwrap import wrap
from typing import NamedTuple

from stet.report.clean import one_line

WIDE = 80
"""Columns of the table."""


class Group(NamedTuple):
    """A part of the table: a title, rows of cells of which the first is the heading, and lines as they are."""

    title: str
    rows: tuple[tuple[str, ...], ...] = ()
    said: tuple[str, ...] = ()

    def lines(self) -> Iterator[str]:
        """Rows in columns, two spaces between them, then the lines; all without the title."""
        cleaned = [tuple(one_line(cell) for cell in row) for row in self.rows]
        widths = [max(map(len, column)) for column in zip(*cleaned, strict=True)]
        for row in cleaned:
            first, *rest = (
                cell.rjust(width) if at else cell.ljust(width)
                for at, (cell, width) in enumerate(zip(row, widths, strict=True))
            )
            yield "  ".join((first, *rest)).rstrip()
        yield from self.said


def folded(text: str, label: str = "") -> Iterator[str]:
    """A text in lines of the table's width, those after the first indented."""
    line = one_line(f"{label}{text}")
    yield from wrap(line, WIDE, subsequent_indent="  ", break_on_hyphens=False) or [""]
