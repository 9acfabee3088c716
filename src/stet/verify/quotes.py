"""Where exact words stand in a text.

Words are looked for in three ways, each giving offsets of the original text: as they are; in the typographic form;
and by their letters and digits alone. The last only locates: numbers, negations and words must then be equal, or the
quote is not found. A quote with an ellipsis is found part by part, in order and close together.
"""

import re
from collections.abc import Callable
from typing import Final, Literal, NamedTuple

from rapidfuzz import fuzz

from stet.verify.normal import NOTE, Normalised, lowered

Way = Literal["exact", "typography", "ellipsis", "fuzzy"]


class Located(NamedTuple):
    """Words found at `[start, end)` of a text; `parts` are the pieces where the quote had an ellipsis."""

    start: int
    end: int
    way: Way
    parts: tuple[tuple[int, int], ...] = ()


class Nearest(NamedTuple):
    """The words of a text most like a quote that is not there, and how like they are, from 0 to 100."""

    start: int
    end: int
    likeness: float


_ELLIPSIS: Final = re.compile(r"\s?[\[(]\s?(?:\.{3,4}|…)\s?[\])]\s?|\s?(?:\.{3,4}|…|(?:\. ){2}\.)\s?")
# What an ellipsis may leave out: more than this is no longer one passage.
_MAX_GAP: Final = 1500
_MIN_PART: Final = 2
_MIN_LETTERS: Final = 2
# A minus may stand apart ("fell to - 5 °C"), but not in "10 - 5".
_NUMBER: Final = re.compile(r"(?:(?<![\d\s])\s[-+]\s)?[-+]?\d+(?:[.,']\d+)*")
# What has no letters and yet says something, or shows the letters in another order.
_SIGN: Final = re.compile(r"[%‰°$€£¥₹<>≤≥=≠±~?\u202d\u202e]")
_TOKEN: Final = re.compile(r"\d+(?:[.,]\d+)*|[^\W\d_]+")
_QUOTED: Final = re.compile(r"^[\s\"']+|[\s\"']+$")
# A match is refused where it begins or ends inside a word, and so are more than this many refusals: the needle is
# then no quote but a fragment such as "a".
_MAX_TRIES: Final = 2000


def locate(exact: str, text: str | Normalised, near: int | None = None) -> Located | None:
    """Find a quote in a text; the occurrence closest to offset `near` where it stands in several places.

    Words are never found inside longer words, nor numbers inside longer numbers. None when the quote is not there.
    """
    page = text if isinstance(text, Normalised) else Normalised(text)
    # Marks alone quote nothing.
    if not any(char.isalnum() for char in exact):
        return None
    return _whole(exact, page, near) or _with_ellipsis(exact, page, near)


def _whole(exact: str, page: Normalised, near: int | None) -> Located | None:
    wanted = exact.strip()
    size = len(wanted)
    at = _closest(wanted, page.text, near, lambda at: _stands_alone(page.text, at, at + size))
    if at is not None:
        return Located(at, at + size, "exact")
    quote = Normalised(wanted)
    goal = None if near is None else page.form_offset(near)
    return _typographic(quote, page, goal) or _by_letters(quote, page, goal)


def _typographic(quote: Normalised, page: Normalised, near: int | None) -> Located | None:
    wanted = quote.form.strip()
    size = len(wanted)
    at = _closest(wanted, page.form, near, lambda at: _whole_words(page, at, at + size))
    return None if at is None else _located(page, at, at + size, "typography")


def _by_letters(quote: Normalised, page: Normalised, near: int | None) -> Located | None:
    wanted = quote.letters

    def span(at: int) -> tuple[int, int]:
        return page.letters_to_form(at), page.letters_to_form(at + len(wanted) - 1) + 1

    def accepts(at: int) -> bool:
        start, end = span(at)
        return _whole_words(page, start, end) and _same(quote.form, page.form[start:end])

    if len(wanted) < _MIN_LETTERS:
        return None
    goal = None if near is None else page.letters_offset(near)
    at = _closest(wanted, page.letters, goal, accepts)
    return None if at is None else _located(page, *span(at), "fuzzy")


def _located(page: Normalised, start: int, end: int, way: Way) -> Located | None:
    first, last = page.original_start(start), page.original_end(end)
    return None if first is None or last is None else Located(first, last, way)


def _closest(wanted: str, text: str, near: int | None, accepts: Callable[[int], bool]) -> int | None:
    """The start of the accepted occurrence closest to `near`, or of the first one when that is None."""
    if not wanted:
        return None
    after = _first(lambda at: text.find(wanted, at), near or 0, 1, accepts)
    if near is None:
        return after
    size = len(wanted)
    before = _first(lambda at: text.rfind(wanted, 0, max(0, at + size)), near - 1, -1, accepts)
    if before is None or after is None:
        return after if before is None else before
    return after if after - near <= near - before else before


