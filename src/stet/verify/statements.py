"""What a sentence says to a question: which of its segments is about it, and which value stands there.

No model is asked: words of the question are looked for in the segment, the sentence, the heading and title above it
and the sentences before it, each place counting less; names, law references and numbers of the question must be
there or be implied by the place.
"""

import re
from collections.abc import Collection, Mapping, Sequence
from itertools import pairwise
from typing import NamedTuple

from stet.verify.focus import AnswerKind, Focus
from stet.verify.values import Found, Kind, values
from stet.verify.words import RELATED, cached_stems, stem, words


class Place(NamedTuple):
    """Where a sentence stands, as stems.

    Headings above it, the document's title, the sentences before it, and all stems of the document.
    """

    heading: Sequence[str] = ()
    title: Sequence[str] = ()
    before: Sequence[str] = ()
    document: Collection[str] = frozenset()


_NOWHERE = Place()


class Statement(NamedTuple):
    """The best segment `[start, end)` of a sentence for a question.

    `match` goes from 0 to 1; `value` is what answers the question there.
    """

    match: float
    value: Found | None
    start: int
    end: int


_CUT = re.compile(
    r";|\n|(?<=\s)\((?:[ivx]{1,5}|[a-z]|\d{1,2})\)\s|,\s(?:and|but|while|whereas|und|aber|et|mais|y|pero)\s|\s\|\s|[。；]|(?<=[.!?])\s(?=[A-ZÀ-Þ‘“])"
)

_WANTED: Mapping[AnswerKind, tuple[Kind, ...]] = {
    AnswerKind.DATE: (Kind.DATE,),
    AnswerKind.DURATION: (Kind.QUANTITY,),
    AnswerKind.MONEY: (Kind.MONEY, Kind.PERCENT),
    AnswerKind.MEASURE: (Kind.QUANTITY, Kind.MONEY, Kind.PERCENT, Kind.NUMBER),
    AnswerKind.COUNT: (Kind.NUMBER, Kind.PERCENT),
}
"""The kinds of value that answer a question, the likeliest first."""

VALUED = frozenset(_WANTED)
"""The kinds of question that a value answers."""

STARTS = RELATED[stem("start")] | {
    stem(w)
    for w in (
        "enter force come due levied gilt gelten tritt kraft vigueur applique vigor aplica from"
    ).split()
}
"""Stems of the words with which something is said to start or to apply."""

# A date after these words bounds something else, or is what no longer holds; it is not when the thing happens.
_NOT_IT = re.compile(
    r"(?:\bOJ\s[LC]\w{0,3}\s?\d{0,4},\s*"
    r"|\b(?:before|prior to|until|after|published|adopted|proposed|dated|of|rather than|instead of|not|no longer"
    r"|originally|initially|previously|formerly|avant|vor|antes de|statt|au lieu de)\s+"
    r"(?:(?:the|on|from|by)\s+){0,2}[\"“‘]?)$",
    re.IGNORECASE,
)
_ENDS = re.compile(
    r"\b(?:before|prior to|until|avant|vor|antes de)\s+(?:(?:the|on|from|by)\s+){0,2}$", re.IGNORECASE
)
"""Of these, the words before a day with which something ends: it answers where that is asked."""

_WITHDRAWN = re.compile(
    r"[\"”’]?\s+(?:is|are|was|were|has been|have been|had been|shall be)\s+(?:\w+\s)?"
    r"(?:replaced|changed|postponed|moved|deferred|amended|deleted|repealed)\b",
    re.IGNORECASE,
)
_YEARS = re.compile(
    r"(?<!\d)(?P<start>(?:1\d|20|21)\d\d)(?:\s?(?:[-–—/]|to|until|and)\s?(?P<end>(?:(?:1\d|20|21)\d\d)|\d\d(?!\d)))?(?!\d)"
)
_LONG = 6
"""Words of a question from which it says its point in more than one way."""

_UNKEYED, _UNKEYED_SHORT, _VERY_SHORT = 0.5, 0.45, 3
"""What is left of a match when the question's most telling word stands neither in the sentence nor above it."""

_NO_SUBJECT = 0.55
"""What is left when the sentence itself names nothing of the question's subject."""

_ELSEWHERE = 0.6
"""What is left when the article or annex that was asked for is not named where the sentence stands."""

