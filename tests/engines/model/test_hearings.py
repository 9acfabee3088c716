"""Claims of one source are heard together; what one of them lacks costs no other its vote."""

from collections.abc import Mapping

import pytest

from judgekit import case, judge_of, named, said
from modelkit import Desk, scripted
from stet.domain.claims import Outcome
from stet.errors import BadAnswer, StetError, TooLong
from stet.ports import Case

SENTENCES = [f"Pier {n} is {n}0 metres long and was rebuilt last." for n in range(1, 7)]
PAGE = " ".join(SENTENCES)


def piers(*numbers: int, source: str = "S1") -> list[Case]:
    """Claims on sentences of one page, each with the sentence before and after it as its window."""
    made: list[Case] = []
    for n in numbers:
        start = PAGE.index(SENTENCES[max(0, n - 2)])
        end = PAGE.index(SENTENCES[min(5, n)]) + len(SENTENCES[min(5, n)])
        claim = named(f"C{n}", f"The length of pier {n} is {n}0 metres.")
        made.append(case(claim, PAGE[start:end], source=source, start=start))
    return made


def agreed(*numbers: int) -> dict[str, Mapping[str, str]]:
    return {f"C{n}": {"verdict": "supports", "words": SENTENCES[n - 1]} for n in numbers}


async def test_claims_of_one_source_are_judged_in_one_call_on_text_that_is_sent_once(desk: Desk) -> None:
    yes = agreed(1, 2, 3, 6)
    model = scripted(said(*yes.values(), keys=[*yes]))
    given = await judge_of(desk, model).judge(piers(6, 1, 3, 2))
    assert [(key, check.outcome) for key, check in given.items()] == [
        ("C6", Outcome.PASS),
        ("C1", Outcome.PASS),
        ("C3", Outcome.PASS),
        ("C2", Outcome.PASS),
    ]
    (asked,) = model.asked
    assert all(asked.prompt.count(sentence) == 1 for sentence in SENTENCES)


async def test_claims_of_two_sources_are_judged_in_two_calls(desk: Desk) -> None:
    one, two = agreed(1), agreed(2)
    model = scripted(said(*one.values(), keys=[*one]), said(*two.values(), keys=[*two]))
    given = await judge_of(desk, model).judge([*piers(1), *piers(2, source="S2")])
    assert {check.outcome for check in given.values()} == {Outcome.PASS}
    assert len(model.asked) == 2


async def test_a_missing_doubled_or_unknown_key_costs_that_claim_its_vote_and_no_other(desk: Desk) -> None:
    yes = agreed(1, 2, 3)
    odd = said(yes["C1"], yes["C2"], yes["C2"], yes["C1"], keys=["C1", "C2", "C2", "C99"])
    model = scripted(odd, odd)
    given = await judge_of(desk, model).judge(piers(1, 2, 3))
    assert {key: (check.outcome, check.reason) for key, check in given.items()} == {
        "C1": (Outcome.PASS, "supports"),
        "C2": (Outcome.NOT_RUN, "no_vote"),
        "C3": (Outcome.NOT_RUN, "no_vote"),
    }
    assert "unknown_claims" in desk.codes()
    assert "C1 (" not in model.asked[1].prompt


async def test_words_of_a_text_that_a_claim_is_not_judged_on_support_nothing(desk: Desk) -> None:
    far = case(
        named("C2", "The crane is red and tall."), "The crane is red and tall since 1990.", start=9_000
    )
    stolen = {"verdict": "supports", "words": "The crane is red and tall since 1990."}
    model = scripted(said(stolen, stolen, keys=["C1", "C2"]))
    given = await judge_of(desk, model).judge([*piers(1), far])
    assert given["C1"].reason == "words_not_found"
    assert given["C2"].outcome is Outcome.PASS


@pytest.mark.parametrize("error", [BadAnswer("refused"), TooLong("too long")])
async def test_an_answer_that_cannot_be_had_for_many_is_asked_for_in_halves(
    desk: Desk, error: StetError
) -> None:
    yes = agreed(1, 2)
    model = scripted(error, said(yes["C1"], keys=["C1"]), said(yes["C2"], keys=["C2"]))
    given = await judge_of(desk, model).judge(piers(1, 2))
    assert {check.outcome for check in given.values()} == {Outcome.PASS}


async def test_a_claim_that_fits_no_window_says_so_and_the_others_are_judged(desk: Desk) -> None:
    long = case(named("C9", "The log is long."), "It rained all day. " * 900, source="S9")
    yes = agreed(1)
    model = scripted(said(*yes.values(), keys=[*yes]), window=4_000)
    given = await judge_of(desk, model).judge([long, *piers(1)])
    assert (given["C9"].outcome, given["C9"].reason) == (Outcome.NOT_RUN, "too_long")
    assert given["C1"].outcome is Outcome.PASS


async def test_no_call_is_larger_than_the_models_window_and_none_is_left_out(desk: Desk) -> None:
    cases = [
        case(named(f"C{n}", f"Day {n} was wet."), f"Day {n} was wet and cold. " * 60, start=n * 5_000)
        for n in range(30)
    ]
    model = scripted(*[said() for _ in range(60)], window=4_000)
    given = await judge_of(desk, model).judge(cases)
    assert list(given) == [each.claim.key for each in cases]
    assert all((len(a.system) + len(a.prompt)) // 3 + a.limit <= 4_000 for a in model.asked)


async def test_no_claims_are_judged_without_a_call(desk: Desk) -> None:
    assert await judge_of(desk, scripted()).judge([]) == {}


async def test_equal_cases_are_the_same_calls_so_that_a_resumed_run_asks_nobody_again(desk: Desk) -> None:
    yes = agreed(1, 2, 3)
    answer = said(*yes.values(), keys=[*yes])
    first = await judge_of(desk, scripted(answer)).judge(piers(1, 2, 3))
    again = scripted()
    assert await judge_of(desk, again).judge(piers(1, 2, 3)) == first
    assert not again.asked
