import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.adapters.corpus.passages import LONG, pieces
from stet.adapters.corpus.snippet import WIDTH, snippet
from stet.adapters.corpus.terms import MAX_TERMS, any_of, for_index, query_terms


@pytest.mark.parametrize(
    ("question", "own"),
    [
        ("When does the harbour bridge toll start?", ("harbour", "bridge", "toll", "start")),
        ("Wann gilt die Verordnung?", ("gilt", "verordnung")),
        ("What did the people die of?", ("people", "die")),
        ("Quand le règlement est-il applicable ?", ("règlement", "applicable")),
        ("¿Cuándo empieza el peaje?", ("empieza", "peaje")),
        ("the of and", ("the", "of", "and")),
        ("規制", ("規制",)),
        ("AI規制法の対象", ("ai", "規制", "制法", "法の", "の対", "対象")),
        ("税", ("税",)),
        ("２０２６年", ("2026", "年")),
        ("2024/1689 high_risk", ("2024", "1689", "high", "risk")),
        ("", ()),
        ('"*():^-+~', ()),
    ],
)
def test_a_question_becomes_its_telling_words(question, own):
    assert query_terms(question).own == own


def test_a_question_about_a_beginning_looks_for_its_other_names():
    assert "into force" in query_terms("When does the ban apply?").related
    assert "in kraft" in query_terms("Wann gilt das Verbot?").related
    assert query_terms("Which forces apply to a beam?").related == ()
    assert query_terms("When was the bridge built?").related == ()


def test_terms_are_bounded():
    assert len(query_terms(" ".join(f"w{n}" for n in range(10_000))).own) == MAX_TERMS


def test_unspaced_scripts_are_written_as_pairs():
    assert for_index("AI規制法") == "AI 規制 制法 法 "
    assert for_index("plain") == "plain"
    assert "\0" not in for_index("a\0b")
    for_index("lone \ud800 surrogate é").encode()


@given(st.text(max_size=5_000) | st.text("ab \n", max_size=8_000))
def test_pieces_cover_a_text_without_gap_or_overlap(text):
    spans = list(pieces(text))
    assert "".join(text[start:end] for start, end in spans) == text
    assert all(0 < end - start <= LONG for start, end in spans)


@given(st.text(max_size=3_000), st.text(max_size=60))
def test_a_snippet_is_short_for_any_text(text, question):
    short = snippet(text, (0, len(text)), query_terms(question).own)
    assert len(short) <= WIDTH + 4
    assert all(word in " ".join(text.split()) for word in short.strip("… ").split())


def test_a_snippet_shows_where_most_terms_stand():
    text = (
        "toll "
        + "filler words here " * 60
        + "the toll on the bridge starts in March "
        + "more filler words " * 60
    )
    assert "toll on the bridge starts in March" in snippet(text, (0, len(text)), ("toll", "bridge", "start"))


def test_any_term_is_quoted():
    assert any_of(("a", 'b"c', "税")) == '"a" OR "b""c" OR "税" *'
