"""What the pages on the server say is so."""

import re
from pathlib import Path

from fastapi import FastAPI

from stet.app.asked import Asked, AskedLimits
from stet.config import Serve
from stet.web import limits, server, sse
from stet.web.api import PREFIX, routers
from stet.web.api.checks import MOST_CHARACTERS
from stet.web.api.events import MOST_EVENTS
from stet.web.errors import STATUS, status_of

DOCS = Path(__file__).parents[2] / "docs"
API = (DOCS / "api.md").read_text(encoding="utf-8")
SERVER = (DOCS / "server.md").read_text(encoding="utf-8")


def test_every_route_stands_in_the_table():
    app_routes = {(method, path) for method, path in re.findall(r"\| `(GET|POST|DELETE) (/[a-z{}/]*)", API)}
    app = FastAPI()
    for router in routers():
        app.include_router(router)
    paths = app.openapi()["paths"]
    assert app_routes == {
        (m.upper(), p.removeprefix(PREFIX)) for p, methods in paths.items() for m in methods
    }


def test_every_field_of_a_question_is_explained():
    fields = set(Asked.model_fields) | set(AskedLimits.model_fields)
    assert {name for name in fields if f"`{name}`" not in API} == set()


def test_every_error_stands_beside_its_status():
    rows = dict(re.findall(r"^\| (\d{3}) \| (.*) \|$", API, re.MULTILINE))
    for kind in {sub for known, _ in STATUS for sub in (known, *known.__subclasses__())}:
        if kind.__module__ in {
            "stet.errors",
            "stet.app.tokens",
            "stet.app.place",
        }:
            status = status_of(kind.__new__(kind))
            assert f"`{kind.code}`" in rows[str(int(status))], kind


def test_the_bounds_are_those_that_hold():
    for number in (f"{limits.MOST_BYTES:,} bytes", f"{limits.DEEPEST} levels"):
        assert number in SERVER
    seconds = (server.HEADER_SECONDS, limits.BODY_SECONDS, limits.SEND_SECONDS)
    assert ", ".join(f"{each:.0f}" for each in seconds) + " seconds" in SERVER
    assert f"| {server.MOST_CONNECTIONS}, {sse.MOST_FOLLOWERS} |" in SERVER
    assert f"{MOST_CHARACTERS:,} characters" in API
    assert f"at most {MOST_EVENTS} events" in API
    assert {name for name in Serve.model_fields if name not in SERVER} == set()
