"""What a run works with: the doors it was given, the journal and the recorder."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date
from decimal import Decimal

from stet.confidence.profile import Profile
from stet.domain.budget import Budget
from stet.domain.events import Event, Noted, PageFailed
from stet.domain.report import ReportUsage
from stet.domain.run import Level
from stet.journal import Journal, Recorder
from stet.ports import CallRecord, Clock, Embed, Engine, Fetch, PageStore, Search


@dataclass(frozen=True, slots=True)
class Chain:
    """Search providers that stand in for each other, in order, and the scopes that every query is asked in.

    A scope is the sites that a search is restricted to; `()` means anywhere, or the whole corpus.
    """

    providers: Sequence[Search]
    scopes: tuple[tuple[str, ...], ...] = ((),)


@dataclass(frozen=True, slots=True)
class Fallback:
    """Another reader, asked for a page that the first one could not have; `usd` is the most that a page costs."""

    name: str
    fetch: Fetch
    usd: Decimal | None


@dataclass(frozen=True, slots=True)
class Frozen:
    """What another run read: its events and its calls, in their order."""

    events: tuple[Event, ...]
    calls: tuple[CallRecord, ...]


@dataclass(frozen=True, slots=True)
class Tools:
    """Everything a step may use; steps take it as a whole so that none grows a parameter list of its own.

    `searches` are asked side by side. `before` are things known before the first round (documents that could not
    be read, remarks on the corpus); `given` are the paths of the documents that can be read, where a run has any.
    `max_age` is how many seconds old an answer of an earlier run may be to be taken again; 0 asks anew. `frozen` is
    the reading of another run, that this one writes from; `usage` what a replayed run used when it was made.
    """

    searches: Sequence[Chain]
    fetch: Fetch
    engine: Engine
    journal: Journal
    recorder: Recorder
    pages: PageStore
    profile: Profile
    clock: Clock
    budget: Budget
    today: date
    level: Level
    before: tuple[PageFailed | Noted, ...] = ()
    given: tuple[str, ...] = ()
    exclude_sites: tuple[str, ...] = ()
    since: date | None = None
    lang: str | None = None
    max_age: float = 0.0
    fallbacks: Sequence[Fallback] = ()
    embed: Embed | None = None
    frozen: Frozen | None = None
    usage: ReportUsage | None = None
    characters: int = 6000
    passages: int = 40
