"""Numbers in words of German, French and Spanish, and in Chinese and Japanese numerals."""

import re
from decimal import Decimal
from functools import cache
from typing import Final

from stet.verify.numbers import Amount

_UNITS: Final = "eins zwei drei vier fünf sechs sieben acht neun".split()
_TEENS: Final = "zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn".split()
_TENS: Final = "zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig".split()


@cache
def _german() -> dict[str, int]:
    """Every German number from 2 to 999, and the whole thousands among them."""
    below = {word: value for value, word in enumerate((*_UNITS, *_TEENS), 1)}
    for value, tens in enumerate(_TENS, 2):
        below[tens] = 10 * value
        for unit, word in enumerate(("ein", *_UNITS[1:]), 1):
            below[f"{word}und{tens}"] = 10 * value + unit
    found = dict(below)
    for hundreds, word in enumerate(("", "ein", *_UNITS[1:])):
        base = 100 * max(1, hundreds)
        found[f"{word}hundert"] = base
        for rest, value in below.items():
            found[f"{word}hundert{rest}"] = base + value
    found |= {f"{word}tausend": 1000 * value for word, value in list(found.items())}
    found |= {word.replace("ß", "ss"): value for word, value in found.items() if "ß" in word}
    # "eins" says one of a pair of words; "elf" is English too.
    return {
        word: value for word, value in found.items() if word not in ("eins", "elf", "hundert", "einstausend")
    }


_FRENCH: Final = {
    **dict(zip("deux trois quatre cinq six sept huit neuf dix onze douze treize quatorze quinze seize".split(),
    range(2, 17), strict=True)),
    "un": 1, "une": 1, "vingt": 20, "vingts": 20, "trente": 30, "quarante": 40, "cinquante": 50, "soixante": 60,
    "septante": 70, "huitante": 80, "octante": 80, "nonante": 90, "cent": 100, "cents": 100, "mille": 1000,
}  # fmt: skip
_SPANISH: Final = {
    **dict(zip("dos tres cuatro cinco seis siete ocho nueve diez once doce trece catorce quince dieciséis diecisiete "
    "dieciocho diecinueve veinte veintiuno veintidós veintitrés veinticuatro veinticinco veintiséis veintisiete "
    "veintiocho veintinueve treinta".split(), range(2, 31), strict=True)),
    "un": 1, "uno": 1, "una": 1, "veintiún": 21, "veintiuna": 21, "cuarenta": 40, "cincuenta": 50, "sesenta": 60,
    "setenta": 70, "ochenta": 80, "noventa": 90, "cien": 100, "ciento": 100, "mil": 1000,
    **{f"{word}s": value for word, value in zip("doscient trescient cuatrocient quinient seiscient setecient "
    "ochocient novecient".split(), range(200, 1000, 100), strict=True) for word in (f"{word}o", f"{word}a")},
}  # fmt: skip
# Words of another language, or of daily speech: no number by themselves.
_ALONE: Final = frozenset("un une uno una once seize cent cents mil mille ciento".split())
_JOINTS: Final = frozenset({"et", "y"})
_FIRST: Final = (frozenset(_FRENCH) | frozenset(_SPANISH)) - {"un", "une", "uno", "una"}
_ANY: Final = "|".join(sorted({*_FRENCH, *_SPANISH}, key=len, reverse=True))
_RUN: Final = re.compile(rf"(?:{_ANY})(?!\w)(?:(?:[ -](?:et[ -]|y )?)(?:{_ANY})(?!\w)){{0,8}}", re.IGNORECASE)
_GERMAN_STEMS: Final = "dritt viert fünft sechst siebt acht neunt zehnt elft zwölft"
_FRENCH_RANKS: Final = (
    "deuxième troisième quatrième cinquième sixième septième huitième neuvième dixième onzième douzième"
)
_SPANISH_STEMS: Final = "tercer cuart quint sext séptim octav noven décim"
_RANKS: Final = {
    **{f"{stem}{ending}": value for value, stem in enumerate(_GERMAN_STEMS.split(), 3)
    for ending in ("e", "er", "es", "en", "em")},
    **{word: value for value, word in enumerate(_FRENCH_RANKS.split(), 2)},
    **{f"{stem}{ending}": value for value, stem in enumerate(_SPANISH_STEMS.split(), 3)
    for ending in ("o", "a")}, "tercer": 3,
}  # fmt: skip
_HAN_RANK: Final = re.compile(
    r"第(?P<rank>\d{1,4}|[〇零一二三四五六七八九十百]{1,6})(?=[届屆次回名位版期代个個号])"
)
_THOUSANDS: Final = re.compile(r"[^\W\d_]{0,40}tausend[^\W\d_]{1,40}", re.IGNORECASE)


@cache
def spelled_words() -> frozenset[str]:
    """The words that a number may begin with, in lower case."""
    return _FIRST | frozenset(_german()) | frozenset(_RANKS)


