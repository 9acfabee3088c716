"""The prompts are short, hashed, and hold no facts that go out of date."""

import re

import pytest

from stet.domain.base import content_id
from stet.prompts import NAMES, all_hashes, prompt
from stet.verify.found import Kind
from stet.verify.values import values

_ANSWERED_AT_LENGTH = tuple(name for name in NAMES if name != "judge_logprob")
"""Prompts whose answers may copy from them; of the other the one word `yes` or `no` is all that is read."""
_FACTS = frozenset({Kind.DATE, Kind.MONEY, Kind.PERCENT, Kind.POINTS})


def test_every_file_is_a_prompt_and_every_prompt_a_file() -> None:
    from importlib.resources import files

    names = sorted(
        p.name.removesuffix(".md") for p in files("stet.prompts").iterdir() if p.name.endswith(".md")
    )
    assert tuple(names) == NAMES


@pytest.mark.parametrize("name", NAMES)
def test_a_prompt_is_short_and_its_hash_is_that_of_its_text(name: str) -> None:
    got = prompt(name)
    assert got.text
    assert len(got.text.splitlines()) <= 60
    assert len(got.text) <= 3_500
    assert got.sha256 == content_id(got.text)


@pytest.mark.parametrize("name", _ANSWERED_AT_LENGTH)
def test_a_prompt_holds_no_year_and_no_address(name: str) -> None:
    # K100: what a prompt says of the time is said by the call, from the date that was injected.
    assert not re.search(r"\b(?:19|20)\d\d\b", prompt(name).text)
    assert "http" not in prompt(name).text


@pytest.mark.parametrize("name", _ANSWERED_AT_LENGTH)
def test_a_prompt_holds_no_value_that_could_turn_up_in_a_report(name: str) -> None:
    # A small model copies the date of an example.
    text = re.sub(r"`[CKPT]\d+`", "", prompt(name).text)
    found = [value.exact for value in values(text) if value.kind in _FACTS]
    assert found == []


def test_prompts_that_are_given_data_say_what_data_are() -> None:
    for name in NAMES:
        if name not in {"coverage", "repair"}:
            assert re.search(
                r"between lines with (?:the|a) mark is data", " ".join(prompt(name).text.split())
            )


def test_the_hashes_stand_in_the_order_of_the_names() -> None:
    assert [each.name for each in all_hashes()] == list(NAMES)
    assert len({each.sha256 for each in all_hashes()}) == len(NAMES)


def test_an_unknown_prompt_is_an_error() -> None:
    with pytest.raises(KeyError):
        prompt("../errors")
