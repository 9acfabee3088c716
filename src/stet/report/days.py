"""Dates as a reader writes them, and the program's own sentences with them."""

import re
from datetime import date

from stet.report.clean import one_line

_MONTHS = (
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
)
_QUARTERS = ("first", "second", "third", "fourth")
_ISO = re.compile(
    r"(?P<year>[0-9]{4})-(?:(?P<month>[0-9]{2})(?:-(?P<day>[0-9]{2}))?|Q(?P<quarter>[1-4]))", re.ASCII
)
# A day that is part of a longer word, path or number is no date of ours.
_QUOTED_OR_DAY = re.compile(
    r"“[^”]{0,500}”|\"[^\"]{0,500}\"|(?<![\w/.\-])[0-9]{4}-[0-9]{2}-[0-9]{2}(?![\w/\-]|\.\w)"
)


def long_date(day: date) -> str:
    """A date as 12 October 2026."""
    return f"{day.day} {_MONTHS[day.month - 1]} {day.year}"


def value(text: str) -> str:
    """A value in normal form as a reader writes it: 2027-09-01 as 1 September 2027, 2027-09 as September 2027."""
    found = _ISO.fullmatch(text.strip())
    return _written(found) if found else one_line(text)


def said(sentence: str) -> str:
    """A sentence of the program for a reader, on one line: whole dates in words, quoted text as it is."""
    folded = one_line(sentence)
    return _QUOTED_OR_DAY.sub(lambda m: m.group() if m.group()[0] in '“"' else _day(m.group()), folded)


def _day(iso: str) -> str:
    found = _ISO.fullmatch(iso)
    return _written(found) if found else iso


def _written(iso: re.Match[str]) -> str:
    year, month, day = iso["year"], iso["month"], iso["day"]
    if iso["quarter"]:
        return f"{_QUARTERS[int(iso['quarter']) - 1]} quarter of {year}"
    if not month or not 1 <= int(month) <= len(_MONTHS):
        return iso.group()
    if day is None:
        return f"{_MONTHS[int(month) - 1]} {year}"
    try:
        return long_date(date(int(year), int(month), int(day)))
    except ValueError:
        return iso.group()
