"""What the tools do, asked by the official client in memory."""

import json
from datetime import timedelta
from pathlib import Path
from typing import Any

import anyio
import pytest

from mcpkit import QUESTION, Served, bad, good, made_place, text
from stet.config import Serve
from stet.domain.budget import Budget
from stet.domain.run import RunStatus
from stet.mcp.reports import MOST_CLAIMS

READ_ONLY = {"research_status", "research_report", "check_text", "audit", "search", "fetch"}
OTHERS = {"research_start", "research_stop", "research_resume"}


async def test_every_tool_says_what_it_is_and_what_it_returns(served: Served):
    async with served.client() as client:
        tools = {tool.name: tool for tool in (await client.list_tools()).tools}
        assert client.instructions is not None
        assert "exact words" in client.instructions
        assert "corpora: toll; search: none" in client.instructions
    assert set(tools) == READ_ONLY | OTHERS
    for tool in tools.values():
        assert tool.title
        assert tool.description
        assert tool.output_schema is not None
        assert tool.output_schema["type"] == "object"
        assert tool.annotations is not None
        assert tool.annotations.destructive_hint is False
        assert tool.annotations.read_only_hint is (tool.name in READ_ONLY)
    # What reads has nothing to do with the world outside; what starts a run may search it.
    assert {
        name for name, tool in tools.items() if tool.annotations and tool.annotations.open_world_hint
    } == OTHERS


async def test_a_run_is_started_followed_and_read(served: Served):
    told: list[tuple[float, str | None, float | None]] = []

    async def told_of(progress: float, total: float | None, message: str | None) -> None:
        told.append((progress, message, total))

    async with served.client() as client:
        started = good(await client.call_tool("research_start", {"question": QUESTION, "corpora": ["toll"]}))
        run = started["run"]
        while (
            now := await client.call_tool("research_status", {"run": run}, progress_callback=told_of)
        ) and good(now)["status"] == "running":
            pass
        report = good(await client.call_tool("research_report", {"run": run}))
    status = good(now)
    assert (status["stage"], status["outcome"], status["next"]) == (
        "done",
        "approved",
        f"Call research_report with run={run}.",
    )
    assert status["used"]["pages"] == status["counts"]["pages_read"] > 0
    assert {topic["covered"] for topic in status["topics"]} == {True}
    assert status["so_far"]
    numbers = [number for number, _, _ in told]
    assert numbers == sorted(set(numbers))
    assert report["claims"]
    assert report["approved"]


async def test_every_quote_of_a_report_stands_exactly_in_the_saved_text(served: Served):
    async with served.client() as client:
        run = await served.done(client)
        report = good(await client.call_tool("research_report", {"run": run, "only": "all"}))
        for claim in report["claims"]:
            for quote in claim["quotes"]:
                saved = served.place.store.source_text(run, quote["source"])
                assert saved[quote["start"] : quote["end"]] == quote["exact"]
                there = json.loads(
                    str(getattr((await client.read_resource(quote["passage"])).contents[0], "text", ""))
                )
                assert there["exact"] == quote["exact"]
                around = there["before"] + there["exact"] + there["after"]
                assert around in saved


async def test_a_report_of_what_is_supported_holds_nothing_else(served: Served):
    async with served.client() as client:
        run = await served.done(client)
        shown = {
            only: await client.call_tool("research_report", {"run": run, "only": only})
            for only in ("supported", "all", "ledger")
        }
    kept, everything, ledger = (good(shown[only]) for only in ("supported", "all", "ledger"))
    report = served.place.report(served.who("admin", "admin"), run)
    dropped = {entry.key for entry in report.claims if entry.decision != "supported"}
    assert dropped
    sentences = [*kept["answer"], *(s for section in kept["sections"] for s in section["sentences"])]
    assert sentences
    assert all(sentence["claims"] and not dropped & set(sentence["claims"]) for sentence in sentences)
    assert {claim["decision"] for claim in kept["claims"]} == {"supported"}
    assert not any(f"[{key}]" in text(shown["supported"]) for key in dropped)
    assert not kept["conflicts"]
    assert {claim["key"] for claim in everything["claims"]} == {entry.key for entry in report.claims}
    assert everything["conflicts"]
    assert not any(claim["checks"] for claim in everything["claims"])
    assert all(claim["checks"] for claim in ledger["claims"])
    assert [block.type for block in shown["all"].content] == ["text", "resource_link"]


async def test_a_report_of_what_is_supported_says_what_it_leaves_out(served: Served):
    async with served.client() as client:
        run = await served.done(client)
        answers = {
            only: await client.call_tool("research_report", {"run": run, "only": only})
            for only in ("supported", "all", "ledger")
        }
    report = served.place.report(served.who("admin", "admin"), run)
    dropped = {entry.key for entry in report.claims if entry.decision != "supported"}
    kept = good(answers["supported"])
    left = kept["left_out"]
    assert left["conflicting"] == len(dropped)
    assert left["conflicts"] == len(report.conflicts) > 0
    named = [s for section in report.sections for s in section.sentences if dropped & set(s.claims)]
    assert kept["sentences_left_out"] == len(named) > 0
    assert f"not to be restated as fact: conflicting claims: {len(dropped)}, " in text(answers["supported"])
    for only in ("all", "ledger"):
        assert not any(good(answers[only])["left_out"].values())
        assert "Left out" not in text(answers[only])


