"""From evidence to what a writer gets: claims, checked, judged, decided; and which topics they cover."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from stet.domain.base import value_id
from stet.domain.claims import Check, Claim, Conflict, Decision, LedgerEntry
from stet.domain.events import Claimed, Decided, Judged, Vote
from stet.domain.question import Plan, TopicKind
from stet.domain.report import Gap, ReportTopic
from stet.ports import Brief, Case, Coverage
from stet.research.judging import votes
from stet.research.ledger import Bench
from stet.research.tools import Tools

if TYPE_CHECKING:
    from stet.research.rounds import Read

_FELL = "what was found did not pass the checks, or stands under another topic"
_OUTDATED = "only a value was found that a later source names as one that no longer holds"
STANDS = frozenset({Decision.SUPPORTED, Decision.CONFLICTING})


class Votes:
    """What the judge said in a run, so that it is asked of one claim on the same words once, whatever its key."""

    def __init__(self, tools: Tools) -> None:
        self._judge = tools.engine.judge
        self._said: dict[str, Check] = {}

    async def of(self, bench: Bench, claims: Sequence[Claim]) -> Mapping[str, Check]:
        """By claim key what the judge says of each claim that needs it."""
        known = {claim.key: self._said.get(_case(bench, claim)) for claim in claims}
        new = [claim for claim in claims if known[claim.key] is None]
        given = await votes(self._judge, bench, new)
        for claim in new:
            if claim.key in given:
                self._said[_case(bench, claim)] = given[claim.key]
        return {claim.key: vote for claim in claims if (vote := known[claim.key] or given.get(claim.key))}


def _case(bench: Bench, claim: Claim) -> str:
    """What a vote is on: the claim without its key and what code found; the texts of a run do not change."""
    nameless = claim.model_copy(update={"key": ""})
    return value_id(Case(claim=nameless, excerpts=(), findings=bench.checks(claim)))


async def decide(
    tools: Tools, read: "Read", said: Votes | None = None
) -> tuple[Brief, tuple[ReportTopic, ...]]:
    """Claims of what was read so far, checked and decided: what a writer gets, and which topics are covered."""
    claims = await read.team.analyse(read.evidence) if read.evidence.sources else ()
    return await decided(tools, read, claims, said or Votes(tools))


async def decided(
    tools: Tools, read: "Read", claims: tuple[Claim, ...], said: Votes
) -> tuple[Brief, tuple[ReportTopic, ...]]:
    """These claims, checked and decided; each step is an event."""
    plan, evidence = read.plan, read.evidence
    ledger: tuple[LedgerEntry, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    if evidence.sources:
        tools.recorder.emit(Claimed(round=read.number, claims=claims))
        bench = Bench(plan, evidence, tools.profile, tools.today)
        given = await said.of(bench, claims)
        if given:
            told = tuple(Vote(claim=key, check=check) for key, check in given.items())
            tools.recorder.emit(Judged(round=read.number, votes=told))
        ledger, conflicts = bench.ledger(claims, given)
        tools.recorder.emit(Decided(round=read.number, ledger=ledger, conflicts=conflicts))
    topics, gaps = _settle(plan, read.coverage, ledger)
    return Brief(plan=plan, sources=evidence.sources, ledger=ledger, conflicts=conflicts, gaps=gaps), topics


def answerable(brief: Brief) -> bool:
    """Whether anything stands that answers the question itself; without that nothing is written."""
    direct = {topic.id for topic in brief.plan.topics if topic.kind in {TopicKind.ANSWER, TopicKind.PART}}
    return any(entry.topic in direct and entry.decision in STANDS for entry in brief.ledger)


def _settle(
    plan: Plan, coverage: Coverage, ledger: Sequence[LedgerEntry]
) -> tuple[tuple[ReportTopic, ...], tuple[Gap, ...]]:
    """Coverage after the checks: a topic whose claims all fell is a gap again, whatever was hoped for before."""
    stands = [entry for entry in ledger if entry.decision in STANDS]
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
