"""Ways to make a statement wrong: each yields what it would change, in an order that chance decides."""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache
from random import Random
from typing import NamedTuple, TypeVar

from stet.evaluate.plant import spotting
from stet.evaluate.plant.reading import plain
from stet.evaluate.plant.spotting import Spot
from stet.evaluate.plant.wordlists import (
    BEFORE_NOUNS,
    BODIES,
    DENIALS,
    HEDGES,
    HELPERS,
    NEGATIONS,
    NUMERALS,
    OUTSIDE,
    PLACES,
    QUALIFIERS,
    UNITS,
)

T = TypeVar("T")


_PHRASE = re.compile(
    r"(?: [^\s.,;:“”\"()]{1,40}(?:\.\d+)?){1,7}(?=[.,;:](?!\d)|[“”\"()\\]|$| and | or | that )"
)


_AMOUNT = re.compile(rf" ?(?:[€$£]? ?\d|(?:{'|'.join(NUMERALS)}|half|an?)(?!\w))")
_ONE = frozenset({"1", "one"})
"""Whatever follows is in the singular."""
_CLAUSE_END = re.compile(r"[.,;:](?!\d)|[()“”\"]")
_PARTICIPLE = re.compile(
    r" (?:\w+ly )?(?:been|had|made|paid|said|set|put|taken|given|held|begun|[a-z]{2,20}(?:ed|en))(?!\w)"
)


class Edit(NamedTuple):
    """Words `[start, end)` of a statement and what takes their place; `variant` sets ways of one kind apart."""

    start: int
    end: int
    new: str
    variant: str = ""

    def of(self, words: str) -> str:
        """The words with the change."""
        made = f"{words[: self.start]}{self.new}{words[self.end :]}"
        return made if self.new else re.sub(r" {2,}", " ", re.sub(r" {1,2}(?=\\?[.,;:])", "", made))


class Around(NamedTuple):
    """What an editor may look at beside the words: the texts that the statement rests on."""

    sources: tuple[str, ...]
    rng: Random


Editor = Callable[[str, Around], Iterator[Edit]]


def changed_number(words: str, around: Around) -> Iterator[Edit]:
    """Another number, from nowhere."""
    for spot in _shuffled(spotting.numbers(words), around):
        if spot.text.casefold() not in _ONE:
            yield Edit(spot.start, spot.end, spotting.another_number(spot.text, around.rng))


def moved_by_a_year(words: str, around: Around) -> Iterator[Edit]:
    """A date a year off."""
    for spot in _shuffled(spotting.dates(words), around):
        new = spotting.another_year(spot.text, around.rng)
        if new is not None and new not in words:
            yield Edit(spot.start, spot.end, new)


def moved_date(words: str, around: Around) -> Iterator[Edit]:
    """A date on another day or in another month, now and then written in another form."""
    for spot in _shuffled(spotting.dates(words), around):
        new = spotting.another_day(spot.text, around.rng)
        if new is None or new in words:
            continue
        other = spotting.in_another_form(new) if around.rng.random() < 0.4 else None
        yield Edit(spot.start, spot.end, other or new, "other form" if other else "same form")


def wrong_unit(words: str, around: Around) -> Iterator[Edit]:
    """A unit, currency or magnitude that somebody might write by mistake."""
    for spot in _shuffled(spotting.numbers(words), around):
        after = re.compile(r"[ \u00a0]?(\S.{0,20})", re.DOTALL).match(words, spot.end)
        before = words[max(0, spot.start - 1) : spot.start]
        for unit, other in UNITS:
            if after is not None and _begins(after[1], unit):
                yield Edit(after.start(1), after.start(1) + len(unit), other)
                break
            if before == unit:
                yield Edit(spot.start - 1, spot.start, other)
                break


def flipped_negation(words: str, around: Around) -> Iterator[Edit]:
    """The opposite: a "not" more or less."""
    for edit in _replaced(words, NEGATIONS, around):
        turned = _turned(words, edit)
        if turned is not None:
            yield turned


def changed_hedge(words: str, around: Around) -> Iterator[Edit]:
    """Stronger or weaker than it was said."""
    for edit in _replaced(words, HEDGES, around):
        last = "".join(words[: edit.start].split()[-1:]).casefold()
        # Words such as "about" are hedges before an amount alone.
        if last in {"the", "at"} or not re.match(r" ?[\w€$£]", words[edit.end :]):
            continue
        if edit.new or _AMOUNT.match(words, max(0, edit.end - 1)):
            yield edit


def dropped_qualifier(words: str, around: Around) -> Iterator[Edit]:
    """Without a condition, an exception or the group that it holds for."""
    found: list[Edit] = []
    for opening in QUALIFIERS:
        for hit in re.finditer(rf" {re.escape(opening)}(?= )", words):
            rest = _PHRASE.match(words, hit.end())
            left = f"{words[: hit.start()]}{words[rest.end() :] if rest else ''}"
            if rest is not None and hit.start() > 12 and len(left.split()) > 4:
                found.append(Edit(hit.start(), rest.end(), "", opening))
    yield from _shuffled(found, around)


def outside_name(words: str, around: Around) -> Iterator[Edit]:
    """A name that no source knows."""
    for spot in _shuffled(spotting.names(words), around):
        yield Edit(spot.start, spot.end, _invented(spot.text, around.rng))


def same_source_name(words: str, around: Around) -> Iterator[Edit]:
    """A name for another of the same source."""
    yield from _from_source(words, around, spotting.names)


def same_source_number(words: str, around: Around) -> Iterator[Edit]:
    """A number for another of the same source."""
    yield from _from_source(words, around, spotting.numbers)


