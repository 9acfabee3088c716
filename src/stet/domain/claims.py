"""Claims, the checks made on them, what was decided and how sure that is."""

from datetime import date
from enum import StrEnum
from typing import Literal

from pydantic import Field

from stet.domain.base import Value
from stet.domain.evidence import Quote


class ClaimKind(StrEnum):
    """How a claim relates to its quotes."""

    QUOTATION = "quotation"
    PARAPHRASE = "paraphrase"
    INFERENCE = "inference"
    RECOMMENDATION = "recommendation"


class Scope(Value):
    """What a claim is limited to, each in the words of the source; None where nothing was said."""

    date: str | None = None
    population: str | None = None
    units: str | None = None
    dataset: str | None = None
    conditions: str | None = None


class Claim(Value):
    """One checkable proposition with the quotes it stands on; `key` is `C1`, `C2`, ….

    `value` is what the claim answers its topic with, in normal form ("2027-12-02", "12 %"), or None where the
    topic asks for no value. The first quote is the one a quotation repeats; the others say the same.
    """

    key: str
    text: str
    kind: ClaimKind
    topic: str
    quotes: tuple[Quote, ...]
    scope: Scope = Scope()
    value: str | None = None


class Outcome(StrEnum):
    """What a check found."""

    PASS = "pass"
    FAIL = "fail"
    UNSURE = "unsure"
    NOT_RUN = "not_run"


class Check(Value):
    """One test of one claim or report.

    `name` is the rung or point, `reason` a stable code, `detail` a sentence for the reader.
    """

    name: str
    outcome: Outcome
    reason: str
    detail: str = ""
    by: Literal["code", "model", "person"] = "code"


class Decision(StrEnum):
    """What stands of a claim."""

    SUPPORTED = "supported"
    UNSUPPORTED = "unsupported"
    CONFLICTING = "conflicting"
    UNREVIEWED = "unreviewed"


class Action(StrEnum):
    """What is done with a claim."""

    ACCEPT = "accept"
    NARROW = "narrow"
    INVESTIGATE = "investigate"
    LABEL_INFERENCE = "label_inference"
    REMOVE = "remove"


class Taken(Value):
    """An action that was to be taken on a claim, and what came of it; `text` is the claim as it stood before.

    `became` is what a narrowed claim says now. `not_possible`: nobody could try; `failed`: tried, and it did not help.
    """

    claim: str
    text: str
    action: Action
    outcome: Literal["carried_out", "failed", "not_possible"]
    detail: str
    became: str | None = None


class Label(StrEnum):
    """The word for a score."""

    HIGH = "high"
    MEDIUM = "medium"
    LOW = "low"


class Score(Value):
    """authority × recency × corroboration, capped at 1, with every factor that made it.

    `authority` and `recency` are those of `strongest`, the supporting source whose product is the maximum;
    `sites` are the independent sites that were counted. The score measures the evidence, not the truth.
    """

    value: float = Field(ge=0, le=1)
    label: Label
    authority: float
    recency: float
    corroboration: float
    strongest: str
    sites: tuple[str, ...]


class LedgerEntry(Claim):
    """A claim with its checks, decision, action and score: one row of the ledger."""

    checks: tuple[Check, ...] = ()
    decision: Decision
    reason: str
    action: Action
    score: Score | None = None


class ConflictValue(Value):
    """One side of a conflict, in one source; `conditions` is what the claim's scope limits it to."""

    value: str
    source: str
    published_at: date | None = None
    claim: str
    conditions: str | None = None


class Conflict(Value):
    """Claims that give different values for the same thing, the stronger side first.

    `on` names the thing. `relation` is `change` when a later source says that it replaces the earlier value,
    else `contradiction`.
    """

    claims: tuple[str, ...]
    on: str
    values: tuple[ConflictValue, ...]
    relation: Literal["contradiction", "change"] = "contradiction"
