"""The doors to the outside, and the roles that an engine plays: Protocols of one or two methods."""

from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Protocol, runtime_checkable

from pydantic import Field

from stet.domain.base import Value
from stet.domain.budget import Budget, Usage
from stet.domain.claims import Check, Claim, Conflict, LedgerEntry
from stet.domain.events import Event, Stamped
from stet.domain.evidence import Fetched, Hit, Page, Passage, Source
from stet.domain.question import Plan, Query
from stet.domain.report import Gap, ReportTopic
from stet.domain.run import RunSpec, RunStatus


class Clock(Protocol):
    """Where the time comes from."""

    def now(self) -> datetime:
        """The time now, with a time zone."""
        ...

    def monotonic(self) -> float:
        """Seconds from an arbitrary start, never going back."""
        ...


class SearchRequest(Value):
    """A query as it is asked: at most `limit` hits are wanted.

    `sites` are hosts (subdomains count), none of them meaning anywhere; `exclude_sites` are left out. `since` keeps
    what was published on that day or later, as far as the provider knows. `lang` is an ISO 639-1 code.
    """

    text: str
    limit: int = 10
    sites: tuple[str, ...] = ()
    exclude_sites: tuple[str, ...] = ()
    since: date | None = None
    lang: str | None = None


class Remark(Value):
    """What a reader should know about an answer: `query_cut`, `filter_ignored`, `partial`, …, and in words."""

    code: str
    message: str


def _once(value: object) -> bool:
    return value == 1


class Answer(Value):
    """What a search brought: hits, best first, and remarks; an empty one is an answer.

    `searches` is how many it took, where the service makes several of one query and bills each.
    """

    hits: tuple[Hit, ...]
    remarks: tuple[Remark, ...] = ()
    usd: Decimal | None = Decimal(0)
    searches: int = Field(default=1, ge=1, exclude_if=_once)


class Search(Protocol):
    """Finds leads."""

    @property
    def name(self) -> str:
        """The provider's name, as in `--search NAME`."""
        ...

    @property
    def usd(self) -> Decimal | None:
        """The most that one search costs, in US dollars; None where that is not known."""
        ...

    async def search(self, request: SearchRequest) -> Answer:
        """Hits, best first, and what a reader should know; an empty answer is an answer.

        Raises:
            KeyMissing, RateLimited, QuotaExceeded, Unavailable, BadAnswer
        """
        ...


@runtime_checkable
class ModelSearch(Search, Protocol):
    """A model that searches: how often for one query is up to it."""

    @property
    def at_most(self) -> int:
        """The most searches that it makes, and bills, for one query."""
        ...


class Fetch(Protocol):
    """Reads a page."""

    async def fetch(self, hit: Hit, known: Fetched | None = None) -> Fetched:
        """The page behind a hit, whatever its status: a page that cannot be used is an answer, not an error.

        `known` is what an earlier run saved of the same address. A reader may ask whether it still holds, and
        give it again with the time of asking; one that cannot ask reads anew.

        Raises:
            RateLimited, Unavailable: worth another try; nothing was read
        """
        ...


class Embed(Protocol):
    """Turns texts into vectors, for ranking passages by meaning; never for saying whether something is so."""

    @property
    def name(self) -> str:
        """The model's name: equal names give equal vectors."""
        ...

    def embed(self, texts: Sequence[str]) -> Sequence[Sequence[float]]:
        """A vector of length 1 for each text, in order; the same for the same text, whatever stands beside it."""
        ...


class Evidence(Value):
    """What was read so far: numbered sources, the text of each by source id, and the passages selected by topic."""

    sources: tuple[Source, ...] = ()
    pages: Mapping[str, Page] = {}
    selected: Mapping[str, tuple[Passage, ...]] = {}

    def text(self, source: str) -> str:
        """The saved text of a source."""
        return self.pages[source].text

    def source(self, source_id: str) -> Source | None:
        """The source with this id, or None."""
        return next((s for s in self.sources if s.id == source_id), None)


class Coverage(Value):
    """Which topics are covered, what is missing, and the query that would look for it."""

    topics: tuple[ReportTopic, ...]
    gaps: tuple[Gap, ...]
    queries: tuple[Query, ...]


class Brief(Value):
    """What a writer gets: the ledger, not the pages."""

    plan: Plan
    sources: tuple[Source, ...]
    ledger: tuple[LedgerEntry, ...]
    conflicts: tuple[Conflict, ...]
    gaps: tuple[Gap, ...]
    instructions: tuple[str, ...] = ()


class Shape(Value):
    """The shape that an answer must have: a name, what it is for, and a JSON schema as canonical JSON text."""

    name: str
    description: str
    json_schema: str


def _absent(value: object) -> bool:
    return value is None


def _empty(value: object) -> bool:
    return value == ()


