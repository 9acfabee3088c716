"""Arithmetic that code can do again: is a claim's amount one that follows from the amounts of a passage?

Every answer is a formula for the reader, such as "12 % → 15 %: +3 points".
"""

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal, DivisionByZero, InvalidOperation, Overflow
from itertools import chain, combinations, permutations
from typing import Final, NamedTuple

from stet.verify.change import Change
from stet.verify.found import Found, Kind
from stet.verify.reckon import means, spans
from stet.verify.units import DOLLARS, Unit, units

# What an amount may differ by and still be "about" another.
_ABOUT: Final = Decimal("0.06")
# How far "more than 1,000" may lie below the figure; small numbers are exact.
_BEYOND: Final = Decimal("0.10")
_SMALL: Final = 20
# Pairs grow with the square; a passage with more amounts than this is a table, where any number can be derived.
_MOST: Final = 14

_DIFFERENCE: Final = re.compile(
    r"\b(?:increas|decreas|ris|rose|gr[eo]w|fell|fall|drop|declin|reduc|gain|los[ts]|gap|differen|more|less|fewer|higher|lower|longer|shorter"
    r"|older|younger|later|earlier|after|before|over|lasted|margin|chang|up by|down by|steig|stieg|sank"
    r"|sink|gestiegen|gesunken|mehr|weniger"
    r"|augment|hausse|baiss|plus|moins|aument|subi|baj|más|menos)",
    re.IGNORECASE,
)
_SUM: Final = re.compile(
    r"\b(?:total|combin|altogether|together|sum\b|both|overall|in all|insgesamt|zusammen|gesamt|en tout"
    r"|ensemble|en total|juntos)",
    re.IGNORECASE,
)
_RATIO: Final = re.compile(
    r"\b(?:times|twice|doubl|tripl|quadrupl|ratio|fold|half|halv|mal\b|fach|fois|veces)|×",
    re.IGNORECASE,
)


def readings(value: Found) -> tuple[Decimal, ...]:
    """What a number may mean: both readings where "." and "," leave a doubt."""
    if value.amount is None:
        return ()
    if not value.also or value.kind is Kind.DATE:
        return (value.amount,)
    digits = next((part for part in value.also.split() if part.lstrip("-")[:1].isdigit()), None)
    return (value.amount,) if digits is None else (value.amount, Decimal(digits))


def _same_unit(one: Found, two: Found) -> bool:
    if (one.kind, one.unit) == (two.kind, two.unit):
        return True
    if one.kind is not Kind.MONEY or two.kind is not Kind.MONEY:
        return False
    # A bare sign or word stands for several currencies; the page knows which.
    pair = {one.unit, two.unit}
    if pair == {"JPY", "CNY"}:
        return any(sign in each.exact for each in (one, two) for sign in "¥￥")
    return pair <= DOLLARS and any(_PLAIN_DOLLAR.search(each.exact) for each in (one, two))


_PLAIN_DOLLAR: Final = re.compile(r"^\$|[\d\s]\$|^[\d.,\s]+(?:[a-z]+illion\s)?dollars?$")


def same_amount(wanted: Found, found: Found) -> str | None:
    """How `found` gives `wanted`: "" when equal, a formula when by rounding or conversion, else None."""
    if wanted.amount is None or found.amount is None:
        return None
    if wanted.kind is Kind.NUMBER or _same_unit(wanted, found):
        if set(readings(wanted)) & set(readings(found)):
            return ""
        if wanted.kind is found.kind:
            return _rounded(wanted, found)
        return None
    if wanted.kind is Kind.QUANTITY and found.kind is Kind.QUANTITY:
        return _converted(wanted, found)
    return None


