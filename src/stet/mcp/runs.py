"""The tools that start, follow, stop and resume runs."""

from contextlib import aclosing
from decimal import Decimal
from time import monotonic
from typing import Annotated, Any, Final, Literal

import anyio
from mcp.types import CallToolResult
from pydantic import Field, ValidationError

from stet.app.asked import Asked, AskedLimits
from stet.app.listing import listed
from stet.app.place import Who
from stet.domain.budget import Budget, Depth
from stet.domain.run import Level, RunStatus
from stet.errors import BadSetting, NotFound
from stet.mcp.desk import READS, STARTS, STEERS, Ctx, Desk, Telling, Tool, answer, waited
from stet.mcp.jobs import Job
from stet.mcp.status import Fold, Status

SMALL: Final = Depth.QUICK
"""How far a run goes that nobody gave limits: a model that calls tools starts runs more easily than a person."""
_MOST_WAIT = 20
_SILENT_SECONDS = 60.0
"""After which a run that another process began has probably ended with it."""

Names = Annotated[list[Annotated[str, Field(max_length=200)]], Field(max_length=20)]
RunId = Annotated[str, Field(max_length=40, description="A run's id, as research_start gave it.")]
Wait = Annotated[int, Field(ge=0, le=_MOST_WAIT, description="Wait at most so many seconds for its end.")]


