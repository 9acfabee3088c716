import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.verify.normal import Normalised, fold, lowered

TRICKY = st.text(
    alphabet=st.sampled_from(
        list("aeß İ\n\t-‑“”’…\u00ad\x02\ufffe\u200b\u00a0e\u0301ﬁ①²½日本。か\u3099[1] .,%")
    ),
    max_size=80,
)


@pytest.mark.parametrize(
    ("typeset", "plain"),
    [
        ("“so it goes”", '"so it goes"'),
        ("the ‘rule’ – 3 – 5", "the 'rule' - 3 - 5"),
        ("infor\u00admation", "information"),
        ("infor\x02\nmation", "information"),
        ("infor\ufffemation", "information"),
        ("high-\nrisk", "high-risk"),
        ("a\u00a0b\u200bc  d\n\ne", "a bc d e"),
        ("ﬁnance", "finance"),
        ("cafe\u0301", "café"),
        ("ＡＢＣ１", "ABC1"),
    ],
)
def test_typography_is_folded(typeset: str, plain: str):
    assert fold(typeset) == fold(plain) == plain


@pytest.mark.parametrize(
    "pair", [("10²", "102"), ("½", "1/2"), ("①", "1"), ("Act", "act"), ("3.5", "35"), ("a b", "ab")]
)
def test_what_says_something_else_stays_different(pair: tuple[str, str]):
    assert fold(pair[0]) != fold(pair[1])


@given(TRICKY)
def test_every_offset_of_the_form_leads_back(text: str):
    page = Normalised(text)
    starts = [at for i in range(len(page.form)) if (at := page.original_start(i)) is not None]
    assert starts == sorted(starts)
    assert all(0 <= at <= len(text) for at in starts)


@given(TRICKY, st.integers(0, 80), st.integers(0, 80))
def test_a_slice_between_whole_characters_has_the_same_form(text: str, one: int, two: int):
    page = Normalised(text)
    low, high = sorted((min(one, len(page.form)), min(two, len(page.form))))
    start, end = page.original_start(low), page.original_end(high)
    if start is not None and end is not None and low < high:
        assert fold(text[start:end]) == page.form[low:high].strip()


# A mark that only an invisible character keeps from its letter joins it at the second folding.
@given(TRICKY.filter(lambda text: "\u0301" not in text and "\u3099" not in text))
def test_folding_twice_changes_nothing(text: str):
    assert fold(fold(text)) == fold(text)


@given(st.text(max_size=60))
def test_lower_case_keeps_offsets(text: str):
    assert len(lowered(text)) == len(text)


def test_letters_leave_out_note_markers():
    assert Normalised("It grew [3], and “grew” [4, 5].").letters == "itgrewandgrew"
