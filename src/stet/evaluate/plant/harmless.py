"""Edits that change no meaning, as controls: a reviewer that refuses these would catch errors too, and prove nothing.

Only statements in own words are edited; within quotation marks another word is an error.
"""

import re
from collections.abc import Collection, Iterator, Mapping
from random import Random
from typing import NamedTuple

from stet.domain.claims import Claim, ClaimKind
from stet.evaluate.plant import spotting
from stet.evaluate.plant.edits import Around, Edit, Editor
from stet.evaluate.plant.reading import Statement, folded, literal, places, plain, statements
from stet.evaluate.plant.values import Planted, Target
from stet.evaluate.plant.wording import Planter, around_of, core, in_turn, of_draft, retold, with_claim
from stet.evaluate.plant.wordlists import COMMON, LEANING, MONTHS, NUMERAL_VALUES, SYNONYMS

_TIME = re.compile(r" (?:on|from|until|since|by|before|after) $")
_FIRST = re.compile(r"(?:If|Where|When|Unless|Until|From|Within|Between|During) [^,]{3,200}, (?=\w)")
_ENDS = re.compile(r"(?:\\?[.。])?\s*$")
_PLAIN_DATE = re.compile(r"(\d{1,2}) (\w+) (\d{4})|(\w+) (\d{1,2}), (\d{4})|(\d{4})-(\d{2})-(\d{2})")
_COUNTS = re.compile(r" (?!am |pm |and |or |to |of |in |on |is |are |was )[a-z]{2}")
_LAW = r"(?!(?i:secs?|arts?|points?|items?|no|version)\b)"
_OPEN = re.compile(rf"(?:^(?:{_LAW}[A-Za-z][a-z]{{1,18}} )?|[, ]{_LAW}[a-z]{{1,18}} )$")
"""What is counted stands behind a number, and a small word before it: no part of a law, no date and no list."""
_QUOTES = frozenset('“”„«»"「」')


class Control(NamedTuple):
    """A kind of harmless edit: its name, what is done, and who does it."""

    name: str
    title: str
    planters: tuple[Planter, ...]


def synonym(words: str, around: Around) -> Iterator[Edit]:
    """A word for another of the same meaning."""
    found: list[Edit] = []
    for old, new in SYNONYMS:
        for hit in re.finditer(rf"(?<![\w’'-]){re.escape(old)}(?![\w’'-])", words):
            if not any(each.start <= hit.start() < each.end for each in found):
                found.append(Edit(hit.start(), hit.end(), new, f"{old} → {new}"))
    yield from around.rng.sample(found, len(found))


def other_date_form(words: str, around: Around) -> Iterator[Edit]:
    """The same day in another of the usual English forms."""
    for spot in spotting.dates(words):
        forms = [form for form in _forms(spot.text) if form != spot.text]
        if forms:
            yield Edit(spot.start, spot.end, around.rng.choice(forms))


def _forms(date: str) -> tuple[str, ...]:
    months = [names[0] for names in MONTHS]
    parts = _PLAIN_DATE.fullmatch(date)
    if parts is None:
        return ()
    day, month, year = (
        parts[1] or parts[5] or parts[9],
        parts[2] or parts[4],
        parts[3] or parts[6] or parts[7],
    )
    if month is None and 1 <= int(parts[8]) <= 12:
        month = months[int(parts[8]) - 1]
    if month not in months:
        return ()
    number = months.index(month) + 1
    return (
        f"{int(day)} {month} {year}",
        f"{month} {int(day)}, {year}",
        f"{year}-{number:02d}-{int(day):02d}",
    )


def number_in_words(words: str, around: Around) -> Iterator[Edit]:
    """A small whole number in words instead of digits, or the other way round."""
    in_words = {str(value): word for word, value in NUMERAL_VALUES.items()}
    for spot in around.rng.sample(found := spotting.numbers(words), len(found)):
        other = in_words.get(spot.text) or NUMERAL_VALUES.get(spot.text)
        counts = _COUNTS.match(words, spot.end) and _OPEN.search(words, max(0, spot.start - 20), spot.start)
        if other is not None and counts:
            yield Edit(spot.start, spot.end, str(other))


def reordered(words: str, _: Around) -> Iterator[Edit]:
    """The time or condition of a sentence at its other end."""
    end = _ENDS.search(words)
    inner, stop = (words[: end.start()], end[0]) if end is not None else (words, "")
    if not inner or re.search(r"[.!?:;“”\"()]", re.sub(r"\d[.,]\d", "", inner)):
        return
    first = _FIRST.match(inner)
    if first is not None and inner.count(",") == 1:
        rest = inner[first.end() :]
        lead = inner[: first.end() - 2]
        yield Edit(
            0, len(words), f"{rest[0].upper()}{rest[1:]} {lead[0].lower()}{lead[1:]}{stop}", "to the end"
        )
    last = next((spot for spot in reversed(spotting.dates(inner)) if spot.end == len(inner)), None)
    before = _TIME.search(inner, 0, last.start) if last is not None else None
    if before is not None and "," not in inner and _opens_small(inner):
        told = inner[before.start() + 1 :]
        rest = f"{inner[0].lower()}{inner[1 : before.start()]}"
        yield Edit(0, len(words), f"{told[0].upper()}{told[1:]} {rest}{stop}", "to the front")


