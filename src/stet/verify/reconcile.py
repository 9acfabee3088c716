"""Whether two values of one thing can both be true.

They can where they are equal in other units or to the precision in which they are written, where one is a range or a
limit that holds the other, and where one date is a part of the other. Values of different measures are not compared:
nobody can say whether they differ.
"""

import re
from decimal import Decimal, InvalidOperation, Overflow
from itertools import pairwise
from typing import Final, NamedTuple

from stet.verify.dates import date_covered
from stet.verify.derive import readings, same_amount
from stet.verify.found import Found, Kind
from stet.verify.names import Lexicon
from stet.verify.units import units
from stet.verify.values import cached_values

_BETWEEN: Final = re.compile(r"\s?(?:[-–—~～]|to|through|until|bis|à|a|hasta|至|到)\s?")
_AND: Final = re.compile(r"\s(?:and|und|et|y)\s")
_BETWEEN_BEFORE: Final = re.compile(
    r"\b(?:between|zwischen|entre)\s(?:the\s|[$€£¥]|EUR\s|USD\s)?$", re.IGNORECASE
)
_ABOUT: Final = Decimal("0.1")
"""How far from "about 500" a figure may lie, as a share."""

_SEVERAL: Final = 2
"""How many times "more than 500" a figure may be and still be meant by it."""

_YEARS_ABOUT: Final = 5
_YEARS_OF_RANGE: Final = 2
_COARSE: Final = 1000
"""From this size a figure that ends in zeros may be a rounded one."""

_COARSE_GAP: Final = Decimal("0.03")
_DAYS_OF_MONTH: Final = (Decimal(28), Decimal(31))
_COMPARED: Final = frozenset({Kind.NUMBER, Kind.PERCENT, Kind.POINTS, Kind.MONEY, Kind.QUANTITY})


class Stated(NamedTuple):
    """A value as a text states it: the two ends of a range, or one value twice."""

    low: Found
    high: Found

    @property
    def start(self) -> int:
        """Where it begins in the text."""
        return self.low.start

    @property
    def end(self) -> int:
        """Where it ends in the text."""
        return self.high.end


def stated(text: str, normal: str) -> Stated | None:
    """The value with this normal form where `text` states it first, the whole range where it is an end of one.

    Where the text does not state it, the value that the normal form itself reads as; None where that is none.
    """
    found = cached_values(text)
    at = next((place for place, value in enumerate(found) if value.normal == normal), None)
    if at is None:
        alone = next((v for v in cached_values(normal) if v.kind in _COMPARED or v.kind is Kind.DATE), None)
        return Stated(alone._replace(start=0, end=0), alone._replace(start=0, end=0)) if alone else None
    for first, second in pairwise(found[max(0, at - 1) : at + 2]):
        if (joined := _range(text, first, second)) is not None:
            return joined
    return Stated(found[at], found[at])


def ranges(text: str) -> tuple[Stated, ...]:
    """Every value of a text, each range once."""
    found = cached_values(text)
    out: list[Stated] = []
    for value in found:
        joined = _range(text, out[-1].high, value) if out and out[-1].low is out[-1].high else None
        if joined is not None:
            out[-1] = joined
        else:
            out.append(Stated(value, value))
    return tuple(out)


def _range(text: str, first: Found, second: Found) -> Stated | None:
    between = text[first.end : second.start]
    joined = _BETWEEN.fullmatch(between) or (
        _AND.fullmatch(between) and _BETWEEN_BEFORE.search(text[max(0, first.start - 16) : first.start])
    )
    if not joined or first.kind is Kind.NAME or second.kind is Kind.NAME:
        return None
    # "three to five years", "2020 to 2023": one end carries the unit, or is read as a year, for both.
    if first.kind is Kind.NUMBER and second.kind in _COMPARED:
        first = first._replace(kind=second.kind, unit=second.unit)
    elif second.kind is Kind.NUMBER and first.kind is Kind.DATE and re.fullmatch(r"\d{4}", second.normal):
        second = second._replace(kind=Kind.DATE)
    if first.kind is not second.kind or (first.kind is Kind.DATE and not _one_while(first, second)):
        return None
    return Stated(first, second)


def _one_while(first: Found, second: Found) -> bool:
    """Whether two dates bound one thing, "1861–1862"; the years of a life are two things."""
    years = first.normal[:4], second.normal[:4]
    return not all(y.isdigit() for y in years) or abs(int(years[0]) - int(years[1])) <= _YEARS_OF_RANGE


def comparable(a: Stated, b: Stated) -> bool:
    """Whether two values are of one measure, so that they can differ at all."""
    one, other = a.high, b.high
    if one.kind is other.kind:
        if one.kind is Kind.QUANTITY:
            return _measure(one) == _measure(other)
        return one.unit == other.unit
    return _fraction(one, other) or _fraction(other, one)


def consistent(a: Stated, b: Stated) -> bool:
    """Whether both values of one thing can be true at once; values that cannot be compared count as consistent."""
    if a.high.kind is Kind.NAME and b.high.kind is Kind.NAME:
        return _one_name(a.high.exact, b.high.exact)
    if not comparable(a, b):
        return True
    if a.high.kind is Kind.DATE:
        return _dates_meet(a, b)
    if a.high.kind not in _COMPARED:
        return a.high.normal == b.high.normal
    try:
        return _amounts_meet(a, b)
    except (InvalidOperation, Overflow):
        return False


