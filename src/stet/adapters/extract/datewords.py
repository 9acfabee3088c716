"""Dates as people and machines write them. A date that could be read two ways is not a date here."""

import re
from collections.abc import Iterator
from datetime import date

_MONTHS = """
january february march april may june july august september october november december
jan feb mar apr may jun jul aug sep oct nov dec
januar februar märz april mai juni juli august september oktober november dezember
jänner feber mrz april mai juni juli august sept oktober november dezember
janvier février mars avril mai juin juillet août septembre octobre novembre décembre
enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre
gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre novembre dicembre
janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro dezembro
januari februari maart april mei juni juli augustus september oktober november december
stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października listopada grudnia
leden únor březen duben květen červen červenec srpen září říjen listopad prosinec
ledna února března dubna května června července srpna září října listopadu prosince
januar februar marts april maj juni juli august september oktober november december
tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta elokuuta syyskuuta lokakuuta marraskuuta joulukuuta
января февраля марта апреля мая июня июля августа сентября октября ноября декабря
ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık
ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie
január február március április május június július augusztus szeptember október november december
"""  # noqa: E501
MONTHS: dict[str, int] = {}
for _row in _MONTHS.strip().splitlines():
    for _number, _name in enumerate(_row.split(), start=1):
        # "listopad" is October in one language and November in another: a name of two months names none.
        MONTHS[_name] = _number if MONTHS.get(_name, _number) == _number else 0

_ISO = r"(?<!\d)(?P<y1>\d{4})(?P<s1>[-/.])(?P<m1>\d{1,2})(?P=s1)(?P<d1>\d{1,2})(?!\d)"
_CJK = r"(?<!\d)(?P<y2>\d{4})\s?[年년]\s?(?P<m2>\d{1,2})\s?[月월]\s?(?P<d2>\d{1,2})\s?[日일]"
_DAY_FIRST = (
    r"(?<!\d)(?P<d3>\d{1,2})(?:st|nd|rd|th|er|\.|º|°)?[\s\u00a0]{1,3}(?:(?:de|of|d')[\s\u00a0]{1,2})?"
    r"(?P<n3>[^\W\d_]{3,14})\.?,?[\s\u00a0]{1,3}(?:(?:de|del)[\s\u00a0]{1,2})?(?P<y3>\d{4})(?!\d)"
)
_MONTH_FIRST = (
    r"(?<![^\W\d_])(?P<n4>[^\W\d_]{3,14})\.?[\s\u00a0]{1,3}(?P<d4>\d{1,2})(?:st|nd|rd|th)?,?[\s\u00a0]{1,3}"
    r"(?P<y4>\d{4})(?!\d)"
)
_NUMBERS = r"(?<![\d./-])(?P<a5>\d{1,2})(?P<s5>[./-])(?P<b5>\d{1,2})(?P=s5)(?P<y5>\d{4})(?!\d)"
_DASHED = r"(?<!\d)(?P<d6>\d{1,2})-(?P<n6>[^\W\d_]{3,14})-(?P<y6>\d{4})(?!\d)"
_ANY = re.compile(f"{_ISO}|{_CJK}|{_DAY_FIRST}|{_MONTH_FIRST}|{_NUMBERS}|{_DASHED}")
_EITHER = re.compile(r"(?<![\d./-])(\d{1,2})([/-])(\d{1,2})\2(?:\d{4}|\d{2})(?!\d)")
_COMPACT = re.compile(r"(?P<y>(?:19|20)\d{2})(?P<m>\d{2})(?P<d>\d{2})(?:T?\d{4,6}Z?)?")


def parse_date(value: str) -> date | None:
    """The one date that `value` (a field, at most a line) states; None where it has none or two."""
    value = value.strip()[:200]
    if m := _COMPACT.fullmatch(value):
        return _date(m["y"], m["m"], m["d"])
    found = {day for _, _, day in find_dates(value)}
    return found.pop() if len(found) == 1 else None


def is_ambiguous(value: str) -> bool:
    """Whether `value` is numbers that can be read as two dates, the day or the month first: 05/06/2027."""
    m = _EITHER.search(value[:200])
    return m is not None and 1 <= int(m[1]) <= 12 and 1 <= int(m[3]) <= 12 and m[1] != m[3]


def find_dates(text: str) -> Iterator[tuple[int, int, date]]:
    """Start, end and value of each full date in `text`."""
    for m in _ANY.finditer(text):
        if (day := _of(m)) is not None:
            yield m.start(), m.end(), day


def _of(m: re.Match[str]) -> date | None:
    if m["y1"]:
        return _date(m["y1"], m["m1"], m["d1"])
    if m["y2"]:
        return _date(m["y2"], m["m2"], m["d2"])
    for year, name, day in (("y3", "n3", "d3"), ("y4", "n4", "d4"), ("y6", "n6", "d6")):
        if m[year]:
            month = MONTHS.get(m[name].lower(), 0)
            return _date(m[year], month, m[day])
    first, second = int(m["a5"]), int(m["b5"])
    if m["s5"] == "." or first > 12 or first == second:
        return _date(m["y5"], second, first)
    return _date(m["y5"], first, second) if second > 12 else None


def _date(year: str, month: str | int, day: str | int) -> date | None:
    try:
        return date(int(year), int(month), int(day))
    except ValueError:
        return None
