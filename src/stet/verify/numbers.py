"""Numbers as they are written: digits in the common groupings, magnitudes, and words."""

import re
from decimal import Decimal
from typing import Final, NamedTuple

NUMBER: Final = re.compile(
    r"\d{1,3}(?:[ \u00a0\u2009\u202f'’]\d{3}(?!\d)){1,6}(?:[.,]\d{1,12})?(?![\d])|\d+(?:[.,·]\d+)*"
)
_SPACES: Final = re.compile(r"[ \u00a0\u2009\u202f'’]")


class Amount(NamedTuple):
    """A number: its value, the value of its last written digit, and what it is if "." and "," mean the opposite."""

    value: Decimal
    step: Decimal
    also: Decimal | None = None


_MOST_DIGITS: Final = 40


def parse(written: str) -> Amount | None:
    """The amount of digits as written ("1,234.5", "1.234,5", "35 000 000", "3,5"); None for "1.2.3" and the like."""
    text = _SPACES.sub("", written).replace("·", ".")
    if len(text) > _MOST_DIGITS:
        return None
    marks = [char for char in text if char in ".,"]
    if not marks:
        return Amount(Decimal(text), Decimal(1))
    groups = re.split(r"[.,]", text)
    if len(set(marks)) == 2:
        return _decimal(text, marks[-1]) if marks.count(marks[-1]) == 1 else None
    if len(marks) > 1:
        grouped = 1 <= len(groups[0]) <= 3 and all(len(group) in (2, 3) for group in groups[1:-1])
        return Amount(Decimal("".join(groups)), Decimal(1)) if grouped and len(groups[-1]) == 3 else None
    as_decimal = _decimal(text, marks[0])
    if len(groups[1]) != 3 or len(groups[0]) > 3 or groups[0].startswith("0"):
        return as_decimal
    grouped = Amount(Decimal("".join(groups)), Decimal(1))
    if groups[1] == "000":
        return grouped
    # "1,234" is read the English way first, "1.234" as a decimal; each keeps the other reading.
    first, second = (grouped, as_decimal) if marks[0] == "," else (as_decimal, grouped)
    return first._replace(also=second.value)


def _decimal(text: str, mark: str) -> Amount:
    whole, part = text.rsplit(mark, 1)
    return Amount(Decimal(f"{re.sub('[.,]', '', whole)}.{part}"), Decimal(1).scaleb(-len(part)))


MAGNITUDES: Final = {
    **dict.fromkeys(("thousand", "thousands", "Tausend", "tausend", "Tsd", "Tsd.", "mille", "mil",
    "k", "K", "千"), 10**3),
    **dict.fromkeys(("million", "millions", "Million", "Millionen", "Mio", "Mio.", "mio", "mn",
    "mln", "millón", "millones"), 10**6),
    **dict.fromkeys(("billion", "Billion", "billions", "bn", "Bn", "bln", "Milliarde", "Milliarden", "Mrd",
    "Mrd.", "milliard"), 10**9),
    **dict.fromkeys(("milliards", "mil millones"), 10**9),
    **dict.fromkeys(("trillion", "trillions", "tn", "Billionen", "billón", "billones"), 10**12),
    **dict.fromkeys(("hundred", "hundreds"), 100), **dict.fromkeys(("dozen", "dozens"), 12),
    **dict.fromkeys(("万", "萬"), 10**4), **dict.fromkeys(("亿", "億"), 10**8), "百万": 10**6,
    "十亿": 10**9, "兆": 10**12,
    "lakh": 10**5, "lakhs": 10**5, "crore": 10**7, "crores": 10**7,
}  # fmt: skip
# Short for a million or billion only beside a currency: "5 m" is a length.
MONEY_MAGNITUDES: Final = {"m": 10**6, "M": 10**6, "b": 10**9, "B": 10**9, "t": 10**12, "T": 10**12}


def _pattern(words: dict[str, int]) -> str:
    return "|".join(re.escape(word) for word in sorted(words, key=len, reverse=True))


