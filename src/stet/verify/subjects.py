"""Whether two statements speak of different things, so that their values need not agree.

Code sees it where the words show it: another period, another thing counted, another event, another number in a name, or
one frame of words with something else in it. What it does not see is left to whoever reads for meaning.
"""

import re
from collections.abc import Collection
from difflib import SequenceMatcher
from functools import lru_cache
from typing import Final, NamedTuple

from stet.verify.dates import MONTH_WORDS, date_covered
from stet.verify.found import Kind
from stet.verify.reconcile import Stated
from stet.verify.statements import segments
from stet.verify.values import cached_values
from stet.verify.words import RELATED, STOP_WORDS, stem, words


class Said(NamedTuple):
    """A sentence and the value that matters in it, None where it has none; `period` is what its scope adds."""

    text: str
    value: Stated | None = None
    period: str = ""


_NUMBERED: Final = re.compile(
    r"(?P<word>[^\W\d_]{2,40})\s(?P<named>no\.?\s|number\s|nr\.?\s)?(?P<number>\d{1,6}[a-z]?)(?![\d.,/%]\d?)"
    r"(?:\s(?P<next>[^\W\d_]+))?"
)
_OPEN: Final = re.compile(r"\b(?:since|from|after|as of|seit|ab|depuis|desde)\s(?:the\s)?$", re.IGNORECASE)
_THING: Final = re.compile(
    r"[\s\u00a0](?:(?P<link>of|for|per|among|von|für|pro|pour|par|por|de)[\s\u00a0])?"
    r"(?:(?:the|a|an|all|every|each|der|die|das|les|la|le|los|las)[\s\u00a0])?(?P<word>[^\W\d_]{3,40})(?![\w'’])"
)
_EVENTS: Final = tuple(
    frozenset(stem(word) for word in line.split())
    for line in (
        "born birth geboren né née nacido nacida",
        "died death dead gestorben mort décédé murió",
        "married marries wedding marriage verheiratet",
        "divorced divorce",
        "started begin begins began commenced apply applies applied due payable levied launched opened debuted",
        "force",
        "adopted adoption signed enacted passed approved",
        "proposed proposal",
        "published publication",
        "expires ended closed closure ceased abolished terminated",
        "founded established formed created",
        "built constructed erected completed",
        "released",
        "elected election",
        "appointed sworn",
        "listed added",
        "graduated degree",
    )
)
"""Stems of words for what happens on a date, one event a line; words for one event are taken together."""

_WORD: Final = re.compile(r"[^\W\d_]{2,40}")
_OF_WORD: Final = {word: number for number, line in enumerate(_EVENTS) for word in line}
_SAYING: Final = re.compile(
    r"^(?:according to [^,;]{1,80},\s|[^,;]{1,80}?\s(?:says?|said|reports?|reported|estimates?|estimated|puts?|claims?"
    r"|claimed|found|finds|expects?|projects?|forecasts?|writes?|wrote|states?|stated|announced|confirmed)\s(?:that\s)?)",
    re.IGNORECASE,
)
_PARALLEL: Final = 0.6
"""The share of words in one order (difflib's ratio) from which two sentences are one frame with something changed."""

_LONGEST_SWAP: Final = 3
_LONG, _COPY = 8, 0.75
"""Words from which a sentence is no set phrase, and the share of them in one order that a copy keeps."""

_MOST_WORDS: Final = 80
_INFLECTED: Final = 5
"""Letters from which two words that begin alike are forms of one word."""

_FORM: Final = re.compile(r"able|ments?|ing|ation|ers?|ed|e?s")
_BEFORE_NOUN: Final = frozenset(
    "the a an all every each no some of for in on at by to from among per with than between under over about "
    "der die das dem den ein eine von für im am le la les un une des du de pour el los las".split()
)
_LEADING_AWAY: Final = _BEFORE_NOUN - frozenset(
    "the a an by in at from der die das ein eine le la les un une el".split()
)
_MASK: Final = "#"
_NO_THING: Final = frozenset(
    "cannot possible impossible able unable likely unlikely true false never always none nobody everyone".split()
)
_MEASURED: Final = frozenset({Kind.DATE, Kind.MONEY, Kind.PERCENT, Kind.POINTS, Kind.QUANTITY, Kind.NUMBER})
_NO_NUMBER: Final = frozenset({Kind.DATE, Kind.MONEY, Kind.PERCENT})
_AFTERWARDS: Final = 1.5
"""How much farther than a word before a date one behind it counts."""


