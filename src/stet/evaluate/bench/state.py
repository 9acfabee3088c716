"""The file of a comparison: whole or not there, in the hands of one process, and of one order."""

import os
import sys
import tempfile
from collections.abc import Generator
from contextlib import contextmanager, suppress
from pathlib import Path

from pydantic import ValidationError

from stet.domain.base import value_id
from stet.errors import BadSetting
from stet.evaluate.bench.values import SCHEMA, BenchResult, Order
from stet.evaluate.metrics.table import TARGETS

FOLDER = "benches"
_LARGEST = 256_000_000
_SHOWN = 80


def usual_path(home: Path, order: Order) -> Path:
    """Where the result of an order is kept if nobody names a file."""
    digest = value_id(order).removeprefix("sha256:")
    return home / FOLDER / f"{order.experiment.value}-{digest[:16]}.json"


def load_result(path: Path) -> BenchResult:
    """The result in a file.

    Raises:
        BadSetting: there is none that can be read as one
    """
    try:
        # A device or a pipe has no size, and no end.
        if path.exists() and not path.is_file():
            raise BadSetting(f"{path} is no file", hint="name the file of a comparison")
        if path.stat().st_size > _LARGEST:
            raise BadSetting(f"{path} is too large to be a comparison", hint="name the file of one: -o FILE")
        result = BenchResult.model_validate_json(path.read_bytes())
    except FileNotFoundError as error:
        raise BadSetting(
            f"there is no file {path}", hint="make one with: stet bench TASKS -o FILE"
        ) from error
    except OSError as error:
        raise BadSetting(
            f"{path} cannot be read: {error.strerror}", hint="see the path and its rights"
        ) from error
    except ValidationError as error:
        fault = error.errors(include_url=False)[0]
        where = ".".join(str(part) for part in fault["loc"])
        said = f"{where}: {fault['msg']}" if where else fault["msg"]
        raise BadSetting(
            f"{path} holds no comparison (stet.bench/1): {said[:_SHOWN]}",
            hint="name another file with -o FILE",
        ) from error
    if (share := _beyond_all(result)) is not None:
        raise BadSetting(
            f"{path} holds no comparison ({SCHEMA}): {share} is more than all",
            hint="name another file with -o FILE",
        )
    return result


def _beyond_all(result: BenchResult) -> str | None:
    """The name of a metric that is a share, and is more than the whole."""
    shares = {name for name, target in TARGETS.items() if target.unit == "share"}
    counted = (cell.measures.metrics for cell in result.cells if cell.measures is not None)
    return next(
        (name for told in counted for name, each in told.items() if name in shares and each.part > each.of),
        None,
    )


def save_result(path: Path, result: BenchResult) -> None:
    """Write a result so that the file is whole at every moment, the one before it or this one.

    Raises:
        OSError: it cannot be written; what was there before is there still
    """
    text = result.model_dump_json(indent=1, by_alias=True) + "\n"
    part: Path | None = None
    try:
        number, name = tempfile.mkstemp(dir=path.parent, prefix=".stet-", suffix=".part")
        part = Path(name)
        with os.fdopen(number, "wb") as file:
            file.write(text.encode("utf-8", "replace"))
            file.flush()
            os.fsync(file.fileno())
        part.replace(path)
    except OSError as error:
        # The reader knows the file by its own name.
        raise OSError(error.errno, error.strerror, str(path)) from error
    finally:
        if part is not None:
            part.unlink(missing_ok=True)


def set_aside(path: Path) -> Path:
    """Move a file beside itself, under the first name with a number that is free."""
    number = 1
    while (free := path.with_name(f"{path.stem}-{number}{path.suffix}")).exists():
        number += 1
    path.rename(free)
    return free


@contextmanager
def held(path: Path) -> Generator[None]:
    """Hold a file of a comparison for this process alone; the system lets go of it when the process ends, in any way.

    Raises:
        BadSetting: another process has it, or its folder is not there
    """
    if not path.parent.is_dir():
        raise BadSetting(f"-o: there is no folder {path.parent}", hint=f"mkdir -p {path.parent}")
    if path.is_dir():
        raise BadSetting(f"-o: {path} is a folder", hint=f"-o {path / 'bench.json'}")
    if path.exists() and not path.is_file():
        raise BadSetting(f"-o: {path} is no file", hint="name one that can be replaced: -o FILE")
    lock = path.with_name(f".{path.name}.lock")
    number = os.open(lock, os.O_CREAT | os.O_RDWR, 0o600)
    try:
        try:
            _lock(number)
            # Who held it may have removed the name between our opening and our locking.
            if not os.path.samestat(os.fstat(number), lock.stat()):
                raise BlockingIOError
        except OSError as error:
            raise BadSetting(
                f"another process is at work on {path}", hint="wait for it, or name another file with -o FILE"
            ) from error
        try:
            yield
        finally:
            # Before the lock is let go of: who comes next makes it anew.
            with suppress(OSError):
                lock.unlink(missing_ok=True)
    finally:
        os.close(number)


def _lock(number: int) -> None:
    """Lock an open file without waiting; OSError where another has it."""
    if sys.platform == "win32":
        import msvcrt

        msvcrt.locking(number, msvcrt.LK_NBLCK, 1)
    else:
        import fcntl

        fcntl.flock(number, fcntl.LOCK_EX | fcntl.LOCK_NB)
