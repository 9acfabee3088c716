"""The public doubles do what the ports say."""

from datetime import timedelta

import pytest

from stet.domain.base import content_id
from stet.domain.evidence import Hit, PageStatus
from stet.errors import BadAnswer, RateLimited
from stet.ports import Ask, Clock, Fetch, Finish, Model, Said, Search, SearchRequest, Shape
from stet.testing import MOMENT, CannedWeb, FixedClock, ScriptedModel, ScriptedSearch, canned_page

TOLL = canned_page("https://city.example/toll", "The toll starts on 2 March.", title="Toll")
BOATS = canned_page("https://boats.example/", "Boats pay a toll, and the toll of boats is small.")
NEAR = canned_page("https://notcity.example/", "toll starts")


def test_they_fit_their_doors() -> None:
    web = CannedWeb([TOLL])
    clock: Clock = FixedClock()
    searches: list[Search] = [web, ScriptedSearch([])]
    fetch: Fetch = web
    assert clock.now() == MOMENT
    assert fetch is web
    assert [search.name for search in searches] == ["canned", "scripted"]


def test_the_clock_moves_only_when_told() -> None:
    clock = FixedClock()
    assert (clock.monotonic(), clock.monotonic()) == (0.0, 0.0)
    clock.advance(90)
    assert clock.monotonic() == 90.0
    assert clock.now() - MOMENT == timedelta(seconds=90)
    ticking = FixedClock(tick=2)
    assert (ticking.monotonic(), ticking.monotonic()) == (2.0, 4.0)


async def test_hits_are_ranked_by_shared_words_and_limited() -> None:
    web = CannedWeb([BOATS, TOLL])
    hits = (await web.search(SearchRequest(text="When does the toll start? It starts in March"))).hits
    assert [(hit.url, hit.rank) for hit in hits] == [
        ("https://city.example/toll", 1),
        ("https://boats.example/", 2),
    ]
    assert len((await web.search(SearchRequest(text="toll", limit=1))).hits) == 1
    assert (await web.search(SearchRequest(text="weather"))).hits == ()
    assert [request.text for request in web.searched][1:] == ["toll", "weather"]


async def test_a_site_is_not_a_part_of_a_name() -> None:
    hits = (await CannedWeb([NEAR, TOLL]).search(SearchRequest(text="toll", sites=("city.example",)))).hits
    assert [hit.url for hit in hits] == ["https://city.example/toll"]


async def test_a_page_is_fetched_with_its_ids_and_an_unknown_one_is_not_found() -> None:
    web = CannedWeb([TOLL])
    fetched = await web.fetch(Hit(url="https://city.example/toll", provider="canned", rank=1))
    assert fetched.page.text_sha256 == content_id(fetched.page.text)
    assert fetched.page.sha256 == content_id(fetched.raw)
    missing = await web.fetch(Hit(url="https://city.example/none", provider="canned", rank=1))
    assert (missing.page.status, missing.page.text) == (PageStatus.NOT_FOUND, "")
    assert web.fetched == ["https://city.example/toll", "https://city.example/none"]


async def test_a_script_is_played_in_order_and_then_is_empty() -> None:
    hit = Hit(url="https://city.example/", provider="scripted", rank=1)
    search = ScriptedSearch([RateLimited("slow down", retry_after=2), [hit]])
    with pytest.raises(RateLimited):
        await search.search(SearchRequest(text="a"))
    assert (await search.search(SearchRequest(text="b"))).hits == (hit,)
    assert (await search.search(SearchRequest(text="c"))).hits == ()
    assert [request.text for request in search.searched] == ["a", "b", "c"]


async def test_a_scripted_model_says_its_lines_in_order_and_then_nothing() -> None:
    cut = Said(text="{", finish=Finish.LENGTH, model="m", mode="tool", input_tokens=9, output_tokens=5)
    scripted = ScriptedModel(["héllo", RateLimited("slow down"), cut])
    model: Model = scripted
    ask = Ask(role="planner", model="scripted:model", system="sys", prompt="a question", limit=50)
    said = await model.ask(ask)
    assert (said.text, said.finish, said.mode, said.model) == ("héllo", Finish.STOP, "text", "model")
    with pytest.raises(RateLimited):
        await model.ask(ask)
    assert await model.ask(ask) == cut
    with pytest.raises(BadAnswer, match="no answer left: it was asked 4 times"):
        await model.ask(ask)
    assert scripted.asked == [ask] * 4


async def test_a_scripted_model_stays_under_its_bound_and_answers_shapes() -> None:
    model = ScriptedModel(["{}"], window=900)
    shape = Shape(name="plan", description="a plan", json_schema="{}")
    ask = Ask(role="planner", model="scripted:model", system="s" * 40, prompt="p" * 40, shape=shape, limit=8)
    bound = model.bound(ask)
    said = await model.ask(ask)
    assert (bound.model_calls, bound.tokens, bound.usd, model.window) == (1, 29, 0, 900)
    assert said.input_tokens + said.output_tokens <= bound.tokens
    assert said.mode == "native"
