"""Which sentences can stand as claims."""

import pytest

from stet.engines.quote.cues import is_statement


@pytest.mark.parametrize(
    "text",
    [
        "keywords: ['tolls', 'fines', 'unpaid crossing', 'EUR 240'],",
        '"summary": "The toll applies from 1 September 2027",',
        "const DAYS = { start: '2027-09-01', fine: '240 euros' };",
        "The city sends a notice.',\n  sections: ['5(1)', '5(2)'],\n  keywords: ['fines', 'EUR 240'],\n  link: 'x",
        "What does a crossing cost a lorry?",
        "See also the tariff of the bridge",
    ],
)
def test_program_text_questions_and_pointers_are_no_statements(text: str) -> None:
    assert not is_statement(text)


@pytest.mark.parametrize(
    "text",
    [
        "The toll: from 1 September 2027 it is 240 euros.",
        'Answer: "The toll applies from 1 September 2027."',
        "It says ‘lorries’, 'coaches', and of these: 'lorries' pay 240 euros.",
        "Note: ‘lorries’ pay the toll, ‘coaches’ do not.",
    ],
)
def test_a_sentence_with_a_colon_or_marks_is_one(text: str) -> None:
    assert is_statement(text)
