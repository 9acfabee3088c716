"""Statements on different things, told apart by their words."""

import pytest

from stet.verify.reconcile import stated
from stet.verify.subjects import Said, other_numbered, other_thing
from stet.verify.values import cached_values


def said(text: str, value: str | None = None, period: str = "") -> Said:
    """A sentence with the value that is written `value` in it."""
    normal = next((found.normal for found in cached_values(text) if found.exact == value), "")
    return Said(text, stated(text, normal) if value else None, period)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            said("In 2023 the ferry made EUR 4 million.", "EUR 4 million"),
            said("In 2024 it made EUR 5 million.", "EUR 5 million"),
        ),
        (
            said("The ferry made EUR 4 million.", "EUR 4 million", "2023"),
            said("It made EUR 5 million in 2024.", "EUR 5 million"),
        ),
        (said("Since 2024 12 % pay.", "12 %"), said("In 2023 15 % paid.", "15 %")),
        (said("There were 3,995 people.", "3,995"), said("There were 1,659 housing units.", "1,659")),
        (said("It is 12 % of women.", "12 %"), said("It is 15 % of men.", "15 %")),
        (said("The toll is 3 euros per day.", "3 euros"), said("The toll is 20 euros per week.", "20 euros")),
        (
            said("She was born on 1 May 1901.", "1 May 1901"),
            said("She married on 3 June 1925.", "3 June 1925"),
        ),
        (
            said("The act was adopted on 1 May 2026.", "1 May 2026"),
            said("The act applies from 1 June 2027.", "1 June 2027"),
        ),
        (said("The toll for cars is due at night."), said("The toll for lorries is due at night.")),
        (
            said("The northern bridge is 400 m long.", "400 m"),
            said("The southern bridge is 500 m long.", "500 m"),
        ),
    ],
)
def test_another_period_thing_event_or_frame_is_another_thing(one: Said, other: Said) -> None:
    assert other_thing(one, other)
    assert other_thing(other, one)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (
            said("In 2023 the ferry made EUR 4 million.", "EUR 4 million"),
            said("It made EUR 5 million in May 2023.", "EUR 5 million"),
        ),
        (said("Since 2020 12 % pay.", "12 %"), said("In 2023 15 % paid.", "15 %")),
        (said("The town has 3,995 inhabitants.", "3,995"), said("The town has 4,100 residents.", "4,100")),
        (said("It is 12 % of firms.", "12 %"), said("It is 15 % of companies.", "15 %")),
        (
            said("The bridge opened on 1 May 2020.", "1 May 2020"),
            said("The bridge was opened on 1 June 2020.", "1 June 2020"),
        ),
        (
            said("According to the ministry, the bridge is 400 m long.", "400 m"),
            said("The city says the bridge is 500 m long.", "500 m"),
        ),
        (
            said("The harbour toll is payable for every goods vehicle. Motor coaches do not pay."),
            said("The harbour toll is payable for every motor vehicle."),
        ),
    ],
)
def test_other_words_for_one_thing_are_no_other_thing(one: Said, other: Said) -> None:
    assert not other_thing(one, other)
    assert not other_thing(other, one)


def test_numbers_that_name_things_tell_them_apart_and_years_do_not() -> None:
    assert other_numbered("Lock 11 is open.", "Lock 12 is open.")
    assert not other_numbered("Sparks was born 1939 in Austin.", "Sparks was born 1955 in Austin.")