def _rounded(wanted: Found, found: Found) -> str | None:
    mine, theirs = _of(wanted), _of(found)
    gap = abs(mine - theirs)
    size = abs(theirs)
    if mine * theirs <= 0:
        return None
    if wanted.bound == "~" and gap <= size * _ABOUT:
        return f"{found.exact} is about {wanted.exact}"
    if wanted.bound == ">" and size >= _SMALL and Decimal(0) < theirs - mine <= size * _BEYOND:
        return f"{found.exact} is more than {wanted.exact}"
    if wanted.bound == "<" and size >= _SMALL and Decimal(0) < mine - theirs <= size * _BEYOND:
        return f"{found.exact} is less than {wanted.exact}"
    if found.bound == "~" and found.kind is Kind.PERCENT and gap * 50 <= size:
        return f"{found.exact} is about {wanted.exact}"
    # A score of 0.95 is no 1.
    coarser = (
        wanted.step > found.step and gap * 2 <= wanted.step and gap <= size * _ABOUT and size >= wanted.step
    )
    return f"{found.exact} rounds to {wanted.exact}" if coarser else None


def _unit(value: Found) -> Unit:
    return units()[value.unit]


def _converted(wanted: Found, found: Found) -> str | None:
    mine, theirs = _unit(wanted), _unit(found)
    if mine.measures != theirs.measures:
        # Months have no fixed length: only 24 hours, 7 days and 12 months are exact.
        return None
    for amount in readings(found):
        try:
            value = (amount + theirs.offset) * theirs.factor / mine.factor - mine.offset
            slack = wanted.step / 2
        except (InvalidOperation, Overflow, DivisionByZero):
            continue
        tolerance = max(slack, abs(value) * _ABOUT if wanted.bound == "~" else abs(value) * Decimal("0.005"))
        if abs(value - _of(wanted)) <= tolerance and abs(value - _of(wanted)) <= abs(value) * _ABOUT:
            return f"{found.exact} = {_shown(value)} {mine.name}"
    return None


class Course(NamedTuple):
    """Which way a claim says that something went (1, −1 or 0), and the orders of values that its passage states.

    `ends` are the offsets in the passage where sentences and lines end: counts of different sentences count different
    things.
    """

    way: int
    stated: frozenset[tuple[str, str]]
    ends: Sequence[int] = ()

    def together(self, *some: Found) -> bool:
        """Whether values stand in one sentence."""
        return len({bisect_right(self.ends, each.start) for each in some}) <= 1

    def allows(self, one: Found, two: Found) -> bool:
        """Whether a change from `one` to `two` goes the claim's way and not against the passage's order."""
        sign = 1 if _of(two) > _of(one) else -1
        if self.way and sign != self.way:
            return False
        forth, back = (one.normal, two.normal), (two.normal, one.normal)
        return not (back in self.stated and forth not in self.stated)


ANY_COURSE: Final = Course(0, frozenset())


def orders(stated: Iterable[Change]) -> frozenset[tuple[str, str]]:
    """The pairs of values, first and last, of the changes that a passage states."""
    return frozenset((each.first.normal, each.last.normal) for each in stated)


def derive(wanted: Found, window: Sequence[Found], wording: str, course: Course = ANY_COURSE) -> str | None:
    """The formula that gives `wanted` from the amounts of a passage, or None.

    A difference, sum, ratio or share is tried only where the claim's words speak of one: small numbers can be made
    from almost any others.
    """
    if wanted.amount is None:
        return None
    amounts = [each for each in window if each.amount is not None and each.kind is not Kind.ORDINAL][
        : _MOST + 1
    ]
    if len(amounts) > _MOST:
        return None
    try:
        return next(chain(_formulas(wanted, amounts, wording, course), spans(wanted, window, wording)), None)
    except (InvalidOperation, Overflow, DivisionByZero):
        return None


def _formulas(wanted: Found, amounts: list[Found], wording: str, course: Course) -> Iterator[str]:
    if wanted.kind is Kind.POINTS:
        yield from _points(wanted, amounts, course)
        return
    if wanted.kind is Kind.PERCENT:
        if _DIFFERENCE.search(wording):
            yield from _change(wanted, amounts, course)
        yield from _share(wanted, amounts, course)
        return
    alike = [each for each in amounts if (each.kind, each.unit) == (wanted.kind, wanted.unit)]
    if _DIFFERENCE.search(wording):
        yield from _differences(wanted, alike, course)
    if _SUM.search(wording):
        yield from _sums(wanted, alike, course)
    yield from means(wanted, alike, wording)
    if _RATIO.search(wording) and wanted.kind is Kind.NUMBER:
        yield from _ratios(wanted, amounts)


