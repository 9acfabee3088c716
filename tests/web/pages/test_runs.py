"""The list of runs: found by words and state, page by page; deleted after a second look."""

import re
from datetime import UTC, datetime, timedelta

import pytest

from stet.domain.run import RunStatus
from stet.web.pages import runsview
from stet.web.pages.runsview import STATES, age

HTML = {"Origin": "http://127.0.0.1:8321", "Accept": "text/html"}


def listed(page: str) -> list[str]:
    return re.findall(r'name="run" value="(r\w+)"', page)


def made(served, question: str = "When does it start?", status: RunStatus | None = None) -> str:
    """A run that never did anything."""
    store, now = served.place.store, served.place.app.clock.now()
    asked = served.asked.model_copy(update={"question": question})
    run = store.create(served.place.app.spec(served.place.request_of(asked)), now)
    if status is not None:
        store.update_run(run, status, None, now)
    return run


async def test_a_row_says_where_the_run_is_what_it_cost_and_how_old_it_is(served):
    client = served.client()
    run = await served.done(client)
    page = (await client.get("/runs")).text
    assert listed(page) == [run]
    for words in ("approved", "0 USD", "ago", f'href="/r/{run}"', f'href="/r/{run}/delete"'):
        assert words in page
    found = (await client.get("/runs.json")).json()
    assert (found["schema"], found["before"], [each["run"] for each in found["runs"]]) == (
        "stet.runs/1",
        None,
        [run],
    )


async def test_runs_are_found_by_words_of_the_question_and_by_state(served):
    client = served.client()
    ferry = made(served, "When does the FERRY fee start?", RunStatus.INTERRUPTED)
    toll = made(served, "When does the toll start?", RunStatus.FAILED)
    for params, expected in (
        ({}, [toll, ferry]),
        ({"search": "ferry"}, [ferry]),
        ({"state": "failed"}, [toll]),
        ({"search": "ferry", "state": "failed"}, []),
        ({"search": "%"}, []),
    ):
        page = (await client.get("/runs", params=params)).text
        assert listed(page) == expected, params
    assert "No run fits" in (await client.get("/runs", params={"state": "approved"})).text
    unknown = await client.get("/runs", params={"state": "<b>"}, headers=HTML)
    assert unknown.status_code == 422
    assert "&lt;b&gt;" in unknown.text


@pytest.mark.parametrize("state", ["", "interrupted"])
async def test_every_run_stands_on_one_page_and_no_page_has_more_than_fifty(served, state, monkeypatch):
    monkeypatch.setattr(runsview, "PAGE", 3)
    client = served.client()
    made_runs = [made(served, status=RunStatus.INTERRUPTED if n % 2 else None) for n in range(14)]
    wanted = made_runs[1::2] if state else made_runs
    seen: list[str] = []
    address = f"/runs?state={state}"
    while address:
        page = (await client.get(address)).text
        assert len(listed(page)) <= 3
        seen += listed(page)
        older = re.search(r'href="(/runs\?[^"]*)" rel="next"', page)
        address = older[1].replace("&amp;", "&") if older else ""
    assert seen == wanted[::-1]


async def test_a_state_that_is_rare_is_looked_for_in_bounded_steps(served, monkeypatch):
    monkeypatch.setattr(runsview, "MOST_LISTED", 2)
    monkeypatch.setattr(runsview, "_MOST_LOOKED_AT", 4)
    client = served.client()
    oldest = made(served, status=RunStatus.FAILED)
    for _ in range(5):
        made(served)
    first = (await client.get("/runs.json", params={"state": "failed"})).json()
    assert first["runs"] == []
    then = await client.get("/runs.json", params={"state": "failed", "before": first["before"]})
    assert [each["run"] for each in then.json()["runs"]] == [oldest]


async def test_another_tokens_runs_are_not_listed_and_no_place_to_go_on_from(served):
    run = await served.done(served.client(served.token("ann", "read", "run")))
    bob = served.client(served.token("bob", "read", "run"))
    assert listed((await bob.get("/runs")).text) == []
    assert (await bob.get("/runs", params={"before": run})).status_code == 404
    for method, path in (("GET", "delete"), ("POST", "delete"), ("POST", "stop"), ("POST", "resume")):
        assert (await bob.request(method, f"/r/{run}/{path}", headers=HTML)).status_code == 404
    assert served.place.store.run(run).status is RunStatus.DONE
    reader = served.client(served.token("eve", "read"))
    assert (await reader.get(f"/r/{run}/delete", headers=HTML)).status_code == 403


async def test_a_run_is_deleted_by_a_second_form_only(served):
    client = served.client()
    run = await served.done(client)
    page = (await client.get(f"/r/{run}/delete")).text
    assert "no way back" in page
    assert listed((await client.get("/runs")).text) == [run]
    assert (await client.post(f"/r/{run}/delete")).status_code == 422
    gone = await client.post(f"/r/{run}/delete", headers=HTML)
    assert (gone.status_code, gone.headers["location"]) == (303, "/runs")
    assert listed((await client.get("/runs")).text) == []
    assert (await client.get(f"/r/{run}/delete", headers=HTML)).status_code == 404


@pytest.mark.parametrize("state", STATES)
async def test_every_state_can_be_looked_for(served, state):
    assert (await served.client().get("/runs", params={"state": state})).status_code == 200


def test_an_age_is_said_in_its_largest_unit():
    now = datetime(2026, 12, 1, 12, tzinfo=UTC)
    for seconds, words in (
        (0, "0 seconds"),
        (61, "1 minute"),
        (7_300, "2 hours"),
        (90_000, "1 day"),
        (-5, "0 seconds"),
    ):
        assert age(now - timedelta(seconds=seconds), now) == words
