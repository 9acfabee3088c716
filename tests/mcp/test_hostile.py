"""What is sent to break it, and whose runs are whose."""

import asyncio
import json
import time
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.shared.exceptions import MCPError

from mcp import Client
from mcpkit import QUESTION, Served, bad, good, made_place, text
from stet.app.place import Who
from stet.config import Serve
from stet.domain.base import Value
from stet.errors import BadSetting
from stet.mcp import edge
from stet.mcp.desk import answer
from stet.mcp.server import create_server

LONG = "a" * 300_000
NOBODYS = "r00000000000"
BIDI = "\u202e\u2066\u200b\U000e0041"


BAD_CALLS: list[tuple[str, dict[str, Any], str]] = [
    ("nothing_like_it", {}, "not_found"),
    ("research_start", {}, "bad_setting"),
    ("research_start", {"question": "  "}, "bad_question"),
    ("research_start", {"question": LONG}, "bad_setting"),
    ("research_start", {"question": ["x"]}, "bad_setting"),
    ("research_start", {"question": "x", "corpora": ["../../etc"]}, "bad_setting"),
    ("research_start", {"question": "x", "corpora": "/etc"}, "bad_setting"),
    ("research_start", {"question": "x", "corpora": ["toll"] * 100}, "bad_setting"),
    ("research_start", {"question": "x", "search": ["http://127.0.0.1:9/"]}, "bad_setting"),
    ("research_start", {"question": "x", "documents": ["/etc/passwd"]}, "bad_setting"),
    ("research_start", {"question": "x", "model": "openai:gpt-5"}, "bad_setting"),
    ("research_start", {"question": "x", "budget_usd": "NaN"}, "bad_setting"),
    ("research_start", {"question": "x", "budget_usd": -1}, "bad_setting"),
    ("research_start", {"question": "x", "corpora": ["toll"], "since": "90d"}, "bad_setting"),
    ("research_status", {"run": NOBODYS}, "not_found"),
    ("research_status", {"run": "j" + "0" * 11}, "not_found"),
    ("research_status", {"run": f"{BIDI}<script>"}, "not_found"),
    ("research_status", {"wait_seconds": 10**9}, "bad_setting"),
    ("research_status", {"rum": "x"}, "bad_setting"),
    ("research_stop", {"run": NOBODYS}, "not_found"),
    ("research_resume", {"run": NOBODYS}, "not_found"),
    ("research_report", {"run": NOBODYS}, "not_found"),
    ("research_report", {"run": NOBODYS, "only": "everything"}, "bad_setting"),
    ("check_text", {"text": LONG}, "bad_setting"),
    ("check_text", {"text": "x", "run": NOBODYS}, "not_found"),
    ("check_text", {"check": "j?"}, "not_found"),
    ("audit", {"run": "' OR 1=1 --"}, "not_found"),
    ("search", {"query": ""}, "bad_setting"),
    ("search", {"query": " \t "}, "bad_setting"),
    ("fetch", {"id": "file:///etc/passwd"}, "bad_setting"),
    ("fetch", {"id": f"{NOBODYS}/S1"}, "not_found"),
    ("fetch", {"id": f"{NOBODYS}/S1@99999999999999999"}, "bad_setting"),
]


async def test_a_bad_call_ends_in_words_and_a_code(served: Served):
    async with served.client() as client:
        for tool, arguments, code in BAD_CALLS:
            said = bad(await client.call_tool(tool, arguments))
            assert said.splitlines()[-1].startswith(f"code: {code}"), (tool, arguments, said)
            assert len(said) < 1_500
            assert not set(BIDI) & set(said)


BAD_ADDRESSES = [
    f"report://{NOBODYS}",
    "report://../../etc",
    "report://",
    "passage://r/S1/5-1",
    "file:///etc/passwd",
    f"claim://{NOBODYS}/{'C' * 5_000}",
    f"source://{NOBODYS}/S1%00",
]


async def test_a_bad_address_is_no_resource(served: Served):
    async with served.client() as client:
        for uri in BAD_ADDRESSES:
            with pytest.raises(MCPError) as caught:
                await client.read_resource(uri)
            assert len(str(caught.value)) < 1_500, uri


