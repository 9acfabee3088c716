"""Units of measure and currencies, as they are written after or before a number.

Factors are exact by definition (SI brochure, 9th edition; NIST Special Publication 811, appendix B).
"""

import re
from decimal import Decimal
from functools import cache
from typing import Final, NamedTuple


class Unit(NamedTuple):
    """A unit: `name` as shown, what it measures, and how to reach the base unit: `(value + offset) * factor`."""

    name: str
    measures: str
    factor: Decimal
    offset: Decimal = Decimal(0)


# measure: base unit first. Each line is: name, factor to the base unit, further spellings.
_TABLE: Final = {
    "length": (
        ("m", "1", "metre metres meter meters mètre mètres metro metros Metern 米"),
        (
            "km",
            "1000",
            "kilometre kilometres kilometer kilometers kilomètre kilomètres kilómetros Kilometern 公里 千米",
        ),
        ("cm", "0.01", "centimetre centimetres centimeter centimeters Zentimeter centímetros 厘米"),
        ("mm", "0.001", "millimetre millimetres millimeter millimeters Millimeter milímetros 毫米"),
        ("µm", "0.000001", "μm micrometre micrometres micrometer micrometers micron microns"),
        ("nm", "0.000000001", "nanometre nanometres nanometer nanometers"),
        ("mi", "1609.344", "mile miles mi Meilen millas"),
        ("ft", "0.3048", "foot feet"),
        ("in", "0.0254", "inch inches"),
        ("yd", "0.9144", "yard yards"),
        ("nmi", "1852", "nautical-mile nautical-miles"),
    ),
    "mass": (
        ("kg", "1", "kilogram kilograms kilogramme kilogrammes kilo kilos Kilogramm kilogramos 公斤 千克"),
        ("g", "0.001", "gram grams gramme grammes Gramm gramos 克"),
        ("mg", "0.000001", "milligram milligrams Milligramm miligramos 毫克"),
        ("µg", "0.000000001", "μg mcg microgram micrograms"),
        ("t", "1000", "tonne tonnes Tonne Tonnen tonelada toneladas metric-ton metric-tons 吨 トン"),
        ("ton", "907.18474", "tons short-ton short-tons"),
        ("Mt", "1000000000", "megatonne megatonnes"),
        ("Gt", "1000000000000", "gigatonne gigatonnes"),
        ("lb", "0.45359237", "lbs pound-mass"),
        ("oz", "0.028349523125", "ounce ounces"),
        ("st", "6.35029318", "stone"),
    ),
    "time": (
        ("s", "1", "sec secs second seconds Sekunde Sekunden seconde secondes segundo segundos 秒"),
        ("ms", "0.001", "millisecond milliseconds Millisekunden 毫秒"),
        ("µs", "0.000001", "μs microsecond microseconds"),
        ("ns", "0.000000001", "nanosecond nanoseconds"),
        ("min", "60", "mins minute minutes Minute Minuten minuto minutos 分钟"),
        ("h", "3600", "hr hrs hour hours Stunde Stunden heure heures hora horas 小时 時間"),
        (
            "day",
            "86400",
            "days Tag Tage Tagen jour jours día días 天 日間 日以内 日以上 日未満 日内 日前 日後",
        ),
        ("week", "604800", "weeks wk wks Woche Wochen semaine semaines semana semanas 周 週間"),
        ("fortnight", "1209600", "fortnights"),
    ),
    "months": (
        ("month", "1", "months Monat Monate Monaten mois mes meses 个月 か月 ヶ月"),
        ("quarter", "3", "quarters Quartale trimestres"),
        ("year", "12", "years yr yrs Jahr Jahre Jahren an ans année années año años 年间 年間"),
        ("decade", "120", "decades Jahrzehnte décennies décadas"),
        ("century", "1200", "centuries Jahrhunderte siècles siglos"),
    ),
    "area": (
        (
            "m²",
            "1",
            "m2 sqm sq-m square-metre square-metres square-meter square-meters Quadratmeter mètres-carrés 平方米",
        ),
        (
            "km²",
            "1000000",
            "km2 sq-km square-kilometre square-kilometres square-kilometer square-kilometers 平方公里",
        ),
        ("ha", "10000", "hectare hectares Hektar hectárea hectáreas 公顷"),
        ("acre", "4046.8564224", "acres"),
        ("sq ft", "0.09290304", "sqft square-foot square-feet ft2 ft²"),
        ("sq mi", "2589988.110336", "square-mile square-miles mi2 mi²"),
    ),
    "volume": (
        ("L", "1", "l litre litres liter liters Liter litro litros 升"),
        ("mL", "0.001", "ml millilitre millilitres milliliter milliliters"),
        ("m³", "1000", "m3 cubic-metre cubic-metres cubic-meter cubic-meters Kubikmeter 立方米"),
        ("gal", "3.785411784", "gallon gallons"),
        ("barrel", "158.987294928", "barrels bbl"),
    ),
    "speed": (
        ("m/s", "1", "metres-per-second meters-per-second"),
        ("km/h", "0.2777777777777777777777777778", "kph kmh kilometres-per-hour kilometers-per-hour"),
        ("mph", "0.44704", "miles-per-hour"),
        ("knot", "0.5144444444444444444444444444", "knots kn"),
    ),
    "energy": (
        ("J", "1", "joule joules"),
        ("kJ", "1000", "kilojoule kilojoules"),
        ("MJ", "1000000", "megajoule megajoules"),
        ("GJ", "1000000000", "gigajoule gigajoules"),
        ("Wh", "3600", "watt-hour watt-hours"),
        ("kWh", "3600000", "kilowatt-hour kilowatt-hours Kilowattstunden"),
        ("MWh", "3600000000", "megawatt-hour megawatt-hours Megawattstunden"),
        ("GWh", "3600000000000", "gigawatt-hour gigawatt-hours Gigawattstunden"),
        ("TWh", "3600000000000000", "terawatt-hour terawatt-hours Terawattstunden"),
        ("kcal", "4184", "kilocalorie kilocalories Kalorien calories"),
    ),
    "power": (
        ("W", "1", "watt watts"),
        ("kW", "1000", "kilowatt kilowatts Kilowatt"),
        ("MW", "1000000", "megawatt megawatts Megawatt"),
        ("GW", "1000000000", "gigawatt gigawatts Gigawatt"),
        ("TW", "1000000000000", "terawatt terawatts"),
        ("hp", "745.69987158227022", "horsepower"),
    ),
    "data": (
        ("B", "1", "byte bytes"),
        ("kB", "1000", "KB kilobyte kilobytes"),
        ("MB", "1000000", "megabyte megabytes"),
        ("GB", "1000000000", "gigabyte gigabytes"),
        ("TB", "1000000000000", "terabyte terabytes"),
        ("PB", "1000000000000000", "petabyte petabytes"),
        ("KiB", "1024", "kibibyte kibibytes"),
        ("MiB", "1048576", "mebibyte mebibytes"),
        ("GiB", "1073741824", "gibibyte gibibytes"),
        ("TiB", "1099511627776", "tebibyte tebibytes"),
    ),
    "data rate": (
        ("bit/s", "1", "bps bits-per-second"),
        ("kbit/s", "1000", "kbps Kbps"),
        ("Mbit/s", "1000000", "Mbps"),
        ("Gbit/s", "1000000000", "Gbps"),
    ),
    "frequency": (
        ("Hz", "1", "hertz"),
        ("kHz", "1000", ""),
        ("MHz", "1000000", ""),
        ("GHz", "1000000000", ""),
    ),
    "computation": (("FLOP", "1", "FLOPs FLOPS flops floating-point-operations"),),
    "pressure": (
        ("Pa", "1", "pascal pascals"),
        ("hPa", "100", "mbar millibar millibars"),
        ("kPa", "1000", ""),
        ("bar", "100000", "bars"),
        ("psi", "6894.757293168361", ""),
        ("mmHg", "133.322387415", ""),
    ),
    "temperature": (
        ("K", "1", "kelvin kelvins"),
        (
            "°C",
            "1",
            "℃ degrees-Celsius degree-Celsius degrees-C degrees-centigrade Grad-Celsius degrés-Celsius 摄氏度",
        ),
        ("°F", "0.5555555555555555555555555556", "℉ degrees-Fahrenheit degree-Fahrenheit degrees-F"),
    ),
    "angle": (("°", "1", "degree degrees Grad degrés grados"),),
}
_OFFSETS: Final = {"°C": Decimal("273.15"), "°F": Decimal("459.67")}


