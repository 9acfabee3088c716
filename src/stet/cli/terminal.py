"""What reaches the terminal: text made harmless, colour only where it is wanted."""

import io
import os
import re
import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, NamedTuple, TextIO

from stet.report.clean import short, without_hidden

if TYPE_CHECKING:
    from rich.console import Console

WIDEST = 100
"""Columns; longer lines are hard to read."""

# Control characters (an escape sequence without its escape is only text) and marks that turn the direction of
# text around; what has no width is the same in every format.
_HARMFUL = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ufff9-\ufffb]")
_LINE_ENDS = re.compile("\r\n?|[\x0b\x0c\x85\u2028\u2029]")
_HALVES = re.compile("[\ud800-\udfff]")


def clean(text: str) -> str:
    """`text` without what could move the cursor, change the screen, hide words or turn their order around."""
    plain = _HARMFUL.sub("", _LINE_ENDS.sub("\n", text))
    return _HALVES.sub("\ufffd", without_hidden(plain))


def one_line(text: str) -> str:
    """`clean`, on one line."""
    return " ".join(clean(text).split())


def cut(text: str, longest: int) -> str:
    """`one_line`, and at most `longest` characters of it, cut at a word where there is one."""
    return short(one_line(text), longest)


class Line(NamedTuple):
    """A line of a page: its text, a style for terminals, the columns it is indented by, a label in them."""

    text: str = ""
    style: str = ""
    indent: int = 0
    label: str = ""


def write(lines: Iterable[Line]) -> None:
    """Print lines on stdout: wrapped and styled on a terminal, else one line each as they are."""
    if not sys.stdout.isatty():
        for line in lines:
            print(f"{line.label:<{line.indent}}{clean(line.text)}".rstrip())
        return
    from rich.text import Text

    screen = console(sys.stdout)
    for line in lines:
        pieces = Text(clean(line.text), line.style).wrap(screen, max(20, screen.width - line.indent))
        for number, piece in enumerate(pieces or [Text()]):
            screen.print(Text(f"{'' if number else line.label:<{line.indent}}").append_text(piece))


def console(stream: TextIO) -> "Console":
    """A rich console that never reads text as markup, and keeps to NO_COLOR, FORCE_COLOR and TERM."""
    from rich.console import Console

    from stet.config import terminal

    said = terminal()
    made = Console(
        file=stream,
        markup=False,
        highlight=False,
        emoji=False,
        no_color=said.color is False,
        force_terminal=True if said.color else None,
    )
    made.width = min(made.width, WIDEST)
    return made


def lively(stream: TextIO) -> bool:
    """Whether a line on `stream` can be drawn over."""
    from stet.config import terminal

    return stream.isatty() and not terminal().dumb


def ready_streams() -> None:
    """Let every character be printed: UTF-8 into files and pipes; on terminals that lack one, a stand-in."""
    for name in ("stdout", "stderr"):
        if getattr(sys, name) is None:  # closed before we began
            setattr(sys, name, open(os.devnull, "w", encoding="utf-8"))  # noqa: PTH123, SIM115  for good
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            if stream.isatty():
                stream.reconfigure(errors="replace")
            else:
                stream.reconfigure(encoding="utf-8", errors="replace")


def table(rows: Iterable[tuple[str, ...]]) -> list[str]:
    """Rows in columns, two spaces between them; the last column is not filled up."""
    cleaned = [tuple(one_line(cell) for cell in row) for row in rows]
    if not cleaned:
        return []
    widths = [max(len(row[column]) for row in cleaned) for column in range(len(cleaned[0]) - 1)]
    return [
        "  ".join([*(c.ljust(w) for c, w in zip(row, widths, strict=False)), row[-1]]).rstrip()
        for row in cleaned
    ]