_FEW, _LONE = 3, 0.5
"""What is left for an open question of so many words, and not a long one, of which only one is said."""

_NEAR = 24
_TELLING = 3
_HERE, _SENTENCE, _ABOVE, _PART, _BEFORE, _DOCUMENT = 1.0, 0.7, 0.6, 0.6, 0.45, 0.3


def statement(
    sentence: str, focus: Focus, weights: Mapping[str, float], place: Place = _NOWHERE
) -> Statement:
    """The segment of `sentence` that says most to the question; `weights` are idf by stem, 1.0 where unknown."""
    found = values(sentence) if focus.kind in _WANTED else ()
    asks_start = focus.kind is AnswerKind.DATE and not STARTS.isdisjoint(focus.terms)
    best: Statement | None = None
    for start, end in segments(sentence):
        here = cached_stems(sentence[start:end])
        whole = cached_stems(_said_with(sentence, start, end))
        match = _match(here, whole, focus, weights, place) * _timely(sentence, focus)
        value = _value(sentence, start, end, focus, found)
        if focus.kind in _WANTED:
            match *= 1.0 if value is not None else 0.5
            if asks_start and value is not None:
                match *= 1.0 if not STARTS.isdisjoint(whole) else 0.8
        if best is None or match > best.match:
            best = Statement(match, value, start, end)
    return best or Statement(0.0, None, 0, len(sentence))


def _said_with(sentence: str, start: int, end: int) -> str:
    """The words that belong to a segment: the sentence; in a list, its own line and the lead-ins above it.

    The other points of a list say something of their own.
    """
    if "\n" not in sentence:
        return sentence
    leads = [line for line in sentence[:start].splitlines() if line.rstrip().endswith((":", "："))]
    own_start = sentence.rfind("\n", 0, start) + 1
    own_end = sentence.find("\n", end)
    return "\n".join([*leads, sentence[own_start : own_end if own_end >= 0 else len(sentence)]])


def segments(sentence: str) -> list[tuple[int, int]]:
    """Spans between semicolons, list points, lines and ", and", without outer spaces: each says one thing."""
    cuts = [0, *(match.start() for match in _CUT.finditer(sentence)), len(sentence)]
    spans: list[tuple[int, int]] = []
    for start, end in pairwise(cuts):
        piece = sentence[start:end]
        if piece.strip():
            first = start + len(piece) - len(piece.lstrip())
            spans.append((first, first + len(piece.strip())))
    return spans


def _match(
    here: Sequence[str], whole: Sequence[str], focus: Focus, weights: Mapping[str, float], place: Place
) -> float:
    if not focus.terms:
        return 0.0
    above = frozenset((*place.heading, *place.title))
    said, before = frozenset(whole), frozenset(place.before)
    spots = (
        (frozenset(here), _HERE),
        (said, _SENTENCE),
        (above, _ABOVE),
        (before, _BEFORE),
        (place.document, _DOCUMENT),
    )
    total = got = 0.0
    for term in focus.terms:
        weight = weights.get(term, 1.0)
        total += weight
        got += weight * next((worth for spot, worth in spots if has(term, spot)), 0.0)
    coverage = got / total
    if focus.kind not in _WANTED and _FEW <= len(focus.terms) <= _LONG:
        told = sum(has(term, said) or has(term, above) for term in focus.terms)
        coverage *= 1.0 if told > 1 else _LONE
    keyed = _keyed(focus, weights, said, above)
    if not focus.must:
        return coverage * keyed
    if any(_elsewhere(phrase, here, whole, place) for phrase in focus.must):
        keyed *= _ELSEWHERE
    # A name that every sentence of the corpus has tells nothing apart; its weight says so.
    worth = [(sum(weights.get(part, 1.0) for part in phrase) / len(phrase), phrase) for phrase in focus.must]
    held = sum(weight * _must(phrase, here, whole, place) for weight, phrase in worth)
    return keyed * (0.5 * coverage + 0.5 * held / sum(weight for weight, _ in worth))


