"""Counting what an examiner makes of copies: an alarm on the original is none on a copy, and shares have intervals."""

import pytest

from stet.domain.claims import Check, Outcome
from stet.evaluate.plant import Target
from stet.evaluate.planting import Finding, planting
from stet.evaluate.planting_values import Order, Plantings, between, share

TEXT = "## Short answer\n\nThe fee is due. [C1]\n\n## Fee\n\nThe fee is 12 euros from 1 May 2027. [C1]\n"


class Reader:
    """Fails a report in which a word of `wanted` is missing, and doubts one that says `not`."""

    def __init__(self, wanted: str, always: tuple[Check, ...] = ()) -> None:
        self.wanted, self.always = wanted, always

    async def examine(self, report: Target) -> Finding:
        missing = [word for word in self.wanted.split() if word not in report.text]
        failed = tuple(_check("words", f"{word} is not there") for word in missing)
        return Finding(approved=not (failed or self.always), failed=(*self.always, *failed))


def _check(name: str, detail: str) -> Check:
    return Check(name=name, outcome=Outcome.FAIL, reason="wrong", detail=detail)


async def test_what_an_examiner_sees_is_caught_and_what_it_does_not_is_missed() -> None:
    found = await planting(Target(text=TEXT), Reader("[C1]"), Order(of="a text", each=9))
    results = {(trial.kind, trial.variant): trial.result for trial in found.trials}
    assert results["moved_by_a_year", ""] == "missed"
    assert found.clean.approved
    assert found.clean.false_alarms == ()
    by_hand = [trial for trial in found.trials if trial.kind == "missing_citation"]
    assert [trial.result for trial in by_hand] == ["missed", "missed"]


async def test_a_check_that_fails_on_the_original_too_catches_nothing() -> None:
    always = (_check("cited", "as ever"),)
    found = await planting(
        Target(text=TEXT), Reader("2027", always), Order(of="a text", kinds=("moved_by_a_year",))
    )
    assert found.clean.false_alarms == ("cited: wrong: as ever",)
    assert [trial.result for trial in found.trials] == ["caught"]
    assert [trial.by for trial in found.trials] == [("words: wrong",)]
    blind = await planting(
        Target(text=TEXT), Reader("fee", always), Order(of="a text", kinds=("changed_number",))
    )
    assert {trial.result for trial in blind.trials} == {"open"}


async def test_a_gate_falls_for_an_alarm_on_the_original_and_for_a_share_too_small() -> None:
    order = Order(of="a text", kinds=("moved_by_a_year",))
    good = await planting(Target(text=TEXT), Reader("2027"), order)
    alarmed = await planting(Target(text=TEXT), Reader("2027", (_check("cited", "as ever"),)), order)
    blind = await planting(Target(text=TEXT), Reader("fee"), order)

    def fell(*found: object) -> bool:
        return Plantings.model_validate({"of": "a", "question": "b", "plantings": found}).fell_short(0.9)

    assert not fell(good)
    assert fell(alarmed)
    assert fell(good, blind)


@pytest.mark.parametrize(
    ("hits", "of", "low", "high"),
    [(10, 10, 0.7225, 1.0), (0, 10, 0.0, 0.2775), (5, 10, 0.2366, 0.7634), (81, 263, 0.2553, 0.3662)],
)
def test_shares_have_the_interval_of_wilson(hits: int, of: int, low: float, high: float) -> None:
    # The last is the worked example of Newcombe (1998), "Two-sided confidence intervals for the single proportion".
    found = share(hits, of)
    assert found.low == pytest.approx(low, abs=1e-4)
    assert found.high == pytest.approx(high, abs=1e-4)


def test_a_share_of_nothing_has_no_interval() -> None:
    assert share(0, 0).low is None


@pytest.mark.parametrize(
    ("before", "after", "wanted"),
    [
        ("It starts in May.", "It starts in June.", ("…in May.", "…in June.")),
        ("all of it", "", ("all of it", "")),
        ("aa", "aaa", ("aa", "aaa")),
    ],
)
def test_what_differs_is_shown_with_a_little_around_it(
    before: str, after: str, wanted: tuple[str, str]
) -> None:
    assert between(before, after, 3) == wanted


class Attributer:
    """Says of every copy that another source fits better."""

    async def examine(self, report: Target) -> Finding:
        check = Check(name="attribution", outcome=Outcome.FAIL, reason="other_source_fits_better")
        changed = report.text != TEXT
        return Finding(approved=not changed, failed=(check,) if changed else ())


async def test_a_check_that_speaks_of_something_else_does_not_catch_an_error() -> None:
    found = await planting(Target(text=TEXT), Attributer(), Order(of="a text"))
    results = {trial.kind: trial.result for trial in found.trials}
    assert results["invented_citation"] == "caught"
    assert results["unsupported_addition"] == "beside"
    assert results["changed_number"] == "beside"
    assert found.total.hits == sum(trial.result == "caught" for trial in found.trials)
    assert sum(tally.beside for tally in found.tallies) == sum(t.result == "beside" for t in found.trials) > 0


async def test_a_harmless_edit_that_is_refused_is_a_false_alarm_with_its_words() -> None:
    order = Order(of="a text", kinds=("other_date_form", "number_in_words"))
    strict = await planting(Target(text=TEXT), Reader("May"), order)
    assert strict.trials == ()
    dates = [each for each in strict.harmless if each.kind == "other_date_form"]
    refused = [each for each in strict.harmless if each.refused]
    assert dates
    assert [each for each in refused if "May" in each.after] == []
    assert [each for each in dates if "May" not in each.after] == refused
    assert strict.refused.hits == len(refused)
    easy = await planting(Target(text=TEXT), Reader("fee"), order)
    assert easy.refused.hits == 0
    made = Plantings.model_validate({"of": "a", "question": "b", "plantings": (strict,)})
    assert made.fell_short(0) == bool(refused)
