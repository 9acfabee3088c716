"""A sentence made ready for asking what it says: its words, its values, and where its clauses end."""

import re
import unicodedata
from collections.abc import Collection, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Final, NamedTuple

from stet.evaluate.bench import cues
from stet.verify.change import changes
from stet.verify.found import Found, Kind
from stet.verify.reconcile import Stated, ranges
from stet.verify.values import cached_values
from stet.verify.words import stem

_WORD: Final = re.compile(r"[^\W_]+(?:['’.&][^\W_]+)*")
_LABEL: Final = re.compile(r"\((?:[ivx]{1,5}|[a-z]|\d{1,2})\)")
_ELIDED: Final = frozenset("l d s n j c m t qu jusqu lorsqu".split())
_NEAR: Final = 48
"""Characters before a value in which its preposition, or what says that it is an old one, stands."""

_MOST: Final = 60
"""Values, and clauses, of a sentence that are looked at; one with more is a table."""

_OF_CHANGE: Final = frozenset({Kind.NUMBER, Kind.PERCENT, Kind.MONEY, Kind.QUANTITY, Kind.POINTS, Kind.DATE})


class Token(NamedTuple):
    """A word at `[start, end)`, in lower case and as a stem."""

    start: int
    end: int
    word: str
    stem: str


class Placed(NamedTuple):
    """A value where it stands.

    `way` is "from" or "to" for a date that something begins or ends with, "" where the words do not say. `old`: the
    words around it say that it no longer holds. `half`: it is one end of a range.
    """

    value: Found
    way: str = ""
    old: bool = False
    half: bool = False

    @property
    def start(self) -> int:
        """Where it begins."""
        return self.value.start

    @property
    def end(self) -> int:
        """Where it ends."""
        return self.value.end


