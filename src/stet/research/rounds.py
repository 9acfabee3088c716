"""The rounds of a run: search and read, assess, ask for what is missing, until there is a reason to stop."""

from collections.abc import Sequence
from typing import NamedTuple

from stet.domain.events import Assessed, Drafted, Given, Noted, Planned, Stopped
from stet.domain.question import Plan, Query
from stet.domain.run import Level, RunSpec
from stet.ports import Coverage, Evidence
from stet.research.deciding import answerable, decide
from stet.research.reading import Reading
from stet.research.team import Team
from stet.research.tools import Tools
from stet.research.unread import unread

_ENOUGH_SOURCES = 5
_NOTHING = Coverage(topics=(), gaps=(), queries=())


class Read(NamedTuple):
    """What reading came to: plan, readers, evidence, its coverage, the last round, the limit that ended it.

    `reading` can go on; a run that writes from what another read has none.
    """

    plan: Plan
    team: Team
    evidence: Evidence
    coverage: Coverage
    number: int
    limit: str | None
    reading: Reading | None = None


async def read(tools: Tools, spec: RunSpec) -> Read:
    """Plan, and read round by round."""
    plan = spec.plan or await tools.engine.planner.plan(spec.question)
    tools.recorder.emit(Planned(plan=plan))
    if tools.given:
        tools.recorder.emit(Given(documents=tools.given))
    for known in tools.before:
        tools.recorder.emit(known)
    team = Team(tools, plan)
    await team.divide()
    rounds = _Rounds(tools, plan, team)
    number, coverage = await rounds.run()
    reading = rounds.reading
    return Read(plan, team, reading.evidence(), coverage, number, reading.limit, reading)


async def read_on(tools: Tools, read: Read, queries: Sequence[Query]) -> Read:
    """One round more, for queries that came up in deciding; what was read is assessed anew where it is more."""
    if read.reading is None:
        return read
    number = read.number + 1
    await read.reading.round(number, queries)
    evidence = read.reading.evidence()
    if (evidence.sources, evidence.selected) == (read.evidence.sources, read.evidence.selected):
        return read._replace(number=number)
    coverage = await read.team.assess(evidence, [query.text for query in read.reading.asked])
    tools.recorder.emit(Assessed(round=number, topics=coverage.topics, gaps=coverage.gaps))
    return read._replace(evidence=evidence, coverage=coverage, number=number)


def note_unread(tools: Tools, read: Read) -> None:
    """Say which of the given documents nobody read, once nothing more will be read."""
    if read.reading is None:
        return
    if (left := unread(tools.given, tools.recorder.emitted, read.reading.limit)) is not None:
        tools.recorder.emit(Noted(code="corpus", message=left))


class _Rounds:
    """The loop over one plan."""

    def __init__(self, tools: Tools, plan: Plan, team: Team) -> None:
        self.tools, self.plan, self.team = tools, plan, team
        self.reading = Reading(tools, plan)

    async def run(self) -> tuple[int, Coverage]:
        """Rounds of reading until coverage passes, nothing new can be asked, nothing moves, or a limit is met.

        Each round but the last leaves a draft of what could be said then, where that costs nothing. Returns the last
        round and its coverage.
        """
        queries: Sequence[Query] = self.plan.queries
        coverage = _NOTHING
        number, reason = 0, "rounds"
        for number in range(1, self.tools.budget.rounds + 1):
            before = (coverage.gaps, len(self.reading.sources))
            coverage = await self._round(number, queries)
            queries = coverage.queries
            stop = self._why_stop(coverage, unmoved=before == (coverage.gaps, len(self.reading.sources)))
            if stop is not None:
                reason = stop
                break
            if number < self.tools.budget.rounds and not self.tools.engine.frugal:
                await self._keep_draft(coverage, number)
        self.tools.recorder.emit(Stopped(round=number, reason=reason))
        return number, coverage

    def _why_stop(self, coverage: Coverage, *, unmoved: bool) -> str | None:
        if not coverage.gaps:
            return "coverage"
        if self.reading.limit is not None:
            return self.reading.limit
        if not coverage.queries:
            return "no_new_query"
        return "no_progress" if unmoved else None

    async def _keep_draft(self, coverage: Coverage, number: int) -> None:
        read = Read(self.plan, self.team, self.reading.evidence(), coverage, number, self.reading.limit)
        brief, _ = await decide(self.tools, read)
        if answerable(brief):
            self.tools.recorder.emit(
                Drafted(round=number, markdown=await self.tools.engine.writer.write(brief))
            )

    async def _round(self, number: int, queries: Sequence[Query]) -> Coverage:
        if self.tools.level is Level.WORKFLOW and not self.tools.engine.frugal:
            # One query at a time, so that five sources that cover everything end the reading at once.
            coverage = _NOTHING
            for query in queries:
                await self.reading.round(number, [query])
                coverage = await self._assess(number)
                if self.reading.limit is not None or self._enough(coverage):
                    break
            return coverage
        await self.reading.round(number, queries)
        return await self._assess(number)

    def _enough(self, coverage: Coverage) -> bool:
        return len(self.reading.sources) >= _ENOUGH_SOURCES and not coverage.gaps

    async def _assess(self, number: int) -> Coverage:
        asked = [query.text for query in self.reading.asked]
        coverage = await self.team.assess(self.reading.evidence(), asked)
        self.tools.recorder.emit(Assessed(round=number, topics=coverage.topics, gaps=coverage.gaps))
        return coverage
