"""The draft parser: what it finds, what it refuses, and that nothing is repaired in silence."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.report.draft import Draft, SentenceKind, escape, parse, strip_keys

KEYS = ("C1", "C2", "C3", "C12")


def draft(body: str) -> Draft:
    return parse(f"## Short answer\n\n{body}\n", KEYS)


def texts(body: str) -> list[tuple[str, tuple[str, ...]]]:
    return [(s.text, s.claims) for s in draft(body).sentences]


def codes(body: str) -> list[str]:
    return [p.code for p in draft(body).problems]


@pytest.mark.parametrize(
    ("body", "expected"),
    [
        ("The toll is 5 euro [C1].", [("The toll is 5 euro.", ("C1",))]),
        ("The toll is 5 euro. [C1]", [("The toll is 5 euro.", ("C1",))]),
        ("A is 5 [C1][C2, C3]. B is 6 [C12].", [("A is 5.", ("C1", "C2", "C3")), ("B is 6.", ("C12",))]),
        ("A is 5 [C1], and B is 6 [C2].", [("A is 5, and B is 6.", ("C1", "C2"))]),
        ("A is 5 [C1; C1].", [("A is 5.", ("C1",))]),
        ("- A is 5 [C1]\n- B is 6 [C2]", [("A is 5", ("C1",)), ("B is 6", ("C2",))]),
        ("1. A is 5 [C1].\n2. B is 6 [C2].", [("A is 5.", ("C1",)), ("B is 6.", ("C2",))]),
        ("A long line\ngoes on here [C1].", [("A long line goes on here.", ("C1",))]),
        ("According to X: “It is 5. It is 6.” [C1].", [("According to X: “It is 5. It is 6.”", ("C1",))]),
        ('X says: "It is 5. It is 6." [C1]', [('X says: "It is 5. It is 6."', ("C1",))]),
        ("The U.S. Army paid Mr. Smith under Art. 5 no. 3 [C1].", None),
        ("It rose by 3.5 % to 12.000 on 2. May [C1].", None),
        ("费用为5元[C1]。卡车免费[C2]。", [("费用为5元。", ("C1",)), ("卡车免费。", ("C2",))]),
        ("Was it 5? Yes [C1].", [("Was it 5?", ()), ("Yes.", ("C1",))]),
    ],
)
def test_sentences_end_at_their_keys(body: str, expected: list[tuple[str, tuple[str, ...]]] | None) -> None:
    found = texts(body)
    if expected is None:
        assert len(found) == 1
        assert found[0][1] == ("C1",)
    else:
        assert found == expected


def test_a_clean_draft_has_no_problem() -> None:
    text = (
        "## Short answer\nYes. The toll starts on 1 May 2027 [C1].\n\n## What changed\n"
        "Inference: the earlier date no longer holds [C1, C2].\nGap: no source gives the price for buses.\n"
    )
    found = parse(text, KEYS)
    assert found.problems == ()
    assert [s.kind for s in found.sentences][2:] == [SentenceKind.INFERENCE, SentenceKind.GAP]
    assert [s.text for s in found.answer] == ["Yes.", "The toll starts on 1 May 2027."]
    assert [s.heading for s in found.body] == ["What changed"]


@pytest.mark.parametrize(
    ("body", "code"),
    [
        ("The toll is 5 euro.", "uncited"),
        ("A is 5. B is 6. [C3]", "uncited"),
        ("A is 5 [C1] and B is 6.", "uncited"),
        ("Inference: cars go free.", "uncited"),
        ("Ishikawa and Hashimoto, 2011, say so.", "uncited"),
        ("X is 5 % (pqac-deadbeef).", "uncited"),
        ("X is 5 % [C99].", "unknown_key"),
        ("X is 5 % [c1].", "unknown_key"),
        ("X is 5 % [5, 7].", "unknown_key"),
        ("X is so [hildebrand1916solubility pages 14–17].", "unknown_key"),
        ("X is so [as they say] [C1].", "brackets"),
        ("X is so [C1", "brackets"),
        ("See [here](notes.md) [C1].", "brackets"),
        ("See https://example.org/a [C1].", "url"),
        ("See www.example.org [C1].", "url"),
        ("See example.org/a [C1].", "url"),
        ("It is <b>so</b> [C1].", "html"),
        ("It is so [C1].\n\n```\narr[1]\n```", "code"),
        ("It is so [C1].\n\n## References\n\n1. Something, 2011", "source_list"),
        ("It is so [C1].\n\n**Sources:**\n- Something, 2011", "source_list"),
        ("", "empty"),
    ],
)
def test_what_breaks_a_rule_is_named(body: str, code: str) -> None:
    assert code in codes(body)


def test_unknown_keys_stay_in_sight_and_suggest_the_nearest() -> None:
    found = draft("X is 5 % [C3, C13].")
    assert [(s.text, s.claims) for s in found.sentences] == [("X is 5 % [C13].", ("C3",))]
    assert "C12" in found.problems[0].detail or "C1" in found.problems[0].detail
    assert texts("X is 5 % (pqac-deadbeef).")[0][0] == "X is 5 % (pqac-deadbeef)."
    assert texts("[2020, 2021, 2022]")[0][0] == "[2020, 2021, 2022]"


def test_a_source_list_adds_no_sentence() -> None:
    assert texts("It is so [C1].\n\n## References\n\n[1] Something, 2011") == [("It is so.", ("C1",))]


def test_where_the_answer_and_the_headings_are_missing() -> None:
    assert [p.code for p in parse("It is so [C1].", KEYS).problems] == ["no_heading"]
    assert [p.code for p in parse("## Other\nIt is so [C1].", KEYS).problems] == ["no_answer"]
    assert [p.code for p in parse("", ()).problems] == ["empty"]


def test_an_unpaired_quotation_mark_hides_nothing() -> None:
    assert codes("“A is 5. B is 6 [C1]. “C is 7” [C2].") == ["uncited"]


def test_strip_keys_leaves_other_brackets() -> None:
    assert (
        strip_keys("A [C1, C2]. arr[1] [2020, 2021, 2022] \\[C\\]") == "A. arr[1] [2020, 2021, 2022] \\[C\\]"
    )


HOSTILE = st.text(
    alphabet=st.sampled_from(list("[]C1,.\\\"“”«»!?#*`<>|~&_-+ \nAa5桥。:/w@()’')")), max_size=60
)


@given(st.one_of(st.text(max_size=80), HOSTILE))
def test_escaped_text_comes_back_and_means_nothing(text: str) -> None:
    folded = " ".join(text.split())
    found = draft(f"According to the City: “{escape(text)}” [C1].")
    (sentence,) = found.sentences
    assert sentence.text.removesuffix(".") == f"According to the City: “{folded}”"
    assert sentence.claims == ("C1",)
    assert found.problems == ()


@given(HOSTILE)
def test_any_draft_parses_and_keys_are_known(text: str) -> None:
    found = parse(text, KEYS)
    assert all(key in KEYS for s in found.sentences for key in s.claims)
    assert found.problems or found.answer


@pytest.mark.parametrize(
    "unit", ["[", "]", "[C1]", "[C9]", '"', "“", "“”", "A. ", " ", "\\", "[1", "- ", "。 ", "<a"]
)
def test_hostile_drafts_take_linear_time(unit: str) -> None:
    small, large = (_seconds(unit * (size // len(unit))) for size in (20_000, 160_000))
    assert large < 0.1 or large < 30 * small


def _seconds(text: str) -> float:
    start = time.process_time()  # others may be at work on the machine
    parse(text, KEYS)
    strip_keys(text)
    return time.process_time() - start


def test_the_known_blow_up_is_quick() -> None:
    assert _seconds("[" + "1" * 60 + "!") < 0.1
