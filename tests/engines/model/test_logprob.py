"""A probability is worth what was measured of it; where nothing was, the claim stays open."""

import asyncio
from math import log

import pytest

from modelkit import Desk, claim_of, scripted
from stet.domain.claims import Check, ClaimKind, Outcome
from stet.engines.model.logprob import (
    PROMPT,
    LogprobJudge,
    calibrations,
    known_as,
    letter_of,
    probability,
)
from stet.errors import ReplayMiss, StetError, Unavailable
from stet.ports import Ask, Case, Excerpt, Finish, Odds, Said
from stet.prompts import prompt
from stet.research.judging import failing_part
from stet.testing import ScriptedModel
from stet.verify.calibration import Calibration

TEXT = "The council met on Monday. The toll may start on 1 September 2027, if the bridge is open."
CLAIM = claim_of("The toll may start in September 2027.")
CASE = Case(claim=CLAIM, excerpts=(Excerpt(source="S1", start=0, end=len(TEXT), text=TEXT),))

KNOWN = Calibration(
    model="small-model",
    prompt=prompt(PROMPT).sha256,
    made="2026-11-30",
    seed=1,
    data="invented",
    count=10,
    weights=(1.0, 0.0, 0.0, 0.0, 0.0),
    bias=0.0,
    pass_at=0.9,
    fail_at=0.1,
)


def odds(yes: float, rest: float = 0.0) -> Said:
    """An answer that is `yes` with this probability, else no."""
    no = 1 - yes - rest
    told = [Odds(token=word, logprob=log(p)) for word, p in (("Yes", yes), (" no", no), ("I", rest)) if p > 0]
    return Said(
        text="Yes", finish=Finish.LENGTH, model="/models/Small-Model.gguf", mode="text", input_tokens=50,
        output_tokens=1, odds=tuple(told),
    )  # fmt: skip


def judge_of(desk: Desk, model: ScriptedModel, known: Calibration | None = KNOWN) -> LogprobJudge:
    return LogprobJudge(desk.caller(model), {known.model: known} if known else {})


async def voted(desk: Desk, answer: object, known: Calibration | None = KNOWN, case: Case = CASE) -> Check:
    (check,) = (await judge_of(desk, scripted(answer), known).judge([case])).values()
    assert check.name == "judge"
    return check


@pytest.mark.parametrize(
    ("yes", "outcome", "reason"),
    [
        (0.95, Outcome.PASS, "supports"),
        (0.85, Outcome.UNSURE, "below_bar"),
        (0.5, Outcome.UNSURE, "below_bar"),
        (0.05, Outcome.FAIL, "does_not_support"),
    ],
)
async def test_a_claim_passes_or_fails_only_beyond_the_calibrated_bars(
    desk: Desk, yes: float, outcome: Outcome, reason: str
) -> None:
    check = await voted(desk, odds(yes))
    assert (check.outcome, check.reason, check.by) == (outcome, reason, "model")


async def test_a_pass_shows_the_numbers_and_the_nearest_words(desk: Desk) -> None:
    check = await voted(desk, odds(0.95))
    assert "0.95" in check.detail
    assert "“The toll may start on 1 September 2027, if the bridge is open.”" in check.detail


async def test_a_fail_names_the_whole_claim(desk: Desk) -> None:
    assert failing_part(await voted(desk, odds(0.01))) == CLAIM.text


@pytest.mark.parametrize(
    "known",
    [
        None,
        KNOWN.model_copy(update={"model": "another"}),
        KNOWN.model_copy(update={"prompt": "sha256:of another prompt"}),
    ],
)
async def test_a_probability_that_nobody_measured_leaves_the_claim_unsure(
    desk: Desk, known: Calibration | None
) -> None:
    check = await voted(desk, odds(0.999), known)
    assert (check.outcome, check.reason) == (Outcome.UNSURE, "not_calibrated")


async def test_without_bars_nothing_passes_and_nothing_fails(desk: Desk) -> None:
    barless = KNOWN.model_copy(update={"pass_at": None, "fail_at": None})
    assert {(await voted(desk, odds(yes), barless)).outcome for yes in (0.999, 0.001)} == {Outcome.UNSURE}


async def test_an_inference_was_never_measured(desk: Desk) -> None:
    case = CASE.model_copy(update={"claim": claim_of("So plan for it.", ClaimKind.INFERENCE)})
    assert (await voted(desk, odds(0.999), case=case)).reason == "not_calibrated"


async def test_a_quotation_needs_no_call(desk: Desk) -> None:
    case = CASE.model_copy(update={"claim": claim_of(TEXT, ClaimKind.QUOTATION)})
    model = scripted()
    (check,) = (await judge_of(desk, model).judge([case])).values()
    assert (check.outcome, check.reason, check.by) == (Outcome.PASS, "verbatim", "code")
    assert not model.asked


