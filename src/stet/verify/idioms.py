"""Small values that are said in other words: "a pair", "9 a.m." for 09:00, "24/7", an age without its unit."""

import re
from collections.abc import Iterable
from decimal import Decimal
from functools import lru_cache
from typing import Final

from stet.verify.found import Found, Kind
from stet.verify.units import units

# "one" is a pronoun more often, so it is no value of its own.
_SAYING: Final = {
    Decimal(1): frozenset({"one", "single", "sole", "eins", "un", "une", "uno", "una"}),
    Decimal(2): frozenset("both pair couple twin twins twice double duo beide beiden deux ambos".split()),
    Decimal(3): frozenset({"trio", "triple", "thrice", "triplets"}),
    Decimal(12): frozenset({"dozen"}),
}
AGE: Final = frozenset("age aged ages old older oldest young younger youngest".split())
_ALWAYS: Final = re.compile(
    r"24/7|24[ -]hours? (?:a|per) day|(?:7|seven) days (?:a|per) week|365 days (?:a|per) year"
)
_PHRASE: Final = 24
_EVER: Final = frozenset(
    "all every always any daily continuously permanently constantly nonstop clock immer täglich tous siempre".split()
)
_HALF_DAY: Final = re.compile(r"(?:[:.](?P<minutes>[0-5]\d))?\s?(?P<half>[ap])\.?\s?m(?!\w)", re.IGNORECASE)
_CLOCK: Final = re.compile(r"(?<![\d:.])(?P<hour>[01]?\d|2[0-4])[:h](?P<minutes>[0-5]\d)(?![\d:])")
_TIMES: Final = frozenset({"time", "months"})
_HALF: Final = Decimal("0.5")
_SPAN: Final = re.compile(
    r"(?<!\w)(?P<half>half\s)?(?:one|(?<=half\s)an?|(?<=\bfor\s)an?|(?<=\bafter\s)an?|(?<=\bwithin\s)an?|(?<=\bin\s)an?|(?<=\bthan\s)an?|an?(?=\sfortnight)|an?(?=\s\w{3,7}\sand\sa\shalf))"
    r"[\s-](?P<unit>minute|hour|day|week|fortnight|month|year|decade|century)(?!\w)(?P<more>\sand\sa\shalf)?",
    re.IGNORECASE,
)
_DECADES: Final = (
    "twenties",
    "thirties",
    "forties",
    "fifties",
    "sixties",
    "seventies",
    "eighties",
    "nineties",
)
_DECADE: Final = re.compile(rf"[\s-](?P<ten>{'|'.join(_DECADES)})(?!\w)", re.IGNORECASE)


def said(value: Found, words: frozenset[str]) -> bool:
    """Whether a small number is said by another word among `words` (in lower case)."""
    if value.amount is None or value.amount not in _SAYING:
        return False
    counted = value.kind is Kind.NUMBER or (value.kind is Kind.QUANTITY and value.amount == 1)
    return counted and not _SAYING[value.amount].isdisjoint(words)


def always(value: Found, wording: str, words: frozenset[str]) -> bool:
    """Whether a value of `wording` is part of a phrase for "always" ("24/7"), and `words` have such a word."""
    if _EVER.isdisjoint(words):
        return False
    # The phrase is short: it is looked for around the value alone.
    first = max(0, value.start - _PHRASE)
    start, end = value.start - first, value.end - first
    near = _ALWAYS.finditer(wording[first : value.end + _PHRASE])
    return any(match.start() <= start and end <= match.end() for match in near)


def o_clock(value: Found, wording: str, passage: str) -> bool:
    """Whether an hour of twelve ("9 a.m.", "5 pm") is one of those that a passage gives of twenty-four ("17:00")."""
    after = _HALF_DAY.match(wording, value.end)
    if after is None or value.amount is None or not 1 <= value.amount <= 12:
        return False
    hour = int(value.amount) % 12 + (12 if after["half"].lower() == "p" else 0)
    wanted = (hour, int(after["minutes"] or 0))
    return wanted in _clocks(passage)


@lru_cache(maxsize=64)
def _clocks(passage: str) -> frozenset[tuple[int, int]]:
    """The hours and minutes of a passage; read once, for a claim may ask for many."""
    return frozenset((int(match["hour"]), int(match["minutes"])) for match in _CLOCK.finditer(passage))


@lru_cache(maxsize=64)
def _ones(passage: str) -> frozenset[tuple[str, Decimal]]:
    """The spans of time of a passage that are one of something: what they measure, in its base unit."""
    found: set[tuple[str, Decimal]] = set()
    for match in _SPAN.finditer(passage):
        one = units()[match["unit"].lower()]
        share = (_HALF if match["half"] else Decimal(1)) + (_HALF if match["more"] else 0)
        found.add((one.measures, share * one.factor))
    return frozenset(found)


def whole_span(value: Found, passage: str) -> bool:
    """Whether a passage has a span of time as one of something: 14 days as "a fortnight".

    "A year" alone may be a rate ("9 euros a year"): "one" or a word such as "within" must tell that it is a span.
    """
    mine = units().get(value.unit)
    if value.kind is not Kind.QUANTITY or value.amount is None or mine is None:
        return False
    return mine.measures in _TIMES and (mine.measures, value.amount * mine.factor) in _ones(passage)


def decade(value: Found, wording: str, dates: Iterable[str]) -> bool:
    """Whether a number begins a decade in words ("nineteen-nineties") that is among the dates of a passage."""
    after = _DECADE.match(wording, value.end)
    if after is None or value.amount not in (18, 19, 20):
        return False
    return f"{value.amount}{_DECADES.index(after['ten'].lower()) + 2}0s" in dates
