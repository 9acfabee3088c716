"""What the database says, in our words."""

import json
import sqlite3
from collections.abc import Generator
from contextlib import contextmanager

import sqlalchemy.exc as sx
from pydantic import ValidationError

from stet.errors import IntegrityError, StetError, StoreError

_SQLITE = {
    sqlite3.SQLITE_BUSY: ("is locked by another process", "try again when the other process is done"),
    sqlite3.SQLITE_LOCKED: ("is locked by another process", "try again when the other process is done"),
    sqlite3.SQLITE_READONLY: (
        "is read-only",
        "make the file and its folder writable, or choose another place",
    ),
    sqlite3.SQLITE_PERM: (
        "may not be written",
        "make the file and its folder writable, or choose another place",
    ),
    sqlite3.SQLITE_FULL: ("has no room: the disk is full", "free some space; nothing was half-written"),
    sqlite3.SQLITE_IOERR: ("cannot be read or written", "check the disk and the space left on it"),
    sqlite3.SQLITE_CANTOPEN: ("cannot be opened", "check that the folder exists and can be written"),
}
_POSTGRES = {
    "25006": ("is read-only", "connect to a server that takes writes"),
    "42501": ("may not be written", "grant the user of the URL rights on the database"),
    "53": ("has no room or no connection left", "free some space on the server; nothing was half-written"),
    "55P03": ("is locked by another process", "try again when the other process is done"),
    "57": ("was shut down by its server", "try again when the server is up"),
    "08": ("cannot be reached", "check the address and that the server is up"),
    "28": ("refused the user or password", "check the URL"),
    "3D000": ("does not exist", "create the database first"),
}
_DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}


def explained(error: BaseException, name: str) -> StetError:
    """The error of our tree for an error of the database driver (or of SQLAlchemy around one)."""
    cause = error.orig if isinstance(error, sx.DBAPIError) and error.orig is not None else error
    number = getattr(cause, "sqlite_errorcode", None)
    state = getattr(cause, "sqlstate", None)
    if isinstance(number, int):
        if number & 0xFF in _DAMAGED or _malformed(error):
            return IntegrityError(f"the store {name} is damaged: {cause}")
        what, hint = _SQLITE.get(number & 0xFF, (None, None))
    elif isinstance(state, str) and not _malformed(error):
        what, hint = next((said for code, said in _POSTGRES.items() if state.startswith(code)), (None, None))
    elif undecodable(error) or _malformed(error):
        return IntegrityError(f"the store {name} is damaged: {cause}")
    elif isinstance(error, sx.OperationalError | sx.TimeoutError):
        what, hint = _POSTGRES["08"]
    else:
        what, hint = None, None
    if what is None:
        return StoreError(f"the store {name} refused: {str(cause).strip()}")
    return StoreError(f"the store {name} {what} ({str(cause).strip().splitlines()[0]})", hint=hint)


def undecodable(error: BaseException) -> bool:
    """Whether a cell that should hold text does not hold UTF-8: the driver gives this no code of its own."""
    return "could not decode to utf-8" in str(error).lower()


def _malformed(error: BaseException) -> bool:
    """Whether a cell that should hold JSON does not, and the database was asked for a part of it."""
    said = str(error).lower()
    return "malformed json" in said or "invalid input syntax for type json" in said


@contextmanager
def explaining(name: str) -> Generator[None]:
    """Turn what the database raises into StoreError or IntegrityError; `name` says which store."""
    try:
        yield
    except (sx.SQLAlchemyError, sqlite3.Error) as error:
        raise explained(error, name) from error
    except (ValidationError, json.JSONDecodeError) as error:
        raise IntegrityError(
            f"the store {name} holds a row that this program did not write: {error}",
            hint="name the first such row with: stet audit RUN",
        ) from error
