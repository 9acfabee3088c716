"""How fast a store of many runs answers: `python benchmarks/stored.py [--runs 1000] [--store URL] [--tries 5]`.

Invented runs in a thrown-away store (or in an empty one at URL): each has a whole profile in its spec, 30 calls with
requests of 12 kB and answers of up to 4 kB, and 60 events with a report at the end. Then whole commands, from the start
of the process to its end, the best of some tries: beside them, a command that only starts, and how many times that each
of them takes. Exit status 1 when a command takes more than a second.
"""

import argparse
import os
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection

from stet.app import profile_of
from stet.domain.base import canonical_json, value_id
from stet.domain.budget import Budget, Usage
from stet.domain.events import Event, Noted, Searched, Spoke
from stet.domain.evidence import Hit
from stet.domain.question import Query
from stet.domain.run import Level, RoleModel, RunSpec, RunStatus
from stet.store import open_store
from stet.store.database import append, run_row, save_run
from stet.store.meter import Meter
from stet.store.rows import Cell, RunRow, json_text, time_text
from stet.store.sql import SqlStore

TARGET = 1.0
CALLS, EVENTS = 30, 60
REQUEST, ANSWER, REPORT = 12_000, 4_000, 40_000
ROLES = ("planner", "analyst", "writer", "reviewer", "judge")
NEWEST = datetime(2026, 11, 30, tzinfo=UTC)
COMMANDS = (
    ("cost", "--since", "10y"),
    ("cost", "--since", "10y", "--json"),
    ("cost",),
    ("runs",),
    ("runs", "-n", "1000"),
    ("runs", "-n", "1000", "--json"),
)
STARTS = ("config", "paths")


class Made(NamedTuple):
    """A call: its kind, what it was charged, and the event that tells of it."""

    kind: str
    usage: Usage
    event: Event


def spec(number: int) -> RunSpec:
    """The spec of a run, with a profile that is written out."""
    profile = profile_of("eu-law")
    return RunSpec(
        question=f"When does the harbour toll of town {number} start, and who pays it?",
        level=Level.REVIEWED,
        engine="model",
        models=tuple(RoleModel(role=role, model="openai:gpt-5-mini", window=32_000) for role in ROLES),
        profile=profile.name,
        profile_json=canonical_json(profile),
        budget=Budget(),
        providers=("tavily",),
        today=date(2026, 11, 30),
        version="0",
    )


def calls(dice: random.Random) -> Iterator[Made]:
    """The calls of a run: searches, pages and answers of models."""
    for n in range(CALLS):
        if n < 4:
            hits = tuple(
                Hit(
                    url=f"https://site-{n}-{k}.example/",
                    title="A page",
                    snippet="s" * 200,
                    provider="tavily",
                    rank=k + 1,
                )
                for k in range(10)
            )
            searched = Searched(
                round=1, provider="tavily", query=Query(text=f"toll {n}", topic="T1"), hits=hits
            )
            yield Made("search:tavily", Usage(searches=1, usd=Decimal("0.008")), searched)
        elif n < 12:
            yield Made("fetch", Usage(pages=1), Noted(code="corpus", message="p" * 300))
        else:
            role = ROLES[n % len(ROLES)]
            tokens, said = dice.randrange(500, 9_000), dice.randrange(50, 1_500)
            usd = Decimal(tokens * 25 + said * 200) / 100_000_000
            spoke = Spoke(
                role=role,
                model="gpt-5-mini-2025-08-07",
                mode="native",
                input_tokens=tokens,
                output_tokens=said,
                usd=usd,
            )
            yield Made(f"model:{role}", Usage(model_calls=1, tokens=tokens + said, usd=usd), spoke)


