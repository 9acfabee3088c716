"""The second planter: somebody else chooses which value of the same source takes the place of another.

What comes back is a proposal: code looks whether the words are where they are said to be, and makes the copy.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Protocol

from stet.domain.base import Value
from stet.domain.claims import Claim
from stet.evaluate.plant.edits import Edit
from stet.evaluate.plant.reading import statements
from stet.evaluate.plant.values import Planted, Target
from stet.evaluate.plant.wording import carried

CHOSEN = "chosen_value"


class Swap(Value):
    """`old` words of a statement, by its number from 1, and `new` words of its source."""

    statement: int
    old: str
    new: str


class Swapper(Protocol):
    """Chooses values to exchange."""

    async def swaps(self, told: Sequence[str], source: str) -> tuple[Swap, ...]:
        """At most one exchange for each statement of `told` that rests on `source`.

        Raises:
            StetError: what the journal and the model raise
        """
        ...


async def swapped(target: Target, swapper: Swapper) -> tuple[Planted, ...]:
    """Copies in which a claim, and the draft that repeats it, give another value of the same source.

    Raises:
        StetError: what the journal and the model raise
    """
    found: list[Planted] = []
    for source, claims in _by_source(target).items():
        said = await swapper.swaps([claim.text for claim in claims], target.sources[source])
        seen: set[int] = set()
        for swap in said:
            if 1 <= swap.statement <= len(claims) and swap.statement not in seen:
                seen.add(swap.statement)
                found += _made(target, claims[swap.statement - 1], swap, target.sources[source])
    return tuple(found)


def _by_source(target: Target) -> Mapping[str, list[Claim]]:
    """The claims that the draft names, by the first source that they quote."""
    used = {key for place in statements(target.text) for key in place.keys}
    groups: dict[str, list[Claim]] = {}
    for claim in target.claims:
        source = claim.quotes[0].source if claim.quotes else ""
        if claim.key in used and source in target.sources:
            groups.setdefault(source, []).append(claim)
    return groups


def _made(target: Target, claim: Claim, swap: Swap, source: str) -> list[Planted]:
    """The copy; none where the words do not stand where they should, or nothing is changed by them."""
    old, new = swap.old.strip(), " ".join(swap.new.split())
    hit = re.search(rf"(?<!\w){re.escape(old)}(?!\w)", claim.text) if old else None
    if hit is None or not new or new.casefold() in claim.text.casefold():
        return []
    if new.casefold() not in " ".join(source.split()).casefold():
        return []
    made = carried(CHOSEN, target, claim, Edit(hit.start(), hit.end(), new))
    return [made] if made is not None else []