async def test_spans_that_are_none_are_no_passages(served: Served):
    async with served.client() as client:
        run = await served.done(client)
        for span in ("9-5", "0-0", "0-99999999", "-1-5", "1e3-2e3", "٣-٩", "0-" + "9" * 5_000, "0"):
            with pytest.raises(MCPError):
                await client.read_resource(f"passage://{run}/S1/{span}")
        for uri in (f"passage://{run}/S99/0-5", f"source://{run}/S99", f"claim://{run}/C99"):
            with pytest.raises(MCPError, match="code: not_found"):
                await client.read_resource(uri)


def calls_on(run: str) -> list[tuple[str, dict[str, Any]]]:
    return [
        ("research_status", {"run": run}),
        ("research_stop", {"run": run}),
        ("research_resume", {"run": run}),
        ("research_report", {"run": run}),
        ("check_text", {"text": "x [1].", "run": run}),
        ("audit", {"run": run}),
        ("fetch", {"id": run}),
        ("fetch", {"id": f"{run}/S1"}),
        ("fetch", {"id": f"{run}/C1"}),
    ]


async def test_anothers_run_is_answered_like_nobodys(served: Served):
    ann, bob = served.who("ann", "read", "run"), served.who("bob", "read", "run")
    async with served.client(ann) as client:
        run = await served.done(client)
        assert good(await client.call_tool("search", {"query": "toll"}))["results"]
    async with served.client(bob) as client:
        assert good(await client.call_tool("search", {"query": "toll"}))["results"] == []
        assert "code: not_found" in bad(await client.call_tool("research_status", {}))
        for (tool, theirs), (_, nobodys) in zip(calls_on(run), calls_on(NOBODYS), strict=True):
            said = bad(await client.call_tool(tool, theirs))
            assert said == bad(await client.call_tool(tool, nobodys)).replace(NOBODYS, run)
        for uri in ("report://{}", "claim://{}/C1", "source://{}/S1", "passage://{}/S1/0-5"):
            with pytest.raises(MCPError, match="there is no run"):
                await client.read_resource(uri.format(run))


async def test_what_goes_on_for_one_is_not_told_another(tmp_path: Path):
    async with made_place(tmp_path / "home") as served:
        current = [served.who("ann", "read", "run")]
        bob = served.who("bob", "read", "run")
        server = create_server(served.place, lambda _: current[0], patience=0)
        async with Client(server) as client:
            job = good(await client.call_tool("check_text", {"text": "The toll is high [1]."}))["check"]
            good(await client.call_tool("research_status", {"run": job, "wait_seconds": 20}))
            current[0] = bob
            for tool, arguments in (("check_text", {"check": job}), ("research_status", {"run": job})):
                assert "code: not_found" in bad(await client.call_tool(tool, arguments))
            assert (
                good(await client.call_tool("check_text", {"text": "The toll is high [1]."}))["check"] != job
            )


async def test_a_token_opens_what_its_scopes_say(served: Served):
    async with served.client(served.who("reader", "read")) as client:
        for tool, arguments in (
            ("research_start", {"question": QUESTION, "corpora": ["toll"]}),
            ("research_stop", {"run": NOBODYS}),
            ("research_resume", {"run": NOBODYS}),
        ):
            assert "code: not_allowed" in bad(await client.call_tool(tool, arguments))
    async with served.client(served.who("starter", "run")) as client:
        # Who may start a run gets its id, and no more of it.
        run = await served.done(client)
        assert "code: not_allowed" in bad(await client.call_tool("research_status", {"run": run}))
        for tool, arguments in (
            ("research_report", {"run": NOBODYS}),
            ("search", {"query": "toll"}),
            ("fetch", {"id": NOBODYS}),
            ("check_text", {"text": "The toll is high [1]."}),
            ("audit", {"run": NOBODYS}),
        ):
            assert "code: not_allowed" in bad(await client.call_tool(tool, arguments))
    async with served.client(Who(token="t0000000000", scopes=frozenset())) as client:
        assert "code: not_allowed" in bad(await client.call_tool("research_status", {}))


