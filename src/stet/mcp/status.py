"""Where a run is, folded from its events: its stage, what came of it so far, and what it used."""

from collections.abc import Iterable
from datetime import datetime
from typing import Final, Literal

from stet.app.listing import OpenCall
from stet.domain.base import Value
from stet.domain.budget import Budget, Usage
from stet.domain.claims import Decision
from stet.domain.events import (
    Assessed,
    Claimed,
    Decided,
    Event,
    Failed,
    Finished,
    PageFailed,
    PageRead,
    Planned,
    Resumed,
    Searched,
    SearchFailed,
    Stamped,
)
from stet.domain.run import RunStatus

Stage = Literal[
    "preparing",
    "planning",
    "searching",
    "reading",
    "weighing",
    "judging",
    "deciding",
    "writing",
    "reviewing",
    "done",
    "failed",
]
_THEN: Final[dict[str, Stage]] = {
    "started": "planning",
    "planned": "searching",
    "searched": "reading",
    "search_failed": "searching",
    "page_read": "reading",
    "page_failed": "reading",
    "assessed": "searching",
    "stopped": "weighing",
    "claimed": "judging",
    "judged": "deciding",
    "decided": "writing",
    "drafted": "reviewing",
    "finished": "done",
    "failed": "failed",
}
"""What is done after an event of a kind."""
_MOST_SAID = 10


class Topic(Value):
    """A topic of the checklist, and whether evidence covers it as far as is known."""

    text: str
    covered: bool = False


class SoFar(Value):
    """A claim that is supported so far; the review of the draft may still take it out."""

    key: str
    text: str


class Counts(Value):
    """What was done so far."""

    rounds: int = 0
    searches: int = 0
    searches_failed: int = 0
    hits: int = 0
    pages_read: int = 0
    pages_failed: int = 0
    claims: int = 0
    supported: int = 0


class Failure(Value):
    """Why a run could not go on."""

    code: str
    message: str
    hint: str | None = None


class Status(Value):
    """Where a run or another piece of work is.

    `run` is None until a run that was started has an id; `job` names work that is no run, or none yet. `stage` is
    what is being done. `so_far` is what a reader may already see, before the review. `next` says what to call.
    """

    run: str | None
    job: str | None = None
    question: str = ""
    status: RunStatus
    stage: Stage
    outcome: str | None = None
    accepted: bool = False
    topics: tuple[Topic, ...] = ()
    counts: Counts = Counts()
    used: Usage = Usage()
    budget: Budget | None = None
    so_far: tuple[SoFar, ...] = ()
    failure: Failure | None = None
    waiting_for: tuple[OpenCall, ...] = ()
    started_at: datetime | None = None
    updated_at: datetime | None = None
    next: str = ""


class Fold:
    """What the events of a run come to."""

    def __init__(self, events: Iterable[Stamped] = ()) -> None:
        self.stage: Stage = "preparing"
        self.topics: tuple[Topic, ...] = ()
        self.so_far: tuple[SoFar, ...] = ()
        self.failure: Failure | None = None
        self._n = dict.fromkeys(Counts.model_fields, 0)
        for each in events:
            self.see(each.event)

    @property
    def counts(self) -> Counts:
        """What was done so far."""
        return Counts(**self._n)

    def see(self, event: Event) -> None:
        """Count an event."""
        self.stage = _THEN.get(event.kind, self.stage)
        self._count(event)
        match event:
            case Resumed():
                self.failure, self.stage = None, "planning"
            case Planned():
                self.topics = tuple(Topic(text=topic.text) for topic in event.plan.topics)
            case Assessed():
                self.topics = tuple(Topic(text=each.text, covered=each.covered) for each in event.topics)
            case Decided():
                stands = [entry for entry in event.ledger if entry.decision is Decision.SUPPORTED]
                self.so_far = tuple(SoFar(key=each.key, text=each.text) for each in stands[:_MOST_SAID])
            case Failed():
                self.failure = Failure(code=event.code, message=event.message, hint=event.hint)
            case _:
                pass

    def _count(self, event: Event) -> None:
        match event:
            case Searched():
                self._n["rounds"] = event.round
                self._n["searches"] += 1
                self._n["hits"] += len(event.hits)
            case SearchFailed():
                self._n["searches"] += 1
                self._n["searches_failed"] += 1
            case PageRead():
                self._n["pages_read"] += 1
            case PageFailed():
                self._n["pages_failed"] += 1
            case Claimed():
                self._n["claims"] = len(event.claims)
            case Decided():
                self._n["claims"] = len(event.ledger)
                self._n["supported"] = sum(e.decision is Decision.SUPPORTED for e in event.ledger)
            case Finished():
                claims = event.report.claims
                self._n["claims"] = len(claims)
                self._n["supported"] = sum(each.decision is Decision.SUPPORTED for each in claims)
            case _:
                pass

    def told(self) -> str:
        """Where it is, in a line."""
        n = self.counts
        parts = [f"{n.searches} searches", f"{n.pages_read} pages read"]
        if n.claims:
            parts.append(f"{n.supported} of {n.claims} claims supported")
        return f"{self.stage}: {', '.join(parts)}"
