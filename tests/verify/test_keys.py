"""Equal values have one key, whatever their unit."""

import pytest

from stet.verify.keys import key
from stet.verify.values import values


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("two weeks", "14 days"),
        ("48 hours", "2 days"),
        ("1.5 km", "1,500 m"),
        ("18 months", "1.5 years"),
        ("a fifth of the fare", "20 % of it"),
        ("0 km", "0 m"),
    ],
)
def test_equal_values_in_other_units_have_one_key(one: str, other: str) -> None:
    assert key(values(one)[0]) == key(values(other)[0])


@pytest.mark.parametrize(
    ("one", "other"), [("two weeks", "15 days"), ("1 month", "30 days"), ("5 km", "5 miles"), ("5 %", "5 km")]
)
def test_other_values_have_other_keys(one: str, other: str) -> None:
    assert key(values(one)[0]) != key(values(other)[0])


def test_a_number_of_any_size_has_a_key() -> None:
    assert key(values("10^999 km")[0])
    assert key(values(f"{'9' * 39} km")[0])
