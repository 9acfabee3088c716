"""What the cells of a bill say: numbers, money and days as programs and spreadsheets write them.

Each function raises ValueError, in words, for what cannot be read: a wrong guess at an amount is worse than none.
"""

import re
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import lru_cache

LONGEST = 80
"""Characters of a number or a day."""

_PLAIN = re.compile(r"[+-]?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][+-]?\d{1,2})?\Z")
_COMMAS = re.compile(r"[+-]?\d{1,3}(?:,\d{3}){1,9}(?:\.\d{0,30})?\Z")
_POINTS = re.compile(r"[+-]?\d{1,3}(?:\.\d{3}){1,9}(?:,\d{0,30})?\Z")
_DECIMAL_COMMA = re.compile(r"[+-]?\d{1,30},\d{1,30}\Z")
_CODE = re.compile(
    r"(?P<before>[A-Za-z]{3})?\s?(?P<amount>[^A-Za-z]*?(?:\d[eE][+-]?\d+)?)\s?(?P<after>[A-Za-z]{3})?\Z"
)
_SIGNS = {"US$": "USD", "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY"}
_DIGITS = 30
"""Those of a number without more ado."""

_SECONDS, _MILLISECONDS = 10, 13
"""Digits of a time since 1970, until the year 2286."""


def number(text: str, *, comma: bool) -> Decimal:
    """A number; `comma`: the file is parted by semicolons, so that a comma is the decimal mark in it."""
    said = text.strip().replace("\u00a0", "").replace("\u202f", "").replace("\u2212", "-")
    if len(said) > LONGEST:
        raise ValueError("a number of more than 80 characters")
    if _PLAIN.match(said):
        return Decimal(said)
    if _DECIMAL_COMMA.match(said) and (comma or said.lstrip("+-").startswith("0") or not _COMMAS.match(said)):
        return Decimal(said.replace(",", "."))
    if _COMMAS.match(said):
        return Decimal(said.replace(",", ""))
    if _POINTS.match(said):
        return Decimal(said.replace(".", "").replace(",", "."))
    raise ValueError(f"“{said[:40]}” is not a number")


def tokens(text: str, *, comma: bool) -> int:
    """A number of tokens; nothing is none."""
    said = text.strip()
    if not said:
        return 0
    if len(said) <= _DIGITS and said.isascii() and said.isdigit():
        return int(said)
    # A count has no decimals, so that points in it part thousands.
    counted = (
        Decimal(said.replace(".", ""))
        if _POINTS.match(said) and "," not in said
        else number(said, comma=comma)
    )
    if counted < 0 or counted != counted.to_integral_value():
        raise ValueError(f"“{said[:40]}” is not a number of tokens")
    return int(counted)


def money(text: str, *, comma: bool) -> tuple[Decimal, str | None]:
    """An amount, in brackets where it is negative, and the currency that stands with it, if one does."""
    said = text.strip()
    if _PLAIN.match(said):
        return Decimal(said), None
    if len(said) > LONGEST:
        raise ValueError("an amount of more than 80 characters")
    negative = said.startswith("(") and said.endswith(")")
    said = said[1:-1].strip() if negative else said
    sign = next((sign for sign in _SIGNS if sign in said), None)
    currency = _SIGNS[sign] if sign is not None else None
    said = said.replace(sign, "", 1).strip() if sign is not None else said
    parts = _CODE.match(said)
    code = (parts["before"] or parts["after"]) if parts else None
    if parts is not None and code is not None:
        said, currency = parts["amount"].strip(), code.upper()
    amount = number(said, comma=comma)
    return (-amount if negative else amount), currency


def day(text: str) -> date:
    """The day in UTC of a date, a time (one without a zone is taken as UTC), or seconds since 1970."""
    return _day(text.strip().removesuffix(" UTC"))


@lru_cache(maxsize=10_000)
def _day(said: str) -> date:
    # What raises is not kept: nothing in the cache is longer than it may be.
    if not said or len(said) > LONGEST:
        raise ValueError("no date" if not said else "a date of more than 80 characters")
    try:
        if said.isascii() and said.isdigit() and len(said) in (_SECONDS, _MILLISECONDS):
            scale = 1 if len(said) == _SECONDS else 1_000
            return datetime.fromtimestamp(int(said) // scale, UTC).date()
        when = datetime.fromisoformat(said)
        return (when.astimezone(UTC) if when.tzinfo else when).date()
    except (ValueError, OverflowError, OSError) as error:
        raise ValueError(f"“{said[:40]}” is not a date such as 2026-11-30") from error
