"""Coverage and diversity counted on reports made by hand."""

from metrickit import entry, gap, on_fact, report, said, score, subject, task

from stet.domain.claims import Label
from stet.domain.report import ReportTopic
from stet.evaluate.bench.task import Fact, Subquestion
from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics.covering import source_diversity, topic_coverage

START = "The bridge toll starts on 1 March 2027."
PAYERS = "Drivers of lorries pay the bridge toll."
WHEN = Subquestion(id="when", text="When does the bridge toll start?")
WHO = Subquestion(id="who", text="Who pays the bridge toll?")
FINE = Subquestion(id="fine", text="How high is the penalty for unregistered rafts?", unanswerable=True)
STARTS = Fact(id="F1", text=START, values=("2027-03-01",), words=("toll",), subquestion="when")
PAID = Fact(id="F2", text=PAYERS, words=("lorries", "pay", "toll"), subquestion="who")


def of(part: float, whole: float) -> Quotient:
    return Quotient(part=part, of=whole)


def test_without_a_task_the_topics_of_the_plan_count() -> None:
    # Two topics, the second not covered: 1 of 2.
    topics = (
        ReportTopic(id="T1", text=WHEN.text, covered=True),
        ReportTopic(id="T2", text=WHO.text, covered=False),
    )
    assert topic_coverage(subject(report(topics=topics))) == of(1, 2)
    # A task that requires nothing leaves it at that.
    assert topic_coverage(subject(report(topics=topics), task=task())) == of(1, 2)
    assert topic_coverage(subject(report(topics=()))) == of(0, 0)


def test_a_subquestion_is_answered_by_a_fact_that_names_it() -> None:
    # The start is said and who pays is not: 1 of 2, whatever the topics of the plan say.
    made = report([entry(1, START)], answer=[said(START, "C1")])
    wanted = task(STARTS, PAID, subquestions=[WHEN, WHO])
    assert topic_coverage(subject(made, task=wanted)) == of(1, 2)
    both = report([entry(1, START), entry(2, PAYERS)], answer=[said(START, "C1")], body=[said(PAYERS, "C2")])
    assert topic_coverage(subject(both, task=wanted)) == of(2, 2)


def test_one_fact_of_several_answers_and_one_that_no_fact_names_is_left_out() -> None:
    # Two facts name `when` and one of them is said; none names `who`, so nobody can tell: 1 of 1.
    later = Fact(id="F3", text="It was to start in 2026.", values=("2026-01-01",), subquestion="when")
    made = report([entry(1, START)], answer=[said(START, "C1")])
    wanted = task(STARTS, later, subquestions=[WHEN, WHO])
    assert topic_coverage(subject(made, task=wanted)) == of(1, 1)


def test_a_person_may_say_that_a_fact_is_said() -> None:
    made = report([entry(1, START)], answer=[said(START, "C1")])
    wanted = task(STARTS, PAID, subquestions=[WHEN, WHO])
    assert topic_coverage(subject(made, task=wanted, labels=[on_fact("F2", "said")])) == of(2, 2)
    assert topic_coverage(subject(made, task=wanted, labels=[on_fact("F1", "absent")])) == of(0, 2)


def test_what_cannot_be_answered_is_covered_by_a_gap_and_no_value() -> None:
    wanted = task(subquestions=[FINE])
    # A gap in it: 1 of 1. None, or one in something else: 0 of 1.
    stated = report(gaps=(gap("T1", "no penalty for unregistered rafts was found"),))
    assert topic_coverage(subject(stated, task=wanted)) == of(1, 1)
    assert topic_coverage(subject(report(), task=wanted)) == of(0, 1)
    other = report(gaps=(gap("T2", "nothing that was read speaks of it"),))
    assert topic_coverage(subject(other, task=wanted)) == of(0, 1)


def test_a_gap_beside_an_answer_that_was_made_up_covers_nothing() -> None:
    made = report(
        answer=[said("The penalty for unregistered rafts is 500 euros.")],
        gaps=(gap("T1", "no penalty for unregistered rafts was found"),),
    )
    assert topic_coverage(subject(made, task=task(subquestions=[FINE]))) == of(0, 1)


def test_a_gap_is_read_in_the_draft_too() -> None:
    made = report(body=[said("Gap: “The penalty for unregistered rafts” – nothing was found.")])
    assert topic_coverage(subject(made, task=task(subquestions=[FINE]))) == of(1, 1)


def test_diversity_is_the_sites_of_what_the_short_answer_names() -> None:
    # C1 has three sites and C2 one; C3 stands only in the body: 4 sites by 2 findings.
    claims = [
        entry(1, START, score=score(0.9, Label.HIGH, "a.example", "b.example", "c.example")),
        entry(2, PAYERS, score=score(0.5, Label.MEDIUM, "a.example")),
        entry(3, "Bicycles are free.", score=score(0.5, Label.MEDIUM, "a.example", "b.example")),
    ]
    made = report(
        claims,
        answer=[said(START, "C1"), said(PAYERS, "C2", "C1")],
        body=[said("Bicycles are free.", "C3")],
    )
    found = source_diversity(subject(made))
    assert found == of(4, 2)
    assert found.value == 2


def test_a_finding_without_a_score_has_no_site() -> None:
    # One site for C1, none for C2; C9 is no claim: 1 by 2.
    claims = [entry(1, START, score=score(0.9, Label.HIGH, "a.example")), entry(2, PAYERS)]
    made = report(claims, answer=[said(START, "C1", "C9"), said(PAYERS, "C2")])
    assert source_diversity(subject(made)) == of(1, 2)


def test_without_a_short_answer_there_is_no_major_finding() -> None:
    made = report([entry(1, START, score=score(0.9, Label.HIGH))], body=[said(START, "C1")])
    assert source_diversity(subject(made)) == of(0, 0)
