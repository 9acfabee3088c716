"""The engine that models play: they propose, code decides what is sent, read back and kept."""

from collections.abc import Callable, Iterable, Mapping
from datetime import date

from stet.domain.events import Noted, Spoke
from stet.engines.model.analyst import ModelAnalyst
from stet.engines.model.caller import ROLES, Caller, House
from stet.engines.model.judge import ModelJudge
from stet.engines.model.logprob import BY_ODDS, LogprobJudge, calibrations
from stet.engines.model.memory import ModelMemory
from stet.engines.model.narrower import ModelNarrower
from stet.engines.model.planner import ModelPlanner
from stet.engines.model.reviewer import ModelReviewer
from stet.engines.model.supervisor import ModelSupervisor
from stet.engines.model.writer import ModelWriter
from stet.journal import Journal
from stet.ports import Engine, Judge, Model

__all__ = ["ROLES", "model_engine"]


def model_engine(
    models: Mapping[str, Model],
    journal: Journal,
    note: Callable[[Noted | Spoke], None],
    *,
    today: date,
    language: str | None = None,
    salt: str = "",
    ended: Iterable[str] = (),
) -> Engine:
    """A fresh engine for one run; it remembers which passages its analyst was shown.

    Args:
        models: the model of each of `ROLES`; a role that is never asked may be missing.
        journal: writes each call down before it is made.
        note: told what a reader should know, such as quotes that were not found, and of every answer what it took.
        today: goes into every question.
        language: that of the report, by its name in English; None for that of the question.
        ended: messages of the bad answers that ended earlier sessions of the run; what gave them is asked anew.
        salt: mixed into the marks of fences; the same when a run is resumed or replayed.
    """
    caller = Caller(models, journal, note, House(today=today, language=language, salt=salt), ended)
    return Engine(
        name="model",
        planner=ModelPlanner(caller),
        analyst=ModelAnalyst(caller),
        writer=ModelWriter(caller),
        reviewer=ModelReviewer(caller),
        judge=_judge(models, caller),
        supervisor=ModelSupervisor(caller),
        narrower=ModelNarrower(caller),
        memory=ModelMemory(caller),
        frugal=True,
    )


def _judge(models: Mapping[str, Model], caller: Caller) -> Judge:
    """Who judges: a model that answers in words, or one of which probabilities count."""
    model = models.get("judge")
    if model is not None and model.name.startswith(BY_ODDS):
        return LogprobJudge(caller, calibrations())
    return ModelJudge(caller)
