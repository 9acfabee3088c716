"""The table of a comparison as text of at most 80 columns: what was compared, sums by row, metrics, tasks, failures."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from stet.domain.report import ReportOutcome
from stet.evaluate.bench.layout import Group
from stet.evaluate.bench.sums import Row, facts_of, forbidden_of, rows_of, tasks_of
from stet.evaluate.bench.table_notes import failures, heading, made_with
from stet.evaluate.bench.values import BenchResult, Quotient
from stet.evaluate.metrics import TARGETS, Target
from stet.evaluate.planting_values import Share, share
from stet.report.clean import short

_NAME = 24
_TASK = 24
_NOTHING = "–"
_PER_RUN = "per run"
_NO_HITS = frozenset({"calibration_gap"})
"""Metrics in shares that are no hits of so many."""


def groups_of(result: BenchResult) -> Iterator[Group]:
    """The whole table."""
    rows = rows_of(result)
    yield heading(result)
    if rows:
        yield _outcomes(rows)
        yield _reading(rows)
        yield _claims(rows)
        if any(facts_of(result.order, row.cells).of for row in rows):
            yield _facts(result, rows)
        yield _work(rows)
        yield _money(rows)
        yield _metrics(rows)
        yield _by_task(result, rows)
    yield from failures(result)
    yield from made_with(result, rows)


def text_of(result: BenchResult) -> str:
    """The table as text."""
    parts = ["\n".join((group.title, *group.lines())) for group in groups_of(result)]
    return "\n\n".join(parts) + "\n"


def name_of(row: Row) -> str:
    """The row by its number and as much of its name as there is room for."""
    return short(f"{row.number} {row.level.value} {row.player}", _NAME)


def _outcomes(rows: Sequence[Row]) -> Group:
    head = ("", "cells", "approved", "95 %", "rejected", "empty", "failed", "open")
    said = ("rejected: not approved; empty: no evidence was found; open: not ended yet",)
    return Group("How the runs ended", (head, *map(_outcome, rows)), said)


def _outcome(row: Row) -> tuple[str, ...]:
    ended = row.outcomes()
    kinds = (ReportOutcome.NOT_APPROVED, ReportOutcome.NO_EVIDENCE, ReportOutcome.FAILED)
    counts = (*(str(ended[kind]) for kind in kinds), str(row.open))
    return (name_of(row), str(len(row.cells)), _of(row.approved), _interval(row.approved), *counts)


def _reading(rows: Sequence[Row]) -> Group:
    names = ("sources", "official", "sites", "rounds", "searches", "pages")
    return Group(f"What was read, {_PER_RUN}", (("", *names), *(_means(row, names) for row in rows)))


def _claims(rows: Sequence[Row]) -> Group:
    names = ("supported", "conflicting", "unreviewed", "unsupported", "gaps")
    return Group(
        f"Claims by decision, and gaps, {_PER_RUN}", (("", *names), *(_means(r, names) for r in rows))
    )


def _means(row: Row, names: Sequence[str]) -> tuple[str, ...]:
    return (name_of(row), *(_number(row.mean(name)) for name in names))


def _facts(result: BenchResult, rows: Sequence[Row]) -> Group:
    made: list[tuple[str, ...]] = [("", "found", "95 %", "forbidden", "95 %")]
    for row in rows:
        found, wrong = facts_of(result.order, row.cells), forbidden_of(row.cells)
        made.append((name_of(row), _of(found), _interval(found), _of(wrong), _interval(wrong)))
    said = "found: of the tasks' facts; forbidden: claimed, of what must not be claimed"
    return Group("Reference facts", tuple(made), (said,))


def _work(rows: Sequence[Row]) -> Group:
    made: list[tuple[str, ...]] = [("", "seconds", "tokens", "calls")]
    for row in rows:
        tokens = row.mean("tokens")
        used = _NOTHING if tokens is None else f"{tokens:,.0f}"
        made.append((name_of(row), _number(row.seconds), used, _number(row.mean("model_calls"))))
    said = ("seconds: the median of a run; tokens and calls of models: per run",)
    return Group("Time and work", tuple(made), said)


def _money(rows: Sequence[Row]) -> Group:
    made: list[tuple[str, ...]] = [("", "models+search", "whole cost", "per accepted")]
    for row in rows:
        each = row.per_accepted
        told = each if isinstance(each, str) else _sum(each)
        made.append((name_of(row), _sum(row.money("usd")), _sum(row.money("cost")), told))
    said = ("of all runs, failed too; per accepted: the whole cost by approved reports",)
    return Group("Money", tuple(made), said)


def _metrics(rows: Sequence[Row]) -> Group:
    """A line for each metric and row; the title stands in the first of them, the row by its number."""
    pooled = [row.metrics() for row in rows]
    made: list[tuple[str, ...]] = [("", "row", "value", "n", "95 %", "target", "")]
    for name, target in TARGETS.items():
        found = [(row, each[name]) for row, each in zip(rows, pooled, strict=True) if name in each]
        for at, (row, quotient) in enumerate(found):
            made.append(("" if at else target.title, str(row.number), *_metric(target, quotient)))
    said = ("n: what was counted, over all runs of a row; docs/metrics.md has the definitions",)
    return Group("Metrics beside their targets", tuple(made), said)


def _metric(target: Target, quotient: Quotient) -> tuple[str, ...]:
    met = target.met(quotient)
    judged = "" if met is None else "met" if met else "not met"
    return value_of(target, quotient), _number(quotient.of), _around(target, quotient), target.shown, judged


def _around(target: Target, quotient: Quotient) -> str:
    """The interval of a share that counts hits; a mean or a gap has none here."""
    hits, of = quotient.part, quotient.of
    counts = target.unit == "share" and target.name not in _NO_HITS
    if not counts or not hits.is_integer() or not of.is_integer() or not 0 <= hits <= of:
        return _NOTHING
    return _interval(share(int(hits), int(of)))


def value_of(target: Target, quotient: Quotient) -> str:
    """The value of a metric in its unit."""
    value = quotient.value
    if value is None:
        return _NOTHING
    if target.unit == "share":
        return f"{100 * value:.0f} %"
    return f"{value:.1f} s" if target.unit == "seconds" else f"{value:.2f}"


def _by_task(result: BenchResult, rows: Sequence[Row]) -> Group:
    made: list[tuple[str, ...]] = [("task", "row", "approved", "facts", "forbidden", "gaps", "seconds")]
    for task in tasks_of(result):
        for row in rows:
            own = tuple(cell for cell in row.cells if cell.id.task == task)
            if own:
                part = row._replace(cells=own)
                facts, wrong = facts_of(result.order, own), forbidden_of(own)
                figures = (_of(part.approved), _of(facts), _of(wrong), _number(part.mean("gaps")))
                made.append((short(task, _TASK), str(row.number), *figures, _number(part.seconds)))
    return Group("By task", tuple(made))


def _of(part: Share) -> str:
    return f"{part.hits}/{part.of}" if part.of else _NOTHING


def _interval(part: Share) -> str:
    if part.low is None or part.high is None:
        return _NOTHING
    return f"{100 * part.low:.0f}–{100 * part.high:.0f}"


def _number(value: float | None) -> str:
    if value is None:
        return _NOTHING
    return f"{value:,.0f}" if value == round(value) else f"{value:,.1f}"


def _sum(money: Decimal | None) -> str:
    """Money to four places, and to two digits where that would be nothing."""
    if money is None:
        return "unknown"
    if money and abs(money) < Decimal("0.0001"):
        return f"{money:.1e}"
    return f"{money.quantize(Decimal('0.0001')):f}"
