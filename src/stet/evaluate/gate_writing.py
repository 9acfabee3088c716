"""Floors written: an entry more, sealed; a lower bar only with a reason."""

import json
import os
from collections.abc import Sequence
from datetime import date
from pathlib import Path
from typing import Final

from pydantic import ValidationError

from stet.errors import BadSetting
from stet.evaluate.gate import Entry, Floor, faults, kept, read_floors, says_why, seal

HEADER: Final = """\
# Floors under our own benchmarks. Written by benchmarks/floors.py; an entry that is changed by hand breaks its seal.
# To change one: python benchmarks/floors.py raise NAME VALUE --why "..." (or lower, with a reason that says something)
"""
_UNSEALED: Final = "sha256:" + "0" * 64


def begun(floor: Floor) -> Floor:
    """A new floor, its first entry sealed."""
    first = floor.entries[0]
    return floor.model_copy(update={"entries": (first.model_copy(update={"seal": seal(floor, (), first)}),)})


def unsealed(value: float | None, day: date, why: str) -> Entry:
    """An entry that waits for its seal.

    Raises:
        BadSetting: the value is no finite number, or the reason is not one line
    """
    try:
        return Entry(value=value, date=day, why=why, seal=_UNSEALED)
    except ValidationError as error:
        raise BadSetting(f"this is no entry: {' '.join(str(error).splitlines()[1:3])}") from error


def raised(floor: Floor, value: float, day: date, why: str) -> Floor:
    """The floor with a bar that asks for more.

    Raises:
        BadSetting: it does not, or the floor is no longer in force
    """
    if not floor.looser(floor.bar, value):
        raise BadSetting(f"{floor.name}: {value} does not ask for more than {floor.bar}")
    return _added(floor, unsealed(value, day, why))


def lowered(floor: Floor, value: float | None, day: date, why: str) -> Floor:
    """The floor with a bar that asks for less; None ends it.

    Raises:
        BadSetting: it does not ask for less, or `why` is no reason
    """
    if not floor.looser(value, floor.bar):
        raise BadSetting(f"{floor.name}: {value} does not ask for less than {floor.bar}")
    if not says_why(why, floor.entries):
        raise BadSetting(
            f"{floor.name}: a lower bar needs a reason",
            hint="say in a sentence of its own what was found, and why less must do",
        )
    return _added(floor, unsealed(value, day, why))


def _added(floor: Floor, entry: Entry) -> Floor:
    last = floor.entries[-1]
    if entry.date < last.date:
        raise BadSetting(f"{floor.name}: {entry.date} is before {last.date}, the date of its last entry")
    sealed = entry.model_copy(update={"seal": seal(floor, floor.entries, entry)})
    return floor.model_copy(update={"entries": (*floor.entries, sealed)})


def written(floors: Sequence[Floor]) -> str:
    """The file as text; reading it gives the same floors."""
    return HEADER + "".join(_floor_text(floor) for floor in floors)


def save_floors(path: Path, before: Sequence[Floor], floors: Sequence[Floor]) -> None:
    """Write the file whole or not at all.

    Raises:
        BadSetting: what would be written is not sound, or not `before` with something added
        OSError: it cannot be written
    """
    text = written(floors)
    found = (*faults(read_floors(text)), *kept(before, floors))
    if found:
        raise BadSetting(found[0])
    part = path.with_name(f"{path.name}.part")
    part.write_text(text, encoding="utf-8")
    os.replace(part, path)  # noqa: PTH105


def _floor_text(floor: Floor) -> str:
    name, measures, command = (_quoted(text) for text in (floor.name, floor.measures, floor.command))
    lines = ["", f"[{name}]", f"measures = {measures}", f"command = {command}", f'better = "{floor.better}"']
    for entry in floor.entries:
        lines += ["", f"[[{name}.entries]]"]
        lines += [] if entry.value is None else [f"value = {entry.value!r}"]
        lines += [f"date = {entry.date.isoformat()}", f"why = {_quoted(entry.why)}", f'seal = "{entry.seal}"']
    return "\n".join(lines) + "\n"


def _quoted(text: str) -> str:
    """A basic string of TOML; JSON's escapes are all among its own."""
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