def _one_name(one: str, other: str) -> bool:
    return one.casefold() == other.casefold() or Lexicon(one).knows(other) or Lexicon(other).knows(one)


def _measure(value: Found) -> str:
    measure = units()[value.unit].measures
    return "time" if measure == "months" else measure


def _fraction(percent: Found, number: Found) -> bool:
    """Whether a plain number may be a share that the other value gives in percent."""
    return percent.kind is Kind.PERCENT and number.kind is Kind.NUMBER and 0 <= (number.amount or 2) <= 1


def _dates_meet(a: Stated, b: Stated) -> bool:
    ours = [normal for each in {a.low, a.high} for normal in (each.normal, each.also) if normal]
    theirs = [normal for each in {b.low, b.high} for normal in (each.normal, each.also) if normal]
    if any(_covered(x, y) or _covered(y, x) for x in ours for y in theirs):
        return True
    return _inside(a, b) or _inside(b, a) or _near(a, b)


def _covered(wanted: str, found: str) -> bool:
    decade = wanted.endswith("s") and found[:3] == wanted[:3]
    return decade or date_covered(wanted, found)


def _inside(outer: Stated, inner: Stated) -> bool:
    """Whether a date lies between the two ends of a range of dates."""
    low, high, day = outer.low.normal, outer.high.normal, inner.low.normal
    if outer.low is outer.high or not (low[:4] + high[:4] + day[:4]).isdigit():
        return False
    return low <= day[: len(low)] and day[: len(high)] <= high


def _near(a: Stated, b: Stated) -> bool:
    """Whether one is about a year and the other close to it."""
    years = a.high.normal[:4], b.high.normal[:4]
    vague = "~" in (a.low.bound, a.high.bound, b.low.bound, b.high.bound)
    return vague and all(y.isdigit() for y in years) and abs(int(years[0]) - int(years[1])) <= _YEARS_ABOUT


def _amounts_meet(a: Stated, b: Stated) -> bool:
    if a.high.kind is not b.high.kind:
        a, b = _in_percent(a), _in_percent(b)
    if any(_same(x, y) for x in {a.low, a.high} for y in {b.low, b.high}):
        return True
    bounds = a.high.bound, b.high.bound
    # Two upper limits, or two lower ones, are figures of their own: "up to 35 million" is not "up to 30 million".
    limits = bounds[0] == bounds[1] and bounds[0] in ("<", ">")
    in_days = _unit_measure(a) != _unit_measure(b)
    ours, theirs = _spans(a, limits=limits, in_days=in_days), _spans(b, limits=limits, in_days=in_days)
    return any(low <= top and bottom <= high for low, high in ours for bottom, top in theirs)


def _in_percent(value: Stated) -> Stated:
    """A share of one as a percentage."""
    if value.high.kind is Kind.PERCENT:
        return value
    low, high = (
        each._replace(
            kind=Kind.PERCENT, unit="%", amount=(each.amount or 0) * 100, step=each.step * 100, also=""
        )
        for each in value
    )
    return Stated(low, high)


def _same(one: Found, other: Found) -> bool:
    plain = one._replace(bound=""), other._replace(bound="")
    if same_amount(*plain) is not None or same_amount(plain[1], plain[0]) is not None:
        return True
    return _coarse(one, other) or _coarse(other, one)


def _coarse(one: Found, other: Found) -> bool:
    """Whether a large figure that ends in zeros is the other one, rounded: 3,600 for 3,559."""
    if one.amount is None or other.amount is None or one.unit != other.unit or abs(one.amount) < _COARSE:
        return False
    digits = one.amount.normalize().as_tuple()
    zeros = digits.exponent if isinstance(digits.exponent, int) else 0
    least = 3 if one.kind is Kind.MONEY else 2
    gap = abs(one.amount - other.amount)
    return zeros >= least and gap * 2 <= Decimal(10) ** zeros and gap <= abs(other.amount) * _COARSE_GAP


def _spans(value: Stated, *, limits: bool, in_days: bool) -> list[tuple[Decimal, Decimal]]:
    """What a value may mean, as intervals in the base unit of its measure; one for each reading."""
    out: list[tuple[Decimal, Decimal]] = []
    single = value.low == value.high
    said = value.high.bound or value.low.bound
    for low, high in zip(readings(value.low), readings(value.high), strict=False):
        ends = (*_base(low, value.low, in_days=in_days), *_base(high, value.high, in_days=in_days))
        bottom, top = min(ends), max(ends)
        if said == "~" or (limits and said == ">"):
            bottom, top = bottom - abs(bottom) * _ABOUT, top + abs(top) * _ABOUT
        elif said == ">" and single:
            top *= _SEVERAL
        elif said == "<" and single and not limits:
            bottom = min(bottom, Decimal(0))
        out.append((bottom, top))
    return out


def _unit_measure(value: Stated) -> str:
    return units()[value.high.unit].measures if value.high.kind is Kind.QUANTITY else ""


def _base(amount: Decimal, value: Found, *, in_days: bool) -> tuple[Decimal, ...]:
    """An amount in the base unit of its measure; a month beside days has no one length, so two amounts."""
    if value.kind is not Kind.QUANTITY:
        return (amount,)
    unit = units()[value.unit]
    base = (amount + unit.offset) * unit.factor
    if in_days and unit.measures == "months":
        day = units()["day"].factor
        return base * _DAYS_OF_MONTH[0] * day, base * _DAYS_OF_MONTH[1] * day
    return (base,)
