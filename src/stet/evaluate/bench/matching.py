"""Whether one sentence says a statement: precision first, so what cannot be told is not counted.

A value counts where it stands in one clause with the words, or where those carry over from before it. What else stands
in the clause may deny it, put it into the past, or leave it open.
"""

import re
from collections.abc import Iterator
from enum import IntEnum
from typing import Final

from stet.evaluate.bench import cues
from stet.evaluate.bench.belonging import elsewhere
from stet.evaluate.bench.clauses import Placed, Prepared, narrowed
from stet.evaluate.bench.patterns import Denial, Pattern, denials, equal, knows
from stet.evaluate.bench.standing import Here, Words, leads, words_at
from stet.verify.bounds import opposed
from stet.verify.found import Found, Kind
from stet.verify.reconcile import Stated, comparable, consistent


class Reading(IntEnum):
    """What a sentence makes of a statement; the greater one decides where a sentence can be read in several ways.

    `OPEN`: it is there, and left open. `PAST`: said to hold no longer, or to have been planned. `OTHER`: the same is
    said with another value. `DENIED`: it is said not to be so.
    """

    ABSENT = 0
    OPEN = 1
    PAST = 2
    OTHER = 3
    DENIED = 4
    SAID = 5


_RANKED: Final = (Kind.DATE, Kind.MONEY, Kind.PERCENT, Kind.POINTS, Kind.QUANTITY, Kind.NUMBER)
"""The kinds of value by which a sentence is cut into what is said of each."""


def read(sentence: Prepared, pattern: Pattern) -> Reading:
    """What a sentence makes of a statement."""
    if cues.QUESTION.search(sentence.text) or not (pattern.values or pattern.groups):
        return Reading.ABSENT
    if not pattern.values:
        return max((_at(sentence, pattern, here) for here in _clauses(sentence)), default=Reading.ABSENT)
    wanted = min(pattern.values, key=lambda value: (_rank(value), _is_old(pattern, value)))
    found = [each for each in sentence.values if equal(wanted, each.value)]
    if found:
        reading = max(_with_value(sentence, pattern, place) for place in found)
        missing = [each for each in pattern.values if not _stands(sentence, each)]
        if reading is not Reading.ABSENT or len(missing) != 1 or _is_old(pattern, missing[0]):
            return reading
        # All but one of its values, and another in the place of that one.
        wanted = missing[0]
    return _with_another(sentence, pattern, wanted)


def _stands(sentence: Prepared, wanted: Found) -> bool:
    return any(equal(wanted, each.value) for each in sentence.values)


def _rank(value: Found) -> int:
    return _RANKED.index(value.kind) if value.kind in _RANKED else len(_RANKED)


def _is_old(pattern: Pattern, value: Found) -> bool:
    """Whether the statement itself gives a value as what was before: "to 240 euros from 180 euros"."""
    own = pattern.own(value)
    return own is not None and own.old


def _clauses(sentence: Prepared) -> Iterator[Here]:
    for start, end in zip(sentence.bounds, sentence.bounds[1:], strict=False):
        yield Here((start, end), (0, start))


def _with_value(sentence: Prepared, pattern: Pattern, place: Placed) -> Reading:
    """What is made of the statement where a value of it stands."""
    rivals = [
        each
        for each in sentence.values
        if each.value.kind is place.value.kind
        and place.value.kind in _RANKED
        and not any(equal(wanted, each.value) for wanted in pattern.values)
    ]
    span, lead = narrowed(sentence, place, rivals)
    here = Here(span, lead, place)
    for wanted in pattern.values:
        same = [each for each in sentence.values if equal(wanted, each.value)]
        # What was before may stand anywhere: "from 240 euros on, and not from 180".
        if _is_old(pattern, wanted):
            if not same:
                return Reading.ABSENT
        elif not any(
            _fits(pattern, wanted, each)
            and span[0] <= each.start < span[1]
            and not elsewhere(sentence, pattern, each)
            for each in same
        ):
            return Reading.ABSENT
    if any(_some(cue, sentence.text, pattern) for cue in (cues.RESPECTIVELY, cues.TOGETHER)):
        return Reading.ABSENT
    return _at(sentence, pattern, here)


