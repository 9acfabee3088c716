"""Checks of texts and audits of runs, asked by the official client in memory."""

import sqlite3
from pathlib import Path

from mcpkit import QUESTION, Served, bad, good


async def test_an_audit_says_whether_a_run_holds(served: Served, tmp_path: Path):
    async with served.client() as client:
        run = await served.done(client)
        before = good(await client.call_tool("audit", {"run": run}))
        with sqlite3.connect(tmp_path / "home" / "stet.sqlite", isolation_level=None) as raw:
            raw.execute("DROP TRIGGER events_update")
            raw.execute("UPDATE events SET event = replace(event, '1 September 2027', '2 September 2027')")
        raw.close()
        after = good(await client.call_tool("audit", {"run": run}))
    assert (before["status"], before["holds"], before["fault"]) == ("done", True, None)
    assert before["audit"]["quotes"] > 0
    assert (after["holds"], after["audit"]) == (False, None)
    assert after["fault"]


async def test_what_takes_longer_than_a_call_goes_on_and_is_asked_for_again(served: Served):
    cited = "The toll starts on 1 September 2027 [1].\n\n[1]: https://gazette-port-ellery.example/2026/ordinance-31\n"
    async with served.client(patience=0) as client:
        started = good(await client.call_tool("research_start", {"question": QUESTION, "corpora": ["toll"]}))
        assert (started["run"], started["status"], started["stage"]) == (None, "running", "preparing")
        status = good(await client.call_tool("research_status", {"run": started["job"], "wait_seconds": 20}))
        assert status["run"]
        async for _ in served.place.running.follow(status["run"]):
            pass
        checking = good(await client.call_tool("check_text", {"text": cited, "corpus": "toll"}))
        assert checking["status"] == "running"
        ended = good(
            await client.call_tool("research_status", {"run": checking["check"], "wait_seconds": 20})
        )
        assert (ended["status"], ended["run"]) == ("done", None)
        checked = good(await client.call_tool("check_text", {"check": checking["check"]}))
        other = good(await client.call_tool("check_text", {"text": cited, "corpus": "toll"}))["check"]
        good(await client.call_tool("research_status", {"run": other, "wait_seconds": 20}))
        again = good(await client.call_tool("check_text", {"check": other}))
        auditing = good(await client.call_tool("audit", {"run": status["run"]}))
        assert (auditing["status"], auditing["holds"]) == ("running", None)
        good(await client.call_tool("research_status", {"run": auditing["job"], "wait_seconds": 20}))
        assert good(await client.call_tool("audit", {"run": status["run"]}))["holds"] is True
        refused = bad(await client.call_tool("check_text", {"check": started["job"]}))
    assert checked["status"] == "done"
    assert checked["statements"][0]["decision"]
    assert again["statements"] == checked["statements"]
    assert "is no check" in refused


async def test_a_text_is_checked_on_documents_and_on_what_a_run_read(served: Served):
    address = "https://gazette-port-ellery.example/2026/ordinance-31"
    right = "“The Harbour Bridge toll accordingly applies from 1 September 2027.”"
    cited = f"{right} [1]\n\nThe Harbour Bridge toll applies from 1 October 2029 [1].\n\n## Sources\n\n[1] {address}\n"
    async with served.client() as client:
        run = await served.done(client)
        for place in ({"corpus": "toll"}, {"run": run}):
            found = good(await client.call_tool("check_text", {"text": cited, **place}))
            decisions = {each["text"]: each["decision"] for each in found["statements"]}
            assert decisions[right] == "supported", place
            assert decisions["The Harbour Bridge toll applies from 1 October 2029."] == "unsupported", place
            # What does not stand comes first.
            assert found["statements"][0]["decision"] == "unsupported"
        bare = good(await client.call_tool("check_text", {"text": cited}))
        pages = good(await client.call_tool("check_text", {"check": bare["check"], "first": 1}))
        refused = [
            bad(await client.call_tool("check_text", {})),
            bad(await client.call_tool("check_text", {"text": " \n"})),
            bad(await client.call_tool("check_text", {"text": "x", "corpus": "../home"})),
            bad(await client.call_tool("check_text", {"text": "x", "check": bare["check"]})),
        ]
    assert {each["decision"] for each in bare["statements"]} == {"unreviewed"}
    assert len(pages["statements"]) == len(bare["statements"]) - 1
    assert all("code: bad_setting" in each for each in refused)
