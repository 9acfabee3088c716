"""Task files, read and looked through: TOML with one task or many, JSONL with a task a line, or folders of them."""

import json
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Final, NamedTuple, cast

from pydantic import ValidationError

from stet.confidence.profile import SHIPPED, load_profile
from stet.domain.toml import parse_toml
from stet.errors import BadSetting, NotFound, StetError
from stet.evaluate.bench.sound import Fault, fault_of
from stet.evaluate.bench.task import Category, Task

_LARGEST_FILE: Final = 32_000_000
_MOST_TASKS: Final = 10_000
_SUFFIXES: Final = (".toml", ".jsonl")
_HINT: Final = "see docs/tasks.md for what a task file holds"
_HINTS: Final = {
    "category": f"one of: {', '.join(Category)}",
    "today": "the day as of which the facts hold, such as today = 2026-11-30",
    "documents": 'a list of folders and files, such as documents = ["../harbour-toll"]',
    "limits": "depth, rounds, searches, pages, claims, model_calls, tokens, usd, seconds: numbers, none below zero",
    "facts": "id, text, values, words, sources, since and subquestion; values and words are lists of texts",
    "forbidden": 'as facts; and why = "superseded" or "false", and unless, a list of texts',
}


class _Raw(NamedTuple):
    """A task as it stands in a file: `where` names it for messages."""

    where: str
    file: Path
    said: Mapping[str, object]


class _Repeated(ValueError):
    """A key that stands twice in one JSON object."""


def load_tasks(paths: Sequence[Path]) -> tuple[Task, ...]:
    """The tasks of some files and folders, in order; of a folder, its `*.toml` and `*.jsonl` in the order of names.

    Relative `documents`, and a `profile` that is a path, are taken from the folder of the task's file.

    Raises:
        BadSetting: a file that cannot be read as tasks, or a task that measures nothing or the wrong thing; the message
            names the file, the task and the field
        NotFound: a file, folder or document that does not exist
    """
    tasks: list[Task] = []
    places: dict[str, str] = {}
    profiles: dict[str, str | None] = {}
    for raw in (raw for path in paths for file in _files(path) for raw in _raw(file)):
        if len(tasks) >= _MOST_TASKS:
            raise BadSetting(
                f"{raw.where}: more than {_MOST_TASKS:,} tasks", hint="run them in several parts"
            )
        task = _task(raw)
        if task.id in places:
            raise BadSetting(
                f"{raw.where}: id: {places[task.id]} has the same id “{task.id}”",
                hint="give every task an id of its own",
            )
        places[task.id] = raw.where
        fault = fault_of(task) or _profile_fault(task, profiles)
        if fault is not None:
            raise BadSetting(f"{raw.where}: {fault.what}", hint=fault.hint)
        tasks.append(task)
    if not tasks:
        raise BadSetting("there is no task in what was given", hint=_HINT)
    return tuple(tasks)


def _files(path: Path) -> list[Path]:
    try:
        if path.is_dir():
            files = sorted(each for each in path.iterdir() if each.suffix in _SUFFIXES and each.is_file())
            if not files:
                raise BadSetting(f"{path}: no .toml or .jsonl file in this folder", hint=_HINT)
            return files
        there = _exists(str(path))
    except (OSError, ValueError) as error:
        raise BadSetting(f"{path}: {_why(error)}", hint="check who may read it") from error
    if not there:
        raise NotFound(f"{path}: no such file or folder", hint="give task files, or a folder of them")
    if path.suffix not in _SUFFIXES:
        raise BadSetting(f"{path}: not a task file", hint="task files end in .toml or .jsonl")
    return [path]


def _raw(file: Path) -> Iterator[_Raw]:
    text = _text(file)
    for number, said in _toml(file, text) if file.suffix == ".toml" else _jsonl(file, text):
        where = str(file) if number is None else f"{file}: {number}"
        if not isinstance(said, dict):
            raise BadSetting(f"{where}: not a task", hint=_HINT)
        table = cast("dict[str, object]", said)
        name = table.get("id")
        named = f" “{name[:80]}”" if isinstance(name, str) and name.isprintable() else ""
        yield _Raw(f"{where}: task{named}", file, table)


def _text(file: Path) -> str:
    try:
        if not file.is_file():
            raise BadSetting(f"{file}: not a file", hint=_HINT)
        if file.stat().st_size > _LARGEST_FILE:
            raise BadSetting(
                f"{file}: larger than {_LARGEST_FILE // 1_000_000} MB", hint="part it into several files"
            )
        text = file.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BadSetting(f"{file}: not UTF-8 text", hint="save it as UTF-8") from error
    except OSError as error:
        raise BadSetting(f"{file}: {_why(error)}", hint="check who may read it") from error
    if "\0" in text:
        raise BadSetting(f"{file}: not a text file", hint="save it as UTF-8")
    return text


