"""A person as judge: rulings that somebody wrote down, under the same rules as a model's.

A file of rulings is JSON lines, one ruling a line:

    {"claim": "The toll starts in May.", "verdict": "supports", "words": "The toll will start on 2 May."}
    {"claim": "Boats pay nothing.", "verdict": "does_not_support", "failing": "nothing"}

`verdict` is `supports` (with the `words` of the source that say so), `does_not_support` (with the part of the claim
that is `failing`) or `cannot_tell`.
"""

from collections.abc import Mapping, Sequence

from pydantic import ValidationError

from stet.domain.claims import Check
from stet.engines.model.shapes import VerdictShape
from stet.engines.model.votes import read
from stet.errors import BadSetting
from stet.ports import Case
from stet.verify.normal import fold


class PersonJudge:
    """Judges by rulings on claims, found by the claim's own words, typography apart.

    A claim without a ruling, or with two that differ, has no vote.
    """

    def __init__(self, rulings: Sequence[VerdictShape]) -> None:
        self._rulings: dict[str, list[VerdictShape]] = {}
        for each in rulings:
            held = self._rulings.setdefault(fold(each.claim), [])
            if each not in held:
                held.append(each)

    async def judge(self, cases: Sequence[Case]) -> Mapping[str, Check]:
        """See `stet.ports.Judge`."""
        return {case.claim.key: self._check(case) for case in cases if fold(case.claim.text) in self._rulings}

    def _check(self, case: Case) -> Check:
        given = self._rulings[fold(case.claim.text)]
        ruling = given[0] if len(given) == 1 else None
        return read(ruling, case.claim.text, [each.text for each in case.excerpts]).check("person")


def read_rulings(text: str) -> tuple[VerdictShape, ...]:
    """The rulings of a file, in its order; empty lines are left out.

    Raises:
        BadSetting: a line is no ruling; names the line
    """
    found: list[VerdictShape] = []
    for number, line in enumerate(text.removeprefix("\ufeff").split("\n"), start=1):
        if not line.strip():
            continue
        try:
            found.append(VerdictShape.model_validate_json(line))
        except ValidationError as error:
            fault = error.errors(include_url=False, include_input=False)[0]
            where = ".".join(str(part) for part in fault["loc"])
            raise BadSetting(
                f"line {number} of the rulings is none: {where + ': ' if where else ''}{fault['msg'][:200]}",
                hint='write {"claim": …, "verdict": "supports", "words": …} on one line',
            ) from None
    return tuple(found)
