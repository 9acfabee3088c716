"""The route of a run's events: as a stream, or as one JSON document."""

from typing import Annotated, Literal

from anyio import to_thread
from fastapi import APIRouter, Header, Query, Request, Response
from pydantic import ConfigDict, Field

from stet.domain.base import Value
from stet.domain.events import Stamped
from stet.domain.run import RunStatus
from stet.web.api.runs import RunId
from stet.web.auth import At, Caller
from stet.web.errors import errors
from stet.web.place import Place, Who
from stet.web.sse import EventStream, Followers, seen

router = APIRouter(tags=["events"])

MOST_EVENTS = 500
"""In one document; the next begin after the last of them."""
_STREAM = "text/event-stream"
_MESSAGE = {
    "type": "object",
    "description": "A message: `id` is the event's number, `data` its JSON text; `event` is `end` in the last one.",
    "properties": {
        "id": {"type": "string"},
        "event": {"type": "string"},
        "data": {"type": "string"},
        "retry": {"type": "integer", "minimum": 0},
    },
}


class EventList(Value):
    """Events with numbers greater than was asked for, in order, and where the run was when they were read.

    There may be more while the run is `running`, or where `more` is true: ask again after the last number.
    """

    schema_: Literal["stet.events/1"] = Field(default="stet.events/1", alias="schema")
    run: str
    status: RunStatus
    more: bool
    events: tuple[Stamped, ...]

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)


@router.get(
    "/runs/{run}/events",
    response_model=EventList,
    responses={
        200: {"content": {_STREAM: {"schema": _MESSAGE}}, "description": "Events, in order."},
        **errors(404),
    },
)
async def events(
    run: RunId,
    who: Caller,
    place: At,
    request: Request,
    after: Annotated[
        int | None, Query(ge=0, le=2**53, description="Only events with a greater number.")
    ] = None,
    last_event_id: Annotated[
        str | None, Header(max_length=20, description="The last event that a broken stream told.")
    ] = None,
) -> Response:
    """What a run decided, in order: a stream with `Accept: text/event-stream`, or JSON with `?after=N`.

    A stream goes on until the run has ended. Each of its messages has the event's number as id, so that one that
    breaks is taken up by `Last-Event-ID`.
    """
    accept = request.headers.get("accept", "")
    if _STREAM in accept or (after is None and "application/json" not in accept):
        told = (
            int(last_event_id)
            if last_event_id and last_event_id.isascii() and last_event_id.isdecimal()
            else 0
        )
        record = await to_thread.run_sync(place.visible, who, run)
        followers = request.app.state.followers
        assert isinstance(followers, Followers)  # noqa: S101 - put there by create_app
        stream = place.running.follow(record.id, max(after or 0, told))
        return EventStream(record.id, stream, followers, whole=who.admin)
    found = await to_thread.run_sync(_listed, place, who, run, after or 0)
    return Response(found.model_dump_json(), media_type="application/json")


def _listed(place: Place, who: Who, run: str, after: int) -> EventList:
    # Where the run stands is read first: what it wrote before it ended is among the events read after.
    record = place.visible(who, run)
    new = place.store.events(record.id, after)
    told = tuple(seen(each, whole=who.admin) for each in new[:MOST_EVENTS])
    return EventList(run=record.id, status=record.status, more=len(new) > len(told), events=told)