def _why(error: Exception) -> str:
    return (error.strerror if isinstance(error, OSError) else None) or str(error)


def _toml(file: Path, text: str) -> Iterator[tuple[str | None, object]]:
    try:
        said: dict[str, object] = parse_toml(text)
    except (ValueError, RecursionError) as error:
        raise BadSetting(f"{file}: not readable as TOML: {_short(error)}", hint=_HINT) from error
    if "task" not in said:
        yield None, said
        return
    if len(said) > 1:
        other = next(name for name in said if name != "task")
        raise BadSetting(
            f"{file}: {other[:80]}: stands beside [[task]]", hint="put it under the [[task]] it is of"
        )
    many = said["task"]
    if not isinstance(many, list):
        raise BadSetting(f"{file}: task: one table", hint="write [[task]], in double brackets")
    for number, each in enumerate(cast("list[object]", many), 1):
        yield f"number {number}", each


def _jsonl(file: Path, text: str) -> Iterator[tuple[str | None, object]]:
    # Only "\n" ends a line of JSONL: JSON texts may hold U+2028.
    for number, line in enumerate(text.split("\n"), 1):
        if not line.strip():
            continue
        try:
            said: object = json.loads(line, object_pairs_hook=_once, parse_constant=_no_number)
            # Half of a pair, written as an escape, is no character and could not be kept.
            json.dumps(said, ensure_ascii=False).encode()
        except (ValueError, RecursionError) as error:
            raise BadSetting(
                f"{file}: line {number}: not readable as JSON: {_short(error)}", hint=_HINT
            ) from error
        yield f"line {number}", said


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found: dict[str, object] = {}
    for key, value in pairs:
        if key in found:
            raise _Repeated(f"“{key[:80]}” stands twice")
        found[key] = value
    return found


def _no_number(name: str) -> object:
    raise ValueError(f"{name} is no number")


def _short(error: Exception) -> str:
    return "nested too deeply" if isinstance(error, RecursionError) else str(error)[:200]


def _task(raw: _Raw) -> Task:
    said = dict(raw.said)
    said["documents"] = _placed(raw, said.get("documents", ()))
    profile = said.get("profile")
    if isinstance(profile, str) and profile not in SHIPPED:
        said["profile"] = _beside(raw.file, profile, lambda why: BadSetting(f"{raw.where}: profile: {why}"))
    try:
        return Task.model_validate(said)
    except ValidationError as error:
        faults = error.errors(include_url=False, include_context=False, include_input=False)
        # What is there and wrong is nearer to what was meant than what is missing.
        first = next((each for each in faults if each["type"] != "missing"), faults[0])
    field = "".join(f"[{part + 1}]" if isinstance(part, int) else f".{part}" for part in first["loc"]).lstrip(
        "."
    )
    top = str(first["loc"][0]) if first["loc"] else ""
    if first["type"] == "extra_forbidden":
        known = f"fields: {', '.join(Task.model_fields)}"
        raise BadSetting(f"{raw.where}: {field[:200]}: no such field", hint=_HINTS.get(top, known))
    why = "it is missing" if first["type"] == "missing" else first["msg"].removeprefix("Value error, ")
    raise BadSetting(f"{raw.where}: {field[:200]}: {why[:1].lower()}{why[1:]}", hint=_HINTS.get(top, _HINT))


def _placed(raw: _Raw, documents: object) -> object:
    """The documents as absolute paths; what is no list of texts is left to the check of fields."""
    if not isinstance(documents, list | tuple):
        return documents
    placed: list[object] = []
    for each in cast("Sequence[object]", documents):
        if not isinstance(each, str):
            return cast("object", documents)
        path = _beside(raw.file, each, lambda why: BadSetting(f"{raw.where}: documents: {why}"))
        if not _exists(path):
            raise NotFound(
                f"{raw.where}: documents: there is no {path}",
                hint="paths are taken from the folder of the task's file",
            )
        placed.append(path)
    return tuple(placed)


def _beside(file: Path, place: str, fault: Callable[[str], StetError]) -> str:
    try:
        if not place.strip() or "\0" in place:
            raise fault("an empty path, or one that cannot be")
        return os.path.normpath(file.absolute().parent / Path(place).expanduser())
    except (RuntimeError, ValueError) as error:
        raise fault(str(error)[:200]) from error


def _exists(path: str) -> bool:
    try:
        return Path(path).exists()
    except OSError:
        # A name that is too long, or a folder that nobody may look into.
        return False


def _profile_fault(task: Task, known: dict[str, str | None]) -> Fault | None:
    if task.profile is None:
        return None
    if task.profile not in known:
        try:
            load_profile(task.profile)
            known[task.profile] = None
        except BadSetting as error:
            known[task.profile] = error.message
    message = known[task.profile]
    return (
        None if message is None else Fault(f"profile: {message}", f"use {', '.join(SHIPPED)}, or a TOML file")
    )
