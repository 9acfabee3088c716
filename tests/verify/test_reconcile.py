"""Values that can both be true, and values that cannot."""

import pytest

from stet.verify.reconcile import Stated, comparable, consistent, ranges, stated


def value(text: str) -> Stated:
    return ranges(text)[0]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,500 m", "1.5 km"),
        ("12 %", "0.12"),
        ("10–20 %", "0.15"),
        ("24 hours", "1 day"),
        ("2 years", "24 months"),
        ("30 days", "1 month"),
        ("3,559 people", "3,600 people"),
        ("EUR 34.6 million", "EUR 35 million"),
        ("between 400 and 600 boats", "523 boats"),
        ("three to five years", "48 months"),
        ("from 10 to 20 km", "15 to 30 km"),
        ("more than 500 people", "523 people"),
        ("at most 40 tonnes", "38 tonnes"),
        ("about 1,000 boats", "940 boats"),
        ("more than 500 boats", "more than 520 boats"),
        ("20 °C", "68 °F"),
        ("March 2027", "1 March 2027"),
        ("2027", "1 March 2027"),
        ("Q1 2027", "1 March 2027"),
        ("the 1990s", "1995"),
        ("1861–1863", "1862"),
        ("about 1870", "1872"),
        ("1 May", "1 May 2027"),
        ("Alice Sandoval", "Mr Sandoval"),
        ("the United States", "the US"),
    ],
)  # fmt: skip
def test_values_that_differ_only_in_how_they_are_given_are_consistent(one: str, other: str) -> None:
    assert consistent(value(one), value(other))
    assert consistent(value(other), value(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("1,500 m", "1.6 km"),
        ("12 %", "0.15"),
        ("12 months", "13 months"),
        ("36 months", "24 months"),
        ("30 days", "two months"),
        ("3,559 people", "3,700 people"),
        ("EUR 180", "EUR 240"),
        ("EUR 100", "EUR 98"),
        ("EUR 34 million", "EUR 35 million"),
        ("up to EUR 35 million", "up to EUR 30 million"),
        ("at least 5 years", "at least 8 years"),
        ("between 400 and 600 boats", "723 boats"),
        ("more than 500 people", "480 people"),
        ("more than 500 people", "5,000 people"),
        ("at most 40 tonnes", "44 tonnes"),
        ("about 1,000 boats", "700 boats"),
        ("1 March 2027", "1 September 2027"),
        ("2027", "1 March 2028"),
        ("Q1 2027", "1 May 2027"),
        ("1861–1863", "1864"),
        ("about 1870", "1890"),
        ("Alice Sandoval", "Alice Merriweather"),
    ],
)  # fmt: skip
def test_values_that_cannot_both_be_true_are_not(one: str, other: str) -> None:
    assert comparable(value(one), value(other)) or value(one).low.kind == "name"
    assert not consistent(value(one), value(other))
    assert not consistent(value(other), value(one))


@pytest.mark.parametrize(
    ("one", "other"),
    [("12 %", "340 boats"), ("EUR 50", "USD 60"), ("5 km", "5 kg"), ("36", "24 months"), ("2027", "12 %")],
)
def test_values_of_different_measures_are_not_compared(one: str, other: str) -> None:
    assert not comparable(value(one), value(other))
    assert consistent(value(one), value(other))


def test_a_value_is_found_in_its_text_with_the_whole_of_its_range() -> None:
    text = "The ferry carries between 400 and 600 cars on a day."
    found = stated(text, "400")
    assert found is not None
    assert text[found.start : found.end] == "400 and 600"
    elsewhere = stated("The ferry is slow.", "EUR 35000000")
    assert elsewhere is not None
    assert elsewhere.low.unit == "EUR"
    assert stated("The ferry is slow.", "slow") is None
