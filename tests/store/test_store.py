"""Runs, calls, events and pages, on every database."""

import asyncio
import subprocess
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta, timezone
from decimal import Decimal

import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from stet.domain.budget import Budget, Usage
from stet.domain.events import Noted, PageRead
from stet.domain.evidence import Fetched
from stet.domain.run import RunSpec, RunStatus
from stet.errors import BudgetExhausted, IntegrityError, NotFound, StoreError
from stet.ports import CallRecord, Store
from stet.store import open_store, verify_chain
from stet.store.meter import Meter
from stet.store.rows import new_run_id
from stet.store.sql import SqlStore

MakeCall = Callable[..., CallRecord]
MakeSpec = Callable[..., RunSpec]
HOSTILE = "Ünïcode 橋 \x00 \ud800 ' \" ; -- %_\\ \n end"


def done(call: CallRecord, at: datetime, response: str = "[]", **fields: object) -> CallRecord:
    ended = {"state": "done", "response": response, "ended_at": at, **fields}
    return CallRecord.model_validate({**call.model_dump(), **ended})


def test_it_fits_the_port(store: SqlStore, run: str):
    port: Store = store
    assert port.run(run).id == run


def test_a_finished_call_is_returned_and_an_unfinished_one_is_a_new_attempt(
    store: SqlStore, run: str, make_call: MakeCall, now: datetime
):
    limits = Budget(searches=5)
    first = store.begin(run, make_call(), limits)
    assert (first.state, first.attempt) == ("started", 1)
    second = store.begin(run, make_call(), limits)
    assert second.attempt == 2
    assert store.used(run).searches == 2
    ended = done(second, now, '["x"]', charged=Usage(searches=1, tokens=7, usd=Decimal("0.010")))
    store.end(run, ended)
    assert store.begin(run, make_call(), Budget(searches=1)) == ended
    assert store.used(run) == Usage(searches=2, tokens=7, usd=Decimal("0.010"))
    assert [(c.attempt, c.state) for c in store.calls(run)] == [(1, "started"), (2, "done")]
    verify_chain(store, run)


def test_a_failed_call_is_tried_again_and_stays_charged(
    store: SqlStore, run: str, make_call: MakeCall, now: datetime
):
    limits = Budget(searches=2)
    for attempt in (1, 2):
        begun = store.begin(run, make_call(), limits)
        assert begun.attempt == attempt
        store.end(run, begun.model_copy(update={"state": "failed", "error": "{}", "ended_at": now}))
    with pytest.raises(BudgetExhausted) as caught:
        store.begin(run, make_call(), limits)
    assert caught.value.limit == "searches"
    assert len(store.calls(run)) == 2
    verify_chain(store, run)


def test_an_end_without_a_beginning_is_refused(store: SqlStore, run: str, make_call: MakeCall, now: datetime):
    with pytest.raises(StoreError):
        store.end(run, done(make_call(), now))
    begun = store.begin(run, make_call(), Budget())
    store.end(run, done(begun, now))
    with pytest.raises(StoreError):
        store.end(run, done(begun, now))
    with pytest.raises(ValueError, match="started"):
        store.end(run, begun)
    with pytest.raises(NotFound):
        store.begin("r-none", make_call(), Budget())
    assert len(store.calls(run)) == 1
    verify_chain(store, run)


@pytest.mark.parametrize(
    ("limits", "charge"),
    [
        (Budget(rounds=1), Usage(rounds=1)),
        (Budget(searches=1), Usage(searches=1)),
        (Budget(pages=1), Usage(pages=1)),
        (Budget(model_calls=1), Usage(model_calls=1)),
        (Budget(tokens=1000), Usage(tokens=501)),
        (Budget(usd=Decimal("0.03")), Usage(usd=Decimal("0.02"))),
        (Budget(seconds=10), Usage(seconds=7.5)),
    ],
    ids=lambda value: type(value).__name__,
)
def test_every_dimension_is_reserved(
    store: SqlStore, run: str, make_call: MakeCall, limits: Budget, charge: Usage
):
    store.begin(run, make_call("1", charge), limits)
    before = store.used(run)
    with pytest.raises(BudgetExhausted):
        store.begin(run, make_call("2", charge), limits)
    assert store.used(run) == before
    assert len(store.calls(run)) == 1


