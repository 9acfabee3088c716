"""The planner: a question becomes a checklist of topics and their queries."""

from stet.domain.question import Plan, Query, Topic, TopicKind
from stet.engines.model.caller import Caller
from stet.engines.model.fences import Data
from stet.engines.model.shapes import PlanShape
from stet.prompts import prompt

_DIRECT = frozenset({TopicKind.ANSWER, TopicKind.PART})


class ModelPlanner:
    """Plans with a model."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def plan(self, question: str) -> Plan:
        """See `stet.ports.Planner`.

        Raises:
            BadAnswer: what the model gave is no plan, and so again when it was told why
        """
        letter = self._caller.house.letter("", [Data("question", question)])
        said = await self._caller.ask("planner", prompt("planner").text, letter, PlanShape)
        return _plan(question, said)


def _plan(question: str, said: PlanShape) -> Plan:
    kinds = [topic.topic_kind for topic in said.topics]
    if not _DIRECT & set(kinds):
        # What nothing answers cannot be written about.
        kinds[0] = TopicKind.ANSWER
    topics = tuple(
        Topic(id=f"T{number}", text=topic.text, kind=kind)
        for number, (topic, kind) in enumerate(zip(said.topics, kinds, strict=True), start=1)
    )
    queries: dict[str, Query] = {}
    for topic, given in zip(topics, said.topics, strict=True):
        for text in given.queries:
            queries.setdefault(text.casefold(), Query(text=text, topic=topic.id))
    return Plan(question=question, topics=topics, queries=tuple(queries.values()))
