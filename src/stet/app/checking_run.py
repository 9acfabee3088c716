"""The run that a check is: what it fetches and whom it asks is written down before, in a store of its own.

Checks stand in `checks.sqlite` beside the runs that research: they have no report, and are nothing to show or resume. A
text that is checked again on the same day goes on with what was fetched and judged then.
"""

import asyncio
from collections.abc import Generator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from stet._version import __version__
from stet.app.app import App
from stet.app.request import MODEL, QUOTE, Request
from stet.confidence.profile import Profile
from stet.config import ROLES, RoleSetting
from stet.domain.base import canonical_json, content_id
from stet.domain.budget import Budget
from stet.domain.events import Noted, Spoke
from stet.domain.run import Level, RoleModel, RunSpec, RunStatus, WebPlan
from stet.journal import Journal, Recorder
from stet.ports import Judge

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

FILE = "checks.sqlite"
_JUDGE = "judge"


class Terms(NamedTuple):
    """What a check may do and how it is weighed: the limits, the model of the judge, and whether pages are fetched."""

    profile: Profile
    today: date
    budget: Budget
    judge: RoleModel | None
    fetch: bool


def judge_model(app: App, setting: RoleSetting | None, budget: Budget) -> RoleModel | None:
    """The model that judges, looked at before anything is asked.

    Raises:
        BadSetting: its name is none, or a limit on money stands beside an unknown price
        KeyMissing: its provider has no key; names the variable
    """
    if setting is None:
        return None
    request = Request(question="check", engine=MODEL, models=dict.fromkeys(ROLES, setting), budget=budget)
    return next(role for role in app.models.chosen(request) if role.role == _JUDGE)


class CheckRun(NamedTuple):
    """A check under way."""

    store: "SqlStore"
    journal: Journal
    recorder: Recorder
    judge: Judge | None


@contextmanager
def check_run(app: App, name: str, text: str, terms: Terms) -> Generator[CheckRun]:
    """The run in which a text is checked.

    Raises:
        StoreError: it cannot be written down
    """
    from stet.store import open_store

    spec = _spec(name, text, terms)
    store = open_store(str(app.home / FILE))
    status = RunStatus.FAILED
    try:
        run = _earlier(store, spec) or store.create(spec, app.clock.now())
        try:
            yield _begun(app, store, run, terms)
            status = RunStatus.DONE
        except (KeyboardInterrupt, asyncio.CancelledError):
            status = RunStatus.INTERRUPTED
            raise
        finally:
            store.update_run(run, status, "check" if status is RunStatus.DONE else None, app.clock.now())
    finally:
        store.close()


def _begun(app: App, store: "SqlStore", run: str, terms: Terms) -> CheckRun:
    used = store.used(run)
    # The limits are those of one check; a day's earlier ones of the same text do not count.
    limits = {
        name: getattr(terms.budget, name) + getattr(used, name)
        for name in ("searches", "pages", "model_calls", "tokens", "usd", "seconds")
        if getattr(terms.budget, name) is not None and getattr(used, name) is not None
    }
    journal = Journal(store, run, terms.budget.model_copy(update=limits), app.clock)
    recorder = Recorder(store, run, app.clock)
    return CheckRun(store, journal, recorder, _judge(app, journal, recorder, run, terms))


def _judge(app: App, journal: Journal, recorder: Recorder, run: str, terms: Terms) -> Judge | None:
    if terms.judge is None:
        return None
    from stet.engines.model import model_engine

    def note(event: Noted | Spoke) -> None:
        recorder.emit(event)

    model = app.models.talking(terms.judge)
    return model_engine({_JUDGE: model}, journal, note, today=terms.today, salt=run).judge


def _spec(name: str, text: str, terms: Terms) -> RunSpec:
    from stet.prompts import all_hashes

    return RunSpec(
        question=f"check of {name} ({content_id(text)})",
        level=Level.WORKFLOW,
        engine=MODEL if terms.judge else QUOTE,
        models=(terms.judge,) if terms.judge else (),
        prompts=all_hashes() if terms.judge else (),
        profile=terms.profile.name,
        profile_json=canonical_json(terms.profile),
        budget=terms.budget,
        providers=(),
        folder=str(Path.cwd()),
        web=WebPlan(chains=()) if terms.fetch else None,
        today=terms.today,
        version=__version__,
    )


def _earlier(store: "SqlStore", spec: RunSpec) -> str | None:
    found = store.list_runs(search=spec.question)
    return next((record.id for record in found if record.spec == spec), None)
