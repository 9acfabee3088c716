"""The command over streamable HTTP: who is let in, and who they are."""

import os
import re
import subprocess
import sys
from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest

from mcp import Client
from mcpkit import QUESTION, TOLL, Served, good
from stet.app.tokens import Scope, TokenTerms, new_token
from stet.cli.mcp import served_over_http
from stet.domain.run import RunStatus
from stet.store import open_store
from stet.web.auth import Doors

LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}
ACCEPT = {"Accept": "application/json, text/event-stream"}
ASKED = {"question": QUESTION, "corpora": ["toll"]}


def call(tool: str, **arguments: Any) -> dict[str, Any]:
    return {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "tools/call",
        "params": {"name": tool, "arguments": arguments},
    }


@asynccontextmanager
async def reached(served: Served, doors: Doors | None = None) -> AsyncGenerator[httpx2.AsyncClient]:
    """A client of the application as it is reached."""
    app = served_over_http(served.place, doors or Doors())
    async with (
        app.router.lifespan_context(app),
        httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=app, raise_app_exceptions=False),
            base_url="http://127.0.0.1:8322",
            headers=ACCEPT,
            timeout=30,
        ) as client,
    ):
        yield client


def token(served: Served, name: str, *scopes: Scope) -> dict[str, str]:
    made = new_token(
        served.place.store, TokenTerms(name=name, scopes=frozenset(scopes)), served.place.app.clock.now()
    )
    return {"Authorization": f"Bearer {made.text}"}


@pytest.mark.parametrize(
    ("headers", "status", "code"),
    [
        ({"Host": "stet.example.com"}, 421, "bad_host"),
        ({"Host": "127.0.0.1.example.com"}, 421, "bad_host"),
        ({"Origin": "https://example.com"}, 403, "cross_origin"),
        ({"Origin": "null"}, 403, "cross_origin"),
        ({"Sec-Fetch-Site": "cross-site"}, 403, "cross_origin"),
        ({"Authorization": "Bearer stet_nothing"}, 401, "bad_token"),
        ({"Authorization": "Basic YTpi"}, 401, "bad_token"),
        ({"X-Forwarded-For": "192.0.2.1"}, 401, "bad_token"),
    ],
)
async def test_who_should_not_ask_is_refused(served: Served, headers: dict[str, str], status: int, code: str):
    async with reached(served) as client:
        answer = await client.post("/mcp", json=LIST, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (status, code)


async def test_nothing_but_posts_of_bounded_json_is_answered(served: Served):
    json_type = {"Content-Type": "application/json"}
    async with reached(served) as client:
        assert (await client.post("/mcp", json=LIST)).status_code == 200
        for method in ("GET", "DELETE", "PUT", "OPTIONS"):
            assert (await client.request(method, "/mcp")).status_code == 405, method
        for path in ("/", "/api/v1/runs", "/openapi.json", "/mcp/x"):
            assert (await client.post(path, json=LIST)).status_code == 404, path
        large = await client.post("/mcp", content=b'{"x": "' + b"a" * 2_000_001 + b'"}', headers=json_type)
        deep = await client.post("/mcp", content=b"[" * 5_000, headers=json_type)
        broken = await client.post("/mcp", content=b'{"jsonrpc": "2.0", "id": 1', headers=json_type)
        form = await client.post("/mcp", data={"jsonrpc": "2.0"})
    assert [each.status_code for each in (large, deep, broken, form)] == [413, 400, 400, 400]


async def test_where_tokens_are_asked_for_each_is_somebody_of_their_own(served: Served):
    ann, bob = token(served, "ann", "read", "run"), token(served, "bob", "read")
    async with reached(served, Doors(loopback=False, hosts=frozenset({"stet.example.org"}))) as client:
        assert (await client.post("/mcp", json=LIST)).status_code == 401
        started = await client.post("/mcp", json=call("research_start", **ASKED), headers=ann)
        found = re.search(r'"run":"(r[0-9a-z]{11})"', started.text)
        assert found is not None
        async for _ in served.place.running.follow(found[1]):
            pass
        theirs = await client.post("/mcp", json=call("research_status", run=found[1]), headers=ann)
        others = await client.post("/mcp", json=call("research_status", run=found[1]), headers=bob)
        refused = await client.post("/mcp", json=call("research_start", **ASKED), headers=bob)
    assert '"status":"done"' in theirs.text
    assert "code: not_found" in others.text
    assert "code: not_allowed" in refused.text


@pytest.fixture
def address(clean_environment: Path) -> Iterator[str]:
    """Where the command serves."""
    (clean_environment / "config.toml").write_text(f'[serve.corpora]\ntoll = "{TOLL}"\n', encoding="utf-8")
    command = [sys.executable, "-m", "stet", "mcp", "--http", "--port", "0"]
    process = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    line = process.stderr.readline()
    found = re.search(r"http://127\.0\.0\.1:[0-9]+/mcp", line)
    try:
        assert found is not None, line
        yield found[0]
    finally:
        process.terminate()
        _, err = process.communicate(timeout=60)
    assert (process.returncode, err) == (0, "")


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_the_official_client_researches_over_http(address: str, mode: Any):
    told: list[float] = []

    async def told_of(progress: float, total: float | None, message: str | None) -> None:
        if message and total is None:
            told.append(progress)

    async with Client(address, mode=mode) as client:
        run = good(await client.call_tool("research_start", ASKED))["run"]
        while (
            good(await client.call_tool("research_status", {"run": run}, progress_callback=told_of))["status"]
            == "running"
        ):
            pass
        assert good(await client.call_tool("research_report", {"run": run}))["approved"]
    assert told


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_a_client_that_disconnects_in_the_middle_leaves_the_run_going(
    address: str, mode: Any, clean_environment: Path
):
    async with Client(address, mode=mode) as client:
        run = good(await client.call_tool("research_start", ASKED))["run"]
        with anyio.move_on_after(0.05):
            await client.call_tool("research_status", {"run": run, "wait_seconds": 20})
    async with Client(address, mode=mode) as client:
        while good(await client.call_tool("research_status", {"run": run}))["status"] == "running":
            pass
    with open_store(str(clean_environment / "stet.sqlite")) as store:
        assert store.run(run).status is RunStatus.DONE


def test_it_does_not_listen_elsewhere_without_a_token():
    command = [sys.executable, "-m", "stet", "mcp", "--http", "--host", "0.0.0.0", "--port", "0"]
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env=dict(os.environ), timeout=60
    )
    assert (done.returncode, done.stdout) == (2, "")
    assert "there is no token to know them by" in done.stderr
