"""Changes in running text: from which value to which, up or down, and by what factor."""

import re
from collections.abc import Sequence
from itertools import pairwise
from typing import Final, NamedTuple

from stet.verify.found import Found, Kind

_UP: Final = (
    r"increas\w*|r[io]se[sn]?|rising|gr[eo]w[sn]?|growing|growth|gain\w*|climb\w*|jump\w*"
    r"|soar\w*|surg\w*|expand\w*|rais\w+|went up|up"
    r"|stieg\w*|gestiegen|steigt|steigen|wuchs|wächst|erhöh\w*|augment\w*|hausse|progress[ée]\w*|aument\w*|subi[óeo]\w*|sube\w*|creci\w*"
)
_DOWN: Final = (
    r"decreas\w*|f[ae]ll(?:s|en|ing)?|drop\w*|declin\w*|reduc\w*|shr[aiu]nk\w*|los[et]s?|plung\w*|slump\w*|cut"
    r"|slid\w*|sank|went down|down"
    r"|lower(?:ed|ing)|sank\w*|sinkt|gesunken|fiel\w*|gefallen|verringert\w*|baiss\w*|diminu\w*|recul\w*|baj[óao]\w*|disminu\w*|cay[óe]\w*"
)
_DIRECTION: Final = re.compile(
    rf"(?<!\w)(?:(?P<up>{_UP})|(?P<down>{_DOWN}))(?!\w)|(?P<cup>上升|增长|增加|上涨|上昇|増加)|(?P<cdown>下降|减少|下跌|減少|低下)",
    re.IGNORECASE,
)
# What joins the two values of a change, between them; the first group of alternatives puts the start first.
_FROM: Final = re.compile(
    r"(?:\b(?:from|von|de|du|desde)\s(?:about\s|around\s|the\s|EUR\s|USD\s)?|从|由|自)$", re.IGNORECASE
)
_TO: Final = re.compile(
    r"(?:\s(?:[\w'’-]+\s){0,5}?(?:to|auf|zu|à|a|hasta)|→|到|至|增至|降至|から)\s?(?:about\s|around\s|the\s)?",
    re.IGNORECASE,
)
_BACK: Final = re.compile(
    r",?\s(?:[\w'’-]+\s){0,5}?(?:from|von|depuis|desde)\s(?:about\s|around\s|the\s)?", re.IGNORECASE
)
_BACK_BEFORE: Final = re.compile(r"\b(?:to|auf|zu|à|a|at|reached|hit|was|were)\s$", re.IGNORECASE)
_KARA: Final = "から"
_FACTORS: Final = {
    **dict.fromkeys("doubled doubles doubling twofold verdoppelt verdoppelte doublé duplicó".split(), 2),
    **dict.fromkeys("tripled triples trebled tripling threefold verdreifacht triplé triplicó".split(), 3),
    **dict.fromkeys(("quadrupled", "quadruples", "fourfold", "vervierfacht", "quadruplé", "cuadruplicó"), 4),
    **dict.fromkeys(("halved", "halves", "halving", "halbiert", "halbierte"), 0.5),
}  # fmt: skip
FACTOR: Final = re.compile(rf"(?<!\w)(?P<word>{'|'.join(_FACTORS)})(?!\w)", re.IGNORECASE)
_SAME_FACTOR: Final = {
    2: re.compile(
        r"\b(?:doubl|twice|two[- ]?fold|twofold|verdoppel|doppelt|deux fois|dupli|doble|2x|×\s?2|100\s?%|100 per)",
        re.IGNORECASE,
    ),
    3: re.compile(
        r"\b(?:tripl|trebl|three[- ]?(?:fold|times)|dreifach|trois fois|200\s?%|3x)", re.IGNORECASE
    ),
    4: re.compile(r"\b(?:quadrupl|four[- ]?(?:fold|times)|vierfach|quatre fois|300\s?%|4x)", re.IGNORECASE),
    0.5: re.compile(r"\b(?:half|halv|halbier|hälfte|moitié|mitad|50\s?%)", re.IGNORECASE),
}
_AMOUNTS: Final = frozenset({Kind.NUMBER, Kind.PERCENT, Kind.MONEY, Kind.QUANTITY, Kind.POINTS})
_REACH: Final = 60


class Change(NamedTuple):
    """From one value to another, in normal form; `direction` is 1 for up, −1 for down, 0 where no word says it."""

    first: Found
    last: Found
    direction: int


def direction(text: str) -> int:
    """1 where all words of change in `text` say up, −1 where all say down, else 0."""
    found = {_sign(match) for match in _DIRECTION.finditer(text)}
    return found.pop() if len(found) == 1 else 0


def changes(text: str, values: Sequence[Found]) -> tuple[Change, ...]:
    """The changes that `text` states ("from 5 to 7", "to 7 from 5"); `values` are those of the text, in order."""
    amounts = [each for each in values if each.kind in _AMOUNTS]
    found: list[Change] = []
    for one, two in pairwise(amounts):
        between = text[one.end : two.start]
        if len(between) > _REACH or "." in between.strip():
            continue
        before = text[max(0, one.start - 16) : one.start]
        if _KARA in between or (_TO.fullmatch(between) and _FROM.search(before)):
            found.append(Change(one, two, _near(text, one.start, two.end)))
        elif _BACK.fullmatch(between) and _BACK_BEFORE.search(before):
            found.append(Change(two, one, _near(text, one.start, two.end)))
    return tuple(found)


def _sign(match: re.Match[str]) -> int:
    return 1 if match["up"] or match["cup"] else -1


def _near(text: str, start: int, end: int) -> int:
    """The direction that the words around a change give: those before it in its sentence, else those after."""
    begin = max(text.rfind(mark, 0, start) for mark in ".;!?。；\n") + 1
    ahead = [_sign(match) for match in _DIRECTION.finditer(text, max(begin, start - 120), start)]
    if ahead:
        return ahead[-1]
    return direction(text[start : end + 24])


def factor(text: str) -> tuple[re.Match[str], float] | None:
    """The first word of `text` that multiplies ("doubled", "halved") and its factor, or None."""
    match = FACTOR.search(text)
    return None if match is None else (match, _FACTORS[match["word"].lower()])


def says_factor(text: str, by: float) -> bool:
    """Whether `text` says in any common way that something was multiplied by `by`."""
    return bool(_SAME_FACTOR[by].search(text))
