"""`stet token`: who may ask over a network."""

import sys
from datetime import datetime
from decimal import Decimal, InvalidOperation
from typing import NamedTuple

from pydantic import TypeAdapter

from stet.app.tokens import SCOPES, Scope, TokenTerms, new_token
from stet.cli.exit import Exit
from stet.cli.setup import app_of, reading_app
from stet.cli.terminal import table
from stet.domain.base import Value
from stet.errors import BadSetting
from stet.store.tokens import TokenRecord


class New(NamedTuple):
    """A token that is wanted, as flags say it."""

    name: str
    scope: tuple[str, ...]
    runs_a_day: int | None
    usd: str | None


class MadeToken(Value):
    """What `stet token new --json` prints; `text` is the token, and is printed nowhere else."""

    text: str
    token: TokenRecord


_RECORDS = TypeAdapter(tuple[TokenRecord, ...])


def new(wanted: New, *, as_json: bool) -> int:
    """Make a token and print it on stdout, alone.

    Raises:
        BadSetting: a scope or sum that is not one
        InputError: there is one of this name
    """
    terms = TokenTerms(
        name=wanted.name.strip(),
        scopes=_scopes(wanted.scope),
        runs_a_day=wanted.runs_a_day,
        usd=_sum(wanted.usd),
    )
    app = app_of()
    with app.store() as store:
        made = new_token(store, terms, app.clock.now())
    if as_json:
        print(MadeToken(text=made.text, token=made.record).model_dump_json(indent=2))
        return Exit.DONE
    print(made.text)
    print(
        f"this token ({made.record.id}) is shown once; revoke it with: stet token revoke {made.record.id}",
        file=sys.stderr,
    )
    return Exit.DONE


def list_tokens(*, as_json: bool) -> int:
    """Print every token without its secret, oldest first."""
    with reading_app().store() as store:
        records = store.tokens()
    if as_json:
        print(_RECORDS.dump_json(records, indent=2).decode())
    elif records:
        print("\n".join(table(_cells(record) for record in records)))
    else:
        print("no tokens yet: stet token new NAME --scope read,run", file=sys.stderr)
    return Exit.DONE


def revoke(name: str) -> int:
    """Revoke a token by its id or name.

    Raises:
        NotFound: there is no such token that opens anything
    """
    app = app_of()
    with app.store() as store:
        record = store.revoke_token(name, app.clock.now())
    print(f"revoked {record.id} ({record.name})")
    return Exit.DONE


def _cells(record: TokenRecord) -> tuple[str, ...]:
    state = "revoked" if record.revoked_at else f"last used {_when(record.used_at)}"
    limits = [
        *([f"{record.runs_a_day} runs a day"] if record.runs_a_day is not None else []),
        *([f"{record.usd} USD in all"] if record.usd is not None else []),
    ]
    return record.id, record.name, ",".join(record.scopes), ", ".join(limits) or "no limits", state


def _when(at: datetime | None) -> str:
    return at.astimezone().strftime("%Y-%m-%d %H:%M") if at else "never"


def _scopes(said: tuple[str, ...]) -> frozenset[Scope]:
    names = [name.strip().lower() for each in said for name in each.split(",") if name.strip()]
    unknown = [name for name in names if name not in SCOPES]
    if unknown or not names:
        raise BadSetting(
            f"--scope: there is no scope “{', '.join(unknown)[:80]}”", hint=f"choose of: {', '.join(SCOPES)}"
        )
    return frozenset(scope for scope in SCOPES if scope in names)


def _sum(said: str | None) -> Decimal | None:
    if said is None:
        return None
    try:
        found = Decimal(said.strip())
    except InvalidOperation:
        found = Decimal("nan")
    if not found.is_finite() or not 0 <= found < 10**12:
        raise BadSetting(f"--max-usd: “{said[:40]}” is not a sum", hint="write it as 0.50")
    return found
