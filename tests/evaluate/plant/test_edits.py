"""Errors that a writer might make: sentences stay sentences."""

from random import Random

import pytest

from stet.evaluate.plant.edits import (
    Around,
    Editor,
    changed_hedge,
    flipped_negation,
    moved_date,
    outside_name,
    same_source_number,
)


def made(editor: Editor, words: str, *sources: str) -> set[str]:
    return {edit.of(words) for seed in range(8) for edit in editor(words, Around(sources, Random(seed)))}


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("Canoes must pay too", {"Canoes must not pay too"}),
        ("The office has raised no objection", set()),
        ("The keeper has 30 days to object", {"The keeper does not have 30 days to object"}),
        ("The fee has been paid", {"The fee has not been paid"}),
        ("The pay is low", {"The pay is not low"}),
        ("They need to pay", set()),
        (
            "Lorries pay, canoes do not pay",
            {"Lorries do not pay, canoes do not pay", "Lorries pay, canoes pay"},
        ),
        ("It may not be opened", {"It may be opened"}),
        ("It is not only for lorries", set()),
    ],
)
def test_a_verb_is_turned_as_somebody_would_write_it(words: str, wanted: set[str]) -> None:
    assert made(flipped_negation, words) == wanted


@pytest.mark.parametrize(
    ("words", "wanted"),
    [
        ("Information about the fee is free", set()),
        ("It costs about 4 euros", {"It costs 4 euros"}),
        ("Up there at most ten may land", {"Up there ten may land", "Up there at most ten must land"}),
        ("The fee can be paid", {"The fee must be paid"}),
        ("It is the most used", set()),
        ("It is for vans only", set()),
    ],
)
def test_a_hedge_is_one_where_it_stands(words: str, wanted: set[str]) -> None:
    assert made(changed_hedge, words) == wanted


@pytest.mark.parametrize(
    ("words", "last"),
    [
        ("It leads over the Selby Bridge to town", "Bridge to town"),
        ("So says the Port Authority today", "Authority today"),
    ],
)
def test_an_invented_name_is_of_the_kind_of_the_true_one(words: str, last: str) -> None:
    after = made(outside_name, words)
    assert after
    assert all(each.endswith(last) for each in after)


def test_a_number_is_taken_from_among_those_of_its_unit() -> None:
    source = "It costs 4 euros, or 9 euros at night, within 30 days."
    assert made(same_source_number, "It costs 4 euros", source) == {"It costs 9 euros"}


def test_one_of_a_thing_stays_one() -> None:
    assert made(same_source_number, "It ends within one day", "It lasts five days.") == set()


def test_a_moved_date_is_none_that_the_words_have_already() -> None:
    words = (
        "Moved from 1 May 2027 to 1 June 2027, 1 July 2027, 1 August 2027, 1 November 2027 and 1 April 2027"
    )
    assert all("from 1 May" in each or "from 2027" in each for each in made(moved_date, words))


def test_the_number_of_a_section_is_no_amount() -> None:
    assert made(same_source_number, "Under Section 4 it is due", "It costs 9 euros") == set()
