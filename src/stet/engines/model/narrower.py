"""The narrower: the writer's model takes out of claims what their words do not support."""

from collections.abc import Mapping, Sequence

from stet.domain.claims import Outcome
from stet.domain.events import Noted
from stet.engines.model.caller import Caller, tokens
from stet.engines.model.fences import Data
from stet.engines.model.shapes import NarrowedShape
from stet.ports import Case
from stet.prompts import prompt

_ROLE = "writer"
_SHOWN = 300


class ModelNarrower:
    """Rewrites in one call; what it says is a proposal, and is checked like any claim."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def narrow(self, cases: Sequence[Case]) -> Mapping[str, str]:
        """See `stet.ports.Narrower`; claims that do not fit into the window, or are answered twice, are left out."""
        system = prompt("narrower").text
        room = self._caller.room(_ROLE, system, NarrowedShape)
        shown = list(cases)
        while shown and tokens(self._letter(shown)) > room:
            shown.pop()
        if len(shown) < len(cases):
            message = f"{len(cases) - len(shown)} claims did not fit into the window in which they would be narrowed"
            self._caller.note(Noted(code="not_narrowed", message=message))
        if not shown:
            return {}
        said = await self._caller.ask(_ROLE, system, self._letter(shown), NarrowedShape)
        keys = [each.claim for each in said.claims]
        asked = {case.claim.key for case in shown}
        return {
            each.claim: each.text
            for each in said.claims
            if each.text is not None and each.claim in asked and keys.count(each.claim) == 1
        }

    def _letter(self, cases: Sequence[Case]) -> str:
        claims = "\n".join(_line(case) for case in cases)
        texts = [Data(f"text of {case.claim.key}", case.window) for case in cases]
        return self._caller.house.letter("", [Data("claims", claims), *texts])


def _line(case: Case) -> str:
    faults = [check.detail for check in case.findings if check.outcome is Outcome.FAIL and check.detail]
    fails = f" | fails: {' '.join(faults)[:_SHOWN]}" if faults else ""
    return f"{case.claim.key} ({case.claim.kind.value}): {' '.join(case.claim.text.split())}{fails}"
