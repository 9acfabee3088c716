"""What identifies a run: everything that is needed to make it again."""

from datetime import date
from enum import StrEnum

from stet.domain.base import Value, value_id
from stet.domain.budget import Budget


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
    """The model that plays a role, as `provider:model`; keys are never part of it."""

    role: str
    model: str


class PromptHash(Value):
    """A prompt by name and content id."""

    name: str
    sha256: str


class RunSpec(Value):
    """Question, level, engine, models, prompt hashes, profile, budget, providers, date, version.

    `profile_json` is the profile itself as canonical JSON, so that a score can be made again when the file it came
    from is gone; `documents` are the folders and files the operator gave, as given, read from `folder`.
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
    today: date
    version: str

    @property
    def sha256(self) -> str:
        """The content id of the spec: equal specs, equal ids."""
        return value_id(self)
