"""A change that a claim tells the wrong way round, or multiplies by what the figures do not give."""

from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import permutations
from typing import Final

from stet.verify.change import Change, changes, factor, says_factor
from stet.verify.found import Derived, Found, Kind, Missing

_WAY: Final = {1: "up", -1: "down"}
_NEAR: Final = Decimal("0.12")
# With more figures than this, which of them is multiplied is not code's to say.
_FEW: Final = 4


def turned(claim: Sequence[Found], wording: str, theirs: Sequence[Change]) -> Iterator[Missing]:
    """The changes of a claim that the passage tells in the opposite direction or order."""
    if not theirs:
        return
    for mine in changes(wording, claim):
        ends = (mine.first.normal, mine.last.normal)
        same = [each for each in theirs if (each.first.normal, each.last.normal) == ends]
        back = [each for each in theirs if (each.last.normal, each.first.normal) == ends]
        if same:
            if mine.direction and all(each.direction == -mine.direction for each in same):
                detail = (
                    f"The passage says that it went {_WAY[-mine.direction]} from “{same[0].first.exact}” to "
                    f"“{same[0].last.exact}”, the claim that it went {_WAY[mine.direction]}."
                )
                yield Missing(mine.last, "direction_differs", detail)
        elif back:
            first, last = back[0].first.exact, back[0].last.exact
            detail = f"The passage goes from “{first}” to “{last}”, the claim the other way."
            yield Missing(mine.last, "direction_differs", detail)


def multiplied(wording: str, passage: str, amounts: Sequence[Found]) -> Derived | Missing | None:
    """What the figures of a passage say of a claim that something doubled, tripled or halved; None where nothing."""
    said = factor(wording)
    if said is None or says_factor(passage, said[1]):
        return None
    match, by = said
    value = Found(Kind.NUMBER, match.start(), match.end(), match.group(), f"×{by:g}")
    counted = [each for each in amounts if each.kind not in (Kind.DATE, Kind.ORDINAL) and each.amount]
    pairs = [(a, b) for a, b in permutations(counted[: 2 * _FEW], 2) if (a.kind, a.unit) == (b.kind, b.unit)]
    for one, two in pairs:
        first, last = one.amount or Decimal(1), two.amount or Decimal(1)
        if abs(last / first / Decimal(str(by)) - 1) <= _NEAR and one.start < two.start:
            return Derived(value, f"{one.exact} → {two.exact}: ×{last / first:.2g}")
    if not pairs or len(counted) > _FEW:
        return None
    one, two = pairs[0]
    detail = f"The passage gives “{one.exact}” and “{two.exact}”, which is not “{match.group()}”."
    return Missing(value, "factor_differs", detail)
