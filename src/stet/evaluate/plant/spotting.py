"""Dates, numbers, units and names in a text, found by small patterns, and others to put in their place."""

import re
from calendar import monthrange
from collections.abc import Iterator
from itertools import islice
from random import Random
from typing import NamedTuple

from stet.evaluate.plant.wordlists import COMMON, MONTHS, NUMERALS

_MONTH = "|".join(sorted({name for names in MONTHS for name in names}, key=len, reverse=True))
_DATE = re.compile(
    rf"(?<![\w/.-])(?:\d{{1,2}}(?:\.|er|st|nd|rd|th)? (?:de |of )?(?:{_MONTH})(?: de)? \d{{4}}"
    rf"|(?:{_MONTH}) \d{{1,2}}, \d{{4}}|(?:{_MONTH}) \d{{4}}"
    r"|\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}[./]\d{4})(?![\w/-])|(?<!\d)\d{4}年(?:\d{1,2}月(?:\d{1,2}日)?)?"
)
_YEAR = re.compile(r"(?<![\w/.,-])(?:19|20)\d{2}(?![\w/-]|[.,]\d)")
_NUMBER = re.compile(
    r"(?<![\w/.,:§-])(?<!§ )\d{1,3}(?:[,.’ ]\d{3})+(?:[.,]\d{1,4})?(?![\w/-]|[.,:]\d)"
    r"|(?<![\w/.,:§-])(?<!§ )\d{1,12}(?:[.,]\d{1,4})?(?![\w/-]|[.,:]\d)"
)
_NUMERAL = re.compile(rf"(?<![\w-])(?:{'|'.join(NUMERALS)})(?![\w-])")
_LIST_MARK = re.compile(r"\(?(?:\d{1,3}|[a-z])(?:\\?[.)])")
_WORD = r"[A-ZÄÖÜÉÁÍ][\w’&-]{1,30}"
_NAME = re.compile(rf"(?<![\w’-]){_WORD}(?: (?:(?:of|for|the|and|de|für|&) )?{_WORD}){{0,4}}(?![\w’-])")
_MONTH_NAME = re.compile(rf"(?<!\w)(?:{_MONTH})(?!\w)")
_SENTENCE_START = re.compile(r"(?:^|[\n#›.!?:“\"(]\\?\"?\s*)$")
_NO_NAMES = frozenset(
    "monday tuesday wednesday thursday friday saturday sunday section article ordinance regulation directive note "
    "rule annex chapter part page table figure paragraph".split()
)
_COUNTED = re.compile(
    r"(?<!\w)(?:sections?|articles?|annex|chapters?|parts?|pages?|tables?|figures?|paragraphs?|rules?|no\.|nr\.)\s$",
    re.IGNORECASE,
)
"""What stands before a number that is a place in a text and no amount."""
_MOST = 400


class Spot(NamedTuple):
    """A value at `[start, end)` of a text."""

    start: int
    end: int
    text: str


def dates(text: str) -> list[Spot]:
    """Dates in the usual forms, and years that stand alone."""
    found = [Spot(hit.start(), hit.end(), hit[0]) for hit in islice(_DATE.finditer(text), _MOST)]
    years = [Spot(hit.start(), hit.end(), hit[0]) for hit in islice(_YEAR.finditer(text), 2 * _MOST)]
    return sorted([*found, *(year for year in years if not _within(year, found))])[:_MOST]


def numbers(text: str) -> list[Spot]:
    """Numbers in digits or words that are no date, no part of one, no mark of a list and no place in a law."""
    taken = dates(text)
    first = _LIST_MARK.match(text)
    begin = first.end() if first is not None else 0
    # Behind the last date that was looked for nothing tells a number from a part of one.
    end = taken[-1].end if len(taken) == _MOST else len(text)
    hits = [*_NUMBER.finditer(text, begin, end), *_NUMERAL.finditer(text, begin, end)]
    found = [
        Spot(hit.start(), hit.end(), hit[0])
        for hit in hits
        if _COUNTED.search(text, max(0, hit.start() - 14), hit.start()) is None
    ]
    return sorted(spot for spot in found if not _within(spot, taken))[:_MOST]


