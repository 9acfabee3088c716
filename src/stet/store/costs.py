"""What runs were charged: the few columns that tell of money, of many runs at once.

A run's row holds its whole spec and its sum, a call's row the whole request: of a thousand runs those are too much to
read for a handful of numbers each.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from datetime import datetime
from decimal import Decimal
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

import sqlalchemy as sa

from stet.domain.run import RoleModel, RunStatus
from stet.errors import IntegrityError
from stet.store.database import Database
from stet.store.rows import time_text
from stet.store.schema import CALLS, EVENTS, REVIEWS, RUNS

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


class Charged(NamedTuple):
    """What one run was charged.

    `frozen`: it read what another run had searched and fetched. `ruled`: people must agree before it is accepted.
    """

    run: str
    status: RunStatus
    outcome: str | None
    created_at: datetime
    models: tuple[RoleModel, ...]
    frozen: bool
    ruled: bool
    spoken: tuple[Spoken, ...]
    charges: tuple[Charge, ...]
    reviews: tuple[tuple[str, str], ...]
    """Who reviewed a claim, and when, in order."""


class _Row(NamedTuple):
    run: str
    status: str
    outcome: str | None
    created_at: str
    calls: int
    reviews: int
    models: str | None
    frozen: str | None
    rule: str | None


class Charges:
    """What `stet cost` reads of the store."""

    database: Database

    def charged(
        self, runs: Sequence[str] | None = None, *, since: datetime | None = None
    ) -> tuple[Charged, ...]:
        """The runs with these full ids, or all that were begun at `since` or later; oldest first.

        Raises:
            IntegrityError: what is stored cannot be read
        """
        wanted = RUNS.c.id.in_(runs) if runs is not None else RUNS.c.created_at >= _from(since)
        with self.database.reading(frozen=True) as connection:
            rows = _runs(connection, wanted)
            spoken = _told(connection.execute(_spoken(wanted)))
            paid = _paid(connection.execute(_ended(wanted)))
            found: list[Charged] = []
            for row in rows:
                mine = paid.get(row.run) or _Paid()
                if 2 * mine.ended != row.calls:
                    _read_into({row.run: mine}, connection.execute(_OPEN, {"run": row.run}).all(), {})
                said = spoken.get(row.run, [])
                if not _tally(said, mine.answers):
                    # The words of calls that were purged are gone: then the events are all there is.
                    answers = connection.execute(_ANSWERS, {"run": row.run}).all()
                    said = [_answer(each) for each in answers] or said
                reviews: Sequence[Any] = (
                    connection.execute(_REVIEWS, {"run": row.run}).all() if row.reviews else ()
                )
                found.append(_charged(row, said, mine.others, [(each[0], each[1]) for each in reviews]))
        return tuple(found)


# Written out: SQLite takes an index of some of the rows only where it sees that the others are not wanted.
_SPOKE, _STARTED = sa.literal_column("'spoke'", sa.Text), sa.literal_column("'started'", sa.Text)
_OF = (CALLS.c.started_at, CALLS.c.kind, CALLS.c.state, CALLS.c.charged)
_OF_SPEC = ("models", "frozen", "require_review")
_END = CALLS.alias("ended")
_HERE = CALLS.c.run == sa.bindparam("run")
_OPEN = (
    sa.select(CALLS.c.run, *_OF)
    .where(_HERE, CALLS.c.state == "started")
    .where(
        ~sa.exists().where(
            _END.c.run == CALLS.c.run,
            _END.c.key == CALLS.c.key,
            _END.c.attempt == CALLS.c.attempt,
            _END.c.state != "started",
        )
    )
)
_ANSWERS = (
    sa.select(CALLS.c.ended_at, CALLS.c.kind, CALLS.c.response, CALLS.c.charged)
    .where(_HERE, CALLS.c.state == "done", CALLS.c.kind.startswith(MODEL, autoescape=True))
    .where(CALLS.c.purged.is_(None))
    .order_by(CALLS.c.number)
)
_REVIEWS = (
    sa.select(REVIEWS.c.name, REVIEWS.c.at)
    .where(REVIEWS.c.run == sa.bindparam("run"))
    .order_by(REVIEWS.c.number)
)


def _from(since: datetime | None) -> str:
    return time_text(since) if since is not None else ""


def _runs(connection: sa.Connection, wanted: sa.ColumnElement[bool]) -> list[_Row]:
    """The runs; of a spec only the models, and whether its reading is another's."""
    few = (RUNS.c.id, RUNS.c.status, RUNS.c.outcome, RUNS.c.created_at, RUNS.c.calls, RUNS.c.reviews)
    order = (RUNS.c.created_at, RUNS.c.id)
    if connection.dialect.name == "sqlite":
        parts = (sa.func.json_extract(RUNS.c.spec, f"$.{name}") for name in _OF_SPEC)
        return [
            _Row(*row) for row in connection.execute(sa.select(*few, *parts).where(wanted).order_by(*order))
        ]
    # PostgreSQL cannot take a part out of JSON in which a question has a NUL or half a character.
    rows = connection.execute(sa.select(*few, RUNS.c.spec).where(wanted).order_by(*order))
    specs = ((row[:-1], _read(json.loads, row[-1])) for row in rows)
    return [
        _Row(*row, *(json.dumps(spec[name]) if spec.get(name) else None for name in _OF_SPEC))
        for row, spec in specs
    ]


