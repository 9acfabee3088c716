"""A question is one call in the journal, and one more where that can help; never a third."""

import json
from decimal import Decimal

import pytest

from modelkit import QUESTION, TODAY, Desk, cut_off, said, scripted
from stet.domain.base import Value, value_id
from stet.domain.budget import Budget
from stet.domain.events import Noted, Spoke
from stet.engines.model.caller import Caller, CutOff, House, tokens
from stet.errors import BadAnswer, BadSetting, BudgetExhausted, RateLimited, ReplayMiss, Unavailable
from stet.journal import REPLAY
from stet.ports import Finish


class Pair(Value):
    """Two things."""

    name: str


GOOD = {"name": "toll"}


async def test_an_answer_is_one_row_with_its_tokens(desk: Desk) -> None:
    model = scripted(said(json.dumps(GOOD)))
    assert (await desk.caller(model).ask("planner", "system", "letter", Pair)).name == "toll"
    (call,) = desk.store.calls(desk.run)
    assert (call.kind, call.state) == ("model:planner", "done")
    assert (call.charged.model_calls, call.charged.tokens) == (1, 15)
    (asked,) = model.asked
    assert (asked.role, asked.model, asked.system, asked.prompt) == (
        "planner",
        model.name,
        "system",
        "letter",
    )
    assert asked.shape is not None
    assert asked.shape.name == "pair"
    assert json.loads(asked.shape.json_schema)["required"] == ["name"]


async def test_each_answer_is_an_event_with_what_it_took_and_without_its_text(desk: Desk) -> None:
    answer = said(json.dumps(GOOD)).model_copy(update={"cached_tokens": 4, "usd": Decimal("0.0100")})
    model = scripted(RateLimited("slow down", retry_after=0.0), said("no"), answer)
    await desk.caller(model).ask("planner", "system", "letter", Pair)
    first, second = desk.told
    assert first == Spoke(
        role="planner", model="m", mode="native", input_tokens=10, output_tokens=5, usd=Decimal(0)
    )
    assert isinstance(second, Spoke)
    assert (second.cached_tokens, second.usd) == (4, Decimal("0.0100"))


async def test_a_replay_tells_the_same_events(desk: Desk) -> None:
    await desk.caller(scripted("no", GOOD)).ask("planner", "system", "letter", Pair)
    once = [value_id(event) for event in desk.told]
    again = Caller({"planner": scripted()}, desk.journal(REPLAY), desk.told.append, House(TODAY))
    await again.ask("planner", "system", "letter", Pair)
    assert [value_id(event) for event in desk.told] == once * 2


async def test_an_answer_that_cannot_be_read_is_told_why_once(desk: Desk) -> None:
    # K068, K074
    bad = '{"search_queries": ["a", "b"],}'
    model = scripted(bad, GOOD)
    assert (await desk.caller(model).ask("planner", "system", "letter", Pair)).name == "toll"
    first, again = model.asked
    assert again.system == first.system
    assert again.prompt.startswith("letter\n")
    assert bad in again.prompt
    assert "trailing comma" in again.prompt
    assert len(desk.store.calls(desk.run)) == 2


async def test_two_bad_answers_are_a_typed_failure_and_no_third_call_is_made(desk: Desk) -> None:
    model = scripted("no", '{"name": 3}', GOOD)
    with pytest.raises(BadAnswer, match="name: Input should be a valid string"):
        await desk.caller(model).ask("planner", "system", "letter", Pair)
    assert len(model.asked) == 2


async def test_a_repair_does_not_send_the_data_again_where_the_answer_can_be_put_right(desk: Desk) -> None:
    letter = "passages " * 4_000
    model = scripted('{"name": "toll",}', GOOD, "I would rather not.", GOOD)
    caller = desk.caller(model)
    await caller.ask("analyst", "system", letter, Pair)
    assert len(model.asked[1].prompt) < 1_500
    await caller.ask("analyst", "another system", letter, Pair)
    assert model.asked[3].prompt.startswith(letter)
    assert "I would rather not" not in model.asked[3].prompt


async def test_what_was_cut_off_is_asked_for_once_with_twice_the_room(desk: Desk) -> None:
    # K071
    model = scripted(cut_off('{"name": "to'), GOOD)
    assert (await desk.caller(model).ask("planner", "system", "letter", Pair)).name == "toll"
    assert [asked.limit for asked in model.asked] == [1500, 3000]
    assert model.asked[0].prompt == model.asked[1].prompt


async def test_what_was_cut_off_twice_is_a_typed_failure(desk: Desk) -> None:
    model = scripted(*[cut_off('{"name": "to') for _ in range(25)])
    with pytest.raises(CutOff, match="cut off at its limit"):
        await desk.caller(model).ask("planner", "system", "letter", Pair)
    assert len(model.asked) == 2


async def test_a_larger_limit_stays_within_the_window(desk: Desk) -> None:
    letter = "x" * 3 * 500
    model = scripted(cut_off(""), GOOD, window=2_000)
    await desk.caller(model).ask("planner", "", letter, Pair)
    first, second = model.asked
    assert first.limit == 500
    assert second.limit == 1000
    full = scripted(cut_off("{"), GOOD, window=1_200)
    with pytest.raises(CutOff):
        await desk.caller(full).ask("planner", "", "x" * 3 * 700, Pair)
    assert [asked.limit for asked in full.asked] == [300]