def same_source_date(words: str, around: Around) -> Iterator[Edit]:
    """A date for another of the same source."""
    yield from _from_source(words, around, spotting.dates)


def any_value(words: str, around: Around) -> Iterator[Edit]:
    """Another date or number, from the same source where it has one."""
    yield from same_source_date(words, around)
    yield from same_source_number(words, around)
    yield from moved_by_a_year(words, around)
    yield from changed_number(words, around)


def altered_word(words: str, around: Around) -> Iterator[Edit]:
    """A word of a quotation for another of its source, alike in length and capitals; no value and no name."""
    own = {word.casefold() for word in re.findall(r"\w+", words)}
    pool = sorted({word for text in around.sources for word in _long_words(text)} - own)
    if not pool:
        return
    for hit in _shuffled(list(re.finditer(r"(?<![\w\\])[a-zäöüß]{5,14}(?!\w)", words)), around):
        near = [word for word in pool if abs(len(word) - len(hit[0])) <= 2]
        if near:
            yield Edit(hit.start(), hit.end(), around.rng.choice(near))


@lru_cache(maxsize=512)
def _long_words(text: str) -> frozenset[str]:
    return frozenset(re.findall(r"\b[a-zäöüß]{5,14}\b", text))


def _from_source(words: str, around: Around, find: Callable[[str], list[Spot]]) -> Iterator[Edit]:
    there = [spot for text in around.sources for spot in _there(find, text)]
    for spot in _shuffled(find(words), around):
        fitting = [
            new for new in spotting.unlike(spot.text, there, plain(words)) if _alike(new, spot.text, find)
        ]
        if fitting:
            yield Edit(spot.start, spot.end, around.rng.choice(_measured_alike(words, spot, fitting, around)))


def _measured_alike(words: str, spot: Spot, fitting: list[str], around: Around) -> list[str]:
    """Of other values those that the source has before the same word, such as a unit; all where it has none."""
    unit = re.compile(r"\s?\S{1,20}").match(words, spot.end)
    same = [new for new in fitting if unit and any(f"{new}{unit[0]}" in text for text in around.sources)]
    return same or fitting


def _turned(words: str, edit: Edit) -> Edit | None:
    """A verb turned as somebody would write it; None where it is no verb by itself or is denied already."""
    old = words[edit.start : edit.end]
    if "not" not in edit.new:
        return None if words[edit.end :].startswith(" only") else edit
    before, behind = _CLAUSE_END.split(words[: edit.start])[-1], _CLAUSE_END.split(words[edit.end :])[0]
    if DENIALS & set(re.findall(r"\w+", f"{before} {behind}".casefold())):
        return None
    last = "".join(before.casefold().split()[-1:])
    if last in BEFORE_NOUNS or (last in HELPERS and old not in HELPERS):
        return None
    if old in {"has", "have"} and _PARTICIPLE.match(behind) is None:
        return edit._replace(new="does not have" if old == "has" else "do not have")
    return edit


def _invented(name: str, rng: Random) -> str:
    """A name that was made up, of the kind of this one as far as its last word tells."""
    last = name.rpartition(" ")[2]
    first, second = rng.sample(OUTSIDE, 2)
    if " " in name and last.casefold() in BODIES | PLACES:
        return f"{first} {last}"
    return f"{first} & {second}" if "&" in name else first


def _of_kind(name: str) -> str:
    """What a name seems to be of, by its last word."""
    last = name.rpartition(" ")[2].casefold()
    if last in BODIES or "&" in name:
        return "somebody"
    return "place" if last in PLACES else "other"


@lru_cache(maxsize=512)
def _there(find: Callable[[str], list[Spot]], text: str) -> tuple[Spot, ...]:
    """The values of a source, looked for once."""
    return tuple(_source_names(text) if find is spotting.names else find(text))


def _source_names(text: str) -> list[Spot]:
    """The names of a source; a single word that it also writes small is none, but begins something."""
    small = {word for word in re.findall(r"\w+", text) if word.islower()}
    return [spot for spot in spotting.names(text) if " " in spot.text or spot.text.casefold() not in small]


def _alike(new: str, old: str, find: Callable[[str], list[Spot]]) -> bool:
    """Whether a value may stand where the other stood: a year for a year, a day for a day, one word for one."""
    if find is spotting.dates:
        return new[-1].isdigit() == old[-1].isdigit() and len(new.split()) == len(old.split())
    if find is spotting.numbers:
        return new[0].isdigit() == old[0].isdigit() and not _ONE & {new.casefold(), old.casefold()}
    return abs(len(new.split()) - len(old.split())) <= 2 and _of_kind(new) == _of_kind(old)


def _replaced(words: str, pairs: Iterable[tuple[str, str]], around: Around) -> Iterator[Edit]:
    found: list[Edit] = []
    for old, new in pairs:
        for hit in re.finditer(rf"(?<![\w’'])(?<!\bto ){re.escape(old)}(?![\w’'])", words):
            if not any(each.start <= hit.start() < each.end for each in found):
                end = hit.end() + (1 if not new and words[hit.end() : hit.end() + 1] == " " else 0)
                found.append(Edit(hit.start(), end, new, f"{old} → {new or '–'}"))
    yield from _shuffled(found, around)


def _begins(text: str, unit: str) -> bool:
    follows = text[len(unit) : len(unit) + 1]
    return text.startswith(unit) and not (unit[-1].isascii() and unit[-1].isalpha() and follows.isalnum())


def _shuffled(found: list[T], around: Around) -> list[T]:
    return around.rng.sample(found, len(found))
