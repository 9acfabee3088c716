from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.domain.evidence import Mark
from stet.verify.sentences import Span, sentences, window

LAW = """Article 113

(b) point (c) is replaced by the following:

‘(c) Chapter III, Sections 1, 2, and 3, shall apply from:

(i) 2 December 2027 as regards Annex III; and

(ii) 2 August 2028 as regards Annex I;’;

(c) the following point is added:

‘(d) Articles 102 to 110 shall apply from 27 July 2026.’;
"""


def cut(text: str, marks: tuple[Mark, ...] = ()) -> list[str]:
    return [text[span.start : span.end] for span in sentences(text, marks)]


@pytest.mark.parametrize(
    "pieces",
    [
        ["Art. 6(2) of Reg. (EU) 2024/1689 applies, e.g. to Dr. Smith.", "It is new."],
        ["Der Preis stieg am 3. März 2024 um 4 %.", "Das ist viel."],
        ["It cites J. R. Smith et al. 2020 and No. 5.", "See Fig. 3."],
        ["Growth was 3.5 million.", "He left."],
        ["1. Member States shall act.", "They shall report."],
        ["It grew.[3]", "Then it fell."],
    ],
)
def test_sentences_of_a_paragraph(pieces: list[str]):
    assert cut(" ".join(pieces)) == pieces


def test_cjk_sentences_need_no_spaces():
    assert cut("日本語です。次の文！まだ？") == ["日本語です。", "次の文！", "まだ？"]


def test_a_lead_in_is_joined_with_its_points_and_nothing_more():
    found = cut(LAW)
    assert found[0] == "Article 113"
    assert found[1].startswith("(b) point (c)")
    assert found[1].endswith("Annex I;’;")
    assert found[2].startswith("(c) the following point is added:")
    assert len(found) == 3


def test_a_long_list_is_cut_into_lead_in_and_points():
    text = "The fines are:\n" + "\n".join(f"({letter}) {'word ' * 60}end;" for letter in "abc")
    assert [piece[:4] for piece in cut(text)] == ["The ", "(a) ", "(b) ", "(c) "]


def test_table_rows_of_points_belong_to_their_lead_in():
    text = "However:\n| (a) | Chapters I and II apply from 2025; |\n| (b) | Chapter V applies from 2026. |\n\nIt is so."
    assert len(cut(text)) == 2


def test_headings_stand_alone_and_blank_lines_always_part():
    text = "Entry into force\nIt applies from 2026 and\n\nnot before"
    marks = (Mark(kind="heading", start=0, end=16, label="Entry into force"),)
    assert cut(text, marks) == ["Entry into force", "It applies from 2026 and", "not before"]


def test_wrapped_lines_are_one_sentence():
    text = (
        "This is a long line of a plain text that was wrapped by hand at\n"
        "seventy columns or so. And then a new\nsentence begins here."
    )
    assert len(cut(text)) == 2


@given(st.text(alphabet=st.sampled_from(list("ab A1.!?。:;\n\r\u2028()-•|’‘i[]\ud800")), max_size=200))
def test_spans_are_ordered_apart_and_lose_no_word(text: str):
    spans = sentences(text)
    assert all(one.end <= two.start for one, two in pairwise(spans))
    assert all(text[span.start : span.end].strip() == text[span.start : span.end] != "" for span in spans)
    covered = {at for span in spans for at in range(span.start, span.end)}
    assert all(char.isspace() or place in covered or not char.isalnum() for place, char in enumerate(text))


def test_the_window_is_three_sentences_on_either_side():
    text = " ".join(f"This is sentence {chr(65 + i)}{chr(97 + i)}." for i in range(10))
    spans = sentences(text)
    around = window(text, spans, spans[5].start + 2, spans[5].end)
    assert around == Span(spans[2].start, spans[8].end)
    assert window(text, spans, spans[0].start, spans[0].end) == Span(0, spans[3].end)
    assert window("x", (), 0, 5) == Span(0, 1)


def test_a_numbered_part_may_end_a_sentence():
    text = "It is 2 August 2028 for systems under Annex I. The distinction is kept. See J. Smith of Class B. He agrees."
    assert cut(text) == [
        "It is 2 August 2028 for systems under Annex I.",
        "The distinction is kept.",
        "See J. Smith of Class B.",
        "He agrees.",
    ]


def test_a_long_quotation_is_a_text_of_its_own_and_a_short_one_is_not():
    long = (
        f'"{"The first rule holds for every vehicle over the limit of weight. " * 5}The last rule ends it."'
    )
    assert len(cut(long)) == 6
    assert len(cut('He said "I will go. You stay." and left.')) == 1
