"""What runs were charged, read from indexes of its own; and that an earlier store gets them."""

import sqlite3
from collections.abc import Callable
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event

from costkit import CAST, NOW, Journal
from stet.errors import IntegrityError
from stet.store import open_store
from stet.store.schema import REVISION
from stet.store.sql import SqlStore

INDEXES = ("calls_ended", "events_spoke")


def told(store: SqlStore) -> str:
    """A run with all kinds of calls."""
    journal = Journal(store, NOW, CAST, None)
    journal.said("planner", usd="0.0000001")
    journal.said("writer", usd=None)
    journal.said("writer", usd="0.25", tell=0)
    return journal.end()


def statements(store: SqlStore, ask: Callable[[], object]) -> list[tuple[str, Any]]:
    seen: list[tuple[str, Any]] = []

    def note(_: object, __: object, statement: str, parameters: Any, *___: object) -> None:
        seen.append((statement, parameters))

    event.listen(store.database.engine, "before_cursor_execute", note)
    try:
        ask()
    finally:
        event.remove(store.database.engine, "before_cursor_execute", note)
    return seen


def test_no_row_of_a_call_or_event_is_read_for_what_an_index_holds(tmp_path: Path):
    with open_store(str(tmp_path / "store.sqlite")) as store:
        told(store)
        asked = statements(store, store.charged)
        plans: list[str] = []
        with sqlite3.connect(tmp_path / "store.sqlite") as raw:
            for statement, parameters in asked:
                rows = raw.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
                plans += [row[3] for row in rows]
        raw.close()
    covered = [plan for plan in plans if "COVERING INDEX" in plan]
    assert sum("calls_ended" in plan for plan in covered) == 2
    assert sum("events_spoke" in plan for plan in covered) == 1


def test_an_earlier_store_gets_the_indexes_and_says_the_same(tmp_path: Path):
    place = tmp_path / "store.sqlite"
    with open_store(str(place)) as store:
        told(store)
        before = store.charged()
    with sqlite3.connect(place) as raw:
        for name in INDEXES:
            raw.execute(f"DROP INDEX {name}")
        raw.execute("UPDATE stet_version SET version_num = '0004'")
    raw.close()
    with open_store(str(place)) as store:
        assert store.charged() == before
    with sqlite3.connect(place) as raw:
        names = {row[0] for row in raw.execute("SELECT name FROM sqlite_master WHERE type = 'index'")}
        assert raw.execute("SELECT version_num FROM stet_version").fetchone() == (REVISION,)
    raw.close()
    assert names.issuperset(INDEXES)


@pytest.mark.parametrize("charged", ["", "{", "[]", '{"usd":[]}', '{"usd":"much"}', "{}, {}"])
@pytest.mark.parametrize("kind", ["model:writer", "search:finder"])
def test_a_charge_that_cannot_be_read_is_a_fault_of_the_store(tmp_path: Path, kind: str, charged: str):
    place = tmp_path / "store.sqlite"
    with open_store(str(place)) as store:
        told(store)
    with sqlite3.connect(place) as raw:
        raw.execute("DROP TRIGGER calls_update")
        raw.execute("UPDATE calls SET charged = ?, kind = ? WHERE number = 2", (charged, kind))
    raw.close()
    with open_store(str(place)) as store, pytest.raises(IntegrityError):
        store.charged()


def test_a_price_keeps_all_its_digits(store: SqlStore, now: datetime):
    told(store)
    [run] = store.charged()
    assert [str(said.usd) for said in run.spoken] == ["1E-7", "None", "0.25"]
    assert run.created_at == now
    assert run.charges == ()