def other_thing(a: Said, b: Said) -> bool:
    """Whether two statements show by their words that they are about different things; see also `other_numbered`."""
    return other_period(a, b) or other_counted(a, b) or other_event(a, b) or other_frame(a.text, b.text)


def other_numbered(a: str, b: str) -> bool:
    """Whether two sentences name things of one kind by other numbers: Lock 11 and Lock 12, door 1 and door 2."""
    left, right = _numbered(a), _numbered(b)
    return any(left[word].isdisjoint(right[word]) for word in left.keys() & right.keys())


@lru_cache(maxsize=4096)
def _numbered(text: str) -> dict[str, set[str]]:
    """Numbers by the word before them, where they number it rather than count what follows."""
    found: dict[str, set[str]] = {}
    # "born 1939" numbers nothing.
    taken = {at for v in cached_values(text) if v.kind in _NO_NUMBER for at in range(v.start, v.end)}
    for match in _NUMBERED.finditer(text):
        if match.start("number") in taken:
            continue
        word, named, following = match["word"], match["named"], match["next"] or ""
        counts = following and following.casefold() not in STOP_WORDS
        if word.casefold() not in STOP_WORDS and (named or word[0].isupper() or not counts):
            found.setdefault(stem(word.casefold()), set()).add(match["number"])
    return found


def other_period(a: Said, b: Said) -> bool:
    """Whether both say which time they speak of, and the times have nothing in common.

    Dates that are the value itself say nothing of the time.
    """
    ours, theirs = _times(a), _times(b)
    return bool(ours and theirs) and not any(_meet(one, other) for one in ours for other in theirs)


class _Time(NamedTuple):
    normal: str
    open: bool  # "since 2020"


def _times(said: Said) -> list[_Time]:
    if said.value is not None and said.value.low.kind is Kind.DATE:
        return []
    times = [
        _Time(value.normal, _OPEN.search(said.text[max(0, value.start - 14) : value.start]) is not None)
        for value in cached_values(said.text)
        if value.kind is Kind.DATE and value.normal[:4].isdigit()
    ]
    more = (v.normal for v in cached_values(said.period) if v.kind is Kind.DATE and v.normal[:4].isdigit())
    return [*times, *(_Time(normal, open=False) for normal in more)][:_MOST_WORDS]


def _meet(one: _Time, other: _Time) -> bool:
    if one.open != other.open:
        since, at = (one, other) if one.open else (other, one)
        return since.normal[:4] <= at.normal[:4]
    return date_covered(one.normal, other.normal) or date_covered(other.normal, one.normal)


def other_counted(a: Said, b: Said) -> bool:
    """Whether the words behind two amounts say that they count, or are for, different things."""
    if a.value is None or b.value is None or Kind.DATE in (a.value.low.kind, b.value.low.kind):
        return False
    one, other = _counted(a.text, a.value), _counted(b.text, b.value)
    return one is not None and other is not None and one[0] == other[0] and not same_word(one[1], other[1])


def _counted(text: str, value: Stated) -> tuple[str, str] | None:
    """The preposition behind an amount, if any, and the word that it leads to."""
    match = _THING.match(text, value.end) if value.end else None
    if match is None:
        return None
    link, word = (match["link"] or "").casefold(), match["word"].casefold()
    if word in STOP_WORDS or word in MONTH_WORDS or (not link and value.low.kind is not Kind.NUMBER):
        return None
    return link, word


def other_event(a: Said, b: Said) -> bool:
    """Whether the words beside two dates tell of different events: born and married, adopted and published."""
    one, other = event_of(a), event_of(b)
    return one is not None and other is not None and one != other


def event_asked(topic: str) -> int | None:
    """The event that a question names first, in the numbers of `event_of`."""
    events = (_OF_WORD.get(stem(word)) for word in words(topic))
    return next((event for event in events if event is not None), None)


