"""Letting go: pages, the words of calls, runs; what stays, what is recorded, and what a forger could not do."""

import json
import sqlite3
from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from stet.domain.base import content_id
from stet.domain.budget import Budget
from stet.domain.events import PageRead, Purged
from stet.domain.evidence import Fetched
from stet.domain.people import PersonDecision, Verdict
from stet.domain.run import RunSpec, RunStatus
from stet.errors import IntegrityError, NotFound, StoreError
from stet.ports import CallRecord
from stet.store import open_store, verify_chain
from stet.store.schema import PAGES
from stet.store.sql import SqlStore

Fill = Callable[[SqlStore], str]


def pages_in(store: SqlStore) -> int:
    with store.database.reading() as connection:
        return connection.execute(sa.select(sa.func.count()).select_from(PAGES)).scalar_one()


def test_pages_go_and_the_record_says_so(store: SqlStore, fill: Fill, now: datetime):
    run = fill(store)
    before = store.run(run)
    assert store.keeps(run).pages == 3
    assert store.purge_pages(run, now) == 3
    assert store.keeps(run).pages == 0
    assert pages_in(store) == 0
    purged = store.events(run)[-1].event
    assert isinstance(purged, Purged)
    assert len(purged.pages) == 3
    verify_chain(store, run)
    assert store.run(run).updated_at == before.updated_at
    assert store.purge_pages(run, now) == 0
    with pytest.raises(NotFound):
        store.page(purged.pages[0].sha256, purged.pages[0].text_sha256)


def test_a_page_that_another_run_keeps_stays(
    store: SqlStore,
    fill: Fill,
    now: datetime,
    make_spec: Callable[..., RunSpec],
    make_page: Callable[..., Fetched],
    make_read: Callable[..., PageRead],
):
    run = fill(store)
    shared = make_page("Page 1, für alle.", b"raw 1")
    other = store.create(make_spec("another"), now)
    store.append(other, make_read(shared), now)
    store.update_run(other, RunStatus.DONE, "approved", now)
    store.purge_pages(run, now)
    assert pages_in(store) == 1
    assert store.page(shared.page.sha256, shared.page.text_sha256).text == "Page 1, für alle."
    verify_chain(store, run)
    verify_chain(store, other)
    store.delete_run(other, now)
    assert pages_in(store) == 0
    verify_chain(store, run)


def test_the_words_of_calls_go_and_hashes_and_charges_stay(store: SqlStore, fill: Fill, now: datetime):
    run = fill(store)
    before, used = store.calls(run), store.used(run)
    assert store.purge_calls(run, now) == 7  # three calls of two rows, and one that never ended
    after = store.calls(run)
    assert [(c.key, c.kind, c.state, c.charged) for c in after] == [
        (c.key, c.kind, c.state, c.charged) for c in before
    ]
    assert all((c.request, c.response, c.error) == ("{}", None, None) for c in after)
    assert store.used(run) == used
    assert store.purge_calls(run, now) == 0
    verify_chain(store, run)
    with store.database.reading() as connection:
        ids = connection.execute(sa.text("SELECT purged FROM calls WHERE response IS NULL")).scalars().all()
    said = [json.loads(text) for text in ids]
    assert content_id(before[0].request) in [each.get("request") for each in said]
    assert content_id(before[1].response or "") in [each.get("response") for each in said]


def test_both_in_either_order_hold(store: SqlStore, fill: Fill, now: datetime):
    first, second = fill(store), fill(store)
    store.purge_pages(first, now)
    store.purge_calls(first, now)
    store.purge_calls(second, now)
    verify_chain(store, second)
    store.purge_pages(second, now)
    for run in (first, second):
        verify_chain(store, run)
    assert pages_in(store) == 0


def test_an_answer_that_was_let_go_is_not_taken_again(
    store: SqlStore, run: str, make_call: Callable[..., CallRecord], now: datetime
):
    call = store.begin(run, make_call(), Budget())
    store.end(run, call.model_copy(update={"state": "done", "response": "1", "ended_at": now}))
    assert store.recent("search", call.key, None) is not None
    store.update_run(run, RunStatus.DONE, None, now)
    store.purge_calls(run, now)
    assert store.recent("search", call.key, None) is None


def test_nothing_of_a_run_under_way_goes(store: SqlStore, fill: Fill, now: datetime):
    run = fill(store)
    store.update_run(run, RunStatus.RUNNING, None, now)
    for purge in (store.purge_pages, store.purge_calls):
        with pytest.raises(StoreError, match="under way"):
            purge(run, now)
    assert store.keeps(run) == (3, 7)
    other = fill(store)
    store.purge_pages(other, now)
    assert pages_in(store) == 3  # the run under way may be about to name one
    later = now + timedelta(days=3)
    assert store.sweep(later) == 0  # it names them itself
    store.delete_run(run, later)
    assert pages_in(store) == 0


