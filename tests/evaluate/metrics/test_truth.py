"""Facts and labels counted on reports made by hand."""

import pytest
from metrickit import entry, on_claim, on_fact, report, said, score, subject, task

from stet.domain.claims import Decision, Label
from stet.domain.report import Report
from stet.evaluate.bench.task import Fact, Forbidden
from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics.truth import (
    calibration,
    calibration_gap,
    factual_accuracy,
    incorrect_facts,
    unverifiable_facts,
)

START = "The bridge toll starts on 1 March 2027."
PAYERS = "Drivers of lorries pay the bridge toll."
STARTS = Fact(id="F1", text=START, values=("2027-03-01",), words=("toll", "starts"))
PAID = Fact(id="F2", text=PAYERS, words=("lorries", "pay"))
WIDE = Fact(id="F3", text="The bridge is 18 metres wide.", values=("18 m",), words=("bridge", "wide"))
OLD = Forbidden(
    id="X1",
    text="The bridge toll starts on 1 September 2026.",
    values=("2026-09-01",),
    words=("toll", "starts"),
    why="superseded",
)


def of(part: float, whole: float) -> Quotient:
    return Quotient(part=part, of=whole)


def three(made: Report, *labels: str) -> tuple[Quotient, Quotient, Quotient]:
    told = subject(
        made,
        task=task(STARTS, PAID, WIDE),
        labels=[on_fact(*label.split("=")) for label in labels],
    )
    return factual_accuracy(told), incorrect_facts(told), unverifiable_facts(told)


def test_facts_are_said_contradicted_or_left_open() -> None:
    made = report([entry(1, START), entry(2, PAYERS)], body=[said(START, "C1"), said(PAYERS, "C2")])
    # Two of three facts are said, nothing speaks of the width.
    assert three(made) == (of(2, 3), of(0, 3), of(1, 3))
    # Nothing at all is said.
    assert three(report()) == (of(0, 3), of(0, 3), of(3, 3))


def test_another_value_for_the_same_thing_is_incorrect() -> None:
    late = "The bridge toll starts on 1 June 2027."
    made = report([entry(1, late)], body=[said(late, "C1")])
    assert three(made) == (of(0, 3), of(1, 3), of(2, 3))


def test_a_person_decides_what_is_said_of_a_fact() -> None:
    made = report([entry(1, START)], body=[said(START, "C1")])
    assert three(made, "F1=contradicted", "F3=said") == (of(1, 3), of(1, 3), of(1, 3))
    assert three(made, "F1=absent") == (of(0, 3), of(0, 3), of(3, 3))


def test_without_a_task_there_are_no_facts() -> None:
    told = subject(report([entry(1, START)], body=[said(START, "C1")]))
    for metric in (factual_accuracy, incorrect_facts, unverifiable_facts):
        assert metric(told) == of(0, 0)


HIGH, MEDIUM, LOW = score(0.9, Label.HIGH), score(0.5, Label.MEDIUM), score(0.2, Label.LOW)


def scored() -> Report:
    """High: C1 and C2; medium: C3; low: C4; C5 has no score."""
    claims = [
        entry(1, START, score=HIGH),
        entry(2, PAYERS, score=HIGH),
        entry(3, "Bicycles are free.", score=MEDIUM),
        entry(4, "Rafts are free.", score=LOW),
        entry(5, "Boats are free."),
    ]
    return report(claims, body=[said(each.text, each.key) for each in claims])


def test_labels_are_calibrated_by_the_share_that_is_right() -> None:
    told = subject(scored(), labels=[on_claim("C2", "unsupported"), on_claim("C4", "overstated")])
    # Of the two high ones one is right; the medium one is; the low one is not.
    assert calibration(told, Label.HIGH) == of(1, 2)
    assert calibration(told, Label.MEDIUM) == of(1, 1)
    assert calibration(told, Label.LOW) == of(0, 1)
    # |0.9 + 0.9 − 1| + |0.5 − 1| + |0.2 − 0| = 0.8 + 0.5 + 0.2 = 1.5, by 4 claims.
    gap = calibration_gap(told)
    assert gap.part == pytest.approx(1.5)
    assert gap.of == 4


def test_right_by_all_labels_leaves_the_distance_of_the_scores_from_one() -> None:
    # 0.1 + 0.1 + 0.5 + 0.8 = 1.5, by 4.
    gap = calibration_gap(subject(scored()))
    assert gap.part == pytest.approx(1.5)
    assert gap.value == pytest.approx(0.375)


def test_what_nobody_knows_and_what_is_not_published_is_left_out() -> None:
    # C1 is open, C2 stands in no sentence, C3 is right: 0 of 0 high, 1 of 1 medium; the gap is |0.5 − 1| by 1.
    claims = [
        entry(1, START, score=HIGH, decision=Decision.UNREVIEWED, reason="no_judge"),
        entry(2, PAYERS, score=HIGH),
        entry(3, "Bicycles are free.", score=MEDIUM),
    ]
    told = subject(report(claims, body=[said(START, "C1"), said("Bicycles are free.", "C3")]))
    assert calibration(told, Label.HIGH) == of(0, 0)
    assert calibration(told, Label.MEDIUM) == of(1, 1)
    assert calibration_gap(told) == of(0.5, 1)


def test_a_claim_that_says_what_is_not_so_is_wrong_however_well_supported() -> None:
    # C1 says the superseded date, faithfully to its source: with the task it is wrong, 1 of 2.
    old = "The bridge toll starts on 1 September 2026."
    claims = [entry(1, old, score=HIGH), entry(2, PAYERS, score=HIGH)]
    made = report(claims, body=[said(old, "C1"), said(PAYERS, "C2")])
    assert calibration(subject(made), Label.HIGH) == of(2, 2)
    assert calibration(subject(made, task=task(PAID, forbidden=[OLD])), Label.HIGH) == of(1, 2)
    assert calibration(subject(made, task=task(STARTS, PAID)), Label.HIGH) == of(1, 2)


def test_a_person_who_finds_a_fact_said_clears_its_claims() -> None:
    old = "The bridge toll starts on 1 September 2026."
    made = report([entry(1, old, score=HIGH)], body=[said(old, "C1")])
    told = subject(made, task=task(STARTS), labels=[on_fact("F1", "said")])
    assert calibration(told, Label.HIGH) == of(1, 1)
