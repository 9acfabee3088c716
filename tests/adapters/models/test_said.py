"""Text without thinking, and tokens bounded from above."""

import pytest

from stet.adapters.models.said import asked_tokens, bound_tokens, without_thinking
from wirekit import SHAPE, asking


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("It is warm.", "It is warm."),
        ("  It is warm. ", "  It is warm. "),
        ("<think>a</think>It is", "It is"),
        ("\n<think>\na\n</think>\n\n<think></think> It is", "It is"),
        ("<THINKING>a</THINKING>It is", "It is"),
        ("<reasoning>a</reasoning>It is", "It is"),
        ("a</think>It is", "It is"),
        ("<think>a", ""),
        ("<think>", ""),
        ("<think>a</think><think>b", ""),
        ("", ""),
        # What is not at the beginning is the text's own.
        ("It is <think>a</think> so.", "It is <think>a</think> so."),
        ("Write <think> to begin and </think> to end.", "Write <think> to begin and </think> to end."),
        ("<thinker>a</thinker>", "<thinker>a</thinker>"),
    ],
)
def test_thinking_is_cut_from_the_beginning(text: str, left: str):
    assert without_thinking(text) == left


def test_hostile_tags_are_read_in_linear_time():
    for text in ("<think>" * 50_000, "<think>a</think>" * 20_000, "</think>" * 50_000, " " * 300_000):
        assert len(without_thinking(text)) <= len(text)


def test_every_three_bytes_count_as_a_token_and_the_schema_counts():
    assert bound_tokens("", "a", "abc", "abcd", "水") == 0 + 1 + 1 + 2 + 1
    assert bound_tokens("\ud800") == 1
    assert asked_tokens(asking(shape=SHAPE)) > asked_tokens(asking()) + len(SHAPE.json_schema) // 3
