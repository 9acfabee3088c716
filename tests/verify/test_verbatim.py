"""A claim that is a sentence of its source needs no judge, unless something beside the sentence may turn it round."""

import pytest

from stet.verify.sentences import Span, sentences
from stet.verify.verbatim import whole_sentence

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
