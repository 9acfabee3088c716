"""Replies of models that are not as agreed, in whole runs: one repair, or a typed end, and never a crash."""

import json
from pathlib import Path

import pytest
from clerkkit import RULES, ask, changing

from httpkit import Reply, answer
from modeltown import Clerk, clerk
from stet.app import App
from stet.domain.report import ReportOutcome
from stet.domain.run import RunStatus
from stet.errors import BadAnswer, ProviderError
from stet.report.json import to_json
from wirekit import chat

THOUGHT = "The reader must never see this thought."


@pytest.mark.parametrize(
    "first",
    [
        'Sure! Here are the queries:\n[{"query": "a"}, {"query": "b"}]\nHope this helps [ok].',
        '[{"query": "a"}, {"query": "b", "researchGoal": "c"}]',
        '{"search_queries": ["a", "b"]}',
        "**Query:** a\n**Query:** b",
    ],
)
async def test_queries_in_odd_wrappings_take_one_repair_and_the_run_goes_on(tmp_path: Path, first: str):
    """K068"""
    with clerk(Clerk(rules=RULES)) as place:
        changing(place, "planner", lambda _, before: first if before == 0 else None)
        came = await ask(place, tmp_path / "home")
    assert len(place.of("planner")) == 2
    assert came.report.outcome is ReportOutcome.APPROVED
    assert {query.text for query in came.report.queries} == {rule.queries[0] for rule in RULES}


@pytest.mark.parametrize("role", ["planner", "analyst", "judge", "writer", "reviewer"])
@pytest.mark.parametrize(
    "form", ["<think>{thought}</think>\n{text}", "{thought}</think>\n\n{text}", "{text}"]
)
async def test_thinking_aloud_is_in_no_report(tmp_path: Path, role: str, form: str):
    """K070: with a tag, with half a tag that a template opened, and in a field of its own."""
    with clerk(Clerk(rules=RULES)) as place:
        changing(
            place,
            role,
            lambda text, _: form.format(thought=THOUGHT, text=text),
            reasoning_content=THOUGHT,
        )
        came = await ask(place, tmp_path / "home")
    assert came.report.outcome is ReportOutcome.APPROVED
    assert THOUGHT not in to_json(came.report)


async def test_a_thought_without_an_end_is_an_empty_answer_and_no_report(tmp_path: Path):
    """K070"""
    with clerk(Clerk(rules=RULES)) as place:
        changing(place, "writer", lambda text, _: f"<think>{THOUGHT} {text}")
        with pytest.raises(BadAnswer, match="empty"):
            await ask(place, tmp_path / "home")
    assert len(place.of("writer")) == 1


async def test_json_that_was_cut_is_asked_for_once_with_more_room(tmp_path: Path):
    """K071"""
    with clerk(Clerk(rules=RULES)) as place:

        def cut(text: str, before: int) -> Reply | None:
            return answer(chat(text[:40], finish="length")) if before == 0 else None

        changing(place, "analyst", cut)
        came = await ask(place, tmp_path / "home")
    first, second = (each.body["max_tokens"] for each in place.of("analyst"))
    assert (first, second) == (4_000, 8_000)
    assert came.report.outcome is ReportOutcome.APPROVED


async def test_json_that_is_always_cut_is_a_typed_failure_after_two_calls(tmp_path: Path):
    """K071"""
    with clerk(Clerk(rules=RULES)) as place:
        changing(place, "planner", lambda text, _: answer(chat(text[:40], finish="length")))
        with pytest.raises(BadAnswer, match="cut off"):
            await ask(place, tmp_path / "home")
    assert place.roles() == ["planner", "planner"]


@pytest.mark.parametrize("reply", [chat(None), chat([]), chat(None, refusal="I will not.")])
async def test_a_reply_that_is_no_text_is_a_typed_failure_after_one_call(
    tmp_path: Path, reply: dict[str, object]
):
    """K073"""
    with clerk(Clerk(rules=RULES)) as place:
        changing(place, "planner", lambda _, __: answer(reply))
        with pytest.raises(BadAnswer, match=r"empty|refused"):
            await ask(place, tmp_path / "home")
    assert place.roles() == ["planner"]


@pytest.mark.parametrize("form", ["```json\n{}\n```", "\ufeff{}", "Here it is:\n{}\nAnything else?"])
async def test_a_value_in_a_wrapping_is_read_as_it_is(tmp_path: Path, form: str):
    """K074"""
    with clerk(Clerk(rules=RULES)) as place:
        changing(place, "analyst", lambda text, _: form.replace("{}", text))
        came = await ask(place, tmp_path / "home")
    assert len(place.of("analyst")) == 1
    assert came.report.outcome is ReportOutcome.APPROVED


def _single_quotes(text: str) -> str:
    return str(json.loads(text))


@pytest.mark.parametrize(
    "spoilt",
    [
        lambda text: text.replace("]}", ",]}", 1),
        lambda text: text.replace('"covered": true', '"covered": NaN', 1),
        _single_quotes,
    ],
)
async def test_json_that_nearly_is_takes_one_repair_and_nothing_is_put_right(tmp_path: Path, spoilt):
    """K074: a trailing comma, NaN, single quotes."""
    with clerk(Clerk(rules=RULES)) as place:
        changing(place, "analyst", lambda text, before: spoilt(text) if before == 0 else None)
        # A repair shows the answer and not the pages, so that the clerk must be told what it said.
        first: list[str] = []
        says = place.clerk.says

        def remembered(role: str, prompt: str) -> str:
            if role == "analyst" and first:
                return first[0]
            text = says(role, prompt)
            if role == "analyst":
                first.append(text)
            return text

        place.clerk.says = remembered
        came = await ask(place, tmp_path / "home")
    assert len(place.of("analyst")) == 2
    assert came.report.outcome is ReportOutcome.APPROVED


@pytest.mark.parametrize(
    "body", [{"error": {"message": "model is loading", "code": 503}}, {"id": "x", "choices": []}, {}]
)
async def test_an_error_that_comes_as_an_answer_is_a_typed_failure(tmp_path: Path, body: dict[str, object]):
    """K076: with status 200 and no message in it."""
    with clerk(Clerk(rules=RULES)) as place:
        changing(place, "planner", lambda _, __: answer(body))
        with pytest.raises(ProviderError):
            await ask(place, tmp_path / "home")
    assert 1 <= len(place.asked) <= 2
    assert set(place.roles()) == {"planner"}


async def test_a_run_that_failed_on_a_reply_is_kept_as_failed_and_asked_once_more_when_it_is_resumed(
    tmp_path: Path,
):
    """K073"""
    with clerk(Clerk(rules=RULES)) as place:
        changing(place, "planner", lambda _, __: "no JSON at all")
        with pytest.raises(BadAnswer, match="cannot be read"):
            await ask(place, tmp_path / "home")
        assert place.roles() == ["planner", "planner"]
        app = App(tmp_path / "home", operator=place.operator())
        with app.store() as store:
            (record,) = store.list_runs()
        assert (record.status, record.outcome) == (RunStatus.FAILED, "bad_answer")
        with pytest.raises(BadAnswer, match="cannot be read"):
            await app.resume(record.id)
        # Once more and its repair: what was answered before stays in the journal, and is paid for once.
        assert place.roles() == ["planner"] * 4
        place.failing = lambda *_: None
        report = await app.resume(record.id)
    assert place.roles().count("planner") == 5
    assert report.claims
