"""How well noise is told from change: `python benchmarks/drift.py [--power] [--times N] [--seed N]`.

Makes pairs of invented comparisons of two levels and two models, whose answers are drawn by chance: with nothing
changed, how many of them are said to have moved or regressed (false alarms, at most 5 %). With `--power` also pairs in
which the first model's answers are worse by a stated amount: how many are said to have regressed. Reads no data.
"""

import argparse
import random
import sys
import time
from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from typing import Final, NamedTuple

from stet.domain.report import ReportOutcome
from stet.domain.run import Level
from stet.evaluate.bench.task import Category, Fact, Task
from stet.evaluate.bench.values import (
    BenchResult,
    Cell,
    CellId,
    CellState,
    Experiment,
    Measures,
    Order,
    Player,
    Quotient,
)
from stet.evaluate.drift import compared
from stet.evaluate.drift_values import Drift, Finding

LEVELS: Final = (Level.WORKFLOW, Level.REVIEWED)
MODELS: Final = ("local:first", "local:second")
FACTS: Final = 5
DAY: Final = date(2026, 11, 30)
ALLOWED: Final = 0.05
MOVED: Final = (Finding.BETTER, Finding.WORSE, Finding.MOVED)


class Design(NamedTuple):
    """How large a comparison is."""

    tasks: int
    runs: int

    @property
    def text(self) -> str:
        """In words."""
        return f"{self.tasks:>2} tasks, {self.runs} tries"


class Change(NamedTuple):
    """What is taken from the first model: from the chance of a fact to be found, and of approval."""

    facts: float = 0.0
    approved: float = 0.0


SIZES: Final = (Design(12, 1), Design(8, 3), Design(4, 3))
CHANGES: Final = (Change(facts=0.15), Change(facts=0.3), Change(approved=0.3), Change(0.3, 0.3))


class Chances(NamedTuple):
    """What a task is like: the chance to find one of its facts, and the chance of approval."""

    fact: float
    approved: float


def order(design: Design) -> Order:
    """What would be run."""
    facts = tuple(Fact(id=f"F{number}", text="invented", values=(str(number),)) for number in range(FACTS))
    tasks = tuple(
        Task(
            id=f"task {number}",
            category=Category.TECHNICAL,
            question="What is the toll?",
            facts=facts,
            today=DAY,
        )
        for number in range(design.tasks)
    )
    players = tuple(Player(engine="model", model=name) for name in MODELS)
    return Order(
        experiment=Experiment.END_TO_END, tasks=tasks, levels=LEVELS, players=players, runs=design.runs
    )


def drawn(wanted: Order, chances: Mapping[str, Chances], change: Change, rng: random.Random) -> BenchResult:
    """A comparison whose answers are drawn; tasks differ, and what is counted of a run hangs together."""
    cells: list[Cell] = []
    for level in wanted.levels:
        for player in wanted.players:
            own = change if player.name == MODELS[0] else Change()
            cells += [
                _cell(CellId(task=task.id, level=level, player=player.name, repeat=run), chances, own, rng)
                for task in wanted.tasks
                for run in range(1, wanted.runs + 1)
            ]
    at = datetime(2026, 11, 30, tzinfo=UTC)
    return BenchResult(order=wanted, version="0", day=DAY, updated_at=at, cells=tuple(cells))


