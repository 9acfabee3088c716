"""A comparison as one HTML page that asks for nothing from outside and needs no script: charts, then every table.

The tables are those of the text. Each chart has its own beside it. Names of tasks, models and kinds are text from
others: they go through jinja's escaping or that of `charts.svg`, and through `clean.visible`.
"""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from jinja2 import Environment, PackageLoader
from markupsafe import Markup

from stet.evaluate.bench.layout import Group
from stet.evaluate.bench.sums import Row, rows_of
from stet.evaluate.bench.table import groups_of
from stet.evaluate.bench.values import BenchResult
from stet.evaluate.drift_told import conclusion, difference_told
from stet.evaluate.drift_values import Drift
from stet.evaluate.page_charts import (
    Figure,
    caught_figure,
    cost_figure,
    coverage_figure,
    drift_figure,
    name_of,
    sign_of,
)
from stet.report.html import environment, page_style


class KeyLine(NamedTuple):
    """A row of the comparison as the charts name it."""

    sign: str
    words: str


class Part(NamedTuple):
    """A table of the text: a title, a heading, rows, and lines in whole."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    said: tuple[str, ...]


def page_of(result: BenchResult, drift: Drift | None = None) -> str:
    """The page; with `drift` also what moved since the baseline."""
    rows = rows_of(result)
    heading, *parts = [_part(group) for group in groups_of(result)]
    figures = [(figure, Markup(figure.svg)) for figure in _figures(rows, drift)]  # noqa: S704
    return (
        _environment()
        .get_template("bench.html.j2")
        .render(
            result=result,
            heading=heading,
            parts=parts,
            key=[KeyLine(sign_of(row), name_of(row)) for row in rows],
            figures=figures,
            drift=drift,
            conclusion=None if drift is None else conclusion(drift),
            differences=[] if drift is None else [difference_told(each) for each in drift.differences],
            style=page_style() + _style(),
        )
    )


def _figures(rows: Sequence[Row], drift: Drift | None) -> list[Figure]:
    moved = [] if drift is None or not drift.comparable else [drift_figure(drift)]
    return [*moved, cost_figure(rows), coverage_figure(rows), caught_figure(rows)]


def _part(group: Group) -> Part:
    """A group with the lines that the text folds put together again."""
    said: list[str] = []
    for each in group.said:
        if said and each.startswith("  "):
            said[-1] += f" {each.strip()}"
        else:
            said.append(each)
    head, *rows = group.rows or ((),)
    return Part(group.title, head, tuple(rows), tuple(said))


@lru_cache(maxsize=1)
def _environment() -> Environment:
    """The report's environment, with its escaping, over the templates beside this file."""
    return environment().overlay(loader=PackageLoader("stet.evaluate"))


@lru_cache(maxsize=1)
def _style() -> str:
    from importlib.resources import files

    return files("stet.evaluate").joinpath("templates", "bench.css").read_text(encoding="utf-8")
