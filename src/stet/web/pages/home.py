"""The page that asks: a question and how to look into it, the plan before anything is spent, and the start."""

from collections.abc import Callable

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import Response

from stet.app.asked import MOST_TOPICS, Asked
from stet.app.listing import listed
from stet.app.place import MOST_LISTED, Place
from stet.app.request import MODEL
from stet.app.tokens import Who
from stet.errors import StetError
from stet.report import words
from stet.web.auth import Caller
from stet.web.errors import Problem, told
from stet.web.pages.homeview import (
    DEPTHS,
    LEVELS,
    Estimate,
    Filled,
    Preview,
    asked_of,
    estimate,
    filled,
    players,
    topics_of,
)
from stet.web.pages.runsview import rows
from stet.web.pages.shell import form, json_page, page, see

_RECENT = 5


def routes(place: Place) -> APIRouter:
    """The routes of asking."""
    router = APIRouter()

    @router.get("/")
    def home(request: Request, who: Caller) -> Response:
        query = request.query_params
        said = Filled(question=query.get("question", "")[:4000], corpora=tuple(query.getlist("corpus"))[:40])
        return _asking(request, place, who, said)

    @router.get("/ask.json")
    def offered(who: Caller) -> Response:
        del who
        return json_page(place.offer)

    @router.post("/ask")
    async def ask(request: Request, who: Caller) -> Response:
        fields = await form(request)
        said, wanted = filled(fields), fields.get("do")
        try:
            if wanted == "edit":
                return await to_thread.run_sync(_asking, request, place, who, said)
            asked = asked_of(said, topics_of(fields))
            if wanted == "start":
                return see(f"/r/{await place.start(who, asked)}")
            found = await _preview(place, who, asked)
        except StetError as error:
            status, problem = told(error, place)
            return await to_thread.run_sync(_asking, request, place, who, said, problem, status)
        return _planned(request, said, found)

    @router.post("/ask.json")
    async def plan_json(request: Request, who: Caller) -> Response:
        fields = await form(request)
        return json_page(await _preview(place, who, asked_of(filled(fields), topics_of(fields))))

    return router


async def _preview(place: Place, who: Who, asked: Asked) -> Preview:
    request = place.request_of(asked)
    plan = request.plan or await place.plan(who, asked)
    like: Callable[[], Estimate] = lambda: estimate(  # noqa: E731 - read on a thread
        request, place.runs(who, MOST_LISTED) if who.may("read") else ()
    )
    asked_a_model = request.plan is None and request.engine == MODEL
    return Preview(plan=plan, asked_a_model=asked_a_model, estimate=await to_thread.run_sync(like))


def _asking(
    request: Request,
    place: Place,
    who: Who,
    said: Filled,
    problem: Problem | None = None,
    status: int = 200,
) -> Response:
    """The form, with what was said in it and what is wrong with that."""
    offer, settings = place.offer, place.settings
    recent = listed(place.store, place.runs(who, _RECENT)).runs if who.may("read") else ()
    values: dict[str, object] = {
        "said": said,
        "problem": problem,
        "offer": offer,
        "players": list(players(offer)),
        "levels": LEVELS,
        "depths": DEPTHS,
        "own": {"level": settings.level or "reviewed", "depth": settings.depth or "standard"},
        "may_run": who.may("run"),
        "recent": rows(recent, place.app.clock.now()),
        "words": words,
    }
    return page(request, "home.html.j2", values, title="Ask", status=status)


def _planned(request: Request, said: Filled, found: Preview) -> Response:
    queries = {
        topic.id: [query.text for query in found.plan.queries if query.topic == topic.id]
        for topic in found.plan.topics
    }
    values: dict[str, object] = {
        "said": said,
        "found": found,
        "queries": queries,
        # One that is free, where there may be one more.
        "numbers": range(1, min(MOST_TOPICS, len(found.plan.topics) + 1) + 1),
        "estimate": found.estimate,
        "words": words,
    }
    return page(request, "plan.html.j2", values, title="Plan")
