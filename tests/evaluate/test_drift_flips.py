"""The test by exchanged pairs, against what can be counted by hand."""

import random
from itertools import product
from math import sqrt

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stet.evaluate.drift_flips import chance, patterns, smallest, together

SMALL = st.lists(st.integers(-4, 4).map(float), min_size=1, max_size=7)


def by_hand(differences: list[float]) -> float:
    seen = abs(sum(differences))
    sums = [
        abs(sum(sign * d for sign, d in zip(signs, differences, strict=True)))
        for signs in product((1, -1), repeat=len(differences))
    ]
    return sum(each >= seen - 1e-9 for each in sums) / len(sums)


def test_six_pairs_that_all_got_worse_are_two_of_sixty_four_patterns():
    found = chance([-1.0] * 6)
    assert found.p == 2 / 64
    assert (found.low, found.high) == (-1.0, -1.0)


def test_five_pairs_cannot_exclude_zero_and_have_no_interval():
    found = chance([-1.0, -2.0, -3.0, -4.0, -5.0])
    assert found.p == 2 / 32
    assert (found.low, found.high) == (None, None)
    assert smallest(5) > 0.05 > smallest(6)


def test_with_six_pairs_the_interval_goes_from_the_smallest_to_the_largest_difference():
    found = chance([0.3, -0.1, 0.5, 0.2, 0.4, 0.6])
    assert (found.low, found.high) == pytest.approx((-0.1, 0.6))


def test_a_yes_or_no_figure_gives_the_exact_test_of_mcnemar():
    # Eight pairs changed, seven of them for the worse, among twelve: twice the binomial tail P(X ≥ 7 of 8) = 9 / 256.
    found = chance([-1.0] * 7 + [1.0] + [0.0] * 4)
    assert found.p == pytest.approx(2 * 9 / 256)


@given(SMALL)
def test_the_p_is_the_share_of_all_patterns_counted_one_by_one(differences: list[float]):
    assert chance(differences).p == pytest.approx(by_hand(differences))


@given(st.lists(st.floats(-5, 5).map(lambda value: round(value, 2)), min_size=6, max_size=20))
def test_the_interval_excludes_zero_just_where_the_p_is_small(differences: list[float]):
    found = chance(differences)
    assert found.low is not None
    assert found.high is not None
    assert (found.low > 1e-9 or found.high < -1e-9) == (found.p <= 0.05)


@given(st.lists(st.floats(-5, 5).map(lambda value: round(value, 2)), min_size=6, max_size=20))
def test_turned_round_the_interval_turns_round(differences: list[float]):
    there, back = chance(differences), chance([-each for each in differences])
    assert there.p == pytest.approx(back.p)
    assert there.low == pytest.approx(-(back.high or 0.0))


def test_a_missing_pair_is_as_if_it_were_not_there():
    assert chance([None, -1.0, None, -2.0, 1.0, -3.0, -1.0, -2.0]) == chance(
        [-1.0, -2.0, 1.0, -3.0, -1.0, -2.0]
    )
    assert chance([None, None]).p == 1.0


def test_many_pairs_are_sampled_the_same_way_every_time_with_the_pattern_seen_among_them():
    differences = [(-1.0) ** number * number for number in range(1, 61)]
    assert chance(differences) == chance(list(differences))
    assert patterns(60)[0] == 0
    assert len(set(patterns(60))) == len(patterns(60))
    assert chance([1.0] * 60).p == pytest.approx(smallest(60))


def test_the_sample_comes_near_to_the_share_of_all_patterns():
    rng = random.Random(3)
    differences = [rng.gauss(0.35, 1) for _ in range(16)]
    assert chance(differences).p == pytest.approx(by_hand(differences), abs=0.02)


def test_one_figure_alone_is_not_corrected():
    differences = [0.5, 1.0, -0.25, 2.0, 0.75, 1.5, 1.0]
    assert together([differences]) == pytest.approx((chance(differences).p,))


def test_two_figures_are_corrected_as_the_largest_of_both_says():
    first, second = [1.0, 1.0, 1.0, 1.0, 1.0, 1.0], [1.0, -1.0, 1.0, 1.0, -1.0, 1.0]
    sizes = [sqrt(6.0), sqrt(6.0)]
    reached = 0
    for signs in product((1, -1), repeat=6):
        most = max(
            abs(sum(sign * d for sign, d in zip(signs, figure, strict=True))) / size
            for figure, size in zip((first, second), sizes, strict=True)
        )
        reached += most >= sqrt(6.0) - 1e-9
    assert together([first, second]) == pytest.approx((reached / 64, by_hand(second)))


def test_the_same_figure_twice_costs_nothing():
    differences = [0.5, 1.0, -0.25, 2.0, 0.75, 1.5, 1.0]
    assert together([differences] * 8) == pytest.approx((chance(differences).p,) * 8)


@settings(max_examples=40)
@given(st.lists(st.lists(st.integers(-3, 3).map(float), min_size=7, max_size=7), min_size=1, max_size=5))
def test_a_correction_never_makes_a_figure_more_striking(figures: list[list[float]]):
    corrected = together(figures)
    for figure, p in zip(figures, corrected, strict=True):
        assert 0 < p <= 1
        assert p >= chance(figure).p - 1e-9


def test_nothing_is_corrected_to_nothing():
    assert together([]) == ()
    assert together([[None, None, 0.0]]) == (1.0,)
