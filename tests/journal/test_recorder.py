"""Events: each written once, however often the run goes through its past."""

from collections import Counter

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stet.domain.events import Event, Failed, Noted, Resumed, Stamped, Stopped
from stet.errors import NotFound
from stet.journal import Recorder
from stet.store import verify_chain
from stet.store.sql import SqlStore
from stet.testing import FixedClock


def test_events_are_written_and_told(store: SqlStore, run: str, clock: FixedClock):
    told: list[Stamped] = []
    recorder = Recorder(store, run, clock, [told.append])
    for code in "aab":
        recorder.emit(Noted(code=code, message="x"))
    assert [s.number for s in told] == [1, 2, 3]
    assert store.events(run) == tuple(told)


def test_a_resumed_run_writes_only_what_is_new(store: SqlStore, run: str, clock: FixedClock):
    first = Recorder(store, run, clock)
    for code in "aab":
        first.emit(Noted(code=code, message="x"))
    before = store.events(run)
    clock.advance(60)
    told: list[Stamped] = []
    resumed = Recorder(store, run, clock, [told.append])
    resumed.emit(Resumed(calls=3))
    for code in "aaabc":
        resumed.emit(Noted(code=code, message="x"))
    after = store.events(run)
    assert after[:3] == before
    assert [(s.number, getattr(s.event, "code", s.event.kind)) for s in after[3:]] == [
        (4, "resumed"),
        (5, "a"),
        (6, "c"),
    ]
    assert [s.number for s in told] == [4, 1, 2, 5, 3, 6]
    verify_chain(store, run)


def test_every_session_resumes_and_fails_for_itself(store: SqlStore, run: str, clock: FixedClock):
    for _ in range(2):
        recorder = Recorder(store, run, clock)
        recorder.emit(Resumed(calls=0))
        recorder.emit(Failed(code="budget", message="m"))
        recorder.emit(Stopped(round=1, reason="pages"))
    assert [s.event.kind for s in store.events(run)] == ["resumed", "failed", "stopped", "resumed", "failed"]


events = st.builds(Noted, code=st.sampled_from("abc"), message=st.just("m"))


@settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(sessions=st.lists(st.lists(events, max_size=6), max_size=3))
def test_the_ledger_is_the_largest_of_its_sessions(
    store: SqlStore, new_run, clock: FixedClock, sessions: list[list[Event]]
):
    run = new_run()
    expected: Counter[Event] = Counter()
    for session in sessions:
        before = store.events(run)
        recorder = Recorder(store, run, clock)
        for event in session:
            recorder.emit(event)
        expected |= Counter(session)
        assert store.events(run)[: len(before)] == before
    assert Counter(stamped.event for stamped in store.events(run)) == expected


def test_a_recorder_of_no_run_is_an_error(store: SqlStore, clock: FixedClock):
    with pytest.raises(NotFound):
        Recorder(store, "r-none", clock)