_LATIN: Final = {word: size for word, size in MAGNITUDES.items() if word[0] < "\u3000"}
_CJK: Final = {word: size for word, size in MAGNITUDES.items() if word[0] >= "\u3000"}
# "10^25", "3.2 × 10²⁵": matched where the first digits begin.
POWER: Final = re.compile(
    r"(?:(?P<factor>\d{1,12}(?:[.,]\d{1,12})?)\s?[×x·*]\s?)?10\s?(?:\^\s?(?P<exponent>[-−]?\d{1,3})|(?P<raised>⁻?[⁰¹²³⁴⁵⁶⁷⁸⁹]{1,3}))(?!\w)"
)
_RAISED: Final = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹⁻−", "0123456789--")


def power(match: re.Match[str]) -> Amount:
    """The amount of a power of ten with its factor."""
    exponent = int((match["exponent"] or match["raised"]).translate(_RAISED))
    factor = parse(match["factor"]) if match["factor"] else None
    value, step = (factor.value, factor.step) if factor else (Decimal(1), Decimal(1))
    return Amount(value.scaleb(exponent), step.scaleb(exponent))


MAGNITUDE: Final = re.compile(
    rf"[\s\u00a0\u202f-]?(?:(?P<word>{_pattern(_LATIN)})(?!\w)|(?P<cjk>{_pattern(_CJK)}))"
)
MONEY_MAGNITUDE: Final = re.compile(rf"[\s\u00a0\u202f]?(?P<word>{_pattern(MONEY_MAGNITUDES)})(?!\w)")


_EN: Final = (
    "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen "
    "eighteen nineteen"
)
_TENS: Final = "twenty thirty forty fifty sixty seventy eighty ninety"
_WORDS: Final = {
    **{word: value for value, word in enumerate(_EN.split())},
    **{word: 10 * value for value, word in enumerate(_TENS.split(), 2)},
}  # fmt: skip
_SCALES: Final = {
    "hundred": 100,
    "thousand": 10**3,
    "million": 10**6,
    "billion": 10**9,
    "trillion": 10**12,
    "dozen": 12,
}
_ANY: Final = "|".join(sorted((*_WORDS, *_SCALES), key=len, reverse=True))
WORDS: Final = re.compile(
    rf"(?<!\w)(?<![^\W\d_]-)(?:{_ANY})(?:(?:[\s-]|\s+and\s+)(?:{_ANY})){{0,8}}(?![\w])",
    re.IGNORECASE,
)

_ORDINAL_WORDS: Final = {
    word: value
    for value, word in enumerate(
        "first second third fourth fifth sixth seventh eighth ninth tenth eleventh twelfth thirteenth "
        "fourteenth fifteenth "
        "sixteenth seventeenth eighteenth nineteenth twentieth".split(),
        1,
    )
} | {"thirtieth": 30, "fortieth": 40, "fiftieth": 50, "hundredth": 100}
ORDINAL_WORDS: Final = re.compile(
    rf"(?<![\w-])(?:(?P<tens>{'|'.join(_TENS.split())})-)?(?P<ordinal>{'|'.join(_ORDINAL_WORDS)})(?![\w-])",
    re.IGNORECASE,
)

NUMBER_WORDS: Final = frozenset((*_WORDS, *_SCALES))
ORDINALS: Final = frozenset(_ORDINAL_WORDS) | frozenset(_TENS.split())


def from_words(written: str) -> Amount | None:
    """The amount of an English number in words."""
    total = current = 0
    step = 1
    for word in re.split(r"[\s-]+", written.lower()):
        if word in _WORDS:
            value = _WORDS[word]
            # "twenty five" adds up; "five ten" are two numbers.
            if current % 100 and not (20 <= current % 100 <= 90 and current % 10 == 0 and 0 < value < 10):
                return None
            current, step = current + value, 1
        elif word in _SCALES:
            step = _SCALES[word]
            current = (current or 1) * step
            if step > 100:
                total, current = total + current, 0
        elif word == "half":
            return None
    return Amount(Decimal(total + current), Decimal(step))


def ordinal(match: re.Match[str]) -> int:
    """The number of an ordinal in words."""
    tens = _WORDS[match["tens"].lower()] if match["tens"] else 0
    return tens + _ORDINAL_WORDS[match["ordinal"].lower()]