class Prepared:
    """A sentence with its tokens, values and the hard ends of its clauses, in order."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.tokens = tuple(_tokens(text))
        self.values = tuple(_placed(text))
        self.bounds = _bounds(text, self.tokens, [each.value for each in self.values])
        self.folded = unicodedata.normalize("NFKC", text).casefold()

    def clause(self, at: int) -> tuple[int, int]:
        """The clause that holds the offset `at`."""
        return next(((a, b) for a, b in pairwise(self.bounds) if a <= at < b), (0, len(self.text)))

    def inside(self, start: int, end: int) -> list[Token]:
        """The tokens of `[start, end)`."""
        return [token for token in self.tokens if start <= token.start and token.end <= end]

    def plain(self, start: int, end: int) -> str:
        """The words of `[start, end)` without its values: "May" is no "may"."""
        kept, at = "", start
        for each in self.values:
            if at <= each.start < end and each.value.kind is not Kind.REFERENCE:
                kept, at = f"{kept}{self.text[at : each.start]} # ", each.end
        return kept + self.text[at:end]


@lru_cache(maxsize=4096)
def prepared(text: str) -> Prepared:
    """`Prepared(text)`, remembered: every statement of a task is looked for in the same sentences."""
    return Prepared(text)


def narrowed(
    sentence: Prepared, place: Placed, rivals: Collection[Placed]
) -> tuple[tuple[int, int], tuple[int, int]]:
    """What of a sentence is said of the value at `place`, and the words before it all that may carry over to it.

    `rivals` are other values of its kind; what stands with them is not said of it.
    """
    start, end = sentence.clause(place.start)
    before = [rival for rival in rivals if rival.end <= place.start]
    lead = min((rival.start for rival in before), default=start)
    for rival in before:
        if rival.end > start:
            start = max(start, _joint(sentence.text, rival.end, place.start, rival.end))
    for rival in rivals:
        if place.end <= rival.start < end:
            end = min(end, _joint(sentence.text, place.end, rival.start, rival.start))
    return (start, end), (0, lead)


def _joint(text: str, start: int, end: int, otherwise: int) -> int:
    """The last place between two values where what is said of the first may end."""
    found = otherwise
    for match in cues.SOFT.finditer(text, start, end):
        found = match.end()
    return found


def _tokens(text: str) -> Iterator[Token]:
    for match in _WORD.finditer(text):
        word = unicodedata.normalize("NFKC", match.group()).casefold().replace("’", "'").removesuffix("'s")
        head, _, rest = word.partition("'")
        word = rest if head in _ELIDED and len(rest) > 1 else word
        yield Token(match.start(), match.end(), word, stem(word))


def _placed(text: str) -> Iterator[Placed]:
    values = [each for each in ranges(text) if each.low.kind is not Kind.NAME][:_MOST]
    firsts = {each.first.start for each in changes(text, cached_values(text))}
    moved = cues.CHANGED.search(text) is not None
    for stated in values:
        changed = stated.low is not stated.high and moved and _goes(text, stated)
        for value in dict.fromkeys((stated.low, stated.high)):
            yield _one(text, value, stated, moved=moved, old=changed and value is stated.low, firsts=firsts)


def _goes(text: str, stated: Stated) -> bool:
    return cues.FROM.search(text[: stated.low.start][-_NEAR:]) is not None


def _one(
    text: str, value: Found, stated: Stated, *, moved: bool, old: bool, firsts: Collection[int]
) -> Placed:
    before, behind = text[max(0, value.start - _NEAR) : value.start], text[value.end : value.end + _NEAR]
    gone = bool(cues.BEFORE_OLD.search(before) or cues.BEHIND_OLD.match(behind))
    left = value.kind in _OF_CHANGE and moved and _left(text, value, before)
    old = old or gone or left or (moved and value.start in firsts)
    ranged = stated.low is not stated.high and not (moved and _goes(text, stated))
    if value.kind is not Kind.DATE:
        return Placed(value, "", old, ranged)
    if ranged:
        return Placed(value, "from" if value is stated.low else "to", old)
    return Placed(value, "" if moved and cues.TO.search(before) else _way(text, value, behind), old)


def _left(text: str, value: Found, before: str) -> bool:
    """Whether something is said to go from this value to another: "from 180 euros to 240 euros", "180 → 240"."""
    behind = text[value.end : value.end + 2 * _NEAR]
    if re.match(r"\s?(?:→|->)", behind):
        return True
    if not cues.FROM.search(before):
        return False
    nearest = next((v for v in cached_values(text) if v.start >= value.end and v.kind is value.kind), None)
    if nearest is not None and nearest.start - value.end <= 2 * _NEAR:
        between = text[value.end : nearest.start]
        if cues.TO.search(between) and not re.search(r"[;.]\s", between):
            return True
    earlier = [v for v in cached_values(text) if v.end <= value.start and v.kind is value.kind]
    if not earlier or value.start - earlier[-1].end > _NEAR:
        return False
    return cues.TO.search(text[: earlier[-1].start][-_NEAR:]) is not None


def _way(text: str, value: Found, behind: str) -> str:
    before = text[max(0, value.start - 2 * _NEAR) : value.start]
    if cues.NOT_UNTIL.search(before) and cues.DENIED_BEFORE.search(before):
        return "from"
    if cues.UNTIL.search(before) or cues.CJK_UNTIL.match(behind):
        return "to"
    return "from" if cues.SINCE.search(before) or cues.CJK_SINCE.match(behind) else ""


def _ends_of_asides(text: str) -> frozenset[int]:
    """The commas that end what a relative clause put between: "the toll, which was debated, applies"."""
    return frozenset(text.find(",", match.end()) for match in cues.ASIDE.finditer(text))


def _bounds(text: str, tokens: Sequence[Token], values: Sequence[Found]) -> tuple[int, ...]:
    """Where the clauses of a sentence begin and end, never within a value."""
    hard = [
        match.end() if match.group().strip() in {";", "；", "。"} else match.start()
        for match in cues.HARD.finditer(text)
    ]
    verbs = [token.start for token in tokens if token.word in cues.FINITE]
    asides = _ends_of_asides(text)
    for match in cues.JOINT.finditer(text):
        before = max((cut for cut in hard if cut <= match.start()), default=0)
        behind = next((token for token in tokens if token.start >= match.end()), None)
        joined = behind is None or behind.word in cues.RELATIVE or _LABEL.match(text, match.end())
        own = any(before <= at < match.start() for at in verbs)
        further = own and any(match.end() <= at <= match.end() + _NEAR for at in verbs)
        if not joined and (further or match.start() in asides):
            hard.append(match.start())
    cuts = sorted({cut for cut in hard if not any(v.start < cut < v.end for v in values)})
    return (0, *(cut for cut in cuts[:_MOST] if 0 < cut < len(text)), len(text))
