"""Asking by a form: the plan first or at once, what is wrong with it, and what it leads to."""

import re

import pytest

from stet.domain.events import Planned
from stet.web.pages.homeview import Filled, asked_of

ORIGIN = {"Origin": "http://127.0.0.1:8321"}
HTML = {**ORIGIN, "Accept": "text/html"}
QUESTION = "When does the harbour bridge toll start, and for whom?"


async def plan_of(client, **changes):
    data = {"question": QUESTION, "corpus": "toll", "do": "plan", **changes}
    return await client.post("/ask", data=data, headers=HTML)


def fields(page: str) -> dict[str, str]:
    """The topics and searches of a plan's form, by name."""
    found = dict(re.findall(r'name="((?:topic|kind)-\d)"[^>]* value="([^"]*)"', page))
    found |= dict(re.findall(r'name="(queries-\d)"[^>]*>\n([^<]*)</textarea>', page))
    return found


async def test_the_form_offers_what_the_operator_offers_and_nothing_else(served):
    page = (await served.client().get("/")).text
    assert 'name="corpus" value="toll"' in page
    assert page.count('name="corpus"') == 1
    assert 'name="search"' not in page
    assert "/harbour-toll" not in page


async def test_a_link_may_fill_in_the_question_and_the_corpus(served):
    page = (await served.client().get("/", params={"question": 'a "b" <c>', "corpus": "toll"})).text
    assert "a &#34;b&#34; &lt;c&gt;" in page
    assert 'value="toll" checked' in page


async def test_the_plan_is_shown_before_anything_is_spent_and_no_run_begins(served):
    client = served.client()
    answer = await plan_of(client)
    assert answer.status_code == 200
    assert "Nothing was searched or read yet" in answer.text
    assert "No model was asked for it." in answer.text
    assert "none: quotations are found by rule" in answer.text
    assert fields(answer.text)["topic-1"]
    assert (await client.get("/runs.json")).json()["runs"] == []


async def test_a_form_that_does_not_say_start_begins_no_run(served):
    client = served.client()
    for act in ("", "zzz", "Start"):
        answer = await plan_of(client, do=act)
        assert answer.status_code == 200
        assert "Nothing was searched or read yet" in answer.text
    assert (await client.get("/runs.json")).json()["runs"] == []


@pytest.mark.parametrize("question", ["?!", "\x00", "\u202e\u200b", "\ufffd\ufffd"])
@pytest.mark.parametrize("act", ["plan", "start"])
async def test_a_question_without_a_word_is_refused_above_the_form(served, question, act):
    client = served.client()
    answer = await plan_of(client, question=question, do=act)
    assert answer.status_code == 422
    assert "question is empty of words" in answer.text
    assert (await client.get("/runs.json")).json()["runs"] == []


async def test_the_run_follows_the_plan_as_it_was_edited(served):
    client = served.client()
    said = fields((await plan_of(client)).text)
    said |= {"topic-1": "Who is exempt from the toll?", "queries-1": "exempt from the toll\nexemption"}
    said |= {name: "" for name in said if name[-1] != "1"}
    answer = await plan_of(client, **said, do="start")
    assert answer.status_code == 303
    run = answer.headers["location"].removeprefix("/r/")
    async for _ in served.place.running.follow(run):
        pass
    told = next(s.event for s in served.place.store.events(run) if isinstance(s.event, Planned))
    assert [topic.text for topic in told.plan.topics] == ["Who is exempt from the toll?"]
    assert [query.text for query in told.plan.queries] == ["exempt from the toll", "exemption"]


async def test_a_question_can_start_at_once_without_a_plan(served):
    answer = await plan_of(served.client(), do="start")
    assert answer.status_code == 303
    run = answer.headers["location"].removeprefix("/r/")
    assert served.place.store.run(run).spec.plan is None


async def test_going_back_to_the_question_keeps_what_was_said(served):
    page = (await plan_of(served.client(), level="workflow", depth="quick", do="edit")).text
    assert QUESTION in page
    assert '<option value="workflow" selected>' in page
    assert '<option value="quick" selected>' in page


