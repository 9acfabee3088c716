"""Whose file is it? Looked at before SQLite opens it, and never while this process has it open.

Closing any descriptor of a file lets go of every lock that the process has on it (POSIX), also of SQLite's own. The
next process to close the store would then take itself for the last one, and take the write-ahead log away from
under those that are still writing to it.
"""

import os
import threading
from collections import Counter
from collections.abc import Callable
from pathlib import Path

from stet.errors import StoreError
from stet.store.schema import APPLICATION_ID

_MAGIC = b"SQLite format 3\x00"
_HEAD = 72  # bytes
_OTHER_PLACE = "choose another place for the store; this file was not touched"
_LOOKING = threading.Lock()
_OPEN: Counter[tuple[int, int]] = Counter()  # by device and inode


def claim(path: Path) -> Callable[[], None]:
    """Make sure that the file is ours or new; what is returned is to be called when its connections are closed.

    Raises:
        StoreError: it is another program's, or cannot be opened
    """
    with _LOOKING:
        file = _open_already(path) or _looked_at(path)
        _OPEN[file] += 1

    def let_go() -> None:
        with _LOOKING:
            _OPEN[file] -= 1
            if not _OPEN[file]:
                del _OPEN[file]

    return let_go


def _open_already(path: Path) -> tuple[int, int] | None:
    try:
        found = path.stat()
    except OSError:
        return None
    file = (found.st_dev, found.st_ino)
    return file if file in _OPEN else None


def _looked_at(path: Path) -> tuple[int, int]:
    """Look at the file's first bytes, so that a file which is not ours is not even opened as a database."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        # What people research is their own business: the file is for its owner alone.
        with os.fdopen(os.open(path, os.O_CREAT | os.O_RDONLY, 0o600), "rb") as file:
            found = os.fstat(file.fileno())
            head = file.read(_HEAD)
    except OSError as error:
        raise StoreError(
            f"the store {path} cannot be opened: {error.strerror}",
            hint="check that the folder exists and can be written, or set STET_HOME to another",
        ) from error
    if head and not head.startswith(_MAGIC):
        raise StoreError(f"{path} is not a stet store: it is no SQLite file", hint=_OTHER_PLACE)
    # The header is true of any committed store: the tables are made before the file turns to WAL.
    if head and int.from_bytes(head[68:72], "big") != APPLICATION_ID:
        raise StoreError(f"{path} is not a stet store but another program's SQLite file", hint=_OTHER_PLACE)
    return found.st_dev, found.st_ino
