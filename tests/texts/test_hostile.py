"""Hostile and broken texts: read to the end, with offsets that hold."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stet.texts.read import read_text

PIECES = st.sampled_from(
    [
        *"[](){}<>`*_|$^\\#>-:.!?\n\t \ré。\u200b\ud800\x00",
        *"[1]~【1】~[^1]~[^1]: ~](http://a.uk/b)~http://a.uk/b~<sup>~</sup>~```~Sources:\n~## References\n".split(
            "~"
        ),
        *"[1] ~1. ~- ~| a | b |\n~|-|-|\n~word ~Word. ~(Smith, 2020)~<!--~-->~中文~$a$~<a href='http://a.uk'>~</a>".split(
            "~"
        ),
    ]
)


@given(st.lists(PIECES, max_size=60).map("".join))
@settings(max_examples=200, deadline=None)
def test_any_text_is_read_with_spans_inside_it(text):
    read = read_text(text)
    keys = [reference.key for reference in read.references]
    assert len(set(keys)) == len(keys)
    for statement in read.statements:
        assert 0 <= statement.start <= statement.end <= len(text)
        for citation in statement.citations:
            assert text[citation.start : citation.end] == citation.marker
            assert statement.start <= citation.start <= citation.end <= statement.end
            assert citation.key is None or citation.key in keys
    named = {finding.where for finding in read.findings if finding.kind == "dangling"}
    assert {c.name or c.marker for s in read.statements for c in s.citations if c.key is None} == named
    assert all(0 <= (f.start or 0) <= (f.end or 0) <= len(text) for f in read.findings)
    assert 0 <= read.body_end <= len(text)


@pytest.mark.parametrize(
    "text",
    [
        "[" + "1" * 60_000,
        "[" * 30_000 + "]" * 30_000,
        "[1]" * 20_000,
        "`" * 60_000,
        "```\n" * 10_000,
        "<sup>" * 10_000,
        "(" * 60_000,
        "[a](" * 15_000 + ")" * 15_000,
        "https://a.uk/" + ")" * 60_000,
        "Sources:\n" * 5_000,
        "[1-200]" * 500,
        "and " * 15_000 + "(2020)",
    ],
)
def test_a_long_hostile_text_is_read_to_the_end(text):
    assert read_text(text).body_end <= len(text)


def test_a_runaway_of_numbers_is_named_number_by_number():
    text = (
        "Tolls rose "
        + "".join(f"[{n}]" for n in range(16, 399))
        + ".\n\n## Sources\n\n[16] A: https://a.uk/1\n"
    )
    read = read_text(text)
    assert sum(f.kind == "dangling" for f in read.findings) == 382
