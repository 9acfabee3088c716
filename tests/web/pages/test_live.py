"""A run while it goes on: every beginning of its events is a page, and the last one is its report."""

import pytest

from stet.domain.claims import Decision
from stet.domain.events import Claimed, Decided, Drafted, Failed, PageRead, Planned, Reviewed
from stet.domain.run import RunStatus
from stet.web.pages.livefold import live_run

HTML = {"Origin": "http://127.0.0.1:8321", "Accept": "text/html"}


@pytest.fixture
async def past(served):
    """A run that is done, and its events."""
    run = await served.done(served.client())
    return served.place.store.run(run), served.place.store.events(run)


def up_to(past, kind, times=1):
    record, events = past
    record = record.model_copy(update={"status": RunStatus.RUNNING, "outcome": None})
    places = [n for n, stamped in enumerate(events, 1) if isinstance(stamped.event, kind)]
    return live_run(record, events[: places[times - 1]], here=True)


async def test_every_beginning_of_the_events_says_all_that_is_known_by_then(past):
    record, events = past
    before = live_run(record, (), here=True)
    for number in range(1, len(events) + 1):
        live = live_run(record, events[:number], here=True)
        assert live.after == number
        assert len(live.sources) >= len(before.sources)
        assert live.searches >= before.searches
        assert live.decided <= len(live.claims)
        assert live.line.startswith(live.doing)
        before = live
    assert [source.id for source in before.sources] == [
        s.event.source.id for s in events if isinstance(s.event, PageRead)
    ]


async def test_the_page_fills_from_the_plan_to_the_draft(past):
    planned = up_to(past, Planned)
    assert planned.topics
    assert all(topic.covered is None and topic.queries for topic in planned.topics)
    assert (planned.doing, planned.sources, planned.claims, planned.draft) == ("Searching", (), (), ())
    claimed = up_to(past, Claimed)
    assert claimed.sources
    assert {claim.decision for claim in claimed.claims} == {None}
    assert "0 of" in claimed.line
    decided = up_to(past, Decided)
    assert None not in {claim.decision for claim in decided.claims}
    assert Decision.SUPPORTED in {claim.decision for claim in decided.claims}
    drafted = up_to(past, Drafted)
    assert drafted.draft[0].heading == "Short answer"
    assert drafted.draft[0].sentences[0].claims
    assert up_to(past, Reviewed).doing in {"Finishing", "Writing again"}


async def test_a_run_that_failed_says_why_and_one_that_was_stopped_is_stopped(past):
    record, events = past
    failed = Failed(code="unavailable", message="nobody <answers>")
    last = events[3].model_copy(update={"event": failed})
    live = live_run(record.model_copy(update={"status": RunStatus.FAILED}), (*events[:3], last), here=False)
    assert (live.error, live.status) == ("nobody <answers>", RunStatus.FAILED)
    stopped = live_run(record.model_copy(update={"status": RunStatus.INTERRUPTED}), events[:3], here=False)
    assert stopped.doing == "Stopped"
    # One that is gone on with is still written down as interrupted.
    again = live_run(record.model_copy(update={"status": RunStatus.INTERRUPTED}), events[:3], here=True)
    assert again.status is RunStatus.RUNNING


def interrupted(served, past, number):
    """A run that has the first events of another and was stopped then."""
    record, events = past
    store, now = served.place.store, served.place.app.clock.now()
    run = store.create(record.spec, now)
    for stamped in events[:number]:
        store.append(run, stamped.event, now)
    store.update_run(run, RunStatus.INTERRUPTED, None, now)
    return run


async def test_a_run_that_was_stopped_shows_what_it_has_and_goes_on_from_there(served, past):
    client = served.client()
    run = interrupted(served, past, 6)
    page = (await client.get(f"/r/{run}/live")).text
    for words in ("Stopped.", "What it has is kept", "Go on with it", f'action="/r/{run}/resume"'):
        assert words in page
    assert "/stop" not in page
    found = (await client.get(f"/r/{run}/live.json")).json()
    assert (found["schema"], found["after"], found["status"]) == ("stet.live/1", 6, "interrupted")
    gone_on = await client.post(f"/r/{run}/resume", headers=HTML)
    assert (gone_on.status_code, gone_on.headers["location"]) == (303, f"/r/{run}")
    async for _ in served.place.running.follow(run):
        pass
    assert (await client.get(f"/r/{run}/live")).status_code == 303
    assert (await client.get(f"/r/{run}/live.json")).status_code == 409


async def test_a_run_that_goes_on_elsewhere_can_be_gone_on_with_once_it_is_silent(served, past):
    run = interrupted(served, past, 6)
    store, now = served.place.store, served.place.app.clock.now()
    store.update_run(run, RunStatus.RUNNING, None, now)
    client = served.client()
    page = (await client.get(f"/r/{run}/live")).text
    assert "In another process" in page
    assert "/resume" not in page
    store.update_run(run, RunStatus.RUNNING, None, now.replace(year=now.year - 1))
    assert f"/r/{run}/resume" in (await client.get(f"/r/{run}/live")).text


async def test_stopping_what_does_not_go_on_is_a_conflict(served, past):
    run = interrupted(served, past, 6)
    answer = await served.client().post(f"/r/{run}/stop", headers=HTML)
    assert answer.status_code == 409
    assert "does not go on here" in answer.text


async def test_without_a_script_the_page_is_loaded_anew_by_a_link_or_when_asked_to_by_itself(served, past):
    run = interrupted(served, past, 6)
    served.place.store.update_run(run, RunStatus.RUNNING, None, served.place.app.clock.now())
    client = served.client()
    plain = (await client.get(f"/r/{run}/live")).text
    assert "Load what is new" in plain
    assert "http-equiv" not in plain
    followed = (await client.get(f"/r/{run}/live?follow=1")).text
    assert '<noscript><meta http-equiv="refresh" content="10"></noscript>' in followed


async def test_who_may_only_read_can_neither_stop_nor_go_on(served, past):
    run = interrupted(served, past, 6)
    eve = served.client(served.token("eve", "read"))
    assert (await eve.get(f"/r/{run}/live")).status_code == 404
    for what in ("stop", "resume", "delete"):
        assert (await eve.post(f"/r/{run}/{what}", headers=HTML)).status_code == 403
