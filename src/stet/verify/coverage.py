"""Whether a passage states the values of a claim, or lets code compute them."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import chain
from typing import Final, NamedTuple

from stet.verify.belonging import Clauses
from stet.verify.bounds import bound_words, opposed
from stet.verify.change import Change, changes, direction
from stet.verify.dates import date_covered
from stet.verify.derive import ANY_COURSE, Course, derive, orders, readings, same_amount
from stet.verify.documents import acts, is_own_date
from stet.verify.found import Derived, Found, Kind, Missing
from stet.verify.idioms import AGE, always, decade, o_clock, said, whole_span
from stet.verify.names import Lexicon, acronym
from stet.verify.reckon import products, rated
from stet.verify.references import comparable
from stet.verify.turns import multiplied, turned

_END: Final = re.compile(r"[.!?]\s|[\n。！？]")


class Coverage(NamedTuple):
    """What a passage does not give, and what had to be computed from it."""

    missing: tuple[Missing, ...]
    derived: tuple[Derived, ...]


class Window:
    """A passage prepared for being asked about values, in order and with offsets into `text`.

    `context` (a title, a publisher) may vouch for names and for the acts that it names. `own_dates` are those that the
    source bears, in normal form: they count only where a claim speaks of the source.
    """

    def __init__(
        self, text: str, values: Sequence[Found], context: str = "", own_dates: Sequence[str] = ()
    ) -> None:
        self.text = text
        self.values = values
        self.context = context
        self.own_dates = own_dates
        self.normal = frozenset(each.normal for each in values)
        self.amounts = tuple(each for each in values if each.amount is not None)
        self.dates = tuple(normal for each in values if each.kind is Kind.DATE for normal in _both(each))
        self.references = tuple(comparable(each.normal) for each in values if each.kind is Kind.REFERENCE)

    @cached_property
    def changes(self) -> tuple[Change, ...]:
        """What the passage says went from one value to another."""
        return changes(self.text, self.values)

    @cached_property
    def ends(self) -> tuple[int, ...]:
        """Where the sentences and lines of the passage end."""
        return tuple(match.end() for match in _END.finditer(self.text))

    @cached_property
    def titled(self) -> frozenset[str]:
        """The acts that the context names, in the form in which equal ones are equal."""
        return frozenset(comparable(each) for each in acts(self.context))

    @cached_property
    def clauses(self) -> Clauses:
        """The clauses of the passage, for asking which value stands with which words."""
        return Clauses(self.text, self.values)

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of the passage and its context."""
        return Lexicon(f"{self.text}\n{self.context}" if self.context else self.text)


def covers(claim: Iterable[Found], window: Window, wording: str = "") -> Coverage:
    """Which values of a claim a passage lacks.

    A date is covered by one at least as precise; an amount by an equal one, by one that rounds to it, or by one in
    another unit of the same measure. `wording` is the claim's text: it says whether a sum, difference, ratio or
    share is claimed, and only then is one computed.
    """
    missing: list[Missing] = []
    derived: list[Derived] = []
    values = tuple(claim)
    known = _Names(window, wording)
    outcomes = chain.from_iterable(_stated(value, window, wording, known) for value in values)
    for outcome in chain(outcomes, _told(values, window, wording) if wording else ()):
        if isinstance(outcome, Derived):
            derived.append(outcome)
        else:
            missing.append(outcome)
    return Coverage(tuple(missing), tuple(derived))


class _Names:
    """The names that a passage knows or a claim spells out; the words of the claim are read at most once."""

    def __init__(self, window: Window, wording: str) -> None:
        self._window, self._wording = window, wording

    @cached_property
    def _claim(self) -> Lexicon:
        return Lexicon(self._wording)

    def has(self, name: str) -> bool:
        if self._window.lexicon.knows(name):
            return True
        short = acronym(name)
        return short is not None and self._claim.spells(short)


def _stated(value: Found, window: Window, wording: str, known: _Names) -> Iterable[Missing | Derived]:
    if value.kind is Kind.NAME:
        if not known.has(value.exact):
            yield Missing(value, "name_absent", f"“{value.exact}” is not named in the passage.")
    elif value.kind is Kind.DATE:
        if not _of_source(value, window, wording):
            yield from _date(value, window)
    elif value.kind is Kind.REFERENCE:
        yield from _reference(value, window)
    elif (outcome := _amount(value, window, wording)) is not None:
        yield outcome


def _told(values: Sequence[Found], window: Window, wording: str) -> Iterator[Missing | Derived]:
    """What the claim's words make of its values: which way something went, and by how much it was multiplied."""
    yield from turned(values, wording, window.changes)
    outcome = multiplied(wording, window.text, window.amounts)
    if outcome is not None:
        yield outcome


def _both(value: Found) -> tuple[str, ...]:
    return (value.normal, value.also) if value.also else (value.normal,)


def _date(value: Found, window: Window) -> Iterable[Missing]:
    for wanted in _both(value):
        if any(date_covered(wanted, found) for found in window.dates) or _assembled(wanted, window):
            return
        if value.amount is not None and any(value.amount in readings(each) for each in window.amounts):
            return
    vague = next((f for f in window.dates if value.normal.startswith(f"{f}-")), None)
    if vague is not None:
        yield Missing(
            value, "date_less_precise", f"The passage gives no more than {vague} for “{value.exact}”."
        )
    else:
        there = [each.exact for each in window.values if each.kind is Kind.DATE]
        yield Missing(value, "date_absent", f"“{value.exact}” is not in the passage{_instead(there)}.")


