"""What a question asks for."""

import pytest

from stet.verify.focus import AnswerKind, answer_kind, focus_of
from stet.verify.words import RELATED, stem, stems, words


@pytest.mark.parametrize(
    ("question", "kind"),
    [
        ("When does the toll start?", AnswerKind.DATE),
        ("In what year was the bridge built?", AnswerKind.DATE),
        ("Wann gilt die Verordnung?", AnswerKind.DATE),
        ("What did the ordinance change in the toll: its date?", AnswerKind.DATE),
        ("How long is the transition?", AnswerKind.DURATION),
        ("How much is the fine?", AnswerKind.MONEY),
        ("What is the price of a pass?", AnswerKind.MONEY),
        ("What is the population of Broken Bow?", AnswerKind.COUNT),
        ("What is the length of the river?", AnswerKind.MEASURE),
        ("Within how many days can the keeper object?", AnswerKind.DURATION),
        ("How many days does it take?", AnswerKind.DURATION),
        ("How many bridges are there?", AnswerKind.COUNT),
        ("For whom?", AnswerKind.WHO),
        ("Where is the bridge?", AnswerKind.WHERE),
        ("Is the toll abolished?", AnswerKind.YES_NO),
        ("Which obligations apply to providers?", AnswerKind.OPEN),
    ],
)
def test_the_asking_words_give_the_kind(question: str, kind: AnswerKind) -> None:
    assert answer_kind(question) is kind


def test_names_law_references_and_numbers_must_be_there() -> None:
    focus = focus_of("Does Annex III of the Harbour Act apply to John Doe in 2027?")
    assert ("annex", "iii") in focus.must
    assert ("harbour", "act") in focus.must
    assert tuple(stems("John Doe")) in focus.must
    assert focus.years == (2027, 2027)
    assert ("2027",) not in focus.must


def test_asking_words_are_no_subject() -> None:
    assert focus_of("When exactly does the toll start?").terms == ("toll", "start")


def test_stems_bring_forms_of_a_word_together() -> None:
    assert stem("applies") == stem("applied") == stem("apply")
    assert stem("tolls") == stem("toll")
    assert stem("class") == "class"
    assert stem("fine") in RELATED[stem("penalty")]


def test_words_of_any_script() -> None:
    assert words("東京の塔") == ["東京", "京の", "の塔"]
    assert words("The city’s U.S. office") == ["the", "city", "u.s", "office"]


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("rise", "rises"),
        ("fine", "fines"),
        ("rule", "rules"),
        ("date", "dates"),
        ("base", "bases"),
        ("toll", "tolls"),
    ],
)
def test_a_short_word_and_its_plural_have_one_stem(one: str, other: str) -> None:
    assert stem(one) == stem(other)
