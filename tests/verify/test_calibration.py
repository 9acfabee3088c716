"""What a probability is worth is learned from labelled pairs; the bars keep the error that was allowed."""

import random
from math import exp, isfinite

import pytest
from pydantic import ValidationError

from stet.verify.calibration import Calibration, Labelled, Signs, fail_bar, fit, pass_bar, signs


def rows(count: int, *, seed: int = 7) -> list[Labelled]:
    """Pairs whose label hangs on the judge's sign, with a lean to yes, and on the words covered."""
    rng = random.Random(seed)
    made: list[Labelled] = []
    for _ in range(count):
        judge, covered = rng.gauss(1, 2), rng.random()
        likely = 1 / (1 + exp(-(1.5 * judge - 3 + 2 * covered)))
        made.append(Labelled(Signs(judge, 0.0, 0.0, covered, 0.5), rng.random() < likely))
    return made


def test_the_coefficients_that_made_the_labels_are_found_again():
    found = fit(rows(4_000))
    assert found.weights[0] == pytest.approx(1.5, abs=0.2)
    assert found.weights[3] == pytest.approx(2, abs=0.4)
    # A sign that never changes is the bias by another name, and the ridge keeps it small.
    assert found.bias + found.weights[4] / 2 == pytest.approx(-3, abs=0.4)


def test_a_fit_is_the_same_in_every_order_of_its_rows():
    one, other = fit(rows(200)), fit(rows(200)[::-1])
    assert one.weights == pytest.approx(other.weights)


def test_labels_that_one_sign_parts_wholly_give_finite_coefficients():
    parted = [Labelled(Signs(x, 0, 0, 0.5, 0.5), x > 0) for x in (-3.0, -2.0, -1.0, 1.0, 2.0, 3.0)]
    found = fit(parted)
    assert all(isfinite(w) for w in (*found.weights, found.bias))
    assert found.support(parted[-1].signs) > 0.7
    assert found.support(parted[0].signs) < 0.3


def test_one_label_alone_teaches_nothing():
    with pytest.raises(ValueError, match="both labels"):
        fit([Labelled(Signs(1, 0, 0, 1, 1), True)] * 3)


SCORED = [*((n / 100, False) for n in range(40)), *((n / 100, True) for n in range(20, 60))]


@pytest.mark.parametrize("most", [0.0, 0.05, 0.2])
def test_the_bars_keep_the_error_that_is_allowed_and_no_lower_one_would(most: float):
    bar = pass_bar(SCORED, most)
    assert bar is not None
    wrong = [s for s, supported in SCORED if not supported]
    assert sum(s >= bar for s in wrong) <= most * len(wrong)
    lower = max(s for s, _ in SCORED if s < bar)
    assert sum(s >= lower for s in wrong) > most * len(wrong)
    floor = fail_bar(SCORED, most)
    assert floor is not None
    right = [s for s, supported in SCORED if supported]
    assert sum(s <= floor for s in right) <= most * len(right)


def test_where_a_wrong_claim_is_on_top_there_is_no_bar():
    assert pass_bar([(0.9, False), (0.5, True)], 0.05) is None
    assert fail_bar([(0.1, True), (0.5, False)], 0.05) is None
    assert pass_bar([(0.9, True)], 0.05) is None


def test_equal_supports_pass_together_or_not_at_all():
    bar = pass_bar([(0.9, True), (0.9, False), (0.95, True), *((0.1, False) for _ in range(18))], 0.0)
    assert bar == 0.95


def test_signs_see_values_wording_and_words():
    text = "The toll may rise to 5 crowns in May. Boats pay less."
    same = signs("The toll may rise to 5 crowns in May.", text, 0.5)
    assert same == Signs(judge=0.0, missing=0.0, flags=0.0, covered=1.0, pairs=1.0)
    other = signs("The toll must rise to 7 crowns in June.", text, 0.5)
    assert other.missing > 0
    assert other.flags > 0
    assert other.covered < 1 > other.pairs


@pytest.mark.parametrize("probability", [0.0, 1.0])
@pytest.mark.parametrize(("claim", "text"), [("", ""), ("…", "x"), ("a" * 50_000, "b " * 20_000)])
def test_signs_of_anything_are_numbers(claim: str, text: str, probability: float):
    assert all(isfinite(value) for value in signs(claim, text, probability))


def test_a_calibration_has_a_weight_for_every_sign():
    with pytest.raises(ValidationError):
        Calibration(
            model="m", prompt="p", made="2026-11-30", seed=1, data="d", count=1, weights=(1.0,), bias=0,
            pass_at=None, fail_at=None,
        )  # fmt: skip