def _first(find: Callable[[int], int], start: int, step: int, accepts: Callable[[int], bool]) -> int | None:
    at = find(start)
    for _ in range(_MAX_TRIES):
        if at < 0:
            return None
        if accepts(at):
            return at
        at = find(at + step)
    return None


def _whole_words(page: Normalised, start: int, end: int) -> bool:
    whole = page.original_start(start) is not None and page.original_end(end) is not None
    return whole and _stands_alone(page.form, start, end)


def _stands_alone(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` cuts no word and no number."""
    before, first = text[start - 1 : start], text[start]
    last, after = text[end - 1], text[end : end + 1]
    if _joined(before, first) or _joined(last, after):
        return False
    if first.isdigit() and start > 1 and before in ".,-+":
        further = text[start - 2]
        # "-5" is a number, "3-5" a range, "15.5" must not be cut; but "growth,5 %" is bad typing only.
        if further.isdigit() if before in ".," else further.isspace():
            return False
    return not (last.isdigit() and after and after in ".," and text[end + 1 : end + 2].isdigit())


def _joined(left: str, right: str) -> bool:
    return bool(left and right) and _inside(left) and _inside(right)


def _inside(char: str) -> bool:
    """Whether words are written together around this character; CJK has no spaces to tell."""
    return char.isalnum() and not "\u2e80" <= char <= "\uffdc"


def _same(quote: str, found: str) -> bool:
    """Whether two texts with the same letters also have the same numbers, signs and words.

    With equal letters a negation can only differ by where words part ("no table" and "notable").
    """
    mine, theirs = NOTE.sub("", quote), NOTE.sub("", found)
    return all(each.findall(mine) == each.findall(theirs) for each in (_NUMBER, _SIGN)) and _edges_agree(
        mine, theirs
    )


def _edges_agree(quote: str, found: str) -> bool:
    """Same words, where a word broken at a line's end ("infor- mation") still counts as one."""
    mine, theirs = (_TOKEN.findall(lowered(side)) for side in (quote, found))
    if mine == theirs:
        return True
    glued = [re.sub(r"(?<=\w)- ?(?=\w)", "", lowered(side)) for side in (quote, found)]
    return _TOKEN.findall(glued[0]) == _TOKEN.findall(glued[1])


def _with_ellipsis(exact: str, page: Normalised, near: int | None) -> Located | None:
    cut = _ELLIPSIS.split(_QUOTED.sub("", exact))
    parts = [part.strip() for part in cut if part.strip()]
    if len(cut) < 2 or not parts or any(len(_TOKEN.findall(part)) < _MIN_PART for part in parts):
        return None
    first = _whole(parts[0], page, near)
    for _ in range(50):
        if first is None:
            return None
        chain = _chain(first, parts[1:], page)
        if chain is not None:
            spans = tuple((part.start, part.end) for part in chain)
            return Located(spans[0][0], spans[-1][1], "ellipsis", spans)
        again = _whole(parts[0], page, first.end)
        first = again if again is not None and again.start >= first.end else None
    return None


def _chain(first: Located, rest: list[str], page: Normalised) -> list[Located] | None:
    chain = [first]
    for part in rest:
        start = chain[-1].end
        stretch = Normalised(page.text[start : start + _MAX_GAP + 2 * len(part)])
        found = _whole(part, stretch, None)
        if found is None or found.start > _MAX_GAP:
            return None
        chain.append(Located(found.start + start, found.end + start, found.way))
    return chain


_SHINGLE: Final = 6
# More probes than this would make a long text slow: each is one pass over it.
_PROBES: Final = 40
_NEIGHBOURHOOD: Final = 400


def nearest(exact: str, text: str | Normalised) -> Nearest | None:
    """The words most like a quote that was not found, to tell a reader what stands there instead.

    Only around places that share a run of letters with the quote; None where there is none. Never proof of anything.
    """
    page = text if isinstance(text, Normalised) else Normalised(text)
    quote = Normalised(exact.strip()[:2000])
    letters = quote.letters
    seen: set[int] = set()
    best: Nearest | None = None
    step = max(_SHINGLE // 2, len(letters) // _PROBES)
    for start in range(0, max(1, len(letters) - _SHINGLE + 1), step):
        at = page.letters.find(letters[start : start + _SHINGLE])
        if at < 0 or at // _NEIGHBOURHOOD in seen or len(seen) >= 8:
            continue
        seen.add(at // _NEIGHBOURHOOD)
        low = max(0, page.letters_to_form(at) - len(quote.form))
        stretch = page.form[low : low + 3 * len(quote.form)]
        match = fuzz.partial_ratio_alignment(quote.form, stretch, score_cutoff=60)
        if match is not None and (best is None or match.score > best.likeness):
            first, last = page.original_start(low + match.dest_start), page.original_end(low + match.dest_end)
            if first is not None and last is not None:
                best = Nearest(first, last, match.score)
    return best
