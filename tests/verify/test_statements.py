"""What a sentence says to a question."""

import pytest

from stet.verify.focus import focus_of
from stet.verify.statements import Place, segments, statement

TOLL = focus_of("When does the harbour bridge toll start?")


@pytest.mark.parametrize(
    ("sentence", "value"),
    [
        ("The harbour bridge toll starts on 1 September 2027.", "2027-09-01"),
        ("The harbour bridge toll now starts on 1 September 2027 instead of 1 March 2027.", "2027-09-01"),
        ("Instead of 1 March 2027, the harbour bridge toll starts on 1 September 2027.", "2027-09-01"),
        (
            'In Section 1, "1 March 2027" is replaced by "1 September 2027" for the harbour bridge toll.',
            "2027-09-01",
        ),
        ("The harbour bridge toll applies from May 2027 rather than 2 January 2027.", "2027-05"),
        ("The harbour bridge toll was adopted on 3 May 2025 and starts on 4 June 2027.", "2027-06-04"),
    ],
)
def test_the_value_is_the_one_that_holds(sentence: str, value: str) -> None:
    found = statement(sentence, TOLL, {})
    assert found.value is not None
    assert found.value.normal == value


def test_a_date_that_only_bounds_something_else_is_no_answer() -> None:
    assert (
        statement("Tags sold before 2 August 2026 work on the harbour bridge toll.", TOLL, {}).value is None
    )


def test_a_date_that_ends_something_is_an_answer_where_its_end_is_asked_for() -> None:
    sentence = "The approval of the toll covers the time until 31 August 2032."
    found = statement(sentence, focus_of("Until when is the toll approved?"), {}).value
    assert found is not None
    assert found.normal == "2032-08-31"
    assert statement(sentence, focus_of("When is the toll approved?"), {}).value is None
    old = "The toll is approved for 9 years instead of 31 August 2032."
    assert statement(old, focus_of("Until when is the toll approved?"), {}).value is None


def test_the_segment_about_the_name_that_was_asked_for_answers() -> None:
    focus = focus_of("When do the rules for Annex III systems apply?")
    law = (
        "The rules shall apply from:\n\n(i) 2 December 2027 as regards systems under Annex III; and\n\n"
        "(ii) 2 August 2028 as regards systems under Annex I."
    )
    found = statement(law, focus, {})
    assert found.value is not None
    assert found.value.normal == "2027-12-02"
    assert law[found.start : found.end].startswith("(i)") or law[found.start :].startswith("2 December")
    other = statement("The rules for Annex I systems apply from 2 August 2028.", focus, {})
    assert other.match < found.match


def test_segments_have_no_outer_spaces_and_cover_the_words() -> None:
    text = "One thing; another thing,\n\n- a point\n- and one more, and the rest"
    spans = segments(text)
    assert all(text[a:b] == text[a:b].strip() for a, b in spans)
    assert "".join("".join(text[a:b].split()) for a, b in spans) == "".join(text.split())


def test_headings_and_titles_count_less_than_the_words_themselves() -> None:
    sentence = "It starts on 1 September 2027."
    bare = statement(sentence, TOLL, {}).match
    titled = statement(sentence, TOLL, {}, Place(title=("harbour", "bridg", "toll"))).match
    whole = statement("The harbour bridge toll starts on 1 September 2027.", TOLL, {}).match
    assert bare < titled < whole


def test_one_word_of_several_says_little_to_an_open_question() -> None:
    focus = focus_of("What do small hauliers pay?")
    one = statement("Drivers pay for the coffee.", focus, {}).match
    two = statement("Drivers pay for small coffees.", focus, {}).match
    assert one < two / 3
    both = statement("They kept the logs.", focus_of("Must they keep logs?"), {}).match
    assert both == statement("They keep the logs.", focus_of("Must they keep logs?"), {}).match


def test_the_years_that_are_asked_about_matter() -> None:
    focus = focus_of("Which team did Potter coach from 2010 to 2018?")
    right = statement("Potter coached Ostersund from 2011 to 2018.", focus, {}).match
    silent = statement("Potter coached Ostersund for years.", focus, {}).match
    wrong = statement("Potter coached Ostersund in 1999.", focus, {}).match
    assert right > silent > wrong


@pytest.mark.parametrize("text", ["", " ", "\n\n", ";;;", "(i) " * 1000, "a, and " * 2000, "\x00" * 50])
def test_any_text_has_a_statement(text: str) -> None:
    found = statement(text, TOLL, {})
    assert 0 <= found.match <= 1
