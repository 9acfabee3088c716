"""Models that plant, judge and review for `stet plant`: their calls stand in a journal of their own."""

from collections.abc import Generator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

from pydantic import Field

from stet.domain.base import Value
from stet.domain.budget import Budget, Usage
from stet.domain.events import Noted, Spoke
from stet.domain.run import RoleModel, RunSpec
from stet.engines.model.caller import Caller, House, tokens
from stet.engines.model.fences import Data
from stet.evaluate.plant import Swap
from stet.journal import Journal
from stet.ports import Judge, Model, Reviewer
from stet.prompts import prompt

if TYPE_CHECKING:
    from stet.app import App
    from stet.store.sql import SqlStore

STORE = "plant.sqlite"
PLANTER = "planter"


class SwapShape(Value):
    """One exchange."""

    statement: int
    old: str = Field(min_length=1)
    new: str = Field(min_length=1)


class SwapsShape(Value):
    """Values to exchange: at most one for each statement."""

    swaps: tuple[SwapShape, ...]


class ModelSwapper:
    """A model that chooses values of the same source."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def swaps(self, told: Sequence[str], source: str) -> tuple[Swap, ...]:
        """See `stet.evaluate.plant.Swapper`; of a source that is too long for the model its beginning is shown.

        Raises:
            StetError: what the journal and the model raise
        """
        system = prompt(PLANTER).text
        listed = "\n".join(f"{number}. {' '.join(text.split())}" for number, text in enumerate(told, 1))
        room = self._caller.room(PLANTER, system, SwapsShape) - tokens(listed) - _MARKS
        shown = source.encode("utf-8", "surrogatepass")[: max(0, 3 * room)].decode("utf-8", "ignore")
        letter = self._caller.house.letter("", [Data("source", shown), Data("statements", listed)])
        said = await self._caller.ask(PLANTER, system, letter, SwapsShape)
        return tuple(Swap(statement=each.statement, old=each.old, new=each.new) for each in said.swaps)


_MARKS = 200
"""Tokens of the lines around the data."""


class Voices:
    """Who is asked: a judge, a reviewer, a planter, each None where no model was named; and what it took so far."""

    def __init__(self, models: Mapping[str, Model], journal: Journal, spec: RunSpec, salt: str) -> None:
        from stet.engines.model import model_engine

        self.usage = Usage()
        engine = model_engine(models, journal, self._note, today=spec.today, salt=salt)
        self.judge: Judge | None = engine.judge if "judge" in models else None
        self.reviewer: Reviewer | None = engine.reviewer if "reviewer" in models else None
        caller = Caller(models, journal, self._note, House(today=spec.today, salt=salt))
        self.swapper = ModelSwapper(caller) if PLANTER in models else None

    def _note(self, event: Noted | Spoke) -> None:
        if isinstance(event, Spoke):
            taken = event.input_tokens + event.output_tokens
            self.usage += Usage(model_calls=1, tokens=taken, usd=event.usd)


@contextmanager
def voices(app: "App", spec: RunSpec, roles: Sequence[RoleModel], limits: Budget) -> "Generator[Voices]":
    """The models of these roles, each call written down in a store beside the user's own.

    A question that was answered in an earlier planting on an equal run is not asked again.

    Raises:
        BadSetting, KeyMissing: a model cannot be asked
        StoreError: the journal cannot be written
    """
    from stet.store import open_store

    models: dict[str, Model] = {}
    for role in roles:
        model = app.models.talking(role)
        model.check()
        models[role.role] = model
    store = open_store(str(app.home / STORE))
    try:
        run = _run_of(store, app, spec)
        yield Voices(models, Journal(store, run, limits, app.clock), spec, run)
    finally:
        store.close()


def _run_of(store: "SqlStore", app: "App", spec: RunSpec) -> str:
    """The run of the store with this spec, made where there is none."""
    known = next(
        (record.id for record in store.list_runs(1_000, search=spec.question) if record.spec == spec), None
    )
    return known or store.create(spec, app.clock.now())
