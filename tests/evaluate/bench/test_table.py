"""Cells added up, and the table in text."""

from datetime import date
from decimal import Decimal
from typing import Any

import pytest

from benchkit import QUOTE, cell_of, measures, order_of, toll_task
from stet.domain.report import ReportOutcome
from stet.domain.run import Level, PromptHash
from stet.evaluate.bench.sums import facts_of, forbidden_of, rows_of
from stet.evaluate.bench.table import text_of
from stet.evaluate.bench.values import BenchResult, Cell, CellState, Player, Quotient
from stet.evaluate.metrics import TARGETS
from stet.testing import MOMENT

LONG = "openai:ft:gpt-5-mini-2025-08-07:an-organisation-with-a-long-name:and-a-suffix:Abc123"


def result_of(*cells: Cell, **fields: object) -> BenchResult:
    players = {cell.id.player: Player(engine="model", model=cell.id.player) for cell in cells}
    order = order_of(list(Level), list(players.values()) or [QUOTE], toll_task())
    return BenchResult.model_validate(
        {
            "order": order,
            "version": "0.1",
            "day": date(2026, 11, 30),
            "updated_at": MOMENT,
            "cells": cells,
            **fields,
        }
    )


FAILED: dict[str, Any] = {
    "state": CellState.FAILED,
    "outcome": ReportOutcome.FAILED,
    "error": "unavailable",
    "why": "no answer",
}


def test_all_attempts_count_for_the_cost_of_an_accepted_report() -> None:
    # 0.30 + 0.10 + 0.05 = 0.45 for two that were accepted: 0.225 each.
    cells = (
        cell_of(repeat=1, approved=True, cost=Decimal("0.30"), measures=measures()),
        cell_of(repeat=2, approved=True, cost=Decimal("0.10"), measures=measures()),
        cell_of(repeat=3, cost=Decimal("0.05"), **FAILED),
    )
    (row,) = rows_of(result_of(*cells))
    assert row.per_accepted == Decimal("0.225")
    assert (row.approved.hits, row.approved.of) == (2, 3)
    assert "0.2250" in text_of(result_of(*cells))


def test_without_an_accepted_report_its_cost_is_undefined_and_without_a_price_unknown() -> None:
    rejected = cell_of(cost=Decimal(1), measures=measures())
    assert rows_of(result_of(rejected))[0].per_accepted == "undefined"
    unpriced = (rejected, cell_of(repeat=2, approved=True, cost=None, measures=measures()))
    assert rows_of(result_of(*unpriced))[0].per_accepted == "unknown"


def test_a_run_that_failed_found_no_fact_of_its_task_and_claimed_nothing() -> None:
    # 1 of 1 in the first, and 0 of the one fact of the task in the second, which has no report.
    found = {"facts": 1, "facts_found": 1, "forbidden": 2, "forbidden_claimed": 1}
    cells = (cell_of(measures=measures(**found)), cell_of(repeat=2, **FAILED))
    result = result_of(*cells)
    facts, forbidden = facts_of(result.order, cells), forbidden_of(cells)
    assert (facts.hits, facts.of) == (1, 2)
    assert (forbidden.hits, forbidden.of) == (1, 2)


def test_metrics_of_several_runs_are_pooled_by_adding() -> None:
    # 3 of 4 and 1 of 4: 4 of 8, not the mean of the shares of unlike runs.
    cells = [
        cell_of(repeat=n, measures=measures(metrics={"claim_support": Quotient(part=part, of=of)}))
        for n, (part, of) in enumerate(((3, 4), (1, 12)), start=1)
    ]
    (row,) = rows_of(result_of(*cells))
    assert row.metrics()["claim_support"] == Quotient(part=4, of=16)
    line = next(
        each for each in text_of(result_of(*cells)).splitlines() if each.startswith("Supported claims")
    )
    assert line.split() == [
        "Supported",
        "claims",
        "1",
        "25",
        "%",
        "16",
        "10–49",
        "≥",
        "95",
        "%",
        "not",
        "met",
    ]


def test_the_median_of_the_seconds_leaves_out_a_run_that_hung() -> None:
    cells = [cell_of(repeat=n, seconds=s, measures=measures()) for n, s in enumerate((1.0, 3.0, 999.0), 1)]
    assert rows_of(result_of(*cells))[0].seconds == 3.0


def whole() -> BenchResult:
    """A result with everything in it that the table can show, names of strangers among it."""
    hostile = "t\x1b[31m\u202e" + "x" * 90
    every = {name: Quotient(part=1, of=3) for name in TARGETS}
    prompts = (PromptHash(name="writer", sha256="sha256:0123456789abcdef"),)
    cells: list[Cell] = []
    for level in Level:
        for player in (LONG, f"{LONG}4"):
            for task in ("start", hostile):
                counted = measures(
                    metrics=every,
                    sources=123,
                    tokens=1_234_567,
                    labelled={"code": 3, "model": 2},
                    seconds=12_345.6,
                )
                money: dict[str, Any] = {"usd": Decimal("1234.5678"), "cost": Decimal("1234567.8901")}
                cells.append(
                    cell_of(
                        task,
                        level,
                        player,
                        measures=counted,
                        seconds=99_999.9,
                        prompts=prompts,
                        models=(LONG,),
                        **money,
                    )
                )
    cells.append(cell_of("start", Level.SINGLE, LONG, 2, **{**FAILED, "why": "\x1b[2J" + "why " * 200}))
    cells.append(cell_of("start", Level.SINGLE, LONG, 3, state=CellState.STOPPED))
    return result_of(
        *cells, notes=("a note " * 40,), tools={"fetchers": "http", "urls": "-", "costs": "c" * 200}
    )


@pytest.mark.parametrize("result", [whole(), result_of()], ids=["whole", "empty"])
def test_the_table_keeps_to_80_columns_and_to_plain_characters(result: BenchResult) -> None:
    text = text_of(result)
    assert max(len(line) for line in text.splitlines()) <= 80, text
    assert not {each for each in text if not (each.isprintable() or each == "\n")}


def test_the_table_says_what_was_compared_and_what_failed() -> None:
    text = text_of(whole())
    assert text.startswith("End to end: each cell searched and read for itself\n")
    joined = " ".join(text.split())
    assert LONG in "".join(text.split())
    assert "stet 0.1, begun 2026-11-30" in joined
    assert "writer 01234567" in joined
    assert "settings: fetchers http; costs" in joined
    assert "labels of claims: 48 by code, 32 by model" in joined
    assert "try 2: unavailable: " in joined
    assert "why why" in joined
    assert "try 3: stopped" in joined
    for target in TARGETS.values():
        assert target.title in text


def test_rows_whose_names_begin_alike_are_told_apart_by_their_numbers() -> None:
    lines = text_of(whole()).splitlines()
    start = lines.index("How the runs ended")
    names = [line[:24].strip() for line in lines[start + 2 : start + 10]]
    assert len(set(names)) == 8
    assert [name.split()[0] for name in names] == [str(number) for number in range(1, 9)]


def test_prompts_that_differ_between_cells_are_told() -> None:
    one, other = (
        cell_of(repeat=n, prompts=(PromptHash(name="writer", sha256=f"sha256:{n}{'0' * 15}"),))
        for n in (1, 2)
    )
    assert "other prompts than others" in " ".join(text_of(result_of(one, other)).split())


def test_a_cell_that_was_killed_on_the_way_is_named() -> None:
    told = text_of(result_of(cell_of(measures=measures(lost=2)), cell_of(repeat=2, measures=measures())))
    assert "try 1: killed on the way: 2 calls" in told
    assert "try 2: killed" not in told