class RunTools:
    """Tools over the runs of who asks."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def tools(self) -> tuple[Tool, ...]:
        """All of them."""
        return (
            Tool(self.research_start, "Start research", STARTS),
            Tool(self.research_status, "Where a run is", READS),
            Tool(self.research_stop, "Stop a run", STEERS),
            Tool(self.research_resume, "Resume a run", STEERS.model_copy(update={"idempotent_hint": False})),
        )

    async def research_start(
        self,
        context: Ctx,
        question: Annotated[str, Field(min_length=1, max_length=16_000, description="What to find out.")],
        corpora: Annotated[Names, Field(description="The operator's document folders, by name.")] = [],  # noqa: B006
        search: Annotated[Names, Field(description="Search providers on offer, such as wikipedia.")] = [],  # noqa: B006
        level: Annotated[
            Literal["workflow", "team", "reviewed"] | None, Field(description="How it is done.")
        ] = None,
        depth: Annotated[
            Literal["quick", "standard", "deep"] | None,
            Field(description="How far to go. Default: quick, or less where the operator allows less."),
        ] = None,
        budget_usd: Annotated[
            Decimal | None, Field(ge=0, le=1_000_000, description="The most it may cost, in US dollars.")
        ] = None,
        since: Annotated[
            str | None, Field(max_length=20, description="Only what is newer: 2026-05-01, or 90d.")
        ] = None,
    ) -> Annotated[CallToolResult, Status]:
        """Start a research run and return its id at once; it goes on by itself. Then call research_status.

        Give `corpora` (the operator's documents, read alone), `search` (the web), both, or neither for the default.
        """
        desk = self._desk
        who = desk.who(context)
        limits = _limits(depth, budget_usd, desk.place.offer.most)
        try:
            asked = Asked(
                question=question,
                corpora=tuple(corpora),
                search=tuple(search),
                level=None if level is None else Level(level),
                depth=None if depth is None else Depth(depth),
                limits=limits,
                since=since,
            )
        except ValidationError as error:
            raise BadSetting(f"this cannot be asked: {error.errors()[0]['msg']}") from error
        job = desk.jobs.go(who, "start", desk.place.start(who, asked))
        if not await waited(job, Telling(context), "the documents are being read", self._desk.patience):
            return _preparing(job)
        return await self._told(who, job.future.result(), desk)

    async def research_status(
        self,
        context: Ctx,
        run: Annotated[
            str | None,
            Field(max_length=40, description="A run's id, or a job's. Default: your newest run."),
        ] = None,
        wait_seconds: Wait = 15,
    ) -> Annotated[CallToolResult, Status]:
        """Say where a run is: stage, counts, what was used, what is supported so far. Waits a little for its end."""
        desk = self._desk
        who = desk.who(context)
        end, telling = monotonic() + wait_seconds, Telling(context)
        if run is not None and run.startswith("j"):
            job = desk.jobs.get(who, run)
            if not await waited(job, telling, f"{job.what} goes on", wait_seconds):
                return _preparing(job)
            if job.what != "start":
                done = Status(run=None, job=job.id, status=RunStatus.DONE, stage="done", next=_again(job))
                return answer(done, f"{job.what}: done. {done.next}")
            run = job.future.result()
        if run is None:
            run = await desk.read(_newest, desk, who)
        record = await desk.read(desk.place.visible, who, run)
        if record.status is RunStatus.RUNNING or desk.place.running.goes_on(record.id):
            await self._follow(telling, record.id, end - monotonic())
        return await self._told(who, record.id, desk)

    async def research_stop(self, context: Ctx, run: RunId) -> Annotated[CallToolResult, Status]:
        """Stop a run at its next step. What it has is kept, and research_resume goes on with it."""
        desk = self._desk
        who = desk.who(context)
        stopped = await desk.read(desk.place.stop, who, run)
        if stopped:
            await self._follow(Telling(context), run, 5)
        return await self._told(who, run, desk)

    async def research_resume(self, context: Ctx, run: RunId) -> Annotated[CallToolResult, Status]:
        """Go on with a run that was stopped or failed; no finished call is paid again."""
        desk = self._desk
        who = desk.who(context)
        job = desk.jobs.go(who, "start", desk.place.resume(who, run))
        if not await waited(job, Telling(context), "the documents are being read", self._desk.patience):
            return _preparing(job)
        return await self._told(who, job.future.result(), desk)

    async def _follow(self, telling: Telling, run: str, seconds: float) -> None:
        """Wait for a run's end and report what it does."""
        fold = Fold()
        with anyio.move_on_after(max(0, seconds)):
            async with aclosing(self._desk.place.running.follow(run)) as events:
                async for some in events:
                    for stamped in some:
                        fold.see(stamped.event)
                    if some:
                        await telling.say(fold.told())

    async def _told(self, who: Who, run: str, desk: Desk) -> CallToolResult:
        if not who.may("read"):
            # They may start what they may not read, and must have its id.
            begun = Status(run=run, status=RunStatus.RUNNING, stage="planning")
            return answer(begun, f"run {run} has begun; this token cannot read where it is.")
        status, words = await desk.read(_status, desk, who, run)
        return answer(status, words)


def _status(desk: Desk, who: Who, run: str) -> tuple[Status, str]:
    record = desk.place.visible(who, run)
    row = listed(desk.place.store, [record]).runs[0]
    fold = Fold(desk.place.store.events(record.id))
    goes_on = desk.place.running.goes_on(record.id)
    running = goes_on or record.status is RunStatus.RUNNING
    silent = None if goes_on else (desk.place.app.clock.now() - record.updated_at).total_seconds()
    status = Status(
        run=record.id,
        question=record.spec.question,
        # One that was just resumed is still written down as interrupted.
        status=RunStatus.RUNNING if running else record.status,
        stage=fold.stage,
        outcome=record.outcome,
        accepted=row.accepted,
        topics=fold.topics,
        counts=fold.counts,
        used=record.used,
        budget=record.spec.budget,
        so_far=fold.so_far,
        failure=None if running else fold.failure,
        waiting_for=row.waiting_for,
        started_at=record.created_at,
        updated_at=record.updated_at,
        next=_next(record.id, RunStatus.RUNNING if running else record.status, silent),
    )
    return status, f"run {record.id}: {status.status.value}, {fold.told()}. {status.next}"


def _next(run: str, status: RunStatus, silent: float | None) -> str:
    """What to call; `silent` is the seconds since the last step of a run that does not go on in this process."""
    match status:
        case RunStatus.RUNNING if silent is not None:
            # One that was killed cannot say so, and would be waited for without end.
            where = f"It does not go on in this server; its last step was {silent:.0f} s ago."
            if silent < _SILENT_SECONDS:
                return f"{where} Call research_status with run={run} again in a minute."
            return f"{where} Its program was probably ended: call research_resume with run={run} to go on with it."
        case RunStatus.RUNNING:
            return f"Call research_status with run={run} until it is done."
        case RunStatus.DONE:
            return f"Call research_report with run={run}."
        case RunStatus.FAILED | RunStatus.INTERRUPTED:
            return f"Call research_resume with run={run} to go on with it."


def _preparing(job: Job[Any]) -> CallToolResult:
    told = f"{job.what} goes on"
    status = Status(
        run=None,
        job=job.id,
        status=RunStatus.RUNNING,
        stage="preparing",
        next=f"Call research_status with run={job.id}.",
    )
    return answer(status, f"{told}. {status.next}")


def _again(job: Job[Any]) -> str:
    return (
        f"Call {'check_text with check=' + job.id if job.what == 'check' else 'audit again'} for the result."
    )


def _newest(desk: Desk, who: Who) -> str:
    newest = desk.place.runs(who, 1)
    if not newest:
        raise NotFound("you have no runs yet", hint="call research_start")
    return newest[0].id


def _limits(depth: str | None, usd: Decimal | None, most: Budget) -> AskedLimits:
    """Limits where nothing is said: a quick run's, or the operator's own where they are less."""
    if depth is not None:
        return AskedLimits(usd=usd)
    small = SMALL.budget()
    names = ("rounds", "searches", "pages", "claims")
    return AskedLimits(usd=usd, **{name: min(getattr(small, name), getattr(most, name)) for name in names})
