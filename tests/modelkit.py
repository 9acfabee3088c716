"""An engine over scripted models and a journal of its own, and evidence to play with."""

import json
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from decimal import Decimal

from stet.domain.base import content_id
from stet.domain.budget import Budget
from stet.domain.claims import Action, Claim, ClaimKind, Conflict, Decision, Label, LedgerEntry, Score
from stet.domain.events import Noted, Spoke
from stet.domain.evidence import Page, PageStatus, Passage, Quote, Source
from stet.domain.question import Plan, Query, Topic, TopicKind
from stet.domain.report import Gap
from stet.domain.run import Level, RunSpec
from stet.engines.model import ROLES, model_engine
from stet.engines.model.caller import Caller, House
from stet.errors import StetError
from stet.journal import Journal, Mode
from stet.ports import Ask, Brief, Evidence, Finish, Model, Said
from stet.research.passages import cut
from stet.store.sql import SqlStore
from stet.testing import MOMENT, FixedClock, ScriptedModel

TODAY = date(2026, 11, 30)
QUESTION = "When does the harbour bridge toll start?"


class Desk:
    """A run with its journal: engines over it, what they asked and what they noted."""

    def __init__(self, store: SqlStore, budget: Budget | None = None) -> None:
        self.store, self.budget = store, budget or Budget()
        self.told: list[Noted | Spoke] = []
        spec = RunSpec(
            question=QUESTION,
            level=Level.REVIEWED,
            engine="model",
            profile="general",
            profile_json="{}",
            budget=self.budget,
            providers=("corpus",),
            today=TODAY,
            version="0",
        )
        self.run = store.create(spec, MOMENT)

    def journal(self, mode: Mode = Mode.LIVE) -> Journal:
        return Journal(self.store, self.run, self.budget, FixedClock(), mode=mode)

    def engine(
        self, models: Mapping[str, Model] | Model, mode: Mode = Mode.LIVE, language: str | None = None
    ):
        each: Mapping[str, Model] = models if isinstance(models, Mapping) else dict.fromkeys(ROLES, models)
        return model_engine(
            each, self.journal(mode), self.told.append, today=TODAY, language=language, salt=self.run
        )

    def caller(self, model: Model) -> Caller:
        return Caller(dict.fromkeys(ROLES, model), self.journal(), self.told.append, House(TODAY))

    @property
    def notes(self) -> list[Noted]:
        return [event for event in self.told if isinstance(event, Noted)]

    def codes(self) -> list[str]:
        return [note.code for note in self.notes]


def scripted(*answers: object, window: int = 32_000) -> ScriptedModel:
    """A model that says these things in turn; what is neither text nor error is said as JSON."""
    return ScriptedModel([_said(each) for each in answers], window=window)


def _said(answer: object) -> str | Said | StetError:
    return answer if isinstance(answer, str | Said | StetError) else json.dumps(answer)


def cut_off(text: str) -> Said:
    """An answer that met its limit."""
    return said(text, Finish.LENGTH)


def said(text: str, finish: Finish = Finish.STOP) -> Said:
    """An answer that ended in this way."""
    return Said(
        text=text, finish=finish, model="m", mode="native", input_tokens=10, output_tokens=5, usd=Decimal(0)
    )


def sent(asked: Iterable[Ask]) -> int:
    """Characters of all that was asked."""
    return sum(len(a.system) + len(a.prompt) + len(a.shape.json_schema if a.shape else "") for a in asked)


def plan_of(*texts: str, kinds: Sequence[TopicKind] = ()) -> Plan:
    topics = tuple(
        Topic(id=f"T{n}", text=text, kind=kinds[n - 1] if kinds else TopicKind.ANSWER)
        for n, text in enumerate(texts, start=1)
    )
    queries = tuple(Query(text=f"{t.text} query", topic=t.id) for t in topics)
    return Plan(question=QUESTION, topics=topics, queries=queries)


def evidence_of(texts: Mapping[str, str], plan: Plan, *, titles: Mapping[str, str] | None = None) -> Evidence:
    """Sources by id, each cut into passages, all of them selected for every topic."""
    pages = {
        key: Page(
            status=PageStatus.OK,
            url=f"https://{key.lower()}.example/",
            sha256=content_id(text),
            text=text,
            text_sha256=content_id(text),
            title=(titles or {}).get(key, f"Page {key}"),
            retrieved_at=MOMENT,
        )
        for key, text in texts.items()
    }
    passages: list[Passage] = []
    for key, page in pages.items():
        for span in cut(page):
            passages.append(Passage(id=f"P{len(passages) + 1}", source=key, start=span.start, end=span.end))
    return Evidence(
        sources=tuple(source_of(key, page) for key, page in pages.items()),
        pages=pages,
        selected={topic.id: tuple(passages) for topic in plan.topics},
    )


def source_of(key: str, page: Page | None = None, published: date | None = date(2026, 10, 12)) -> Source:
    url = f"https://{key.lower()}.example/"
    return Source(
        id=key,
        url=url,
        normalized_url=url,
        title=page.title if page else f"Page {key}",
        site=f"{key.lower()}.example",
        kind="unknown",
        authority=0.15,
        published_at=published,
        retrieved_at=MOMENT,
        sha256=page.sha256 if page else content_id(key),
        text_sha256=page.text_sha256 if page else content_id(key),
    )


def entry(
    key: str,
    text: str,
    *,
    topic: str = "T1",
    kind: ClaimKind = ClaimKind.PARAPHRASE,
    decision: Decision = Decision.SUPPORTED,
    source: str = "S1",
    value: str | None = None,
) -> LedgerEntry:
    return LedgerEntry(
        key=key,
        text=text,
        kind=kind,
        topic=topic,
        quotes=(Quote(source=source, start=0, end=len(text), exact=text),),
        value=value,
        decision=decision,
        reason="supports",
        action=Action.ACCEPT,
        score=Score(
            value=0.15,
            label=Label.LOW,
            authority=0.15,
            recency=1.0,
            corroboration=1.0,
            strongest=source,
            sites=(f"{source.lower()}.example",),
        ),
    )


def brief_of(
    entries: Sequence[LedgerEntry],
    plan: Plan | None = None,
    *,
    conflicts: tuple[Conflict, ...] = (),
    gaps: tuple[Gap, ...] = (),
    instructions: tuple[str, ...] = (),
) -> Brief:
    sources = dict.fromkeys(quote.source for each in entries for quote in each.quotes)
    return Brief(
        plan=plan or plan_of("When does it start?"),
        sources=tuple(source_of(key) for key in sources),
        ledger=tuple(entries),
        conflicts=conflicts,
        gaps=gaps,
        instructions=instructions,
    )


def claim_of(text: str, kind: ClaimKind = ClaimKind.PARAPHRASE, exact: str | None = None) -> Claim:
    words = exact or text
    return Claim(
        key="C1",
        text=text,
        kind=kind,
        topic="T1",
        quotes=(Quote(source="S1", start=0, end=len(words), exact=words),),
    )