def _of_source(value: Found, window: Window, wording: str) -> bool:
    """Whether a date is put as that of the source itself, and is."""
    return bool(window.own_dates) and any(
        is_own_date(wanted, wording, value.start, window.own_dates, window.context) for wanted in _both(value)
    )


def _assembled(wanted: str, window: Window) -> bool:
    """Whether the year stands apart from the day and month, as under a heading that gives the year."""
    if not re.match(r"\d{4}-\d{2}", wanted):
        return False
    year, rest = wanted[:4], f"--{wanted[5:]}"
    years = any(found.startswith(year) for found in window.dates)
    return years and any(found.startswith("--") and date_covered(rest, found) for found in window.dates)


def _reference(value: Found, window: Window) -> Iterable[Missing]:
    low = comparable(value.normal)
    # A reference to the whole is covered by one to a part of it; never the reverse.
    if low in window.titled or any(
        found == low or found.startswith(f"{low}(") for found in window.references
    ):
        return
    kind, _, label = low.partition(" ")
    if kind == "paragraph" and any(f"({label.strip('()')})" in found for found in window.references):
        return
    there = [found for found in window.references if found.startswith(f"{kind} ")] if label else []
    detail = f"“{value.exact}” is not referred to in the passage{_instead(there)}."
    yield Missing(value, "reference_absent", detail)


def _instead(there: Sequence[str]) -> str:
    """What stands there instead, for the reader; nothing where there is none or too much."""
    seen = list(dict.fromkeys(there))
    return f"; it has {' and '.join(f'“{each}”' for each in seen)}" if 0 < len(seen) <= 3 else ""


_ORDINARY: Final = frozenset({"#1", "#2"})


def _amount(value: Found, window: Window, wording: str) -> Missing | Derived | None:
    if value.normal in window.normal:
        return _bounds(value, [each for each in window.amounts if each.normal == value.normal])
    if value.kind is Kind.ORDINAL:
        # "first" and "second" tell the order of speech more often than a rank.
        if value.normal in _ORDINARY or any(value.amount == each.amount for each in window.amounts):
            return None
        return Missing(value, "ordinal_absent", f"“{value.exact}” is not in the passage.")
    for each in window.amounts:
        formula = same_amount(value, each)
        if formula is not None:
            return Derived(value, formula) if formula else _bounds(value, [each])
    if _in_other_words(value, window, wording):
        return None
    # The same figure with another unit is a swap, whatever else could be computed.
    other = next((each for each in window.amounts if set(readings(each)) & set(readings(value))), None)
    fraction = value.kind is Kind.PERCENT and not any(char in "0123456789%" for char in value.exact)
    if other is not None and value.kind is not Kind.NUMBER and value.amount and not fraction:
        return Missing(value, "unit_differs", f"The passage gives “{other.exact}”, not “{value.exact}”.")
    return _computed(value, window, wording)


def _computed(value: Found, window: Window, wording: str) -> Missing | Derived:
    """A value that the passage does not state: computed from it, or missing."""
    course = Course(direction(wording), orders(window.changes), window.ends)
    formula = derive(value, window.values, wording, course) or _rate(value, window, wording)
    if formula is not None:
        return Derived(value, formula)
    formula = derive(value, window.values, wording, ANY_COURSE._replace(ends=window.ends))
    if formula is not None:
        detail = f"The passage gives {formula}; the claim says it the other way round."
        return Missing(value, "direction_differs", detail)
    there = [each.exact for each in window.amounts if (each.kind, each.unit) == (value.kind, value.unit)]
    detail = f"“{value.exact}” is not in the passage{_instead(there)}."
    return Missing(value, f"{_WORD.get(value.kind, 'number')}_absent", detail)


def _rate(value: Found, window: Window, wording: str) -> str | None:
    rates = rated(window.text, window.values)
    alike = [each for each in rates if (each.kind, each.unit) == (value.kind, value.unit)]
    return next(products(value, window.amounts, alike, wording), None)


def _bounds(value: Found, alike: Sequence[Found]) -> Missing | None:
    """A failure where the passage gives the figure only with the opposite bound: more than against less than."""
    if not alike or not all(opposed(value.bound, each.bound) for each in alike):
        return None
    other = bound_words(alike[0].bound)
    detail = f"The passage says {other} “{alike[0].exact}”, the claim {bound_words(value.bound)} it."
    return Missing(value, "bound_differs", detail)


def _in_other_words(value: Found, window: Window, wording: str) -> bool:
    """Whether the passage says a small number by another word, or an age without its unit ("at age 23")."""
    words = window.lexicon.words
    if said(value, words) or always(value, wording, words) or o_clock(value, wording, window.text):
        return True
    if whole_span(value, window.text) or decade(value, wording, window.dates):
        return True
    # "the 19-year-old" for "Ibe, 19,".
    if value.unit == "year" and (wording[value.end + 1 : value.end + 4] == "old" or AGE & words):
        return any(each.kind is Kind.NUMBER and each.amount == value.amount for each in window.amounts)
    return False


_WORD: Final = {
    Kind.PERCENT: "percent",
    Kind.POINTS: "percent",
    Kind.MONEY: "money",
    Kind.QUANTITY: "quantity",
}