def _fits(pattern: Pattern, wanted: Found, place: Placed) -> bool:
    """Whether a value is limited, and goes the same way, as in the statement; one end of a range is no value."""
    own = pattern.own(wanted)
    bounds = {wanted.bound, own.value.bound if own else ""}
    if place.value.bound and own is not None and place.value.bound not in bounds:
        return False
    if any(opposed(bound, place.value.bound) for bound in bounds):
        return False
    if place.half and not (own is not None and own.half):
        return False
    return own is None or not own.way or not place.way or own.way == place.way


def _with_another(sentence: Prepared, pattern: Pattern, wanted: Found) -> Reading:
    """`OTHER` where a sentence says the statement with another value in the place of the wanted one, and no more."""
    own = pattern.own(wanted)
    mine = Stated(own.value, own.value) if own else Stated(wanted, wanted)
    others = [each for each in sentence.values if each.value.kind is wanted.kind]
    if wanted.kind not in _RANKED or not others:
        return Reading.ABSENT
    said = [Stated(each.value, each.value) for each in others]
    if any(consistent(each, mine) or not comparable(each, mine) for each in said):
        return Reading.ABSENT
    clear = [each for each in others if _clearly(sentence, pattern, own, each)]
    return Reading.OTHER if clear else Reading.ABSENT


def _clearly(sentence: Prepared, pattern: Pattern, own: Placed | None, place: Placed) -> bool:
    if place.old or place.half or (own is not None and own.way != place.way and own.way and place.way):
        return False
    if place.value.bound != (own.value.bound if own else ""):
        return False
    rivals = [each for each in sentence.values if each.value.kind is place.value.kind and each is not place]
    span, lead = narrowed(sentence, place, rivals)
    here = Here(span, lead, place)
    words = words_at(sentence, pattern, here)
    if words is None or _at(sentence, pattern, here) is not Reading.SAID:
        return False
    if cues.IF.search(sentence.text) and not pattern.has(cues.IF):
        return False
    nearest = max((at for at in words.places if at < place.start), default=span[0])
    between = sentence.inside(nearest, place.start)
    return all(leads(pattern, token) for token in between) and not elsewhere(sentence, pattern, place)


def _at(sentence: Prepared, pattern: Pattern, here: Here) -> Reading:
    """What is made of the statement at one place, its values aside."""
    words = words_at(sentence, pattern, here)
    if words is None:
        return Reading.ABSENT
    reading = _denied(sentence, pattern, here, words)
    if reading is not Reading.SAID:
        return reading
    if here.place is not None and here.place.old:
        return Reading.PAST
    return _coloured(sentence, pattern, here, words)


def _denied(sentence: Prepared, pattern: Pattern, here: Here, words: Words) -> Reading:
    """`SAID` where nothing denies it, `DENIED`, or `OPEN` where a denial may or may not be meant."""
    tokens = sentence.inside(*here.span)
    found = denials(tokens, sentence)
    said = {d.told.stem for d in found if d.told is not None}
    reading = Reading.SAID
    for each in found:
        reading = min(reading, _by(each, sentence, pattern, here, words), key=_sureness)
    if any(token.stem in pattern.turned - said for token in tokens) and reading is Reading.SAID:
        return Reading.DENIED
    if reading is Reading.SAID and cues.CJK_DENIAL.search(sentence.text[slice(*here.span)]):
        return Reading.SAID if cues.CJK_DENIAL.search(pattern.text.text) else Reading.OPEN
    return reading


def _sureness(reading: Reading) -> int:
    return {Reading.DENIED: 0, Reading.OPEN: 1}.get(reading, 2)