@cache
def units() -> dict[str, Unit]:
    """Every spelling and its unit; a hyphen in a spelling stands for one space or hyphen."""
    found: dict[str, Unit] = {}
    for measure, rows in _TABLE.items():
        for name, factor, spellings in rows:
            unit = Unit(name, measure, Decimal(factor), _OFFSETS.get(name, Decimal(0)))
            for spelling in (name, *spellings.split()):
                found.setdefault(spelling.replace("-", " "), unit)
    return found


_CODES: Final = (
    "EUR USD GBP CHF JPY CNY INR AUD CAD NZD SEK NOK DKK PLN CZK HUF BRL MXN KRW SGD HKD TRY RUB ZAR ILS AED SAR THB "
    "MYR IDR TWD UAH"
).split()
CURRENCIES: Final = {
    **{code: code for code in _CODES},
    "US$": "USD", "A$": "AUD", "C$": "CAD", "NZ$": "NZD", "HK$": "HKD", "S$": "SGD", "R$": "BRL",
    "$": "USD", "€": "EUR", "£": "GBP", "¥": "JPY", "￥": "JPY", "₹": "INR", "₩": "KRW", "₽": "RUB", "₺": "TRY",
    "₴": "UAH", "฿": "THB", "₪": "ILS", "zł": "PLN", "Fr.": "CHF", "Rs": "INR", "Rs.": "INR", "RMB": "CNY",
    **dict.fromkeys("euro euros Euro Euros 欧元 ユーロ".split(), "EUR"),
    **dict.fromkeys(("dollar", "dollars", "US dollars", "Dollar", "Dollars", "dólares", "dólar", "美元", "ドル",
    "US-Dollar",
    "dollars américains"), "USD"),
    **dict.fromkeys(("pound", "pounds", "pounds sterling", "Pfund",
    "livres sterling", "libras", "英镑", "ポンド"), "GBP"),
    **dict.fromkeys(("francs", "franc", "Franken", "Swiss francs", "francs suisses", "Schweizer Franken"), "CHF"),
    **dict.fromkeys(("yen", "Yen", "円", "日元"), "JPY"),
    **dict.fromkeys(("yuan", "Yuan", "renminbi", "元", "人民币", "人民元"), "CNY"),
    **dict.fromkeys(("Australian dollars", "AU dollars"), "AUD"), "Canadian dollars": "CAD",
    "New Zealand dollars": "NZD", "Hong Kong dollars": "HKD", "Singapore dollars": "SGD",
    **dict.fromkeys(("kronor", "Swedish kronor", "Swedish crowns"), "SEK"), "Norwegian kroner": "NOK",
    "Danish kroner": "DKK", **dict.fromkeys(("zloty", "zlotys", "złoty", "złotych", "Zloty"), "PLN"),
    "forints": "HUF", "forint": "HUF", "rupees": "INR", "rupee": "INR", "won": "KRW", "reais": "BRL",
    "roubles": "RUB", "rubles": "RUB", "Rubel": "RUB", "rand": "ZAR", "shekels": "ILS", "dirhams": "AED",
    "baht": "THB", "ringgit": "MYR", "rupiah": "IDR", "hryvnias": "UAH", "liras": "TRY",
    "pence": "GBP", "penny": "GBP", "cents": "USD", "cent": "USD", "¢": "USD", "Cent": "EUR", "centimes": "EUR",
    "céntimos": "EUR",
}  # fmt: skip
MINOR: Final = frozenset("pence penny cents cent ¢ Cent centimes céntimos".split())
"""A hundredth of the currency that they stand for."""
DOLLARS: Final = frozenset("USD AUD CAD NZD HKD SGD".split())
_BEFORE: Final = frozenset("$ € £ ¥ ￥ ₹ ₩ ₽ ₺ ₴ ฿ ₪ US$ A$ C$ NZ$ HK$ S$ R$ Fr. Rs Rs.".split())


