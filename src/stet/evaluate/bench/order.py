"""From what is wanted to cells: who plays, which cells there are, what each asks, and what would fail for all alike."""

import re
from collections.abc import Iterator, Mapping, Sequence
from decimal import Decimal
from typing import TYPE_CHECKING

from stet.app import App, Request
from stet.app.request import MODEL, QUOTE, WebRequest
from stet.app.settings import engine_of
from stet.config import Cast, Settings
from stet.domain.base import Value
from stet.domain.events import Planned, Stopped
from stet.domain.run import Level, RoleModel, RunStatus
from stet.errors import BadSetting, NotFound
from stet.evaluate.bench.task import Task
from stet.evaluate.bench.values import CellId, Experiment, Order, Player
from stet.ports import Ask

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

_NATIVE = re.compile(r"native:([a-z]{1,20})(?:\((.{1,200})\))?", re.DOTALL)
_RECORDED = (
    "official", "open", "exclude_site", "lang", "fetchers", "browser", "semantic", "urls", "proxy", "model", "models",
    "native", "prices", "allow_unknown_prices", "costs",
)  # fmt: skip
BESIDE = frozenset({"urls", "proxy", "prices", "allow_unknown_prices", "costs"})
"""Settings that change nothing in what a run does: where a service is reached, and what is paid."""


class Means(Value):
    """What all cells have alike beyond their tasks: how models are asked and how the web is looked through."""

    cast: Cast = Cast()
    official: bool = True
    open: bool = True
    exclude_sites: tuple[str, ...] = ()
    lang: str | None = None
    fetchers: tuple[str, ...] = ("http",)


def players_of(named: Sequence[str], settings: Settings) -> tuple[Player, ...]:
    """Who plays, from names such as `quote`, `openai:gpt-5` and `native:openai`; with none, as the settings say.

    Raises:
        BadSetting: a name is none
    """
    if not named:
        own = engine_of(settings)
        return (Player(engine="model", model=settings.model) if own == MODEL else Player(engine="quote"),)
    return tuple(dict.fromkeys(_player(name.strip()) for name in named))


def _player(name: str) -> Player:
    if name.casefold() == QUOTE:
        return Player(engine="quote")
    if (native := _NATIVE.fullmatch(name)) is not None:
        return Player(engine="model", native=native[1], model=native[2])
    provider, _, model = name.partition(":")
    if not provider or not model or provider == "native":
        raise BadSetting(
            f"--models: “{name[:80]}” names no player",
            hint="name quote, provider:model as openai:gpt-5, or a search by models as native:openai",
        )
    return Player(engine="model", model=name)


def means_of(settings: Settings, *, named: bool) -> Means:
    """What the settings say that holds for every cell.

    Where players were `named`, each plays every role: of the settings' own cast only its manner is kept.
    """
    cast = Cast.model_validate(settings.models.manner()) if named else settings.models
    return Means(
        cast=cast,
        official=settings.official,
        open=settings.open,
        exclude_sites=settings.exclude_site,
        lang=settings.lang,
        fetchers=settings.fetchers,
    )


def tools_of(settings: Settings) -> Mapping[str, str]:
    """The settings that decide what a run can reach and how, by name; passwords in addresses are left out."""
    return {row.name: row.value for row in settings.rows() if row.name in _RECORDED}


def unfit(level: Level, player: Player, experiment: Experiment) -> str | None:
    """Why a level and a player make no cell; None where they do."""
    if level is Level.SINGLE and experiment is Experiment.FROZEN:
        return "it answers from memory, and reads no saved passage"
    if player.native is not None and (level is not Level.SINGLE or experiment is Experiment.FROZEN):
        return "a search by models answers at level single alone"
    if level is Level.SINGLE and player.engine == QUOTE:
        return "it has no memory to answer from"
    return None


def left_out(order: Order) -> tuple[str, ...]:
    """The levels and players that make no cell, each with the reason."""
    pairs = [(level, player) for level in order.levels for player in order.players]
    whys = [(level, player, unfit(level, player, order.experiment)) for level, player in pairs]
    return tuple(f"left out: {player.name} at {level.value}: {why}" for level, player, why in whys if why)


