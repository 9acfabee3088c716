"""A provider's bill: its usage export, read row by row, summed by model and day.

The file may be of any size: only the sums are kept, and a line, a cell, a row or a list of sums that goes on for ever
is refused. A row that cannot be read is counted and named, never left out in silence.
"""

import csv
import re
from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal
from functools import lru_cache
from io import TextIOWrapper
from itertools import islice
from pathlib import Path
from typing import BinaryIO, NamedTuple

from stet.errors import BadSetting, NotFound
from stet.evaluate.cost import cells
from stet.evaluate.cost.columns import Columns, columns_of
from stet.evaluate.cost.money import added

_HEADER_LINES = 20
_LINE = 1_000_000
_CELL = 100_000
_LINES_OF_A_ROW = 1_000
_SUMS = 100_000
_NAMED = 100
_NAME = 200
_DELIMITERS = ",;\t|"
_SPACES = re.compile(r"[\s._:-]+")
_DATED = re.compile(r"-20\d\d-?[01]\d-?[0-3]\d\Z")
_NO_MODEL = "no model"
_NO_CELLS: list[str] = []


class Unread(NamedTuple):
    """A row that could not be read: its line in the file, and why."""

    line: int
    why: str


@dataclass(slots=True)
class Billed:
    """What was billed of a model on a day; `cost` is None where a row gives none, though tokens were used."""

    model: str
    rows: int = 0
    input: int = 0
    output: int = 0
    cached: int = 0
    cost: Decimal | None = Decimal(0)

    def add(self, row: "_Row") -> None:
        """One row more."""
        self.rows += 1
        self.input += row.input
        self.output += row.output
        self.cached += row.cached
        self.cost = None if self.cost is None or row.cost is None else added((self.cost, row.cost))


@dataclass(slots=True)
class Bill:
    """A bill in sums, by the key of a model and the day.

    `unread` are the first of `unread_rows`; `empty` are rows in which nothing was billed; `credits` is what rows with
    a negative amount come to. `named` says whether the bill names its currency.
    """

    columns: Columns
    currency: str
    named: bool = False
    sums: dict[tuple[str, date], Billed] = field(default_factory=dict[tuple[str, date], Billed])
    rows: int = 0
    empty: int = 0
    credits: Decimal = Decimal(0)
    unread: list[Unread] = field(default_factory=list[Unread])
    unread_rows: int = 0

    @property
    def days(self) -> tuple[date, date] | None:
        """The first and the last day of the bill."""
        days = [day for _, day in self.sums]
        return (min(days), max(days)) if days else None


class _Row(NamedTuple):
    model: str
    day: date
    input: int
    output: int
    cached: int
    cost: Decimal | None
    currency: str | None


def model_key(name: str) -> str:
    """What the names of one model have in common: of `Claude Haiku 4.5`, `anthropic/claude-4.5-haiku-20251001`, ….

    The maker before a slash, what comes after a comma, and a date at the end are left out, and the order of the parts
    does not count: providers write it in more than one.
    """
    return _key(name[:_NAME])


@lru_cache(maxsize=10_000)
def _key(name: str) -> str:
    text = name.casefold().partition(",")[0].rpartition("/")[2].strip()
    text = _DATED.sub("", _SPACES.sub("-", text))
    return "-".join(sorted(part for part in text.split("-") if part))


def read_bill(path: Path, currency: str) -> Bill:
    """The bill in a CSV file: with commas, semicolons or tabs, in UTF-8 or UTF-16.

    Raises:
        NotFound: there is no such file
        BadSetting: it is no such bill, or in another currency than `currency`
    """
    if not path.is_file():
        raise NotFound(f"--bill: there is no file {path}", hint="give the CSV that the provider exports")
    limit = csv.field_size_limit(_CELL)
    try:
        with path.open("rb") as file, closing(_Lines(file, str(path))) as lines:
            return _read(lines, currency)
    except (csv.Error, UnicodeError) as error:
        raise BadSetting(f"--bill: {path} is not readable as CSV: {error}", hint=_HINT) from error
    finally:
        csv.field_size_limit(limit)


_HINT = "export the usage or the cost from the provider's console, with a column for the model and one for the day"


