"""What rows of calls and events say of money, read many at once."""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from decimal import Decimal
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from stet.errors import IntegrityError

T = TypeVar("T")
_AT_ONCE = 5_000
"""Rows that are read at once."""

MODEL = "model:"
"""How the kinds of calls to models begin."""


class Spoken(NamedTuple):
    """An answer of a model: as in the event `spoke`. `day` is that of the answer, in UTC."""

    day: str
    role: str
    model: str
    input: int
    output: int
    cached: int
    estimated: bool
    usd: Decimal | None


class Charge(NamedTuple):
    """A call in its last state (`done`, `failed`, `started`: nobody knows its end), and what it is charged.

    What a model answered is in `Spoken`, and not here.
    """

    day: str
    kind: str
    state: str
    searches: int
    pages: int
    tokens: int
    usd: Decimal | None


def told_of(rows: "sa.CursorResult[*tuple[Any, ...]]") -> Mapping[str, list[Spoken]]:
    """Answers by run, from rows of a run, the time, and an event `spoke`."""
    found: defaultdict[str, list[Spoken]] = defaultdict(list)
    for part in rows.partitions(_AT_ONCE):
        values = _values([text for _, _, text in part])
        for (run, at, _), told in zip(part, values, strict=True):
            found[run].append(read(_spoken_of, at, told, None))
    return found


def _spoken_of(at: str, told: Any, role: str | None) -> Spoken:
    return Spoken(
        at[:10],
        role or told["role"],
        told["model"],
        told["input_tokens"],
        told["output_tokens"],
        told.get("cached_tokens", 0),
        told.get("estimated", False),
        _usd(told["usd"]),
    )


def answer(row: Any) -> Spoken:
    """An answer by the journal's own row, at the money that it was charged."""
    at, kind, response, charged = row
    role = kind.removeprefix(MODEL).partition(":")[0]
    said = read(lambda: _spoken_of(at, json.loads(response), role))
    return said._replace(usd=read(_usd_of, charged))


def _usd_of(text: str) -> Decimal | None:
    return _usd(json.loads(text)["usd"])


Alike = dict[tuple[str, ...], Charge]
"""Charges by the text of their rows."""


class Paid:
    """What a run's calls are charged: each answer of a model, and the other calls; `ended` of them have an end."""

    __slots__ = ("answers", "ended", "others")

    def __init__(self) -> None:
        self.answers: list[Decimal | None] = []
        self.others: list[Charge] = []
        self.ended = 0


def paid(
    others: "sa.CursorResult[*tuple[Any, ...]]", answers: "sa.CursorResult[*tuple[Any, ...]]"
) -> Mapping[str, Paid]:
    """What runs paid, by their ids: from rows as in `add_charges`, and from rows of a run and what an answer cost."""
    found: defaultdict[str, Paid] = defaultdict(Paid)
    alike: Alike = {}
    for part in others.partitions(_AT_ONCE):
        add_charges(found, part, alike)
    for run, usd in answers:
        mine = found[run]
        mine.answers.append(read(_usd, usd))
        mine.ended += 1
    return found


def add_charges(found: Mapping[str, Paid], rows: Sequence[Any], alike: Alike) -> None:
    """Add rows (run, time of the start, kind, state, charge) to what their runs paid.

    Many are `alike` to the letter, and are read once.
    """
    keys = [(at[:10], kind, state, text) for _, at, kind, state, text in rows]
    new = [*dict.fromkeys(key for key in keys if key not in alike)]
    for key, used in zip(new, _values([key[-1] for key in new]), strict=True):
        alike[key] = read(_charge_of, *key[:-1], used)
    for (run, *_), key in zip(rows, keys, strict=True):
        mine = found[run]
        mine.others.append(alike[key])
        mine.ended += key[2] != "started"


def _charge_of(day: str, kind: str, state: str, used: Any) -> Charge:
    return Charge(day, kind, state, used["searches"], used["pages"], used["tokens"], _usd(used["usd"]))


def _values(texts: Sequence[str]) -> list[Any]:
    """JSON texts read in one go: a thousand calls of the parser take longer than one of a thousand values."""
    values: list[Any] = read(json.loads, f"[{','.join(texts)}]")
    if len(values) != len(texts):
        raise _unreadable()
    return values


def _usd(told: object) -> Decimal | None:
    return None if told is None else Decimal(str(told))


def read(parse: Callable[..., T], *given: object) -> T:
    """What is parsed of a row.

    Raises:
        IntegrityError: it cannot be
    """
    try:
        return parse(*given)
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise _unreadable() from error


def _unreadable() -> IntegrityError:
    return IntegrityError(
        "a row of the store does not say what it cost", hint="see which one: stet audit RUN"
    )


def tally(said: Sequence[Spoken], paid: Sequence[Decimal | None]) -> bool:
    """Whether the events tell of each answer once.

    An answer that came again from the journal is told of again, and one that came just before a run was killed is
    never told of.
    """
    if len(said) != len(paid):
        return False
    told = [each.usd for each in said]
    return told == paid or sorted(map(str, told)) == sorted(map(str, paid))
