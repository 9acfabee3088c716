"""`stet plant`: known errors in copies of a report, and which of them the reviewer catches."""

import sys
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from stet.app import App
from stet.cli.exit import Exit
from stet.cli.interrupt import Interruptible
from stet.cli.planttold import told
from stet.cli.setup import app_of, reading_app, settings_of
from stet.cli.terminal import lively, write
from stet.config import Settings
from stet.domain.budget import Budget
from stet.domain.run import RoleModel
from stet.errors import BadSetting
from stet.evaluate.plant import CONTROLS, KINDS
from stet.evaluate.planting_values import Order, Plantings
from stet.saved import chosen_run

if TYPE_CHECKING:
    from stet.evaluate.planting_run import Stored


class Voiced(NamedTuple):
    """The models that plant, judge and review, as flags say it, and what they may cost; None says nothing."""

    planter: str | None = None
    judge: str | None = None
    reviewer: str | None = None
    max_usd: str | None = None

    @property
    def any(self) -> bool:
        """Whether a model was named at all."""
        return any((self.planter, self.judge, self.reviewer))


class Wanted(NamedTuple):
    """What is planted, and what is printed of it."""

    each: int
    seed: int
    kinds: tuple[str, ...]
    fail_under: float | None
    as_json: bool


class Place(NamedTuple):
    """What is planted in: a run, or a file with the folder of its sources; None is the last run."""

    what: str | None
    sources: str | None = None

    @property
    def is_file(self) -> bool:
        """Whether it is a text by anyone."""
        return self.sources is not None or (
            self.what is not None and (self.what == "-" or Path(self.what).is_file())
        )


def plant(place: Place, voiced: Voiced, wanted: Wanted) -> int:
    """Plant errors in a run's report, or in a text, and print what the reviewer made of them.

    Raises:
        NotFound: no such run or file, or one with nothing to plant errors in
        BadSetting: there is no such kind, or no such model
        StetError: what the journal and the models raise
    """
    kinds = _kinds(wanted.kinds)
    settings = _settings(voiced)
    app = app_of(settings) if voiced.any or place.is_file else reading_app()
    made: list[Plantings] = []
    if place.is_file:
        if voiced.planter is not None or voiced.reviewer is not None:
            raise BadSetting(
                "--planter-model and --reviewer-model are for reports of runs, which have claims and are reviewed",
                hint="a text by anyone is examined by --judge-model alone",
            )
        from stet.cli.planttext import planted_file

        order = Order(of=place.what or "", seed=wanted.seed, each=wanted.each, kinds=kinds)
        work = partial(planted_file, app, settings, place.sources, voiced.judge is not None)
    else:
        from stet.evaluate.planting_run import stored_run

        with app.store() as store:
            record = chosen_run(store, place.what)
            stored = stored_run(store, record.id)
        order = Order(of=record.id, seed=wanted.seed, each=wanted.each, kinds=kinds)
        work = partial(_planted, app, settings, stored, voiced)

    async def go() -> None:
        made.append(await work(order))

    Interruptible().run(go)
    return _told(made[0], wanted)


def _told(found: Plantings, wanted: Wanted) -> int:
    if wanted.as_json:
        print(found.model_dump_json(indent=2))
    else:
        write(told(found))
    fell = wanted.fail_under is not None and found.fell_short(wanted.fail_under)
    return Exit.NOT_ACCEPTED if fell else Exit.DONE


def _kinds(given: Sequence[str]) -> tuple[str, ...]:
    named = [part.strip().lower() for each in given for part in each.split(",") if part.strip()]
    every = (*KINDS, *CONTROLS)
    unknown = [kind for kind in named if kind not in every]
    if unknown or (given and not named):
        raise BadSetting(
            f"--kind: there is no kind of error “{', '.join(unknown)[:80]}”",
            hint=f"choose of: {', '.join(every)}",
        )
    return tuple(dict.fromkeys(named)) or every


def _settings(voiced: Voiced) -> Settings:
    models = {role: named for role in ("judge", "reviewer") if (named := getattr(voiced, role)) is not None}
    return settings_of({"models": models or None, "usd": voiced.max_usd})


async def _planted(app: App, settings: Settings, stored: "Stored", voiced: Voiced, order: Order) -> Plantings:
    from stet.evaluate.planting_run import RunExaminer, planted_run

    of, question = stored.report.run, stored.report.question
    if not voiced.any:
        plantings = await planted_run(stored, RunExaminer(stored), order, watch=_watch)
        return Plantings(of=of, question=question, plantings=plantings)
    from stet.evaluate.planting_models import voices

    limits = Budget(usd=settings.budget.usd)
    with voices(app, stored.spec, _roles(settings, voiced), limits) as asked:
        examiner = RunExaminer(stored, asked.reviewer, asked.judge)
        plantings = await planted_run(stored, examiner, order, asked.swapper, _watch)
        return Plantings(of=of, question=question, plantings=plantings, usage=asked.usage)


def _watch(done: int, of: int) -> None:
    """Progress, where somebody sees it; every tenth copy, and the line is gone when all are examined."""
    if lively(sys.stderr) and (done % 10 == 0 or done + 1 == of):
        last = done + 1 == of
        print(
            "\r\x1b[K" if last else f"\rexamining copy {done + 1} of {of}",
            end="",
            file=sys.stderr,
            flush=True,
        )


def _roles(settings: Settings, voiced: Voiced) -> list[RoleModel]:
    played = settings.models.played(None)
    named = [role for role in ("judge", "reviewer") if getattr(voiced, role) is not None]
    roles = [RoleModel(role=role, **played[role].model_dump()) for role in named]
    if voiced.planter is not None:
        roles.append(RoleModel(role="planter", model=voiced.planter))
    return roles
