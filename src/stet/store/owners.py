"""Which runs were started with which token, and what of its limits they take."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from decimal import Decimal
from typing import NamedTuple

import sqlalchemy as sa

from stet.domain.run import RunStatus
from stet.errors import BudgetExhausted
from stet.store.database import Database
from stet.store.meter import Meter
from stet.store.rows import parsed, time_text
from stet.store.schema import RUNS, TOKEN_RUNS, TOKENS
from stet.store.tokens import TokenRecord

_LOST = timedelta(days=1)
"""A start that has no run after so long never got one: the program was killed in it."""


class Grant(NamedTuple):
    """A run that a token may start: the number under which it counts, and the money kept for it (None: no limit)."""

    number: int
    usd: Decimal | None


class Owners:
    """The store's part for runs of tokens. Limits are looked at and taken in one transaction."""

    database: Database

    def owner(self, run: str) -> str | None:
        """The id of the token that a run was started with, by its full id; None where there was none."""
        with self.database.reading() as connection:
            row = connection.execute(sa.select(TOKEN_RUNS.c.token).where(TOKEN_RUNS.c.run == run)).first()
        return None if row is None else str(row[0])

    def grant(self, token: TokenRecord, usd: Decimal | None, at: datetime) -> Grant:
        """Count a run that is about to start, and keep `usd` for it, or all that is left where nothing was said.

        Raises:
            BudgetExhausted: the token has no run left today, or too little money
        """
        with self.database.writing() as connection:
            _lock(connection, token)
            today = at.date().isoformat()
            _runs_left(connection, token, today, time_text(at - _LOST))
            held = _money(connection, token, usd, at)
            row = {"token": token.id, "at": time_text(at), "held": None if held is None else str(held)}
            number = connection.execute(sa.insert(TOKEN_RUNS).values(row)).inserted_primary_key
            assert number is not None  # noqa: S101 - the table has one
            return Grant(int(number[0]), held)

    def granted(self, grant: Grant, run: str) -> None:
        """The run that was granted has begun under this id."""
        with self.database.writing() as connection:
            row = sa.update(TOKEN_RUNS).where(TOKEN_RUNS.c.number == grant.number)
            connection.execute(row.values(run=run))

    def grant_again(self, token: TokenRecord, run: str, at: datetime) -> None:
        """Keep the money for a run again that has ended and is to go on; it is no other run of the day.

        Raises:
            BudgetExhausted: other runs have taken it
        """
        with self.database.writing() as connection:
            _lock(connection, token)
            this = TOKEN_RUNS.c.run == run
            row = connection.execute(sa.select(TOKEN_RUNS.c.held).where(this)).first()
            if row is None or row[0] is None:
                return
            connection.execute(sa.update(TOKEN_RUNS).where(this).values(held="0", settled=None))
            _money(connection, token, Decimal(row[0]), at)
            connection.execute(sa.update(TOKEN_RUNS).where(this).values(held=row[0], settled=None))

    def settle(self, run: str) -> None:
        """A run has ended: what it cost takes the place of what was kept, where its cost is known."""
        with self.database.writing() as connection:
            usage = connection.execute(sa.select(RUNS.c.used).where(RUNS.c.id == run)).first()
            cost = None if usage is None else parsed(Meter, usage[0]).usage().usd
            if cost is not None:
                row = sa.update(TOKEN_RUNS).where(TOKEN_RUNS.c.run == run, TOKEN_RUNS.c.held.is_not(None))
                connection.execute(row.values(settled=str(cost)))

    def release(self, grant: Grant) -> None:
        """A run that was granted never began."""
        with self.database.writing() as connection:
            row = sa.delete(TOKEN_RUNS).where(TOKEN_RUNS.c.number == grant.number, TOKEN_RUNS.c.run.is_(None))
            connection.execute(row)


def _lock(connection: sa.Connection, token: TokenRecord) -> None:
    # SQLite has locked the file already and ignores this.
    connection.execute(sa.select(TOKENS.c.id).where(TOKENS.c.id == token.id).with_for_update())


def _runs_left(connection: sa.Connection, token: TokenRecord, today: str, lost: str) -> None:
    if token.runs_a_day is None:
        return
    counted = sa.or_(TOKEN_RUNS.c.run.is_not(None), TOKEN_RUNS.c.at >= lost)
    count = sa.select(sa.func.count()).where(
        TOKEN_RUNS.c.token == token.id, TOKEN_RUNS.c.at >= today, counted
    )
    if connection.execute(count).scalar_one() >= token.runs_a_day:
        raise BudgetExhausted(
            "runs a day", allowed=str(token.runs_a_day), hint="the day begins anew at midnight, UTC"
        )


def _money(
    connection: sa.Connection, token: TokenRecord, usd: Decimal | None, at: datetime
) -> Decimal | None:
    """The money to keep for one more run; None where the token has no limit."""
    if token.usd is None:
        return None
    rows = connection.execute(
        sa.select(TOKEN_RUNS, RUNS.c.status, RUNS.c.used)
        .outerjoin(RUNS, RUNS.c.id == TOKEN_RUNS.c.run)
        .where(TOKEN_RUNS.c.token == token.id)
    ).mappings()
    left = token.usd - sum(_taken(rows, time_text(at - _LOST)), Decimal(0))
    if left < 0 or (usd is None and left == 0) or (usd is not None and usd > left):
        raise BudgetExhausted(
            "money of this token",
            allowed=f"{token.usd} USD in all",
            hint=f"{max(left, Decimal(0))} USD are neither spent nor kept for runs under way",
        )
    return left if usd is None else usd


def _taken(rows: Iterable[sa.RowMapping], lost: str) -> Iterable[Decimal]:
    """What each run cost, or what is kept for it while that is not settled."""
    for row in rows:
        if row["settled"] is not None:
            yield Decimal(row["settled"])
        elif row["held"] is None or (row["run"] is None and row["at"] < lost):
            continue
        elif row["status"] == RunStatus.DONE.value and (cost := parsed(Meter, row["used"]).usage().usd):
            # Nobody settled it: the program was killed, and the run gone on with by another.
            yield cost
        else:
            yield Decimal(row["held"])
