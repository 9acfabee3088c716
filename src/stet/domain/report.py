"""The report: schema `stet.report/1`, the contract that other tools read."""

from datetime import date, datetime
from decimal import Decimal
from enum import StrEnum
from typing import Literal

from pydantic import ConfigDict, Field

from stet.domain.base import Value
from stet.domain.claims import Check, Conflict, Decision, LedgerEntry, Taken
from stet.domain.evidence import PageStatus
from stet.domain.people import People

SCHEMA = "stet.report/1"


class ReportOutcome(StrEnum):
    """How a run ended."""

    APPROVED = "approved"
    NOT_APPROVED = "not_approved"
    NO_EVIDENCE = "no_evidence"
    FAILED = "failed"


class States(Value):
    """Three states kept apart, and whether a person must look before anyone relies on the report.

    Where people must review it, a stored report is not accepted; what is shown of it is, once they are done.
    """

    evidence_retrieved: bool
    coverage_passed: bool
    report_accepted: bool
    needs_human_review: bool


class ReportTopic(Value):
    """A topic of the checklist and whether evidence covers it."""

    id: str
    text: str
    covered: bool
    gap: str | None = None


class Sentence(Value):
    """One sentence of the report and the keys of the claims it rests on."""

    text: str
    claims: tuple[str, ...] = ()


class Section(Value):
    """A heading and its sentences."""

    heading: str
    sentences: tuple[Sentence, ...]


class Gap(Value):
    """A topic (or part) without enough evidence, saying exactly what is missing and which queries were tried."""

    topic: str
    missing: str
    queries: tuple[str, ...] = ()


class ListedSource(Value):
    """A source, hit or failed page as the report lists it.

    `status` is `cited`, `read`, `found` or the reason a fetch failed; only cited and read ones have an id
    that quotes may name. `authority` is None where nothing was read. `title_from` says where the title stood:
    one that the document does not give itself (from a heading, file name or address) is shown as derived.
    `detail` says in a sentence why a failed page could not be used. `url` is the address that answered,
    `original_url` the one that led to it where that is another, `canonical_url` the one that the page names as its
    own; `providers` found it.
    """

    id: str
    url: str
    normalized_url: str
    original_url: str | None = None
    canonical_url: str | None = None
    doi: str | None = None
    arxiv: str | None = None
    providers: tuple[str, ...] = ()
    path: str | None = None
    title: str | None = None
    title_from: str | None = None
    site: str | None = None
    kind: str | None = None
    authority: float | None = None
    published_at: date | None = None
    published_from: str | None = None
    retrieved_at: datetime | None = None
    media_type: str | None = None
    sha256: str | None = None
    status: Literal["read", "found", "failed"]
    reason: PageStatus | None = None
    detail: str | None = None
    cited: bool = False
    query: str | None = None


class ReportQuery(Value):
    """A query that was issued, the topic or gap it served, and how many hits came back.

    `provider` was asked in `scope`: the profile's official sites, sites that were given, or anywhere. `failed` is
    the code of an error.
    """

    text: str
    topic: str
    gap: str | None = None
    round: int
    hits: int
    provider: str | None = None
    scope: Literal["official", "given", "anywhere"] = "anywhere"
    failed: str | None = None


class ReviewRound(Value):
    """One pass of the reviewer over a draft."""

    round: int
    approved: bool
    checks: tuple[Check, ...]
    instructions: tuple[str, ...] = ()


class Review(Value):
    """The reviewer's passes; approved only when the last one was."""

    approved: bool
    rounds: tuple[ReviewRound, ...] = ()


class Removed(Value):
    """A claim that was found, or a sentence that was drafted, and does not stand in the report; and why.

    `decision` and `reason` are those on the claim; a sentence has none and `reason` is `revised`. `detail` says for a
    reader what decided.
    """

    what: Literal["claim", "sentence"]
    text: str
    claims: tuple[str, ...] = ()
    decision: Decision | None = None
    reason: str
    detail: str


class ReportUsage(Value):
    """What the run used; `usd` is None where a price was unknown."""

    searches: int
    pages: int
    model_calls: int
    tokens: int
    usd: Decimal | None
    seconds: float


def _absent(value: object) -> bool:
    return value is None


class Report(Value):
    """What a run hands over. For every quote, `text_of(source)[start:end] == exact`.

    `people` is what people said of it since; no stored report has it, and none where nobody said or has to say
    anything.
    """

    schema_: Literal["stet.report/1"] = Field(default=SCHEMA, alias="schema")
    run: str
    question: str
    level: str
    engine: str
    today: date
    profile: str
    outcome: ReportOutcome
    states: States
    topics: tuple[ReportTopic, ...]
    answer: tuple[Sentence, ...] = ()
    sections: tuple[Section, ...] = ()
    claims: tuple[LedgerEntry, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    gaps: tuple[Gap, ...] = ()
    actions: tuple[Taken, ...] = ()
    removed: tuple[Removed, ...] = ()
    sources: tuple[ListedSource, ...] = ()
    queries: tuple[ReportQuery, ...] = ()
    review: Review
    usage: ReportUsage
    notes: tuple[str, ...] = ()
    people: People | None = Field(default=None, exclude_if=_absent)

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)

    def claim(self, key: str) -> LedgerEntry | None:
        """The ledger entry with this key, or None."""
        return next((entry for entry in self.claims if entry.key == key), None)

    def source(self, source_id: str) -> ListedSource | None:
        """The listed source with this id, or None."""
        return next((source for source in self.sources if source.id == source_id), None)
