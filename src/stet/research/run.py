"""A run from question to report."""

from collections.abc import Sequence

from stet.domain.claims import Conflict, Decision, LedgerEntry
from stet.domain.events import (
    Assessed,
    Claimed,
    Decided,
    Drafted,
    Failed,
    Finished,
    Noted,
    Planned,
    Reviewed,
    Started,
    Stopped,
)
from stet.domain.question import Plan, Query, TopicKind
from stet.domain.report import Gap, Report, ReportTopic, ReportUsage, ReviewRound
from stet.domain.run import Level, RunSpec
from stet.errors import StetError
from stet.ports import Brief, Coverage
from stet.report.draft import parse
from stet.research.assemble import Findings, assemble
from stet.research.ledger import Bench
from stet.research.reading import Reading
from stet.research.review import review
from stet.research.tools import Tools
from stet.research.unread import unread

_ENOUGH_SOURCES = 5
_REVIEWS = 2
_FELL = "what was found did not pass the checks, or stands under another topic"
_OUTDATED = "only a value was found that a later source names as one that no longer holds"
_STANDS = frozenset({Decision.SUPPORTED, Decision.CONFLICTING})


async def research(tools: Tools, run: str, spec: RunSpec) -> Report:
    """Run the loop and return the report; everything decided on the way is an event.

    Raises:
        StetError: the run could not go on; a `failed` event says why before it is raised
    """
    tools.recorder.emit(Started(spec=spec))
    try:
        return await _research(tools, run, spec)
    except StetError as error:
        tools.recorder.emit(Failed(code=error.code, message=error.message, hint=error.hint))
        raise


async def _research(tools: Tools, run: str, spec: RunSpec) -> Report:
    plan = await tools.engine.planner.plan(spec.question)
    tools.recorder.emit(Planned(plan=plan))
    for known in tools.before:
        tools.recorder.emit(known)
    reading = Reading(tools, plan)
    number, coverage = await _read(tools, plan, reading)
    if (left := unread(tools.given, tools.recorder.emitted, reading.limit)) is not None:
        tools.recorder.emit(Noted(code="corpus", message=left))
    brief, topics = await _decide(tools, reading, coverage, number)
    draft, rounds = await _write(tools, brief, spec.level)
    found = Findings(
        plan=plan,
        topics=topics,
        gaps=brief.gaps,
        ledger=brief.ledger,
        conflicts=brief.conflicts,
        draft=parse(draft, [entry.key for entry in brief.ledger]) if draft is not None else None,
        rounds=rounds,
        notes=_notes(tools, spec, reading),
    )
    # Over the events of all sessions, as an audit will see them.
    report = assemble(run, spec, found, tools.recorder.recorded, _usage(tools))
    tools.recorder.emit(Finished(report=report))
    return report


def _usage(tools: Tools) -> ReportUsage:
    used = tools.journal.used()
    return ReportUsage(
        searches=used.searches,
        pages=used.pages,
        model_calls=used.model_calls,
        tokens=used.tokens,
        usd=used.usd,
        seconds=round(used.seconds, 3),
    )


async def _read(tools: Tools, plan: Plan, reading: Reading) -> tuple[int, Coverage]:
    """Rounds of reading until coverage passes, nothing new can be asked, nothing moves, or a limit is met.

    Each round but the last leaves a draft of what could be said then. Returns the last round and its coverage.
    """
    queries: Sequence[Query] = plan.queries
    coverage = Coverage(topics=(), gaps=(), queries=())
    number, reason = 0, "rounds"
    for number in range(1, tools.budget.rounds + 1):
        before = (coverage.gaps, len(reading.sources))
        coverage = await _round(tools, plan, reading, number, queries)
        queries = coverage.queries
        stop = _why_stop(reading, coverage, unmoved=before == (coverage.gaps, len(reading.sources)))
        if stop is not None:
            reason = stop
            break
        if number < tools.budget.rounds:
            await _keep_draft(tools, reading, coverage, number)
    tools.recorder.emit(Stopped(round=number, reason=reason))
    return number, coverage


def _why_stop(reading: Reading, coverage: Coverage, *, unmoved: bool) -> str | None:
    if not coverage.gaps:
        return "coverage"
    if reading.limit is not None:
        return reading.limit
    if not coverage.queries:
        return "no_new_query"
    return "no_progress" if unmoved else None


async def _keep_draft(tools: Tools, reading: Reading, coverage: Coverage, number: int) -> None:
    brief, _ = await _decide(tools, reading, coverage, number)
    if _answerable(brief):
        tools.recorder.emit(Drafted(round=number, markdown=await tools.engine.writer.write(brief)))


