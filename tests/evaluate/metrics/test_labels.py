"""Whose word counts: a person's before a model's, a model's before the run's own; and never on what is not there."""

import pytest
from metrickit import check, entry, on_claim, on_fact, on_sentence, report, said, subject, task
from pydantic import ValidationError

from stet.domain.claims import Decision, LedgerEntry, Outcome
from stet.domain.report import Report, Review, ReviewRound
from stet.errors import BadSetting, NotFound
from stet.evaluate.bench.task import Fact, Forbidden
from stet.evaluate.metrics import Judgement, Labels, Subject, measured
from stet.evaluate.metrics.defaults import of_claim

START = "The toll starts on 1 March 2027."
RAFTS = "Rafts are free."
FACT = Fact(id="F1", text=START, values=("2027-03-01",), words=("toll",))
OLD = Forbidden(id="X1", text="It starts in 2026.", values=("2026",), words=("toll",), why="false")


def one(*claims: LedgerEntry) -> Report:
    return report(claims, body=[said(claim.text, claim.key) for claim in claims])


@pytest.mark.parametrize(
    ("decision", "reason", "checks", "wanted"),
    [
        (Decision.SUPPORTED, "verbatim", [check("judge", reason="verbatim")], ("supported", "code")),
        (Decision.SUPPORTED, "supports", [check("judge", by="model")], ("supported", "model")),
        (Decision.SUPPORTED, "supports", [check("judge", by="person")], ("supported", "person")),
        (Decision.CONFLICTING, "other_value", [check("judge", by="model")], ("supported", "model")),
        (Decision.UNREVIEWED, "no_judge", [check("judge", Outcome.NOT_RUN)], ("open", None)),
        (
            Decision.UNSUPPORTED,
            "value_absent",
            [check("values", Outcome.FAIL, "value_absent")],
            ("unsupported", "code"),
        ),
        (
            Decision.UNSUPPORTED,
            "does_not_support",
            [check("judge", Outcome.FAIL, "does_not_support", "Not supported: 1 March", "model")],
            ("overstated", "model"),
        ),
        (
            Decision.UNSUPPORTED,
            "strengthened",
            [check("wording", Outcome.FAIL, "strengthened", by="person")],
            ("overstated", "person"),
        ),
        (Decision.UNSUPPORTED, "gone", [], ("unsupported", "code")),
    ],
)
def test_the_ledger_labels_its_claims_by_whoever_decided(
    decision: Decision, reason: str, checks: list, wanted: tuple
) -> None:
    assert of_claim(entry(1, START, decision=decision, reason=reason, checks=checks)) == wanted


def labels_of(made: Report, *labels: Judgement) -> Subject:
    return subject(made, labels=labels)


def test_a_model_comes_before_the_run_and_a_person_before_the_model_in_any_order() -> None:
    made = one(entry(1, START))
    model, person = on_claim("C1", "unsupported", "model"), on_claim("C1", "overstated")
    assert labels_of(made).of_claim("C1") == ("supported", "code")
    assert labels_of(made, model).of_claim("C1") == ("unsupported", "model")
    for order in ((model, person), (person, model)):
        assert labels_of(made, *order).of_claim("C1") == ("overstated", "person")


def test_the_last_of_several_models_counts() -> None:
    given = [on_claim("C1", verdict, "model") for verdict in ("unsupported", "open")]
    assert labels_of(one(entry(1, START)), *given).of_claim("C1") == ("open", "model")


def test_labels_on_other_runs_change_nothing() -> None:
    other = Judgement(run="run2", claim="C77", verdict="unsupported")
    assert labels_of(one(entry(1, START)), other).of_claim("C1") == ("supported", "code")


@pytest.mark.parametrize(
    "label",
    [
        on_claim("C2", "supported"),
        on_sentence("The toll starts.", "supported"),
        on_fact("F9", "said"),
        Judgement(run="run1", task="other", fact="F1", verdict="said"),
    ],
    ids=["claim", "sentence", "fact", "task"],
)
def test_a_label_on_what_the_run_does_not_have_is_an_error(label: Judgement) -> None:
    wrong = subject(one(entry(1, START)), task=task(FACT), labels=[label])
    with pytest.raises(NotFound, match="a label names") as caught:
        measured(wrong)
    assert caught.value.hint


def test_a_label_on_a_fact_needs_a_task_to_be_measured_by() -> None:
    with pytest.raises(NotFound, match="measured without a task"):
        measured(labels_of(one(entry(1, START)), on_fact("F1", "said")))


