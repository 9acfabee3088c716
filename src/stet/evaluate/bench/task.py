"""A task: a question with what a good report must say, what it must not, and what may be read and spent."""

from datetime import date
from decimal import Decimal
from enum import StrEnum
from typing import Annotated, Literal

from pydantic import BeforeValidator, Field

from stet.domain.base import Value
from stet.domain.budget import Budget, Depth


def _no_number(value: object) -> object:
    """A number is no day, though it could be read as seconds since 1970."""
    if isinstance(value, int | float):
        raise ValueError("a number is no day")  # noqa: TRY004  what pydantic reports
    return value


def _no_truth(value: object) -> object:
    """True is no number, though it counts as 1."""
    if isinstance(value, bool):
        raise ValueError("true and false are no numbers")  # noqa: TRY004  what pydantic reports
    return value


Day = Annotated[date, BeforeValidator(_no_number)]
_Count = Annotated[int, Field(ge=0), BeforeValidator(_no_truth)]
_Some = Annotated[int, Field(ge=1), BeforeValidator(_no_truth)]
_Money = Annotated[Decimal, Field(ge=0, le=10**12), BeforeValidator(_no_truth)]
_Seconds = Annotated[float, Field(gt=0, allow_inf_nan=False), BeforeValidator(_no_truth)]


class Category(StrEnum):
    """What kind of question a task asks."""

    TECHNICAL = "technical"
    CURRENT_EVENTS = "current_events"
    MARKET = "market"
    SCIENTIFIC = "scientific"
    CONFLICTING_EVIDENCE = "conflicting_evidence"


class Subquestion(Value):
    """A part of the question that a report must answer.

    It is answered when a fact that names it is found; one that is `unanswerable` from the material, when a gap is
    stated and no value is given.
    """

    id: str
    text: str
    unanswerable: bool = False


class Statement(Value):
    """Something that a report may say.

    A sentence says it when it holds every one of `values`, compared in normal form ("2 December 2027" is
    "2027-12-02"), and of each of `words` one of its alternatives ("toll|charge"), in any case and inflected form.
    `sources` are documents or addresses that say so, `since` the day from which it holds.
    """

    id: str
    text: str
    values: tuple[str, ...] = ()
    words: tuple[str, ...] = ()
    sources: tuple[str, ...] = ()
    since: Day | None = None


class Fact(Statement):
    """A reference fact; `subquestion` is the one that it answers."""

    subquestion: str | None = None


class Forbidden(Statement):
    """What must not be claimed: it was replaced, or it never was so. A sentence with a word of `unless` denies it."""

    why: Literal["superseded", "false"]
    unless: tuple[str, ...] = ()


class Limits(Value):
    """What a run of a task may use; what is None is as the depth has it."""

    depth: Depth = Depth.STANDARD
    rounds: _Some | None = None
    searches: _Some | None = None
    pages: _Some | None = None
    claims: _Some | None = None
    model_calls: _Count | None = None
    tokens: _Count | None = None
    usd: _Money | None = None
    seconds: _Seconds | None = None

    def budget(self) -> Budget:
        """As a run knows it."""
        own = self.model_dump(exclude={"depth"}, exclude_none=True)
        return self.depth.budget().model_copy(update=own)


class Task(Value):
    """One task. `documents` are absolute paths; `search` are chains of providers, none of them keeps a run offline.

    `today` is the day as of which the facts hold, and the date that every run of the task reckons from.
    """

    id: str
    category: Category
    question: str
    subquestions: tuple[Subquestion, ...] = ()
    facts: tuple[Fact, ...] = ()
    forbidden: tuple[Forbidden, ...] = ()
    documents: tuple[str, ...] = ()
    search: tuple[str, ...] = ()
    sites: tuple[str, ...] = ()
    profile: str | None = None
    limits: Limits = Limits()
    today: Day
