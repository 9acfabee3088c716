"""Time and repetition counted on reports made by hand."""

import pytest
from metrickit import entry, report, said, subject

from stet.domain.claims import ClaimKind
from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics.reading import latency, text_redundancy

START = "The bridge toll for lorries starts on 1 March 2027."


def of(part: float, whole: float) -> Quotient:
    return Quotient(part=part, of=whole)


def test_latency_is_the_seconds_of_the_run() -> None:
    # One run of 42.5 s; two of them pool to their mean.
    found = latency(subject(report()))
    assert found == of(42.5, 1)
    assert (found + of(7.5, 1)).value == 25


def test_a_statement_said_twice_in_the_body_is_redundant_once() -> None:
    # Three statements, two of them the same: 1 of 3; three times the same: 2 of 3.
    made = report(body=[said(START), said("Bicycles are free."), said(START)])
    assert text_redundancy(subject(made)) == of(1, 3)
    assert text_redundancy(subject(report(body=[said(START)] * 3))) == of(2, 3)


def test_a_short_answer_may_say_what_the_body_says() -> None:
    assert text_redundancy(subject(report(answer=[said(START)], body=[said(START)]))) == of(0, 2)
    assert text_redundancy(subject(report(answer=[said(START), said(START)]))) == of(1, 2)


@pytest.mark.parametrize(
    ("other", "repeated"),
    [
        ("For lorries, the bridge toll starts on 1 March 2027.", 1),
        ("The bridge toll for lorries starts on 1 March 2027 at the earliest.", 1),
        ("The bridge toll for lorries starts on 1 April 2027.", 0),
        ("The bridge toll for lorries does not start on 1 March 2027.", 0),
        ("The bridge toll for barges starts on 1 March 2027.", 0),
        ("It costs 5 euros.", 0),
    ],
    ids=["order", "a word more", "value", "denial", "another thing", "something else"],
)
def test_near_copies_are_redundant_and_other_values_or_denials_are_not(other: str, repeated: int) -> None:
    assert text_redundancy(subject(report(body=[said(START), said(other)]))) == of(repeated, 2)


def test_quoted_words_are_compared_without_who_said_them() -> None:
    # Two quotations of different things under one title say nothing again; the third quotes the first: 1 of 3.
    tolls, rafts = "The toll is 5 euros.", "Rafts are free."
    claims = [
        entry(1, tolls, kind=ClaimKind.QUOTATION),
        entry(2, rafts, kind=ClaimKind.QUOTATION),
        entry(3, tolls, kind=ClaimKind.QUOTATION),
    ]
    who = "According to “The Harbour Bridge and its Tolls and Fees” (harbour.example, undated)"
    body = [
        said(f"{who}: “{tolls}”", "C1"),
        said(f"{who}: “{rafts}”", "C2"),
        said(f"According to “Other” (other.example, undated): “{tolls}”", "C3"),
    ]
    assert text_redundancy(subject(report(claims, body=body[:2]))) == of(0, 2)
    assert text_redundancy(subject(report(claims, body=body))) == of(1, 3)


def test_gaps_and_lines_that_lead_in_are_no_statements() -> None:
    gap = said("Gap: “Who pays?” – nothing was found.")
    assert text_redundancy(subject(report(body=[gap, gap, said("In short:"), said("In short:")]))) == of(0, 0)
