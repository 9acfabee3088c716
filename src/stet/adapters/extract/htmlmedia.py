"""Conditions of media queries (Media Queries Level 4): do they hold on a screen where someone reads a page?"""

import re

Answer = bool | None
Views = tuple[Answer, Answer]

# Pixels of the windows in which a page is taken to be seen: all of a screen, and half of one or a small tablet.
WIDTHS = (1280.0, 720.0)
_HEIGHT = 800.0
_FEATURE = re.compile(r"\(\s*(min-|max-)?(?:device-)?(width|height)\s*:\s*([\d.]{1,8})\s*(px|em|rem)?\s*\)")
_RANGE = re.compile(r"\(\s*(width|height)\s*([<>]=?)\s*([\d.]{1,8})\s*(px|em|rem)?\s*\)")
_FIRST_LOOK = {
    "(color)": True,
    "(hover:hover)": True,
    "(hover)": True,
    "(hover:none)": False,
    "(pointer:fine)": True,
    "(pointer:coarse)": False,
    "(any-hover:none)": False,
    "(any-pointer:coarse)": False,
    "(orientation:landscape)": True,
    "(orientation:portrait)": False,
    "(prefers-color-scheme:light)": True,
    "(prefers-color-scheme:dark)": False,
    "(prefers-reduced-motion:no-preference)": True,
    "(prefers-reduced-motion:reduce)": False,
    "(prefers-reduced-motion)": False,
    "(scripting:enabled)": True,
    "(scripting:none)": False,
    "(forced-colors:active)": False,
    "(forced-colors:none)": True,
    "(-ms-high-contrast:active)": False,
    "(-ms-high-contrast:none)": False,
    "(display-mode:standalone)": False,
    "(display-mode:browser)": True,
}
_OTHER_MEDIA = frozenset(
    ("print", "speech", "aural", "braille", "embossed", "handheld", "projection", "tty", "tv")
)


def holds_on_screen(query: str) -> Views:
    """Whether a media query holds in the wide and in the narrow window; None where that is not known."""
    parts = [part.strip().lower() for part in query.split(",")]
    wide, narrow = ([_one_query(part, width) for part in parts] for width in WIDTHS)
    return _any(wide), _any(narrow)


def both(one: Views, other: Views) -> Views:
    """Where two conditions hold together."""
    return _and(one[0], other[0]), _and(one[1], other[1])


def _any(answers: list[Answer]) -> Answer:
    return True if True in answers else None if None in answers else False


def _and(one: Answer, other: Answer) -> Answer:
    return False if one is False or other is False else None if one is None or other is None else True


def _one_query(query: str, width: float) -> Answer:
    if not query:
        return True
    negated = query.startswith("not ")
    query = query.removeprefix("not ").removeprefix("only ").strip()
    found: Answer = True
    for part in re.split(r"\s+and\s+", query):
        found = _and(found, _one_condition(part.strip(), width))
    return found if not negated or found is None else not found


def _one_condition(part: str, width: float) -> Answer:
    if part in ("all", "screen"):
        return True
    if part in _OTHER_MEDIA:
        return False
    if match := _FEATURE.fullmatch(part):
        bound, size = _length(match[3], match[4]), width if match[2] == "width" else _HEIGHT
        return size >= bound if match[1] == "min-" else size <= bound if match[1] else size == bound
    if match := _RANGE.fullmatch(part):
        bound, size = _length(match[3], match[4]), width if match[1] == "width" else _HEIGHT
        return {"<": size < bound, "<=": size <= bound, ">": size > bound, ">=": size >= bound}[match[2]]
    return _FIRST_LOOK.get(part.replace(" ", ""))


def _length(digits: str, unit: str | None) -> float:
    try:
        return float(digits) * (1 if unit in (None, "px") else 16)
    except ValueError:
        return 0.0
