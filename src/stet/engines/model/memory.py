"""An answer from memory: the baseline, without any source."""

from stet.engines.model.caller import Caller
from stet.engines.model.fences import Data
from stet.ports import Recalled
from stet.prompts import prompt


class ModelMemory:
    """Answers with the writer's model, in one call."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def recall(self, question: str) -> Recalled:
        """See `stet.ports.Memory`."""
        letter = self._caller.house.letter("", [Data("question", question)])
        return Recalled(text=await self._caller.prose("single", prompt("single").text, letter))
