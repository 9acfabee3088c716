"""Whether a value in a sentence is one of what a statement speaks of, or of something else that stands there."""

from collections.abc import Sequence
from itertools import dropwhile, takewhile
from typing import Final

from stet.evaluate.bench import cues
from stet.evaluate.bench.clauses import Placed, Prepared, Token
from stet.evaluate.bench.patterns import Pattern, knows, telling
from stet.verify.found import Kind

_BEFORE: Final = 80
"""Characters before a value in which the noun that has it stands."""

_AMOUNTS: Final = frozenset({Kind.PERCENT, Kind.QUANTITY, Kind.MONEY})


def elsewhere(sentence: Prepared, pattern: Pattern, place: Placed) -> bool:
    """Whether a value belongs to something that the statement does not speak of."""
    return any(of(sentence, pattern, place) for of in (_of_a_noun, _of_another, _of_a_part, _on_top, _a_step))


def _of_a_noun(sentence: Prepared, pattern: Pattern, place: Placed) -> bool:
    """Whether a noun that the statement does not speak of has the value: "the deposit of 240 euros"."""
    noun = cues.OF_NOUN.search(sentence.text[max(0, place.start - _BEFORE) : place.start])
    if noun is None or place.value.kind is Kind.DATE:
        return False
    token = next((t for t in sentence.tokens if t.word == noun["noun"].casefold()), None)
    return (
        token is not None
        and telling(token)
        and token.stem not in cues.CARRIERS
        and not knows(pattern.known, token)
    )


def _of_another(sentence: Prepared, pattern: Pattern, place: Placed) -> bool:
    """Whether an amount is one of something else: "70 percent of applicants", "20 mg of the comparator".

    "12 percent of the market" is a share even where the statement speaks of the market, unless it speaks of a share.
    """
    if place.value.kind not in _AMOUNTS or cues.OF.match(sentence.text, place.end) is None:
        return False
    of = _named(sentence.inside(place.end, len(sentence.text)))
    mine = [each for each in pattern.text.values if each.value.kind is Kind.PERCENT]
    share = place.value.kind is not Kind.PERCENT or any(
        cues.OF.match(pattern.text.text, each.end) is not None for each in mine
    )
    return bool(of) and not any((share and knows(pattern.known, t)) or t.stem in cues.CARRIERS for t in of)


def _named(tokens: Sequence[Token]) -> list[Token]:
    """The words of the thing that "of" leads to: up to the first that tells nothing behind one that does."""
    begun = list(dropwhile(lambda token: not telling(token), tokens))
    return list(takewhile(lambda token: telling(token) and token.word not in cues.FINITE, begun))


def _of_a_part(sentence: Prepared, pattern: Pattern, place: Placed) -> bool:
    """Whether a value is said of a part: "the charge, of which 7 euros go to the city"."""
    return (
        cues.OF_WHICH.match(sentence.text, sentence.clause(place.start)[0]) is not None
        and cues.OF_WHICH.search(pattern.text.text) is None
    )


def _on_top(sentence: Prepared, pattern: Pattern, place: Placed) -> bool:
    """Whether a value comes on top of what the statement speaks of: "an additional 35 euros"."""
    own = pattern.own(place.value)
    mine = own is not None and cues.FURTHER.search(pattern.text.text[: own.start]) is not None
    return not mine and cues.FURTHER.search(sentence.text[: place.start]) is not None


def _a_step(sentence: Prepared, pattern: Pattern, place: Placed) -> bool:
    """Whether a value says by how much something changes, and not what it is: "cut by 3 euros"."""
    if place.value.kind is Kind.DATE or cues.BY.search(sentence.text[: place.start]) is None:
        return False
    return not any(cues.BY.search(pattern.text.text[: own.start]) for own in pattern.text.values)