def _spoken(wanted: sa.ColumnElement[bool]) -> "sa.Select[Any, Any, Any]":
    return (
        sa.select(EVENTS.c.run, EVENTS.c.at, EVENTS.c.event)
        .where(EVENTS.c.run.in_(sa.select(RUNS.c.id).where(wanted)), EVENTS.c.kind == _SPOKE)
        .order_by(EVENTS.c.run, EVENTS.c.number)
    )


def _ended(wanted: sa.ColumnElement[bool]) -> "sa.Select[Any, Any, Any, Any, Any]":
    return (
        sa.select(CALLS.c.run, *_OF)
        .where(CALLS.c.run.in_(sa.select(RUNS.c.id).where(wanted)), CALLS.c.state != _STARTED)
        .order_by(CALLS.c.run, CALLS.c.number)
    )


def _told(rows: "sa.CursorResult[*tuple[Any, ...]]") -> Mapping[str, list[Spoken]]:
    found: defaultdict[str, list[Spoken]] = defaultdict(list)
    for part in rows.partitions(_AT_ONCE):
        values = _values([text for _, _, text in part])
        for (run, at, _), told in zip(part, values, strict=True):
            found[run].append(_read(_spoken_of, at, told, None))
    return found


def _spoken_of(at: str, told: Any, role: str | None) -> Spoken:
    return Spoken(
        day=at[:10],
        role=role or told["role"],
        model=told["model"],
        input=told["input_tokens"],
        output=told["output_tokens"],
        cached=told.get("cached_tokens", 0),
        estimated=told.get("estimated", False),
        usd=_usd(told["usd"]),
    )


def _answer(row: Any) -> Spoken:
    """An answer by the journal's own row, at the money that it was charged."""
    at, kind, response, charged = row
    role = kind.removeprefix(MODEL).partition(":")[0]
    said = _read(lambda: _spoken_of(at, json.loads(response), role))
    return said._replace(usd=_read(_usd_of, charged))


def _usd_of(text: str) -> Decimal | None:
    return _usd(json.loads(text)["usd"])


class _Paid:
    """What a run's calls are charged: each answer of a model, and the other calls; `ended` of them have an end."""

    __slots__ = ("answers", "ended", "others")

    def __init__(self) -> None:
        self.answers: list[Decimal | None] = []
        self.others: list[Charge] = []
        self.ended = 0


def _paid(rows: "sa.CursorResult[*tuple[Any, ...]]") -> Mapping[str, _Paid]:
    found: defaultdict[str, _Paid] = defaultdict(_Paid)
    alike: dict[tuple[str, ...], Charge | Decimal | None] = {}
    for part in rows.partitions(_AT_ONCE):
        _read_into(found, part, alike)
    return found


def _read_into(
    found: Mapping[str, _Paid], rows: Sequence[Any], alike: dict[tuple[str, ...], Charge | Decimal | None]
) -> None:
    """Add rows to what their runs paid. Many are `alike` to the letter, and are read once."""
    keys = [(at[:10], kind, state, text) for _, at, kind, state, text in rows]
    new = [*dict.fromkeys(key for key in keys if key not in alike)]
    for key, used in zip(new, _values([key[-1] for key in new]), strict=True):
        alike[key] = _read(_charge_of, *key[:-1], used)
    for (run, *_), key in zip(rows, keys, strict=True):
        mine, one = found[run], alike[key]
        mine.ended += key[2] != "started"
        if isinstance(one, Charge):
            mine.others.append(one)
        else:
            mine.answers.append(one)


def _charge_of(day: str, kind: str, state: str, used: Any) -> Charge | Decimal | None:
    """A charge; of an answer of a model only the money."""
    usd = _usd(used["usd"])
    if state == "done" and kind.startswith(MODEL):
        return usd
    return Charge(day, kind, state, used["searches"], used["pages"], used["tokens"], usd)


def _values(texts: Sequence[str]) -> list[Any]:
    """JSON texts read in one go: a thousand calls of the parser take longer than one of a thousand values."""
    values: list[Any] = _read(json.loads, f"[{','.join(texts)}]")
    if len(values) != len(texts):
        raise _unreadable()
    return values


def _usd(told: object) -> Decimal | None:
    return None if told is None else Decimal(str(told))


def _read(parse: Callable[..., T], *given: object) -> T:
    try:
        return parse(*given)
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise _unreadable() from error


def _unreadable() -> IntegrityError:
    return IntegrityError(
        "a row of the store does not say what it cost", hint="see which one: stet audit RUN"
    )


def _tally(said: Sequence[Spoken], paid: Sequence[Decimal | None]) -> bool:
    """Whether the events tell of each answer once.

    An answer that came again from the journal is told of again, and one that came just before a run was killed is
    never told of.
    """
    if len(said) != len(paid):
        return False
    told = [each.usd for each in said]
    return told == paid or sorted(map(str, told)) == sorted(map(str, paid))


def _charged(
    row: _Row, said: Sequence[Spoken], charges: Sequence[Charge], reviews: Sequence[tuple[str, str]]
) -> Charged:
    return Charged(
        run=row.run,
        status=_read(RunStatus, row.status),
        outcome=row.outcome,
        created_at=_read(datetime.fromisoformat, row.created_at),
        models=_models(row.models),
        frozen=row.frozen is not None,
        ruled=row.rule is not None,
        spoken=tuple(said),
        charges=tuple(charges),
        reviews=tuple(reviews),
    )


@lru_cache(maxsize=256)
def _models(text: str | None) -> tuple[RoleModel, ...]:
    return _read(lambda: tuple(RoleModel.model_validate(each) for each in json.loads(text or "[]") or ()))
