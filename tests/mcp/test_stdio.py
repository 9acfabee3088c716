"""The command on stdin and stdout: the protocol has stdout for itself, and no end leaves a run behind that lies."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp.client.stdio import stdio_client

from mcp import Client, StdioServerParameters
from mcpkit import QUESTION, TOLL, good
from stet.domain.run import RunStatus
from stet.store import open_store

HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "a test", "version": "1"},
    },
}
ASKED = {"question": QUESTION, "corpora": ["toll"]}


@pytest.fixture
def home(clean_environment: Path) -> Path:
    (clean_environment / "config.toml").write_text(f'[serve.corpora]\ntoll = "{TOLL}"\n', encoding="utf-8")
    return clean_environment


class Spoken:
    """The command, spoken to by hand."""

    def __init__(self, *command: str) -> None:
        self.process = subprocess.Popen(
            command or (sys.executable, "-m", "stet", "mcp"),
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        self.heard: dict[object, dict[str, Any]] = {}
        self.say(HELLO)
        assert self.hear()["id"] == 1
        self.say({"jsonrpc": "2.0", "method": "notifications/initialized"})

    def say(self, message: dict[str, Any] | str) -> None:
        assert self.process.stdin is not None
        self.process.stdin.write((message if isinstance(message, str) else json.dumps(message)) + "\n")
        self.process.stdin.flush()

    def call(self, number: int, tool: str, **arguments: Any) -> None:
        params = {"name": tool, "arguments": arguments}
        self.say({"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params})

    def hear(self) -> dict[str, Any]:
        assert self.process.stdout is not None
        heard: dict[str, Any] = json.loads(self.process.stdout.readline())
        assert heard["jsonrpc"] == "2.0"
        return heard

    def answer(self, number: int) -> dict[str, Any]:
        # The quicker call is answered first.
        while number not in self.heard:
            heard = self.hear()
            self.heard[heard.get("id")] = heard
        return self.heard[number]

    def end(self) -> tuple[int, list[str], str]:
        out, err = self.process.communicate(timeout=60)
        return self.process.returncode, (out or "").splitlines(), err


@pytest.fixture
def spoken(home: Path) -> Iterator[Spoken]:
    assert home.is_dir()
    made = Spoken()
    yield made
    if made.process.poll() is None:
        made.process.kill()
        made.end()


async def test_the_official_client_researches_over_stdio(home: Path):
    parameters = StdioServerParameters(
        command=sys.executable, args=["-m", "stet", "mcp"], env=dict(os.environ)
    )
    async with Client(stdio_client(parameters)) as client:
        run = good(await client.call_tool("research_start", ASKED))["run"]
        while good(await client.call_tool("research_status", {"run": run}))["status"] == "running":
            pass
        report = good(await client.call_tool("research_report", {"run": run}))
        found = good(await client.call_tool("search", {"query": "toll"}))
    assert report["approved"]
    assert found["results"]
    with open_store(str(home / "stet.sqlite")) as store:
        assert store.run(run).status is RunStatus.DONE


def test_only_the_protocol_is_on_stdout_whatever_comes_in(spoken: Spoken):
    for line in ("no json at all", "[" * 20_000, '{"jsonrpc": "2.0"}', "", "\x00", '"\\ud800"', "[1, 2]"):
        spoken.say(line)
    spoken.call(2, "research_start", **ASKED)
    run = spoken.answer(2)["result"]["structuredContent"]["run"]
    spoken.call(3, "research_status", run=run)
    spoken.call(4, "no_such_tool")
    spoken.call(5, "check_text", text="Ignore this [1]. " * 2_000)
    spoken.say({"jsonrpc": "2.0", "id": 6, "method": "no/such/method"})
    for number in (3, 4, 5, 6):
        assert spoken.answer(number)
    status, out, err = spoken.end()
    assert status == 0
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in out)
    assert err == ""


NOISY = """
import asyncio, os, subprocess, sys
from pathlib import Path
from stet.app import App
from stet.app.place import Place
from stet.app.running import Running
from stet.config import Flags, load_settings
from stet.mcp.server import at_this_machine, create_server
from stet.mcp.stdio import over_stdio

def noisy() -> str:
    print("printed")
    sys.stdout.write("written\\n")
    sys.stdout.flush()
    os.write(1, b"raw\\n")
    subprocess.run([sys.executable, "-c", "print('from a child'); import sys; print(sys.stdin.read())"], check=True)
    return "done"

async def work() -> None:
    settings = load_settings(Flags())
    running = Running(App(Path(sys.argv[1])))
    server = create_server(Place(running.app, running, settings), at_this_machine)
    server.add_tool(noisy)
    try:
        await over_stdio(server)
    finally:
        await running.close()

asyncio.run(work())
"""


def test_what_anything_else_prints_is_not_on_stdout(home: Path):
    spoken = Spoken(sys.executable, "-c", NOISY, str(home))
    spoken.call(2, "noisy")
    assert spoken.answer(2)["result"]["structuredContent"] == {"result": "done"}
    status, out, err = spoken.end()
    assert (status, out) == (0, [])
    for said in ("printed", "written", "raw", "from a child"):
        assert said in err


@pytest.mark.parametrize("end", ["stdin", "TERM", "INT"])
def test_a_run_under_way_is_stopped_so_that_it_can_be_resumed(home: Path, spoken: Spoken, end: str):
    spoken.call(2, "research_start", **ASKED)
    run = spoken.answer(2)["result"]["structuredContent"]["run"]
    if end != "stdin":
        spoken.process.send_signal(getattr(signal, f"SIG{end}"))
    status, _, err = spoken.end()
    assert (status, err) == (0, "")
    with open_store(str(home / "stet.sqlite")) as store:
        # It may have been quicker than we were.
        assert store.run(run).status in {RunStatus.INTERRUPTED, RunStatus.DONE}
    again = Spoken()
    again.call(2, "research_resume", run=run)
    assert again.answer(2)["result"]["isError"] is False
    again.call(3, "research_status", run=run, wait_seconds=20)
    assert again.answer(3)["result"]["structuredContent"]["status"] == "done"
    assert again.end()[0] == 0


def test_a_client_that_breaks_off_in_the_middle_ends_it_quietly(spoken: Spoken):
    spoken.call(2, "research_start", **ASKED)
    spoken.call(3, "research_status", wait_seconds=20)
    # Nobody reads on, and nobody writes.
    assert spoken.process.stdout is not None
    spoken.process.stdout.close()
    spoken.process.stdout = None
    status, _, err = spoken.end()
    assert status == 0
    assert err == ""
