"""Values in other words: what says the same is no missing value, what says something else is."""

import pytest

from stet.verify.found import Kind
from stet.verify.values import missing_values, values


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The rate falls by a fifth.", "The rate falls by 20 percent."),
        ("The rate falls by 20 percent.", "The rate falls by one fifth."),
        ("Prices rose by a third in May.", "Prices rose by 33 percent in May."),
        ("Seniors pay a quarter less.", "Seniors pay 25 % less."),
        ("It must be paid within two weeks.", "It must be paid within 14 days."),
        ("It must be paid within 14 days.", "It must be paid within a fortnight."),
        ("The pass is valid for 12 months.", "The pass is valid for one year."),
        ("The permit lasts 18 months.", "The permit lasts a year and a half."),
        ("They answer within six months.", "They answer within half a year."),
        ("It takes two days.", "It takes 48 hours."),
        ("It takes 30 minutes.", "It takes half an hour."),
        ("Three dozen boats sank.", "36 boats sank."),
        ("The baths open from 9 a.m. to 5 pm.", "The baths open 09:00–17:00."),
        (
            "The gate is guarded 24/7, 365 days a year.",
            "The gate is guarded at all hours, every day of the year.",
        ),
        ("In the nineteen-nineties it closed.", "In the 1990s it closed."),
    ],
)
def test_the_same_value_in_other_words_is_not_missing(claim: str, passage: str) -> None:
    assert missing_values(claim, passage) == ()


@pytest.mark.parametrize(
    ("claim", "passage"),
    [
        ("The rate falls by a quarter.", "The rate falls by 20 percent."),
        ("It must be paid within three weeks.", "It must be paid within 14 days."),
        ("It must be paid within 13 days.", "It must be paid within a fortnight."),
        ("The pass is valid for 12 months.", "The pass costs 9 euros a year."),
        ("The baths open from 9 a.m. to 6 p.m.", "The baths open 09:00–17:00."),
        ("The baths open at 5 a.m.", "The baths open at 17:00."),
        ("The gate is guarded 24/7.", "The gate is guarded at night."),
        ("In the nineteen-eighties it closed.", "In the 1990s it closed."),
    ],
)
def test_another_value_in_other_words_is_missing(claim: str, passage: str) -> None:
    assert missing_values(claim, passage)


@pytest.mark.parametrize("text", ["It was sold by a third party.", "By a quarter past ten they left."])
def test_a_rank_or_a_time_is_no_share(text: str) -> None:
    assert not [each for each in values(text) if each.kind is Kind.PERCENT]


@pytest.mark.parametrize("break_", [" ", "\n"])
def test_the_mark_of_the_next_point_is_no_reference(break_: str) -> None:
    text = f"it applies (i) from 2 December 2027 to Annex III; and{break_}(ii) 2 August 2028 to Annex I."
    found = values(text)
    assert [each.normal for each in found if each.kind is Kind.REFERENCE] == ["annex III", "annex I"]
    assert [each.normal for each in found if each.kind is Kind.DATE] == ["2027-12-02", "2028-08-02"]


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("Article 6(1) and (2) say so.", 2),
        ("points (a), (b) and (c) of the list", 3),
        ("Article 6(1)(a) and (b) say so.", 2),
        ("Article 6(2), and (ii) the rest", 1),
        ("Articles 5, 6 and 7(2) say so.", 3),
    ],
)
def test_brackets_of_one_kind_go_on_with_a_reference(text: str, count: int) -> None:
    assert len([each for each in values(text) if each.kind is Kind.REFERENCE]) == count
