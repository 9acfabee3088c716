"""The other side of `apart`: takes documents from a pipe, extracts, and answers, until the pipe is closed."""

import os
import sys
from datetime import date
from typing import BinaryIO

from stet.adapters.extract import Limits, extract
from stet.domain.base import Value

_LENGTH = 8


class Task(Value):
    """What is to be extracted; its bytes follow."""

    name: str
    declared_type: str | None
    url: str | None
    today: date
    limits: Limits


def send(pipe: BinaryIO, data: bytes) -> None:
    """Write one message: its length in eight bytes, then itself."""
    pipe.write(len(data).to_bytes(_LENGTH, "big"))
    pipe.write(data)
    pipe.flush()


def receive(pipe: BinaryIO) -> bytes | None:
    """The next whole message; None at the end of the pipe."""
    length = pipe.read(_LENGTH)
    if len(length) < _LENGTH:
        return None
    data = pipe.read(size := int.from_bytes(length, "big"))
    return data if len(data) == size else None


def serve(memory: int) -> None:
    """Answer until there is nothing more to do; what the readers print goes nowhere."""
    _bound(memory)
    tasks, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    silence = os.open(os.devnull, os.O_RDWR)
    os.dup2(silence, sys.stdout.fileno())
    # Most documents are HTML: its readers are loaded while the page is still on its way.
    extract(b"<html><body><p>.</p></body></html>", name="", today=date(2000, 1, 1))
    while (head := receive(tasks)) is not None and (raw := receive(tasks)) is not None:
        task = Task.model_validate_json(head)
        found = extract(
            raw,
            name=task.name,
            declared_type=task.declared_type,
            url=task.url,
            today=task.today,
            limits=task.limits,
        )
        send(answers, found.model_dump_json().encode())


def _bound(memory: int) -> None:
    try:
        import resource
    except ImportError:  # Windows has no such limits; the time limit still holds
        return
    hard = resource.getrlimit(resource.RLIMIT_AS)[1]
    if hard == resource.RLIM_INFINITY or memory < hard:
        try:
            resource.setrlimit(resource.RLIMIT_AS, (memory, hard))
        except (ValueError, OSError):  # macOS refuses some limits
            return