def test_a_killed_run_does_not_keep_the_pages_of_others_for_good(
    store: SqlStore, fill: Fill, make_spec: Callable[..., RunSpec], now: datetime
):
    store.create(make_spec(), now)
    run = fill(store)
    store.purge_pages(run, now)
    assert pages_in(store) == 3
    assert store.sweep(now + timedelta(days=3)) == 3


def test_a_deletion_is_recorded_without_a_word_of_the_run(store: SqlStore, fill: Fill, now: datetime):
    first, second = fill(store), fill(store)
    spec = store.run(first).spec
    store.delete_run(first, now)
    store.delete_run(second, now, "retention")
    gone = store.forgotten()
    assert [(each.run, each.why) for each in gone] == [(first, "asked"), (second, "retention")]
    assert gone[0].left.spec_sha256 == spec.sha256
    assert gone[0].left.events == 4
    assert "Maut" not in gone[0].model_dump_json()
    with pytest.raises(NotFound, match="deleted on 2026-11-30"):
        store.run(first)


def test_the_log_and_purged_calls_cannot_be_changed_by_plain_sql(store: SqlStore, fill: Fill, now: datetime):
    run, other = fill(store), fill(store)
    store.purge_calls(run, now)
    store.delete_run(other, now)
    for statement in (
        "UPDATE forgotten SET why = 'x'",
        "DELETE FROM forgotten",
        "UPDATE calls SET purged = '{}'",
        "UPDATE calls SET response = 'x'",
        "UPDATE calls SET charged = '{}'",
    ):
        with pytest.raises(StoreError, match="append-only"), store.database.writing() as connection:
            connection.execute(sa.text(statement))


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE calls SET charged = replace(charged, '\"searches\":1', '\"searches\":0') WHERE number = 2",
        "UPDATE calls SET purged = '{}' WHERE number = 1",
        "UPDATE calls SET purged = NULL WHERE number = 1",
        "UPDATE calls SET kind = 'x' WHERE number = 3",
        "UPDATE run_pages SET purged = 0 WHERE rowid = 1",
        "UPDATE run_pages SET purged = 1",
        "DELETE FROM calls WHERE number = 7",
        "UPDATE forgotten SET why = 'retention'",
        "DELETE FROM forgotten WHERE number = 1",
        "UPDATE reviews SET verdict = 'disagree'",
    ],
)
def test_what_is_left_of_a_purged_run_is_still_sealed(tmp_path: Path, fill: Fill, now: datetime, change: str):
    path = tmp_path / "store.db"
    with open_store(str(path)) as store:
        run, whole, *others = (fill(store) for _ in range(4))
        store.purge_calls(run, now)
        store.purge_pages(run, now)
        for other in others:
            store.delete_run(other, now)
        verify_chain(store, run)
        verify_chain(store, whole)
    raw = sqlite3.connect(path, isolation_level=None)
    for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
        raw.execute(f"DROP TRIGGER {name}")
    assert raw.execute(change).rowcount
    raw.close()
    assert {broken(path, run), broken(path, whole)} >= {True}


def broken(path: Path, run: str) -> bool:
    with open_store(str(path)) as store:
        try:
            verify_chain(store, run)
        except IntegrityError:
            return True
    return False


def test_what_went_is_in_no_byte_of_the_file(
    tmp_path: Path,
    make_spec: Callable[..., RunSpec],
    make_call: Callable[..., CallRecord],
    now: datetime,
):
    path = tmp_path / "store.db"
    with open_store(str(path)) as store:
        run, other = store.create(make_spec(), now), store.create(make_spec("A delicate question"), now)
        for number in range(40):
            call = make_call(str(number), request=json.dumps({"text": f"secret words {number} " * 40}))
            call = store.begin(run, call, Budget(searches=99))
            ended = {"state": "done", "response": f'"whispered {number} {"x" * 3000}"', "ended_at": now}
            store.end(run, call.model_copy(update=ended))
        store.update_run(run, RunStatus.DONE, None, now)
        store.update_run(other, RunStatus.DONE, None, now)
        assert b"secret words 7" in everything(tmp_path)
        store.purge_calls(run, now)
        store.delete_run(other, now)
        store.sweep(now)
        verify_chain(store, run)
    for word in (b"secret words", b"whispered", b"delicate"):
        assert word not in everything(tmp_path)


def everything(folder: Path) -> bytes:
    return b"".join(path.read_bytes() for path in folder.iterdir())


def test_people_are_kept_in_order_and_hostile_words_fit(store: SqlStore, now: datetime, run: str):
    note = "\x00\ud800" * 1000
    said = PersonDecision(claim="C1", verdict=Verdict.AGREE, note=note, name="N\x00", at=now)
    store.decide(run, said)
    store.decide(run, said.model_copy(update={"verdict": Verdict.UNCLEAR, "note": None}))
    assert [each.verdict for each in store.decisions(run)] == ["agree", "unclear"]
    assert store.decisions(run)[0].note == "\ufffd" * 2000
    assert store.run(run).updated_at == now
    verify_chain(store, run)
    with pytest.raises(NotFound):
        store.decide("r-none", said)
