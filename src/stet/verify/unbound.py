"""Bounds that a claim leaves out: "500" where its passage says "more than 500" and nothing else."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from stet.verify.bounds import bound_words
from stet.verify.coverage import Window
from stet.verify.found import Found
from stet.verify.wording import Flag

# "The maximum fine is 35 million" says in its own words what "up to 35 million" does.
_LIMITS: Final = re.compile(
    r"\b(?:max(?:imum|imal|\.)?|min(?:imum|imal|\.)?|limit|cap|capped|ceiling|floor|threshold|estimate|estimated"
    r"|höchst\w{0,20}|mindest\w{0,20}|obergrenze|untergrenze|grenze|geschätzt"
    r"|plafond\w{0,5}|seuil|estimé\w{0,2}|máxim[oa]s?|mínim[oa]s?|límite|tope|umbral|estimad[oa]s?)\b"
    r"|最大|最高|最低|最小|上限|下限",
    re.IGNORECASE,
)
_ABOUT: Final = "only about"


def bounds_dropped(claim: str, wanted: Sequence[Found], windows: Sequence[Window]) -> Iterator[Flag]:
    """A flag for each amount that a claim gives as it stands and every passage that has it gives with a bound.

    A doubt and no more: "up to 12 % of them" may be said as "12 % at worst" in ways that no list knows.
    """
    if _LIMITS.search(claim):
        return
    for value in wanted:
        if value.amount is None or value.bound:
            continue
        alike = [each for window in windows for each in window.amounts if each.normal == value.normal]
        if alike and all(each.bound for each in alike):
            said = _ABOUT if alike[0].bound == "~" else bound_words(alike[0].bound)
            yield Flag(
                "bound_dropped", f"The passage says {said} “{alike[0].exact}”, the claim “{value.exact}”."
            )
