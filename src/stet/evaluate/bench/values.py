"""What a comparison is: the order, a cell for each run of it, and the result; schema `stet.bench/1`."""

from collections.abc import Mapping
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal, Self

from pydantic import ConfigDict, Field, model_validator

from stet.domain.base import Value
from stet.domain.report import ReportOutcome
from stet.domain.run import Level, PromptHash, RoleModel
from stet.evaluate.bench.task import Task

SCHEMA = "stet.bench/1"

Count = Annotated[int, Field(ge=0)]
Amount = Annotated[float, Field(ge=0, allow_inf_nan=False)]
Money = Annotated[Decimal, Field(ge=0, le=10**12)]
"""A sum beyond any bill is a slip in the file, and could not be added to others."""


class Experiment(StrEnum):
    """`end_to_end`: each cell searches and reads for itself. `frozen`: all read the same saved passages."""

    END_TO_END = "end_to_end"
    FROZEN = "frozen"


class Player(Value):
    """Who plays the roles of a cell: the engine `quote`, or a model in every role. `native` searches by itself."""

    engine: Literal["quote", "model"]
    model: str | None = None
    native: str | None = None

    @property
    def name(self) -> str:
        """As in `--models`: `quote`, `openai:gpt-5`, or `native:openai`."""
        if self.native is not None:
            return f"native:{self.native}" if self.model is None else f"native:{self.native}({self.model})"
        return self.engine if self.model is None else self.model


class CellId(Value):
    """Which cell: a task, a level, a player by name, and the number of the try, from 1.

    In a frozen experiment `task` is the id of the run whose reading is taken again.
    """

    task: str
    level: Level
    player: str
    repeat: int


class Quotient(Value):
    """`part` of `of`: a share, a mean or a rate; quotients of several cells are pooled by adding both."""

    part: Amount
    of: Amount

    @property
    def value(self) -> float | None:
        """`part / of`; None of nothing."""
        return self.part / self.of if self.of else None

    def __add__(self, other: "Quotient") -> "Quotient":
        return Quotient(part=self.part + other.part, of=self.of + other.of)


class Caught(Value):
    """Errors of a kind planted in a cell's report, and what became of them (see `stet.evaluate.planting`)."""

    kind: str
    planted: Count
    caught: Count
    open: Count
    missed: Count

    @model_validator(mode="after")
    def _within(self) -> Self:
        if self.caught + self.open + self.missed > self.planted:
            raise ValueError("more errors have a result than were planted")
        return self


class Measures(Value):
    """What is counted of a run.

    `official` are read sources of the profile's official sites, `sites` the independent ones among those read.
    `metrics` are the quotients of `stet.evaluate.metrics`, by name. `usd` is None where a price was unknown;
    `cost` is the whole cost by `[costs]`, which has searches, pages, infrastructure, maintenance and review in it.
    `labelled` says how many labels were given by `code`, `model` and `person`. `lost` are calls whose end nobody knows,
    since the run was killed: they count against its limits, so that it could do less than others.
    """

    sources: Count
    official: Count
    sites: Count
    rounds: Count
    supported: Count
    unsupported: Count
    conflicting: Count
    unreviewed: Count
    facts: Count
    facts_found: Count
    forbidden: Count
    forbidden_claimed: Count
    gaps: Count
    seconds: Amount
    searches: Count
    pages: Count
    model_calls: Count
    tokens: Count
    usd: Money | None
    cost: Money | None
    metrics: Mapping[str, Quotient] = {}
    labelled: Mapping[str, Count] = {}
    caught: tuple[Caught, ...] = ()
    lost: Count = 0

    @model_validator(mode="after")
    def _within(self) -> Self:
        if self.facts_found > self.facts or self.forbidden_claimed > self.forbidden:
            raise ValueError("more statements are found than there are")
        return self


class CellState(StrEnum):
    """Where a cell is. `failed`: its run could not go on, which is a result too; `stopped`: the bench's own limit."""

    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    STOPPED = "stopped"


class Cell(Value):
    """One run of the comparison. `error` is the code of what ended a failed one and `why` its words.

    `seconds`, `usd` and `cost` are what it used, a failed one too.

    `models` are the exact ids that the services named; `prompts` and `version` those that the run was made with.
    """

    id: CellId
    state: CellState = CellState.WAITING
    run: str | None = None
    outcome: ReportOutcome | None = None
    approved: bool = False
    error: str | None = None
    why: str | None = None
    measures: Measures | None = None
    seconds: Amount | None = None
    usd: Money | None = Decimal(0)
    cost: Money | None = Decimal(0)
    models: tuple[str, ...] = ()
    roles: tuple[RoleModel, ...] = ()
    prompts: tuple[PromptHash, ...] = ()
    version: str | None = None

    @model_validator(mode="after")
    def _approved_is_not_failed(self) -> Self:
        ended_so = self.outcome in {None, ReportOutcome.APPROVED} and self.state is not CellState.FAILED
        if self.approved and not ended_so:
            raise ValueError("approved, and its run ended otherwise")
        return self


class Order(Value):
    """What is to be compared. `frozen` are the runs whose reading is taken again, in an experiment of that name.

    `plant` is how many errors of a kind are planted in a place of each report, `judge` the model that labels every
    claim afresh.
    """

    experiment: Experiment
    tasks: tuple[Task, ...] = ()
    frozen: tuple[str, ...] = ()
    levels: tuple[Level, ...]
    players: tuple[Player, ...]
    runs: int = Field(default=1, ge=1)
    plant: int = Field(default=0, ge=0)
    judge: str | None = None


class BenchResult(Value):
    """The order, the settings of its tools, and every cell; failed and rejected runs stay in.

    `tools` are settings by name that decide what a run could reach: providers, readers, embedding. `documents` is what
    the documents of each task held when it began, as a hash by the task's id. `notes` say what a reader must know, such
    as what was left out and what makes cells not comparable.
    """

    schema_: Literal["stet.bench/1"] = Field(default=SCHEMA, alias="schema")
    order: Order
    version: str
    day: date
    updated_at: datetime
    tools: Mapping[str, str] = {}
    documents: Mapping[str, str] = {}
    cells: tuple[Cell, ...] = ()
    notes: tuple[str, ...] = ()

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)