@pytest.mark.parametrize(
    "answer",
    [
        odds(0.05, rest=0.9),
        odds(0.5).model_copy(update={"odds": ()}),
        "yes",
        Unavailable("down"),
    ],
)
async def test_no_probabilities_and_no_answer_are_no_vote(desk: Desk, answer: object) -> None:
    model = scripted(*[answer] * 3)
    (check,) = (await judge_of(desk, model).judge([CASE])).values()
    assert check.outcome is Outcome.NOT_RUN


async def test_a_call_that_a_replay_never_made_is_an_error(desk: Desk) -> None:
    with pytest.raises(ReplayMiss):
        await voted(desk, ReplayMiss("never asked"))


async def test_a_claim_that_fits_no_window_is_not_asked(desk: Desk) -> None:
    long = Case(
        claim=CLAIM, excerpts=(Excerpt(source="S1", start=0, end=60_000, text="It rained. " * 6_000),)
    )
    model = scripted(window=8_000)
    (check,) = (await judge_of(desk, model).judge([long])).values()
    assert (check.outcome, check.reason) == (Outcome.NOT_RUN, "too_long")
    assert not model.asked


async def test_one_token_is_asked_for_with_its_odds_and_the_journal_keeps_them(desk: Desk) -> None:
    model = scripted(odds(0.95))
    await judge_of(desk, model).judge([CASE])
    assert [(ask.limit, ask.odds, ask.shape) for ask in model.asked] == [(1, 20, None)]
    again = scripted()
    (check,) = (await judge_of(desk, again).judge([CASE])).values()
    assert check.outcome is Outcome.PASS
    assert not again.asked


@pytest.mark.parametrize("error", [Unavailable("down")])
async def test_one_claim_without_an_answer_costs_no_other_its_vote(desk: Desk, error: StetError) -> None:
    other = CASE.model_copy(
        update={"claim": CLAIM.model_copy(update={"key": "C2", "text": "The toll starts."})}
    )

    class Half(ScriptedModel):
        async def ask(self, ask: Ask) -> Said:
            if "The toll starts." in ask.prompt:
                raise error
            return odds(0.95)

    given = await judge_of(desk, Half([])).judge([CASE, other])
    assert [check.outcome for check in given.values()] == [Outcome.PASS, Outcome.NOT_RUN]


async def test_a_few_claims_at_most_are_asked_about_at_once(desk: Desk) -> None:
    under_way: list[int] = []
    most: list[int] = []

    class Slow(ScriptedModel):
        async def ask(self, ask: Ask) -> Said:
            under_way.append(1)
            most.append(len(under_way))
            await asyncio.sleep(0)
            under_way.pop()
            return odds(0.95)

    texts = [f"The toll starts on day {n}." for n in range(20)]
    cases = [
        CASE.model_copy(update={"claim": claim_of(text).model_copy(update={"key": f"C{n}"})})
        for n, text in enumerate(texts)
    ]
    given = await judge_of(desk, Slow([])).judge(cases)
    assert list(given) == [f"C{n}" for n in range(20)]
    assert 1 < max(most) <= 4


def test_the_engine_takes_this_judge_by_the_name_of_its_model(desk: Desk) -> None:
    by_odds, by_words = (ScriptedModel([], name=name) for name in ("logprob:local:small", "local:small"))
    assert isinstance(desk.engine({"judge": by_odds}).judge, LogprobJudge)
    assert not isinstance(desk.engine({"judge": by_words}).judge, LogprobJudge)


def test_a_mark_stands_in_neither_text_whatever_they_hold() -> None:
    page = " ".join(f"<<<{n:04x} end>>>" for n in range(65_536))
    letter = letter_of(page, "All is well.")
    mark = letter[3:].partition(" ")[0]
    assert len(mark) > 4
    assert mark not in page
    assert letter.count(f"<<<{mark} ") == 3
    assert len(letter_of("It rained.", "It was wet.")[3:].partition(" ")[0]) == 4


def test_a_probability_counts_spellings_of_both_words() -> None:
    told = [("Yes", 0.4), (" yes", 0.2), ("NO", 0.2), ("Yesterday", 0.1)]
    assert probability([Odds(token=t, logprob=log(p)) for t, p in told]) == pytest.approx(0.75)
    assert probability([]) is None


@pytest.mark.parametrize(
    "name", ["Small-Model", "/a/b/small-model.gguf", "C:\\models\\Small-Model.gguf", "vendor/small-model"]
)
def test_a_model_is_known_by_the_name_of_its_file(name: str) -> None:
    assert known_as(name) == "small-model"


def test_the_calibrations_that_come_along_fit_the_prompt_that_comes_along() -> None:
    known = calibrations()
    assert known
    assert {each.prompt for each in known.values()} == {prompt(PROMPT).sha256}
