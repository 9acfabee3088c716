import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.verify.normal import Normalised, fold
from stet.verify.quotes import locate, nearest

PAGE = (
    "The rule  did not grow 3.5 % — “so it goes” in ﬁnance infor\u00ad\nmation [3] and high-\nrisk systems. "
    "It cost $15 million in 2012 … and notable people left. Sales did grow 2.5 % later."
)


@pytest.mark.parametrize(
    ("quote", "way"),
    [
        ("Sales did grow 2.5 % later", "exact"),
        ('The rule did not grow 3.5 % - "so it goes"', "typography"),
        ("finance information", "typography"),
        ("information and high-risk systems", "fuzzy"),
        ("THE RULE DID NOT GROW", "fuzzy"),
        ("The rule did not grow … Sales did grow", "ellipsis"),
        ("The rule did not grow [...] notable people left", "ellipsis"),
    ],
)
def test_a_quote_is_found(quote: str, way: str):
    found = locate(quote, PAGE)
    assert found is not None
    assert found.way == way


@pytest.mark.parametrize(
    "quote",
    [
        "The rule did grow 3.5 %",
        "did not grow 2.5 %",
        "Sales did not grow 2.5 %",
        "5 million in 2012",
        "cost 15 million",
        "cost €15 million",
        "no table people left",
        "rule did not gro",
        "Sales did grow 2.5 % … The rule did not grow",
        "",
        "   ",
        "…",
        "nothing of the kind was ever written here",
    ],
)
def test_other_words_are_not_found(quote: str):
    assert locate(quote, PAGE) is None


def test_a_dropped_percent_sign_is_still_the_sources_words():
    found = locate("Sales did grow 2.5", PAGE)
    assert found is not None
    assert PAGE[found.start : found.end] == "Sales did grow 2.5"


def test_the_occurrence_nearest_to_a_place_is_taken():
    text = "It rained. Then it rained. Then it rained."
    first, last = text.index("it rained"), text.rindex("it rained")
    found = [locate("it rained", text, near=at) for at in (0, 14, len(text))]
    assert [each.start for each in found if each is not None] == [first, first, last]


@pytest.mark.parametrize("typed", ["infor-mation", "in for mation"])
def test_a_word_may_be_broken_by_a_hyphen_only(typed: str):
    assert (locate(f"finance {typed}", PAGE) is not None) == ("-" in typed)


@given(st.data())
def test_what_is_cut_out_between_spaces_is_found_with_the_same_form(data: st.DataObject):
    words = data.draw(
        st.lists(
            st.sampled_from(["rule", "not", "3.5", "“x”", "é", "ﬁn", "a-\nb", "日本", "%", "$5", "…", "[3]"]),
            min_size=1,
            max_size=12,
        )
    )
    text = data.draw(st.sampled_from([" ", "\n", "\u00a0", "  "])).join(words)
    low = data.draw(st.integers(0, len(words) - 1))
    quote = " ".join(fold(word) for word in words[low : low + 4])
    found = locate(quote, text)
    if found is not None and found.way in ("exact", "typography"):
        assert fold(text[found.start : found.end]) == fold(quote)
    if not {"…", "%", "[3]", "$5"} & set(words):
        assert found is not None


@given(st.text(max_size=40), st.text(max_size=200))
def test_any_strings_whatever_give_an_answer_inside_the_text(quote: str, text: str):
    found = locate(quote, text, near=3)
    if found is not None:
        assert 0 <= found.start < found.end <= len(text)


def test_the_nearest_words_are_shown_where_a_quote_was_altered():
    page = Normalised(PAGE)
    close = nearest("The rule did not grow 4.5 % - so it goes", page)
    assert close is not None
    assert "did not grow 3.5 %" in PAGE[close.start : close.end]
    assert nearest("nothing of the kind", page) is None


@pytest.mark.parametrize(
    ("quote", "page"),
    [
        ("The temperature fell to - 5 °C in May.", "The temperature fell to 5 °C in May."),
        ("The temperature fell to 5 °C in May.", "The temperature fell to - 5 °C in May."),
        ("The range is 1012 units a year.", "The range is 10\u00ad12 units a year."),
        ("The range is 1012 units a year.", "The range is 10\u200b12 units a year."),
        ("The ferry starts on 1 May \u202e6202\u202c here.", "The ferry starts on 1 May 6202 here."),
        ("The ferry starts on 1 May 6202 here.", "The ferry starts on 1 May \u202e6202\u202c here."),
    ],
)
def test_what_changes_how_a_number_is_read_is_no_typography(quote: str, page: str) -> None:
    assert locate(quote, page) is None


@pytest.mark.parametrize(
    ("quote", "page"),
    [
        ("The ferry - 5 euros - is cheap.", "The ferry – 5 euros – is cheap."),
        ("The infor\u00admation is old.", "The information is old."),
        ("The range is 10-12 units.", "The range is 10\u00ad12 units."),
    ],
)
def test_dashes_and_soft_hyphens_are_typography(quote: str, page: str) -> None:
    assert locate(quote, page) is not None
