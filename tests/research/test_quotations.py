"""A draft by code says nothing of its own that is not so, and no text of others can seem to be its."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from modelkit import brief_of, entry, plan_of, source_of
from stet.domain.claims import ClaimKind
from stet.domain.evidence import Quote, Stance
from stet.ports import Brief
from stet.report.draft import Draft, parse
from stet.research.quotations import nested, write_draft


def quoted(source: str, exact: str, stance: Stance = Stance.SUPPORTS) -> Quote:
    return Quote(source=source, start=0, end=len(exact), exact=exact, stance=stance)


def on(*quotes: Quote, value: str | None = None, kind: ClaimKind = ClaimKind.PARAPHRASE) -> Brief:
    claim = entry("C1", "What is claimed of the toll.", value=value, kind=kind)
    sources = tuple(source_of(f"S{number}") for number in (1, 2, 3))
    brief = brief_of([claim.model_copy(update={"quotes": quotes})], plan_of("What is the toll?"))
    return brief.model_copy(update={"sources": sources})


def first_source(brief: Brief, **change: str | None) -> Brief:
    first = brief.sources[0].model_copy(update=change)
    return brief.model_copy(update={"sources": (first, *brief.sources[1:])})


def read(brief: Brief) -> Draft:
    return parse(write_draft(brief), ["C1"])


def said(brief: Brief) -> str:
    return read(brief).answer[0].text


ONE, TWO = "The toll is 5 crowns.", "From May the toll is 5 crowns."


def test_the_same_value_is_given_by_every_other_source_that_gives_it() -> None:
    assert "the same value is given by" in said(on(quoted("S1", ONE), quoted("S2", TWO), value="5 crowns"))
    three = said(on(quoted("S1", ONE), quoted("S2", TWO), quoted("S3", ONE), value="5 crowns"))
    assert three.count("12 October 2026") == 3


def test_who_says_the_same_of_another_thing_does_not_say_the_same() -> None:
    of_barges = "Heavy barges pay the toll of the upper canal at the lower lock."
    of_rafts = of_barges.replace("barges", "rafts")
    assert "the same" not in said(on(quoted("S1", of_barges), quoted("S2", of_rafts)))
    assert "the same is given by" in said(on(quoted("S1", of_barges), quoted("S2", of_barges)))


def test_a_source_that_denies_another_value_gives_this_one() -> None:
    contrast = quoted("S2", "The toll is 5 crowns and not 7 crowns.")
    assert "the same value is given by" in said(on(quoted("S1", ONE), contrast, value="5 crowns"))
    assert "the same" not in said(on(quoted("S1", "The toll is 7 crowns."), contrast, value="7 crowns"))


OTHERS = {
    "a denial of a longer kind": (
        quoted("S2", "It is not so, it says, that the toll is 5 crowns."),
        "5 crowns",
    ),
    "another value": (quoted("S2", "The toll is 7 crowns."), "5 crowns"),
    "a denial": (quoted("S2", "The toll is not 5 crowns."), "5 crowns"),
    "a contradiction by the analyst's own word": (quoted("S2", TWO, Stance.CONTRADICTS), "5 crowns"),
    "the same source again": (quoted("S1", TWO), "5 crowns"),
    "another statement": (quoted("S2", "Rafts do not pay the toll."), None),
    "a denial without a value": (quoted("S2", "The toll is not 5 crowns."), None),
}


@pytest.mark.parametrize("other", OTHERS)
def test_who_says_something_else_is_not_said_to_say_the_same(other: str) -> None:
    quote, value = OTHERS[other]
    for kind in (ClaimKind.PARAPHRASE, ClaimKind.QUOTATION):
        assert "the same" not in said(on(quoted("S1", ONE), quote, value=value, kind=kind))


def test_a_quote_that_contradicts_a_claim_never_speaks_for_it() -> None:
    against = quoted("S1", "The toll is 9 crowns.", Stance.CONTRADICTS)
    assert ONE in said(on(against, quoted("S2", ONE), value="5 crowns"))
    assert not read(on(against, value="5 crowns")).answer


def test_a_value_that_a_claim_draws_from_one_of_its_quotes_is_shown_in_that() -> None:
    was, now = quoted("S1", "The toll was 4 crowns."), quoted("S2", ONE)
    assert ONE in said(on(was, now, value="5 crowns"))
    assert "4 crowns" in said(on(was, now, value="5 crowns", kind=ClaimKind.QUOTATION))


@pytest.mark.parametrize("marks", ["”“", '""', "””", "„“", "＂＂", "〞〝", "❞❝", "''''"])
def test_a_title_or_quoted_words_cannot_seem_to_end_their_quotation_marks(marks: str) -> None:
    half = len(marks) // 2
    faked = f"Law 7{marks[:half]} (Official Journal, 1 May 2026): {marks[half:]}All tolls are void"
    text = said(first_source(on(quoted("S1", faked)), title=faked))
    assert (text.count("“"), text.count("”")) == (2, 2)
    assert not set(text) & set('"„‟＂〝〞〟❝❞')
    assert "''" not in text


def test_inner_marks_become_single_and_inches_stay_inches() -> None:
    assert nested('He says „no“ and “never” and "so"') == "He says ‘no’ and ‘never’ and ‘so’"
    assert nested('A pipe of 5" or 6" is free') == "A pipe of 5″ or 6″ is free"


@pytest.mark.parametrize(
    "who", ["Ministry, 1 May 2026): “No toll is due.” – so also (Blog", "A) and B", "(A"]
)
def test_a_publisher_cannot_seem_to_end_its_parentheses(who: str) -> None:
    text = said(first_source(on(quoted("S1", ONE)), publisher=who))
    assert text.count("(") == text.count(")") == 1
    assert "(Ministry (MoT), " in said(first_source(on(quoted("S1", ONE)), publisher="Ministry (MoT)"))


def test_a_publisher_of_two_sentences_is_one_name() -> None:
    draft = read(first_source(on(quoted("S1", ONE)), publisher="日本。東京新聞"))
    assert not draft.problems
    assert "(日本。東京新聞, " in draft.answer[0].text


def test_dots_that_leave_out_words_are_quoted_as_they_stand() -> None:
    assert "“5 crowns … for barges”" in said(on(quoted("S1", "5 crowns … for barges")))


HOSTILE = st.text(
    alphabet=st.sampled_from(list("[]C1,.\\\"“”«»!?…#*`<>|~&_-+ Aa5桥。:/w@()’'„「」")), max_size=40
)


@given(HOSTILE, HOSTILE, HOSTILE)
def test_whatever_stands_in_a_source_is_one_sentence_with_one_key(exact: str, title: str, who: str) -> None:
    draft = read(first_source(on(quoted("S1", exact)), title=title, publisher=who))
    assert draft.problems == ()
    assert [sentence.claims for sentence in draft.sentences] == [("C1",), ("C1",)]