def ranks(at: int, word: str) -> tuple[int, int] | None:
    """Where the German, French or Spanish ordinal that begins at `at` ends, and its number; None where it is none."""
    return (at + len(word), _RANKS[word]) if word in _RANKS else None


def han_ranks(text: str) -> list[tuple[int, int, int]]:
    """Start, end and number of Chinese and Japanese ordinals ("第五届")."""
    if "第" not in text:
        return []
    found = ((match, match["rank"]) for match in _HAN_RANK.finditer(text))
    read = ((match, int(rank) if rank.isdigit() else han(rank)) for match, rank in found)
    return [(match.start(), match.end(), number) for match, number in read if number]


def spelled(text: str, at: int, word: str) -> tuple[re.Match[str], Amount] | None:
    """The number in words that begins at `at` with `word`, or None."""
    value = _german().get(word)
    if value is not None and (match := re.compile(re.escape(word), re.IGNORECASE).match(text, at)):
        return match, Amount(Decimal(value), Decimal(1000 if value % 1000 == 0 else 1))
    if word not in _FIRST or (match := _RUN.match(text, at)) is None:
        return None
    parts = [part for part in re.split(r"[ -]+", match.group().lower()) if part not in _JOINTS]
    if len(parts) == 1 and parts[0] in _ALONE:
        return None
    for table in (_FRENCH, _SPANISH):
        if all(part in table for part in parts):
            value = _sum([table[part] for part in parts])
            return None if value is None else (match, Amount(Decimal(value), Decimal(1)))
    return None


def _sum(parts: list[int]) -> int | None:
    """French and Spanish numbers add up from the left; None where they are no one number."""
    total = current = 0
    for value in parts:
        last = current % 100
        if value == 1000:
            total, current = total + max(1, current) * 1000, 0
        elif value == 20 and last == 4:
            current += 76  # quatre-vingt
        elif value == 100 and 0 < current < 10:
            current *= 100
        elif current == 0 or (last == 0 and value < 100):
            current += value
        elif last in (60, 80) and value < 20:
            current += value  # soixante-dix, quatre-vingt-onze
        elif last % 10 == 0 and value < 10:
            current += value
        else:
            return None
    return total + current


def compounds(text: str) -> list[tuple[re.Match[str], Amount]]:
    """German numbers of more than a thousand in one word: "zweitausenddreihundert"."""
    found: list[tuple[re.Match[str], Amount]] = []
    if "tausend" not in text and "Tausend" not in text:
        return found
    for match in _THOUSANDS.finditer(text):
        head, _, tail = match.group().lower().partition("tausend")
        german = _german()
        thousands, rest = german.get(head.removesuffix("ein") if head == "ein" else head, 0), german.get(tail)
        if head in ("", "ein"):
            thousands = 1
        if thousands and rest and rest < 1000:
            found.append((match, Amount(Decimal(1000 * thousands + rest), Decimal(1))))
    return found


_DIGIT: Final = {char: value for value, char in enumerate("〇一二三四五六七八九")} | {
    "零": 0,
    "两": 2,
    "兩": 2,
}
_STEP: Final = {"十": 10, "百": 100, "千": 1000}
_LARGE: Final = {"万": 10**4, "萬": 10**4, "亿": 10**8, "億": 10**8}
_NUMERAL: Final = "〇零一二三四五六七八九十百千两兩"
HAN: Final = re.compile(rf"(?<![{_NUMERAL}])[{_NUMERAL}][{_NUMERAL}万萬亿億]*")
HAN_HINT: Final = re.compile(rf"[{_NUMERAL}]")


def han(written: str) -> int | None:
    """The value of a number in Chinese or Japanese numerals ("三百五十", "二〇二五"); None where it is none."""
    if all(char in _DIGIT for char in written):
        return int("".join(str(_DIGIT[char]) for char in written)) if len(written) <= 8 else None
    total = section = 0
    digit: int | None = None
    for char in written:
        if char in _DIGIT:
            if digit:
                return None
            digit = _DIGIT[char]
        elif char in _STEP:
            section, digit = section + (1 if digit is None else digit) * _STEP[char], None
        else:
            value = section + (digit or 0)
            if not value:
                return None
            total, section, digit = total + value * _LARGE[char], 0, None
    return total + section + (digit or 0)


def han_numbers(text: str) -> list[tuple[re.Match[str], Amount]]:
    """The numbers in Chinese or Japanese numerals: of two characters at least, since one is often part of a word."""
    found: list[tuple[re.Match[str], Amount]] = []
    if text.isascii() or not HAN_HINT.search(text):
        return found
    for match in HAN.finditer(text):
        written = match.group()
        # "十分" is "very" and "千万" "be sure to"; digits alone are years and names.
        if (
            len(written) < 2
            or not any(char in _DIGIT for char in written)
            or not any(c in _STEP or c in _LARGE for c in written)
        ):
            continue
        value = han(written)
        if value is not None and value >= 10:
            found.append((match, Amount(Decimal(value), Decimal(1))))
    return found