def _cell(cell: CellId, chances: Mapping[str, Chances], change: Change, rng: random.Random) -> Cell:
    task = chances[cell.task]
    luck = rng.gauss(0, 0.1)
    facts = sum(rng.random() < task.fact - change.facts + luck for _ in range(FACTS))
    claims = facts + rng.randint(0, 4)
    supported = sum(rng.random() < 0.8 for _ in range(claims))
    approved = rng.random() < task.approved - change.approved + luck
    seconds, tokens = rng.lognormvariate(3, 0.4), 2000 * (1 + claims)
    money = Decimal(tokens) / 1_000_000
    measures = Measures(
        sources=rng.randint(2, 6),
        official=1,
        sites=rng.randint(1, 3),
        rounds=rng.randint(1, 3),
        supported=supported,
        unsupported=claims - supported,
        conflicting=int(rng.random() < 0.2),
        unreviewed=0,
        facts=FACTS,
        facts_found=facts,
        forbidden=2,
        forbidden_claimed=sum(rng.random() < 0.1 for _ in range(2)),
        gaps=rng.randint(0, 2),
        seconds=seconds,
        searches=3,
        pages=4,
        model_calls=6,
        tokens=tokens,
        usd=money,
        cost=money,
        metrics={
            "citation_validity": Quotient(part=claims, of=claims),
            "claim_support": Quotient(part=supported, of=claims),
            "topic_coverage": Quotient(part=min(3, facts), of=3),
            "redundant_searches": Quotient(part=int(rng.random() < 0.3), of=3),
            "factual_accuracy": Quotient(part=facts, of=FACTS),
            "latency": Quotient(part=seconds, of=1),
        },
    )
    return Cell(
        id=cell,
        state=CellState.DONE,
        outcome=ReportOutcome.APPROVED if approved else ReportOutcome.NOT_APPROVED,
        approved=approved,
        measures=measures,
        seconds=seconds,
        usd=money,
        cost=money,
    )


def pair(design: Design, change: Change, rng: random.Random) -> Drift:
    """Two comparisons of the same tasks, the later one changed."""
    wanted = order(design)
    chances = {task.id: Chances(rng.uniform(0.4, 0.95), rng.uniform(0.3, 0.95)) for task in wanted.tasks}
    return compared(drawn(wanted, chances, Change(), rng), drawn(wanted, chances, change, rng), seconds=True)


class Count(NamedTuple):
    """Of how many pairs something is said to have moved, to be worse, and perhaps to have moved."""

    moved: int
    worse: int
    perhaps: int


def counted(design: Design, change: Change, times: int, rng: random.Random) -> Count:
    """What is said of so many pairs."""
    moved = worse = perhaps = 0
    for _ in range(times):
        found = pair(design, change, rng)
        findings = {move.finding for row in found.rows for move in row.moves}
        moved += any(each in findings for each in MOVED)
        worse += found.regressed
        perhaps += bool(findings & {*MOVED, Finding.PERHAPS})
    return Count(moved, worse, perhaps)


def power(times: int, rng: random.Random) -> None:
    """Print how many of so many changed pairs are said to have regressed."""
    print(f"the first of two models worse, of {times} pairs      regressed")
    for change in CHANGES:
        for design in SIZES[:2]:
            lost = f"facts −{change.facts:.0%}, approved −{change.approved:.0%}"
            print(f"  {lost:<28} {design.text} {counted(design, change, times, rng).worse:>8}")


def main() -> int:
    """Print the counts; exit status 1 with more false alarms than are allowed."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--times", type=int, default=500, help="pairs with nothing changed, at least (500)")
    parser.add_argument("--seed", type=int, default=6)
    parser.add_argument("--power", action="store_true", help="also pairs in which something changed")
    asked = parser.parse_args()
    rng, start = random.Random(asked.seed), time.process_time()  # noqa: S311
    each = max(1, -(-asked.times // len(SIZES)))
    print(f"nothing changed, of {each} pairs    moved   regressed   uncorrected")
    alarms = 0
    for design in SIZES:
        found = counted(design, Change(), each, rng)
        alarms += found.moved
        print(f"  {design.text:<28} {found.moved:>5} {found.worse:>11} {found.perhaps:>13}")
    rate = alarms / (each * len(SIZES))
    print(f"  false alarms: {alarms} of {each * len(SIZES)}, {rate:.1%}; at most {ALLOWED:.0%}")
    if asked.power:
        power(max(1, asked.times // 10), rng)
    print(f"{time.process_time() - start:.0f} s of the processor")
    return 1 if rate > ALLOWED else 0


if __name__ == "__main__":
    sys.exit(main())
