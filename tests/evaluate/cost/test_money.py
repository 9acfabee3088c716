"""Money is exact, and is rounded where it is shown."""

from decimal import Decimal

import pytest

from stet.evaluate.cost.money import added, known_sum, over, plain, shown


@pytest.mark.parametrize(
    ("amount", "expected"),
    [
        ("0.0036", "0.0036"),
        ("0.064", "0.0640"),
        ("23.86", "23.8600"),
        ("0.29825", "0.29825"),
        ("0", "0.0000"),
        ("0.1234565", "0.123456"),
        ("0.1234566", "0.123457"),
        ("0.00000123", "0.0000012"),
        ("-0.5", "-0.5000"),
        ("-0.00000001", "-0.00000001"),
        ("1E+3", "1000.0000"),
        ("1E-30", "0.0000"),
    ],
)
def test_an_amount_is_shown_with_four_places_or_more(amount: str, expected: str) -> None:
    assert shown(Decimal(amount)) == expected


@pytest.mark.parametrize(
    ("amount", "expected"),
    [("0.23860", "0.2386"), ("1E+2", "100"), ("0E-9", "0"), ("-1.50", "-1.5"), ("7", "7")],
)
def test_json_has_every_digit_and_no_exponent(amount: str, expected: str) -> None:
    assert plain(Decimal(amount)) == expected


def test_a_sum_with_an_unknown_part_is_unknown_and_one_of_nothing_is_nothing() -> None:
    assert known_sum([Decimal(1), None]) is None
    assert known_sum([]) == 0


def test_sums_keep_digits_that_the_usual_context_would_drop() -> None:
    large, small = Decimal(10) ** 20, Decimal("1e-15")
    assert large + small == large, "the usual context drops them, or this test shows nothing"
    assert plain(added([large, small])) == "100000000000000000000.000000000000001"
    assert len(plain(over(Decimal(1), 3))) > 50
