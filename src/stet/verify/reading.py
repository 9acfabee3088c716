"""One number in a text, and the percent sign, currency, magnitude or unit written around it."""

import re
from decimal import Decimal
from functools import cache
from typing import Final

from stet.verify import numbers
from stet.verify.bounds import bound_after, bound_before
from stet.verify.found import Found, Kind, normal_amount
from stet.verify.units import CURRENCIES, MINOR, Unit, currency_after, currency_before, unit_pattern, units

_PERCENT: Final = re.compile(
    r"[\s\u00a0\u202f-]{0,2}(?:(?P<points>percentage[\s-]points?|per cent points?|%[\s-]points?|pp(?!\w)"
    r"|Prozentpunkten?|Prozentpunkte?|points? de pourcentage"
    r"|puntos? porcentuale?s?|个百分点|個百分點|(?:パーセント)?ポイント)"
    r"|(?P<basis>basis points?|bps(?!\w)|‱)|(?P<mille>‰|per mille)"
    r"|(?P<percent>[%％﹪]|per[\s-]?cent(?:age)?(?!\w)|pct(?!\w)|Prozent(?!\w)|pour cent(?!\w)"
    r"|por ciento(?!\w)|パーセント))"
)
_ORDINAL: Final = re.compile(r"(?:st|nd|rd|th|º|ª)(?!\w)")
_YEAR: Final = re.compile(r"(?:1[0-9]|20|21)\d\d")
_COUNTED: Final = re.compile(r"[\s\u00a0](?:people|persons|men|women|children|of the|[a-zà-ÿ]{3,}s)\b")
_DECADE: Final = re.compile(r"['’]?s(?!\w)")
_FISCAL: Final = re.compile(r"(?:FY|fiscal(?:\syear)?|GJ)[\s-]?$")
_DATED: Final = re.compile(
    r"\b(?:in|since|by|until|of|from|year|early|late|mid|before|after|during|the)[\s-]$", re.IGNORECASE
)
_PLURALS: Final = frozenset(
    {
        "years",
        "was",
        "this",
        "his",
        "its",
        "has",
        "does",
        "as",
        "is",
        "us",
        "thus",
        "across",
        "versus",
        "plus",
    }
)


# A German "Billion" is an English trillion.
_GERMAN_COUNT: Final = re.compile(r"\s(?:Euro|Franken|Dollar|Kronen|Yen|Tonnen)(?!\w)")
_CONTINENTAL: Final = frozenset(
    "millones Millionen Mio Mio. Mrd Mrd. Milliarden milliards billones Billionen mil Tausend Tsd Tsd.".split()
)
_VULGAR: Final = {"½": "0.5", "¼": "0.25", "¾": "0.75", "⅓": "0.3333", "⅔": "0.6667", "⅛": "0.125"}
_NEXT_WORD: Final = re.compile(r"[\s\u00a0\u202f-]?([^\W\d_]+|\S)")


@cache
def _followers() -> frozenset[str]:
    """The first words of all that may be written after a number: units, currencies, magnitudes, percent."""
    phrases = (*units(), *CURRENCIES, *numbers.MAGNITUDES, *numbers.MONEY_MAGNITUDES)
    first = {match.group() for phrase in phrases if (match := re.match(r"[^\W\d_]+", phrase))}
    return frozenset(
        first
        | set(
            "percentage per percent pct pp Prozent Prozentpunkte Prozentpunkten pour por points point puntos "
            "punto basis bps de d".split()
        )
    )


def _may_follow(text: str, end: int) -> bool:
    """Whether what stands after a number is worth a closer look; most often it is an ordinary word."""
    match = _NEXT_WORD.match(text, end)
    if match is None:
        return False
    word = match[1]
    return word in _followers() or not word.isalpha() or word[0] >= "\u3000"


