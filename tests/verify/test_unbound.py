"""A bound that a claim leaves out is a doubt; one that it says in other words is not."""

import pytest

from stet.verify.unbound import bounds_dropped
from stet.verify.values import Window, cached_values


def flags(said: str, read: str) -> list[str]:
    return [f.kind for f in bounds_dropped(said, cached_values(said), [Window(read, cached_values(read))])]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("The bridge carries 500 cars a day.", "The bridge carries more than 500 cars a day."),
        ("The fine is EUR 35 million.", "Fines go up to EUR 35 million."),
        ("The tunnel is 4 km long.", "The tunnel is about 4 km long."),
        ("12 % of ships wait.", "At least 12 % of ships wait, the office says."),
        ("Die Strafe beträgt 200 Euro.", "Die Strafe beträgt bis zu 200 Euro."),
    ],
)
def test_a_bound_that_is_left_out_is_flagged(said: str, read: str):
    assert flags(said, read) == ["bound_dropped"]


@pytest.mark.parametrize(
    ("said", "read"),
    [
        ("More than 500 cars cross.", "More than 500 cars cross."),
        ("About 500 cars cross.", "More than 500 cars cross."),
        ("The maximum fine is EUR 35 million.", "Fines go up to EUR 35 million."),
        ("Die Höchststrafe beträgt 200 Euro.", "Die Strafe beträgt bis zu 200 Euro."),
        ("500 cars cross.", "More than 500 cars cross on Mondays, and 500 on Sundays."),
        ("500 cars cross.", "Seven boats cross."),
        ("It applies from 2 August 2027.", "It applies from 2 August 2027 at the latest."),
    ],
)
def test_a_bound_that_is_said_or_that_is_not_there_is_no_doubt(said: str, read: str):
    assert flags(said, read) == []


def test_the_doubt_names_both_figures_as_they_are_written():
    said, read = "It holds 500 cars.", "It holds no more than 500 cars."
    (flag,) = bounds_dropped(said, cached_values(said), [Window(read, cached_values(read))])
    assert flag.detail == "The passage says less than or at most “500”, the claim “500”."
