"""The planner: a question becomes a checklist of topics and their queries."""

import re

from stet.domain.question import Plan, Query, Topic, TopicKind
from stet.engines.model.caller import Caller
from stet.engines.model.fences import Data
from stet.engines.model.shapes import PlanShape
from stet.prompts import prompt
from stet.verify.found import Kind
from stet.verify.values import cached_values

_NO_ANSWERS = frozenset({Kind.NAME, Kind.REFERENCE, Kind.ORDINAL})
_QUESTION_MARKS = ("?", "？", "؟", "\u037e")
_CJK = re.compile("[\u3040-\u30ff\u3400-\u9fff]")
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
        said = await self._caller.ask("planner", prompt("planner").text, letter, PlanShape, _Fits(question))
        return _plan(question, said)


class _Fits:
    """A topic asks. One that holds a value of which the question knows nothing answers, from memory."""

    def __init__(self, question: str) -> None:
        self._known = {value.normal for value in cached_values(question)}

    def __call__(self, said: PlanShape) -> str | None:
        for topic in said.topics:
            for value in cached_values(topic.subquestion):
                if value.kind not in _NO_ANSWERS and value.normal not in self._known:
                    return f"“{value.exact}” is not in the question: a topic asks and does not answer"
        return None


def _plan(question: str, said: PlanShape) -> Plan:
    kinds = [topic.topic_kind for topic in said.topics]
    if not _DIRECT & set(kinds):
        # What nothing answers cannot be written about.
        kinds[0] = TopicKind.ANSWER
    topics = tuple(
        Topic(id=f"T{number}", text=_asking(topic.subquestion), kind=kind)
        for number, (topic, kind) in enumerate(zip(said.topics, kinds, strict=True), start=1)
    )
    queries: dict[str, Query] = {}
    for topic, given in zip(topics, said.topics, strict=True):
        for text in given.queries:
            queries.setdefault(text.casefold(), Query(text=text, topic=topic.id))
    return Plan(question=question, topics=topics, queries=tuple(queries.values()))


def _asking(text: str) -> str:
    """A topic as a question: it is shown in reports, where a statement would look like a finding."""
    if text.endswith(_QUESTION_MARKS):
        return text
    mark = "？" if _CJK.search(text) else "?"
    return f"{text.rstrip('.。!！:;,')}{mark}"
