"""Ages and spans between dates, averages, and a rate times a count: more arithmetic that code can do again."""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from itertools import combinations
from typing import Final

from stet.verify.found import Found, Kind

_SPAN: Final = re.compile(
    r"\b(?:aged?|old|years?|lasted|spann|ran|after|later|alt|Jahre|jährig|dauer|ans|années|años|during)",
    re.IGNORECASE,
)
_AGE: Final = re.compile(r"\b(?:aged?|old|alt|jährig|âgé|edad)", re.IGNORECASE)
_MEAN: Final = re.compile(r"\b(?:averag|mean\b|durchschnitt|mittel|moyenn|promedio|media\b)", re.IGNORECASE)
_TOTAL: Final = re.compile(
    r"\b(?:total|altogether|in all|costs?\b|pays?\b|comes? to|amounts?|insgesamt|zusammen|en tout)",
    re.IGNORECASE,
)
_PER: Final = re.compile(r"\s?(?:a|an|per|each|every|pro|je|par|por|/)(?!\w)", re.IGNORECASE)
_LONGEST: Final = 8


def spans(wanted: Found, values: Sequence[Found], wording: str) -> Iterator[str]:
    """The age or number of years between two dates of a passage."""
    # A bare number may be an age; years in between are called years.
    words = _SPAN if wanted.unit == "year" else _AGE if wanted.kind is Kind.NUMBER else None
    if words is None or not words.search(wording):
        return
    days = list(dict.fromkeys(each for each in values if each.kind is Kind.DATE and each.normal[:1] in "12"))
    aged = _AGE.search(wording) is not None
    for one, two in combinations(days[:_LONGEST], 2):
        first, last = sorted((one, two), key=lambda each: each.normal)
        if wanted.amount in _years(first.normal, last.normal, aged=aged):
            yield f"{first.exact} → {last.exact}: {wanted.amount} years"


def _years(first: str, last: str, *, aged: bool) -> set[int]:
    years = int(last[:4]) - int(first[:4])
    if len(first) == len(last) == len("2026-08-02") and first[5:7].isdigit() and last[5:7].isdigit():
        # A birthday may be still to come in the last year.
        return {years - (last[4:] < first[4:])} - {0}
    return ({years, years - 1} if aged else {years}) - {0}


def means(wanted: Found, alike: Sequence[Found], wording: str) -> Iterator[str]:
    """The average of all amounts of one kind."""
    if len(alike) < 2 or not _MEAN.search(wording):
        return
    mean = sum((_of(each) for each in alike), Decimal(0)) / len(alike)
    if abs(mean - _of(wanted)) * 2 <= wanted.step:
        yield f"average of {', '.join(each.exact for each in alike)} = {wanted.exact}"


def products(wanted: Found, values: Sequence[Found], rates: Sequence[Found], wording: str) -> Iterator[str]:
    """A rate ("4 euros a day") times a count or a span."""
    if not rates or not _TOTAL.search(wording):
        return
    counts = [each for each in values if each.kind in (Kind.NUMBER, Kind.QUANTITY) and each.amount]
    for rate in rates[:_LONGEST]:
        for count in counts[:_LONGEST]:
            if count is not rate and _of(count) > 1 and _of(rate) * _of(count) == _of(wanted):
                yield f"{rate.exact} × {count.exact} = {wanted.exact}"


def rated(text: str, values: Sequence[Found]) -> tuple[Found, ...]:
    """The amounts of `text` that are given for one of something; `values` are those of the text."""
    return tuple(each for each in values if each.amount and _PER.match(text, each.end))


def _of(value: Found) -> Decimal:
    return value.amount if value.amount is not None else Decimal(0)
