"""Statements of a draft, and of a text with marks of any kind."""

import pytest

from stet.evaluate.plant import Target
from stet.evaluate.plant.reading import folded, literal, places, plain, statements, with_keys


def test_a_statement_of_a_draft_is_all_before_its_keys() -> None:
    text = "## Short answer\n\nAccording to “A”: “It is so\\. Truly\\.” [C1]\n\n## More\n\nTwo. [C2, C13] Three [C4]\n"
    found = statements(text)
    assert [(each.words(text), each.keys, each.lead) for each in found] == [
        ("According to “A”: “It is so\\. Truly\\.”", ("C1",), True),
        ("Two.", ("C2", "C13"), False),
        ("Three", ("C4",), False),
    ]


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("First. It is so [1]. And so [2, 3].", [("It is so", "1"), ("And so", "2 3")]),
        ("First. It is so. [1] More. [^2]", [("It is so.", "1"), ("More.", "2")]),
        ("Dies ist so【1】。那是 3 月【2†L1-L9】。", [("Dies ist so", "1"), ("那是 3 月", "2")]),
        ("In [2025] it was [S1][2].", [("In [2025] it was", "S1 2")]),
        ("It is so.[^a] And so.[^two-b]", [("It is so.", "a"), ("And so.", "two-b")]),
        ("- Item [1-3]\n\n[1] A title. https://a.example/x", [("Item", "1 3")]),
        ("See [1](#sources) and [1](https://a.example).", []),
    ],
)
def test_a_statement_of_a_text_is_the_last_sentence_before_a_mark(
    text: str, wanted: list[tuple[str, str]]
) -> None:
    found = statements(text, "any")
    assert [(each.words(text), " ".join(each.keys)) for each in found] == wanted


@pytest.mark.parametrize(
    ("keys", "wanted"), [((), "It is so."), (("9",), "It is so[9]."), (("1", "9"), "It is so [1][9].")]
)
def test_the_marks_of_a_text_are_changed_in_their_own_form(keys: tuple[str, ...], wanted: str) -> None:
    target = Target(text="It is so [1].", marks="any")
    assert with_keys(target, places(target)[0], keys).text == wanted


def test_nothing_is_planted_in_a_spared_span() -> None:
    text = "It is so [1]. And so [2]."
    assert [each.keys for each in places(Target(text=text, marks="any", spared=((0, 10),)))] == [("2",)]


@pytest.mark.parametrize("words", ["a [b] *c* 3.5 t. So.", "<i> \\ `x`", "“No.” He went"])
def test_literal_words_read_as_they_were(words: str) -> None:
    assert plain(literal(words)) == words


def test_folded_words_are_letters_and_digits() -> None:
    assert folded("Is  it\\. “So”, 3.5 t?") == "is it so 3 5 t"