def test_what_must_not_be_claimed_can_be_labelled_and_has_words_of_its_own() -> None:
    made = one(entry(1, "The toll starts in 2026."))
    asked = task(FACT, forbidden=[OLD])
    told = subject(made, task=asked, labels=[on_fact("X1", "denied"), on_fact("F1", "absent")])
    assert [each.verdict for each in told.forbidden] == ["denied"]
    assert told.false_claims == frozenset()
    with pytest.raises(BadSetting, match=r"F1.*denied.*use said, contradicted, absent"):
        measured(subject(made, task=asked, labels=[on_fact("F1", "denied")]))
    with pytest.raises(BadSetting, match="use said, disclosed, denied, absent"):
        measured(subject(made, task=asked, labels=[on_fact("X1", "contradicted")]))


def test_every_label_in_use_is_counted_by_who_gave_it() -> None:
    # Claims: C1 by a model, C2 by a person, C3 is not published. Sentences: the first repeats its claim, so code; the
    # second a person; the third names no claim. Facts: F1 by code, X1 by a person.
    judged = [check("judge", by="model")]
    claims = [entry(1, START, checks=judged), entry(2, RAFTS), entry(3, "Boats are free.")]
    made = report(claims, body=[said(START, "C1"), said("Rafts are free, it says.", "C2"), said("So be it.")])
    labels = [
        on_claim("C2", "supported"),
        on_claim("C3", "supported"),
        on_sentence("Rafts are free, it says.", "supported"),
        on_fact("X1", "absent"),
    ]
    told = subject(made, task=task(FACT, forbidden=[OLD]), labels=labels)
    assert told.labelled == {"code": 2, "model": 1, "person": 3}
    assert subject(report()).labelled == {"code": 0, "model": 0, "person": 0}


def test_sentences_are_the_reviewers_where_code_is_not_sure() -> None:
    paraphrase = "Whoever crosses will have to pay from then on."
    passed = check("nothing_beyond_claims", by="model")
    made = report([entry(1, START)], body=[said(paraphrase, "C1")])
    (sentence,) = subject(made).statements
    assert subject(made).of_sentence(sentence) == ("open", None)
    for outcome, wanted in ((Outcome.PASS, ("supported", "model")), (Outcome.FAIL, ("open", None))):
        checks = (
            check("nothing_beyond_claims", Outcome.UNSURE),
            passed.model_copy(update={"outcome": outcome}),
        )
        review = Review(approved=False, rounds=(ReviewRound(round=1, approved=False, checks=checks),))
        read = made.model_copy(update={"review": review})
        assert subject(read).of_sentence(sentence) == wanted


def test_a_sentence_longer_than_anybody_reads_is_open() -> None:
    made = report([entry(1, START)], body=[said("The toll starts. " * 400, "C1")])
    told = subject(made)
    assert told.of_sentence(told.statements[0]) == ("open", None)


def test_runs_that_are_not_measured_are_named() -> None:
    labels = Labels(judgements=(on_claim("C1", "supported"),))
    labels.expect({"run1", "run2"})
    with pytest.raises(NotFound, match="claim “C1” names run run1"):
        labels.expect({"run2"})


def test_people_who_disagree_must_settle_it_and_models_need_not() -> None:
    yes, no = (Labels(judgements=(on_claim("C1", v, name="Ann"),)) for v in ("supported", "overstated"))
    with pytest.raises(BadSetting, match=r"overstated \(Ann\), and label 1 says supported \(Ann\)"):
        yes.joined(no)
    model = Labels(judgements=(on_claim("C1", "unsupported", "model"),))
    assert len(yes.joined(yes).joined(model).judgements) == 3


@pytest.mark.parametrize(
    "fields",
    [
        {"verdict": "supported"},
        {"claim": "C1", "sentence": "x", "verdict": "supported"},
        {"claim": " ", "verdict": "supported"},
        {"claim": "C1", "task": "t", "verdict": "supported"},
        {"fact": "F1", "verdict": "said"},
        {"claim": "C1", "verdict": "true"},
        {"claim": "C1", "verdict": "open"},
        {"claim": "C1", "verdict": "said"},
        {"task": "t", "fact": "F1", "verdict": "supported"},
        {"claim": "C1", "verdict": "supported", "by": "code", "colour": "red"},
    ],
)
def test_a_label_is_on_one_thing_with_a_verdict_that_fits_it(fields: dict) -> None:
    with pytest.raises(ValidationError):
        Judgement.model_validate({"run": "run1", **fields})
