"""Values of CSS properties: lengths with their sums, colours, variables."""

import re
from collections.abc import Mapping
from functools import lru_cache

from stet.adapters.extract.htmlcolours import NAMES, hex_of_hsl, hex_of_rgb

# CSS pixels of one unit, roughly: what is asked is only whether text has a size and is on the screen.
_PIXELS = {
    "": 1.0,
    "px": 1.0,
    "pt": 1.33,
    "pc": 16.0,
    "em": 16.0,
    "rem": 16.0,
    "ex": 8.0,
    "ch": 8.0,
    "cm": 38.0,
    "mm": 3.8,
    "q": 0.95,
    "in": 96.0,
    "%": 10.0,
}
_OF_THE_WINDOW = 10.0
_RELATIVE = frozenset(("em", "ex", "ch", "%"))
_LENGTH = re.compile(r"([+-]?(?:\d{1,9}(?:\.\d{0,9})?|\.\d{1,9})(?:e[+-]?\d{1,2})?)\s?([a-z]{1,5}|%)?")
_TOKEN = re.compile(r"\s*(?:(\d*\.?\d+(?:e[+-]?\d{1,2})?)([a-z]{0,5}|%)|([a-z-]*\()|([-+*/),]))")
_SUM = re.compile(r"(?:calc|min|max|clamp)\(.{0,300}\)|[+-]?\(.{0,300}\)", re.DOTALL)
_VAR = re.compile(r"var\(\s*(--[^\s,()]{1,200})\s*(?:,((?:[^()]|\([^()]*\))*))?\)")
_MOST_VALUE = 2_000
_MOST_NESTED = 30
_HEX = re.compile(r"#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})")
_FUNCTION = re.compile(r"(rgba?|hsla?)\(([^()]{1,100})\)")
_OTHER_FUNCTION = re.compile(r"(?:hwb|lab|lch|oklab|oklch|color|color-mix|light-dark|device-cmyk|var)\(")
TRANSPARENT = "transparent"
_NEAR = 12  # steps of 255 in each of red, green and blue that no eye tells apart at once


@lru_cache(maxsize=8_192)
def number(value: str | None) -> tuple[float, str] | None:
    """A number and its unit (`px` where none is given); of a percentage the share."""
    value = (value or "").strip()
    match = _LENGTH.fullmatch(value)
    if match is None:
        return (total, "px") if (total := _sum(value)) is not None else None
    unit = match[2] or "px"
    if unit not in _PIXELS and not unit.startswith(("v", "sv", "lv", "dv", "cq", "lh", "rlh", "cap", "ic")):
        return None
    return float(match[1]) / (100 if unit == "%" else 1), unit


def pixels(value: str | None) -> float | None:
    """A length in pixels, roughly; a share of something unknown is none."""
    found = number(value)
    if found is None or found[1] == "%":
        return None
    return found[0] * _PIXELS.get(found[1], _OF_THE_WINDOW)


def is_relative(unit: str) -> bool:
    """Whether a unit of a font's size counts from the size around it."""
    return unit in _RELATIVE


def substitute(value: str, variables: Mapping[str, str]) -> str:
    """The value with its variables (`var(--name, otherwise)`) put in; an unknown one stays."""
    for _ in range(_MOST_NESTED):
        if "var(" not in value or len(value) > _MOST_VALUE:
            break
        value = _VAR.sub(lambda m: variables.get(m[1].lower(), m[2] if m[2] is not None else "?"), value)
    return value.strip()


def colour(value: str | None) -> str | None:
    """A colour as `#rrggbb` or `transparent`; None for what is not plainly one."""
    value = (value or "").strip()
    if value in NAMES:
        return NAMES[value] or value
    if _HEX.fullmatch(value):
        digits = value[1:] if len(value) > 5 else "".join(2 * c for c in value[1:])
        return TRANSPARENT if len(digits) == 8 and int(digits[6:], 16) < 6 else f"#{digits[:6]}"
    if match := _FUNCTION.fullmatch(value):
        parts = re.split(r"[\s,/]+", match[2].strip())
        alpha = number(parts[3]) if len(parts) > 3 else None
        if alpha is not None and alpha[0] <= 0.02:
            return TRANSPARENT
        return hex_of_rgb(parts[:3]) if match[1].startswith("rgb") else hex_of_hsl(parts[:3])
    return None


def is_colour(value: str) -> bool:
    """Whether a value can be one of a colour, known here or not; what cannot is no declaration."""
    return (
        value in NAMES
        or value in ("currentcolor", "inherit", "initial", "unset", "revert", "revert-layer")
        or _HEX.fullmatch(value) is not None
        or _FUNCTION.fullmatch(value) is not None
        or _OTHER_FUNCTION.match(value) is not None
    )


def alike(one: str | None, other: str | None) -> bool:
    """Whether two colours are known and cannot be told apart."""
    if one is None or other is None:
        return False
    if one == other or not (one.startswith("#") and other.startswith("#")):
        return one == other
    return all(abs(int(one[i : i + 2], 16) - int(other[i : i + 2], 16)) <= _NEAR for i in (1, 3, 5))


def _sum(value: str) -> float | None:
    """What `calc()`, `min()`, `max()` or `clamp()` comes to, in pixels."""
    if not _SUM.fullmatch(value) or value.count("(") > _MOST_NESTED:
        return None
    tokens = [m.groups() for m in _TOKEN.finditer(value)]
    try:
        total, end = _added(tokens, 0)
    except (IndexError, ValueError, ZeroDivisionError, OverflowError):
        return None
    return total if end == len(tokens) else None


_Token = tuple[str | None, ...]


def _added(tokens: list[_Token], at: int) -> tuple[float, int]:
    total, at = _multiplied(tokens, at)
    while at < len(tokens) and tokens[at][3] in ("+", "-"):
        right, after = _multiplied(tokens, at + 1)
        total += right if tokens[at][3] == "+" else -right
        at = after
    return total, at


def _multiplied(tokens: list[_Token], at: int) -> tuple[float, int]:
    total, at = _one(tokens, at)
    while at < len(tokens) and tokens[at][3] in ("*", "/"):
        right, after = _one(tokens, at + 1)
        total = total * right if tokens[at][3] == "*" else total / right
        at = after
    return total, at


def _one(tokens: list[_Token], at: int) -> tuple[float, int]:
    digits, unit, function, sign = tokens[at]
    if digits is not None:
        return float(digits) * _PIXELS.get(unit or "", _OF_THE_WINDOW), at + 1
    if sign in ("-", "+"):
        value, after = _one(tokens, at + 1)
        return (-value if sign == "-" else value), after
    if function is None:
        raise ValueError(sign)
    values: list[float] = []
    at += 1
    while True:
        value, at = _added(tokens, at)
        values.append(value)
        if tokens[at][3] == ")":
            return _of_function(function, values), at + 1
        at += 1


def _of_function(name: str, values: list[float]) -> float:
    if name == "min(":
        return min(values)
    if name == "max(":
        return max(values)
    return max(values[0], min(values[1], values[2])) if name == "clamp(" else values[0]
