"""What runs were charged: the few columns that tell of money, of many runs at once.

A run's row holds its whole spec and its sum, a call's row the whole request: of a thousand runs those are too much to
read for a handful of numbers each.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

import sqlalchemy as sa

from stet.domain.run import RoleModel, RunStatus
from stet.store.charges import MODEL, Charge, Paid, Spoken, add_charges, answer, paid, read, tally, told_of
from stet.store.database import Database
from stet.store.rows import time_text
from stet.store.schema import CALLS, EVENTS, REVIEWS, RUNS


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
            spoken = told_of(connection.execute(_spoken(wanted)))
            charges = paid(
                connection.execute(_others(wanted)), connection.execute(_answered(connection, wanted))
            )
            found: list[Charged] = []
            for row in rows:
                mine = charges.get(row.run) or Paid()
                if 2 * mine.ended != row.calls:
                    add_charges({row.run: mine}, connection.execute(_OPEN, {"run": row.run}).all(), {})
                said = spoken.get(row.run, [])
                if not tally(said, mine.answers):
                    # The words of calls that were purged are gone: then the events are all there is.
                    answers = connection.execute(_ANSWERS, {"run": row.run}).all()
                    said = [answer(each) for each in answers] or said
                reviews: Sequence[Any] = (
                    connection.execute(_REVIEWS, {"run": row.run}).all() if row.reviews else ()
                )
                found.append(_charged(row, said, mine.others, [(each[0], each[1]) for each in reviews]))
        return tuple(found)


# Written out: SQLite takes an index of some of the rows only where it sees that the others are not wanted.
_SPOKE, _STARTED = sa.literal_column("'spoke'", sa.Text), sa.literal_column("'started'", sa.Text)
_OF = (CALLS.c.started_at, CALLS.c.kind, CALLS.c.state, CALLS.c.charged)
_OF_SPEC = ("models", "frozen", "require_review")
_IS_ANSWER = (CALLS.c.state == "done") & CALLS.c.kind.startswith(MODEL, autoescape=True)
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
    specs = ((row[:-1], read(json.loads, row[-1])) for row in rows)
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


def _others(wanted: sa.ColumnElement[bool]) -> "sa.Select[Any, Any, Any, Any, Any]":
    """Ends of calls but for answers of models."""
    return (
        sa.select(CALLS.c.run, *_OF)
        .where(CALLS.c.run.in_(sa.select(RUNS.c.id).where(wanted)), CALLS.c.state != _STARTED)
        .where(~_IS_ANSWER)
        .order_by(CALLS.c.run, CALLS.c.number)
    )


def _answered(connection: sa.Connection, wanted: sa.ColumnElement[bool]) -> "sa.Select[Any, Any]":
    """Answers of models: the money alone, as text, which is null both where it is not known and where none is named."""
    text = CALLS.c.charged
    as_json = (
        sa.cast(text, sa.JSON) if connection.dialect.name == "postgresql" else sa.type_coerce(text, sa.JSON)
    )
    return (
        sa.select(CALLS.c.run, as_json["usd"].as_string())
        .where(CALLS.c.run.in_(sa.select(RUNS.c.id).where(wanted)), CALLS.c.state != _STARTED)
        .where(_IS_ANSWER)
        .order_by(CALLS.c.run, CALLS.c.number)
    )


def _charged(
    row: _Row, said: Sequence[Spoken], charges: Sequence[Charge], reviews: Sequence[tuple[str, str]]
) -> Charged:
    return Charged(
        run=row.run,
        status=read(RunStatus, row.status),
        outcome=row.outcome,
        created_at=read(datetime.fromisoformat, row.created_at),
        models=_models(row.models),
        frozen=row.frozen is not None,
        ruled=row.rule is not None,
        spoken=tuple(said),
        charges=tuple(charges),
        reviews=tuple(reviews),
    )


@lru_cache(maxsize=256)
def _models(text: str | None) -> tuple[RoleModel, ...]:
    return read(lambda: tuple(RoleModel.model_validate(each) for each in json.loads(text or "[]") or ()))
