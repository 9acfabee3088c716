"""Texts that are data: said to be no prose, and not read."""

import pytest

from stet.texts.read import read_text


@pytest.mark.parametrize(
    "text",
    [
        '{"year": 2017, "text": "Tolls rose by 12 % [1]."}',
        '\ufeff\n[\n  {"authorId": "40348417"}\n]\n',
        '{"a": 1}\n{"a": 2}\n{"a": 3}\n',
    ],
)
def test_json_is_no_prose_and_nothing_of_it_is_read(text):
    read = read_text(text)
    assert [f.kind for f in read.findings] == ["not_prose"]
    assert (read.statements, read.references, read.body_end) == ((), (), len(text))


@pytest.mark.parametrize(
    "text",
    [
        "[1]",
        "[1, 2]",
        "{Tolls} rose by 12 % in spring.",
        '{"a": 1} is what the port sends, says [1].',
        "[" * 5_000 + "{" + "}" + "]" * 5_000,
        '{"a": ' * 20_000,
    ],
)
def test_marks_braces_and_broken_json_are_read_as_text(text):
    assert "not_prose" not in [f.kind for f in read_text(text).findings]
