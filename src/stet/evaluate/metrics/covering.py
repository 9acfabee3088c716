"""Whether the question was answered, and from how many sides."""

from typing import Final

from stet.evaluate.bench.task import Subquestion
from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics.subject import Subject
from stet.report.draft import SentenceKind
from stet.verify.found import Kind
from stet.verify.values import cached_values
from stet.verify.words import content_stems

_NAMED: Final = 0.5
"""The share of an unanswerable subquestion's words of content that a gap must have to be a gap in it."""

_ANSWERED: Final = 0.75
"""The share that a sentence with a value must have to be an answer to it."""


def topic_coverage(subject: Subject) -> Quotient:
    """Required subquestions that the report answers, of all; without a task the topics of the plan that are covered.

    A subquestion is answered when a reference fact that names it is said; an unanswerable one when a gap is stated in
    it and no sentence gives a value for it, by their words. One that no fact names cannot be told and is left out. Of
    a plan's topics the run itself says which are covered, which is a weaker thing to know.
    """
    asked = subject.task.subquestions if subject.task is not None else ()
    if not asked:
        topics = subject.report.topics
        return Quotient(part=sum(topic.covered for topic in topics), of=len(topics))
    naming = {fact.id: fact.subquestion for fact in (subject.task.facts if subject.task else ())}
    said = {naming.get(finding.statement) for finding in subject.facts if finding.verdict == "said"}
    told = [each for each in asked if each.unanswerable or each.id in naming.values()]
    part = sum(_declined(subject, each) if each.unanswerable else each.id in said for each in told)
    return Quotient(part=part, of=len(told))


def _declined(subject: Subject, asked: Subquestion) -> bool:
    """Whether a gap is stated in what cannot be answered, and nothing is given as an answer."""
    wanted = set(content_stems(asked.text))
    topics = {topic.id: topic.text for topic in subject.report.topics}
    gaps = [f"{topics.get(gap.topic, '')} {gap.missing}" for gap in subject.report.gaps]
    gaps += [each.text for each in subject.sentences if each.kind is SentenceKind.GAP]
    stated = any(_share(wanted, text) >= _NAMED for text in gaps)
    return stated and not any(
        _share(wanted, each.text) >= _ANSWERED and _gives_a_value(each.text) for each in subject.statements
    )


def _share(wanted: set[str], text: str) -> float:
    return len(wanted.intersection(content_stems(text))) / len(wanted) if wanted else 0.0


def _gives_a_value(text: str) -> bool:
    return any(value.kind is not Kind.NAME for value in cached_values(text))


def source_diversity(subject: Subject) -> Quotient:
    """Independent sites behind the major findings, by finding: the claims that the short answer names, each once.

    Sites as the score counts them: one registrable domain is one, near-copies of a text are one wherever they stand,
    and all documents that name no address are together one. A mean: that one finding has four sites makes up for three
    with one each, and sites that are independent by name may have one origin.
    """
    scores = [subject.ledger[key].score for key in subject.major]
    return Quotient(part=sum(len(score.sites) for score in scores if score is not None), of=len(scores))
