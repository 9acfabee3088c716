"""A point that is not answered, or answered both ways, is not passed."""

import pytest

from modelkit import Desk, brief_of, entry, scripted
from stet.domain.claims import Check, Decision, Outcome
from stet.domain.report import Gap
from stet.engines.model.reviewer import POINTS

DRAFT = "## Short answer\n\nThe toll starts in May. [C1]\n"
BRIEF = brief_of(
    [entry("C1", "The toll starts in May."), entry("C2", "It fell.", decision=Decision.UNSUPPORTED)],
    gaps=(Gap(topic="T1", missing="who pays"),),
)


def points(**changed: object) -> object:
    return {"points": [changed.get(name, {"point": name, "outcome": "pass"}) for name in POINTS]}


async def test_six_points_pass(desk: Desk) -> None:
    model = scripted(points())
    checks = await desk.engine(model).reviewer.review(DRAFT, BRIEF)
    assert [check.name for check in checks] == list(POINTS)
    assert all(check.outcome is Outcome.PASS and check.by == "model" for check in checks)
    letter = model.asked[0].prompt
    assert "The toll starts in May. [C1]" in letter
    assert "T1: who pays" in letter
    assert "It fell." not in letter


async def test_a_fault_names_the_sentence_and_what_to_change(desk: Desk) -> None:
    fault = {"point": "cited", "outcome": "fail", "instruction": "Name the year."}
    for sentence in ("The toll starts in May.", "the toll starts in May. [C1]", "“The toll starts in …"):
        said = points(cited={**fault, "sentence": sentence})
        checks = await desk.engine(scripted(said)).reviewer.review(DRAFT + "\n" * len(sentence), BRIEF)
        assert (checks[0].outcome, checks[0].reason) == (Outcome.FAIL, "not_approved")
        assert checks[0].detail == f"Name the year. (“{sentence}”)"


@pytest.mark.parametrize("sentence", [None, "", "none", "It starts in June.", "May", "[C1]"])
async def test_a_fault_of_no_sentence_of_the_draft_contradicts_itself_and_is_no_pass(
    desk: Desk, sentence: str | None
) -> None:
    fault = {"point": "cited", "outcome": "fail", "sentence": sentence, "instruction": "Name the year."}
    checks = await desk.engine(scripted(points(cited=fault))).reviewer.review(DRAFT, BRIEF)
    assert (checks[0].outcome, checks[0].reason) == (Outcome.UNSURE, "contradictory")
    assert "Name the year." in checks[0].detail
    assert all(check.outcome is Outcome.PASS for check in checks[1:])


async def test_what_code_doubts_is_shown_to_the_reviewer_and_what_it_passed_is_not(desk: Desk) -> None:
    model = scripted(points())
    found = (
        Check(name="cited", outcome=Outcome.PASS, reason="ok", detail="All is cited."),
        Check(
            name="labels_match", outcome=Outcome.UNSURE, reason="meaning_not_judged", detail="“proven” is new"
        ),
    )
    await desk.engine(model).reviewer.review(DRAFT, BRIEF, found)
    assert "labels_match: “proven” is new" in model.asked[0].prompt
    assert "All is cited." not in model.asked[0].prompt


@pytest.mark.parametrize(
    ("answers", "outcome", "reason"),
    [
        ([], Outcome.NOT_RUN, "not_answered"),
        ([{"outcome": "pass"}, {"outcome": "fail", "instruction": "Cite."}], Outcome.UNSURE, "contradictory"),
        ([{"outcome": "pass", "instruction": "Remove the last sentence."}], Outcome.UNSURE, "contradictory"),
        ([{"outcome": "pass", "instruction": "None."}], Outcome.PASS, "ok"),
        ([{"outcome": "pass"}, {"outcome": "pass"}], Outcome.PASS, "ok"),
    ],
)
async def test_partial_and_contradicting_answers_are_not_a_pass(
    desk: Desk, answers: list[dict[str, str]], outcome: Outcome, reason: str
) -> None:
    others = [{"point": name, "outcome": "pass"} for name in POINTS[1:]]
    said = {"points": [*({"point": POINTS[0], **answer} for answer in answers), *others]}
    checks = await desk.engine(scripted(said)).reviewer.review(DRAFT, BRIEF)
    assert (checks[0].outcome, checks[0].reason) == (outcome, reason)
    assert all(check.outcome is Outcome.PASS for check in checks[1:])


@pytest.mark.parametrize("answer", ["Approved!", '{"approved": true}', ""])
async def test_an_answer_that_cannot_be_read_approves_nothing(desk: Desk, answer: str) -> None:
    checks = await desk.engine(scripted(answer, answer)).reviewer.review(DRAFT, BRIEF)
    assert len(checks) == len(POINTS)
    assert all(check.outcome is Outcome.NOT_RUN for check in checks)


async def test_a_draft_that_does_not_fit_is_not_reviewed_in_part(desk: Desk) -> None:
    model = scripted(points(), window=4_000)
    checks = await desk.engine(model).reviewer.review(DRAFT + "The toll is due. [C1]\n\n" * 800, BRIEF)
    assert {check.reason for check in checks} == {"too_long"}
    assert not model.asked
