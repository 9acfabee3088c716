"""Plants one error in a sentence: a number, date, unit or name changed, from outside its passage or from within.

It imports nothing of the program and has its own patterns and word lists: what makes an error must not find it.
"""

import random
import re
from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

_MONTHS: Final = (
    "January|February|March|April|May|June|July|August|September|October|November|December"
    "|Januar|Februar|März|Mai|Juni|Juli|Oktober|Dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre"
    "|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre"
)
_DATE: Final = re.compile(
    rf"\b\d{{1,2}}(?:\.|er)? (?:de )?(?:{_MONTHS})(?: (?:de )?[12]\d{{3}})?\b|\b(?:{_MONTHS}) \d{{1,2}}, [12]\d{{3}}\b"
    rf"|\b(?:{_MONTHS}) [12]\d{{3}}\b|\b[12]\d{{3}}-\d\d-\d\d\b"
    r"|\b(?:in|since|by|until|from|of|im|seit|en|depuis|desde) (?P<year>(?:19|20)\d\d)\b"
    r"|[12]\d{3}年(?:\d{1,2}月(?:\d{1,2}日)?)?"
)
_NUMBER: Final = re.compile(
    r"(?<![\w.,:/-])\d{1,3}(?:,\d{3})+(?![\w,])|(?<![\w.,:/-])\d+(?:\.\d+)?(?![\w:/-]|[.,]\d)"
)
_NAME: Final = re.compile(r"(?<=[a-zà-ÿ,] )[A-ZÀ-Þ][a-zà-ÿ]{2,}(?: [A-ZÀ-Þ][a-zà-ÿ]{2,}){0,3}(?![\w-])")
_NO_NAME: Final = re.compile(
    rf"^(?:{_MONTHS}|Mon|Tues|Wednes|Thurs|Fri|Satur|Sun|Article|Annex|Section|The|It|He|She|They)"
)
_UNITS: Final = (
    ("percentage points", "percent"), ("Prozentpunkte", "Prozent"), ("per cent", "percentage points"),
    ("percent", "percentage points"), ("%", " percentage points"), ("billion", "million"), ("million", "billion"),
    ("Milliarden", "Millionen"), ("Millionen", "Milliarden"), ("milliards", "millions"), ("millones", "mil millones"),
    ("万", "亿"), ("€", "$"), ("£", "€"), ("EUR", "USD"), ("euros", "dollars"), ("dollars", "euros"),
    ("Euro", "Dollar"),
    ("kilometres", "miles"), ("miles", "kilometres"), ("metres", "feet"), ("feet", "metres"), ("tonnes", "kilograms"),
    ("kilograms", "grams"), ("years", "months"), ("months", "weeks"), ("weeks", "days"), ("days", "hours"),
    ("hours", "minutes"), ("minutes", "seconds"), ("Jahre", "Monate"), ("Monate", "Wochen"), ("Tage", "Stunden"),
    ("mois", "semaines"), ("jours", "heures"), ("meses", "semanas"), ("km", "m"), ("kg", "g"), ("MW", "GW"),
    ("litres", "gallons"),
    ("hectares", "acres"), ("个月", "年"),
)  # fmt: skip
_OUTSIDE: Final = (
    "Marlow", "Ysolde Brandt", "Tarnholm", "Quentin Fairbrook", "Eastvale", "Odile Ferrand", "Kestrel Bay", "Lunden",
    "Petra Wolkova", "Grayfield Trust", "Amberley", "Nils Havgaard", "Corvina", "Sable Point", "Imre Kosztol",
)  # fmt: skip


class Planted(NamedTuple):
    """A sentence with one error: `kind` as in `KINDS`, the words that went and the words that came."""

    kind: str
    text: str
    old: str
    new: str


KINDS: Final = (
    "number",
    "date",
    "unit",
    "name",
    "same-source number",
    "same-source date",
    "same-source name",
)


