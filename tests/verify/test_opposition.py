"""Sentences that say opposite things in nearly the same words."""

import pytest

from stet.verify.opposition import agree, opposed


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Exports are subject to the levy.", "Exports are not subject to the levy."),
        ("The levy is always due on Sundays.", "The levy is never due on Sundays."),
        ("The vote was lawful.", "The vote was unlawful."),
        ("All drivers under 21 are excluded.", "No drivers under 21 are excluded."),
        ("The penalty for crossing is 180 euros.", "The penalty for crossing is 240 euros."),
        ("The grain levy starts on 1 May 2027.", "The grain levy starts on 1 June 2027."),
        ("The ferry may carry dogs.", "The ferry may not carry dogs."),
    ],
)
def test_opposite_sentences_are_seen_and_never_merged(one: str, other: str) -> None:
    assert opposed(one, other)
    assert opposed(other, one)
    assert not agree(one, other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("The toll starts on 1 May 2027.", "The ferry does not take cars."),
        ("Cars pay 3 euros.", "Lorries of more than 12 tonnes pay 9 euros on weekdays."),
        ("The fine is 180 euros.", "The fine is 180 euros."),
        ("Lock 11 is 1111 metres long.", "Lock 12 is 1212 metres long."),
        ("The door number 1 is painted red.", "The door number 2 is painted green."),
        ("Article 5 applies from 1 May 2027.", "Article 6 applies from 1 June 2027."),
        ("The fine is 180 euros, later 240 euros.", "The fine is 200 euros, later 240 euros."),
    ],
)
def test_sentences_on_other_things_are_not_opposed(one: str, other: str) -> None:
    assert not opposed(one, other)


def test_the_same_statement_in_other_order_agrees() -> None:
    assert agree("From 1 May 2027 the levy is due.", "The levy is due from 1 May 2027.")
    assert not agree("The levy is due from 1 May 2027.", "The levy is due from 1 June 2027.")
    assert not agree("The levy may be due.", "The levy is always due.")