def event_of(said: Said) -> int | None:
    """The event whose word stands nearest to a date in its segment of the sentence; None for other values too."""
    text, value = said.text, said.value
    if value is None or value.low.kind is not Kind.DATE:
        return None
    start, end = next(((s, e) for s, e in segments(text) if s <= value.start < e), (0, 0))
    near: list[tuple[float, int]] = []
    for match in _WORD.finditer(text, start, end):
        event = _OF_WORD.get(stem(match.group().casefold()))
        if event is not None:
            before = match.start() < value.start
            apart = value.start - match.end() if before else (match.start() - value.end) * _AFTERWARDS
            near.append((apart, event))
    return min(near)[1] if near else None


def other_frame(a: str, b: str) -> bool:
    """Whether two sentences are one frame of words with another thing put in: "for cars", "for lorries".

    Who says so is no part of the frame, nor are the values.
    """
    left, right = _frame(a), _frame(b)
    if not left or not right or min(len(left), len(right)) * 2 < max(len(left), len(right)):
        return False
    matcher = SequenceMatcher(a=left, b=right, autojunk=False)
    if matcher.quick_ratio() < _PARALLEL or matcher.ratio() < _PARALLEL:
        return False
    for tag, i, i_end, j, j_end in matcher.get_opcodes():
        names_thing = (i == 0 or left[i - 1] in _BEFORE_NOUN) and (j == 0 or right[j - 1] in _BEFORE_NOUN)
        # What the other sentence names as well, elsewhere, is not another thing.
        if tag == "replace" and names_thing and _swapped(left[i:i_end], right[j:j_end]):
            return set(left[i:i_end]).isdisjoint(right) and set(right[j:j_end]).isdisjoint(left)
    return False


def altered(a: str, b: str) -> tuple[tuple[str, ...], tuple[str, ...]] | None:
    """The words by which one of two long sentences is not a copy of the other; None where more or less differs.

    A copy with one thing put in for another has been altered by somebody, or tells of something else in a set form of
    words; which of the two, the words do not show.
    """
    left, right = _frame(a), _frame(b)
    if min(len(left), len(right)) < _LONG:
        return None
    matcher = SequenceMatcher(a=left, b=right, autojunk=False)
    if matcher.quick_ratio() < _COPY:
        return None
    changed = [code for code in matcher.get_opcodes() if code[0] != "equal"]
    # Behind "for" or at the beginning stands what is spoken of, not what is said of it.
    if any(i == 0 or j == 0 or {left[i - 1], right[j - 1]} & _LEADING_AWAY for _, i, _, j, _ in changed):
        return None
    swaps = {(left[i:i_end], right[j:j_end]) for _, i, i_end, j, j_end in changed}
    swap = swaps.pop() if len(swaps) == 1 else ((), ())
    return swap if _swapped(*swap) else None


@lru_cache(maxsize=4096)
def _frame(text: str) -> tuple[str, ...]:
    """The words of a sentence in order, one mark for each value, without who says it."""
    kept, at = "", 0
    for value in cached_values(text):
        if value.kind in _MEASURED and value.start >= at:
            kept += f"{text[at : value.start]} zzvalue "
            at = value.end
    said = words(unattributed(f"{kept}{text[at:]}"))
    return tuple(_MASK if word == "zzvalue" else word for word in said[:_MOST_WORDS])


def unattributed(text: str) -> str:
    """A sentence without the words that open it by telling who says so."""
    return _SAYING.sub("", text)


def _swapped(left: Collection[str], right: Collection[str]) -> bool:
    one, other = (
        [w for w in side if w not in STOP_WORDS and w not in _NO_THING and w != _MASK]
        for side in (left, right)
    )
    if not one or not other or max(len(one), len(other)) > _LONGEST_SWAP:
        return False
    return not any(same_word(x, y) for x in one for y in other)


def same_word(one: str, other: str) -> bool:
    """Whether two words are forms of one, ask for the same thing, or are each other's opposite by a prefix."""
    x, y = stem(one), stem(other)
    if x == y or (x in RELATED and y in RELATED[x]):
        return True
    short, long = sorted((one, other), key=len)
    if long.startswith(short) and _FORM.fullmatch(long, len(short)):
        return True
    return len(short) >= _INFLECTED and (long[:_INFLECTED] == short[:_INFLECTED] or long.endswith(short))
