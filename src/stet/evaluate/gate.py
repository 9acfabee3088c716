"""Floors under our own benchmarks: figures that may not get worse, kept in a file whose past cannot be changed unseen.

Each floor has a list of entries, of which the last is in force. Each entry carries a seal: the hash over what the floor
measures and over all entries up to it. An edit in place breaks it. Whoever makes the seals anew breaks with the
versions of the file that the repository still has: `kept` holds them against each other.
"""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from math import isfinite
from pathlib import Path
from typing import Annotated, Final, Literal, cast

from pydantic import ConfigDict, Field, StringConstraints

from stet.domain.base import Value, value_id
from stet.domain.toml import parse_toml
from stet.errors import BadSetting, IntegrityError

_NAME: Final = r"[a-z0-9][a-z0-9._-]{0,118}[a-z0-9]"
_WORD: Final = re.compile(r"[^\W\d_]{3,}")
_FEWEST_WORDS: Final = 5
_LARGEST: Final = 2_000_000

Line = Annotated[str, StringConstraints(min_length=1, max_length=500, pattern=r"^[^\r\n]+$")]
"""Text of one line."""


class Entry(Value):
    """A bar and since when. `value` None: the floor is no longer in force. `seal` is over this and all before it."""

    value: float | None = Field(default=None, allow_inf_nan=False)
    date: date
    why: Line
    seal: str = Field(pattern=r"^sha256:[0-9a-f]{64}$")

    model_config = ConfigDict(strict=True)


class Floor(Value):
    """A figure that may not get worse: what it measures, the command that measures it, and its bars, oldest first."""

    name: str = Field(pattern=rf"^{_NAME}$")
    measures: Line
    command: Line
    better: Literal["higher", "lower"]
    entries: tuple[Entry, ...] = Field(min_length=1)

    @property
    def bar(self) -> float | None:
        """The value in force."""
        return self.entries[-1].value

    def met(self, value: float) -> bool:
        """Whether a measured value is good enough: never without a bar in force, nor if it is no finite number."""
        if self.bar is None or not isfinite(value):
            return False
        return value >= self.bar if self.better == "higher" else value <= self.bar

    def looser(self, value: float | None, than: float | None) -> bool:
        """Whether a bar asks for less than another; one no longer in force asks for least."""
        if value is None or than is None:
            return value is None and than is not None
        return value < than if self.better == "higher" else value > than


class Verdict(Value):
    """What came of a floor. `below` is on the wrong side of the bar; all but `met` are failures."""

    name: str
    state: Literal["met", "below", "missing", "not_a_number", "no_floor"]
    bar: float | None = None
    better: Literal["higher", "lower"] | None = None
    value: float | None = None

    @property
    def passed(self) -> bool:
        """Whether the floor holds."""
        return self.state == "met"

    @property
    def text(self) -> str:
        """In words."""
        side = "at least" if self.better == "higher" else "at most"
        return {
            "met": f"{self.name}: {self.value}, {side} {self.bar}",
            "below": f"{self.name}: {self.value}, and it must be {side} {self.bar}",
            "missing": f"{self.name}: not measured, and it must be {side} {self.bar}",
            "not_a_number": f"{self.name}: what was measured is no number",
            "no_floor": f"{self.name}: measured, and there is no floor in force of this name",
        }[self.state]


def checked(floors: Sequence[Floor], measured: Mapping[str, float | None]) -> tuple[Verdict, ...]:
    """A verdict for every floor in force and everything measured, floors first.

    What was not measured, is no finite number, or has no floor, fails: a gate that is taken down must not look passed.
    """
    in_force = [floor for floor in floors if floor.bar is not None]
    names = {floor.name for floor in in_force}
    strangers = [Verdict(name=name, state="no_floor") for name in measured if name not in names]
    return (*(_verdict(floor, measured.get(floor.name)) for floor in in_force), *strangers)


def _verdict(floor: Floor, value: float | None) -> Verdict:
    if value is None:
        return Verdict(name=floor.name, state="missing", bar=floor.bar, better=floor.better)
    if not isfinite(value):
        return Verdict(name=floor.name, state="not_a_number", bar=floor.bar, better=floor.better)
    state = "met" if floor.met(value) else "below"
    return Verdict(name=floor.name, state=state, bar=floor.bar, better=floor.better, value=value)


