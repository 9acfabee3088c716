"""Small ledgers made by hand: claims with one quote each, a report over them, and what was searched for it."""

from collections.abc import Iterable, Sequence
from datetime import date
from decimal import Decimal

from stet.domain.base import content_id
from stet.domain.claims import Action, Check, ClaimKind, Decision, Label, LedgerEntry, Outcome, Score
from stet.domain.events import Event, PageRead, Searched, Stamped
from stet.domain.evidence import Hit, Quote, Source
from stet.domain.question import Query
from stet.domain.report import (
    Gap,
    ListedSource,
    Report,
    ReportOutcome,
    ReportQuery,
    ReportTopic,
    ReportUsage,
    Review,
    Section,
    Sentence,
    States,
)
from stet.evaluate.bench.task import Category, Fact, Forbidden, Subquestion, Task
from stet.evaluate.metrics import Judgement, Labels, Subject
from stet.testing import MOMENT

TODAY = date(2026, 11, 30)
QUESTION = "When does the bridge toll start and who pays it?"
RUN = "run1"
TOPICS = ("When does the bridge toll start?", "Who pays the bridge toll?")


def said(text: str, *keys: str) -> Sentence:
    return Sentence(text=text, claims=keys)


def check(
    name: str, outcome: Outcome = Outcome.PASS, reason: str = "ok", detail: str = "", by: str = "code"
) -> Check:
    return Check.model_validate(
        {"name": name, "outcome": outcome, "reason": reason, "detail": detail, "by": by}
    )


def entry(
    number: int,
    text: str,
    *,
    decision: Decision = Decision.SUPPORTED,
    reason: str = "supports",
    checks: Sequence[Check] = (),
    score: Score | None = None,
    kind: ClaimKind = ClaimKind.PARAPHRASE,
) -> LedgerEntry:
    """Claim `C1` on `S1` and so on; its quote is its own text, which is all that its source says."""
    return LedgerEntry(
        key=f"C{number}",
        text=text,
        kind=kind,
        topic="T1",
        quotes=(Quote(source=f"S{number}", start=0, end=len(text), exact=text),),
        checks=tuple(checks),
        decision=decision,
        reason=reason,
        action=Action.ACCEPT,
        score=score,
    )


def score(value: float, label: Label, *sites: str) -> Score:
    return Score(
        value=value,
        label=label,
        authority=value,
        recency=1.0,
        corroboration=1.0,
        strongest="S1",
        sites=sites or ("one.example",),
    )


def report(
    claims: Sequence[LedgerEntry] = (),
    answer: Sequence[Sentence] = (),
    body: Sequence[Sentence] = (),
    **more: object,
) -> Report:
    """A report over these claims; sources are those that they quote, all of them read and cited."""
    fields: dict[str, object] = {
        "run": RUN,
        "question": QUESTION,
        "level": "reviewed",
        "engine": "model",
        "today": TODAY,
        "profile": "general",
        "outcome": ReportOutcome.NOT_APPROVED,
        "states": States(
            evidence_retrieved=True, coverage_passed=True, report_accepted=False, needs_human_review=True
        ),
        "topics": tuple(
            ReportTopic(id=f"T{n}", text=text, covered=True) for n, text in enumerate(TOPICS, start=1)
        ),
        "answer": tuple(answer),
        "sections": (Section(heading=TOPICS[0], sentences=tuple(body)),) if body else (),
        "claims": tuple(claims),
        "sources": tuple(listed(quote.source) for claim in claims for quote in claim.quotes),
        "review": Review(approved=False),
        "usage": ReportUsage(searches=0, pages=0, model_calls=0, tokens=0, usd=Decimal(0), seconds=42.5),
    }
    return Report.model_validate({**fields, **more})


def listed(
    source: str, query: str | None = None, *, status: str = "read", cited: bool = True
) -> ListedSource:
    url = f"https://{source.lower()}.example/"
    return ListedSource.model_validate(
        {
            "id": source,
            "url": url,
            "normalized_url": url,
            "status": status,
            "cited": cited,
            "query": query,
        }
    )


def source(name: str, text: str) -> Source:
    url = f"https://{name.lower()}.example/"
    return Source(
        id=name,
        url=url,
        normalized_url=url,
        title=f"Page {name}",
        site=f"{name.lower()}.example",
        kind="unknown",
        authority=0.15,
        retrieved_at=MOMENT,
        sha256=content_id(text),
        text_sha256=content_id(text),
    )


def texts_of(made: Report) -> dict[str, str]:
    """What each source says: the words that are quoted of it, which begin it."""
    return {quote.source: quote.exact for claim in made.claims for quote in claim.quotes}


def subject(
    made: Report,
    *,
    events: Iterable[Event] = (),
    task: Task | None = None,
    labels: Sequence[Judgement] = (),
    texts: dict[str, str] | None = None,
) -> Subject:
    """A subject over a report, with its sources among the events."""
    kept = texts_of(made) if texts is None else texts
    read = (PageRead(round=1, source=source(name, text)) for name, text in kept.items())
    return Subject(made, stamped(*read, *events), kept, task, Labels(judgements=tuple(labels)))


def stamped(*events: Event) -> tuple[Stamped, ...]:
    return tuple(Stamped(number=n, at=MOMENT, event=event) for n, event in enumerate(events, start=1))


def searched(text: str, *urls: str, round: int = 1, provider: str = "canned") -> Searched:  # noqa: A002
    hits = tuple(Hit(url=url, provider=provider, rank=n) for n, url in enumerate(urls, start=1))
    return Searched(round=round, provider=provider, query=Query(text=text, topic="T1"), hits=hits)


def asked(text: str, topic: str = "T1", *, gap: str | None = None, provider: str = "canned") -> ReportQuery:
    return ReportQuery(text=text, topic=topic, gap=gap, round=1, hits=1, provider=provider)


def gap(topic: str, missing: str) -> Gap:
    return Gap(topic=topic, missing=missing)


def task(*facts: Fact, forbidden: Sequence[Forbidden] = (), subquestions: Sequence[Subquestion] = ()) -> Task:
    return Task(
        id="toll",
        category=Category.TECHNICAL,
        question=QUESTION,
        facts=facts,
        forbidden=tuple(forbidden),
        subquestions=tuple(subquestions),
        today=TODAY,
    )


def on_claim(key: str, verdict: str, by: str = "person", **more: str) -> Judgement:
    return Judgement.model_validate({"run": RUN, "claim": key, "verdict": verdict, "by": by, **more})


def on_sentence(text: str, verdict: str, **more: str) -> Judgement:
    return Judgement.model_validate({"run": RUN, "sentence": text, "verdict": verdict, **more})


def on_fact(fact: str, verdict: str, **more: str) -> Judgement:
    return Judgement.model_validate({"run": RUN, "task": "toll", "fact": fact, "verdict": verdict, **more})