def _by(denial: Denial, sentence: Prepared, pattern: Pattern, here: Here, words: Words) -> Reading:
    """What one denial makes of the statement."""
    told, place = denial.told, here.place
    if place is not None and denial.token.end <= place.start:
        before = sentence.text[max(0, place.start - 24) : place.start]
        if cues.NOT_UNTIL.search(before):
            return Reading.SAID
        if cues.UNTIL.search(before):
            return Reading.OPEN
    if denial.token.start in words.denying:
        return Reading.SAID
    if told is None or _aside(denial, sentence, place):
        return Reading.OPEN
    if told.stem in pattern.denied:
        return Reading.SAID
    value = next((v for v in sentence.values if v.start <= told.start < v.end), None)
    if value is not None and value.value.kind in _RANKED:
        return Reading.DENIED if place is not None and value.start == place.start else Reading.SAID
    beyond = _goes_on(denial, sentence, here, words)
    if knows(pattern.known, told) and not (beyond or denial.token.word in cues.WITHOUT):
        return Reading.DENIED
    last = max((place.start if place is not None else 0, *words.places))
    return Reading.SAID if beyond or denial.token.start > last else Reading.OPEN


def _aside(denial: Denial, sentence: Prepared, place: Placed | None) -> bool:
    """Whether a denial behind a value stands in a clause of its own: "70 percent of the costs that no grant pays"."""
    if place is None or denial.token.start < place.end:
        return False
    between = sentence.inside(place.end, denial.token.start)
    return any(token.word in cues.RELATIVE or token.word == "that" for token in between)


def _goes_on(denial: Denial, sentence: Prepared, here: Here, words: Words) -> bool:
    """Whether a denial belongs to a part of its clause that ends before the statement is made.

    So in "whoever does not pay must pay 240 euros": a further verb stands between, and what is denied describes.
    """
    start, end = here.span
    last = max((here.place.start if here.place is not None else 0, *words.places))
    told_end = denial.told.end if denial.told is not None else denial.token.end
    behind = sentence.inside(told_end, end)
    if not any(token.word in cues.FINITE and token.start <= last for token in behind):
        return False
    relative = any(t.word in cues.RELATIVE for t in sentence.inside(start, denial.token.start))
    return relative or not denial.verbal


def _coloured(sentence: Prepared, pattern: Pattern, here: Here, words: Words) -> Reading:
    """`SAID`, unless the words around put it into the past, call it false, or leave it open."""
    span = sentence.plain(*here.span)
    if _some(cues.FALSE, span, pattern) or _judged(sentence, here.span[1]):
        return Reading.DENIED
    if _some(cues.PAST, span, pattern) or _was_until(sentence, pattern, here, words):
        return Reading.PAST
    lead = sentence.plain(*here.lead) if words.carried and not cues.NOW.search(span) else ""
    free = any(map(pattern.has, (cues.OPEN, cues.MODAL, cues.ALLOWED)))
    last = max((here.place.end if here.place is not None else 0, *words.places))
    modal = cues.MODAL.search(lead + sentence.plain(here.span[0], last))
    if not free and (modal or any(map(cues.OPEN.search, (span, lead))) or cues.UNREAL.match(sentence.text)):
        return Reading.OPEN
    dated = here.place is not None and here.place.value.kind is Kind.DATE
    if dated and (
        _some(cues.ENDS, span, pattern) or _some(cues.IF, sentence.plain(0, here.span[1]), pattern)
    ):
        return Reading.OPEN
    return Reading.SAID


def _was_until(sentence: Prepared, pattern: Pattern, here: Here, words: Words) -> bool:
    """Whether it was so until a day that the statement does not speak of: "until 2025 the charge was 7 euros"."""
    start, last = min((here.span[0], *words.places)), max((here.span[1], *words.places))
    return _some(cues.WAS, sentence.plain(start, last), pattern) and any(
        each.value.kind is Kind.DATE
        and each.way == "to"
        and start <= each.start < last
        and pattern.own(each.value) is None
        for each in sentence.values
    )


def _some(cue: re.Pattern[str], text: str, pattern: Pattern) -> bool:
    return cue.search(text) is not None and not pattern.has(cue)


def _judged(sentence: Prepared, end: int) -> bool:
    """Whether the next clause calls this one false: "…, which is wrong"."""
    behind = sentence.text[end : end + 80]
    return cues.THEREOF.match(behind) is not None and cues.FALSE.search(behind) is not None