def test_an_unknown_price_is_not_zero_and_is_settled_by_a_known_one(
    store: SqlStore, run: str, make_call: MakeCall, now: datetime
):
    unknown = store.begin(run, make_call("1", Usage(usd=None)), Budget())
    assert store.used(run).usd is None
    with pytest.raises(BudgetExhausted):
        store.begin(run, make_call("2", Usage()), Budget(usd=Decimal(1)))
    store.end(run, done(unknown, now, charged=Usage(usd=Decimal("0.25"))))
    assert store.used(run).usd == Decimal("0.25")
    assert store.begin(run, make_call("2", Usage()), Budget(usd=Decimal(1))).state == "started"


usages = st.builds(
    Usage,
    searches=st.integers(0, 9),
    tokens=st.integers(0, 10**9),
    usd=st.none() | st.decimals(0, 1000, places=6),
    seconds=st.floats(0, 10_000),
)


@settings(deadline=None)
@given(st.lists(usages, max_size=8), usages)
def test_a_reservation_taken_back_leaves_the_meter_as_it_was(kept: list[Usage], taken_back: Usage):
    meter = Meter()
    for usage in kept:
        meter = meter.add(usage)
    assert meter.add(taken_back).subtract(taken_back) == meter
    expected = sum(kept, Usage())
    assert meter.usage().usd == expected.usd
    assert meter.usage().tokens == expected.tokens


def test_twenty_threads_and_a_limit_of_five_make_five_calls(store: SqlStore, run: str, make_call: MakeCall):
    def begin(number: int) -> bool:
        try:
            store.begin(run, make_call(str(number)), Budget(searches=5))
        except BudgetExhausted:
            return False
        return True

    with ThreadPoolExecutor(20) as pool:
        assert sum(pool.map(begin, range(20))) == 5
    assert store.used(run).searches == 5
    verify_chain(store, run)


def test_twenty_tasks_over_threads_and_a_limit_of_five_make_five_calls(
    store: SqlStore, run: str, make_call: MakeCall
):
    async def begin_all() -> list[CallRecord | BaseException]:
        each = (asyncio.to_thread(store.begin, run, make_call(str(n)), Budget(searches=5)) for n in range(20))
        return await asyncio.gather(*each, return_exceptions=True)

    made = asyncio.run(begin_all())
    assert sum(isinstance(one, CallRecord) for one in made) == 5
    assert sum(isinstance(one, BudgetExhausted) for one in made) == 15


TEN_BEGINS = """
import sys
from datetime import UTC, datetime
from stet.domain.budget import Budget, Usage
from stet.errors import BudgetExhausted
from stet.ports import CallRecord
from stet.store import open_store

url, run, name = sys.argv[1:]
store = open_store(url)
print("ready", flush=True)
sys.stdin.readline()
made = 0
for number in range(10):
    call = CallRecord(kind="search", key=f"{name}{number}", attempt=1, state="started", request="{}",
                      charged=Usage(searches=1), started_at=datetime.now(UTC))
    try:
        store.begin(run, call, Budget(searches=5))
        made += 1
    except BudgetExhausted:
        pass
print(made)
"""


def test_two_processes_and_a_limit_of_five_make_five_calls(store: SqlStore, run: str, store_url: str):
    processes = [
        subprocess.Popen(
            [sys.executable, "-c", TEN_BEGINS, store_url, run, name],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )
        for name in ("a", "b")
    ]
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    made = [int(process.communicate("go\n")[0]) for process in processes]
    assert sum(made) == 5
    assert store.used(run).searches == 5
    verify_chain(store, run)


