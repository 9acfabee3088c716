"""Which words of people count, what a rule is, and that a spec without one is what it was."""

from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from stet.domain.base import canonical_json
from stet.domain.budget import Budget
from stet.domain.people import PersonDecision, ReviewRule, Verdict, standing
from stet.domain.run import Level, RunSpec

MOMENT = datetime(2026, 11, 30, tzinfo=UTC)


def spec(**fields: object) -> RunSpec:
    given = {
        "question": "When?",
        "level": Level.REVIEWED,
        "engine": "quote",
        "profile": "general",
        "profile_json": "{}",
        "budget": Budget(),
        "providers": ("documents",),
        "today": date(2026, 11, 30),
        "version": "0",
    }
    return RunSpec.model_validate({**given, **fields})


def said(claim: str, name: str, verdict: Verdict, minute: int = 0) -> PersonDecision:
    return PersonDecision(claim=claim, name=name, verdict=verdict, at=MOMENT + timedelta(minutes=minute))


def test_a_spec_without_a_rule_has_the_content_id_that_it_had_before_there_were_rules() -> None:
    assert "require_review" not in canonical_json(spec())
    assert spec().sha256 == "sha256:35867046a26e66983697d34ef932aabb7d7267105a058fa820cf7cc4b5519de4"
    assert spec(require_review=ReviewRule.of("all")).sha256 != spec().sha256


def test_the_last_word_of_each_person_counts() -> None:
    first, other, last = (
        said("C1", "A", Verdict.AGREE),
        said("C1", "B", Verdict.UNCLEAR, 1),
        said("C1", "A", Verdict.DISAGREE, 2),
    )
    assert standing([first, other, last]) == (other, last)


@pytest.mark.parametrize("text", ["high-stakes", "all", "sample:20%", "sample:0.5%,seed=7", " ALL "])
def test_a_rule_is_written_as_it_is_read(text: str) -> None:
    rule = ReviewRule.of(text)
    assert str(rule) == text.strip().lower()
    assert ReviewRule.of(str(rule)) == rule
    assert ReviewRule.model_validate_json(canonical_json(rule)) == rule


@settings(deadline=None)
@given(st.text(max_size=40))
def test_any_other_text_is_refused_and_never_breaks(text: str) -> None:
    try:
        rule = ReviewRule.of(text)
    except ValueError:
        return
    assert str(rule)


@pytest.mark.parametrize(
    "fields",
    [
        {"kind": "all", "percent": "20"},
        {"kind": "sample"},
        {"kind": "all", "seed": 1},
        {"kind": "sample", "percent": "0"},
        {"kind": "sample", "percent": "101"},
    ],
)
def test_half_a_rule_is_none(fields: dict[str, object]) -> None:
    with pytest.raises(ValidationError):
        ReviewRule.model_validate(fields)


@pytest.mark.parametrize(
    "make", [lambda: {"note": "x" * 2001}, lambda: {"name": ""}, lambda: {"name": "x" * 81}]
)
def test_notes_and_names_are_bounded(make: Callable[[], dict[str, object]]) -> None:
    fields = {"claim": "C1", "verdict": "agree", "name": "A", "at": MOMENT, **make()}
    with pytest.raises(ValidationError):
        PersonDecision.model_validate(fields)
