import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.adapters.search.query import fitted, listed, sited


def test_a_short_query_is_sent_as_it_is_on_one_line() -> None:
    assert fitted("  when does\n the\ttide  turn? ", characters=40) == ("when does the tide turn?", ())


def test_a_cut_is_said_with_both_lengths() -> None:
    kept, [remark] = fitted("one two three four", characters=10)
    assert kept == "one two"
    assert remark.code == "query_cut"
    assert "from 18 characters (4 words) to 7 (2 words)" in remark.message
    assert "10 characters" in remark.message


@pytest.mark.parametrize(
    ("characters", "kept"), [(7, "one two"), (8, "one two"), (12, "one two"), (13, "one two three")]
)
def test_the_cut_is_between_words(characters: int, kept: str) -> None:
    assert fitted("one two three four", characters=characters)[0] == kept


def test_words_are_counted_where_the_provider_counts_them() -> None:
    kept, [remark] = fitted("a b c d e", characters=100, words=3)
    assert kept == "a b c"
    assert "and 3 words" in remark.message


def test_reserved_characters_belong_to_the_filters() -> None:
    assert fitted("one two three", characters=20, reserved=12)[0] == "one two"
    assert fitted("one two three", characters=20, reserved=30)[0] == ""


def test_a_script_without_spaces_is_cut_between_characters() -> None:
    assert fitted("潮" * 30, characters=10)[0] == "潮" * 10


@pytest.mark.parametrize(
    ("text", "characters", "kept"),
    [
        ("e\u0301" * 9, 5, "e\u0301" * 2),
        ("\U0001f469\u200d\U0001f680" * 3, 4, "\U0001f469\u200d\U0001f680"),
        ("\U0001f469\u200d\U0001f680" * 3, 5, "\U0001f469\u200d\U0001f680"),
        ("\U0001f44d\U0001f3fd" * 3, 3, "\U0001f44d\U0001f3fd"),
        ("नमस्ते" * 5, 4, "नमस्"),
    ],
    ids=["accents", "at a joiner", "after a joiner", "skin tones", "vowel signs"],
)
def test_what_is_written_as_one_is_not_cut_apart(text: str, characters: int, kept: str) -> None:
    assert fitted(text, characters=characters)[0] == kept


@given(st.text(max_size=300), st.integers(0, 120), st.none() | st.integers(0, 20), st.integers(0, 60))
def test_any_text_fits_and_is_a_beginning(
    text: str, characters: int, words: int | None, reserved: int
) -> None:
    whole = fitted(text, characters=1_000_000)[0]
    kept, remarks = fitted(text, characters=characters, words=words, reserved=reserved)
    assert len(kept) <= max(characters - reserved, 0)
    assert words is None or len(kept.split()) <= words
    assert whole.startswith(kept)
    assert bool(remarks) == (kept != whole)
    assert not any(unicodedata.category(char) in ("Cc", "Cs") for char in kept)


def test_sites_are_joined_and_excluded_ones_follow() -> None:
    text, remarks = sited(["law.example", "gov.example"], ["blog.example"], characters=200)
    assert text == "site:law.example OR site:gov.example -site:blog.example"
    assert remarks == ()
    assert sited([], ["a.example", "b.example"], characters=200)[0] == "-site:a.example -site:b.example"
    assert sited([], [], characters=200) == ("", ())


def test_sites_are_hosts_as_dns_has_them_and_each_only_once() -> None:
    assert sited(["Law.Example.", "law.example", "münchen.example"], characters=200)[0] == (
        "site:law.example OR site:xn--mnchen-3ya.example"
    )


def test_what_cannot_be_a_host_adds_no_operator() -> None:
    assert sited(["law.example OR inurl:admin", "", "a b"], characters=200) == ("", ())


def test_sites_that_do_not_fit_are_said() -> None:
    text, [remark] = sited(["law.example", "gov.example", "eu.example"], ["blog.example"], characters=40)
    assert text == "site:law.example OR site:gov.example"
    assert remark.code == "filter_partial"
    assert "2 of 4 " in remark.message


@given(st.integers(0, 120), st.integers(0, 12))
def test_site_filters_never_take_more_than_they_may(characters: int, words: int) -> None:
    sites = [f"site{number}.example" for number in range(9)]
    text, remarks = sited(sites[:5], sites[5:], characters=characters, words=words)
    assert len(text) <= characters
    assert len(text.split()) <= words
    assert bool(remarks) == (text.count("site:") < 9)
    assert not text.startswith("OR")
    assert not text.endswith("OR")


def test_a_list_of_sites_is_cut_to_what_the_provider_takes() -> None:
    assert listed(["a.example", "b.example"], 2) == (["a.example", "b.example"], ())
    hosts, [remark] = listed(["a.example", "b.example", "c.example"], 2)
    assert hosts == ["a.example", "b.example"]
    assert (remark.code, "not 3" in remark.message) == ("filter_partial", True)
