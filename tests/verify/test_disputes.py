"""Claims under one topic whose values cannot both be true."""

from datetime import UTC, datetime

import pytest

from stet.domain.claims import Claim, ClaimKind, Scope
from stet.domain.evidence import Quote, Source
from stet.verify.conflicts import conditions, find_conflicts
from stet.verify.disputes import answers_apart, disputes
from stet.verify.values import cached_values


def source(key: str) -> Source:
    return Source(
        id=key,
        url=f"https://{key.lower()}.example/",
        normalized_url=f"https://{key.lower()}.example/",
        kind="unknown",
        authority=0.15,
        retrieved_at=datetime(2026, 11, 30, tzinfo=UTC),
        sha256="sha256:0",
        text_sha256="sha256:0",
    )


def claim(number: int, text: str, value: str, at: int | None = None, scope: Scope | None = None) -> Claim:
    """A paraphrase of its own source, whose value is written `value` in it."""
    normal = next(found.normal for found in cached_values(text) if found.exact == value)
    quote = Quote(source=f"S{at or number}", start=0, end=len(text), exact=text)
    return Claim(
        key=f"C{number}",
        text=text,
        kind=ClaimKind.PARAPHRASE,
        topic="T1",
        quotes=(quote,),
        value=normal,
        scope=scope or Scope(),
    )


def keys(topic: str, *claims: Claim) -> list[list[str]]:
    sources = {q.source: source(q.source) for c in claims for q in c.quotes}
    groups = disputes(claims, topic, sources, dict.fromkeys(sources, ""))
    return [[each.key for each in group] for group in groups]


LENGTH = "How long is the Hollin tunnel?"


@pytest.mark.parametrize(
    ("topic", "one", "other"),
    [
        (
            LENGTH,
            ("The Hollin tunnel is 1,500 m long.", "1,500 m"),
            ("The Hollin tunnel is 1.5 km long.", "1.5 km"),
        ),
        (
            LENGTH,
            ("The Hollin tunnel is 1,500 m long.", "1,500 m"),
            ("The Hollin tunnel is between 1.4 and 1.6 km long.", "1.6 km"),
        ),
        (
            "How many people use the ferry?",
            ("In 2023 the ferry had 400,000 users.", "400,000"),
            ("In 2024 the ferry had 520,000 users.", "520,000"),
        ),
        (
            "How many people use the ferry?",
            ("More than 500 people use the ferry daily.", "500"),
            ("The ferry is used by 523 people daily.", "523"),
        ),
        (
            "What share of drivers pays by card?",
            ("Of the drivers, 12 % pay by card.", "12 %"),
            ("A share of 0.12 of the drivers pays by card.", "0.12"),
        ),
        (
            "What share of drivers pays by card?",
            ("Of the drivers, 12 % pay by card.", "12 %"),
            ("Some 340 drivers pay by card.", "340"),
        ),
        (
            "What is the toll?",
            ("The toll for cars is 3 euros.", "3 euros"),
            ("The toll for lorries is 9 euros.", "9 euros"),
        ),
        (
            "What is the toll?",
            ("The toll is 3 euros.", "3 euros"),
            ("The toll is 4 US dollars.", "4 US dollars"),
        ),
        (
            "When was Ada Hollin born?",
            ("Ada Hollin was born on 1 May 1901.", "1 May 1901"),
            ("Ada Hollin graduated on 3 June 1922.", "3 June 1922"),
        ),
        (
            "Who designed the Hollin tunnel?",
            ("The Hollin tunnel was designed by Ada Sandoval.", "Ada Sandoval"),
            ("The Hollin tunnel was designed by Sandoval & Sons.", "Sandoval & Sons"),
        ),
        (
            "Which firms built the Hollin tunnel?",
            ("The Hollin tunnel was built by Merriweather Works.", "Merriweather Works"),
            ("The Hollin tunnel was built by Brightwater Steel.", "Brightwater Steel"),
        ),
    ],
)
def test_what_can_be_reconciled_is_no_dispute(
    topic: str, one: tuple[str, str], other: tuple[str, str]
) -> None:
    assert keys(topic, claim(1, *one), claim(2, *other)) == []
    assert keys(topic, claim(1, *other), claim(2, *one)) == []


