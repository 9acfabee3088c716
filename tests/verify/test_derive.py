"""Arithmetic explains a figure only where the passage's figures speak of one thing: else any wrong one follows."""

import pytest

from stet.verify.values import missing_values


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The fare falls by 60 percent.", "Seniors pay half. At night the fare falls by 20 percent."),
        ("Sales rose by 50 percent.", "20 % of the boats are old and 30 % of the nets are new."),
        ("In total there are 11 desks.", "There are four doors. The hall has 7 windows."),
        ("The crew grew by 5.", "The ferry has 9 cabins.\nIt sails at 4 knots with 14 people."),
        ("The share is 10.", "There are 21 boats and 2 piers."),
        ("The score is 1.", "The score is 0.95."),
        ("It applies to 2 of them later.", "It began on 2 August 2025. It ends on 2 August 2027."),
        ("The fine is up to 50 %.", "One fine is EUR 15 million. Another is EUR 7.5 million."),
    ],
)
def test_figures_of_different_things_make_no_third(claim: str, passage: str) -> None:
    assert missing_values(claim, passage)


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The share rose by 25 %.", "The share went from 12 % to 15 %."),
        ("In total there are 11 doors and windows.", "There are four doors and 7 windows."),
        ("The fleet grew by 30 boats.", "In 2023 there were 120 boats. In 2024 there were 150 boats."),
        ("A total of EUR 12 million was paid.", "Ann paid EUR 5 million. Bea paid EUR 7 million."),
        ("They won 50 % of the games.", "They won 10 of 20 games."),
        ("The fleet is 3 times as large.", "It had 4 boats and now has 12 boats."),
        ("She died aged 81.", "Ida Lund (1840 - 1921) was a painter."),
        ("It lasted 9 years.", "It ran from 1912 to 1921."),
    ],
)
def test_figures_of_one_thing_are_computed(claim: str, passage: str) -> None:
    assert missing_values(claim, passage) == ()
