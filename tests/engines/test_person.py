"""A person's ruling counts by the rules that a model's counts by."""

import pytest

from modelkit import claim_of
from stet.domain.claims import Outcome
from stet.engines.person import PersonJudge, read_rulings
from stet.errors import BadSetting
from stet.ports import Case, Excerpt

TEXT = "The toll starts on 2 May, if the bridge is open."
YES = '{"claim": "The toll starts in May.", "verdict": "supports", "words": "The toll starts on 2 May"}'
NO = '{"claim": "The toll starts in May.", "verdict": "does_not_support", "failing": "in May"}'


def case(text: str, key: str = "C1") -> Case:
    excerpt = Excerpt(source="S1", start=0, end=len(TEXT), text=TEXT)
    return Case(claim=claim_of(text).model_copy(update={"key": key}), excerpts=(excerpt,))


@pytest.mark.parametrize(
    ("lines", "outcome", "reason"),
    [
        (YES, Outcome.PASS, "supports"),
        (NO, Outcome.FAIL, "does_not_support"),
        (f"{YES}\n\n{YES}", Outcome.PASS, "supports"),
        (f"{YES}\n{NO}", Outcome.NOT_RUN, "no_vote"),
        (YES.replace("2 May", "3 May"), Outcome.UNSURE, "words_not_found"),
        ('{"claim": "The toll starts in May.", "verdict": "supports"}', Outcome.NOT_RUN, "contradictory"),
        ('{"claim": "The toll starts in May.", "verdict": "cannot_tell"}', Outcome.UNSURE, "cannot_tell"),
    ],
)
async def test_a_ruling_is_worth_what_its_grounds_bear_out(lines: str, outcome: Outcome, reason: str) -> None:
    given = await PersonJudge(read_rulings(lines)).judge([case("The  toll starts in May.")])
    check = given["C1"]
    assert (check.name, check.by, check.outcome, check.reason) == ("judge", "person", outcome, reason)


async def test_a_claim_that_nobody_ruled_on_has_no_vote() -> None:
    judge = PersonJudge(read_rulings(YES))
    given = await judge.judge([case("The toll starts in May."), case("The toll starts in June.", "C2")])
    assert set(given) == {"C1"}


@pytest.mark.parametrize(
    "line",
    ["supports", "[]", '{"claim": "x"}', '{"claim": "x", "verdict": "yes"}', '{"claim": 1}', "{" * 5_000],
)
def test_a_line_that_is_no_ruling_is_named(line: str) -> None:
    with pytest.raises(BadSetting, match="line 2 of the rulings") as caught:
        read_rulings(f"{YES}\n{line}")
    assert len(str(caught.value)) < 400
