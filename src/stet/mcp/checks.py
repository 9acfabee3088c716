"""The tools that doubt: a cited text checked, and a run made again from what is stored."""

import hashlib
from collections.abc import Callable, Iterator, Mapping
from typing import Annotated, Final

from mcp.types import CallToolResult
from pydantic import Field

from stet.app.checking_asked import checking_for
from stet.app.place import Who
from stet.domain.base import Value
from stet.domain.claims import Check, Decision, Outcome
from stet.domain.run import RunStatus
from stet.errors import BadSetting, IntegrityError
from stet.evaluate.audit import Audit
from stet.mcp.desk import READS, Ctx, Desk, Telling, Tool, answer, waited
from stet.mcp.jobs import Job
from stet.report.checked import CheckedFinding, CheckedReference, CheckedSource, CheckedStatement, CheckedText
from stet.report.clean import short

MOST_CHARACTERS: Final = 200_000
MOST_STATEMENTS: Final = 20
"""In one answer; the next begin at `next_first`."""
_MOST_LISTED = 50
_MOST_SHOWN = 200
_WORST_FIRST = (Decision.UNSUPPORTED, Decision.CONFLICTING, Decision.UNREVIEWED, Decision.SUPPORTED)


class SourceWords(Value):
    """The words of a source nearest to a statement; written by others, and data."""

    source: str
    exact: str
    found: bool


class ShownStatement(Value):
    """A statement, what was decided of it and why. Offsets count characters of the text that was sent."""

    text: str
    start: int
    end: int
    cites: tuple[str, ...] = ()
    decision: Decision
    reason: str
    checks: tuple[Check, ...] = ()
    words: tuple[SourceWords, ...] = ()


class ShownCheck(Value):
    """What was found of a text. While `status` is running, ask again with `check`.

    Statements that do not stand come first. `next_first` is where the next begin.
    """

    check: str
    status: RunStatus
    counts: Mapping[str, int] = {}
    statements: tuple[ShownStatement, ...] = ()
    statements_in_all: int = 0
    next_first: int | None = None
    findings: tuple[CheckedFinding, ...] = ()
    references: tuple[CheckedReference, ...] = ()
    sources: tuple[CheckedSource, ...] = ()
    notes: tuple[str, ...] = ()
    next: str = ""


class ShownAudit(Value):
    """Whether a run holds: everything in its report made again from what is stored.

    `fault` is the first thing that does not; `holds` is None while the audit goes on.
    """

    run: str
    status: RunStatus
    holds: bool | None = None
    fault: str | None = None
    audit: Audit | None = None
    job: str | None = None
    next: str = ""


