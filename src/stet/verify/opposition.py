"""Sentences that say opposite things in nearly the same words: one denies, one gives another number.

Code sees only what the words show. Sentences that contradict each other in other words are a judge's to find.
"""

import re
from collections.abc import Collection, Sequence
from functools import lru_cache
from typing import NamedTuple

from stet.verify.found import Found, Kind
from stet.verify.opposites import (
    ANTONYMS,
    DENYING,
    DENYING_AROUND,
    DOUBTING,
    LIGHT,
    NO_DENIAL,
    POLAR,
    POLES,
    PREFIXED,
)
from stet.verify.reconcile import Stated, comparable, consistent, ranges
from stet.verify.subjects import (
    Said,
    event_of,
    other_frame,
    other_numbered,
    other_period,
    other_thing,
    same_word,
    unattributed,
)
from stet.verify.values import cached_values
from stet.verify.wording import flags
from stet.verify.words import STOP_WORDS, content_stems, stem, words

LEAST_ALIKE = 0.55
"""The share of content words (Jaccard) that two sentences must have in common to speak of one thing."""

_DENIED_ALIKE = 0.65
"""The same where one of them denies: in short sentences two words more may change what is spoken of."""

_HELD, _FEWEST = 0.8, 5
"""The share of a short sentence's subject words that a longer one must hold to deny it, and how many it must have."""

_REACH = 8
_MOST_WORDS, _MOST_VALUES = 200, 20
"""What of a text is compared; longer ones are no sentences."""

_VOWELS = re.compile(r"[aeiouäöüéè]")
_MEASURED = frozenset({Kind.DATE, Kind.MONEY, Kind.PERCENT, Kind.POINTS, Kind.QUANTITY, Kind.NUMBER})


def alike(a: str, b: str) -> float:
    """How much two sentences share of their content words (Jaccard of stems, 0 to 1)."""
    left, right = frozenset(content_stems(a)), frozenset(content_stems(b))
    return len(left & right) / len(left | right) if left or right else 1.0


def same_values(a: str, b: str) -> bool:
    """Whether two sentences state the same numbers, amounts and dates."""
    return _values(a) == _values(b)


def agree(a: str, b: str) -> bool:
    """Whether two sentences are near enough in words, and equal in what they deny and measure, to be one statement."""
    turned = _turned(_words(a), _words(b))
    return same_values(a, b) and not turned.words and not flags(a, b) and not flags(b, a)


def opposed(a: str, b: str) -> bool:
    """Whether two sentences speak of one thing and one denies, turns round or gives otherwise what the other says.

    A denial and an opposite together say the same again: "not permitted" and "prohibited".
    """
    if other_numbered(a, b):
        return False
    left, right = _words(a), _words(b)
    turned = _turned(left, right)
    ours, theirs = _one_verb(_bare(a) - turned.stems, _bare(b) - turned.stems)
    if not ours or not theirs:
        return False
    if len(ours & theirs) < LEAST_ALIKE * len(ours | theirs):
        return False
    if not turned.words and other_frame(a, b):
        return False
    denied = _denies(left, right, turned) != _denies(right, left, turned) or _poles(left, right)
    if denied == bool(turned.words):
        return _differ(a, b)
    near = len(ours & theirs) >= _DENIED_ALIKE * len(ours | theirs) or _held(ours, theirs)
    doubted = not DOUBTING.isdisjoint(frozenset(left) ^ frozenset(right))
    return near and not doubted and not other_period(Said(a), Said(b))


def _one_verb(ours: frozenset[str], theirs: frozenset[str]) -> tuple[frozenset[str], frozenset[str]]:
    """The same words, but for a strong verb that stands in two forms: "did not write", "wrote"."""
    forms = {_skeleton(word): word for word in ours - theirs}
    same = {word: forms[_skeleton(word)] for word in theirs - ours if _skeleton(word) in forms}
    return ours, frozenset(same.get(word, word) for word in theirs)


class _Turned(NamedTuple):
    """The words by which one sentence says the opposite of the other, and their stems."""

    words: frozenset[str]

    @property
    def stems(self) -> frozenset[str]:
        return frozenset(map(stem, self.words))


def _turned(left: Sequence[str], right: Sequence[str]) -> _Turned:
    ours, theirs = frozenset(left), frozenset(right)
    pairs = [*_prefixed(ours - theirs, theirs - ours), *_prefixed(theirs - ours, ours - theirs)]
    by_stem = {stem(word): word for word in ours}, {stem(word): word for word in theirs}
    for one, other in ANTONYMS:
        for plain, opposite in ((one, other), (other, one)):
            here, there = plain & by_stem[0].keys(), opposite & by_stem[1].keys()
            if here and there and not (opposite & by_stem[0].keys() or plain & by_stem[1].keys()):
                pairs += [by_stem[0][each] for each in here] + [by_stem[1][each] for each in there]
    return _Turned(frozenset(pairs))