async def test_claims_come_a_page_at_a_time(served: Served, monkeypatch: pytest.MonkeyPatch):
    assert MOST_CLAIMS > 3
    monkeypatch.setattr("stet.mcp.reports.MOST_CLAIMS", 3)
    async with served.client() as client:
        run = await served.done(client)
        keys: list[str] = []
        after: str | None = None
        while True:
            asked = {"run": run, "only": "all", **({"after": after} if after else {})}
            page = good(await client.call_tool("research_report", asked))
            assert bool(page["answer"]) is (after is None)
            keys += [claim["key"] for claim in page["claims"]]
            if (after := page["more_after"]) is None:
                break
        assert "C99" in bad(await client.call_tool("research_report", {"run": run, "after": "C99"}))
    report = served.place.report(served.who("admin", "admin"), run)
    assert keys == [entry.key for entry in report.claims]


async def test_a_run_without_limits_is_a_small_one(served: Served):
    async with served.client() as client:
        run = await served.done(client)
        deep = good(
            await client.call_tool(
                "research_start", {"question": QUESTION, "corpora": ["toll"], "depth": "standard"}
            )
        )
    small = served.place.store.run(run).spec.budget
    assert (small.rounds, small.searches, small.pages, small.claims) == (1, 3, 6, 12)
    assert served.place.store.run(deep["run"]).spec.budget.pages == 12


async def test_nobody_gets_more_than_the_operator_allows(tmp_path: Path):
    serve = Serve.model_validate(
        {
            "corpora": {"toll": str(Path(__file__).parents[2] / "examples" / "harbour-toll")},
            "limits": {"usd": "0.10", "pages": 2},
        }
    )
    async with made_place(tmp_path / "home", serve, Budget(searches=2)) as served, served.client() as client:
        run = await served.done(client)
        spec = served.place.store.run(run).spec
        assert (spec.budget.pages, spec.budget.searches, str(spec.budget.usd)) == (2, 2, "0.10")
        asked: dict[str, Any] = {"question": QUESTION, "corpora": ["toll"]}
        assert "at most usd 0.10" in bad(
            await client.call_tool("research_start", {**asked, "budget_usd": "0.11"})
        )
        assert "at most" in bad(await client.call_tool("research_start", {**asked, "depth": "deep"}))


async def test_a_run_that_was_interrupted_is_resumed_and_one_that_rests_is_not_stopped(served: Served):
    async with served.client() as client:
        run = await served.done(client)
        store, clock = served.place.store, served.place.app.clock
        other = store.create(store.run(run).spec, clock.now())
        store.update_run(other, RunStatus.INTERRUPTED, None, clock.now())
        rests = good(await client.call_tool("research_stop", {"run": other}))
        assert (rests["status"], rests["next"]) == (
            "interrupted",
            f"Call research_resume with run={other} to go on with it.",
        )
        good(await client.call_tool("research_resume", {"run": other}))
        async for _ in served.place.running.follow(other):
            pass
        assert good(await client.call_tool("research_status", {"run": other}))["status"] == "done"
        # Without an id the newest is meant.
        assert good(await client.call_tool("research_status", {}))["run"] == other


async def test_a_run_whose_program_was_killed_is_said_to_rest_and_is_resumed(served: Served):
    async with served.client() as client:
        run = await served.done(client)
        store, now = served.place.store, served.place.app.clock.now()
        for age, said in ((5, "research_status"), (3_000, "probably ended: call research_resume")):
            dead = store.create(store.run(run).spec, now - timedelta(seconds=age))
            for tool, asked in (("research_status", {"wait_seconds": 0}), ("research_stop", {})):
                found = good(await client.call_tool(tool, {"run": dead, **asked}))
                assert found["status"] == "running"
                assert "does not go on in this server" in found["next"]
                assert said in found["next"]
        good(await client.call_tool("research_resume", {"run": dead}))
        async for _ in served.place.running.follow(dead):
            pass
        assert good(await client.call_tool("research_status", {"run": dead}))["status"] == "done"


async def test_a_client_that_stops_waiting_stops_nothing(served: Served):
    async with served.client() as client:
        run = good(await client.call_tool("research_start", {"question": QUESTION, "corpora": ["toll"]}))[
            "run"
        ]
        told = anyio.Event()

        async def told_of(progress: float, total: float | None, message: str | None) -> None:
            if progress or total or message:
                told.set()

        async def wait() -> None:
            await client.call_tool(
                "research_status", {"run": run, "wait_seconds": 20}, progress_callback=told_of
            )

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(wait)
            await told.wait()
            tasks.cancel_scope.cancel()
        async for _ in served.place.running.follow(run):
            pass
        assert good(await client.call_tool("research_status", {"run": run}))["status"] == "done"