def _keyed(
    focus: Focus, weights: Mapping[str, float], said: Collection[str], above: Collection[str]
) -> float:
    """What is left of a match when the words that tell most are missing.

    For questions that a value answers, and for short ones: in a long question the rarest word is as often a way of
    speaking as the point.
    """
    if focus.kind not in _WANTED and len(focus.terms) > _LONG:
        return 1.0
    # "This ordinance enters into force …" under a fitting title is not about the title's subject.
    subject = [term for term in focus.terms if term not in STARTS]
    key = max(subject or focus.terms, key=lambda term: weights.get(term, 1.0))
    short = len(focus.terms) <= _VERY_SHORT
    left = 1.0 if has(key, said) or has(key, above) else _UNKEYED_SHORT if short else _UNKEYED
    return left * _NO_SUBJECT if subject and not any(has(term, said) for term in subject) else left


def _timely(sentence: str, focus: Focus) -> float:
    """Whether a sentence speaks of the years that are asked about: 1.0, 0.6 where it names none, 0.3 where others."""
    if focus.years is None:
        return 1.0
    first, last = focus.years
    named = False
    for match in _YEARS.finditer(sentence):
        named = True
        start = int(match["start"])
        end = int(match["end"]) if match["end"] else start
        end = end if end >= start else start - start % 100 + end
        opening = sentence[max(0, match.start() - 12) : match.start()].casefold()
        if opening.endswith(("since ", "from ")) and not match["end"]:
            end = last
        if start <= last and end >= first:
            return 1.0
    return 0.3 if named else 0.6


def has(term: str, spot: Collection[str]) -> bool:
    """Whether a stem, or one that asks for the same thing, is among the stems of `spot`."""
    return term in spot or (term in RELATED and not RELATED[term].isdisjoint(spot))


def _elsewhere(phrase: tuple[str, ...], here: Sequence[str], whole: Sequence[str], place: Place) -> bool:
    """Whether a law reference that was asked for stands neither in the words nor above them."""
    numbered = phrase[0] in _NUMBERED and len(phrase) > 1
    return numbered and _must(phrase, here, whole, place) < _ABOVE


def _must(phrase: tuple[str, ...], here: Sequence[str], whole: Sequence[str], place: Place) -> float:
    first, numbered = phrase[0], phrase[0] in _NUMBERED and len(phrase) > 1
    if contains(here, phrase):
        return _HERE
    # Another "Annex" in the segment means that it is not about the one that was asked for.
    if numbered and first in here:
        return 0.0
    if contains(whole, phrase):
        return _SENTENCE
    if contains(place.heading, phrase) or contains(place.title, phrase):
        return _ABOVE
    # A person is named in full once and by the family name after that.
    if not numbered and any(len(part) >= _TELLING and part in whole for part in phrase):
        return _PART
    if contains(place.before, phrase):
        return _BEFORE
    if all(part in place.document for part in phrase):
        return _DOCUMENT
    return 0.0


_NUMBERED = frozenset(
    stem(w)
    for w in (
        "annex article art section chapter recital paragraph regulation directive rule schedule part "
        "anhang artikel annexe anexo"
    ).split()
)


def contains(sequence: Sequence[str], phrase: Sequence[str]) -> bool:
    """Whether `phrase` stands in `sequence` as consecutive items."""
    width, first = len(phrase), phrase[0]
    return any(
        item == first and tuple(sequence[i : i + width]) == tuple(phrase) for i, item in enumerate(sequence)
    )


def _value(sentence: str, start: int, end: int, focus: Focus, found: Sequence[Found]) -> Found | None:
    wanted = _WANTED.get(focus.kind)
    if wanted is None:
        return None
    asked = {part for phrase in focus.must for part in phrase}
    inside = [
        v
        for v in found
        if v.kind in wanted and start <= v.start < end and not set(map(stem, words(v.exact))) <= asked
    ]
    free = [
        v
        for v in inside
        if not _beside(sentence[max(0, v.start - _NEAR) : v.start], focus)
        and not _WITHDRAWN.match(sentence, v.end)
    ]
    rank = {kind: place for place, kind in enumerate(wanted)}
    eligible = free or ([] if focus.kind is AnswerKind.DATE else inside)
    return min(eligible, key=lambda v: (rank[v.kind], v.start), default=None)


def _beside(before: str, focus: Focus) -> bool:
    """Whether the words before a value say that it is not what is asked for."""
    return _NOT_IT.search(before) is not None and not (focus.until and _ENDS.search(before) is not None)
