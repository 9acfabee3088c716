"""What a run works with: the doors it was given, the journal and the recorder."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date

from stet.confidence.profile import Profile
from stet.domain.budget import Budget
from stet.domain.events import Noted, PageFailed
from stet.domain.run import Level
from stet.journal import Journal, Recorder
from stet.ports import Clock, Engine, Fetch, PageStore, Search


@dataclass(frozen=True, slots=True)
class Tools:
    """Everything a step may use; steps take it as a whole so that none grows a parameter list of its own.

    `before` are things known before the first round (documents that could not be read, remarks on the corpus);
    `given` are the paths of the documents that can be read, where a run has any.
    `scopes` are the site restrictions every query is searched with, in order; `()` means the open web or the corpus.
    """

    searches: Sequence[Search]
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
    scopes: tuple[tuple[str, ...], ...] = ((),)
    characters: int = 6000
    passages: int = 40
