"""Whether a number is meant as more than, less than or about: "more than 500", "500 or fewer", "不到500"."""

import re
from typing import Final

_BOUND: Final = re.compile(
    r"(?:(?P<most>\b(?:no|not|never)\s(?:more|greater|higher|longer|larger|later)\sthan"
    r"|nicht mehr als|pas plus de|no más de)\s"
    r"|(?P<least>\b(?:no|not)\s(?:less|fewer|lower|shorter|smaller)\sthan"
    r"|nicht weniger als|pas moins de|no menos de)\s"
    r"|(?P<about>\b(?:about|around|approximately|approx\.?|roughly|nearly|almost|some|circa|ca\.|c\."
    r"|rund|etwa|ungefähr|fast|environ|près de"
    r"|cerca de|unos|aproximadamente|casi)\s|[~≈]|约|大约|約)|(?P<more>\b(?:more than|over|above|at least"
    r"|exceeding|exceeds?|exceeded|upwards of|greater than|longer than|higher than|larger than|minimum of"
    r"|mehr als|über|mindestens"
    r"|plus de|au moins|más de|al menos)\s|[>≥]\s?|超过|超過|至少|逾)"
    r"|(?P<less>\b(?:less than|under|below|fewer than|at most"
    r"|up to|shorter than|lower than|smaller than|maximum of|weniger als|unter|höchstens|bis zu"
    r"|moins de|au plus|menos de|como máximo)\s"
    r"|[<≤]\s?|不到|少于|不足|至多))"
    r"(?:the\s|an?\s|[$€£¥]|EUR\s|USD\s)?$",
    re.IGNORECASE,
)
_LAST_WORD: Final = re.compile(r"(?:[^\W\d_]+|\S)\.?\s?$")
_BEFORE_BOUND: Final = frozenset(
    "about around approximately approx roughly nearly almost some circa ca c rund etwa ungefähr fast environ de unos "
    "aproximadamente casi than over above least exceeding exceed exceeds exceeded of als über mindestens plus moins "
    "under below most to unter zu höchstens máximo menos the a an eur usd 约 大约 約 超过 超過 "
    "至少 逾 不到 少于 不足 至多".split()
)  # fmt: skip
# Where a number follows CJK text the word before it is a whole clause.
_CJK: Final = re.compile(r"[\u3000-\u9fff]$")
_AFTER: Final = re.compile(
    r"(?:\s(?:[^\W\d_]+\s)?(?:or|oder|ou|o)\s(?:(?P<more>more|mehr|above|greater|longer|older|higher|over|plus|más)"
    r"|(?P<less>less|fewer|weniger|below|under|younger|shorter|lower|moins|menos))(?!\w)(?!\sthan)"
    r"|[人名年歳个個件円元]?(?:(?P<upwards>以上|を超える)|(?P<downwards>以下|未満|以内|を下回る)))"
)
_OPPOSITE: Final = {">": "<", "<": ">"}
_SAID: Final = {">": "more than or at least", "<": "less than or at most"}


def bound_before(text: str, start: int) -> str:
    """Give ">", "<" or "~" for the words before a number at `start`; "" where it is meant as it stands."""
    last = _LAST_WORD.search(text, max(0, start - 28), start)
    if last is None:
        return ""
    word = last.group().strip()
    if word.lower() not in _BEFORE_BOUND and word.isalpha() and not _CJK.search(word):
        return ""
    before = _BOUND.search(text[max(0, start - 28) : start])
    if before is None:
        return ""
    if before["about"]:
        return "~"
    return ">" if before["more"] or before["least"] else "<"


def bound_after(text: str, end: int) -> str:
    """Give ">" or "<" for the words after a number that ends at `end` ("12 or more", "500以上"), else ""."""
    if text[end : end + 1] not in _FOLLOWS:
        return ""
    after = _AFTER.match(text, end)
    if after is None:
        return ""
    return ">" if after["more"] or after["upwards"] else "<"


_FOLLOWS: Final = frozenset(" 人名年歳个個件円元以未を")


def opposed(one: str, other: str) -> bool:
    """Whether two bounds exclude each other: more than against less than."""
    return _OPPOSITE.get(one) == other


def bound_words(bound: str) -> str:
    """A bound in words for a reader."""
    return _SAID[bound]
