"""The page that compares two runs."""

from urllib.parse import urlencode

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stet.app.place import Place
from stet.app.tokens import Who
from stet.domain.claims import Decision
from stet.errors import BadSetting
from stet.report import words
from stet.web.auth import Caller
from stet.web.pages.besideview import Beside, beside, decided
from stet.web.pages.shell import json_page, page, see


def routes(place: Place) -> APIRouter:
    """The routes of comparing."""
    router = APIRouter()

    @router.get("/compare")
    def compare(request: Request, who: Caller, a: str = "", b: str = "") -> Response:
        ticked = request.query_params.getlist("run")
        if ticked:
            # The boxes of the list of runs.
            if len(ticked) != 2:
                raise BadSetting(
                    f"two runs can be compared, and {len(ticked)} are ticked", hint="go back and tick two"
                )
            return see(f"/compare?{urlencode({'a': ticked[0], 'b': ticked[1]})}")
        found = _found(place, who, a, b)
        tallies = [(words.DECISIONS[each], *decided(found, each)) for each in Decision]
        values: dict[str, object] = {
            "found": found,
            "words": words,
            "tallies": tallies,
            "query": urlencode({"a": found.a.run, "b": found.b.run}),
            "turned": urlencode({"a": found.b.run, "b": found.a.run}),
        }
        return page(request, "beside.html.j2", values, title="Two runs compared")

    @router.get("/compare.json")
    def compare_json(who: Caller, a: str = "", b: str = "") -> Response:
        return json_page(_found(place, who, a, b))

    return router


def _found(place: Place, who: Who, a: str, b: str) -> Beside:
    if not a or not b:
        raise BadSetting("two runs are needed to compare", hint="tick two in the list of runs")
    return beside(place.report(who, a), place.report(who, b))
