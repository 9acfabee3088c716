"""Events over the network: every one once, from any place on, to everybody who may follow, and an end to it."""

import asyncio
import json
from itertools import pairwise

import pytest

from stet.domain.events import EVENT, Started
from stet.domain.run import RunStatus
from stet.web import sse

STREAM = {"Accept": "text/event-stream"}


def told(text: str) -> list[dict[str, object]]:
    """The events of a stream, each of which has its number as id."""
    found: list[dict[str, object]] = []
    for block in text.split("\n\n"):
        fields = dict(line.split(": ", 1) for line in block.splitlines() if not line.startswith(":"))
        if "id" in fields:
            found.append(json.loads(fields["data"]))
            assert str(found[-1]["number"]) == fields["id"]
    return found


async def test_a_stream_tells_every_event_as_the_command_line_prints_it(served):
    client = served.client()
    run = await served.done(client)
    answer = await client.get(f"/api/v1/runs/{run}/events", headers=STREAM)
    assert answer.headers["content-type"].startswith("text/event-stream")
    events = told(answer.text)
    assert events == [json.loads(each.model_dump_json()) for each in served.place.store.events(run)]
    assert answer.text.endswith("event: end\ndata: {}\n\n")
    assert [EVENT.validate_python(each["event"]).kind for each in events][-1] == "finished"


async def test_a_stream_that_broke_is_taken_up_where_it_broke(served):
    client = served.client()
    run = await served.done(client)
    whole = told((await client.get(f"/api/v1/runs/{run}/events", headers=STREAM)).text)
    for after in (0, 1, 7, len(whole) - 1, len(whole), 10**9):
        again = await client.get(
            f"/api/v1/runs/{run}/events", headers={**STREAM, "Last-Event-ID": str(after)}
        )
        assert told(again.text) == whole[after:]
    later = await client.get(f"/api/v1/runs/{run}/events?after=3", headers={**STREAM, "Last-Event-ID": "5"})
    assert told(later.text) == whole[5:]


@pytest.mark.parametrize("odd", ["x", "-1", "1.5", "٣", " ", "1" * 20])
async def test_a_last_event_that_is_none_is_taken_as_none_or_as_very_late(served, odd):
    client = served.client()
    run = await served.done(client)
    answer = await client.get(f"/api/v1/runs/{run}/events", headers={**STREAM, "Last-Event-ID": odd.encode()})
    assert answer.status_code == 200
    assert len(told(answer.text)) in {0, len(served.place.store.events(run))}


async def test_the_same_events_come_as_json_in_parts(served, monkeypatch):
    monkeypatch.setattr("stet.web.api.events.MOST_EVENTS", 5)
    client = served.client()
    run = await served.done(client)
    found: list[dict[str, object]] = []
    while True:
        part = (await client.get(f"/api/v1/runs/{run}/events", params={"after": len(found)})).json()
        assert part["schema"] == "stet.events/1"
        found += part["events"]
        if not part["more"]:
            break
        assert len(part["events"]) == 5
    assert part["status"] == "done"
    assert [each["number"] for each in found] == list(range(1, served.place.store.run(run).events + 1))


async def test_where_models_are_and_what_keys_are_called_is_the_operators(served):
    ann = served.client(served.token("ann", "read", "run"))
    run = await served.done(ann)
    for client, folder in ((ann, ""), (served.client(), served.place.store.run(run).spec.folder)):
        stream = told((await client.get(f"/api/v1/runs/{run}/events", headers=STREAM)).text)
        listed = (await client.get(f"/api/v1/runs/{run}/events?after=0")).json()["events"]
        for events in (stream, listed):
            started = EVENT.validate_python(events[0]["event"])
            assert isinstance(started, Started)
            assert started.spec.folder == folder


async def test_a_hundred_followers_hear_every_event_once_while_the_run_goes_on(served):
    clients = [served.client(timeout="60") for _ in range(4)]
    asked = served.asked.model_dump(mode="json", exclude_defaults=True)
    run = (await clients[0].post("/api/v1/runs", json=asked)).json()["run"]
    assert served.place.running.goes_on(run)

    async def followed(number: int) -> list[dict[str, object]]:
        headers = {**STREAM, "Last-Event-ID": str(number % 5)}
        answer = await clients[number % 4].get(f"/api/v1/runs/{run}/events", headers=headers)
        return told(answer.text)

    heard = await asyncio.gather(*(followed(number) for number in range(100)))
    whole = served.place.store.run(run).events
    for number, events in enumerate(heard):
        numbers = [int(str(each["number"])) for each in events]
        assert numbers[0] == number % 5 + 1
        assert numbers[-1] == whole
        assert all(second == first + 1 for first, second in pairwise(numbers))


async def test_there_is_room_for_so_many_followers_and_no_more(served, monkeypatch):
    monkeypatch.setattr(sse, "MOST_FOLLOWERS", 0)
    client = served.client()
    run = await served.done(client)
    answer = await client.get(f"/api/v1/runs/{run}/events", headers=STREAM)
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert (await client.get(f"/api/v1/runs/{run}/events?after=0")).status_code == 200


async def test_a_run_is_cancelled_and_gone_on_with(served):
    client = served.client()
    asked = served.asked.model_dump(mode="json", exclude_defaults=True)
    run = (await client.post("/api/v1/runs", json=asked)).json()["run"]
    assert (await client.delete(f"/api/v1/runs/{run}")).status_code == 409
    assert (await client.post(f"/api/v1/runs/{run}/resume")).json()["code"] == "under_way"
    assert (await client.post(f"/api/v1/runs/{run}/cancel")).status_code == 202
    before = told((await client.get(f"/api/v1/runs/{run}/events", headers=STREAM)).text)
    assert (await client.post(f"/api/v1/runs/{run}/cancel")).json()["code"] == "not_under_way"
    assert served.place.store.run(run).status in {RunStatus.INTERRUPTED, RunStatus.DONE}
    assert (await client.post(f"/api/v1/runs/{run}/resume")).status_code == 202
    after = told((await client.get(f"/api/v1/runs/{run}/events", headers=STREAM)).text)
    assert after[: len(before)] == before
    assert (await client.get(f"/api/v1/runs/{run}/report")).json()["outcome"] == "approved"
