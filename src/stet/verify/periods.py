"""Parts of years in running text, and dates in Chinese numerals or years of a Japanese era.

Normal forms: `2026-Q3`, `2026-H1`, `2026-spring`; without a year `--Q3`.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from stet.verify.found import FoundDate
from stet.verify.spelled import han

_RANKS: Final = {
    1: "first 1st erste erstes ersten premier 1er primer 1 一",
    2: "second 2nd zweite zweites zweiten deuxième second segundo 2e 2 二",
    3: "third 3rd dritte drittes dritten troisième tercer 3e 3 三",
    4: "fourth 4th vierte viertes vierten quatrième cuarto 4e 4 四",
}
_RANK: Final = {word: rank for rank, words in _RANKS.items() for word in words.split()}
_ANY_RANK: Final = "|".join(sorted((word for word in _RANK if len(word) > 1), key=len, reverse=True))
_YEAR: Final = r"(?P<year>[12]\d{3}|['’]\d{2})(?!\d|/\d)"
_QUARTER: Final = re.compile(
    rf"(?<!\w)(?:(?:Q|T)(?P<q>[1-4])|(?P<word>{_ANY_RANK})[\s-](?:quarter|Quartals?|trimestre)|(?P<german>[1-4])\.\s?Quartal"
    rf"|第(?P<chinese>[1-4一二三四])(?:季度?|四半期))"
    rf"(?![a-zA-Z])(?:(?:\s(?:of|de|del))?(?:\sfiscal(?:\syear)?|\sFY)?[\s/-]{{0,2}}{_YEAR})?",
    re.IGNORECASE,
)
_HALF: Final = re.compile(
    rf"(?<!\w)(?:H(?P<h>[12])|(?P<word>{_ANY_RANK})[\s-](?:half|Halbjahrs?|semestre)|(?P<german>[12])\.\s?Halbjahr)(?![a-zA-Z])"
    rf"(?:\s(?:of|de|del))?[\s/-]{{0,2}}{_YEAR}",
    re.IGNORECASE,
)
_SEASONS: Final = {
    **dict.fromkeys(("spring", "frühjahr", "frühling", "printemps", "primavera"), "spring"),
    **dict.fromkeys(("summer", "sommer", "été", "verano"), "summer"),
    **dict.fromkeys(("autumn", "fall", "herbst", "automne", "otoño"), "autumn"),
    **dict.fromkeys(("winter", "hiver", "invierno"), "winter"),
}
_SEASON: Final = re.compile(
    rf"(?<!\w)(?P<season>{'|'.join(_SEASONS)})(?:\s(?:of|de|del))?,?\s(?P<year>[12]\d{{3}})(?!\d|[/.,]\d)",
    re.IGNORECASE,
)
PERIOD_WORDS: Final = frozenset(
    "quarter quartal quartals trimestre half halbjahr halbjahrs semestre".split()
) | frozenset(_SEASONS)
_LETTERS: Final = frozenset("QqTtHh")
_NUMERAL: Final = "〇零一二三四五六七八九十"
_HAN: Final = re.compile(
    rf"(?:(?P<year>[〇零一二三四五六七八九]{{4}})年)?(?:(?P<month>[{_NUMERAL}]{{1,3}})月(?:(?P<day>[{_NUMERAL}]{{1,3}})[日号])?)?"
)
_HAN_START: Final = re.compile(rf"(?<![{_NUMERAL}])[{_NUMERAL}]{{1,4}}[年月]")
# First year of the era less one (Imperial Household Law; Era Name Act of 1979).
_ERAS: Final = {
    "令和": 2018,
    "平成": 1988,
    "昭和": 1925,
    "大正": 1911,
    "明治": 1867,
    "民國": 1911,
    "民国": 1911,
}
_ERA: Final = re.compile(
    rf"(?P<era>{'|'.join(_ERAS)})(?P<year>元|\d{{1,3}}|[{_NUMERAL}]{{1,3}})年(?:(?P<month>\d{{1,2}}|[{_NUMERAL}]{{1,3}})月"
    rf"(?:(?P<day>\d{{1,2}}|[{_NUMERAL}]{{1,3}})日)?)?"
)
_CJK: Final = re.compile(r"[年月]")


def periods(text: str, digits: Iterable[int], words: Iterable[tuple[int, str]]) -> Iterator[FoundDate]:
    """Quarters, halves and seasons of `text`, and its dates in Chinese numerals and Japanese eras.

    `digits` are the offsets where a run of digits begins; `words` the offsets of words that are in `PERIOD_WORDS`.
    """
    named = any(word in PERIOD_WORDS for _, word in words) or "季" in text or "四半期" in text
    if named or any(text[at - 1 : at] in _LETTERS for at in digits if at):
        for match in _QUARTER.finditer(text):
            rank = match["q"] or match["german"] or _RANK[(match["word"] or match["chinese"]).lower()]
            yield FoundDate(match.start(), match.end(), f"{_year(match['year']) or '-'}-Q{rank}")
        for match in _HALF.finditer(text):
            rank = match["h"] or match["german"] or _RANK[match["word"].lower()]
            if int(rank) < 3:
                yield FoundDate(match.start(), match.end(), f"{_year(match['year'])}-H{rank}")
        for match in _SEASON.finditer(text):
            yield FoundDate(
                match.start(), match.end(), f"{match['year']}-{_SEASONS[match['season'].lower()]}"
            )
    if not text.isascii() and _CJK.search(text):
        yield from _han(text)


def _year(written: str | None) -> str | None:
    return f"20{written[1:]}" if written and not written[0].isdigit() else written


def _han(text: str) -> Iterator[FoundDate]:
    for start in _HAN_START.finditer(text):
        match = _HAN.match(text, start.start())
        if match is not None and match.end() > match.start():
            year = _number(match["year"])
            yield from _written(match, year)
    for match in _ERA.finditer(text):
        number = 1 if match["year"] == "元" else _number(match["year"])
        if number:
            yield from _written(match, _ERAS[match["era"]] + number)


def _written(match: re.Match[str], year: int | None) -> Iterator[FoundDate]:
    month, day = _number(match["month"]), _number(match["day"])
    if month is None and year is None:
        return
    normal = str(year) if month is None else iso(year, month, day)
    if normal is not None:
        yield FoundDate(match.start(), match.end(), normal)


def _number(written: str | None) -> int | None:
    if written is None:
        return None
    return int(written) if written.isdigit() else han(written)


_LENGTHS: Final = (31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)


def iso(year: int | None, month: int, day: int | None) -> str | None:
    """The normal form of a date, or None where there is no such day."""
    if not 1 <= month <= 12 or not (day is None or 1 <= day <= _LENGTHS[month - 1]):
        return None
    leap = year is None or (year % 4 == 0 and (year % 100 != 0 or year % 400 == 0))
    if (month, day) == (2, 29) and not leap:
        return None
    text = f"{month:02}" if day is None else f"{month:02}-{day:02}"
    return f"{year:04}-{text}" if year else f"--{text}"


_MONTHS_OF: Final = {
    "spring": range(2, 7), "summer": range(5, 10), "autumn": range(8, 13), "winter": (11, 12, 1, 2, 3),
}  # fmt: skip
_SOUTH: Final = {"spring": "autumn", "summer": "winter", "autumn": "spring", "winter": "summer"}


def in_period(period: str, month: int) -> bool:
    """Whether a month may lie in `Q3`, `H1` or a season; of seasons, on either half of the earth."""
    if period in _MONTHS_OF:
        return month in _MONTHS_OF[period] or month in _MONTHS_OF[_SOUTH[period]]
    length = 3 if period[0] == "Q" else 6
    return period[1:].isdigit() and (month - 1) // length + 1 == int(period[1:])
