"""Whether what a report says is so: by the reference facts of its task, and by what its labels promise.

Three answers to a fact as in SimpleQA (Wei et al. 2024: correct, incorrect, not attempted); they add up to 1. Without a
task there are no facts, and all three are of nothing.
"""

from stet.domain.claims import Label
from stet.evaluate.bench.facts import Verdict
from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics.subject import Subject


def factual_accuracy(subject: Subject) -> Quotient:
    """Reference facts that the report says, of all of the task.

    A fact counts as said by words and values; a person can say otherwise. Says nothing of what else the report states.
    """
    return _facts(subject, "said")


def incorrect_facts(subject: Subject) -> Quotient:
    """Reference facts that the report denies or gives with another value, of all of the task.

    What it must not claim is counted apart, as forbidden facts: one error can be both.
    """
    return _facts(subject, "contradicted")


def unverifiable_facts(subject: Subject) -> Quotient:
    """Reference facts of which the report says nothing that could be compared, of all of the task.

    An honest gap and an oversight are counted alike.
    """
    return _facts(subject, "absent")


def _facts(subject: Subject, verdict: Verdict) -> Quotient:
    return Quotient(part=sum(each.verdict == verdict for each in subject.facts), of=len(subject.facts))


def calibration(subject: Subject, label: Label) -> Quotient:
    """Published claims with this confidence label that are right, of those of which somebody knows.

    A claim is right when it is labelled supported, and by it the report neither contradicts a reference fact nor says
    what it must not; one whose label is open is left out. Without a task “right” means borne out by its own source,
    which a source that is wrong can do.
    """
    right = [
        known for key, of in _labelled(subject) if of is label and (known := _right(subject, key)) is not None
    ]
    return Quotient(part=sum(right), of=len(right))


def calibration_gap(subject: Subject) -> Quotient:
    """How far the scores are from the shares that are right: the expected calibration error.

    Σ over the labels of |Σ scores − number right|, divided by the number of claims: Guo et al., “On Calibration of
    Modern Neural Networks” (2017), with the three labels as bins and the score as the confidence. Between 0 and 1. A
    score measures the evidence and is no probability, so this says how wrong it would be to read it as one. Small
    reports look worse than they are; several added up have at least the gap of all their claims together.
    """
    sums: dict[Label, float] = {}
    count = 0
    for key, label in _labelled(subject):
        right, score = _right(subject, key), subject.ledger[key].score
        if right is not None and score is not None:
            sums[label] = sums.get(label, 0.0) + score.value - right
            count += 1
    return Quotient(part=sum(abs(each) for _, each in sorted(sums.items())), of=count)


def _labelled(subject: Subject) -> list[tuple[str, Label]]:
    """The published claims that have a score, by key so that no order changes a sum."""
    scored = {key: subject.ledger[key].score for key in subject.published if key in subject.ledger}
    return sorted((key, score.label) for key, score in scored.items() if score is not None)


def _right(subject: Subject, key: str) -> bool | None:
    held = subject.of_claim(key).verdict
    return None if held == "open" else held == "supported" and key not in subject.false_claims
