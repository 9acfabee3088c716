"""Every route, for everybody: who may do what, and whose runs are whose. A route without an entry here fails."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

import httpx2
import pytest
from fastapi import APIRouter, FastAPI
from fastapi.routing import APIRoute

from stet.errors import NotFound
from stet.web.api import PREFIX, routers

ASKED: dict[str, object] = {
    "question": "When does the harbour bridge toll start, and for whom?",
    "corpora": ["toll"],
}
OPEN = frozenset({("GET", "/api/v1/openapi.json")})
"""Routes that tell nothing of anybody."""


class Entry(NamedTuple):
    """The scope that a route needs, and what it takes; `own` where it is about one run."""

    scope: str | None
    own: bool = True
    json: dict[str, object] | None = None


TABLE = {
    ("GET", "/api/v1/offer"): Entry(None, own=False),
    ("POST", "/api/v1/runs"): Entry("run", own=False, json=ASKED),
    ("GET", "/api/v1/runs"): Entry("read", own=False),
    ("GET", "/api/v1/runs/{run}"): Entry("read"),
    ("DELETE", "/api/v1/runs/{run}"): Entry("run"),
    ("POST", "/api/v1/runs/{run}/cancel"): Entry("run"),
    ("POST", "/api/v1/runs/{run}/resume"): Entry("run"),
    ("GET", "/api/v1/runs/{run}/events"): Entry("read"),
    ("GET", "/api/v1/runs/{run}/report"): Entry("read"),
    ("GET", "/api/v1/runs/{run}/claims/{claim}"): Entry("read"),
    ("GET", "/api/v1/runs/{run}/sources/{source}"): Entry("read"),
    ("GET", "/api/v1/runs/{run}/sources/{source}/text"): Entry("read"),
    ("GET", "/api/v1/runs/{run}/audit"): Entry("read"),
    ("POST", "/api/v1/check"): Entry("read", own=False, json={"text": "The toll starts in March 2027."}),
}


def routes(app: FastAPI) -> Iterator[tuple[str, str]]:
    """Every method and path of the REST interface, as the OpenAPI document and the routes themselves have them."""
    for path, methods in app.openapi()["paths"].items():
        if path.startswith("/api/"):
            yield from ((method.upper(), path) for method in methods)


def walked(routes: Iterable[object]) -> Iterator[APIRoute]:
    """Every route, also of routers within routers, whether the OpenAPI document shows it or not."""
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        inner = getattr(route, "original_router", None)
        if isinstance(inner, APIRouter):
            yield from walked(inner.routes)


def filled(path: str, run: str) -> str:
    return path.replace("{run}", run).replace("{claim}", "C1").replace("{source}", "S1")


async def asked(client: httpx2.AsyncClient, route: tuple[str, str], run: str) -> httpx2.Response:
    method, path = route
    return await client.request(method, filled(path, run), json=TABLE[route].json)


async def test_every_route_has_an_entry(served):
    assert set(routes(served.app)) == set(TABLE)
    named = [
        (method, f"{PREFIX}{route.path}")
        for route in walked(routers()[0].routes)
        for method in route.methods or ()
    ]
    assert sorted(named) == sorted(TABLE)
    assert not [route.path for route in walked(served.app.routes) if route.path.startswith("/api/")]


@pytest.mark.parametrize("route", list(TABLE), ids=" ".join)
async def test_nobody_without_a_token_that_is_good_gets_in_from_elsewhere(served, route):
    good = served.token("ann", "read", "run")
    bad = [None, "stet_", "x" * 5000, good[:-1], f"{good[:-1]}{'b' if good[-1] == 'a' else 'a'}"]
    for token in bad:
        client = served.client(token, **{"X-Forwarded-For": "192.0.2.1"})
        answer = await asked(client, route, "r00000000000")
        assert answer.status_code == 401
        assert answer.headers["www-authenticate"] == "Bearer"
        assert answer.json()["code"] == "bad_token"
    revoked = served.place.store.revoke_token("ann", served.place.app.clock.now())
    assert revoked.revoked_at is not None
    assert (await asked(served.client(good), route, "r00000000000")).status_code == 401


@pytest.mark.parametrize("route", [r for r in TABLE if TABLE[r].scope], ids=" ".join)
async def test_a_token_without_the_scope_is_refused(served, route):
    other = {"read": "run", "run": "read"}[str(TABLE[route].scope)]
    answer = await asked(served.client(served.token("ann", other)), route, "r00000000000")
    assert answer.status_code == 403, answer.text
    assert answer.json()["code"] == "not_allowed"


async def test_anothers_run_is_as_if_it_were_not_there_on_every_route(served):
    ann, bob = (served.client(served.token(name, "read", "run")) for name in ("ann", "bob"))
    run = await served.done(ann)
    for route, entry in TABLE.items():
        if not entry.own:
            continue
        theirs, nobodys = [await asked(bob, route, name) for name in (run, "r00000000000")]
        assert theirs.status_code == nobodys.status_code == 404, route
        assert theirs.text.replace(run, "") == nobodys.text.replace("r00000000000", ""), route
    assert [each["run"] for each in (await ann.get("/api/v1/runs")).json()["runs"]] == [run]
    assert (await bob.get("/api/v1/runs")).json()["runs"] == []
    assert (await bob.get("/api/v1/runs", params={"before": run})).status_code == 404
    checked = await bob.post("/api/v1/check", json={"text": "A toll.", "run": run})
    assert checked.status_code == 404


async def test_an_admin_and_the_person_at_this_machine_see_every_run(served):
    run = await served.done(served.client(served.token("ann", "read", "run")))
    for client in (served.client(served.token("eve", "admin")), served.client()):
        assert [each["run"] for each in (await client.get("/api/v1/runs")).json()["runs"]] == [run]
        assert (await client.get(f"/api/v1/runs/{run}/report")).status_code == 200


async def test_a_run_of_the_command_line_is_nobodys_with_a_token(served):
    report = await served.place.app.ask(served.place.request_of(served.asked))
    ann = served.client(served.token("ann", "read", "run"))
    assert (await ann.get(f"/api/v1/runs/{report.run}")).status_code == 404
    assert (await served.client().get(f"/api/v1/runs/{report.run}")).status_code == 200


async def test_the_beginning_of_an_id_is_no_id(served):
    client = served.client()
    run = await served.done(client)
    for part in (run[:-1], run[:3], run.upper(), "%", "_" * 12):
        assert (await client.get(f"/api/v1/runs/{part}")).status_code == 404


async def test_a_deleted_run_is_gone_for_its_owner_too(served):
    ann = served.client(served.token("ann", "read", "run"))
    run = await served.done(ann)
    assert (await ann.delete(f"/api/v1/runs/{run}")).status_code == 204
    assert (await ann.get(f"/api/v1/runs/{run}")).status_code == 404
    with pytest.raises(NotFound):
        served.place.store.run(run)


async def test_with_tokens_only_nobody_at_this_machine_gets_in_without_one(served_strictly):
    assert (await served_strictly.client().get("/api/v1/offer")).status_code == 401
    token = served_strictly.token("ann", "read")
    assert (await served_strictly.client(token).get("/api/v1/offer")).status_code == 200
    cookie = served_strictly.client(None, Cookie=f"stet_token={token}")
    assert (await cookie.get("/api/v1/offer")).status_code == 200
