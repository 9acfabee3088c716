"""The supervisor: who looks after which topics."""

from collections.abc import Sequence

from stet.domain.events import Noted
from stet.domain.question import Plan
from stet.engines.model.caller import Caller
from stet.engines.model.fences import Data
from stet.engines.model.shapes import SplitShape
from stet.errors import BudgetExhausted, KeyMissing, ProviderError
from stet.ports import Part
from stet.prompts import prompt

_FEWEST, _MOST = 2, 4


class ModelSupervisor:
    """Splits the work with a model; where there is only one way, or no answer that can be used, by topic.

    A split is worth a call and not a run: what fails here, be it the service, its key or the budget, is noted.
    """

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def split(self, plan: Plan) -> tuple[Part, ...]:
        """See `stet.ports.Supervisor`."""
        ids = [topic.id for topic in plan.topics]
        if len(ids) <= _FEWEST:
            return by_topic(ids)
        listed = "\n".join(f"{topic.id} ({topic.kind.value}): {topic.text}" for topic in plan.topics)
        letter = self._caller.house.letter("", [Data("question", plan.question), Data("topics", listed)])
        try:
            said = await self._caller.ask("supervisor", prompt("supervisor").text, letter, SplitShape)
        except (ProviderError, KeyMissing, BudgetExhausted) as error:
            return self._by_topic(ids, f"{error.code}: {error.message}")
        parts = [tuple(dict.fromkeys(part)) for part in said.parts if part]
        if sorted(topic for part in parts for topic in part) != sorted(ids):
            return self._by_topic(ids, "not every topic is in exactly one part")
        if not _FEWEST <= len(parts) <= _MOST:
            return self._by_topic(ids, f"there are {len(parts)} parts")
        return tuple(Part(topics=part) for part in parts)

    def _by_topic(self, ids: Sequence[str], why: str) -> tuple[Part, ...]:
        message = f"the supervisor's split was not taken, topics were divided in turn: {why}"
        self._caller.note(Noted(code="split_by_code", message=message))
        return by_topic(ids)


def by_topic(ids: Sequence[str]) -> tuple[Part, ...]:
    """Topics in turn among as many researchers as there are topics, four at most."""
    count = min(_MOST, len(ids))
    return tuple(Part(topics=tuple(ids[number::count])) for number in range(count))
