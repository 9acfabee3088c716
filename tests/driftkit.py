"""Comparisons made up for the tests of drift and of the page."""

from collections.abc import Iterable
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Any

from stet.domain.report import ReportOutcome
from stet.domain.run import Level
from stet.evaluate.bench.task import Category, Fact, Task
from stet.evaluate.bench.values import (
    BenchResult,
    Caught,
    Cell,
    CellId,
    CellState,
    Experiment,
    Measures,
    Order,
    Player,
    Quotient,
)

TODAY = date(2026, 11, 30)
QUOTE = Player(engine="quote")
MODEL = Player(engine="model", model="local:tern")


def task(name: str, **changed: Any) -> Task:
    facts = tuple(Fact(id=f"F{n}", text=f"fact {n}", values=(str(n),)) for n in range(1, 5))
    told: dict[str, Any] = {
        "category": Category.TECHNICAL,
        "question": "What is the toll?",
        "facts": facts,
        "today": TODAY,
    }
    return Task(id=name, **{**told, **changed})


def measures(**changed: Any) -> Measures:
    told: dict[str, Any] = {
        "sources": 4,
        "official": 1,
        "sites": 2,
        "rounds": 1,
        "supported": 5,
        "unsupported": 0,
        "conflicting": 0,
        "unreviewed": 0,
        "facts": 4,
        "facts_found": 3,
        "forbidden": 2,
        "forbidden_claimed": 0,
        "gaps": 0,
        "seconds": 2.0,
        "searches": 3,
        "pages": 4,
        "model_calls": 0,
        "tokens": 0,
        "usd": Decimal(0),
        "cost": Decimal("0.10"),
        "metrics": {"claim_support": Quotient(part=5, of=5), "topic_coverage": Quotient(part=3, of=4)},
    }
    return Measures(**{**told, **changed})


def cell(
    name: str, player: Player = MODEL, level: Level = Level.WORKFLOW, repeat: int = 1, **changed: Any
) -> Cell:
    """A cell that is done; what is named in `counted` goes into its measures."""
    counted = changed.pop("counted", {})
    told: dict[str, Any] = {
        "state": CellState.DONE,
        "run": f"run-{name}-{repeat}",
        "outcome": ReportOutcome.APPROVED,
        "approved": True,
        "measures": measures(**counted),
        "seconds": 2.0,
        "cost": Decimal("0.10"),
        "version": "0.6.0",
        **changed,
    }
    return Cell(id=CellId(task=name, level=level, player=player.name, repeat=repeat), **told)


def failed(name: str, player: Player = MODEL, level: Level = Level.WORKFLOW, repeat: int = 1) -> Cell:
    return cell(
        name,
        player,
        level,
        repeat,
        state=CellState.FAILED,
        outcome=ReportOutcome.FAILED,
        approved=False,
        measures=None,
        error="unavailable",
    )


def result(cells: Iterable[Cell], tasks: Iterable[Task] | None = None, **changed: Any) -> BenchResult:
    cells = tuple(cells)
    names = dict.fromkeys(each.id.task for each in cells)
    order = Order(
        experiment=changed.pop("experiment", Experiment.END_TO_END),
        tasks=tuple(task(name) for name in names) if tasks is None else tuple(tasks),
        levels=tuple(dict.fromkeys(each.id.level for each in cells)),
        players=changed.pop("players", (QUOTE, MODEL)),
        runs=max((each.id.repeat for each in cells), default=1),
        plant=changed.pop("plant", 0),
    )
    at = datetime(2026, 11, 30, 12, tzinfo=UTC)
    told: dict[str, Any] = {
        "order": order,
        "version": "0.6.0",
        "day": TODAY,
        "updated_at": at,
        "cells": cells,
    }
    return BenchResult(**{**told, **changed})


def names(count: int) -> list[str]:
    return [f"task-{number:02}" for number in range(count)]


def six_rows(hostile: str = "") -> BenchResult:
    """Two levels by three players over four tasks, with errors planted; one cell failed, one price is unknown."""
    players = (
        QUOTE,
        MODEL,
        Player(engine="model", model=f"gateway:a-very-long-name-of-a-model-{'x' * 60}{hostile}"),
    )
    made: list[Cell] = []
    for number, name in enumerate(names(4)):
        for at, player in enumerate(players):
            for level in (Level.WORKFLOW, Level.REVIEWED):
                found = min(4, number + at)
                kinds = (
                    Caught(kind="moved_date", planted=4, caught=3, open=0, missed=at % 2),
                    Caught(kind=f"changed_number{hostile}", planted=3, caught=at, open=1, missed=2 - at),
                )
                made.append(
                    cell(
                        f"{name}{hostile}",
                        player,
                        level,
                        approved=(number + at) % 2 == 0,
                        cost=None if at == 2 else Decimal(at) / 10 + Decimal("0.02"),
                        counted={"facts_found": found, "sources": 3 + at, "caught": kinds},
                    )
                )
    made[1] = failed(f"{names(1)[0]}{hostile}", QUOTE, Level.REVIEWED)
    return result(made, players=players)
