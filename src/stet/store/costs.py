"""What runs were charged: the few columns that tell of money, of many runs at once.

A run's row holds its whole spec and its sum, a call's row the whole request: of a thousand runs those are too much to
read for a handful of numbers each.
"""

import json
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
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
    """A call in its last state (`done`, `failed`, `started`: nobody knows its end), and what it is charged."""

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
            spoken = _by_run(connection.execute(_spoken(wanted)), _spoke)
            charges = _by_run(connection.execute(_ended(wanted)), _charge)
            found: list[Charged] = []
            for row in rows:
                mine = charges.get(row.run, [])
                if 2 * len(mine) != row.calls:
                    mine += [_charge(each) for each in connection.execute(_OPEN, {"run": row.run})]
                said = spoken.get(row.run, [])
                if not _tally(said, mine):
                    # The words of calls that were purged are gone: then the events are all there is.
                    answers = connection.execute(_ANSWERS, {"run": row.run}).all()
                    said = [_answer(each) for each in answers] or said
                reviews: Sequence[Any] = (
                    connection.execute(_REVIEWS, {"run": row.run}).all() if row.reviews else ()
                )
                found.append(_charged(row, said, mine, [(each[0], each[1]) for each in reviews]))
        return tuple(found)


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
        .where(EVENTS.c.run.in_(sa.select(RUNS.c.id).where(wanted)), EVENTS.c.kind == "spoke")
        .order_by(EVENTS.c.run, EVENTS.c.number)
    )


def _ended(wanted: sa.ColumnElement[bool]) -> "sa.Select[Any, Any, Any, Any, Any]":
    return (
        sa.select(CALLS.c.run, *_OF)
        .where(CALLS.c.run.in_(sa.select(RUNS.c.id).where(wanted)), CALLS.c.state != "started")
        .order_by(CALLS.c.run, CALLS.c.number)
    )


def _by_run(rows: Iterable[Any], made: Callable[[Any], T]) -> Mapping[str, list[T]]:
    found: defaultdict[str, list[T]] = defaultdict(list)
    for row in rows:
        found[row[0]].append(made(row))
    return found


def _spoke(row: Any) -> Spoken:
    return _read(_spoken_of, row[1], row[2], None)


def _spoken_of(at: str, text: str, role: str | None) -> Spoken:
    told = json.loads(text)
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
    said = _read(_spoken_of, at, response, role)
    return said._replace(usd=_read(_usd_of, charged))


def _usd_of(text: str) -> Decimal | None:
    return _usd(json.loads(text)["usd"])


def _charge(row: Any) -> Charge:
    _, at, kind, state, text = row
    return _read(_charge_of, at, kind, state, text)


def _charge_of(at: str, kind: str, state: str, text: str) -> Charge:
    used = json.loads(text)
    return Charge(at[:10], kind, state, used["searches"], used["pages"], used["tokens"], _usd(used["usd"]))


def _usd(told: object) -> Decimal | None:
    return None if told is None else Decimal(str(told))


def _read(parse: Callable[..., T], *given: object) -> T:
    try:
        return parse(*given)
    except (KeyError, TypeError, ValueError, ArithmeticError) as error:
        raise IntegrityError(
            "a row of the store does not say what it cost", hint="see which one: stet audit RUN"
        ) from error


def _tally(said: Sequence[Spoken], charges: Sequence[Charge]) -> bool:
    """Whether the events tell of each answer once.

    An answer that came again from the journal is told of again, and one that came just before a run was killed is
    never told of.
    """
    done = [charge for charge in charges if charge.state == "done" and charge.kind.startswith(MODEL)]
    if len(said) != len(done):
        return False
    told, paid = ([each.usd for each in group] for group in (said, done))
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
