"""Amounts in running text: every number in digits or words, and the ends of ranges that share what is written once."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final

from stet.verify import numbers
from stet.verify.found import Found, Kind, normal_amount
from stet.verify.reading import Reading
from stet.verify.spelled import compounds, han_numbers, han_ranks, ranks, spelled

_RANGE: Final = re.compile(r"\s?[-–—~～]\s?(?=[\d$€£])|-?\s(?:to|and|or|bis|und|à|et|a|y)\s(?=[\d$€£])")
_BETWEEN: Final = re.compile(
    r"\b(?:between|from|zwischen|von|entre|de)\s(?:[$€£¥]|EUR\s|USD\s)?$", re.IGNORECASE
)
_LAST_JOINT: Final = re.compile(r",?\s(?:and|or|und|oder|et|ou|y|o)\s")


def amounts(text: str, taken: bytearray) -> list[Found]:
    """Numbers in digits, each with what stands around it; in "10, 20 and 30 m" all have the unit of the last."""
    found = list(_amounts(text, taken))
    shared = False
    for place in range(len(found) - 2, -1, -1):
        one, following = found[place], found[place + 1]
        joint = text[one.end : following.start]
        alike = one.kind is Kind.NUMBER and following.kind in (Kind.QUANTITY, Kind.PERCENT)
        shared = alike and bool(_LAST_JOINT.fullmatch(joint) or (shared and joint == ", "))
        if shared and one.amount is not None:
            normal = normal_amount(following.kind, one.amount, following.unit)
            found[place] = one._replace(kind=following.kind, unit=following.unit, normal=normal)
    return found


def _amounts(text: str, taken: bytearray) -> Iterator[Found]:
    pending: Reading | None = None
    for match in numbers.NUMBER.finditer(text):
        one = _reading(text, match, taken)
        follows = _RANGE.match(text, match.end()) if one is not None and one.plain else None
        # "10-15 %": the first end takes what is written after the second, "$3-5" the second what is before the first.
        if one is not None and pending is not None:
            yield _marked(pending.like(one), taken)
            one.priced_like(pending)
            pending = None
        elif one is not None and follows and _is_range(text, match, follows):
            pending = one
            continue
        if one is not None:
            yield _marked(one.found(), taken)
    if pending is not None:
        yield _marked(pending.found(), taken)


def _reading(text: str, match: re.Match[str], taken: bytearray) -> "Reading | None":
    if taken[match.start()] or taken[match.end() - 1] or _inside_word(text, match):
        return None
    # "4. Turn on the diffuser": the place in a list is no statement.
    if _LISTED.match(text, match.end()) and not text[max(0, match.start() - 12) : match.start()].rpartition(
        "\n"
    )[2].strip(" (*#"):
        return None
    amount = numbers.parse(match.group())
    return None if amount is None else Reading(text, match, amount)


def _marked(found: Found, taken: bytearray) -> Found:
    taken[found.start : found.end] = b"\x01" * (found.end - found.start)
    return found


def _is_range(text: str, match: re.Match[str], follows: re.Match[str]) -> bool:
    if follows.group().strip() in "-–—~～":
        return True
    return follows.group().strip(" -") in ("to", "bis", "à") or bool(
        _BETWEEN.search(text[max(0, match.start() - 14) : match.start()])
    )


def _inside_word(text: str, match: re.Match[str]) -> bool:
    """Whether digits are part of a code such as "GPT4", "B2B" or "3D"."""
    before = text[match.start() - 1 : match.start()]
    if (before.isalpha() and before < "\u3000") or before == "_":
        return not re.search(
            r"(?:^|[^\w])(?:EUR|USD|GBP|CHF|CNY|RMB|INR|JPY|SEK|NOK|DKK|PLN|Rs|FY)$",
            text[max(0, match.start() - 4) : match.start()],
        )
    if before == "-" and text[match.start() - 2 : match.start() - 1].isalpha():
        return True
    after = text[match.end() : match.end() + 1]
    return after == "_"


def _ranked(text: str, start: int, end: int, number: int) -> Found:
    return Found(Kind.ORDINAL, start, end, text[start:end], f"#{number}", Decimal(number))


# "un milliard", "a million": the article is the number.
_A_SIZE: Final = re.compile(
    r"(?<!\w)(?:un|une|ein|eine|einer|einen|a)(?=\s(?:million|millón|milliard|billion|billón|trillion|Million|Milliarde"
    r"|Billion)(?!\w))",
    re.IGNORECASE,
)
_LISTED: Final = re.compile(r"[.)]\s")


def worded(text: str, taken: bytearray, words: Iterable[tuple[int, str]]) -> Iterator[Found]:
    """Numbers and ordinals in words."""
    one = numbers.Amount(Decimal(1), Decimal(1))
    for match in _A_SIZE.finditer(text) if "illi" in text.lower() or "illó" in text else ():
        yield _marked(Reading(text, match, one).found(), taken)
    for at, word in words:
        if not taken[at] and (found := _word(text, at, word)) is not None:
            yield _marked(found, taken)
    for start, end, number in han_ranks(text):
        if not any(taken[start:end]):
            yield _marked(_ranked(text, start, end, number), taken)
    for match, amount in (*compounds(text), *han_numbers(text)):
        if not any(taken[match.start() : match.end()]):
            yield _marked(Reading(text, match, amount).found(), taken)


def _word(text: str, at: int, word: str) -> Found | None:
    """The number or ordinal in words that begins at `at`."""
    if word in numbers.ORDINALS and (match := numbers.ORDINAL_WORDS.match(text, at)):
        return _ranked(text, at, match.end(), numbers.ordinal(match))
    if word in numbers.NUMBER_WORDS and (match := numbers.WORDS.match(text, at)):
        amount = numbers.from_words(re.sub(r"\band\b", " ", match.group().lower()).strip())
        # "one" is a pronoun more often than a number.
        said = amount is not None and match.group().lower() not in ("one", "zero")
        return Reading(text, match, amount).found() if amount is not None and said else None
    if (rank := ranks(at, word)) is not None:
        return _ranked(text, at, *rank)
    number = spelled(text, at, word)
    return None if number is None else Reading(text, *number).found()