async def _round(
    tools: Tools, plan: Plan, reading: Reading, number: int, queries: Sequence[Query]
) -> Coverage:
    if tools.level is Level.WORKFLOW:
        # One query at a time, so that five sources that cover everything end the reading at once.
        coverage = Coverage(topics=(), gaps=(), queries=())
        for query in queries:
            await reading.round(number, [query])
            coverage = await _assess(tools, plan, reading, number)
            if reading.limit is not None or (len(reading.sources) >= _ENOUGH_SOURCES and not coverage.gaps):
                break
        return coverage
    await reading.round(number, queries)
    return await _assess(tools, plan, reading, number)


async def _assess(tools: Tools, plan: Plan, reading: Reading, number: int) -> Coverage:
    coverage = await tools.engine.analyst.assess(
        plan, reading.evidence(), [query.text for query in reading.asked]
    )
    tools.recorder.emit(Assessed(round=number, topics=coverage.topics, gaps=coverage.gaps))
    return coverage


async def _decide(
    tools: Tools, reading: Reading, coverage: Coverage, number: int
) -> tuple[Brief, tuple[ReportTopic, ...]]:
    """Claims of what was read so far, checked and decided: what a writer gets, and which topics are covered."""
    plan, evidence = reading.plan, reading.evidence()
    ledger: tuple[LedgerEntry, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    if evidence.sources:
        claims = await tools.engine.analyst.analyse(plan, evidence)
        tools.recorder.emit(Claimed(round=number, claims=claims))
        ledger, conflicts = Bench(plan, evidence, tools.profile, tools.today).ledger(claims)
        tools.recorder.emit(Decided(round=number, ledger=ledger, conflicts=conflicts))
    topics, gaps = _settle(plan, coverage, ledger)
    return Brief(plan=plan, sources=evidence.sources, ledger=ledger, conflicts=conflicts, gaps=gaps), topics


def _answerable(brief: Brief) -> bool:
    """Whether anything stands that answers the question itself; without that nothing is written."""
    direct = {topic.id for topic in brief.plan.topics if topic.kind in {TopicKind.ANSWER, TopicKind.PART}}
    return any(entry.topic in direct and entry.decision in _STANDS for entry in brief.ledger)


def _settle(
    plan: Plan, coverage: Coverage, ledger: Sequence[LedgerEntry]
) -> tuple[tuple[ReportTopic, ...], tuple[Gap, ...]]:
    """Coverage after the checks: a topic whose claims all fell is a gap again, whatever was hoped for before."""
    stands = [entry for entry in ledger if entry.decision in _STANDS]
    standing = {entry.topic for entry in stands if entry.reason != "withdrawn"}
    outdated = {entry.topic for entry in stands} - standing
    hoped = {topic.id: topic for topic in coverage.topics}
    topics: list[ReportTopic] = []
    gaps: list[Gap] = []
    for topic in plan.topics:
        known = hoped.get(topic.id)
        missing = None
        if topic.id not in standing:
            missing = (known.gap if known else None) or _FELL
            if topic.id in outdated:
                missing = _OUTDATED
            gaps.append(Gap(topic=topic.id, missing=missing))
        topics.append(ReportTopic(id=topic.id, text=topic.text, covered=missing is None, gap=missing))
    return tuple(topics), tuple(gaps)


async def _write(tools: Tools, brief: Brief, level: Level) -> tuple[str | None, tuple[ReviewRound, ...]]:
    """Write and review, revise once at most."""
    if not _answerable(brief):
        return None, ()
    rounds: list[ReviewRound] = []
    draft = await tools.engine.writer.write(brief)
    tools.recorder.emit(Drafted(round=1, markdown=draft))
    if level is Level.TEAM:
        return draft, ()
    for number in range(1, _REVIEWS + 1):
        rounds.append(await review(draft, brief, tools.profile, tools.engine.reviewer, number))
        tools.recorder.emit(Reviewed(review=rounds[-1]))
        if rounds[-1].approved or number == _REVIEWS:
            break
        revised = await tools.engine.writer.write(
            brief.model_copy(update={"instructions": rounds[-1].instructions})
        )
        if revised == draft:
            break
        draft = revised
        tools.recorder.emit(Drafted(round=number + 1, markdown=draft))
    return draft, tuple(rounds)


def _notes(tools: Tools, spec: RunSpec, reading: Reading) -> tuple[str, ...]:
    events = tools.recorder.emitted
    notes: list[str] = []
    if spec.engine == "quote":
        notes.append(
            "Every sentence is a quotation: that the words stand in the source was checked, "
            "what they mean was not judged."
        )
    if spec.level is Level.TEAM:
        notes.append("Level team has no reviewer, so this report is not approved.")
    if reading.limit is not None:
        notes.append(
            f"The limit on {reading.limit} was reached; the report is written from what was read until then."
        )
    notes += [e.message for e in events if isinstance(e, Noted) and e.code == "corpus"]
    notes += [f"{e.where}: text that reads like orders to a program was found and kept as text: “{e.message}”"
              for e in events if isinstance(e, Noted) and e.code == "instruction_like_text"]  # fmt: skip
    return tuple(notes)
