"""Amounts in running text: every number in digits or words, and the ends of ranges that share what is written once."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final

from stet.verify import numbers
from stet.verify.found import Found, Kind, normal_amount
from stet.verify.reading import Reading

_CJK_PERCENT: Final = re.compile(r"百分之(?P<number>\d+(?:\.\d+)?)")
_RANGE: Final = re.compile(r"\s?[-–—~～]\s?(?=[\d$€£])|-?\s(?:to|and|or|bis|und|à|et|a|y)\s(?=[\d$€£])")
_BETWEEN: Final = re.compile(
    r"\b(?:between|from|zwischen|von|entre|de)\s(?:[$€£¥]|EUR\s|USD\s)?$", re.IGNORECASE
)


def amounts(text: str, taken: bytearray) -> Iterator[Found]:
    """Numbers in digits, each with what stands around it."""
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


_LISTED: Final = re.compile(r"[.)]\s")


def worded(text: str, taken: bytearray, words: Iterable[tuple[int, str]]) -> Iterator[Found]:
    """Numbers and ordinals in words."""
    for at, word in words:
        if taken[at]:
            continue
        if word in numbers.ORDINALS and (match := numbers.ORDINAL_WORDS.match(text, at)):
            number = Decimal(numbers.ordinal(match))
            yield _marked(Found(Kind.ORDINAL, at, match.end(), match.group(), f"#{number}", number), taken)
        elif word in numbers.NUMBER_WORDS and (match := numbers.WORDS.match(text, at)):
            amount = numbers.from_words(re.sub(r"\band\b", " ", match.group().lower()).strip())
            # "one" is a pronoun more often than a number.
            if amount is not None and match.group().lower() not in ("one", "zero"):
                yield _marked(Reading(text, match, amount).found(), taken)
    for match in _CJK_PERCENT.finditer(text):
        number = Decimal(match["number"])
        yield Found(
            Kind.PERCENT,
            match.start(),
            match.end(),
            match.group(),
            normal_amount(Kind.PERCENT, number, "%"),
            number,
            unit="%",
        )
