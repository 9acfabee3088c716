"""Researchers side by side: each assesses and analyses its own topics, over one evidence and one budget."""

from collections.abc import Awaitable, Callable, Sequence
from typing import TypeVar

from stet.domain.claims import Claim
from stet.domain.events import Divided, Noted
from stet.domain.question import Plan, Query
from stet.domain.report import Gap, ReportTopic
from stet.domain.run import Level
from stet.errors import BudgetExhausted, KeyMissing, ProviderError
from stet.ports import Coverage, Evidence, Part
from stet.research.foremost import foremost
from stet.research.searching import together
from stet.research.tools import Tools

T = TypeVar("T")

_ALONE = frozenset({Level.SINGLE, Level.WORKFLOW})
_SHOWN = 120
"""Characters of a claim that is left out."""


class Team:
    """The researchers of a run.

    An engine that pays for each role has several at the levels `team` and `reviewed`: as its supervisor divides the
    topics, or one a topic where it has none. A researcher that fails leaves a gap and not the end of the run.
    """

    def __init__(self, tools: Tools, plan: Plan) -> None:
        self._tools = tools
        self._plan = plan
        self._parts: tuple[Part, ...] = ()
        self._told: set[Noted] = set()

    async def divide(self) -> None:
        """Say who looks after what."""
        whole = Part(topics=tuple(topic.id for topic in self._plan.topics))
        engine = self._tools.engine
        if not engine.frugal or self._tools.level in _ALONE:
            self._parts = (whole,)
            return
        if engine.supervisor is not None:
            self._parts = await engine.supervisor.split(self._plan)
        else:
            self._parts = tuple(Part(topics=(topic,)) for topic in whole.topics)
        self._tools.recorder.emit(Divided(parts=tuple(part.topics for part in self._parts)))

    async def assess(self, evidence: Evidence, asked: Sequence[str]) -> Coverage:
        """Coverage of every topic, in the order of the plan."""
        analyst = self._tools.engine.analyst
        found = await together(
            self._try(part, lambda plan: analyst.assess(plan, _of(evidence, plan), asked), _unread)
            for part in self._parts
        )
        topics = {topic.id: topic for each in found for topic in each.topics}
        ordered = tuple(topics[topic.id] for topic in self._plan.topics if topic.id in topics)
        queries: dict[str, Query] = {query.text: query for each in found for query in each.queries}
        return Coverage(
            topics=ordered,
            gaps=tuple(gap for each in found for gap in each.gaps),
            queries=tuple(queries.values()),
        )

    async def analyse(self, evidence: Evidence) -> tuple[Claim, ...]:
        """The claims of all researchers under keys of their own, in the order of the plan, as many as the budget has.

        Each claim more is one that a judge, a writer and a reviewer are paid to read.
        """
        analyst = self._tools.engine.analyst
        found = await together(
            self._try(part, lambda plan: analyst.analyse(plan, _of(evidence, plan)), _silent)
            for part in self._parts
        )
        if len(found) == 1:
            return self._bounded(found[0])
        place = {topic.id: number for number, topic in enumerate(self._plan.topics)}
        claims = sorted(
            (claim for each in found for claim in each), key=lambda claim: place.get(claim.topic, len(place))
        )
        return self._bounded(claims)

    def _bounded(self, claims: Sequence[Claim]) -> tuple[Claim, ...]:
        engine, most = self._tools.engine, self._tools.budget.claims
        kept, left = foremost(claims, most) if engine.frugal else (tuple(claims), ())
        for topic in dict.fromkeys(claim.topic for claim in left):
            mine = [claim.text for claim in left if claim.topic == topic]
            listed = "; ".join(f"“{text if len(text) <= _SHOWN else text[:_SHOWN] + '…'}”" for text in mine)
            message = f"{len(mine)} claims are over the limit of {most} for a run and were left out: {listed}"
            self._tell(Noted(code="claims_left_out", message=message, where=topic))
        return tuple(
            claim.model_copy(update={"key": f"C{number}"}) for number, claim in enumerate(kept, start=1)
        )

    def _tell(self, note: Noted) -> None:
        """Once, however often the same evidence is analysed."""
        if note not in self._told:
            self._told.add(note)
            self._tools.recorder.emit(note)

    async def _try(
        self, part: Part, work: Callable[[Plan], Awaitable[T]], failed: Callable[[Plan, str], T]
    ) -> T:
        plan = _part_of(self._plan, part)
        if len(self._parts) == 1:
            return await work(plan)
        try:
            return await work(plan)
        except (ProviderError, KeyMissing, BudgetExhausted) as error:
            names = ", ".join(part.topics)
            self._tools.recorder.emit(
                Noted(code="researcher_failed", message=f"{error.code}: {error.message}", where=names)
            )
            return failed(plan, error.message)


def _part_of(plan: Plan, part: Part) -> Plan:
    mine = frozenset(part.topics)
    return plan.model_copy(
        update={
            "topics": tuple(topic for topic in plan.topics if topic.id in mine),
            "queries": tuple(query for query in plan.queries if query.topic in mine),
        }
    )


def _of(evidence: Evidence, plan: Plan) -> Evidence:
    """The passages of a researcher's own topics, and the sources they stand in."""
    mine = {topic.id for topic in plan.topics}
    if mine >= evidence.selected.keys():
        return evidence
    selected = {topic: passages for topic, passages in evidence.selected.items() if topic in mine}
    return evidence.model_copy(update={"selected": selected})


def _silent(plan: Plan, why: str) -> tuple[Claim, ...]:  # noqa: ARG001 - as `_unread`
    return ()


def _unread(plan: Plan, why: str) -> Coverage:
    missing = f"the researcher failed: {why}"
    return Coverage(
        topics=tuple(ReportTopic(id=t.id, text=t.text, covered=False, gap=missing) for t in plan.topics),
        gaps=tuple(Gap(topic=topic.id, missing=missing) for topic in plan.topics),
        queries=(),
    )