def plant(sentence: str, passage: str, rng: random.Random) -> Iterator[Planted]:
    """At most one error of each kind; nothing for a kind where the sentence or its passage has no place for it."""
    dates = [match.span("year") if match["year"] else match.span() for match in _DATE.finditer(sentence)]
    numbers = [
        match.span()
        for match in _NUMBER.finditer(sentence)
        if not any(start < match.end() and match.start() < end for start, end in dates)
        and _states(sentence, match)
    ]
    named = [m.span() for m in _NAME.finditer(sentence) if not _NO_NAME.match(m.group())]
    others = {
        "number": [m.group() for m in _NUMBER.finditer(_DATE.sub(" ", passage))],
        "date": [m["year"] or m.group() for m in _DATE.finditer(passage)],
        "name": [m.group() for m in _NAME.finditer(passage) if not _NO_NAME.match(m.group())],
    }
    for kind, spans, change in (
        ("number", numbers, _other_number),
        ("date", dates, _other_date),
        ("name", named, _outsider),
    ):
        if not spans:
            continue
        start, end = rng.choice(spans)
        old = sentence[start:end]
        new = change(old, rng)
        if new != old and new not in passage:
            yield Planted(kind, sentence[:start] + new + sentence[end:], old, new)
        inner = _from_within(old, others[kind], sentence, kind)
        if inner:
            new = rng.choice(inner)
            yield Planted(f"same-source {kind}", sentence[:start] + new + sentence[end:], old, new)
    yield from _unit(sentence, passage)


def _from_within(old: str, others: Sequence[str], sentence: str, kind: str) -> list[str]:
    """Values of the same form elsewhere in the passage; of names, none that shares a word with the sentence's."""
    shape = _shape(old)
    fit = [
        other
        for other in dict.fromkeys(others)
        if other not in sentence and (kind == "name" or _shape(other) == shape)
    ]
    if kind == "date":
        # "9 avril 2018" is no other date than "9 April 2018".
        return [other for other in fit if re.findall(r"\d+", other) != re.findall(r"\d+", old)]
    return [other for other in fit if kind != "name" or not set(other.split()) & set(sentence.split())]


def _states(sentence: str, match: re.Match[str]) -> bool:
    """Whether a number says something: not a marker of a note, a page, the place in a list or a part of an address."""
    before, after = (
        sentence[max(0, match.start() - 5) : match.start()],
        sentence[match.end() : match.end() + 2],
    )
    marker = before.endswith(("[", ", [", "p. ", "pp. ", "(")) and after[:1] in ("]", ")", ",")
    listed = not before.strip() and after == ". "
    return not (marker or listed or "http" in sentence or before.endswith("p. "))


def _shape(value: str) -> str:
    return re.sub(r"[^\W\d_]+", "a", re.sub(r"\d+", "1", value))


def _other_number(old: str, rng: random.Random) -> str:
    value = float(old.replace(",", ""))
    if "." in old:
        return f"{value * rng.choice((0.4, 1.7, 2.3)) + 0.3:.{len(old.split('.')[1])}f}"
    new = int(value * rng.choice((0.5, 1.6, 3.1))) + rng.choice((3, 7, 11))
    return f"{new:,}" if "," in old else str(new)


def _other_date(old: str, rng: random.Random) -> str:
    years = re.findall(r"[12]\d{3}", old)
    if years:
        return old.replace(years[0], str(int(years[0]) + rng.choice((-2, -1, 1, 3))))
    day = re.search(r"\d{1,2}", old)
    return old if day is None else old.replace(day.group(), str(int(day.group()) % 27 + 1), 1)


def _outsider(_old: str, rng: random.Random) -> str:
    return rng.choice(_OUTSIDE)


def _unit(sentence: str, passage: str) -> Iterator[Planted]:
    for old, new in _UNITS:
        edge = r"(?![A-Za-z])" if old[-1].isalpha() and old.isascii() else ""
        match = re.search(rf"(?<=\d)(?P<gap>[ \u00a0-]?){re.escape(old)}{edge}", sentence)
        if match is None and old in "€£":
            match = re.search(rf"(?P<gap>){re.escape(old)}(?=\d)", sentence)
        if match is None and old == "EUR":
            match = re.search(r"(?P<gap>)EUR(?= \d)", sentence)
        if match is not None and new.strip() not in passage:
            text = f"{sentence[: match.start()]}{match['gap']}{new}{sentence[match.end() :]}"
            yield Planted("unit", text.replace("  ", " "), old, new)
            return
