"""What identifies a run: everything that is needed to make it again."""

from datetime import date
from enum import StrEnum

from pydantic import Field

from stet.domain.base import Value, value_id
from stet.domain.budget import Budget
from stet.domain.people import ReviewRule
from stet.domain.question import Plan


class Level(StrEnum):
    """How much autonomy a run has, and who checks it."""

    SINGLE = "single"
    WORKFLOW = "workflow"
    TEAM = "team"
    REVIEWED = "reviewed"


class RunStatus(StrEnum):
    """Where a run is; `interrupted` can be resumed."""

    RUNNING = "running"
    DONE = "done"
    FAILED = "failed"
    INTERRUPTED = "interrupted"


class RoleModel(Value):
    """The model that plays a role, as `provider:model`.

    `url` is where it is reached, if not at the provider's own address; `key` the name of the variable that holds its
    key, if another than the provider's; the key itself is never part of it. `window` is how many tokens question and
    answer may have together, `seconds` how long a call may take. `temperature` and `effort` None leave those to the
    service.
    """

    role: str
    model: str
    url: str | None = None
    key: str | None = None
    window: int | None = None
    temperature: float | None = None
    effort: str | None = None
    seconds: float | None = None


class PromptHash(Value):
    """A prompt by name and content id."""

    name: str
    sha256: str


class WebPlan(Value):
    """Where a run looks beyond its documents, and what it leaves out.

    `chains` are search providers: those of one chain stand in for each other, in order; the chains are asked side
    by side. `official` and `open` are the two halves of every query: the profile's official sites, and anywhere.
    `sites`, where given, take the place of both. `since` leaves out what is known to be older, by a provider or
    by the page's own dates; what has no date stays. `fetchers` read a page, the next where one cannot be had.
    `max_age` is how many seconds old an earlier answer may be.
    """

    chains: tuple[tuple[str, ...], ...]
    official: bool = True
    open: bool = True
    sites: tuple[str, ...] = ()
    exclude_sites: tuple[str, ...] = ()
    since: date | None = None
    lang: str | None = None
    fetchers: tuple[str, ...] = ("http",)
    max_age: float = 86_400.0

    @property
    def names(self) -> tuple[str, ...]:
        """Every provider, once."""
        return tuple(dict.fromkeys(name for chain in self.chains for name in chain))


def _absent(value: object) -> bool:
    return value is None


class RunSpec(Value):
    """Question, level, engine, models, prompt hashes, profile, budget, providers, date, version.

    `profile_json` is the profile itself as canonical JSON, so that a score can be made again when the file it came
    from is gone; `documents` are the folders and files the operator gave, as given, read from `folder`; `web` is
    None for a run that reads nothing else; `embed` names the model that ranks passages by meaning, if one does.
    `frozen` is the run whose reading this one writes from. `native` is the provider (`openai`, `anthropic`, `google`)
    whose own search answers at level `single`. `require_review` says which claims people must agree with before the
    report is accepted; without it, the spec's content id is what it was before there were such rules. `plan` is a
    checklist that who asked has looked at; without it the run makes its own.
    """

    question: str
    level: Level
    engine: str
    models: tuple[RoleModel, ...] = ()
    prompts: tuple[PromptHash, ...] = ()
    profile: str
    profile_json: str
    budget: Budget
    providers: tuple[str, ...]
    documents: tuple[str, ...] = ()
    folder: str = ""
    embed: str | None = None
    web: WebPlan | None = None
    frozen: str | None = None
    native: str | None = None
    require_review: ReviewRule | None = Field(default=None, exclude_if=_absent)
    plan: Plan | None = Field(default=None, exclude_if=_absent)
    today: date
    version: str

    @property
    def sha256(self) -> str:
        """The content id of the spec: equal specs, equal ids."""
        return value_id(self)
