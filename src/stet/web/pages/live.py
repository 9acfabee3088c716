"""A run that goes on, page by page and by itself: what it has so far, stopping it, going on with it, deleting it.

`/r/{run}` calls `waiting` first: a run without a report is shown as what it has so far. With its script the page hears
of events and asks for itself anew; what it shows is a fold over events, so that nothing is lost and nothing told twice.
"""

from anyio import sleep, to_thread
from fastapi import APIRouter, Request
from fastapi.responses import Response

from stet.app.place import Place
from stet.app.tokens import Who, refuse_without
from stet.domain.events import Finished
from stet.domain.run import RunStatus
from stet.report import words
from stet.saved import waiting_for
from stet.web.auth import Caller
from stet.web.errors import NotUnderWay
from stet.web.pages.livefold import live_run
from stet.web.pages.livevalues import LiveRun
from stet.web.pages.shell import form, json_page, page, see

_SILENT_SECONDS = 60.0
"""After which a run that says it goes on, and not in this process, may be one that was killed."""
FOLLOWED = "follow"
"""The parameter with which a browser without our script asks anew by itself."""


def part(place: Place, who: Who, run: str) -> LiveRun | None:
    """What a run has so far; None where it has a report.

    Raises:
        NotAllowed: they may not read
        NotFound: no such run for them
    """
    record = place.visible(who, run)
    events = place.store.events(record.id)
    if any(isinstance(stamped.event, Finished) for stamped in events):
        return None
    return live_run(record, events, here=place.running.goes_on(record.id))


def waiting(request: Request, place: Place, who: Who, run: str) -> Response | None:
    """The page of a run that has no report yet; None where it has one.

    Raises:
        NotAllowed, NotFound: as `part`
    """
    live = part(place, who, run)
    return None if live is None else _page(request, place, who, live)


def routes(place: Place) -> APIRouter:
    """What a run that goes on is, as a page of its own and as JSON, and what can be done with any run."""
    router = APIRouter()

    @router.get("/r/{run}/live")
    def live(request: Request, run: str, who: Caller) -> Response:
        found = part(place, who, run)
        return see(f"/r/{place.visible(who, run).id}") if found is None else _page(request, place, who, found)

    @router.get("/r/{run}/live.json")
    def live_json(run: str, who: Caller) -> Response:
        found = part(place, who, run)
        if found is None:
            raise NotUnderWay(f"run {run} has its report", hint="read the report instead")
        return json_page(found)

    @router.post("/r/{run}/stop")
    async def stop(request: Request, run: str, who: Caller) -> Response:
        await form(request)
        if not await to_thread.run_sync(place.stop, who, run):
            raise NotUnderWay(f"run {run} does not go on here", hint="see where it is, or resume it")
        await _settled(place, run)
        return see(f"/r/{run}")

    @router.post("/r/{run}/resume")
    async def resume(request: Request, run: str, who: Caller) -> Response:
        await form(request)
        return see(f"/r/{await place.resume(who, run)}")

    @router.get("/r/{run}/delete")
    def ask_to_delete(request: Request, run: str, who: Caller) -> Response:
        refuse_without(who, "run")
        record = place.visible(who, run)
        values = {"record": record, "words": words, "goes_on": place.running.goes_on(record.id)}
        return page(request, "delete.html.j2", values, title="Delete a run")

    @router.post("/r/{run}/delete")
    async def delete(request: Request, run: str, who: Caller) -> Response:
        await form(request)
        await to_thread.run_sync(place.delete, who, run)
        return see("/runs")

    return router


async def _settled(place: Place, run: str) -> None:
    """Wait until a run that was stopped has written down where it is; not for long."""
    for _ in range(50):
        if not place.running.goes_on(run):
            return
        await sleep(0.05)


def _page(request: Request, place: Place, who: Who, live: LiveRun) -> Response:
    now = place.app.clock.now()
    silent = (now - live.updated_at).total_seconds()
    elsewhere = live.status is RunStatus.RUNNING and not live.here
    values: dict[str, object] = {
        "live": live,
        "words": words,
        "may_run": who.may("run"),
        "resumable": live.status in {RunStatus.INTERRUPTED, RunStatus.FAILED}
        or (elsewhere and silent > _SILENT_SECONDS),
        "elsewhere": elsewhere,
        "silent": int(silent),
        "waiting_for": _waits_for(place, live),
        "follow": FOLLOWED in request.query_params,
    }
    return page(request, "live.html.j2", values, title=words.heading(live.question))


def _waits_for(place: Place, live: LiveRun) -> str | None:
    """The outside call that a run waits for, such as: fetch docs/a.md."""
    calls = waiting_for(place.store, live.run)
    return words.heading(calls[0].call) if calls else None
