"""What a page shows of a run that goes on."""

from datetime import date, datetime
from typing import Literal

from pydantic import ConfigDict, Field

from stet.domain.base import Value
from stet.domain.budget import Budget, Usage
from stet.domain.claims import Decision
from stet.domain.report import Section
from stet.domain.run import RunStatus
from stet.report.words import plural


class LiveTopic(Value):
    """A topic of the plan, its queries, and whether what was read covers it; None before anybody looked."""

    id: str
    text: str
    queries: tuple[str, ...]
    covered: bool | None = None
    missing: str | None = None


class LiveSource(Value):
    """A page that was read."""

    id: str
    title: str
    place: str
    published_at: date | None = None


class LiveFailure(Value):
    """A page that could not be used, or a search that failed, and why."""

    place: str
    why: str


class LiveClaim(Value):
    """A claim; `decision` is None as long as nothing was decided, `votes` are how often a judge spoke of it."""

    key: str
    text: str
    decision: Decision | None = None
    reason: str | None = None
    votes: int = 0


class LiveRun(Value):
    """Where a run is and what it has so far: schema `stet.live/1`. `after` is the number of its last event."""

    schema_: Literal["stet.live/1"] = Field(default="stet.live/1", alias="schema")
    run: str
    question: str
    status: RunStatus
    here: bool
    after: int
    updated_at: datetime
    doing: str
    used: Usage
    most: Budget
    searches: int = 0
    documents: int = 0
    topics: tuple[LiveTopic, ...] = ()
    sources: tuple[LiveSource, ...] = ()
    failures: tuple[LiveFailure, ...] = ()
    failed: int = 0
    claims: tuple[LiveClaim, ...] = ()
    draft: tuple[Section, ...] = ()
    notes: tuple[str, ...] = ()
    error: str | None = None

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    @property
    def decided(self) -> int:
        """How many claims were decided on."""
        return sum(claim.decision is not None for claim in self.claims)

    @property
    def line(self) -> str:
        """All of it in one line."""
        pages = len(self.sources) + self.failed
        parts = [
            f"{self.searches} of {plural(self.most.searches, 'search', 'searches')}",
            f"{pages} of {plural(self.most.pages, 'page')}",
        ]
        if self.claims:
            parts.append(f"{self.decided} of {plural(len(self.claims), 'claim')} decided")
        if self.used.model_calls:
            parts.append(plural(self.used.model_calls, "model call"))
        parts.append("price unknown" if self.used.usd is None else f"{self.used.usd.normalize():f} USD")
        return f"{self.doing}: {' · '.join(parts)}"