class Ask(Value):
    """What a model is asked, as the journal keys it.

    `system` is the part that stays the same from call to call, so that a provider's prompt cache can hit; `prompt` is
    the rest, with all text of others between fences. `shape` None asks for prose. `limit` is the most tokens of the
    answer. `odds` asks for so many of the likeliest first tokens with their probabilities; None, which the key of a
    call leaves out, for none.
    """

    role: str
    model: str
    system: str
    prompt: str
    shape: Shape | None = None
    limit: int
    odds: int | None = Field(default=None, exclude_if=_absent)


class Odds(Value):
    """A token that an answer might have begun with, and the natural logarithm of its probability."""

    token: str
    logprob: float


class Finish(StrEnum):
    """Why a model stopped."""

    STOP = "stop"
    LENGTH = "length"
    REFUSED = "refused"


class Said(Value):
    """What a model said: prose, or the JSON text of the shape it was asked for, as it came.

    `model` is the exact id that the service names. Tokens are those that the service counted; `estimated` where it
    counted none and a bound stands in. `input_tokens` include `cached_tokens`. `usd` is None where no price is known.
    `mode` is how the shape was asked for: `native`, `tool`, `prompted` or `text`. `odds` are those of the first token,
    the likeliest first, where they were asked for and the service tells them.
    """

    text: str
    finish: Finish = Finish.STOP
    model: str
    mode: str
    input_tokens: int
    output_tokens: int
    cached_tokens: int = 0
    estimated: bool = False
    usd: Decimal | None = None
    odds: tuple[Odds, ...] = Field(default=(), exclude_if=_empty)


class Model(Protocol):
    """A model that answers; whose it is, and how it is spoken to, is its own business."""

    @property
    def name(self) -> str:
        """`provider:model`, as it was named."""
        ...

    @property
    def window(self) -> int:
        """How many tokens question and answer may have together."""
        ...

    def bound(self, ask: Ask) -> Usage:
        """The most that a call may use: one model call, tokens, money (None where no price is known)."""
        ...

    async def ask(self, ask: Ask) -> Said:
        """One answer by one call; a bad one is an answer too, and its reader's to judge.

        Raises:
            KeyMissing, RateLimited, QuotaExceeded, Unavailable, BadAnswer, BadSetting
        """
        ...


class Part(Value):
    """What one researcher looks after: topics of the plan, by id."""

    topics: tuple[str, ...]


class Supervisor(Protocol):
    """Splits the work among researchers."""

    async def split(self, plan: Plan) -> tuple[Part, ...]:
        """Every topic of the plan in exactly one part."""
        ...


class Planner(Protocol):
    """Turns a question into a checklist."""

    async def plan(self, question: str) -> Plan:
        """Two to five topics and the first queries."""
        ...


class Analyst(Protocol):
    """Reads passages: what do they cover, and what do they claim?"""

    async def assess(self, plan: Plan, evidence: Evidence, asked: Sequence[str]) -> Coverage:
        """Coverage of every topic; `asked` are the queries already issued, never to be proposed again."""
        ...

    async def analyse(self, plan: Plan, evidence: Evidence) -> tuple[Claim, ...]:
        """Claims with quotes that code will locate again."""
        ...


class Writer(Protocol):
    """Writes the draft."""

    async def write(self, brief: Brief) -> str:
        """Markdown: `##` headings, each checkable sentence ending with its keys (`[C3]`), no URL, no source list."""
        ...


class Reviewer(Protocol):
    """Reads the draft and can say no."""

    async def review(self, draft: str, brief: Brief, found: Sequence[Check] = ()) -> tuple[Check, ...]:
        """A check for each of the six points; `found` are what code found on them, doubts included."""
        ...


class Excerpt(Value):
    """Words of a saved text: `text` stands at `[start, end)` of `source`."""

    source: str
    start: int
    end: int
    text: str


class Case(Value):
    """A claim to be judged: the words around its quotes, and what code found on it."""

    claim: Claim
    excerpts: tuple[Excerpt, ...]
    findings: tuple[Check, ...] = ()

    @property
    def window(self) -> str:
        """All excerpts, a blank line between them."""
        return "\n\n".join(each.text for each in self.excerpts)


class Judge(Protocol):
    """Says whether words support claims: a model, a person, or anybody else who can be asked."""

    async def judge(self, cases: Sequence[Case]) -> Mapping[str, Check]:
        """By claim key a check named `judge` with the judge's `by`; a claim that is left out has no vote.

        The `detail` of a pass holds the words relied on, which code finds in the saved text; that of a fail is read
        by `stet.research.judging.failing_part`.

        Raises:
            ProviderError, KeyMissing, BudgetExhausted: nobody voted
        """
        ...


