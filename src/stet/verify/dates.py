"""Dates in running text: where they stand, and how precise they are.

A date's normal form is ISO 8601 cut to its precision: `2026-08-02`, `2026-08`, `2026`; without a year `--08-02` or
`--08`; parts of years as in `periods`. Where day and month cannot be told apart, both readings are kept.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from stet.verify.found import FoundDate
from stet.verify.periods import in_period, iso, periods

_NAMES: Final = (
    "January Jan Januar Jänner janvier enero",
    "February Feb Februar février février febrero",
    "March Mar März mars marzo",
    "April Apr avril abril",
    "May Mai mai mayo",
    "June Jun Juni juin junio",
    "July Jul Juli juillet julio",
    "August Aug août aout agosto",
    "September Sept Sep septembre septiembre setiembre",
    "October Oct Oktober Okt octobre octubre",
    "November Nov novembre noviembre",
    "December Dec Dezember Dez décembre diciembre",
)
_MONTHS: Final = {name.lower(): number for number, names in enumerate(_NAMES, 1) for name in names.split()}
# Words that are also something else: a month only beside a day, a year, or a word that goes before dates.
_DOUBTFUL: Final = frozenset(
    {
        "may",
        "march",
        "mar",
        "mars",
        "mai",
        "jan",
        "dec",
        "sep",
        "jun",
        "nov",
        "mayo",
        "april",
        "august",
        "june",
    }
)
MONTH_WORDS: Final = frozenset(_MONTHS)
_DAY_BEFORE: Final = re.compile(
    r"(?<![\d.,/:])(?:(?P<from>\d{1,2})(?:st|nd|rd|th|\.)?\s?(?:[-–—]|to|and|bis|au|al)\s?)?(?:the\s)?"
    r"(?P<day>\d{1,2})(?:st|nd|rd|th|er|º|\.)?\s?(?:of\s|de\s|day of\s)?[\s-]?$"
)
_DAY_YEAR: Final = re.compile(
    r"\s(?P<day>\d{1,2})(?:st|nd|rd|th)?(?!\d|[.,]\d|\s?%)(?:\s?[-–—]\s?(?P<to>\d{1,2})(?!\d))?(?:\s?,?\s(?P<year>[12]\d{3}|['’]\d{2})(?!\d|[.,/]\d))?"
)
_YEAR_AFTER: Final = re.compile(r"\s?,?[\s-](?:of\s|de\s|del\s)?(?P<year>[12]\d{3}|['’]\d{2})(?!\d|[.,/]\d)")
_BEFORE_MONTH: Final = re.compile(
    r"(?:\b(?:in|since|until|till|by|of|from|during|early|late|mid|last|next|this|through|before|after|between|and|to|im"
    r"|seit|bis|Anfang|Ende|en|depuis|jusqu'en|desde|hasta)|[-–(,])[\s-]$",
    re.IGNORECASE,
)

_NUMERIC: Final = re.compile(
    r"(?<![A-Za-zÀ-ɏ0-9_./-])(?:(?P<iso>(?P<y>[12]\d{3})-(?P<m>\d{2})(?:-(?P<d>\d{2}))?(?=T\d|\b)(?![-/]?\d))"
    r"|(?P<y3>[12]\d{3})[/.](?P<m3>\d{1,2})[/.](?P<d3>\d{1,2})(?![\d./-])"
    r"|(?P<a>\d{1,2})(?P<mark>[./-])(?P<b>\d{1,2})(?P=mark)(?P<y2>[12]\d{3})(?![\d/-]|\.\d)"
    r"|(?P<y4>\d{4})\s?年(?:\s?(?P<m4>\d{1,2})\s?月(?:\s?(?P<d4>\d{1,2})\s?[日号])?)?"
    r"|(?P<m5>\d{1,2})\s?月(?:\s?(?P<d5>\d{1,2})\s?[日号])?"
    r"|(?P<y6>[12]\d{3})[\s-]?(?:Q|T)(?P<q6>[1-4])(?!\w))"
)
# "2019–23": the second year is written short. "2019-11" is a month.
_SHORT_YEAR: Final = re.compile(
    r"(?P<first>[12]\d{3})(?P<mark>\s?[–/-]\s?)(?P<short>\d{2})(?![\d%]|[-–/.,]\d)"
)


def dates(text: str, digits: Iterable[int], words: Iterable[tuple[int, str]]) -> Iterator[FoundDate]:
    """Every date of `text` that is more than a bare year; they may overlap, the longer one is right.

    `digits` are the offsets where a run of digits begins; `words` the offsets of words that are in `MONTH_WORDS`,
    with the word in lower case.
    """
    for at in digits:
        match = _NUMERIC.match(text, at)
        if match is not None and (found := _numeric(match)) is not None:
            yield found
        elif (short := _SHORT_YEAR.match(text, at)) and (year := _short(short)) is not None:
            yield year
    yield from periods(text, digits, words)
    for at, word in words:
        if word in MONTH_WORDS:
            yield from _named(text, at, word)


def _numeric(match: re.Match[str]) -> FoundDate | None:
    start, end = match.span()
    part = match.groupdict()
    if part["a"]:
        first, second, year = int(part["a"]), int(part["b"]), int(part["y2"])
        readings = [iso for iso in (iso(year, second, first), iso(year, first, second)) if iso]
        if not readings:
            return None
        # Dots are the continental order; with slashes either order is in use.
        both = len(readings) == 2 and part["mark"] == "/" and first != second
        return FoundDate(start, end, readings[0], readings[1] if both else "")
    if part["q6"]:
        return FoundDate(start, end, f"{part['y6']}-Q{part['q6']}")
    year = part["y"] or part["y3"] or part["y4"]
    month, day = (
        part["m"] or part["m3"] or part["m4"] or part["m5"],
        part["d"] or part["d3"] or part["d4"] or part["d5"],
    )
    if year and not month:
        return FoundDate(start, end, year)
    normal = iso(int(year) if year else None, int(month), int(day) if day else None)
    return FoundDate(start, end, normal) if normal else None


def _short(match: re.Match[str]) -> FoundDate | None:
    first, short = match["first"], match["short"]
    later = int(short) > int(first[2:])
    if not later or (match["mark"] == "-" and int(short) <= 12):
        return None
    return FoundDate(match.start("short"), match.end(), f"{first[:2]}{short}")


def _named(text: str, at: int, low: str) -> Iterator[FoundDate]:
    month = _MONTHS[low]
    word = text[at : at + len(low)]
    name_end = at + len(low)
    name_end += text[name_end : name_end + 1] == "." and len(low) < 5
    # Months have capitals in English and German; small ones are French or Spanish, and need a day or a year.
    before = _DAY_BEFORE.search(text, max(0, at - 24), at)
    after = None if before else _DAY_YEAR.match(text, name_end)
    end = after.end() if after else name_end
    late = None if after else _YEAR_AFTER.match(text, name_end)
    year = _year(after["year"]) if after and after["year"] else _year(late["year"]) if late else None
    end = late.end() if late else end
    day = int(before["day"]) if before else int(after["day"]) if after else None
    if day is None and year is None:
        known = word[0].isupper() and (
            word.lower() not in _DOUBTFUL or _BEFORE_MONTH.search(text[max(0, at - 12) : at])
        )
        if known and len(word) > 2:
            yield FoundDate(at, at + len(word), f"--{month:02}")
        return
    normal = iso(year, month, day)
    start = before.start("day") if before else at
    if normal is None:
        return
    # Of "3–9 May" and "May 3–9" each day is a date of its own; the shared month belongs to the one beside it.
    first_end = after.end("day") if after and after["to"] else end
    yield FoundDate(start, first_end, normal)
    other = before["from"] if before else after["to"] if after else None
    if other and (further := iso(year, month, int(other))):
        span = before.span("from") if before else after.span("to") if after else (start, end)
        yield FoundDate(*span, further)


def _year(written: str) -> int:
    return int(written) if written[0].isdigit() else 2000 + int(written[1:])


def date_covered(wanted: str, found: str) -> bool:
    """Whether a date of the evidence says all that the claim's does: a day covers its month, never the reverse."""
    if found == wanted or found.startswith(f"{wanted}-"):
        return True
    if wanted.startswith("--") and not found.startswith("--"):
        return date_covered(f"{found[:4]}{wanted[1:]}", found)
    year, _, rest = wanted.partition("-")
    if not rest[:1].isalpha() or not found.startswith(f"{year}-"):
        return False
    if found[5:7].isdigit():
        return in_period(rest, int(found[5:7]))
    return rest[0] == "H" and found[5:6] == "Q" and (int(found[6]) + 1) // 2 == int(rest[1])
