"""A claim that is a sentence of its source needs no judge, unless something beside the sentence may turn it round."""

import pytest

from stet.verify.sentences import Span, sentences
from stet.verify.verbatim import Setting, says, whole_sentence

SENTENCE = "The harbour toll is 4.50 crowns for every lorry."
BESIDE = "The pier was built in 1931. It has two cranes."


def found(claim: str, text: str, within: Span | None = None) -> str | None:
    span = whole_sentence(claim, text, sentences(text), within or Span(0, len(text)))
    return None if span is None else text[span.start : span.end]


@pytest.mark.parametrize(
    ("claim", "text"),
    [
        (SENTENCE, SENTENCE),
        (SENTENCE, f"{BESIDE} {SENTENCE} {BESIDE}"),
        (SENTENCE.removesuffix("."), f"{SENTENCE} {BESIDE}"),
        (SENTENCE, f"{BESIDE}\n\nThe harbour toll is\n4.50\u00a0crowns for every lorry."),
        ("The pilot’s fee—a fixed sum—is 80 crowns.", "The pilot's fee-a fixed sum-is 80 crowns. It is old."),
        (
            "Die Maut beträgt vier Kronen je Fahrzeug.",
            "Die Maut beträgt vier Kronen je Fahrzeug. Der Hafen ist alt.",
        ),
    ],
)
def test_a_whole_sentence_is_found_typography_apart(claim: str, text: str) -> None:
    assert found(claim, text) is not None


@pytest.mark.parametrize(
    "text",
    [
        f"It is not true that {SENTENCE[0].lower()}{SENTENCE[1:]}",
        f"It is not true what they print. {SENTENCE}",
        f"{SENTENCE} That is false.",
        f"{SENTENCE} However, boats pay nothing.",
        f"One myth is told again and again. {SENTENCE}",
        f"The union claims the following. {SENTENCE}",
        f"He said: “Listen. {SENTENCE} I swear.”",
        f"The old notice read as follows:\n\n{SENTENCE}",
        f"{SENTENCE} This rate was repealed in 2025.",
        f"Is it dear? {SENTENCE} No.",
        f"The court rejected this. {SENTENCE}",
        f"# Common errors\n\n{SENTENCE}",
        f"{SENTENCE} Das ist falsch.",
        f"{SENTENCE} C'est faux.",
        f"# The harbour toll is 4.50 crowns for every lorry\n\n{BESIDE}",
        "The harbour toll is 4.50 crowns for every lorry and car.",
        "The harbour toll is 14.50 crowns for every lorry.",
        "The harbour toll is 4.50 crowns for every lorry?",
        "The harbour toll is not 4.50 crowns for every lorry.",
        "",
    ],
)
def test_what_is_cut_framed_denied_or_another_sentence_is_left_to_a_judge(text: str) -> None:
    assert found(SENTENCE, text) is None


@pytest.mark.parametrize(
    "claim",
    [
        "It is 4.50 crowns for every lorry.",
        "However, lorries pay 4.50 crowns there.",
        "“The toll is 4.50 crowns,” she told us.",
        "Four crowns fifty.",
        "Is the toll 4.50 crowns for every lorry?",
        "",
        "...",
    ],
)
def test_a_sentence_that_leans_on_another_asks_or_quotes_is_left_to_a_judge(claim: str) -> None:
    assert found(claim, f"{BESIDE}\n\n{claim}\n\nThe quay is long.") is None


def test_a_title_may_frame_a_sentence_too() -> None:
    whole = Span(0, len(SENTENCE))
    spans = sentences(SENTENCE)
    assert whole_sentence(SENTENCE, SENTENCE, spans, whole, "Harbour rates") is not None
    assert whole_sentence(SENTENCE, SENTENCE, spans, whole, "Ten myths of the harbour") is None


def test_a_sentence_outside_the_window_is_not_looked_at() -> None:
    text = f"{BESIDE} {SENTENCE}"
    assert found(SENTENCE, text, Span(0, len(BESIDE))) is None


def test_a_denial_far_from_the_sentence_does_not_count() -> None:
    text = f"{SENTENCE} {BESIDE} That is false."
    assert found(SENTENCE, text, Span(0, len(SENTENCE))) == SENTENCE