def _alternatives(words: list[str]) -> str:
    spaced = (re.escape(word).replace(r"\ ", r"[\s-]") for word in sorted(words, key=len, reverse=True))
    return "|".join(spaced)


@cache
def unit_pattern() -> re.Pattern[str]:
    """Matches a unit right after a number."""
    latin = [spelling for spelling in units() if spelling.isascii() or not _is_cjk(spelling)]
    cjk = [spelling for spelling in units() if _is_cjk(spelling)]
    words = _alternatives(latin)
    return re.compile(rf"[\s\u00a0\u202f-]?(?:(?P<unit>{words})(?![\w²³])|(?P<cjk>{_alternatives(cjk)}))")


@cache
def currency_before() -> re.Pattern[str]:
    """Matches the end of a text that has a currency right before a number."""
    codes = [code for code in CURRENCIES if code in _BEFORE or (code.isupper() and code.isascii())]
    return re.compile(rf"(?:(?<![^\W\d_])|(?<=\W))(?P<currency>{_alternatives(codes)})[\s\u00a0\u202f]?$")


@cache
def currency_after() -> re.Pattern[str]:
    """Matches a currency right after a number and its magnitude."""
    latin = [code for code in CURRENCIES if not _is_cjk(code) and code not in ("Rs", "Rs.", "Fr.")]
    cjk = [code for code in CURRENCIES if _is_cjk(code)]
    return re.compile(
        rf"(?:\sde\s|\sd['’]|[\s\u00a0\u202f-]?)(?:(?P<currency>{_alternatives(latin)})(?!\w)|(?P<cjk>{_alternatives(cjk)}))"
    )


def _is_cjk(text: str) -> bool:
    return any("\u3040" <= char <= "\u9fff" for char in text)
