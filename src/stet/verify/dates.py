"""Dates in running text: where they stand, and how precise they are.

A date's normal form is ISO 8601 cut to its precision: `2026-08-02`, `2026-08`, `2026-Q3`, `2026`; without a year
`--08-02` or `--08`. Where day and month cannot be told apart, both readings are kept.
"""

import re
from collections.abc import Iterable, Iterator
from datetime import date
from typing import Final, NamedTuple


class FoundDate(NamedTuple):
    """A date at `[start, end)`; `also` is the other reading of "3/4/2026"."""

    start: int
    end: int
    normal: str
    also: str = ""


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
    r"\s(?P<day>\d{1,2})(?:st|nd|rd|th)?(?!\d|[.,]\d|\s?%)(?:\s?[-–—]\s?(?P<to>\d{1,2})(?!\d))?(?:,?\s(?P<year>[12]\d{3})(?!\d|[.,/]\d))?"
)
_YEAR_AFTER: Final = re.compile(r",?[\s-](?:of\s|de\s|del\s)?(?P<year>[12]\d{3})(?!\d|[.,/]\d)")
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
_QUARTER: Final = re.compile(
    r"(?<!\w)(?:(?:Q|T)(?P<q>[1-4])|(?P<word>first|second|third|fourth|1st|2nd|3rd|4th)[\s-]quarter|(?P<german>[1-4])\.\s?Quartal|第(?P<chinese>[1-4一二三四])季度?)"
    r"(?![a-zA-Z])(?:(?:\sof)?(?:\sfiscal(?:\syear)?|\sFY)?[\s/-]{0,2}(?P<year>[12]\d{3}|'\d{2})(?!\d|/\d))?",
    re.IGNORECASE,
)
_QUARTER_HINT: Final = re.compile(r"[QqT][1-4]|uarter|uartal|季度")
_HALF: Final = re.compile(r"(?<!\w)H(?P<half>[12])[\s/-]?(?P<year>[12]\d{3})(?!\d)")
_WORD_QUARTER: Final = {
    **dict(zip(("first", "second", "third", "fourth"), range(1, 5), strict=True)),
    **dict(zip(("1st", "2nd", "3rd", "4th"), range(1, 5), strict=True)),
    **dict(zip("1234", range(1, 5), strict=True)),
    **dict(zip("一二三四", range(1, 5), strict=True)),
}


def dates(text: str, digits: Iterable[int], words: Iterable[tuple[int, str]]) -> Iterator[FoundDate]:
    """Every date of `text` that is more than a bare year; they may overlap, the longer one is right.

    `digits` are the offsets where a run of digits begins; `words` the offsets of words that are in `MONTH_WORDS`,
    with the word in lower case.
    """
    for at in digits:
        match = _NUMERIC.match(text, at)
        if match is not None and (found := _numeric(match)) is not None:
            yield found
    if _QUARTER_HINT.search(text):
        for match in _QUARTER.finditer(text):
            yield _quarter(match)
    if "H1" in text or "H2" in text:
        for match in _HALF.finditer(text):
            yield FoundDate(match.start(), match.end(), f"{match['year']}-H{match['half']}")
    for at, word in words:
        if word in MONTH_WORDS:
            yield from _named(text, at, word)


def _numeric(match: re.Match[str]) -> FoundDate | None:
    start, end = match.span()
    part = match.groupdict()
    if part["a"]:
        first, second, year = int(part["a"]), int(part["b"]), int(part["y2"])
        readings = [iso for iso in (_iso(year, second, first), _iso(year, first, second)) if iso]
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
    normal = _iso(int(year) if year else None, int(month), int(day) if day else None)
    return FoundDate(start, end, normal) if normal else None


def _quarter(match: re.Match[str]) -> FoundDate:
    quarter = match["q"] or match["german"] or _WORD_QUARTER[(match["word"] or match["chinese"]).lower()]
    year = match["year"]
    if year and year.startswith("'"):
        year = f"20{year[1:]}"
    return FoundDate(match.start(), match.end(), f"{year or '-'}-Q{quarter}")


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
    year = int(after["year"]) if after and after["year"] else int(late["year"]) if late else None
    end = late.end() if late else end
    day = int(before["day"]) if before else int(after["day"]) if after else None
    if day is None and year is None:
        known = word[0].isupper() and (
            word.lower() not in _DOUBTFUL or _BEFORE_MONTH.search(text[max(0, at - 12) : at])
        )
        if known and len(word) > 2:
            yield FoundDate(at, at + len(word), f"--{month:02}")
        return
    normal = _iso(year, month, day)
    start = before.start("day") if before else at
    if normal is None:
        return
    yield FoundDate(start, end, normal)
    other = before["from"] if before else after["to"] if after else None
    if other and (further := _iso(year, month, int(other))):
        yield FoundDate(before.start("from") if before else start, end, further)


def _iso(year: int | None, month: int, day: int | None) -> str | None:
    try:
        # A leap year stands in where no year is given.
        whole = date(year or 2000, month, day or 1)
    except ValueError:
        return None
    text = f"{whole.month:02}" if day is None else f"{whole.month:02}-{whole.day:02}"
    return f"{year:04}-{text}" if year else f"--{text}"


def date_covered(wanted: str, found: str) -> bool:
    """Whether a date of the evidence says all that the claim's does: a day covers its month, never the reverse."""
    if found == wanted or found.startswith(f"{wanted}-"):
        return True
    if wanted.startswith("--") and not found.startswith("--"):
        return date_covered(f"{found[:4]}{wanted[1:]}", found)
    year, _, rest = wanted.partition("-")
    if rest[:1] in ("Q", "H") and found.startswith(f"{year}-") and found[5:7].isdigit():
        month, length = int(found[5:7]), 3 if rest[0] == "Q" else 6
        return (month - 1) // length + 1 == int(rest[1])
    return False