def _differences(wanted: Found, alike: list[Found], course: Course) -> Iterator[str]:
    for one, two in combinations(alike, 2):
        near = _of(wanted) >= _SMALL or wanted.kind is not Kind.NUMBER or course.together(one, two)
        allowed = near and (course.allows(one, two) or course.allows(two, one))
        if allowed and _is(wanted, abs(_of(one) - _of(two)), one, two):
            more, less = (one, two) if _of(one) > _of(two) else (two, one)
            yield f"{more.exact} − {less.exact} = {wanted.exact}"


def _ratios(wanted: Found, amounts: list[Found]) -> Iterator[str]:
    for one, two in permutations([each for each in amounts if each.kind is not Kind.DATE], 2):
        if (
            (one.kind, one.unit) == (two.kind, two.unit)
            and _of(two)
            and _is(wanted, _of(one) / _of(two), one, two)
        ):
            yield f"{one.exact} ÷ {two.exact} = {wanted.exact}"


def _of(value: Found) -> Decimal:
    return value.amount if value.amount is not None else Decimal(0)


def _is(wanted: Found, value: Decimal, *origins: Found) -> bool:
    """Whether a computed value is the claimed one, to the precision in which it is claimed."""
    gap = abs(value - _of(wanted))
    if wanted.bound == "~":
        return gap <= abs(value) * _ABOUT
    # 5 of 4 and 3 says nothing: a trivial origin does not count.
    return gap * 2 <= wanted.step and gap <= abs(value) * _ABOUT and all(_of(each) for each in origins)


def _points(wanted: Found, amounts: list[Found], course: Course) -> Iterator[str]:
    percents = [each for each in amounts if each.kind is Kind.PERCENT]
    # In the order of the text first; "15 %, up from 12 %" turns it round.
    for one, two in (*combinations(percents, 2), *combinations(percents[::-1], 2)):
        change = _of(two) - _of(one)
        if _is(wanted, abs(change), one, two) and course.allows(one, two):
            yield f"{one.exact} → {two.exact}: {'+' if change > 0 else '−'}{_shown(abs(change))} points"


def _change(wanted: Found, amounts: list[Found], course: Course) -> Iterator[str]:
    for one, two in permutations([each for each in amounts if each.kind is not Kind.DATE], 2):
        # Of any two percentages a third can be made: only where the passage says that one became the other.
        shares = one.kind in (Kind.PERCENT, Kind.POINTS)
        if shares and (one.normal, two.normal) not in course.stated:
            continue
        if (one.kind, one.unit) == (two.kind, two.unit) and _of(one):
            change = (_of(two) - _of(one)) / abs(_of(one)) * 100
            if _is(wanted, abs(change), one, two) and course.allows(one, two):
                yield f"{one.exact} → {two.exact}: {'+' if change > 0 else '−'}{_shown(abs(change))} %"


def _share(wanted: Found, amounts: list[Found], course: Course) -> Iterator[str]:
    for one, two in permutations([each for each in amounts if each.kind not in (Kind.DATE, Kind.PERCENT)], 2):
        if (one.kind, one.unit) == (two.kind, two.unit) and _of(two) > _of(one) > 0 and _of(two) >= 5:
            share = _of(one) / _of(two) * 100
            if _is(wanted, share, one, two) and course.together(one, two):
                yield f"{one.exact} of {two.exact} = {_shown(share)} %"


def _sums(wanted: Found, alike: list[Found], course: Course) -> Iterator[str]:
    for size in (2, 3):
        for some in combinations(alike, size):
            near = wanted.kind is not Kind.NUMBER or course.together(*some)
            if near and _is(wanted, sum((_of(each) for each in some), Decimal(0)), *some):
                yield f"{' + '.join(each.exact for each in some)} = {wanted.exact}"
    if len(alike) > 3 and _is(wanted, sum((_of(each) for each in alike), Decimal(0)), *alike):
        yield f"{' + '.join(each.exact for each in alike)} = {wanted.exact}"


def _shown(value: Decimal) -> str:
    return format(value.quantize(Decimal("0.01")).normalize(), "f") if abs(value) < 10**9 else f"{value:.4g}"
