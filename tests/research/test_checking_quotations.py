"""Words in quotation marks, and sentences of which one says otherwise."""

import time

import pytest

from stet.research.checking_conflicts import says_otherwise
from stet.research.checking_quotations import checkable, only_attributes, quotations


@pytest.mark.parametrize(
    ("text", "inside"),
    [
        ("He wrote “one two” and “three”.", ["one two", "three"]),
        ('She said "one two".', ["one two"]),
        ("Sie sagte: „eins zwei“.", ["eins zwei"]),
        ("Il dit «un deux».", ["un deux"]),
        ("他说「一二」和『三四』。", ["一二", "三四"]),
        ('“The date "1 March" is replaced.”', ['The date "1 March" is replaced.']),
        ('A 6" pipe and a 4" pipe', []),
        ("An “open quotation that never ends", []),
    ],
)
def test_quotations_are_found_with_the_outermost_marks(text: str, inside: list[str]) -> None:
    found = list(quotations(text))
    assert [each.exact for each in found] == inside
    assert all(text[each.start : each.end] == each.exact for each in found)


@pytest.mark.parametrize(
    ("quoted", "must_stand"),
    [
        ("the toll is paid by the keeper of the vehicle", True),
        ("so-called experts", False),
        ("Everything You Need to Know About the Bridge Toll", False),
        ("a known title of a work that is cited here", False),
    ],
)
def test_names_titles_and_raised_eyebrows_quote_nothing(quoted: str, must_stand: bool) -> None:
    (one,) = quotations(f"It says “{quoted}”.")
    assert checkable(one, ["A known title of a work that is cited here"]) is must_stand


@pytest.mark.parametrize(
    ("text", "nothing_else"),
    [
        ("According to the page: “x y z”.", True),
        ("The page says that “x y z”.", True),
        ("The page does not say that “x y z”.", False),
        ("It is false that “x y z”.", False),
        ("“x y z”, which is why ferries sink.", False),
    ],
)
def test_only_naming_the_source_adds_nothing_to_a_quotation(text: str, nothing_else: bool) -> None:
    assert only_attributes(text, list(quotations(text)), ()) is nothing_else


@pytest.mark.parametrize(
    ("sentence", "otherwise"),
    [
        ("The ferry to Selby starts on 1 July 2027 for all passengers with a bicycle.", True),
        ("The ferry to Selby starts in May 2027.", False),
        ("The ferry to Tolby was painted on 1 July 2027.", False),
        ("The ferry to Selby starts on 1 July 2027 and not on 1 May 2027.", True),
        ("The coffee on board is cold.", False),
    ],
)
def test_one_other_value_for_the_same_thing_says_otherwise(sentence: str, otherwise: bool) -> None:
    assert says_otherwise("The ferry to Selby starts on 1 May 2027.", sentence) is otherwise


@pytest.mark.parametrize(
    "hostile", ["“" * 20_000, '"' * 20_000, "“a" * 20_000, '"a ' * 20_000, "„«「" * 10_000]
)
def test_quotation_marks_without_end_are_read_in_linear_time(hostile: str) -> None:
    def seconds(text: str) -> float:
        start = time.perf_counter()
        list(quotations(text))
        return time.perf_counter() - start

    once = min(seconds(hostile) for _ in range(3))
    assert min(seconds(hostile * 2) for _ in range(3)) < 6 * once + 0.05
