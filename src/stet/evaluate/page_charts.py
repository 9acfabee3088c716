"""The charts of a comparison, each with the table that says the same in numbers."""

from collections.abc import Iterable, Sequence
from math import isfinite
from typing import Final, NamedTuple

from stet.domain.run import Level
from stet.evaluate.bench.sums import Row
from stet.evaluate.charts.bars import Bar, bars
from stet.evaluate.charts.intervals import Interval, intervals
from stet.evaluate.charts.scatter import SHAPE_SIGNS, SHAPES, Axis, Point, scatter
from stet.evaluate.drift_told import WORDS, move_told, number, signed
from stet.evaluate.drift_values import Drift, DriftRow, Finding, Move
from stet.report.clean import short

_LEVELS: Final = tuple(Level)
_PARTS: Final = ("caught", "beside", "open", "missed")
_PARTS_SAID: Final = (
    "caught: a check that can speak of the error said no; beside: only another check did; "
    "open: left to a judge or a person; missed: nothing was said."
)
_MARKS_SAID: Final = (
    "▲ better, ▼ worse, ● moved: beyond noise after the correction for all figures and rows; ○ not beyond it. "
    "Lines are 95 % intervals; where there is none, there is no chance in it or there are too few pairs."
)
_MOST: Final = 60
_NAME: Final = 80
_MARKS: Final = {Finding.BETTER: "up", Finding.WORSE: "down", Finding.MOVED: "dot", Finding.PERHAPS: "ring"}
_COVERAGE: Final = "topic_coverage"


class Figure(NamedTuple):
    """A chart, what it is of, and its table: the first row is the heading. `svg` is markup."""

    key: str
    title: str
    svg: str
    said: tuple[str, ...]
    table: tuple[tuple[str, ...], ...]


def name_of(row: Row) -> str:
    """A row by its number, level and player."""
    return f"{row.number} {row.level.value}, {short(row.player, _NAME)}"


def sign_of(row: Row) -> str:
    """The shape of its level, as a character."""
    return SHAPE_SIGNS[SHAPES[_shape(row)]]


def _shape(row: Row) -> int:
    return _LEVELS.index(row.level)


def cost_figure(rows: Sequence[Row]) -> Figure:
    """What a run costs against the share of runs whose report was accepted."""
    found: list[tuple[Row, float | None, float | None]] = []
    for row in rows:
        cost, ended = row.money("cost"), row.approved
        each = None if cost is None or not ended.of else float(cost) / ended.of
        found.append((row, each, ended.hits / ended.of if ended.of else None))
    return _scatter(
        "cost",
        "Cost against acceptance",
        Axis("cost of a run, all attempts"),
        Axis("reports accepted", share=True),
        found,
    )


def coverage_figure(rows: Sequence[Row]) -> Figure:
    """How many sources a run reads against the share of topics that its report covers."""
    found: list[tuple[Row, float | None, float | None]] = []
    for row in rows:
        covered = row.metrics().get(_COVERAGE)
        found.append((row, row.mean("sources"), None if covered is None else covered.value))
    return _scatter(
        "coverage",
        "Coverage against sources",
        Axis("sources read in a run"),
        Axis("topics covered", share=True),
        found,
    )


def _scatter(
    key: str, title: str, x: Axis, y: Axis, found: Sequence[tuple[Row, float | None, float | None]]
) -> Figure:
    points = [
        Point(str(row.number), name_of(row), _shape(row), across, up)
        for row, across, up in found
        if across is not None and up is not None and isfinite(across) and isfinite(up)
    ]
    drawn = {point.label for point in points}
    absent = [str(row.number) for row, _, _ in found if str(row.number) not in drawn]
    said = ["The number in a mark is the row's, its shape the level's."]
    if absent:
        said.append(f"Not drawn, since a value is unknown: {', '.join(absent)}.")
    table = [("row", x.title, y.title)]
    table += [(name_of(row), _value(across, x), _value(up, y)) for row, across, up in found]
    return Figure(key, title, scatter(f"chart-{key}", title, points, x, y), tuple(said), tuple(table))


def _value(value: float | None, axis: Axis) -> str:
    if value is None or not isfinite(value):
        return "unknown"
    return number(value, "share") if axis.share else f"{value:,.4g}"


def caught_figure(rows: Sequence[Row]) -> Figure:
    """What became of planted errors: a bar for each kind over all rows, and a table by kind and row."""
    by_row = [(row, _caught(row)) for row in rows]
    kinds = list(dict.fromkeys(kind for _, found in by_row for kind in found))
    whole = [Bar(kind, _sum(found.get(kind) for _, found in by_row)) for kind in kinds]
    table: list[tuple[str, ...]] = [("kind", "row", "planted", *_PARTS)]
    for kind in kinds:
        for row, found in by_row:
            if (parts := found.get(kind)) is not None:
                table.append((short(kind, _NAME), name_of(row), str(sum(parts)), *map(str, parts)))
    title = "Planted errors, by what became of them"
    return Figure("caught", title, bars("chart-caught", title, _PARTS, whole), (_PARTS_SAID,), tuple(table))


def _caught(row: Row) -> dict[str, tuple[int, ...]]:
    found: dict[str, tuple[int, ...]] = {}
    for each in (each for measures in row.measured for each in measures.caught):
        beside = max(0, each.planted - each.caught - each.open - each.missed)
        parts = (each.caught, beside, each.open, each.missed)
        found[each.kind] = _sum((found.get(each.kind), parts))
    return found


def _sum(parts: Iterable[tuple[int, ...] | None]) -> tuple[int, ...]:
    return tuple(map(sum, zip(*(each for each in parts if each is not None), strict=True)))


def drift_figure(drift: Drift) -> Figure:
    """Differences of shares with their intervals; the table has every figure that is not the same."""
    moves = [(row, move) for row in drift.rows for move in row.moves if move.finding is not Finding.SAME]
    shares = [
        (row, move, move.difference)
        for row, move in moves
        if move.unit == "share" and move.difference is not None
    ]
    drawn = [
        Interval(
            f"{move.title}: {_row_name(row)}",
            f"{WORDS[move.finding]}, {move_told(move)}",
            _MARKS.get(move.finding, "ring"),
            100 * difference,
            None if move.low is None else 100 * move.low,
            None if move.high is None else 100 * move.high,
        )
        for row, move, difference in shares[:_MOST]
    ]
    said = [_MARKS_SAID]
    if len(shares) > _MOST:
        said.append(f"The first {_MOST} of {len(shares)} are drawn.")
    table = [("row", "figure", "finding", "before", "now", "difference", "95 %", "p", "p of all", "pairs")]
    table += [_moved(row, move) for row, move in moves]
    title = "What moved since the baseline"
    svg = intervals("chart-drift", title, drawn, "points")
    return Figure("drift", title, svg, tuple(said), tuple(table))


def _row_name(row: DriftRow) -> str:
    return f"{row.level.value}, {short(row.player, 40)}"


def _moved(row: DriftRow, move: Move) -> tuple[str, ...]:
    interval = "none"
    if move.low is not None and move.high is not None:
        interval = f"{signed(move.low, move.unit)} to {signed(move.high, move.unit)}"
    return (
        _row_name(row),
        move.title,
        WORDS[move.finding],
        number(move.baseline, move.unit),
        number(move.now, move.unit),
        "undefined" if move.difference is None else signed(move.difference, move.unit),
        interval,
        "none" if move.p is None else f"{move.p:.3f}",
        "none" if move.corrected is None else f"{move.corrected:.3f}",
        f"{move.changed} of {move.pairs} differ",
    )