async def test_fifty_calls_side_by_side_are_all_answered(served: Served):
    async with served.client() as client:
        run = await served.done(client)
        calls = [
            ("search", {"query": "toll"}),
            ("fetch", {"id": f"{run}/S1"}),
            ("research_report", {"run": run}),
            ("research_status", {"run": run}),
            ("check_text", {"text": f"The toll is high [1]. {run}"}),
            ("research_start", {"question": QUESTION, "corpora": ["toll"]}),
            ("audit", {"run": run}),
            ("nothing", {}),
            ("fetch", {"id": "?"}),
            ("research_status", {"run": NOBODYS}),
        ] * 5
        results = await asyncio.gather(*(client.call_tool(tool, arguments) for tool, arguments in calls))
        for result, (tool, arguments) in zip(results, calls, strict=True):
            failing = tool == "nothing" or arguments.get("id") == "?" or arguments.get("run") == NOBODYS
            assert result.is_error is failing, (tool, text(result))
        started = [
            good(r)["run"] for r, (tool, _) in zip(results, calls, strict=True) if tool == "research_start"
        ]
        for other in started:
            async for _ in served.place.running.follow(other):
                pass
    assert len(set(started)) == 5


async def test_a_fault_of_ours_is_said_to_be_one_and_nothing_more(
    served: Served, caplog: pytest.LogCaptureFixture
):
    server = create_server(served.place, lambda _: Who())

    async def broken() -> str:
        msg = "the secret is 42"
        raise ZeroDivisionError(msg)

    server.add_tool(broken)
    server.resource("broken://x")(broken)
    async with Client(server) as client:
        said = bad(await client.call_tool("broken", {}))
        with pytest.raises(MCPError) as caught:
            await client.read_resource("broken://x")
    for each in (said, str(caught.value)):
        assert "a fault in stet (ZeroDivisionError)" in each
        assert "code: bug" in each
        assert "42" not in each
    # The operator's log has it.
    assert "the secret is 42" in caplog.text


async def test_an_error_of_ours_stays_one_whatever_it_came_of(served: Served):
    server = create_server(served.place, lambda _: Who())

    async def refuses() -> str:
        msg = "that is none"
        raise BadSetting(msg, hint="give another") from ValueError("inside")

    server.add_tool(refuses)
    server.resource("refuses://x")(refuses)
    async with Client(server) as client:
        assert (
            bad(await client.call_tool("refuses", {}))
            == "that is none\nnext: give another\ncode: bad_setting"
        )
        with pytest.raises(MCPError, match="code: bad_setting"):
            await client.read_resource("refuses://x")


async def test_a_call_that_takes_too_long_is_given_up(served: Served, monkeypatch: pytest.MonkeyPatch):
    assert edge.SECONDS < 25
    monkeypatch.setattr(edge, "SECONDS", 0.05)
    server = create_server(served.place, lambda _: Who())

    async def waits() -> str:
        await anyio.sleep_forever()
        return ""

    async def sleeps() -> str:
        # On a thread, which nothing can end.
        await anyio.to_thread.run_sync(time.sleep, 0.5, abandon_on_cancel=True)
        return ""

    server.add_tool(waits)
    server.add_tool(sleeps)
    async with Client(server) as client:
        for tool in ("waits", "sleeps"):
            said = bad(await client.call_tool(tool, {}))
            assert "took too long" in said
            assert "trying again may help" in said


async def test_no_folder_of_the_machine_is_named_in_an_error(tmp_path: Path):
    missing = tmp_path / "secret-place"
    async with (
        made_place(tmp_path / "home", Serve(corpora={"gone": str(missing)})) as served,
        served.client() as client,
    ):
        said = bad(await client.call_tool("research_start", {"question": "x?", "corpora": ["gone"]}))
    assert "secret-place" not in said
    assert "corpus gone" in said


def test_what_no_json_can_hold_does_not_break_an_answer():
    class Odd(Value):
        words: str
        more: dict[str, list[str]]

    result = answer(Odd(words="a\ud800b", more={"k\udfff": ["\ud800"]}), "x\ud800")
    said = json.dumps(result.model_dump(mode="json"), ensure_ascii=False).encode()
    assert b"a?b" in said
    assert result.structured_content is not None
    assert list(result.structured_content["more"].values()) == [["?"]]
