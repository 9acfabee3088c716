"""Fractions in words as shares of a hundred: "half of", "two-thirds of", "one in five", "三分之一"."""

import re
from collections.abc import Iterable, Iterator
from decimal import Decimal
from typing import Final

from stet.verify.found import Found, Kind, normal_amount
from stet.verify.spelled import han

_WHOLE: Final = {
    **dict.fromkeys(("half", "halves", "hälfte", "moitié", "mitad"), 2),
    **dict.fromkeys(("third", "thirds", "drittel", "tiers", "tercio", "tercios", "terceras"), 3),
    **dict.fromkeys(("quarter", "quarters", "viertel", "quart", "quarts", "cuartas"), 4),
    **dict.fromkeys(("fifth", "fifths", "fünftel", "quintas"), 5),
    **dict.fromkeys(("sixth", "sixths"), 6), **dict.fromkeys(("eighth", "eighths"), 8),
    **dict.fromkeys(("tenth", "tenths", "zehntel"), 10),
}  # fmt: skip
_COUNT: Final = {
    word: value
    for value, words in enumerate(
        (
            "a an one ein eine une un una la die der le",
            "two zwei deux dos",
            "three drei trois tres",
            "four vier quatre cuatro",
        ),
        1,
    )
    for word in words.split()
} | {"five": 5, "six": 6, "seven": 7, "eight": 8, "nine": 9, "ten": 10}
PART_OF: Final = frozenset(_WHOLE)
_BEFORE: Final = re.compile(rf"(?<!\w)(?P<count>{'|'.join(_COUNT)}|\d)[\s-]$", re.IGNORECASE)
# "half of", "half the": "half an hour", "a quarter of an hour" and "the second half of 2024" are times.
_AFTER: Final = re.compile(
    r"\s(?:of|the|all|its|their|his|her|der|des|aller|von|de|des|du|d['’]|partes de)(?!\w)"
    r"(?!\s(?:an?|the|this|last)\s(?:hour|century|day|year|mile|decade|month|season|match|game|\d)|\s[12]\d{3}"
    r"|\s(?:the|last|this|his|her|their|its)?\s?(?:day|year|season|match|game|century|decade))",
    re.IGNORECASE,
)
# "reduced by a fifth.", "a third less": no "of", but "by a third party" is none.
_LEAD: Final = re.compile(
    r"(?<!\w)(?:by|to|only|about|around|nearly|almost|roughly|exactly|over|under|than|um|auf|fast|rund|de|d'|en|à)\s?$",
    re.IGNORECASE,
)
_ALONE: Final = re.compile(
    r"\s?(?:$|[.,;:!?)\]]|[\"”’])|\s(?:from|to|in|on|at|for|over|since|during|compared|when|if|and|or|as|with|between|because|this"
    r"|last|each|every|until|after|before|per)(?!\w)",
    re.IGNORECASE,
)
_THAN: Final = re.compile(
    r"\s(?:less|more|lower|higher|fewer|cheaper|dearer|longer|shorter|weniger|mehr)(?!\w)"
)
_MILLION: Final = re.compile(r"\sa\s(?P<size>million|billion|dozen)(?!\w)", re.IGNORECASE)
_SIZE: Final = {"million": 10**6, "billion": 10**9, "dozen": 12}
_RANKED: Final = re.compile(
    r"(?<!\w)(?:first|second|third|last|latter|other|final|top|bottom|northern|southern)[\s-]$", re.IGNORECASE
)
_AMONG: Final = re.compile(
    r"(?<![\w.,-])(?P<count>one|two|three|four|five|six|seven|eight|nine|\d{1,2})\s(?:in|out\sof)\s(?:every\s)?"
    r"(?P<whole>two|three|four|five|six|seven|eight|nine|ten|\d{1,3})(?![\w.,%/:])(?=\s[a-z])(?!\s(?:days?|hours?|weeks?"
    r"|months?|years?|minutes?|seconds?|decades?|innings|overs|games|matches|or|to|and|of|parts?|attempts|tries|consecutive|straight)\b)",
    re.IGNORECASE,
)
_NUMERAL: Final = r"\d{1,4}(?:\.\d{1,4})?|[〇零一二三四五六七八九十百两]{1,6}"
_HAN: Final = re.compile(rf"(?P<whole>百|{_NUMERAL})分[之の](?P<count>{_NUMERAL})|(?P<half>一半|半数|半分)")


def parts(text: str, words: Iterable[tuple[int, str]]) -> Iterator[Found]:
    """The fractions of `text`; `words` are the offsets of words in `PART_OF`, with the word in lower case."""
    for at, word in words:
        if word in _WHOLE and (found := _named(text, at, word)) is not None:
            yield found
    if " in " in text or " out of " in text:
        for match in _AMONG.finditer(text):
            count, whole = _count(match["count"]), _count(match["whole"])
            if 0 < count < whole:
                yield _share(text, match.start(), match.end("whole"), Decimal(count) / whole)
    if not text.isascii():
        yield from _written_han(text)


def _named(text: str, at: int, word: str) -> Found | None:
    end, whole = at + len(word), _WHOLE[word]
    if whole == 2 and (size := _MILLION.match(text, end)):
        number = Decimal(_SIZE[size["size"].lower()]) / 2
        return Found(
            Kind.NUMBER, at, size.end(), text[at : size.end()], normal_amount(Kind.NUMBER, number, ""), number
        )
    before = _BEFORE.search(text, max(0, at - 8), at)
    # "two-thirds majority" needs no "of".
    plural = before is not None and word.endswith("s") and before["count"] not in ("le", "die", "der")
    if not plural and ((before is None and whole != 2) or not _is_part(text, before, end)):
        return None
    if _RANKED.search(text, max(0, at - 10), at):
        return None
    count = _count(before["count"]) if before else 1
    if count >= whole:
        return None
    return _share(text, before.start("count") if before and whole != 2 else at, end, Decimal(count) / whole)


def _is_part(text: str, before: re.Match[str] | None, end: int) -> bool:
    """Whether the words around a fraction say that it is one of something, and no rank or span of time."""
    if _AFTER.match(text, end):
        return True
    if before is None or _count(before["count"]) != 1:
        return False
    start = before.start("count")
    led = _LEAD.search(text, max(0, start - 10), start) is not None and _ALONE.match(text, end) is not None
    return led or _THAN.match(text, end) is not None


def _count(word: str) -> int:
    low = word.lower()
    return _COUNT[low] if low in _COUNT else int(word)


def _share(text: str, start: int, end: int, part: Decimal) -> Found:
    percent = (part * 100).quantize(Decimal("0.01"))
    # A fraction in words is seldom meant to the digit.
    normal = normal_amount(Kind.PERCENT, percent, "%")
    return Found(Kind.PERCENT, start, end, text[start:end], normal, percent, Decimal(1), "%", bound="~")


def _written_han(text: str) -> Iterator[Found]:
    for match in _HAN.finditer(text):
        if match["half"]:
            yield _share(text, match.start(), match.end(), Decimal("0.5"))
            continue
        whole = 100 if match["whole"] == "百" else _value(match["whole"])
        count = _value(match["count"])
        if not whole or count is None:
            continue
        found = _share(text, match.start(), match.end(), Decimal(count) / Decimal(whole))
        yield found if whole != 100 else found._replace(bound="")


def _value(written: str) -> Decimal | None:
    if written[0].isdigit():
        return Decimal(written)
    number = han(written)
    return None if number is None else Decimal(number)
