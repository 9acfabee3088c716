"""The list of runs: looked through by words and state, in pages of fifty."""

from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stet.app.listing import listed
from stet.app.place import Place
from stet.report import words
from stet.web.auth import Caller
from stet.web.pages.runsview import STATES, Found, RunsPage, find, rows, wanted_state
from stet.web.pages.shell import json_page, page

_LONGEST = 200


def routes(place: Place) -> APIRouter:
    """The routes of the list."""
    router = APIRouter()

    @router.get("/runs")
    def runs(
        request: Request, who: Caller, search: str = "", state: str = "", before: str | None = None
    ) -> Response:
        search, wanted = search.strip()[:_LONGEST], wanted_state(state)
        found = find(place, who, search, wanted, before)
        kept = {name: said for name, said in (("search", search), ("state", wanted)) if said}
        values: dict[str, object] = {
            "rows": rows(listed(place.store, found.records).runs, place.app.clock.now()),
            "search": search,
            "state": wanted,
            "states": STATES,
            "older": urlencode({**kept, "before": found.before}) if found.before else None,
            "newest": urlencode(kept) if before else None,
            "sieved": bool(kept),
            "may_run": who.may("run"),
            "words": words,
        }
        return page(request, "runs.html.j2", values, title="Runs")

    @router.get("/runs.json")
    def runs_json(who: Caller, search: str = "", state: str = "", before: str | None = None) -> Response:
        found: Found = find(place, who, search.strip()[:_LONGEST], wanted_state(state), before)
        return json_page(RunsPage(runs=listed(place.store, found.records).runs, before=found.before))

    return router
