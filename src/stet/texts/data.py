"""Whether a text is data and no prose."""

import json
from typing import Any, Final

_LINES: Final = 5  # lines that are looked at to tell JSON of one value a line
_SPACE: Final = "\ufeff \t\r\n"


def is_data(text: str) -> bool:
    """Whether a whole text is JSON: an object, a list of objects, or objects line by line (RFC 8259, JSON Lines).

    `[1]` is a mark and `[1, 2]` a line of marks, so a list counts only where it holds objects.
    """
    bare = text.strip(_SPACE)
    if not (bare.startswith("{") or (bare.startswith("[") and bare[1:200].lstrip(_SPACE).startswith("{"))):
        return False
    if bare[-1] not in "}]":
        return False
    if _holds_objects(_parsed(bare)):
        return True
    lines = bare.split("\n", _LINES)
    return len(lines) > 1 and all(isinstance(_parsed(line), dict) for line in lines[:_LINES] if line.strip())


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return None


def _holds_objects(value: Any) -> bool:
    return isinstance(value, dict) or (
        isinstance(value, list) and bool(value) and isinstance(value[0], dict)  # pyright: ignore[reportUnknownArgumentType]
    )