def said(
    words: str, text: str, *, part: bool = False, over: str = "", headings: tuple[Span, ...] = ()
) -> bool:
    at = text.index(words)
    setting = Setting(text, sentences(text), headings, over)
    return says(Span(at, at + len(words)), setting, part=part)


BODY = SENTENCE.removesuffix(".")


@pytest.mark.parametrize(
    "text",
    [
        SENTENCE,
        f"{BESIDE} {SENTENCE} {BESIDE}",
        f"(2) {SENTENCE}",
        f"{BESIDE}\n\n- {BODY}\n- Boats pay nothing",
        f"# The harbour\n\n{SENTENCE}\n\nThe quay is long.",
    ],
)
def test_a_sentence_of_its_own_is_what_the_text_says(text: str) -> None:
    assert said(BODY, text)


@pytest.mark.parametrize(
    "text",
    [
        f"{BODY}?\n\nNo.",
        f"Is it so that {BODY}?",
        f"It is untrue that\n\n{SENTENCE}",
        f"The leaflet prints that\n\n{SENTENCE}",
        f"FALSE. {SENTENCE} FALSE.",
        f"Is it true? {SENTENCE} It does not.",
        f"What of it? {SENTENCE} Boats are free.",
        f"{SENTENCE} Ha! No.",
        f"{SENTENCE}\n\nThis post was a lie.",
        f"Price | Verdict\n{SENTENCE} | open",
        f"It is untrue that the\n- toll is free\n- {BODY}",
        f"They print: {SENTENCE}",
        f"Do not believe that {BODY}.",
        f"{BODY}, if the council agrees.",
        SENTENCE.replace("4.50", "4.5\u200b0"),
    ],
)
def test_a_sentence_that_is_asked_denied_in_a_table_or_part_of_another_is_not(text: str) -> None:
    words = BODY if BODY in text else BODY.replace("4.50", "4.5\u200b0")
    assert not said(words, text)


def test_headings_and_what_stands_under_a_doubtful_one_are_not_said() -> None:
    assert not said(BODY, f"{BODY}\n\n{BESIDE}", headings=(Span(0, len(BODY)),))
    assert not said(BODY, SENTENCE, over="Harbour › False claims")
    assert not said(BODY, SENTENCE, over="Ten myths about the harbour")
    assert said(BODY, SENTENCE, over="The amended harbour ordinance")


@pytest.mark.parametrize(
    ("text", "fair"),
    [
        (f"{BODY}, payable at the gate.", True),
        (f"The pier is old; {BODY[0].lower()}{BODY[1:]}.", True),
        (f"{BODY}, if the council agrees.", False),
        (f"{BODY} is a rumour.", False),
        (f"{BODY}, said the mayor.", False),
        (f"{BODY}, but not in winter.", False),
        (f"If approved, {BODY[0].lower()}{BODY[1:]}.", False),
        (f"The rumour that {BODY[0].lower()}{BODY[1:]} is baseless.", False),
        (f"Nobody thinks {BODY[0].lower()}{BODY[1:]}.", False),
    ],
)
def test_a_quoted_part_of_a_sentence_stands_where_the_rest_cannot_turn_it_round(
    text: str, fair: bool
) -> None:
    assert said(BODY if BODY in text else BODY[0].lower() + BODY[1:], text, part=True) is fair


@pytest.mark.parametrize(
    ("words", "text"),
    [
        ("The pilots said no\n\nBoats pay a toll", "The pilots said no\n\nBoats pay a toll in May."),
        ("The pilots said\n- boats pay a toll", "- The pilots said\n- boats pay a toll"),
        ("The pilots refused\n# boats pay a toll", "The pilots refused\n# boats pay a toll"),
    ],
)
def test_words_are_not_joined_across_headings_paragraphs_and_points(words: str, text: str) -> None:
    assert not said(words, text, part=True)


def test_a_lead_in_may_be_quoted_with_its_points() -> None:
    text = "Free of charge are:\n(a) buses in public service;\n(b) boats of the city."
    assert said(text.removesuffix("."), text, part=True)


def test_hostile_text_is_read_in_linear_time() -> None:
    text = "no " * 60_000 + "\n\n" + "| " * 60_000 + SENTENCE
    assert not said(BODY, text)
