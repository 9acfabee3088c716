"""The values that a text states: numbers, percentages, money, quantities, dates, references, names.

Each is found by a small pattern of its own, references and dates first: what stands in them is no number. Amounts are
kept as `Decimal` beside their written form, so that 1,500 m can be compared with 1.5 km and "two" with 2.
"""

import re
from collections.abc import Iterator
from decimal import Decimal
from functools import lru_cache
from typing import Final

from stet.verify import numbers
from stet.verify.amounts import amounts, worded
from stet.verify.coverage import Missing, Window, covers
from stet.verify.dates import MONTH_WORDS, dates
from stet.verify.found import Found, Kind
from stet.verify.names import names
from stet.verify.normal import lowered
from stet.verify.parts import PART_OF, parts
from stet.verify.periods import PERIOD_WORDS
from stet.verify.references import CODE_WORDS, PART_WORDS, references
from stet.verify.spelled import spelled_words

__all__ = ["Found", "Kind", "cached_values", "measured_values", "missing_values", "values"]

_DIGITS: Final = re.compile(r"\d[\d.,]*")
_WORD: Final = re.compile(r"[^\W\d_]+")
_KEYS: Final = (
    PART_WORDS
    | CODE_WORDS
    | MONTH_WORDS
    | numbers.NUMBER_WORDS
    | numbers.ORDINALS
    | PART_OF
    | PERIOD_WORDS
    | spelled_words()
)


def values(text: str) -> tuple[Found, ...]:
    """The values of `text` in the order in which they stand; the two ends of a range are two values."""
    taken = bytearray(len(text))
    found = _measured(text, taken)
    found.extend(
        Found(Kind.NAME, name.start, name.end, name.exact, name.exact.lower())
        for name in names(text)
        if not any(taken[name.start : name.end])
    )
    return _in_order(found)


def measured_values(text: str) -> tuple[Found, ...]:
    """The values of `text` that are no names, in the order in which they stand."""
    return _in_order(_measured(text, bytearray(len(text))))


def _measured(text: str, taken: bytearray) -> list[Found]:
    found: list[Found] = []
    digits = [match.start() for match in _DIGITS.finditer(text)]
    low = lowered(text)
    words = [(match.start(), word) for match in _WORD.finditer(low) if (word := match.group()) in _KEYS]
    found.extend(_references(text, taken, digits, words))
    found.extend(_dates(text, taken, digits, words))
    found.extend(each for each in parts(text, words) if _take(taken, each.start, each.end))
    found.extend(amounts(text, taken))
    found.extend(worded(text, taken, words))
    return found


def _in_order(found: list[Found]) -> tuple[Found, ...]:
    return tuple(sorted(found, key=lambda each: (each.start, each.end)))


def _references(
    text: str, taken: bytearray, digits: list[int], words: list[tuple[int, str]]
) -> Iterator[Found]:
    for start, end, normal in references(text, digits, words):
        if _take(taken, start, end) and normal:
            yield Found(Kind.REFERENCE, start, end, text[start:end], normal)


def _dates(text: str, taken: bytearray, digits: list[int], words: list[tuple[int, str]]) -> Iterator[Found]:
    # Where two patterns see a date the one that sees more of it is right; both ends of a range begin apart.
    for day in sorted(dates(text, digits, words), key=lambda each: (each.start - each.end, each.start)):
        if _take(taken, day.start, day.end):
            year = Decimal(day.normal) if len(day.normal) == 4 and day.normal.isdigit() else None
            exact = text[day.start : day.end]
            yield Found(Kind.DATE, day.start, day.end, exact, day.normal, year, also=day.also)


@lru_cache(maxsize=4096)
def cached_values(text: str) -> tuple[Found, ...]:
    """`values(text)`, remembered for texts that come again."""
    return values(text)


def _take(taken: bytearray, start: int, end: int) -> bool:
    if any(taken[start:end]):
        return False
    taken[start:end] = b"\x01" * (end - start)
    return True


def missing_values(text: str, evidence: str) -> tuple[Missing, ...]:
    """The values of `text` that `evidence` neither states nor lets code compute, with the reason for each."""
    return covers(cached_values(text), Window(evidence, cached_values(evidence)), text).missing
