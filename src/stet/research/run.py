"""A run from question to report."""

from stet.domain.events import Drafted, Failed, Finished, Noted, Reviewed, Started
from stet.domain.report import Report, ReportUsage, ReviewRound
from stet.domain.run import Level, RunSpec
from stet.errors import StetError
from stet.ports import Brief
from stet.report.draft import parse
from stet.report.words import plural
from stet.research.actions import settle
from stet.research.assemble import Findings, assemble
from stet.research.deciding import answerable
from stet.research.frozen import read_again
from stet.research.review import review
from stet.research.rounds import Read, note_unread, read
from stet.research.single import from_memory
from stet.research.tools import Tools

_REVIEWS = 2


async def research(tools: Tools, run: str, spec: RunSpec) -> Report:
    """Run the loop and return the report; everything decided on the way is an event.

    Raises:
        StetError: the run could not go on; a `failed` event says why before it is raised
    """
    tools.recorder.emit(Started(spec=spec))
    try:
        if spec.level is Level.SINGLE:
            return await _finish(tools, run, spec, await from_memory(tools, spec))
        return await _finish(tools, run, spec, await _research(tools, spec))
    except StetError as error:
        tools.recorder.emit(Failed(code=error.code, message=error.message, hint=error.hint))
        raise


async def _finish(tools: Tools, run: str, spec: RunSpec, found: Findings) -> Report:
    # Over the events of all sessions, as an audit will see them.
    report = assemble(run, spec, found, tools.recorder.recorded, tools.usage or _usage(tools))
    tools.recorder.emit(Finished(report=report))
    return report


async def _research(tools: Tools, spec: RunSpec) -> Findings:
    came = await read(tools, spec) if tools.frozen is None else await read_again(tools, tools.frozen)
    brief, topics, came = await settle(tools, came)
    note_unread(tools, came)
    draft, rounds = await _write(tools, brief, spec.level)
    return Findings(
        plan=came.plan,
        topics=topics,
        gaps=brief.gaps,
        ledger=brief.ledger,
        conflicts=brief.conflicts,
        draft=parse(draft, [entry.key for entry in brief.ledger]) if draft is not None else None,
        rounds=rounds,
        notes=_notes(tools, spec, came),
    )


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


async def _write(tools: Tools, brief: Brief, level: Level) -> tuple[str | None, tuple[ReviewRound, ...]]:
    """Write and review, revise once at most."""
    if not answerable(brief):
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


def _notes(tools: Tools, spec: RunSpec, came: Read) -> tuple[str, ...]:
    events = tools.recorder.emitted
    notes: list[str] = []
    if spec.engine == "quote":
        notes.append(
            "Every sentence is a quotation: that the words stand in the source was checked, "
            "what they mean was not judged."
        )
    if spec.level is Level.TEAM:
        notes.append("Level team has no reviewer, so this report is not approved.")
    if (lost := tools.journal.lost()) > 0:
        notes.append(
            f"The run was interrupted: the end of {plural(lost, 'call')} is not known, and they count as made."
        )
    if came.limit is not None:
        notes.append(
            f"The limit on {came.limit} was reached; the report is written from what was read until then."
        )
    return (*notes, *dict.fromkeys(_told(event) for event in events if isinstance(event, Noted)))


def _told(noted: Noted) -> str:
    """What was noted on the way, for a reader of the report: a failure that was tolerated is told."""
    match noted.code:
        case "corpus":
            return noted.message
        case "instruction_like_text":
            found = "text that reads like orders to a program was found and kept as text"
            return f"{noted.where}: {found}: “{noted.message}”"
        case _:
            return f"{noted.where}: {noted.message}" if noted.where else noted.message