class _Lines:
    """The lines of a file, none of them longer than a line can be; counts those of the row that is being read."""

    def __init__(self, file: BinaryIO, name: str) -> None:
        start = file.read(2)
        file.seek(0)
        wide = start in (b"\xff\xfe", b"\xfe\xff")
        encoding, errors = ("utf-16", "strict") if wide else ("utf-8-sig", "replace")
        self._file = TextIOWrapper(file, encoding=encoding, errors=errors, newline="")
        self._name = name
        self.of_row = 0

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __iter__(self) -> Iterator[str]:
        while line := self._file.readline(_LINE + 1):
            self.of_row += 1
            if len(line) > _LINE or self.of_row > _LINES_OF_A_ROW:
                what = "a line" if len(line) > _LINE else "a row"
                raise BadSetting(
                    f"--bill: {self._name} has {what} that does not end: this is no bill", hint=_HINT
                )
            yield line


def _read(lines: _Lines, currency: str) -> Bill:
    start = [*islice(lines, _HEADER_LINES)]
    delimiter, columns, line = _header(start)
    bill = Bill(columns, currency, named=columns.currency is not None or columns.currency_in is not None)
    if columns.currency is not None:
        _same(columns.currency, currency, line)
    reader = csv.reader(_chained(start[line:], lines), delimiter=delimiter)
    lines.of_row = 0
    for row in reader:
        lines.of_row = 0
        _take(bill, row, line + reader.line_num, comma=delimiter == ";")
    return bill


def _chained(start: Sequence[str], lines: _Lines) -> Iterator[str]:
    yield from start
    yield from lines


def _header(start: Sequence[str]) -> tuple[str, Columns, int]:
    """The delimiter, the columns, and after how many lines the rows begin; what stands above the header is passed."""
    for number, line in enumerate(start, start=1):
        for delimiter in _DELIMITERS:
            columns = columns_of(next(csv.reader([line], delimiter=delimiter), _NO_CELLS))
            if columns is not None:
                return delimiter, columns, number
    raise BadSetting(
        f"--bill: no header in the first {_HEADER_LINES} lines: it needs a model, a day, and tokens or a cost",
        hint=_HINT,
    )


def _take(bill: Bill, row: Sequence[str], line: int, *, comma: bool) -> None:
    if not any(map(str.strip, row)):
        return
    bill.rows += 1
    try:
        found = _row(row, bill.columns, comma=comma)
    except ValueError as error:
        bill.unread_rows += 1
        if len(bill.unread) < _NAMED:
            bill.unread.append(Unread(line, str(error)))
        return
    if found is None:
        bill.empty += 1
        return
    if found.currency is not None:
        bill.named = True
        _same(found.currency, bill.currency, line)
    if found.cost is not None and found.cost < 0:
        bill.credits = added((bill.credits, found.cost))
    key = (model_key(found.model), found.day)
    if key not in bill.sums and len(bill.sums) == _SUMS:
        raise BadSetting(
            f"--bill: more than {_SUMS:,} models and days are in it: this is no bill", hint=_HINT
        )
    bill.sums.setdefault(key, Billed(found.model)).add(found)


def _row(row: Sequence[str], columns: Columns, *, comma: bool) -> _Row | None:
    """A row, or None where nothing was billed in it."""
    if len(row) < columns.width or any(cell.strip() for cell in row[columns.width :]):
        raise ValueError(f"{len(row)} cells and not {columns.width} as in the header")

    def tokens(place: int | None) -> int:
        return cells.tokens(row[place], comma=comma) if place is not None else 0

    def said(place: int | None) -> str:
        return row[place].strip() if place is not None else ""

    counted = sum(tokens(place) for place in columns.input), tokens(columns.output), tokens(columns.cached)
    cost, currency = _cost(said(columns.cost), said(columns.currency_in), comma=comma)
    if not said(columns.model) and not any(counted) and not cost:
        return None
    if cost is None and columns.cost is not None and not any(counted):
        cost = Decimal(0)
    return _Row(
        said(columns.model)[:_NAME] or _NO_MODEL, cells.day(said(columns.day)), *counted, cost, currency
    )


def _cost(amount: str, currency: str, *, comma: bool) -> tuple[Decimal | None, str | None]:
    if not amount:
        return None, None
    cost, beside = cells.money(amount, comma=comma)
    return cost, currency.upper()[:10] or beside


def _same(found: str, wanted: str, line: int) -> None:
    """Refuse a bill in another currency.

    Raises:
        BadSetting
    """
    if found != wanted:
        raise BadSetting(
            f"--bill: the bill is in {found} (line {line}) and [costs] in {wanted}: they are not compared",
            hint=f"set the currency of [costs] to {found}, with prices in it, or take a bill in {wanted}",
        )