def write(store: SqlStore, number: int) -> None:
    """One run, all of it in one transaction."""
    dice = random.Random(number)  # noqa: S311  no secret, the same run each time
    at = NEWEST - timedelta(minutes=37 * number)
    run = store.create(spec(number), at)
    # Of a hundred runs one failed, one was stopped, one was killed; of the others every ninth was not approved.
    state = {7: ("failed", "unavailable"), 23: ("interrupted", None), 61: ("running", None)}.get(number % 100)
    status, outcome = state or ("done", "not_approved" if number % 9 == 0 else "approved")
    made = [*calls(dice)]
    if state:
        made = made[: dice.randrange(5, CALLS)]
    when = time_text(at)
    with store.database.writing() as connection:
        row = run_row(connection, run, lock=True)
        meter = Meter()
        for place, call in enumerate(made):
            meter = meter.add(call.usage)
            begun = _begun(call, value_id([call.kind, number, place]), when)
            row = append(connection, row, "calls", begun)
            if (
                status != "running" or place < len(made) - 1
            ):  # of one that was killed nobody knows the last end
                answer = f'{{"text":"{"a" * dice.randrange(200, ANSWER)}"}}'
                ended = {**begun, "state": "done", "request": None, "response": answer, "ended_at": when}
                row = append(connection, row, "calls", ended)
                row = _told(connection, row, call.event, when)
        for n in range(EVENTS - len(made)):
            text = "e" * (REPORT if n == 0 else 400)
            row = _told(connection, row, Noted(code="corpus", message=text), when)
        save_run(connection, replace(row, used=json_text(meter), updated_at=when))
    store.update_run(run, RunStatus(status), outcome, at)


def _begun(call: Made, key: str, when: str) -> dict[str, Cell]:
    return {
        "key": key,
        "kind": call.kind,
        "attempt": 1,
        "state": "started",
        "request": f'{{"text":"{"r" * REQUEST}"}}',
        "response": None,
        "error": None,
        "charged": json_text(call.usage),
        "started_at": when,
        "ended_at": None,
    }


def _told(connection: Connection, row: RunRow, event: Event, when: str) -> RunRow:
    cells = {"at": when, "kind": event.kind, "event": json_text(event)}
    return append(connection, row, "events", cells)


def best(argv: tuple[str, ...], environment: dict[str, str], tries: int) -> tuple[float, int]:
    """The fastest of some processes in seconds, and how many characters it printed."""
    times: list[float] = []
    said = b""
    for _ in range(tries):
        start = time.perf_counter()
        command = [sys.executable, "-m", "stet", *argv]
        said = subprocess.run(command, env=environment, capture_output=True, check=True).stdout
        times.append(time.perf_counter() - start)
    return min(times), len(said)


def main() -> int:
    """Make the runs, measure the commands."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("--runs", type=int, default=1_000)
    parser.add_argument("--tries", type=int, default=5)
    parser.add_argument(
        "--store", help="an empty store, such as postgresql+psycopg://…; default: a SQLite file"
    )
    given = parser.parse_args()
    slow = 0
    with tempfile.TemporaryDirectory() as folder:
        url = given.store or str(Path(folder) / "stet.sqlite")
        start = time.perf_counter()
        with open_store(url) as store:
            for number in range(given.runs):
                write(store, number)
        size = f", {Path(url).stat().st_size / 1e6:.0f} MB" if not given.store else ""
        print(f"{given.runs} runs made in {time.perf_counter() - start:.0f} s{size}")
        kept = {name: value for name, value in os.environ.items() if not name.startswith("STET_")}
        # An installed program has its bytecode: the first start writes it here, and the best of some has it.
        kept.pop("PYTHONDONTWRITEBYTECODE", None)
        bytecode = str(Path(folder) / "bytecode")
        environment = {**kept, "STET_HOME": folder, "STET_STORE": url, "PYTHONPYCACHEPREFIX": bytecode}
        start_up = best(STARTS, environment, given.tries)[0]
        print(f"{start_up:6.2f} s          stet {' '.join(STARTS)} (starts, reads the settings, ends)")
        for argv in COMMANDS:
            seconds, printed = best(argv, environment, given.tries)
            slow += seconds > TARGET
            print(
                f"{seconds:6.2f} s  × {seconds / start_up:3.1f}   stet {' '.join(argv)} ({printed:,} bytes)"
            )
    print(f"target {TARGET:g} s: {'held' if not slow else f'{slow} commands are slower'}")
    return 1 if slow else 0


if __name__ == "__main__":
    raise SystemExit(main())
