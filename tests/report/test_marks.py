"""Marks in saved texts: nothing of the text is lost, every span is marked."""

from hypothesis import given
from hypothesis import strategies as st

from stet.report.marks import AROUND, Span, context, marked

TEXT = "One two. Three four. Five six. Seven eight. Nine ten."


def span(start: int, end: int, number: int = 1) -> Span:
    return Span(start, end, f"a{number}", f"C{number}")


@given(st.lists(st.tuples(st.integers(0, 50), st.integers(1, 20)), max_size=8))
def test_marks_nest_and_keep_the_text(pairs: list[tuple[int, int]]):
    spans = [span(start, min(start + size, len(TEXT)), i) for i, (start, size) in enumerate(pairs)]
    spans = [s for s in spans if s.start < s.end]
    tokens = marked(TEXT, spans)
    assert "".join(t.text for t in tokens if t.kind == "text") == TEXT
    depth, at, starts = 0, 0, {}
    for token in tokens:
        depth += (token.kind == "open") - (token.kind == "close")
        assert depth >= 0
        at += len(token.text)
        if token.anchor:
            starts[token.anchor] = at
    assert depth == 0
    assert starts == {s.anchor: s.start for s in spans}
    assert {key for t in tokens for key in t.claims} == {s.claim for s in spans}


def test_a_long_text_keeps_what_is_around_the_words():
    text = "a" * 50_000 + "WORDS" + "b" * 50_000
    tokens = marked(text, [span(50_000, 50_005)])
    assert [t.kind for t in tokens] == ["cut", "text", "open", "text", "close", "text", "cut"]
    assert tokens[0].text == f"{50_000 - AROUND:,}"
    assert tokens[3].text == "WORDS"


def test_context_is_two_sentences_on_each_side():
    start = TEXT.index("Five six.")
    found = context(TEXT + " Eleven.", start, start + 9)
    assert (found.before, found.exact, found.after) == (
        "One two. Three four. ",
        "Five six.",
        " Seven eight. Nine ten.",
    )
    assert (found.more_before, found.more_after) == (False, True)
