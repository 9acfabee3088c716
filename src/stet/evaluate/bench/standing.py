"""Where the words of a statement stand in a sentence: in the clause of its value, or carried over from before it."""

from collections.abc import Sequence
from typing import NamedTuple

from stet.evaluate.bench import cues
from stet.evaluate.bench.clauses import Placed, Prepared, Token
from stet.evaluate.bench.patterns import Pattern, first_of, knows, telling


class Here(NamedTuple):
    """Where a statement is looked for: the span of what is said, what may carry over to it, and the value there."""

    span: tuple[int, int]
    lead: tuple[int, int]
    place: Placed | None = None


class Words(NamedTuple):
    """Where the words of a statement were found; `carried`: some of them before the span."""

    places: tuple[int, ...]
    carried: bool


def words_at(sentence: Prepared, pattern: Pattern, here: Here) -> Words | None:
    """Where the words of a statement stand, None where one of them does not."""
    aside = () if pattern.has(cues.OTHERS) else tuple(m.span() for m in cues.OTHERS.finditer(sentence.text))

    def among(span: tuple[int, int]) -> list[Token]:
        return [t for t in sentence.inside(*span) if not any(a <= t.start < b for a, b in aside)]

    mine, before = among(here.span), among(here.lead)
    places: list[int] = []
    carried = False
    for group in pattern.groups:
        at = first_of(group, mine, sentence, here.span)
        if at is None:
            at = first_of(group, before, sentence, here.lead)
            carried = True
        if at is None:
            return None
        places.append(at)
    if carried and not _open_start(sentence, pattern, here, places):
        return None
    if here.place is None and not _in_turn(sentence, pattern, places):
        return None
    return Words(tuple(places), carried)


def _open_start(sentence: Prepared, pattern: Pattern, here: Here, places: Sequence[int]) -> bool:
    """Whether a span begins with nothing of its own before its value or first word: then what was said goes on."""
    start, end = here.span
    own = [at for at in places if at >= start]
    first = here.place.start if here.place is not None else min(own, default=end)
    if here.place is None and not own:
        return False
    inner = sentence.inside(start, first)
    if inner and (inner[0].word in cues.RELATIVE or inner[0].word == "that"):
        before = [token for token in sentence.inside(0, start) if telling(token)]
        if before and not knows(pattern.known, before[-1]):
            return False
    return all(leads(pattern, token) for token in inner)


def _in_turn(sentence: Prepared, pattern: Pattern, places: Sequence[int]) -> bool:
    """Whether words stand in the order of the statement, or nothing is joined on before the one that it begins with.

    So "lorries are exempt and coaches wait" does not say that coaches are exempt.
    """
    whole = (0, len(pattern.text.text))
    own = [first_of(group, pattern.text.tokens, pattern.text, whole) for group in pattern.groups]
    first = min(range(len(own)), key=lambda number: whole[1] if (at := own[number]) is None else at)
    earlier = [at for at in places if at < places[first]]
    return not earlier or cues.JOINT.search(sentence.text, max(earlier), places[first]) is None


def leads(pattern: Pattern, token: Token) -> bool:
    """Whether a word may stand before a value, or a first word, without being what it belongs to."""
    if not telling(token) or token.stem in cues.LEADING or token.stem in cues.CARRIERS:
        return True
    return knows(pattern.known, token) or len(token.word) <= 3