def _opens_small(words: str) -> bool:
    """Whether the first word is written small inside a sentence."""
    return words.split(" ", 1)[0].casefold() in COMMON - {"i"}


def moved_sentence(target: Target, rng: Random) -> Iterator[Planted]:
    """Two neighbours of one section in the other order, each unchanged; none that leans on the one before."""
    found = statements(target.text, target.marks)
    free = set(places(target))
    pairs = [
        (found[n], found[n + 1])
        for n in range(len(found) - 1)
        if {found[n], found[n + 1]} <= free and _independent(target.text, found, n)
    ]
    for first, second in rng.sample(pairs, len(pairs)):
        text = target.text
        one, two = text[first.start : first.stop], text[second.start : second.stop]
        made = f"{text[: first.start]}{two}{text[first.stop : second.start]}{one}{text[second.stop :]}"
        yield Planted(
            kind="moved_sentence",
            layer="draft",
            variant="",
            place=first.place,
            before=f"{plain(one)} / {plain(two)}",
            after=f"{plain(two)} / {plain(one)}",
            report=target.model_copy(update={"text": made}),
        )


def _independent(text: str, found: tuple[Statement, ...], at: int) -> bool:
    first, second = found[at], found[at + 1]
    between = text[first.stop : second.start]
    before = text[text.rfind("\n", 0, first.start) + 1 : first.start]
    alone = not re.search(r"\w", before) or (
        at > 0 and not re.search(r"\w", text[found[at - 1].stop : first.start])
    )
    leaning = any(
        (re.findall(r"\w+", each.words(text)) or [""])[0].casefold() in LEANING for each in (first, second)
    )
    whole = all(each.words(text)[:1].isupper() or "“" in each.words(text) for each in (first, second))
    same = first.heading == second.heading and first.lead == second.lead and not re.search(r"[\w#|]", between)
    return alone and same and whole and not leaning


def _in_draft(kind: str, editor: Editor) -> Planter:
    def planter(target: Target, rng: Random) -> Iterator[Planted]:
        fit = [
            p
            for p in places(target)
            if not core(p.words(target.text))[0] and not _QUOTES & set(p.words(target.text))
        ]
        yield from in_turn(_of_place(kind, editor, target, p, rng) for p in rng.sample(fit, len(fit)))

    return planter


def _of_place(kind: str, editor: Editor, target: Target, place: Statement, rng: Random) -> Iterator[Planted]:
    words = place.words(target.text)
    for edit in editor(words, around_of(target, place.keys, rng)):
        new = edit.new if edit.end - edit.start == len(words) else literal(edit.new)
        yield of_draft(kind, edit.variant, target, place, edit._replace(new=new).of(words))


def _in_claim(kind: str, editor: Editor) -> Planter:
    def planter(target: Target, rng: Random) -> Iterator[Planted]:
        used = {key for place in statements(target.text) for key in place.keys}
        fit = [c for c in target.claims if c.key in used and c.kind is not ClaimKind.QUOTATION]
        yield from in_turn(_of_claim(kind, editor, target, c, rng) for c in rng.sample(fit, len(fit)))

    return planter


def _of_claim(kind: str, editor: Editor, target: Target, claim: Claim, rng: Random) -> Iterator[Planted]:
    for edit in editor(claim.text, around_of(target, (claim.key,), rng)):
        new = edit.of(claim.text)
        text = retold(target.text, claim, edit, new)
        if text is None or folded(new) == folded(claim.text):
            continue
        changed = claim.model_copy(update={"text": new})
        yield Planted(
            kind=kind,
            layer="claim",
            variant=edit.variant,
            place=claim.key,
            before=claim.text,
            after=new,
            report=with_claim(target, changed).model_copy(update={"text": text}),
        )


def _worded(name: str, title: str, editor: Editor) -> Control:
    return Control(name, title, (_in_draft(name, editor), _in_claim(name, editor)))


CONTROLS: Mapping[str, Control] = {
    each.name: each
    for each in (
        _worded("synonym", "a word of the same meaning", synonym),
        _worded("other_date_form", "the same day in another form", other_date_form),
        _worded("reordered", "a clause at the other end", reordered),
        _worded("number_in_words", "a number in words or digits", number_in_words),
        Control("moved_sentence", "a sentence moved within its section", (moved_sentence,)),
    )
}


def edited(
    target: Target, *, seed: int = 0, each: int = 3, kinds: Collection[str] = tuple(CONTROLS)
) -> tuple[Planted, ...]:
    """Copies with one harmless edit each: at most `each` of a kind and layer, by chance from `seed`."""
    found: list[Planted] = []
    for name in (name for name in CONTROLS if name in kinds):
        for number, planter in enumerate(CONTROLS[name].planters):
            rng = Random(f"{seed}/{name}/{number}")  # noqa: S311 - chance that can be had again, nothing secret
            found += [made for _, made in zip(range(each), planter(target, rng), strict=False)]
    return tuple(found)
