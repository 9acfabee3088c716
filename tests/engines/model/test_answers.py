"""What a model said is read, or is not an answer; nothing is put right."""

import json

import pytest

from stet.domain.base import Value
from stet.engines.model.answers import LONGEST, Unreadable, plain, read, without_repetition


class Pair(Value):
    """Two things."""

    name: str
    queries: tuple[str, ...]


GOOD = '{"name": "toll", "queries": ["a", "b"]}'
WANT = Pair(name="toll", queries=("a", "b"))


@pytest.mark.parametrize(
    "text",
    [
        GOOD,
        "\ufeff" + GOOD,
        f"```json\n{GOOD}\n```",
        f"```\r\n{GOOD}\r\n```  \n",
        f"Sure! Here you are:\n{GOOD}\nHope this helps [ok].",
        f"As source [3] says:\n{GOOD}",
        f"<think>I could say {{'name': 1}} or [1, 2].</think>\n{GOOD}",
        f"<THINKING>hm</THINKING>{GOOD}",
        f"the template opened the tag</think>\n\n{GOOD}",
        f"<think>first</think><think>second</think>```json\n{GOOD}\n```",
        f"Here:\n```json\n{GOOD}\n```\nThat is all.",
    ],
)
def test_one_value_is_found_in_what_stands_around_it(text: str) -> None:
    assert read(plain(text), Pair) == WANT


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "empty"),
        ("<think>I wonder what", "empty"),
        ("I cannot do that.", "no JSON value"),
        (f"Either {GOOD} or {GOOD}", "2 JSON values"),
        ('Sure! Here are the queries:\n[{"query": "a"}, {"query": "b"}]\nHope this helps [ok].', "object"),
        ('{"search_queries": ["a", "b"]}', "name"),
        ('{"name": "toll"}', "queries"),
        ("**Query:** harbour toll\n**Query:** bridge toll", "no JSON value"),
        ('{"name": "toll", "queries": ["a",]}', "JSON"),
        ('{"name": NaN, "queries": []}', "name"),
        ("{'name': 'toll', 'queries': []}", "JSON"),
        ('{"name": "toll", "queries": ["a"', "JSON"),
        ('{"name": "toll", "queries": "a"}', "queries"),
        ('{"name": "toll", "queries": [], "more": 1}', "more"),
        ('{"name": "\\ud800", "queries": []}', "JSON"),
        ("[" * 100_000, "JSON"),
        ('{"a":' * 20_000, "JSON"),
        ("null", "no JSON value"),
    ],
)
def test_anything_else_says_what_is_wrong_with_it(text: str, why: str) -> None:
    with pytest.raises(Unreadable, match=why):
        read(plain(text), Pair)


def test_thinking_inside_a_value_is_part_of_the_value() -> None:
    text = json.dumps({"name": "<think>x</think>", "queries": ["</think>"]})
    assert read(plain(text), Pair).name == "<think>x</think>"


def test_prose_loses_its_thinking_wherever_it_stands_and_an_open_thought_to_the_end() -> None:
    assert plain("<think>a</think>The toll starts.<think>b</think>") == "The toll starts."
    assert plain("The toll starts.\n<think>and then") == "The toll starts."
    assert plain("```markdown\n## Short answer\n\nText.\n```") == "## Short answer\n\nText."
    assert plain("```\na\n```\ntext\n```\nb\n```").startswith("```\na")


def test_an_answer_longer_than_anybody_reads_is_not_read() -> None:
    with pytest.raises(Unreadable, match="longer"):
        read(plain('{"name": "' + "a b" * LONGEST), Pair)


@pytest.mark.parametrize("text", ["{[" * 99_000, "a{" * 99_000, '{"a": 1} ' * 22_000, "<think>" * 28_000])
def test_200_kb_of_openings_are_no_answer(text: str) -> None:
    # A reader that begins anew at each of them would meet the suite's time limit.
    with pytest.raises(Unreadable):
        read(plain(text), Pair)


def test_a_block_that_is_repeated_to_the_end_is_cut_to_one() -> None:
    # K088
    block = "End of Document. References follow below, as listed here.\n\n"
    kept = without_repetition(f"## Short answer\n\nThe toll starts. [C1]\n\n{block * 900}")
    assert kept.cut
    assert kept.text == f"## Short answer\n\nThe toll starts. [C1]\n\n{block}".rstrip()
    broken_off = without_repetition(f"A beginning.\n{block * 50}{block[:20]}")
    assert broken_off.cut
    assert broken_off.text.startswith("A beginning.\n")
    assert len(broken_off.text) < 3 * len(block)
    assert without_repetition("-" * 300).text == "-"


@pytest.mark.parametrize(
    "text",
    [
        "The toll starts on 2 March. " * 3,
        "\n".join(f"- point {n} of a list that goes on" for n in range(60)),
        "ha " * 40,
        "",
    ],
)
def test_what_only_resembles_itself_stays(text: str) -> None:
    assert without_repetition(text) == (text, False)