def test_events_are_numbered_from_one_and_come_back_as_they_were(store: SqlStore, run: str, now: datetime):
    first = store.append(run, Noted(code="a", message=HOSTILE), now)
    eastern = now.astimezone(timezone(timedelta(hours=-5)))
    second = store.append(run, Noted(code="b", message="x", where="S1"), eastern)
    assert (first.number, second.number) == (1, 2)
    assert store.events(run) == (first, second)
    assert store.events(run, after=1) == (second,)
    assert second.at == now
    assert store.run(run).events == 2
    with pytest.raises(ValueError, match="zone"):
        store.append(run, Noted(code="c", message="x"), now.replace(tzinfo=None))
    with pytest.raises(NotFound):
        store.append("r-none", Noted(code="c", message="x"), now)
    verify_chain(store, run)


def test_hostile_text_comes_back_from_calls(store: SqlStore, run: str, make_call: MakeCall, now: datetime):
    begun = store.begin(run, make_call(request='"橋\ud800"'), Budget())
    store.end(run, done(begun, now, '"\ud800"'))
    again = store.begin(run, make_call(), Budget())
    assert again.request == '"橋\\ud800"'
    assert again.response == '"\\ud800"'
    verify_chain(store, run)


@settings(max_examples=25, deadline=None)
@given(text=st.text(st.characters(), max_size=50), raw=st.binary(max_size=50))
def test_pages_come_back_as_they_were(
    tmp_path_factory: pytest.TempPathFactory, text: str, raw: bytes, make_page: Callable[..., Fetched]
):
    with open_store(str(tmp_path_factory.getbasetemp() / "pages.db")) as store:
        fetched = make_page(text, raw)
        store.put(fetched)
        assert store.page(fetched.page.sha256, fetched.page.text_sha256) == fetched.page
        assert store.raw(fetched.page.sha256) == raw


def test_a_page_saved_again_changes_nothing(store: SqlStore, make_page: Callable[..., Fetched]):
    fetched = make_page(HOSTILE, b"\x00\xff")
    store.put(fetched)
    later = fetched.page.model_copy(update={"title": "Another title"})
    store.put(Fetched(page=later, raw=fetched.raw))
    assert store.page(later.sha256, later.text_sha256) == fetched.page
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(store.put, [make_page("new", b"new")] * 8))
    assert store.raw(make_page("new", b"new").page.sha256) == b"new"
    with pytest.raises(NotFound):
        store.page(later.sha256, "sha256:0")
    with pytest.raises(NotFound):
        store.raw("sha256:0")


def test_a_page_whose_ids_are_not_its_contents_is_refused(store: SqlStore, make_page: Callable[..., Fetched]):
    fetched = make_page()
    with pytest.raises(IntegrityError):
        store.put(Fetched(page=fetched.page, raw=b"other bytes"))
    with pytest.raises(NotFound):
        store.raw(fetched.page.sha256)


def test_the_text_of_a_source(
    store: SqlStore,
    run: str,
    make_page: Callable[..., Fetched],
    make_read: Callable[..., PageRead],
    now: datetime,
):
    store.put(make_page())
    store.append(run, make_read(make_page(), "S3"), now)
    assert store.source_text(run, "S3") == "The toll starts on 1 March."
    with pytest.raises(NotFound):
        store.source_text(run, "S4")


def test_runs_are_found_by_id_and_by_unique_beginning(store: SqlStore, make_spec: MakeSpec, now: datetime):
    spec = make_spec(HOSTILE)
    run = store.create(spec, now)
    other = store.create(make_spec(), now + timedelta(days=40))
    record = store.run(run)
    assert record.spec == spec
    assert (record.id, record.status, record.outcome, record.events) == (run, RunStatus.RUNNING, None, 0)
    assert store.run(run[:9].upper()).id == run
    for unknown in ("", "zzz", "%", "_", run + "0", "'; --"):
        with pytest.raises(NotFound) as caught:
            store.run(unknown)
        assert "stet runs" in (caught.value.hint or "")
    with pytest.raises(NotFound, match=f"{run}.*{other}"):
        store.run("r")