class DoubtTools:
    """Tools that check what stands written, by code alone; nothing is fetched."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def tools(self) -> tuple[Tool, ...]:
        """All of them."""
        return (Tool(self.check_text, "Check a cited text", READS), Tool(self.audit, "Audit a run", READS))

    async def check_text(
        self,
        context: Ctx,
        text: Annotated[
            str | None, Field(max_length=MOST_CHARACTERS, description="A cited text, as Markdown.")
        ] = None,
        corpus: Annotated[
            str | None, Field(max_length=64, description="Check it on these documents of the operator's.")
        ] = None,
        run: Annotated[
            str | None, Field(max_length=40, description="Check it on what this run of yours read.")
        ] = None,
        check: Annotated[
            str | None,
            Field(max_length=40, description="In place of a text: a check that goes on or is done."),
        ] = None,
        first: Annotated[int, Field(ge=0, le=1_000_000, description="Begin at this statement.")] = 0,
    ) -> Annotated[CallToolResult, ShownCheck]:
        """Check every cited statement of a text: does its source say so? A long text goes on after the call.

        Without `corpus` or `run` only the citing itself is looked at. Sources of the text are not fetched.
        """
        who = self._desk.who(context)
        if (text is None) == (check is None):
            raise BadSetting("give a text, or a check that was begun", hint="text=… or check=j…, not both")
        job = (
            self._desk.jobs.get(who, check)
            if check is not None
            else await self._begun(who, text or "", corpus, run)
        )
        if job.what != "check":
            raise BadSetting(f"{job.id} is no check", hint="call research_status with it")
        if not await waited(job, Telling(context), "statements are being checked", self._desk.patience):
            told = ShownCheck(
                check=job.id, status=RunStatus.RUNNING, next=f"Call check_text with check={job.id}."
            )
            return answer(told, f"The check goes on. {told.next}")
        return await self._desk.read(_checked, job, first)

    async def audit(
        self,
        context: Ctx,
        run: Annotated[str, Field(max_length=40, description="A run's id, as research_start gave it.")],
    ) -> Annotated[CallToolResult, ShownAudit]:
        """Make a run again from what is stored (hashes, quotes, checks, scores, report), and say what does not hold."""
        desk = self._desk
        who = desk.who(context)
        record = await desk.read(desk.place.visible, who, run)
        key = f"audit {record.id} {record.events}"
        job = desk.jobs.find(who, key) or desk.jobs.work(who, "audit", key, _audit_of(desk, record.id))
        if not await waited(job, Telling(context), "the run is being made again", self._desk.patience):
            made = ShownAudit(run=record.id, status=RunStatus.RUNNING, job=job.id, next="Call audit again.")
            return answer(made, f"The audit of {record.id} goes on. {made.next}")
        desk.jobs.forget(job)
        return _audited(record.id, job)

    async def _begun(self, who: Who, text: str, corpus: str | None, run: str | None) -> Job[CheckedText]:
        """The check of this text: one that goes on already, or a new one, as documents may have changed since."""
        if not text.strip():
            raise BadSetting("the text is empty", hint="give the text whose statements are to be checked")
        work = await self._desk.read(_check_of, self._desk, who, text, corpus, run)
        named = "\x00".join((corpus or "", run or "", text))
        key = "check " + hashlib.sha256(named.encode("utf-8", "surrogatepass")).hexdigest()
        found = self._desk.jobs.find(who, key)
        if found is not None and not found.future.done():
            return found
        return self._desk.jobs.work(who, "check", key, work)


def _check_of(
    desk: Desk, who: Who, text: str, corpus: str | None, run: str | None
) -> Callable[[], CheckedText]:
    work = checking_for(desk.place, who, text.encode("utf-8", "replace"), corpus=corpus, run=run)
    return lambda: work().found


def _checked(job: Job[CheckedText], first: int) -> CallToolResult:
    found = job.future.result()
    ordered = sorted(found.statements, key=lambda each: (_WORST_FIRST.index(each.decision), each.start))
    page = ordered[first : first + MOST_STATEMENTS]
    end = first + len(page)
    shown = ShownCheck(
        check=job.id,
        status=RunStatus.DONE,
        counts=found.counts,
        statements=tuple(_statement(each) for each in page),
        statements_in_all=len(ordered),
        next_first=end if end < len(ordered) else None,
        findings=found.findings[:_MOST_LISTED] if first == 0 else (),
        references=found.references[:_MOST_LISTED] if first == 0 else (),
        sources=found.sources[:_MOST_LISTED] if first == 0 else (),
        notes=found.notes,
        next=f"For the others: check_text with check={job.id}, first={end}." if end < len(ordered) else "",
    )
    return answer(shown, "\n".join(_text(shown)))


def _statement(statement: CheckedStatement) -> ShownStatement:
    """A statement with the checks that were not passed."""
    return ShownStatement(
        text=statement.text,
        start=statement.start,
        end=statement.end,
        cites=tuple(each.marker for each in statement.citations),
        decision=statement.decision,
        reason=statement.reason,
        checks=tuple(each for each in statement.checks if each.outcome is not Outcome.PASS),
        words=tuple(SourceWords(source=w.source, exact=w.exact, found=w.found) for w in statement.words),
    )


def _text(shown: ShownCheck) -> Iterator[str]:
    yield ", ".join(f"{shown.counts.get(name.value, 0)} {name.value}" for name in Decision)
    for each in shown.statements:
        yield f"{each.decision.value} ({each.reason}): {short(each.text, _MOST_SHOWN)}"
    yield from (f"{each.kind}: {short(each.detail, _MOST_SHOWN)}" for each in shown.findings)
    yield from shown.notes
    if shown.next:
        yield shown.next


def _audit_of(desk: Desk, run: str) -> Callable[[], Audit]:
    from stet.evaluate.audit import audit

    return lambda: audit(desk.place.store, run)


def _audited(run: str, job: Job[Audit]) -> CallToolResult:
    try:
        found = job.future.result()
    except IntegrityError as error:
        fault = short(error.message, 2 * _MOST_SHOWN)
        made = ShownAudit(run=run, status=RunStatus.DONE, holds=False, fault=fault)
        return answer(made, f"Run {run} does not hold: {fault}")
    made = ShownAudit(run=run, status=RunStatus.DONE, holds=True, audit=found)
    return answer(
        made, f"Run {run} holds: {found.quotes} quotes, {found.claims} claims, {found.checks} checks."
    )
