"""How values become rows: JSON as text, times as UTC text, links of a chain, ids of runs."""

import json
import re
import secrets
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from datetime import UTC, datetime
from typing import Any, TypeVar, cast

from stet.domain.base import Value, canonical_json, content_id, value_id

V = TypeVar("V", bound=Value)
Cell = str | int | bytes | None
"""What a column holds."""

_UNSTORABLE = re.compile("[\x00\ud800-\udfff]")
_DIGITS = "0123456789abcdefghjkmnpqrstvwxyz"


def storable(text: str) -> str:
    """Text that any database takes: NUL and lone surrogates as the JSON escapes of themselves.

    In JSON text, which is what the columns hold, this changes nothing that a reader of the JSON sees.
    """
    return _UNSTORABLE.sub(lambda match: f"\\u{ord(match.group()):04x}", text)


def json_text(value: Any) -> str:
    """The canonical JSON of a value, storable."""
    return storable(canonical_json(value))


def time_text(at: datetime) -> str:
    """A time as UTC text that sorts as it should."""
    if at.tzinfo is None:
        msg = "a time without a zone cannot be stored"
        raise ValueError(msg)
    return at.astimezone(UTC).isoformat(timespec="microseconds")


def link(prev: str, row: Mapping[str, Cell]) -> str:
    """The hash of a chain's row: the content id of the canonical JSON of `[prev, fields]`."""
    return value_id([prev, dict(row)])


@dataclass(frozen=True, slots=True)
class RunRow:
    """A row of `runs` without its seal."""

    id: str
    question: str
    spec: str
    spec_sha256: str
    status: str
    outcome: str | None
    created_at: str
    updated_at: str
    used: str
    calls: int
    calls_head: str
    events: int
    events_head: str
    reviews: int
    reviews_head: str

    def cells(self) -> dict[str, Cell]:
        """The columns by name."""
        return {name: getattr(self, name) for name in RUN_COLUMNS}

    def seal(self) -> str:
        """The content id of all columns."""
        return value_id(self.cells())


RUN_COLUMNS = tuple(field.name for field in fields(RunRow))


def page_seal(cells: Mapping[str, Cell]) -> str:
    """The content id of a row of `pages`, over the bytes as they are stored; one without full text has none in it."""
    named = [cells["sha256"], cells["text_sha256"], cells["page"]]
    stored = [cells[name] for name in ("raw", "text", "full_text")]
    return value_id([*named, *(content_id(cell) for cell in stored if isinstance(cell, bytes | str))])


def named_pages(text: str | None) -> Iterator[tuple[str, str]]:
    """The pages that JSON text names: the two ids of each object with both `sha256` and `text_sha256`."""
    if not text or '"text_sha256"' not in text:
        return
    try:
        stack: list[Any] = [json.loads(text)]
    except (ValueError, RecursionError):
        return
    while stack:
        item = stack.pop()
        if isinstance(item, dict):
            members = cast("dict[str, Any]", item)
            sha256, text_sha256 = members.get("sha256"), members.get("text_sha256")
            if isinstance(sha256, str) and isinstance(text_sha256, str):
                yield storable(sha256), storable(text_sha256)
            stack.extend(members.values())
        elif isinstance(item, list):
            stack.extend(cast("list[Any]", item))


def _base32(number: int, width: int) -> str:
    digits = ""
    for _ in range(width):
        number, digit = divmod(number, 32)
        digits = _DIGITS[digit] + digits
    return digits


def new_run_id(at: datetime) -> str:
    """`r`, seven digits of time (seconds) and four of chance, base 32: ids sort by time."""
    return "r" + _base32(int(at.timestamp()), 7) + _base32(secrets.randbelow(32**4), 4)


def parsed(kind: type[V], text: str) -> V:
    """The value in JSON text written by `json_text`.

    By way of `json`, because pydantic's own parser refuses an escaped lone surrogate.
    """
    return kind.model_validate(json.loads(text))
