"""Text made safe to show: nothing hides in it, and words of every script stay as they are."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.cli.terminal import clean
from stet.report.clean import one_line, short, visible, without_hidden

HIDERS = "\u00ad\u034f\u061c\u115f\u180e\u200b\u200e\u200f\u2060\u2066\u206f\u3164\ufeff\U000e0001\U000e0041"


@pytest.mark.parametrize(
    "text",
    [
        "naïve – “quoted”",
        "雨ニモマケズ",
        "葛\U000e0100城",
        "नमस्ते क्\u200dष",
        "അവന്\u200d",
        "می\u200cخواهم",
        "👩\u200d👩\u200d👧 ❤\ufe0f",
    ],
)
def test_words_of_every_script_stay(text: str) -> None:
    assert without_hidden(text) == visible(text) == clean(text) == text


def test_what_hides_goes_and_what_reorders_is_seen() -> None:
    assert visible(f"not{HIDERS}paid").replace("\ufffd", "") == "notpaid"
    assert visible("n\u200do\u200ct") == "not"
    assert visible("a\u202eb\u2066c\x1b") == "a\ufffdb\ufffdc\ufffd"
    assert clean(f"not{HIDERS}paid") == "notpaid"


@given(
    st.text(
        alphabet=st.sampled_from([*HIDERS, *"\u200c\u200d\ufe0e\ufe0f\U000e0100مक葛a 👩\x01"]), max_size=30
    )
)
def test_nothing_is_left_to_do_a_second_time(text: str) -> None:
    for done in (without_hidden, visible, clean, one_line):
        assert done(done(text)) == done(text)
    assert not set(without_hidden(text)) & set(HIDERS.replace("\u2066", ""))


def test_a_title_is_cut_at_a_word() -> None:
    assert short("A harbour bridge toll " * 900, 30) == "A harbour bridge toll A…"
    assert len(short("x" * 10_000, 200)) == 200
