"""Values in texts: what is found, and what is put in its place."""

import datetime as dt
import re
from random import Random

import pytest

from stet.evaluate.plant import spotting
from stet.evaluate.plant.wordlists import MONTHS


def found(spots: list[spotting.Spot]) -> list[str]:
    return [spot.text for spot in spots]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("It starts on 1 September 2027 and ends in May 2028.", ["1 September 2027", "May 2028"]),
        ("From September 1, 2027 (2027-09-01).", ["September 1, 2027", "2027-09-01"]),
        ("Ab dem 1. März 2027, spätestens 02.08.2027.", ["1. März 2027", "02.08.2027"]),
        ("Le 1er août 2027 et le 3 de agosto de 2026.", ["1er août 2027", "3 de agosto de 2026"]),
        ("自2027年9月1日起，2025年以来。", ["2027年9月1日", "2025年"]),
        ("Since 2019 it is so, under Ordinance 14/2026.", ["2019"]),
        ("Article 2026-17 and version 1.2027 are none.", []),
    ],
)
def test_dates_are_found_in_their_forms(text: str, wanted: list[str]) -> None:
    assert found(spotting.dates(text)) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("(2) It costs 6.50 euros for up to 12 tonnes.", ["6.50", "12"]),
        ("1\\. In thirty days 1,250 of 3 000 vehicles came.", ["thirty", "1,250", "3 000"]),
        ("On 1 September 2027 it was 240 euros.", ["240"]),
        ("Open from 9:00 to 16:30, at 7.", ["7"]),
        ("Under § 12 and Ordinance 31/2026 nothing changes.", []),
    ],
)
def test_numbers_are_neither_dates_nor_marks_of_a_list(text: str, wanted: list[str]) -> None:
    assert found(spotting.numbers(text)) == wanted


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("The keeper asks the National Roads Authority.", ["National Roads Authority"]),
        ("Marrow & Pike advise Norland.", ["Marrow & Pike", "Norland"]),
        ("Payment is due on Friday under Section 4 in September.", []),
        ("Buses are free. Coaches are not.", []),
        ("(1) The Harbour Office decides.", ["Harbour Office"]),
    ],
)
def test_names_begin_no_sentence_and_are_no_days_or_sections(text: str, wanted: list[str]) -> None:
    assert found(spotting.names(text)) == wanted


@pytest.mark.parametrize("number", ["7", "240", "6.50", "1,250", "4.1", "twelve"])
def test_another_number_is_another_and_written_alike(number: str) -> None:
    for seed in range(40):
        other = spotting.another_number(number, Random(seed))
        assert other != number
        assert re.sub(r"\d", "0", other) == re.sub(r"\d", "0", number) or other.isalpha()


@pytest.mark.parametrize(
    "date",
    ["1 September 2027", "September 1, 2027", "2027-09-01", "01.09.2027", "2027年9月1日", "1. März 2027"],
)
def test_a_moved_date_is_a_date_of_the_same_form_and_another(date: str) -> None:
    for seed in range(20):
        rng = Random(seed)
        for other in (spotting.another_year(date, rng), spotting.another_day(date, rng)):
            assert other is not None
            assert other != date
            assert found(spotting.dates(other)) == [other]


@pytest.mark.parametrize(
    "date", ["31 August 2032", "2032-08-31", "31.08.2032", "12/31/2032", "29 February 2028", "2028年2月29日"]
)
def test_a_moved_date_is_a_day_of_the_calendar(date: str) -> None:
    for seed in range(60):
        for other in (spotting.another_year(date, Random(seed)), spotting.another_day(date, Random(seed))):
            if other is None:
                continue
            figures = [int(each) for each in re.findall(r"\d+", other)]
            if date == "12/31/2032":
                figures = [figures[1], figures[0], figures[2]] if figures[0] <= 12 < figures[1] else figures
            year, day = max(figures), figures[-1] if figures[0] > 31 else figures[0]
            month = next((n for n, names in enumerate(MONTHS, 1) if names[0] in other), figures[1])
            assert dt.date(year, month, day)


def test_a_leap_day_is_not_moved_by_a_year() -> None:
    assert spotting.another_year("29 February 2028", Random(1)) is None


def test_a_year_alone_has_no_other_day() -> None:
    assert spotting.another_day("2027", Random(1)) is None


def test_an_english_date_can_be_written_in_digits() -> None:
    assert spotting.in_another_form("1 September 2027") == "2027-09-01"
    assert spotting.in_another_form("1er août 2027") is None


@pytest.mark.parametrize(
    "text",
    [
        "A " * 200_000,
        "Aa Aa of " * 100_000,
        "1,111" * 100_000,
        "(" * 400_000,
        "May " * 150_000,
        "2027-" * 100_000,
    ],
)
def test_hostile_texts_take_time_in_their_length_alone(text: str) -> None:
    # With a pattern that backtracks these would not end within the time limit of a test.
    spotting.dates(text)
    spotting.numbers(text)
    spotting.names(text)
