"""Calls without an end, found without reading the others."""

from collections.abc import Callable
from datetime import datetime

from hypothesis import given, settings
from hypothesis import strategies as st

from stet.domain.budget import Budget
from stet.domain.run import RunSpec
from stet.ports import CallRecord
from stet.store import open_store
from stet.store.sql import SqlStore

MakeCall = Callable[..., CallRecord]
STEPS = st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from(("lost", "failed", "done"))), max_size=9)


def by_all(store: SqlStore, run: str) -> set[tuple[str, int]]:
    """The same, from every call of the run."""
    last = {call.key: call for call in store.calls(run)}
    return {(call.key, call.attempt) for call in last.values() if call.state == "started"}


@given(steps=STEPS)
@settings(max_examples=40, deadline=None)
def test_open_are_those_of_which_the_last_attempt_has_no_end(
    make_call: MakeCall, make_spec: Callable[..., RunSpec], now: datetime, steps: list[tuple[str, str]]
):
    with open_store("sqlite:///:memory:") as store:
        run, other = store.create(make_spec(), now), store.create(make_spec(), now)
        store.begin(other, make_call("a"), Budget(searches=1))
        for name, end in steps:
            begun = store.begin(run, make_call(name), Budget(searches=99))
            if begun.state == "started" and end != "lost":
                response = "[]" if end == "done" else None
                ended = {"state": end, "response": response, "ended_at": now}
                store.end(run, begun.model_copy(update=ended))
        found = store.open_calls(run)
        assert {(call.key, call.attempt) for call in found} == by_all(store, run)


def test_open_calls_come_with_their_requests_in_order(
    store: SqlStore, run: str, make_call: MakeCall, now: datetime
):
    limits = Budget(searches=9)
    begun = [store.begin(run, make_call(name), limits) for name in ("a", "b", "c")]
    store.end(run, begun[1].model_copy(update={"state": "done", "response": "[]", "ended_at": now}))
    assert store.open_calls(run) == (begun[0], begun[2])


def test_a_purged_call_without_an_end_has_no_words(
    store: SqlStore, run: str, make_call: MakeCall, now: datetime
):
    from stet.domain.run import RunStatus

    store.begin(run, make_call(), Budget(searches=9))
    store.update_run(run, RunStatus.INTERRUPTED, None, now)
    assert store.purge_calls(run, now) == 1
    [call] = store.open_calls(run)
    assert call.request == "{}"