async def test_the_plan_and_the_offer_come_as_json_too(served):
    client = served.client()
    answer = await client.post("/ask.json", data={"question": QUESTION, "corpus": "toll"}, headers=ORIGIN)
    found = answer.json()
    assert found["schema"] == "stet.plan/1"
    assert found["asked_a_model"] is False
    assert found["plan"]["topics"]
    assert (await client.get("/ask.json")).json()["corpora"] == ["toll"]


async def test_what_is_usual_is_said_once_three_runs_of_the_kind_have_ended(served):
    client = served.client()
    assert "Too few runs of this kind have ended to say what is usual (0)" in (await plan_of(client)).text
    for _ in range(3):
        await served.done(client)
    await served.done(client, depth="quick")
    page = (await plan_of(client)).text
    assert "As 3 runs of the same kind took" in page
    ann = served.client(served.token("ann", "read", "run"))
    assert "(0)" in (await plan_of(ann)).text


WRONG = [
    ({"question": ""}, 422, "The question is empty"),
    ({"question": "a" * 4001}, 422, "4001 characters"),
    ({"question": "a" * 20_000}, 422, "the question: string should"),
    ({"corpus": "../toll"}, 422, "no corpus"),
    ({"corpus": ["toll"] * 30}, 422, "Corpora:"),
    ({"search": "tavily"}, 422, "no search provider"),
    ({"level": "godlike"}, 422, "Level:"),
    ({"who": "model:openai:gpt-9"}, 422, "no model"),
    ({"who": "oracle"}, 422, "Who answers:"),
    ({"who": "quote", "level": "single"}, 422, "the engine quote has none"),
    ({"depth": "abyss"}, 422, "Depth:"),
    ({"usd": "-1"}, 422, "The most it may cost:"),
    ({"usd": "NaN"}, 422, "The most it may cost:"),
    ({"usd": "1e400"}, 422, "The most it may cost:"),
    ({"topic-1": "x" * 500}, 422, "The plan:"),
    ({"topic-1": "x", "kind-1": "y"}, 422, "The plan:"),
    ({"queries-1": "x"}, 422, "searches without a topic"),
]


@pytest.mark.parametrize("do", ["plan", "start"])
@pytest.mark.parametrize(("said", "status", "words"), WRONG, ids=[f"{n}" for n in range(len(WRONG))])
async def test_what_is_wrong_is_said_above_the_form_as_it_was_filled_in(served, said, status, words, do):
    client = served.client()
    answer = await plan_of(client, **said, do=do)
    assert answer.status_code == status
    assert 'role="alert"' in answer.text
    assert words.lower() in answer.text.lower()
    assert 'name="question"' in answer.text
    assert str(served.place.app.home) not in answer.text
    assert (await client.get("/runs.json")).json()["runs"] == []


async def test_a_form_that_came_from_nowhere_or_elsewhere_starts_nothing(served):
    client = served.client()
    data = {"question": QUESTION, "corpus": "toll", "do": "start"}
    assert (await client.post("/ask", data=data)).status_code == 422
    for headers in ({"Origin": "http://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
        assert (await client.post("/ask", data=data, headers=headers)).status_code == 403
    assert (await client.get("/runs.json")).json()["runs"] == []


async def test_a_form_that_is_too_large_or_has_too_many_fields_is_refused(served):
    client = served.client()
    large = await client.post("/ask", data={"question": "a" * 2_100_000}, headers=HTML)
    assert large.status_code == 413
    many = {f"x{n}": "1" for n in range(5000)}
    answer = await client.post("/ask", data={**many, "question": "a"}, headers=HTML)
    assert answer.status_code in {400, 422}


async def test_who_may_only_read_sees_the_form_and_cannot_start(served):
    client = served.client(served.token("ann", "read"))
    assert "Your token may read runs, and not start them" in (await client.get("/")).text
    for do in ("plan", "start"):
        assert (await plan_of(client, do=do)).status_code == 403


async def test_who_may_only_run_sees_no_runs_on_the_page(served):
    await served.done(served.client())
    page = (await served.client(served.token("ann", "run")).get("/")).text
    assert "Latest runs" not in page


def test_money_may_be_written_with_a_comma():
    asked = asked_of(Filled(question="When?", usd="0,50"))
    assert str(asked.limits.usd) == "0.50"
