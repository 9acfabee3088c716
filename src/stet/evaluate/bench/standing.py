"""Where the words of a statement stand in a sentence: in the clause of its value, or carried over from before it."""

from collections.abc import Sequence
from typing import Final, NamedTuple

from stet.evaluate.bench import cues
from stet.evaluate.bench.clauses import Placed, Prepared, Token
from stet.evaluate.bench.patterns import Pattern, denying, first_of, knows, telling

_SUBJECT: Final = 4
"""Words behind an "and" among which a verb shows that they have a subject of their own."""


class Here(NamedTuple):
    """Where a statement is looked for: the span of what is said, what may carry over to it, and the value there."""

    span: tuple[int, int]
    lead: tuple[int, int]
    place: Placed | None = None


class Words(NamedTuple):
    """Where the words of a statement were found; `carried`: some of them before the span.

    `denying` are offsets of the denials in the span that are among the words looked for.
    """

    places: tuple[int, ...]
    carried: bool
    denying: frozenset[int] = frozenset()


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
    if here.place is None and _behind_another(sentence, pattern, places):
        return None
    return Words(tuple(places), carried, denying(pattern.groups, mine))


def _open_start(sentence: Prepared, pattern: Pattern, here: Here, places: Sequence[int]) -> bool:
    """Whether a span begins with nothing of its own before its value or first word: then what was said goes on."""
    start, end = here.span
    own = [at for at in places if at >= start]
    first = here.place.start if here.place is not None else min(own, default=end)
    if here.place is None and (
        not own or _alone(sentence, start) or _is_subject(sentence, (first, first), start, end)
    ):
        return False
    if here.place is not None and here.place.old:
        # "… instead of 1 March": whatever stands before it, it can only be said to be gone.
        return True
    inner = sentence.inside(start, first)
    if (
        here.place is not None
        and not own
        and _is_subject(sentence, (here.place.start, here.place.end), start, end)
    ):
        return False
    if inner and (inner[0].word in cues.RELATIVE or inner[0].word == "that"):
        before = [token for token in sentence.inside(0, start) if telling(token)]
        # What a relative clause says is said of the noun before it, whatever else stands in it.
        return not before or knows(pattern.known, before[-1])
    return all(leads(pattern, token) for token in inner)


def _behind_another(sentence: Prepared, pattern: Pattern, places: Sequence[int]) -> bool:
    """Whether what the statement begins with only tells which of something else: "cars following ambulances"."""
    begins = next((t for t in pattern.text.tokens if telling(t)), None)
    mine = [
        i for i, t in enumerate(sentence.tokens) if t.start in places and begins and t.stem == begins.stem
    ]
    if not mine or mine[0] < 2:
        return False
    thing, link = sentence.tokens[mine[0] - 2 : mine[0]]
    return (
        cues.FOLLOWING.fullmatch(link.word) is not None
        and telling(thing)
        and not knows(pattern.known, thing)
        and sentence.text[thing.end : link.start].isspace()
    )


def _is_subject(sentence: Prepared, at: tuple[int, int], start: int, end: int) -> bool:
    """Whether what stands at `at` begins a clause whose verb comes behind it: "…, and 70 percent of applicants are"."""
    behind, before = sentence.inside(at[1], end), sentence.inside(start, at[0])
    return any(t.word in cues.FINITE for t in behind) and not any(t.word in cues.FINITE for t in before)


def _alone(sentence: Prepared, start: int) -> bool:
    """Whether a semicolon stands before a clause, and no colon that begins a list: then it is a sentence of its own."""
    return sentence.text[:start].rstrip().endswith((";", "；")) and ":" not in sentence.text[:start]


def _in_turn(sentence: Prepared, pattern: Pattern, places: Sequence[int]) -> bool:
    """Whether nothing that is joined on between the words gives them to something else.

    So neither "lorries are exempt and coaches wait" nor "coaches wait and lorries are exempt" says that coaches are
    exempt, and "coaches, lorries and cars are exempt" does.
    """
    whole = (0, len(pattern.text.text))
    own = [first_of(group, pattern.text.tokens, pattern.text, whole) for group in pattern.groups]
    first = min(range(len(own)), key=lambda number: whole[1] if (at := own[number]) is None else at)
    earlier = [at for at in places if at < places[first]]
    if earlier and _enumerates(sentence, max(earlier), places[first]):
        return True
    if earlier and cues.JOINT.search(sentence.text, max(earlier), places[first]) is not None:
        return False
    joints = cues.JOINT.finditer(sentence.text, min(places), max(places))
    return all(_goes_across(sentence, pattern, places, first, joint.start(), joint.end()) for joint in joints)


def _enumerates(sentence: Prepared, start: int, end: int) -> bool:
    """Whether a colon stands between, and behind it a list without a verb: "exempt are: fire engines, ambulances"."""
    colon = sentence.text.find(":", start, end)
    return colon >= 0 and not any(t.word in cues.FINITE for t in sentence.inside(colon, len(sentence.text)))


def _goes_across(
    sentence: Prepared, pattern: Pattern, places: Sequence[int], first: int, start: int, end: int
) -> bool:
    """Whether what stands before a joint and what stands behind it can be said of one thing."""
    left, right = [at for at in places if at < start], [at for at in places if at >= end]
    between = sentence.inside(end, min(right, default=end))
    if not right or all(leads(pattern, token) for token in between):
        return True
    if any(token.word in cues.FINITE for token in between[:_SUBJECT]):
        return _listed(sentence, pattern, max(left))
    # With no subject of its own a further verb goes on with the first one: "deployers keep logs and assign oversight".
    return left == [places[first]]


def _listed(sentence: Prepared, pattern: Pattern, at: int) -> bool:
    """Whether a word is one item of a list: a comma, an "and", or a preposition follows it."""
    after = [token for token in sentence.inside(at, len(sentence.text)) if not knows(pattern.known, token)]
    if not after:
        return True
    return not telling(after[0]) or "," in sentence.text[at : after[0].start]


def leads(pattern: Pattern, token: Token) -> bool:
    """Whether a word may stand before a value, or a first word, without being what it belongs to."""
    if not telling(token) or token.stem in cues.LEADING or token.stem in cues.CARRIERS:
        return True
    return knows(pattern.known, token) or len(token.word) <= 3
