"""What the tests of the cases share: a run over given doors, a run over a folder, and engines that misbehave."""

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

from stet.app import App, Request
from stet.confidence.profile import load_profile
from stet.domain.base import canonical_json
from stet.domain.budget import Budget
from stet.domain.claims import Check, Claim
from stet.domain.events import Event
from stet.domain.evidence import Fetched, Hit
from stet.domain.question import Plan, Query, Topic, TopicKind
from stet.domain.report import Gap, Report, ReportTopic
from stet.domain.run import Level, RunSpec
from stet.engines.quote import quote_engine
from stet.errors import StetError
from stet.journal import Journal, Recorder
from stet.ports import Brief, CallRecord, Coverage, Engine, Evidence, Fetch, Search
from stet.research.run import research
from stet.research.tools import Chain, Tools
from stet.store import open_store
from stet.testing import MOMENT, CannedWeb, FixedClock

TODAY = date(2026, 11, 30)


@dataclass
class Run:
    """What a run came to; `report` is None where it ended with `error`."""

    report: Report | None = None
    error: BaseException | None = None
    events: list[Event] = field(default_factory=list[Event])
    calls: tuple[CallRecord, ...] = ()

    @property
    def done(self) -> Report:
        """The report, which there must be."""
        assert self.report is not None, self.error
        return self.report


def over(
    place: Path,
    question: str,
    searches: Sequence[Search],
    fetch: Fetch,
    *,
    engine: Engine | None = None,
    budget: Budget | None = None,
    clock: FixedClock | None = None,
    level: Level = Level.REVIEWED,
) -> Run:
    """See a run through over these doors, in a new store."""
    profile, clock, engine = load_profile("general"), clock or FixedClock(), engine or quote_engine()
    spec = RunSpec(
        question=question,
        level=level,
        engine=engine.name,
        profile=profile.name,
        profile_json=canonical_json(profile),
        budget=budget or Budget(),
        providers=tuple(search.name for search in searches),
        today=TODAY,
        version="0",
    )
    came = Run()
    with open_store(str(place / "store.sqlite")) as store:
        run = store.create(spec, MOMENT)
        tools = Tools(
            searches=(Chain(tuple(searches)),),
            fetch=fetch,
            engine=engine,
            journal=Journal(store, run, spec.budget, clock),
            recorder=Recorder(store, run, clock),
            pages=store,
            profile=profile,
            clock=clock,
            budget=spec.budget,
            today=TODAY,
            level=level,
        )
        try:
            came.report = asyncio.run(research(tools, run, spec))
        except StetError as error:
            came.error = error
        came.events = [stamped.event for stamped in store.events(run)]
        came.calls = store.calls(run)
    return came


def over_web(place: Path, question: str, pages: Iterable[Fetched], **options: Any) -> Run:
    """See a run through over a canned web."""
    web = CannedWeb(pages)
    return over(place, question, [web], web, **options)


def over_folder(
    place: Path, question: str, documents: Mapping[str, str | bytes], *, budget: Budget | None = None
) -> Report:
    """See a run of the whole program through over documents on disk."""
    folder = place / "documents"
    for name, text in documents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(text.encode() if isinstance(text, str) else text)
    app = App(place / "home", clock=FixedClock(datetime(2026, 11, 30, 12, tzinfo=UTC)))
    request = Request(
        question=question, documents=(str(folder),), budget=budget or Budget(), profile="general", today=TODAY
    )
    return asyncio.run(app.ask(request))


class Says:
    """A writer that hands in these drafts one after the other, the last again and again."""

    def __init__(self, *drafts: str) -> None:
        self.drafts = list(drafts)
        self.asked = 0

    async def write(self, brief: Brief) -> str:
        """See `stet.ports.Writer`."""
        self.asked += 1
        return self.drafts[min(self.asked, len(self.drafts)) - 1]


class Fails:
    """Every role of an engine, and each call raises what it was given."""

    def __init__(self, error: BaseException) -> None:
        self.error = error

    async def plan(self, question: str) -> Plan:
        """See `stet.ports.Planner`."""
        raise self.error

    async def analyse(self, plan: Plan, evidence: Evidence) -> tuple[Claim, ...]:
        """See `stet.ports.Analyst`."""
        raise self.error

    async def assess(self, plan: Plan, evidence: Evidence, asked: Sequence[str]) -> Coverage:
        """See `stet.ports.Analyst`."""
        raise self.error

    async def write(self, brief: Brief) -> str:
        """See `stet.ports.Writer`."""
        raise self.error

    async def review(self, draft: str, brief: Brief, found: Sequence[Check] = ()) -> tuple[Check, ...]:
        """See `stet.ports.Reviewer`."""
        raise self.error


class Plans:
    """A planner with one topic and these queries."""

    def __init__(self, *queries: str) -> None:
        self.queries = queries

    async def plan(self, question: str) -> Plan:
        """See `stet.ports.Planner`."""
        topic = Topic(id="T1", text=question, kind=TopicKind.ANSWER)
        queries = tuple(Query(text=text, topic="T1") for text in self.queries)
        return Plan(question=question, topics=(topic,), queries=queries)


class NeverContent:
    """An analyst that sees the same gap every time and proposes `fresh` new queries, or old ones."""

    def __init__(self, *, fresh: bool) -> None:
        self.fresh = fresh
        self.asked = 0

    async def assess(self, plan: Plan, evidence: Evidence, asked: Sequence[str]) -> Coverage:
        """See `stet.ports.Analyst`."""
        self.asked += 1
        text = f"query {self.asked}" if self.fresh else asked[0]
        topic = ReportTopic(id="T1", text=plan.question, covered=False, gap="the price")
        gap = Gap(topic="T1", missing="the price")
        return Coverage(
            topics=(topic,), gaps=(gap,), queries=(Query(text=text, topic="T1", gap="the price"),)
        )

    async def analyse(self, plan: Plan, evidence: Evidence) -> tuple[Claim, ...]:
        """See `stet.ports.Analyst`."""
        return ()


def hit(url: str, rank: int = 1) -> Hit:
    """A lead."""
    return Hit(url=url, provider="scripted", rank=rank)


def engine_with(**roles: Any) -> Engine:
    """The quote engine with some roles played by others."""
    return replace(quote_engine(), **roles)