def cells_of(order: Order) -> tuple[CellId, ...]:
    """Every cell, try by try and task by task, so that whatever stops it leaves a balanced table."""
    subjects = order.frozen or tuple(task.id for task in order.tasks)
    return tuple(
        CellId(task=subject, level=level, player=player.name, repeat=repeat)
        for repeat in range(1, order.runs + 1)
        for subject in subjects
        for level in order.levels
        for player in order.players
        if unfit(level, player, order.experiment) is None
    )


def request_of(order: Order, cell: CellId, means: Means) -> Request:
    """What the run of a cell asks; no answer of an earlier run is taken again."""
    player = next(each for each in order.players if each.name == cell.player)
    model = {} if player.engine == QUOTE or player.native else means.cast.played(player.model)
    asked = Request(
        question="",
        level=cell.level,
        engine=player.engine,
        model=player.model,
        models=model,
        native=player.native,
    )
    if order.experiment is Experiment.FROZEN:
        return asked.model_copy(update={"frozen": cell.task})
    task = next(each for each in order.tasks if each.id == cell.task)
    own: dict[str, object] = {
        "question": task.question,
        "profile": task.profile,
        "budget": task.limits.budget(),
        "today": task.today,
    }
    if cell.level is not Level.SINGLE:
        own |= {"documents": task.documents, "web": _web(task, means)}
    return asked.model_copy(update=own)


def _web(task: Task, means: Means) -> WebRequest | None:
    if not task.search:
        return None
    return WebRequest(
        search=task.search,
        official=means.official,
        open=means.open,
        sites=task.sites,
        exclude_sites=means.exclude_sites,
        lang=means.lang,
        fetchers=means.fetchers,
        max_age=0.0,
    )


def check_ahead(app: App, order: Order, means: Means, max_usd: Decimal | None = None) -> None:
    """See that nothing is wrong that would fail every cell of a task, a level or a player alike; nothing is begun.

    Raises:
        StetError: what is wrong: no key, no price where money is limited, documents that are gone, …
    """
    cells = cells_of(order)
    if not cells:
        why = "; ".join(left_out(order)) or "there is no task"
        raise BadSetting(f"there is nothing to run: {why}", hint="name other --levels or --models")
    if order.experiment is Experiment.FROZEN:
        with app.store() as store:
            for run in order.frozen:
                _read_to_its_end(store, run)
    for cell in _samples(cells, order):
        request = request_of(order, cell, means)
        if max_usd is not None and (request.model or request.models or request.native):
            limited = request.budget.model_copy(update={"usd": max_usd})
            app.models.chosen(request.model_copy(update={"budget": limited}))
        with app.readable(app.spec(request)):
            pass
    if order.judge is not None:
        _check_judge(app, order.judge, max_usd)


def _check_judge(app: App, name: str, max_usd: Decimal | None) -> None:
    """See that a model can be asked as judge of labels, and at a known price where money is limited."""
    judge = app.models.talking(RoleModel(role="judge", model=name))
    judge.check()
    most = judge.bound(Ask(role="judge", model=name, system="", prompt="", limit=1)).usd
    if max_usd is not None and most is None and not app.operator.allow_unknown_prices:
        raise BadSetting(
            f"no price of {name} is known, so a limit on money cannot be kept",
            hint="give its price in [[prices]] of your settings, or allow it: --allow-unknown-prices",
        )


def _samples(cells: Sequence[CellId], order: Order) -> Iterator[CellId]:
    """A cell of every task, and one of every level and player: of a task that limits money where one does."""
    limited = {task.id for task in order.tasks if task.limits.usd is not None}
    seen: set[object] = set()
    for cell in sorted(cells, key=lambda each: each.task not in limited):
        row = (cell.level, cell.player)
        # What is from memory opens no document.
        opens = cell.task if cell.level is not Level.SINGLE else None
        if row not in seen or (opens is not None and opens not in seen):
            yield cell
        seen |= {row, opens}


def _read_to_its_end(store: "SqlStore", run: str) -> None:
    events = [stamped.event for stamped in store.events(run)]
    if not all(any(isinstance(event, kind) for event in events) for kind in (Planned, Stopped)):
        status = store.run(run).status
        how = (
            f"go on with it: stet ask --resume {run}"
            if status is not RunStatus.DONE
            else "choose another run"
        )
        raise NotFound(f"run {run} has not read to its end: there is nothing to freeze", hint=how)