class Reading:
    """One number and what is written around it."""

    def __init__(self, text: str, match: re.Match[str], amount: numbers.Amount) -> None:
        self.text, self.match, self.amount = text, match, amount
        self.bound = bound_before(text, match.start())
        self.start, self.end = match.span()
        self.kind, self.unit = Kind.NUMBER, ""
        self.scale = Decimal(1)
        power = numbers.POWER.match(text, self.start)
        if power is not None:
            self.amount, self.end = numbers.power(power), power.end()
        part = _VULGAR.get(text[self.end : self.end + 1])
        if part is not None and amount.step == 1:
            step = Decimal(1).scaleb(2 - len(part))
            self.amount, self.end = numbers.Amount(amount.value + Decimal(part), step), self.end + 1
        self._sign()
        self._around()

    @property
    def plain(self) -> bool:
        """Whether nothing is written after the number; a currency before it does not count."""
        return self.end == self.match.end() and self.kind in (Kind.NUMBER, Kind.MONEY)

    def _sign(self) -> None:
        sign = self.text[self.start - 1 : self.start]
        before = self.text[self.start - 2 : self.start - 1]
        if sign and sign in "-−+" and (not before or before.isspace() or before in "(~≈<>"):
            self.start -= 1
            if sign != "+":
                self.amount = self.amount._replace(value=-self.amount.value, also=None)

    def _around(self) -> None:
        before = self.text[max(0, self.start - 6) : self.start]
        if before and not before[-1].isdigit() and (money := currency_before().search(before)):
            self.kind, self.unit = Kind.MONEY, CURRENCIES[money["currency"]]
            self.start -= len(before) - money.start()
        if not _may_follow(self.text, self.end):
            return
        self._magnitude()
        if self.kind is Kind.NUMBER:
            self._after()

    def _magnitude(self) -> None:
        found = numbers.MAGNITUDE.match(self.text, self.end)
        sizes = numbers.MAGNITUDES
        if found is None:
            short = numbers.MONEY_MAGNITUDE.match(self.text, self.end)
            if short and (self.kind is Kind.MONEY or currency_after().match(self.text, short.end())):
                found, sizes = short, numbers.MONEY_MAGNITUDES
        elif found.group() in (" k", " K") and self.kind is not Kind.MONEY:
            found = None
        if found is not None:
            word = found["word"] or found["cjk"]
            self.scale, self.end = Decimal(sizes[word]), found.end()
            if word in _CONTINENTAL and self.amount.also is not None and "." in self.match.group():
                # "3.500 millones" has no decimals: the point groups.
                self.amount = numbers.Amount(self.amount.also, Decimal(1))
            if word == "Billion" and _GERMAN_COUNT.match(self.text, self.end):
                self.scale *= 1000

    def _after(self) -> None:
        if _YEAR.fullmatch(self.match.group()) and _DECADE.match(self.text, self.end):
            return
        percent = _PERCENT.match(self.text, self.end)
        if percent is not None:
            self.end = percent.end()
            self.kind = Kind.POINTS if percent["points"] or percent["basis"] else Kind.PERCENT
            self.unit = "points" if self.kind is Kind.POINTS else "%"
            self.scale *= Decimal("0.01") if percent["basis"] else Decimal("0.1") if percent["mille"] else 1
            return
        money = currency_after().match(self.text, self.end)
        if money is not None:
            written = money["currency"] or money["cjk"]
            self.kind, self.end = Kind.MONEY, money.end()
            self.unit = CURRENCIES.get(written) or CURRENCIES[_spaced(written)]
            self.scale *= Decimal("0.01") if written in MINOR else 1
            return
        unit = unit_pattern().match(self.text, self.end)
        if unit is not None and not self._misread(unit):
            self.kind, self.unit, self.end = Kind.QUANTITY, _unit(unit).name, unit.end()

    def _misread(self, unit: re.Match[str]) -> bool:
        """Short symbols are words too: "5 in the morning", "3 a", "10 t"; "2024 s"."""
        written = unit["unit"] or ""
        if written in ("in", "an", "ans", "st", "B", "K", "C") and unit.group()[:1] != "-":
            return written in ("in", "an", "st") or self.text[unit.end() : unit.end() + 1].isalnum()
        return written == "second" and not unit.group().startswith("-") and self.amount.value != 1

    def found(self) -> Found:
        """The value that is read: an ordinal, a year, or the number with its scale and unit."""
        if self.kind is Kind.NUMBER and self.scale == 1:
            special = self._ordinal() or self._year()
            if special is not None:
                return special
        bound = self.bound or bound_after(self.text, self.end)
        value, step = self.amount.value * self.scale, self.amount.step * self.scale
        also = (
            ""
            if self.amount.also is None
            else normal_amount(self.kind, self.amount.also * self.scale, self.unit)
        )
        return Found(
            self.kind, self.start, self.end, self.text[self.start : self.end],
            normal_amount(self.kind, value, self.unit),
            value, step, self.unit, also, bound,
        )  # fmt: skip

    def like(self, other: "Reading") -> Found:
        """This number with the unit and magnitude of the other end of its range."""
        if other.kind is not Kind.NUMBER:
            self.kind, self.unit = other.kind, other.unit
        if self.scale == 1:
            self.scale = other.scale
        return self.found()

    def priced_like(self, other: "Reading") -> None:
        """Take the currency that is written before the other end of the range."""
        if other.kind is Kind.MONEY and self.kind is Kind.NUMBER:
            self.kind, self.unit = other.kind, other.unit

    def _ordinal(self) -> Found | None:
        ending = _ORDINAL.match(self.text, self.end)
        if ending is None or self.amount.step != 1:
            return None
        exact = self.text[self.start : ending.end()]
        return Found(
            Kind.ORDINAL, self.start, ending.end(), exact, f"#{self.amount.value}", self.amount.value
        )

    def _year(self) -> Found | None:
        written = self.match.group()
        if not _YEAR.fullmatch(written) or self.start != self.match.start():
            return None
        if _DECADE.match(self.text, self.end):
            end = self.end + self.text[self.end : self.end + 3].index("s") + 1
            return Found(
                Kind.DATE, self.start, end, self.text[self.start : end], f"{written}s", self.amount.value
            )
        before = self.text[max(0, self.start - 14) : self.start]
        counted = _COUNTED.match(self.text, self.end)
        if counted and counted.group().strip() not in _PLURALS and not _DATED.search(before):
            return None
        fiscal = _FISCAL.search(before)
        start = self.start - (len(fiscal.group()) if fiscal else 0)
        return Found(
            Kind.DATE,
            start,
            self.end,
            self.text[start : self.end],
            written,
            self.amount.value,
            bound=self.bound,
        )


def _spaced(written: str) -> str:
    return re.sub(r"[\s-]", " ", written)


def _unit(match: re.Match[str]) -> Unit:
    return units()[_spaced(match["unit"] or match["cjk"])]
