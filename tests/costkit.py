"""Runs with calls to models, searches and pages, written into a store as the journal writes them."""

from collections.abc import Callable, Sequence
from datetime import UTC, date, datetime
from decimal import Decimal

from stet.domain.base import value_id
from stet.domain.budget import Budget, Usage
from stet.domain.events import Spoke
from stet.domain.run import Level, RoleModel, RunSpec, RunStatus
from stet.ports import CallRecord, Said
from stet.store.sql import SqlStore

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)
CAST = tuple(
    RoleModel(role=role, model="openai:gpt-5-mini", window=32_000)
    for role in ("planner", "analyst", "writer", "judge")
)


class Journal:
    """Writes one run, call by call."""

    def __init__(
        self, store: SqlStore, at: datetime, models: Sequence[RoleModel], frozen: str | None
    ) -> None:
        self.store, self.at = store, at
        spec = RunSpec(
            question="When does the toll start?",
            level=Level.REVIEWED,
            engine="model",
            models=tuple(models),
            profile="general",
            profile_json="{}",
            budget=Budget(),
            providers=("finder",),
            frozen=frozen,
            today=date(2026, 11, 30),
            version="0",
        )
        self.run = store.create(spec, at)
        self._calls = 0

    def begin(self, kind: str, usage: Usage) -> CallRecord:
        """A call of which nobody knows the end."""
        self._calls += 1
        record = CallRecord(
            kind=kind,
            key=value_id([kind, self._calls]),
            attempt=1,
            state="started",
            request="{}",
            charged=usage,
            started_at=self.at,
        )
        return self.store.begin(self.run, record, Budget(rounds=9, searches=99, pages=99))

    def call(self, kind: str, usage: Usage, *, state: str = "done", response: str = "{}") -> None:
        """A call that ended."""
        call = self.begin(kind, usage)
        end = {"state": state, "response": response if state == "done" else None, "ended_at": self.at}
        self.store.end(self.run, call.model_copy(update=end))

    def said(
        self,
        role: str = "writer",
        *,
        tokens: tuple[int, int, int] = (1_000, 100, 0),
        usd: str | None = "0.01",
        model: str = "gpt-5-mini-2025-08-07",
        tell: int = 1,
    ) -> None:
        """An answer of a model, of which `tell` events tell."""
        price = Decimal(usd) if usd is not None else None
        said = Said(
            text="x",
            model=model,
            mode="text",
            input_tokens=tokens[0],
            output_tokens=tokens[1],
            cached_tokens=tokens[2],
            usd=price,
        )
        usage = Usage(model_calls=1, tokens=tokens[0] + tokens[1], usd=price)
        self.call(f"model:{role}", usage, response=said.model_dump_json())
        for _ in range(tell):
            event = Spoke(role=role, **said.model_dump(exclude={"text", "finish", "odds"}))
            self.store.append(self.run, event, self.at)

    def end(self, status: RunStatus = RunStatus.DONE, outcome: str | None = "approved") -> str:
        """The run's id."""
        self.store.update_run(self.run, status, outcome, self.at)
        return self.run


Begin = Callable[..., Journal]
"""Begins a run: `journal(days=3)` three days ago."""
