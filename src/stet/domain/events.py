"""What a run decided, in order; with the RunSpec, all that a run is."""

from datetime import datetime
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from stet.domain.base import Value
from stet.domain.claims import Check, Claim, Conflict, LedgerEntry, Taken
from stet.domain.evidence import Hit, PageStatus, Passage, Source
from stet.domain.question import Plan, Query
from stet.domain.report import Gap, Report, ReportTopic, ReviewRound
from stet.domain.run import RunSpec


class Started(Value):
    """A run began."""

    kind: Literal["started"] = "started"
    spec: RunSpec


class Resumed(Value):
    """A run that was interrupted goes on; `calls` finished calls are served from the journal."""

    kind: Literal["resumed"] = "resumed"
    calls: int


class Planned(Value):
    """The checklist and the first queries."""

    kind: Literal["planned"] = "planned"
    plan: Plan


class Given(Value):
    """The documents that a run was given and that can be read, by their paths."""

    kind: Literal["given"] = "given"
    documents: tuple[str, ...]


class Divided(Value):
    """The topics that each researcher looks after."""

    kind: Literal["divided"] = "divided"
    parts: tuple[tuple[str, ...], ...]


class Searched(Value):
    """A query was issued and answered; `sites` are those it was restricted to."""

    kind: Literal["searched"] = "searched"
    round: int
    provider: str
    query: Query
    hits: tuple[Hit, ...]
    sites: tuple[str, ...] = ()


class SearchFailed(Value):
    """A query was issued and failed, with every attempt that the budget and the service left it."""

    kind: Literal["search_failed"] = "search_failed"
    round: int
    provider: str
    query: Query
    code: str
    message: str
    sites: tuple[str, ...] = ()


class PageRead(Value):
    """A page became a source."""

    kind: Literal["page_read"] = "page_read"
    round: int
    source: Source


class PageFailed(Value):
    """A page could not be used, and why."""

    kind: Literal["page_failed"] = "page_failed"
    round: int
    hit: Hit
    status: PageStatus
    reason: str
    query: str | None = None


class PageSame(Value):
    """A hit led to a page that is a source already: one page is one source, however it is reached."""

    kind: Literal["page_same"] = "page_same"
    round: int
    hit: Hit
    source: str


class Selected(Value):
    """The passages that go on for a topic, in reading order: by source, then by place."""

    kind: Literal["selected"] = "selected"
    round: int
    topic: str
    passages: tuple[Passage, ...]


class Assessed(Value):
    """Which topics the evidence covers, and what is missing."""

    kind: Literal["assessed"] = "assessed"
    round: int
    topics: tuple[ReportTopic, ...]
    gaps: tuple[Gap, ...]


class Drafted(Value):
    """A draft was kept."""

    kind: Literal["drafted"] = "drafted"
    round: int
    markdown: str


class Claimed(Value):
    """The claims, before they are checked."""

    kind: Literal["claimed"] = "claimed"
    round: int
    claims: tuple[Claim, ...]


class Vote(Value):
    """What a judge said of a claim."""

    claim: str
    check: Check


class Judged(Value):
    """A judge went through the claims that code could not settle."""

    kind: Literal["judged"] = "judged"
    round: int
    votes: tuple[Vote, ...]


class Decided(Value):
    """The ledger: every claim with its checks, decision, action and score; and the conflicts among them."""

    kind: Literal["decided"] = "decided"
    round: int
    ledger: tuple[LedgerEntry, ...]
    conflicts: tuple[Conflict, ...]


class Acted(Value):
    """What was done with a claim after a decision on it."""

    kind: Literal["acted"] = "acted"
    round: int
    taken: Taken


class Reviewed(Value):
    """The reviewer read a draft."""

    kind: Literal["reviewed"] = "reviewed"
    review: ReviewRound


class Noted(Value):
    """Something a reader should know: a tolerated failure, instruction-like text, a query that was cut."""

    kind: Literal["noted"] = "noted"
    code: str
    message: str
    where: str | None = None


class Spoke(Value):
    """A model answered; what it said is in the journal.

    Fields as in `stet.ports.Said`: `model` is the exact id that the service named, `input_tokens` include
    `cached_tokens`, `usd` is None where no price is known. `searches` are those that the service made by itself.
    """

    kind: Literal["spoke"] = "spoke"
    role: str
    model: str
    mode: str
    input_tokens: int
    output_tokens: int
    cached_tokens: int = 0
    estimated: bool = False
    usd: Decimal | None = None
    searches: int = 0


class Stopped(Value):
    """Research ended, and why: coverage, no_new_query, no_progress or the name of a limit."""

    kind: Literal["stopped"] = "stopped"
    round: int
    reason: str


class Finished(Value):
    """The report."""

    kind: Literal["finished"] = "finished"
    report: Report


class PageId(Value):
    """A page by the content ids of its bytes and of its text."""

    sha256: str
    text_sha256: str


class Purged(Value):
    """What a run had to keep no longer was let go: its saved pages, or the words of its calls.

    `pages` are those that went, or that the words named. `left` is the content id of what remains of the calls, so
    that this cannot be changed either.
    """

    kind: Literal["purged"] = "purged"
    what: Literal["pages", "calls"]
    pages: tuple[PageId, ...] = ()
    calls: int = 0
    left: str | None = None


class Failed(Value):
    """The run could not go on."""

    kind: Literal["failed"] = "failed"
    code: str
    message: str
    hint: str | None = None


Event = Annotated[
    Started
    | Resumed
    | Planned
    | Given
    | Divided
    | Searched
    | SearchFailed
    | PageRead
    | PageFailed
    | PageSame
    | Selected
    | Assessed
    | Drafted
    | Claimed
    | Judged
    | Decided
    | Acted
    | Reviewed
    | Noted
    | Spoke
    | Stopped
    | Finished
    | Purged
    | Failed,
    Field(discriminator="kind"),
]

EVENT: TypeAdapter[Event] = TypeAdapter(Event)


class Stamped(Value):
    """An event as it was written: its place in the run (from 1) and when."""

    number: int
    at: datetime
    event: Event
