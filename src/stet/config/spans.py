"""Spans of time as people write them: `90d`, `12h`, `2w`, `1y`."""

import re
from datetime import date, timedelta

_SPAN = re.compile(r"(\d{1,6})\s*(s|m|h|d|w|y)\Z")
_SECONDS = {"s": 1, "m": 60, "h": 3_600, "d": 86_400, "w": 604_800, "y": 31_557_600}
_SAID = "is not a span of time such as 12h, 90d, 2w or 1y"


def seconds(span: str) -> float:
    """The seconds of a span; `0` is none.

    Raises:
        ValueError: it is not one
    """
    text = span.strip().lower()
    if text == "0":
        return 0.0
    match = _SPAN.match(text)
    if match is None:
        raise ValueError(_SAID)
    return float(int(match[1]) * _SECONDS[match[2]])


def day(text: str, today: date) -> date:
    """A date as it stands (`2026-05-01`), or the day a span before `today`.

    Raises:
        ValueError: it is neither
    """
    try:
        return date.fromisoformat(text.strip())
    except ValueError:
        try:
            return today - timedelta(seconds=seconds(text))
        except (ValueError, OverflowError) as error:
            raise ValueError(f"{_SAID}, nor a date such as 2026-05-01") from error


def is_span(text: str) -> str:
    """The text itself; for pydantic."""
    seconds(text)
    return text


def is_day_or_span(text: str) -> str:
    """The text itself; for pydantic."""
    day(text, date.max)
    return text