def _prefixed(plain: Collection[str], other: Collection[str]) -> list[str]:
    """Words of one side that a prefix turns into a word of the other: lawful, unlawful."""
    found: list[str] = []
    for word in other:
        if word not in DENYING and PREFIXED.fullmatch(word):
            bases = [word[cut:] for cut in (2, 3) if word[cut:] in plain]
            found += [word, *bases] if bases else []
    return found


def _held(ours: frozenset[str], theirs: frozenset[str]) -> bool:
    """Whether one sentence holds nearly all subject words of the other."""
    fewer = min(len(ours), len(theirs))
    return fewer >= _FEWEST and len(ours & theirs) >= _HELD * fewer


def _poles(left: Sequence[str], right: Sequence[str]) -> bool:
    """Whether one says of all what the other says of none."""
    every, none = POLES
    return any(
        same_word(one, other)
        for ours, theirs in ((every, none), (none, every))
        for one in _behind(left, ours)
        for other in _behind(right, theirs)
    )


def _behind(said: Sequence[str], poles: Collection[str]) -> list[str]:
    """The first telling word behind each of some words."""
    firsts = (_first(said[at + 1 : at + 1 + _REACH]) for at, word in enumerate(said) if word in poles)
    return [first for first in firsts if first is not None]


def _denies(said: Sequence[str], other: Sequence[str], turned: _Turned) -> bool:
    """Whether a sentence denies something that the other one speaks of, or says the opposite of."""
    there = frozenset(other) | turned.words
    for at, word in enumerate(said):
        following = said[at + 1 : at + 3]
        if word in DENYING and following and (following[0] in NO_DENIAL or following[-1] == "than"):
            continue
        if word in DENYING or word in DENYING_AROUND:
            around = said[max(0, at - _REACH) : at][::-1] if word in DENYING_AROUND else ()
            if any(_spoken(each, there) for each in (said[at + 1 : at + 1 + _REACH], around)):
                return True
    return False


def _spoken(run: Sequence[str], there: Collection[str]) -> bool:
    """Whether the first telling word of a run stands in the other sentence, in some form."""
    first = _first(run)
    return first is not None and any(
        same_word(first, other) or _skeleton(first) == _skeleton(other)
        for other in there
        if other not in STOP_WORDS
    )


def _first(run: Sequence[str]) -> str | None:
    telling = (w for w in run if w not in STOP_WORDS and w not in LIGHT and not w.endswith("ly"))
    return next(telling, None)


def _skeleton(word: str) -> str:
    """The consonants of a word: strong verbs keep them, "sing" and "sang"; the word itself where one is all it has."""
    bare = _VOWELS.sub("", word)
    return bare if len(bare) > 1 else word


@lru_cache(maxsize=4096)
def _words(text: str) -> tuple[str, ...]:
    return tuple(words(text)[:_MOST_WORDS])


@lru_cache(maxsize=4096)
def _bare(text: str) -> frozenset[str]:
    """The stems of a sentence without the words that turn it round and without the values it gives."""
    stated = " ".join(value.exact for value in cached_values(text) if value.kind in _MEASURED)
    without = frozenset((*content_stems(stated), *content_stems(" ".join(POLAR))))
    return frozenset(content_stems(unattributed(text))) - without


def _differ(a: str, b: str) -> bool:
    """Whether each sentence gives one value of a measure, of one thing, and both cannot be true."""
    left, right = _stated(a), _stated(b)
    for one in left:
        others = [other for other in right if comparable(one, other)]
        # With several, which belongs to which is not code's to say.
        if len(others) != 1 or sum(comparable(each, others[0]) for each in left) != 1:
            continue
        ours, theirs = Said(a, one), Said(b, others[0])
        # A year or a month beside an amount is its time, unless something is said to happen then.
        timing = one.low.kind is Kind.DATE and len(one.low.normal) < len("2027-03-01") and len(left) > 1
        if timing and (event_of(ours) is None or event_of(theirs) is None):
            continue
        if not consistent(one, others[0]) and not other_thing(ours, theirs):
            return True
    return False


def _stated(text: str) -> list[Stated]:
    return [value for value in ranges(text) if value.high.kind in _MEASURED][:_MOST_VALUES]


def _values(text: str) -> frozenset[tuple[Kind, str]]:
    found: Sequence[Found] = cached_values(text)
    return frozenset((value.kind, value.normal) for value in found if value.kind in _MEASURED)