async def test_a_refusal_and_an_empty_answer_are_typed_failures_at_once(desk: Desk) -> None:
    # K073: an adapter gives the empty text where a service gave none, an empty list or a refusal.
    for answer, why in (
        (said("I must not.", Finish.REFUSED), "refused"),
        ("", "empty"),
        ("<think>a", "empty"),
    ):
        model = scripted(answer, GOOD)
        with pytest.raises(BadAnswer, match=why):
            await desk.caller(model).prose("writer", why, "letter" + why + str(answer))
        assert len(model.asked) == 1


async def test_a_service_that_fails_for_a_while_is_asked_again_and_each_attempt_is_a_row(desk: Desk) -> None:
    model = scripted(RateLimited("slow down", retry_after=0.0), GOOD)
    assert (await desk.caller(model).ask("planner", "system", "letter", Pair)).name == "toll"
    assert [call.state for call in desk.store.calls(desk.run)] == ["failed", "done"]
    gone = scripted(Unavailable("down"), Unavailable("down"), GOOD)
    with pytest.raises(Unavailable):
        await desk.caller(gone).ask("judge", "system", "letter", Pair)
    assert len(gone.asked) == 2


async def test_an_answer_with_no_message_in_it_is_not_asked_for_again(desk: Desk) -> None:
    # K076: the adapter says BadAnswer of an error body with status 200.
    model = scripted(BadAnswer("no message"), GOOD)
    with pytest.raises(BadAnswer, match="no message"):
        await desk.caller(model).ask("planner", "system", "letter", Pair)
    assert len(model.asked) == 1


async def test_no_call_passes_the_budget(desk: Desk) -> None:
    poor = Desk(desk.store, Budget(model_calls=1))
    model = scripted("not JSON", GOOD)
    with pytest.raises(BudgetExhausted):
        await poor.caller(model).ask("planner", "system", "letter", Pair)
    assert len(model.asked) == 1


async def test_a_finished_call_is_never_made_again(desk: Desk) -> None:
    model = scripted("not JSON", GOOD)
    await desk.caller(model).ask("planner", "system", "letter", Pair)
    resumed = scripted()
    assert (await desk.caller(resumed).ask("planner", "system", "letter", Pair)).name == "toll"
    assert not resumed.asked


async def test_a_replay_answers_from_the_journal_and_misses_what_was_never_asked(desk: Desk) -> None:
    first = scripted("In May, as far as I remember.")
    memory = desk.engine(first).memory
    assert memory is not None
    text = await memory.recall(QUESTION)
    silent = scripted()
    again = desk.engine(silent, REPLAY).memory
    assert again is not None
    assert await again.recall(QUESTION) == text
    assert not silent.asked
    with pytest.raises(ReplayMiss):
        await again.recall(QUESTION + " And for whom?")


async def test_an_endless_block_is_cut_and_flagged_and_not_asked_for_again(desk: Desk) -> None:
    # K088
    block = "End of Document. Nothing follows but this line, again.\n"
    model = scripted(cut_off("The toll starts in May.\n" + block * 400))
    text = await desk.caller(model).prose("writer", "system", "letter")
    assert text == "The toll starts in May.\n" + block.strip()
    assert desk.codes() == ["repetition"]
    assert len(model.asked) == 1


async def test_a_complete_value_with_equal_ends_is_left_alone(desk: Desk) -> None:
    name = "no. " * 100
    model = scripted({"name": name})
    assert (await desk.caller(model).ask("planner", "system", "letter", Pair)).name == name
    assert desk.codes() == []


async def test_prose_without_end_is_refused(desk: Desk) -> None:
    words = " ".join(str(n) for n in range(60_000))
    with pytest.raises(BadAnswer, match="more than anybody reads"):
        await desk.caller(scripted(words)).prose("writer", "system", "letter")


async def test_a_role_without_a_model_says_so(desk: Desk) -> None:
    caller = Caller({}, desk.journal(), desk.told.append, House(TODAY))
    with pytest.raises(BadSetting, match="no model plays the judge"):
        await caller.ask("judge", "system", "letter", Pair)


def test_tokens_are_never_guessed_too_few() -> None:
    assert tokens("abc" * 100) == 101
    assert tokens("料金" * 100) == 201
    assert tokens("\ud800") > 0


async def test_a_limit_that_means_nothing_to_a_model_is_told_once(desk: Desk) -> None:
    long = said(json.dumps(GOOD)).model_copy(update={"output_tokens": 90_000})
    caller = desk.caller(scripted(long, long))
    await caller.ask("planner", "system", "letter", Pair)
    await caller.ask("planner", "system", "another letter", Pair)
    (noted,) = [event for event in desk.told if isinstance(event, Noted)]
    assert (noted.code, noted.where) == ("limit_ignored", "scripted:model")
    assert noted.message.startswith("answered with 90000 tokens where ")


async def test_a_bound_that_stands_in_for_a_count_is_no_limit_ignored(desk: Desk) -> None:
    guessed = said(json.dumps(GOOD)).model_copy(update={"output_tokens": 90_000, "estimated": True})
    await desk.caller(scripted(guessed)).ask("planner", "system", "letter", Pair)
    assert not [event for event in desk.told if isinstance(event, Noted)]