def names(text: str) -> list[Spot]:
    """Capitalised words that begin no sentence, and several in a row wherever they stand."""
    found: list[Spot] = []
    for hit in _NAME.finditer(text):
        start, words = hit.start(), hit[0]
        opens = _SENTENCE_START.search(text, max(0, start - 4), start) is not None
        first, _, rest = words.partition(" ")
        if first.casefold() in COMMON:
            start, words = start + len(first) + 1, rest
        elif opens and not rest:
            continue
        if _is_no_name(words, text[start + len(words) : start + len(words) + 2]):
            continue
        found.append(Spot(start, start + len(words), words))
    return found[:_MOST]


def _is_no_name(words: str, follows: str) -> bool:
    """Months, days of the week, and what is counted (Section 4), which look like names."""
    if not words or not words[0].isupper() or _MONTH_NAME.search(words) is not None:
        return True
    last = words.rpartition(" ")[2].casefold()
    return words.casefold() in COMMON | _NO_NAMES or last in _NO_NAMES or follows[1:].isdigit()


def another_number(number: str, rng: Random) -> str:
    """A number that is not this one, written alike."""
    if number.casefold() in NUMERALS:
        return rng.choice([other for other in NUMERALS[1:] if other != number.casefold()])
    at = rng.choice([n for n, sign in enumerate(number) if sign.isdigit()])
    least = (1 if at == 0 else 0) if len(number) > 1 else 2
    digit = rng.choice([d for d in range(least, 10) if str(d) != number[at]])
    return f"{number[:at]}{digit}{number[at + 1 :]}"


def another_year(date: str, rng: Random) -> str | None:
    """The date a year earlier or later; None where there is no such day."""
    year = re.search(r"\d{4}", date)
    if year is None:
        return None
    return _real(f"{date[: year.start()]}{int(year[0]) + rng.choice((-1, 1)):04d}{date[year.end() :]}")


def another_day(date: str, rng: Random) -> str | None:
    """The date in another month or on another day; None for a year alone."""
    named = _MONTH_NAME.search(date)
    if named is not None:
        row = next(n for n, month in enumerate(MONTHS) if named[0] in month)
        column = MONTHS[row].index(named[0])
        moved = rng.sample((1, 2, 3, 6, 11), 5)
        others = (MONTHS[(row + by) % 12][column] for by in moved)
        made = (f"{date[: named.start()]}{other}{date[named.end() :]}" for other in others)
        return next((each for each in made if _real(each)), None)
    day = re.search(r"(?<!\d)\d{1,2}(?!\d)", date)
    if day is None:
        return None
    # 1 to 12 is a month and a day alike, so that the date stays one.
    others = rng.sample([n for n in range(1, 13) if n != int(day[0])], 11)
    made = (f"{date[: day.start()]}{n:0{len(day[0])}d}{date[day.end() :]}" for n in others)
    return next((each for each in made if _real(each)), None)


def _real(date: str) -> str | None:
    """The date, if the calendar has it."""
    year = re.search(r"\d{4}", date)
    if year is None or int(year[0]) < 1:
        return None
    before, after = (
        [int(n) for n in re.findall(r"\d{1,2}", part)] for part in (date[: year.start()], date[year.end() :])
    )
    named = _MONTH_NAME.search(date)
    if named is not None:
        month = next(n for n, month in enumerate(MONTHS, start=1) if named[0] in month)
        pairs = [(month, day) for day in [*before, *after][:1]]
    else:
        # The year first has the month next; the year last may have either first.
        pairs = (
            [(after[0], after[1])]
            if len(after) > 1
            else [(n, m) for n, m in (before[:2], before[1::-1])]
            if len(before) > 1
            else []
        )
    if not pairs:
        return date
    real = (1 <= month <= 12 and 1 <= day <= monthrange(int(year[0]), month)[1] for month, day in pairs)
    return date if any(real) else None


def in_another_form(date: str) -> str | None:
    """An English date such as 1 September 2027 in digits, the year first; None for any other form."""
    parts = date.split()
    months = {names[0]: number for number, names in enumerate(MONTHS, start=1)}
    if len(parts) != 3 or not parts[0].isdigit() or parts[1] not in months:
        return None
    return f"{parts[2]}-{months[parts[1]]:02d}-{int(parts[0]):02d}"


def unlike(spot: str, others: list[Spot], text: str) -> Iterator[str]:
    """The values of `others` that `text` does not hold, each once."""
    held = text.casefold()
    seen: set[str] = {spot.casefold()}
    for other in others:
        words = other.text.casefold()
        if words not in seen and words not in held and spot.casefold() not in words:
            seen.add(words)
            yield other.text


def _within(spot: Spot, others: list[Spot]) -> bool:
    return any(other.start <= spot.start and spot.end <= other.end for other in others)
