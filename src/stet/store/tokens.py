"""Tokens: kept as hashes of their secrets, never forgotten, revoked for good."""

from datetime import datetime, timedelta
from decimal import Decimal

import sqlalchemy as sa

from stet.domain.base import Value
from stet.errors import InputError, NotFound
from stet.store.database import Database
from stet.store.rows import storable, time_text
from stet.store.schema import TOKENS

_NOT_NEW = timedelta(minutes=1)
"""The last use is written down at most so often: a request that reads shall not wait for writers."""


class TokenRecord(Value):
    """A token as it is kept; None is no limit. `usd` is the most for all its runs together."""

    id: str
    name: str
    scopes: tuple[str, ...]
    runs_a_day: int | None = None
    usd: Decimal | None = None
    created_at: datetime
    used_at: datetime | None = None
    revoked_at: datetime | None = None


class Tokens:
    """The store's part for tokens."""

    database: Database

    def add_token(self, record: TokenRecord, secret_hash: str) -> None:
        """Keep a new token.

        Raises:
            InputError: a token that is not revoked has this name
        """
        with self.database.writing() as connection:
            same = sa.select(TOKENS.c.id).where(
                TOKENS.c.name == storable(record.name), TOKENS.c.revoked_at.is_(None)
            )
            if connection.execute(same).first() is not None:
                raise InputError(
                    f"there is a token “{record.name}” already", hint=f"stet token revoke {record.name}"
                )
            connection.execute(
                sa.insert(TOKENS),
                {
                    "id": record.id,
                    "name": storable(record.name),
                    "hash": secret_hash,
                    "scopes": " ".join(record.scopes),
                    "runs_a_day": record.runs_a_day,
                    "usd": None if record.usd is None else str(record.usd),
                    "created_at": time_text(record.created_at),
                },
            )

    def token(self, token: str) -> tuple[TokenRecord, str] | None:
        """The token with this id and the hash of its secret; None where there is none."""
        with self.database.reading() as connection:
            row = connection.execute(sa.select(TOKENS).where(TOKENS.c.id == token)).mappings().one_or_none()
        return None if row is None else (token_of(row), str(row["hash"]))

    def tokens(self) -> tuple[TokenRecord, ...]:
        """Every token, also those that are revoked, oldest first."""
        with self.database.reading() as connection:
            rows = connection.execute(sa.select(TOKENS).order_by(TOKENS.c.created_at, TOKENS.c.id)).mappings()
            return tuple(token_of(row) for row in rows)

    def revoke_token(self, id_or_name: str, at: datetime) -> TokenRecord:
        """Let a token open nothing from now on.

        Raises:
            NotFound: no such token, or it is revoked already
        """
        alive = TOKENS.c.revoked_at.is_(None)
        wanted = storable(id_or_name)
        named = sa.or_(TOKENS.c.id == wanted, TOKENS.c.name == wanted)
        with self.database.writing() as connection:
            rows = connection.execute(sa.select(TOKENS).where(named, alive)).mappings().all()
            if not rows:
                raise NotFound(
                    f"there is no token “{id_or_name[:80]}”", hint="see them with: stet token list"
                )
            # An id is made by us and no name: one that somebody named so gives way.
            row = next((row for row in rows if row["id"] == wanted), rows[0])
            revoked = {"revoked_at": time_text(at)}
            connection.execute(sa.update(TOKENS).where(TOKENS.c.id == row["id"]).values(revoked))
        return token_of({**row, **revoked})

    def token_used(self, record: TokenRecord, at: datetime) -> None:
        """Write down that a token was used, unless that was written a moment ago."""
        if record.used_at is not None and at - record.used_at < _NOT_NEW:
            return
        with self.database.writing() as connection:
            connection.execute(
                sa.update(TOKENS).where(TOKENS.c.id == record.id).values(used_at=time_text(at))
            )


def token_of(row: "sa.RowMapping | dict[str, object]") -> TokenRecord:
    """A row as a value; what it says of the secret is left out."""
    named = {name: row[name] for name in TokenRecord.model_fields}
    return TokenRecord.model_validate({**named, "scopes": tuple(str(row["scopes"]).split())})
