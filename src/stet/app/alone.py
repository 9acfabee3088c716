"""One program at a time goes on with a run: two would both write what they found, and no audit would hold.

The mark is a locked file in the home folder. The system lets go of it however a program ends, so that a run whose
program was killed can be resumed at once. Programs on other machines that share a store do not see it.
"""

import os
import sys
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from stet.errors import Busy

_FOLDER = "under-way"


class UnderWay(Busy):
    """What was asked of a run cannot be done while it goes on."""

    code = "under_way"


@contextmanager
def alone(home: Path, run: str) -> Generator[None]:
    """Nobody else goes on with the run as long as the block lasts.

    Raises:
        UnderWay: somebody does
    """
    path = home / _FOLDER / run
    try:
        number = _locked(path)
    except BlockingIOError:
        raise UnderWay(
            f"run {run} goes on in another program", hint="wait for its end, or stop it there"
        ) from None
    except OSError:
        # A place that has no locks or cannot be written; what is wrong there, the store says.
        number = None
    try:
        yield
    finally:
        if number is not None:
            # While it is still locked: who opened it meanwhile finds it gone and makes it anew.
            with suppress(OSError):
                path.unlink(missing_ok=True)
            os.close(number)


def goes_on_somewhere(home: Path, run: str) -> bool:
    """Whether a program of this machine goes on with the run at this moment."""
    try:
        number = os.open(home / _FOLDER / run, os.O_RDWR)
    except OSError:
        return False
    try:
        _lock(number)
    except BlockingIOError:
        return True
    except OSError:
        return False
    finally:
        os.close(number)
    return False


def _locked(path: Path) -> int:
    """The number of the open file, locked and in its place."""
    path.parent.mkdir(parents=True, exist_ok=True)
    while True:
        number = os.open(path, os.O_CREAT | os.O_RDWR, 0o600)
        try:
            _lock(number)
            if _in_place(number, path):
                return number
        except BaseException:
            os.close(number)
            raise
        os.close(number)


def _in_place(number: int, path: Path) -> bool:
    try:
        return os.path.samestat(os.fstat(number), path.stat())
    except FileNotFoundError:
        return False


def _lock(number: int) -> None:
    """Lock an open file without waiting; BlockingIOError where another has it."""
    if sys.platform == "win32":
        import msvcrt

        try:
            msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
        except PermissionError as error:
            raise BlockingIOError from error
    else:
        import fcntl

        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
