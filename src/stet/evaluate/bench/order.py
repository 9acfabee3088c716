"""From what is wanted to cells: who plays, which cells there are, and what each asks."""

import re
from collections.abc import Mapping, Sequence

from stet.app import Request
from stet.app.request import MODEL, QUOTE, WebRequest
from stet.app.settings import engine_of
from stet.config import Cast, Settings
from stet.domain.base import Value
from stet.domain.run import Level
from stet.errors import BadSetting
from stet.evaluate.bench.task import Task
from stet.evaluate.bench.values import CellId, Experiment, Order, Player

_NATIVE = re.compile(r"native:([a-z]{1,20})(?:\((.{1,200})\))?", re.DOTALL)
_RECORDED = (
    "official", "open", "exclude_site", "lang", "fetchers", "browser", "semantic", "urls", "proxy", "model", "models",
    "native", "prices", "allow_unknown_prices", "costs",
)  # fmt: skip
BESIDE = frozenset({"urls", "proxy", "prices", "allow_unknown_prices", "costs"})
"""Settings that change nothing in what a run does: where a service is reached, and what is paid."""
COUNTED = ("prices", "costs")
"""Those of them that decide what a run is counted to have cost."""


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