class Recalled(Value):
    """An answer that nobody checks: prose, and where a service searched by itself what it cited and asked.

    `by` names that service's search (`native:openai`); its pages are leads, in the order of the text.
    """

    text: str
    cited: tuple[Hit, ...] = ()
    queries: tuple[str, ...] = ()
    by: str | None = None


class Narrower(Protocol):
    """Takes out of claims what their words do not support."""

    async def narrow(self, cases: Sequence[Case]) -> Mapping[str, str]:
        """By claim key what is left of the claim; one that is left out cannot be saved. All of it is checked again.

        Raises:
            ProviderError, KeyMissing, BudgetExhausted: nothing was rewritten
        """
        ...


class Memory(Protocol):
    """Answers without a source that was read: the baseline that nothing else must fall behind."""

    async def recall(self, question: str) -> Recalled:
        """Prose; nothing in it can be checked."""
        ...


@dataclass(frozen=True, slots=True)
class Engine:
    """Who plays the roles.

    `frugal` engines pay for each role: no draft is written before the last round, and researchers of a team read
    side by side, each its own topics.
    """

    name: str
    planner: Planner
    analyst: Analyst
    writer: Writer
    reviewer: Reviewer
    judge: Judge | None = None
    supervisor: Supervisor | None = None
    narrower: Narrower | None = None
    memory: Memory | None = None
    frugal: bool = False


class CallRecord(Value):
    """A call as the journal holds it.

    `state` is `started`, `done` or `failed`; `charged` is the reservation while `started`, the real usage after.
    `response` is JSON text.
    """

    kind: str
    key: str
    attempt: int
    state: str
    request: str
    response: str | None = None
    error: str | None = None
    charged: Usage
    started_at: datetime
    ended_at: datetime | None = None


class RunRecord(Value):
    """A run as the store lists it."""

    id: str
    spec: RunSpec
    status: RunStatus
    outcome: str | None = None
    created_at: datetime
    updated_at: datetime
    used: Usage
    events: int


class CallStore(Protocol):
    """Keeps calls: append-only rows, written before the call and after it."""

    def begin(self, run: str, call: CallRecord, limits: Budget) -> CallRecord:
        """In one transaction: return the finished call with this key if there is one, else reserve and write `started`.

        A record that comes back as `started` may now be made, and is ended under the attempt number it carries
        (the one in `call` is not looked at). A call found `started` without an end keeps its reservation
        charged, and one found `failed` its charge; the new row has the next attempt number.

        Raises:
            BudgetExhausted: the reservation would pass a limit; nothing was written
            StoreError: the store cannot be written
        """
        ...

    def end(self, run: str, call: CallRecord) -> None:
        """Append the end of a call (`done` or `failed`) and settle its charge.

        Raises:
            StoreError: no such attempt is under way, or the store cannot be written
        """
        ...

    def recent(self, kind: str, key: str, since: datetime | None) -> CallRecord | None:
        """The call of any run with this key that was answered last, not before `since`; None where there is none."""
        ...

    def calls(self, run: str) -> tuple[CallRecord, ...]:
        """Every attempt in its last state, in the order in which they were started."""
        ...

    def open_calls(self, run: str) -> tuple[CallRecord, ...]:
        """Calls without an end that were not tried again, by their last attempt, in the order of their start."""
        ...

    def used(self, run: str) -> Usage:
        """The run's totals: reservations of calls under way or lost, real usage of the others."""
        ...


class EventStore(Protocol):
    """Keeps events: append-only, hash-chained."""

    def append(self, run: str, event: Event, at: datetime) -> Stamped:
        """Write an event at the end of the run's chain."""
        ...

    def events(self, run: str, after: int = 0) -> tuple[Stamped, ...]:
        """The run's events with a number greater than `after`, in order."""
        ...


class PageStore(Protocol):
    """Keeps pages, content-addressed and compressed."""

    def put(self, fetched: Fetched) -> None:
        """Save a page; saving the same content again changes nothing."""
        ...

    def page(self, sha256: str, text_sha256: str) -> Page:
        """The page saved with these ids.

        Raises:
            NotFound: no such page
        """
        ...

    def raw(self, sha256: str) -> bytes:
        """The bytes of a page as they were fetched.

        Raises:
            NotFound: no such page
        """
        ...


class RunStore(Protocol):
    """Keeps runs."""

    def create(self, spec: RunSpec, at: datetime) -> str:
        """Write a new run and return its id."""
        ...

    def run(self, run: str) -> RunRecord:
        """The run with this id or unique prefix.

        Raises:
            NotFound: none, or more than one
        """
        ...


class Store(CallStore, EventStore, PageStore, RunStore, Protocol):
    """All that a run writes and reads."""


Call = Callable[[], Awaitable[tuple[str, Usage]]]
"""Makes an outside call: returns the response as JSON text and what it used."""