@pytest.mark.parametrize(
    ("topic", "one", "other"),
    [
        (
            LENGTH,
            ("The Hollin tunnel is 1,500 m long.", "1,500 m"),
            ("The Hollin tunnel is 1.9 km long.", "1.9 km"),
        ),
        (
            "How many people use the ferry?",
            ("In 2023 the ferry had 400,000 users.", "400,000"),
            ("The ferry had 520,000 users in 2023.", "520,000"),
        ),
        (
            "What is the fine?",
            ("The fine is up to EUR 35 million.", "EUR 35 million"),
            ("The fine is up to EUR 30 million.", "EUR 30 million"),
        ),
        (
            "When was Ada Hollin born?",
            ("Ada Hollin was born on 1 May 1901.", "1 May 1901"),
            ("Hollin was born on 1 May 1903.", "1 May 1903"),
        ),
        (
            "Who designed the Hollin tunnel?",
            ("The Hollin tunnel was designed by Ada Sandoval.", "Ada Sandoval"),
            ("The Hollin tunnel was designed by Piet Quill.", "Piet Quill"),
        ),
    ],
)
def test_what_cannot_be_reconciled_is_one(topic: str, one: tuple[str, str], other: tuple[str, str]) -> None:
    assert keys(topic, claim(1, *one), claim(2, *other)) == [["C1", "C2"]]


def test_two_things_in_dispute_under_one_topic_are_two_groups() -> None:
    topic = "What does the ferry cost?"
    found = keys(
        topic,
        claim(1, "A day ticket for the ferry is 3 euros per day.", "3 euros"),
        claim(2, "A week ticket for the ferry is 20 euros per week.", "20 euros"),
        claim(3, "The day ticket for the ferry is 4 euros per day.", "4 euros"),
        claim(4, "The week ticket for the ferry is 22 euros per week.", "22 euros"),
    )
    assert found == [["C1", "C3"], ["C2", "C4"]]


def test_one_source_with_two_amounts_is_no_dispute() -> None:
    first = claim(1, "The Hollin tunnel is 1,500 m long.", "1,500 m")
    assert keys(LENGTH, first, claim(2, "The Hollin tunnel is 1,900 m long.", "1,900 m", at=1)) == []


def test_a_value_that_nobody_can_read_disputes_nothing() -> None:
    odd = claim(2, "The Hollin tunnel is 1,900 m long.", "1,900 m").model_copy(update={"value": "long"})
    assert keys(LENGTH, claim(1, "The Hollin tunnel is 1,500 m long.", "1,500 m"), odd) == []


def test_two_firms_with_their_own_data_sets_disagree_and_each_side_shows_its_conditions() -> None:
    one = claim(
        1,
        "Northgate Research puts the market for ferries at USD 4 billion in 2024.",
        "USD 4 billion",
        scope=Scope(dataset="survey of 200 yards", date="2024"),
    )
    other = claim(
        2,
        "Quill Analytics puts the market for ferries at USD 6 billion in 2024.",
        "USD 6 billion",
        scope=Scope(dataset="customs records"),
    )
    sources = {"S1": source("S1"), "S2": source("S2")}
    (found,) = find_conflicts(
        [one, other], {"T1": "How large is the market for ferries?"}, sources, {"S1": "", "S2": ""}
    )
    assert [side.conditions for side in found.values] == ["survey of 200 yards; 2024", "customs records"]
    assert conditions(claim(1, "It is 5 km.", "5 km")) is None


FOUNDER = "Who is the designer of the Hollin tunnel?"


def test_a_copy_with_another_answer_put_in_is_told_from_a_set_form_of_words() -> None:
    one = "The Hollin tunnel below the old harbour is a work of engineering by Sandoval and was opened early."
    assert answers_apart(one, one.replace("Sandoval", "Quill"), FOUNDER)
    assert not answers_apart(one, one, FOUNDER)
    assert not answers_apart(one, one.replace("Hollin", "Brightwater"), FOUNDER)
    assert not answers_apart(
        one, one.replace("Sandoval", "Quill"), "Which people are designers of the Hollin tunnel?"
    )
    free = "The Hollin tunnel below the old harbour is free of charge for cars on every day of the week."
    assert not answers_apart(free, free.replace("cars", "coaches"), "What is free in the Hollin tunnel?")
    assert not answers_apart("The Hollin tunnel is grey.", "The Hollin tunnel is blue.", FOUNDER)


@pytest.mark.parametrize("text", ["", "#" * 50_000, "not " * 5_000, "1-2-" * 500, "\x00\ud800 5 km"])
def test_whatever_a_claim_says_is_compared(text: str) -> None:
    plain = claim(1, "The Hollin tunnel is 1,500 m long.", "1,500 m")
    odd = claim(2, "The Hollin tunnel is 1,900 m long.", "1,900 m").model_copy(update={"text": text})
    assert keys(LENGTH, plain, odd) in ([], [["C1", "C2"]])
    assert not answers_apart(text, plain.text, LENGTH)
