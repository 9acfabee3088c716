"""Whether a source that a statement cites says otherwise than the statement does, and another one does not."""

from collections.abc import Sequence
from typing import Final

from stet.domain.claims import Check, Outcome
from stet.domain.evidence import Quote
from stet.report.clean import short
from stet.verify.coverage import Window, covers
from stet.verify.found import Found, Kind
from stet.verify.opposition import opposed
from stet.verify.values import cached_values
from stet.verify.words import content_stems, stems

_MEASURED: Final = frozenset({Kind.DATE, Kind.MONEY, Kind.PERCENT, Kind.QUANTITY})
_ABOUT: Final = 0.75
"""The share of a statement's words, its values apart, that a sentence must have to speak of the same thing."""
_LEAST: Final = 3
_SHOWN: Final = 200


def says_otherwise(statement: str, sentence: str) -> bool:
    """Whether a sentence turns a statement round, or gives one other value where the statement gives one.

    With several values of a kind on either side, which answers which is not code's to say.
    """
    if opposed(statement, sentence):
        return True
    ours, theirs = _measured(statement), _measured(sentence)
    for kind in _MEASURED:
        mine = [each for each in ours if each.kind is kind]
        others = [each for each in theirs if each.kind is kind]
        if len(mine) == 1 == len(others) and mine[0].unit == others[0].unit and _other(mine[0], others[0]):
            return _one_subject(statement, sentence, ours)
    return False


def _measured(text: str) -> list[Found]:
    return [value for value in cached_values(text) if value.kind in _MEASURED]


def _other(mine: Found, theirs: Found) -> bool:
    """Whether neither value covers the other: a month holds its day, and a rounded amount is the same one."""
    sides = ((mine, theirs), (theirs, mine))
    return all(covers((one,), Window(other.exact, (other,))).missing for one, other in sides)


def _one_subject(statement: str, sentence: str, values: Sequence[Found]) -> bool:
    plain = statement
    for value in sorted(values, key=lambda each: -each.start):
        plain = f"{plain[: value.start]} {plain[value.end :]}"
    subject = set(content_stems(plain))
    return len(subject) >= _LEAST and len(subject & set(stems(sentence))) >= _ABOUT * len(subject)


def sources_differ(quotes: Sequence[Quote], against: Sequence[Quote]) -> Check:
    """The check that failed: what the other source says."""
    others = {quote.source for quote in against}
    giving = ", ".join(dict.fromkeys(quote.source for quote in quotes if quote.source not in others))
    said = "; ".join(f"{quote.source}: “{short(quote.exact, _SHOWN)}”" for quote in against)
    detail = f"{giving} says so, and another cited source says otherwise. {said}"
    return Check(name="conflicts", outcome=Outcome.FAIL, reason="sources_differ", detail=detail)