def under(floors: Sequence[Floor], prefix: str) -> tuple[Floor, ...]:
    """The floors whose names begin so: those of one benchmark, or of one part of it.

    Raises:
        BadSetting: there is none, so that a gate which looks for its floors in vain does not pass
    """
    found = tuple(floor for floor in floors if floor.name.startswith(prefix))
    if not found:
        raise BadSetting(f"there is no floor whose name begins with {prefix}")
    return found


def load_floors(path: Path) -> tuple[Floor, ...]:
    """The floors of a file.

    Raises:
        BadSetting: it cannot be read, or has not the form of such a file
        IntegrityError: a seal is broken, or a bar was lowered and nothing is said
    """
    try:
        raw = path.read_bytes()
        if len(raw) > _LARGEST:
            raise BadSetting(f"{path} is too large for a file of floors")
        text = raw.decode("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise BadSetting(f"{path} cannot be read: {error}") from error
    floors = read_floors(text)
    found = faults(floors)
    if found:
        raise IntegrityError(
            f"{path}: {found[0]}", hint="undo the edit, and use: python benchmarks/floors.py"
        )
    return floors


def read_floors(text: str) -> tuple[Floor, ...]:
    """The floors in a text, as it states them: whether their seals hold is for `faults` to say.

    Raises:
        BadSetting: it has not the form of such a file
    """
    try:
        tables = parse_toml(text)
        return tuple(_floor(name, table) for name, table in tables.items())
    except (ValueError, RecursionError) as error:
        said = str(error).splitlines()
        raise BadSetting(f"the floors cannot be read: {' '.join(said[:3])}") from error


def _floor(name: str, table: object) -> Floor:
    own = cast("dict[str, object]", table) if isinstance(table, dict) else {"entries": table}
    entries = own.get("entries")
    if isinstance(entries, list):
        entries = tuple(Entry.model_validate(each) for each in cast("list[object]", entries))
    return Floor.model_validate({**own, "name": name, "entries": entries})


def faults(floors: Sequence[Floor]) -> tuple[str, ...]:
    """What is wrong with floors, in words: broken seals, dates that go back, bars lowered without a reason."""
    return tuple(fault for floor in floors for fault in _faults(floor))


def _faults(floor: Floor) -> list[str]:
    found: list[str] = []
    for at, entry in enumerate(floor.entries):
        before, which = floor.entries[:at], f"{floor.name}, entry {at + 1}"
        if entry.seal != seal(floor, before, entry):
            found.append(f"{which}: its seal does not hold; the floor or an entry was changed in place")
        if not before:
            if entry.value is None:
                found.append(f"{which}: a floor begins with a value")
            continue
        last = before[-1]
        if entry.date < last.date:
            found.append(f"{which}: is dated before the entry above it")
        if floor.looser(entry.value, last.value) and not says_why(entry.why, before):
            found.append(f"{which}: asks for less than before, and its why does not say why")
    return found


def says_why(why: str, before: Sequence[Entry]) -> bool:
    """Whether a reason could be one: some different words, and not the words of an entry before it."""
    words = {word.casefold() for word in _WORD.findall(why)}
    return len(words) >= _FEWEST_WORDS and all(words != _words(entry.why) for entry in before)


def _words(why: str) -> set[str]:
    return {word.casefold() for word in _WORD.findall(why)}


def seal(floor: Floor, before: Sequence[Entry], entry: Entry) -> str:
    """The seal of an entry: over what the floor is, the seal before it, and what the entry says."""
    return value_id(
        {
            "name": floor.name,
            "measures": floor.measures,
            "command": floor.command,
            "better": floor.better,
            "before": before[-1].seal if before else None,
            "value": entry.value,
            "date": entry.date.isoformat(),
            "why": entry.why,
        }
    )


def kept(before: Sequence[Floor], now: Sequence[Floor]) -> tuple[str, ...]:
    """What an earlier version says and this one does not, in words; nothing where it was only added to."""
    later = {floor.name: floor for floor in now}
    found: list[str] = []
    for floor in before:
        same = later.get(floor.name)
        if same is None:
            found.append(f"{floor.name}: is gone; a floor is ended by an entry that says why")
        elif same.entries[: len(floor.entries)] != floor.entries:
            found.append(f"{floor.name}: its past was changed")
    return tuple(found)
