"""Routes that start, list, stop, resume and delete runs."""

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Path, Query, Response

from stet.app.listing import ListedRun, RunList, listed
from stet.web.auth import At, Caller
from stet.web.errors import NotUnderWay, errors
from stet.web.place import Asked, Offer, Place

router = APIRouter(tags=["runs"])

RunId = Annotated[str, Path(max_length=40, description="The run's full id.")]


@router.get("/offer", responses=errors())
def offer(who: Caller, place: At) -> Offer:
    """What may be asked for here: corpora, models and search providers by name, and the most for one run."""
    del who
    return place.offer


@router.post("/runs", status_code=201, responses=errors(404, 429, 502))
async def start(asked: Asked, who: Caller, place: At, response: Response) -> ListedRun:
    """Start a run. It goes on by itself; follow its events, or ask where it is."""
    run = await place.start(who, asked)
    response.headers["Location"] = f"/api/v1/runs/{run}"
    return await to_thread.run_sync(_row, place, run)


@router.get("/runs", responses=errors(404))
def list_runs(
    who: Caller,
    place: At,
    limit: Annotated[int, Query(ge=1, le=200, description="At most so many.")] = 20,
    before: Annotated[str | None, Query(max_length=40, description="Only runs older than this one.")] = None,
    search: Annotated[
        str | None, Query(max_length=200, description="Only with this in the question.")
    ] = None,
) -> RunList:
    """Your runs, newest first."""
    return listed(place.store, place.runs(who, limit, before, search))


@router.get("/runs/{run}", responses=errors(404))
def status(run: RunId, who: Caller, place: At) -> ListedRun:
    """Where a run is: its status, its outcome, what it used, and what it waits for."""
    return listed(place.store, [place.visible(who, run)]).runs[0]


@router.post("/runs/{run}/cancel", status_code=202, responses=errors(404, 409))
async def cancel(run: RunId, who: Caller, place: At) -> ListedRun:
    """Stop a run at its next step. What it has is kept, and it can be resumed."""
    if not await to_thread.run_sync(place.stop, who, run):
        raise NotUnderWay(f"run {run} does not go on here", hint="see where it is, or resume it")
    return await to_thread.run_sync(_row, place, run)


@router.post("/runs/{run}/resume", status_code=202, responses=errors(404, 409, 429, 502))
async def resume(run: RunId, who: Caller, place: At) -> ListedRun:
    """Go on with a run that was interrupted or failed; one that is done stays as it is."""
    return await to_thread.run_sync(_row, place, await place.resume(who, run))


@router.delete("/runs/{run}", status_code=204, responses=errors(404, 409))
def delete(run: RunId, who: Caller, place: At) -> Response:
    """Delete a run, its events and its saved pages that no other run names. There is no way back."""
    place.delete(who, run)
    return Response(status_code=204)


def _row(place: Place, run: str) -> ListedRun:
    return listed(place.store, [place.store.run(run)]).runs[0]