def test_run_ids_sort_by_time_and_differ(now: datetime):
    ids = [new_run_id(now + timedelta(seconds=n)) for n in range(300)]
    assert ids == sorted(ids)
    assert all(len(one) == 12 and one.isalnum() and one.islower() for one in ids)
    assert len({new_run_id(now) for _ in range(50)}) > 45


def test_runs_are_listed_newest_first_by_pages_and_by_words(
    store: SqlStore, make_spec: MakeSpec, now: datetime
):
    questions = ["Brücke?", "100% sure?", "BRÜCKE again?", "toll_a?"]
    ids = [store.create(make_spec(q), now + timedelta(minutes=n)) for n, q in enumerate(questions)]
    assert [r.id for r in store.list_runs()] == ids[::-1]
    assert [r.id for r in store.list_runs(2)] == [ids[3], ids[2]]
    assert [r.id for r in store.list_runs(2, before=ids[2])] == [ids[1], ids[0]]
    assert [r.id for r in store.list_runs(search="brücke")] == [ids[2], ids[0]]
    assert [r.id for r in store.list_runs(search="%")] == [ids[1]]
    assert [r.id for r in store.list_runs(search="l_a")] == [ids[3]]
    assert store.list_runs(search="none") == ()
    with pytest.raises(NotFound):
        store.list_runs(before="r-none")


def test_a_run_is_updated(store: SqlStore, run: str, now: datetime):
    store.update_run(run, RunStatus.DONE, "approved", now + timedelta(hours=1))
    record = store.run(run)
    assert (record.status, record.outcome) == (RunStatus.DONE, "approved")
    assert record.updated_at == now + timedelta(hours=1)
    assert record.created_at == now
    verify_chain(store, run)
    with pytest.raises(NotFound):
        store.update_run("r-none", RunStatus.DONE, None, now)


def test_a_deleted_run_takes_its_rows_and_its_own_pages_along(
    store: SqlStore,
    run: str,
    make_spec: MakeSpec,
    make_call: MakeCall,
    make_page: Callable[..., Fetched],
    make_read: Callable[..., PageRead],
    now: datetime,
):
    other = store.create(make_spec(), now)
    mine, shared = make_page("mine", b"mine"), make_page("shared", b"shared")
    for fetched in (mine, shared):
        store.put(fetched)
        store.append(run, make_read(fetched), now)
    store.append(other, make_read(shared), now)
    store.end(run, done(store.begin(run, make_call(), Budget()), now))
    store.update_run(other, RunStatus.DONE, "approved", now)
    store.delete_run(run)
    with pytest.raises(NotFound):
        store.run(run)
    with pytest.raises(NotFound):
        store.delete_run(run)
    with store.database.reading() as connection:
        for table in ("calls", "events", "run_pages"):
            query = sa.text(f"SELECT count(*) FROM {table} WHERE run = :run")
            assert connection.execute(query, {"run": run}).scalar() == 0
    assert store.raw(shared.page.sha256) == b"shared"
    with pytest.raises(NotFound):
        store.raw(mine.page.sha256)
    verify_chain(store, other)


def test_pages_stay_while_another_run_is_under_way(
    store: SqlStore, run: str, make_spec: MakeSpec, make_page: Callable[..., Fetched], now: datetime
):
    store.put(make_page())
    done_one = store.create(make_spec(), now)
    store.delete_run(done_one)
    assert store.raw(make_page().page.sha256)
    store.delete_run(run)
    with pytest.raises(NotFound):
        store.raw(make_page().page.sha256)
