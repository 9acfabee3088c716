"""Citations counted on ledgers made by hand."""

import pytest
from metrickit import check, entry, listed, on_claim, on_sentence, report, said, subject

from stet.domain.claims import Decision, Outcome
from stet.domain.evidence import Quote
from stet.domain.report import Report
from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics.citing import (
    citation_validity,
    claim_support,
    mismatched_citations,
    missing_citations,
    overstated_citations,
)

START = "The toll starts on 1 March 2027."
PAYERS = "Drivers of lorries pay the toll."
FREE = "Bicycles cross without charge."


def of(part: float, whole: float) -> Quotient:
    return Quotient(part=part, of=whole)


def plain() -> Report:
    """Three claims; two in the short answer, all three in the body: five citations in five statements."""
    claims = [entry(1, START), entry(2, PAYERS), entry(3, FREE)]
    return report(
        claims,
        answer=[said(START, "C1"), said(PAYERS, "C2")],
        body=[said(START, "C1"), said(PAYERS, "C2"), said(FREE, "C3")],
    )


def test_every_citation_that_leads_to_saved_words_is_valid() -> None:
    # C1 and C2 are cited twice and C3 once: 5 of 5.
    assert citation_validity(subject(plain())) == of(5, 5)


def test_words_that_do_not_stand_at_their_place_make_each_citation_of_them_invalid() -> None:
    # S1 says something else now, so both citations of C1 lead nowhere: 3 of 5.
    texts = {"S1": START.replace("March", "Marsh"), "S2": PAYERS, "S3": FREE}
    assert citation_validity(subject(plain(), texts=texts)) == of(3, 5)
    # S2 cannot be had any more: 2 of 5 are left.
    del texts["S2"]
    assert citation_validity(subject(plain(), texts=texts)) == of(1, 5)


def test_a_key_without_a_claim_and_a_source_that_was_not_read_are_no_citations() -> None:
    # C9 does not exist, S1 was found and never read; of three citations that of C2 is valid.
    made = report(
        [entry(1, START), entry(2, PAYERS)],
        body=[said(START, "C1"), said(PAYERS, "C2", "C9")],
        sources=(listed("S1", status="found"), listed("S2")),
    )
    assert citation_validity(subject(made)) == of(1, 3)


@pytest.mark.parametrize(
    "quotes",
    [
        (),
        (Quote(source="S1", start=0, end=0, exact=""),),
        (Quote(source="S1", start=-32, end=32, exact=START),),
        (Quote(source="S1", start=4, end=8, exact="bell"),),
        (Quote(source="S1", start=4, end=8, exact="toll"), Quote(source="S8", start=0, end=1, exact="x")),
    ],
    ids=["none", "of nothing", "from before the beginning", "of other words", "of a source too many"],
)
def test_a_claim_is_cited_validly_only_with_all_of_its_quotes(quotes: tuple[Quote, ...]) -> None:
    claim = entry(1, START).model_copy(update={"quotes": quotes})
    made = report([claim], body=[said(START, "C1")], sources=(listed("S1"),))
    assert citation_validity(subject(made, texts={"S1": START})) == of(0, 1)


def test_support_counts_each_published_claim_once() -> None:
    # All three are supported by the ledger: 3 of 3, though C1 and C2 are cited twice.
    assert claim_support(subject(plain())) == of(3, 3)


def test_a_claim_in_conflict_is_supported_by_its_source_and_an_open_one_by_nothing() -> None:
    # C1 conflicts (supported), C2 is unreviewed and C3 unsupported (neither is): 1 of 3.
    claims = [
        entry(1, START, decision=Decision.CONFLICTING, reason="other_value"),
        entry(2, PAYERS, decision=Decision.UNREVIEWED, reason="no_judge"),
        entry(3, FREE, decision=Decision.UNSUPPORTED, reason="value_absent"),
    ]
    made = report(claims, body=[said(START, "C1"), said(PAYERS, "C2"), said(FREE, "C3")])
    assert claim_support(subject(made)) == of(1, 3)


def test_support_counts_what_is_published_and_keys_that_lead_nowhere() -> None:
    # C3 stands in no sentence and is not counted; C9 is nobody's claim and counts as unsupported: 1 of 2.
    made = report([entry(1, START), entry(3, FREE)], body=[said(START, "C1", "C9")])
    assert claim_support(subject(made)) == of(1, 2)


def test_support_follows_the_labels_of_people() -> None:
    labels = [on_claim("C1", "overstated"), on_claim("C2", "unsupported")]
    assert claim_support(subject(plain(), labels=labels)) == of(1, 3)


def test_a_statement_without_a_key_lacks_its_citation() -> None:
    # Three statements, one of them bare: 1 of 3.
    made = report([entry(1, START)], answer=[said(START, "C1")], body=[said(START, "C1"), said(PAYERS)])
    assert missing_citations(subject(made)) == of(1, 3)


def test_gaps_and_lines_that_lead_in_need_no_citation() -> None:
    # Only START and the inference are statements, and the inference names nothing: 1 of 2.
    made = report(
        [entry(1, START)],
        answer=[said("In short:"), said(START, "C1")],
        body=[said("Gap: “Who pays?” – nothing was found."), said("Inference: lorries pay.")],
    )
    assert missing_citations(subject(made)) == of(1, 2)


def test_from_memory_every_statement_lacks_its_citation_and_nothing_can_be_invalid() -> None:
    # Two sentences of a model and no claim: 2 of 2 missing, and nothing of which anything else could be a share.
    made = report(answer=[said(START), said(PAYERS)], level="single")
    told = subject(made)
    assert missing_citations(told) == of(2, 2)
    for metric in (citation_validity, claim_support, mismatched_citations, overstated_citations):
        assert metric(told) == of(0, 0)
        assert metric(told).value is None


def test_statements_on_claims_that_do_not_hold_are_mismatched() -> None:
    # C1 failed its attribution, and stands in two of the five statements; C9 in a third beside C3: 3 of 5.
    failed = check("attribution", Outcome.FAIL, "other_source_fits_better")
    claims = [
        entry(1, START, decision=Decision.UNSUPPORTED, reason="other_source_fits_better", checks=[failed]),
        *plain().claims[1:],
    ]
    made = report(
        claims,
        answer=[said(START, "C1"), said(PAYERS, "C2")],
        body=[said(START, "C1"), said(PAYERS, "C2"), said(FREE, "C3", "C9")],
    )
    assert mismatched_citations(subject(made)) == of(3, 5)


def test_bare_statements_are_missing_citations_and_not_mismatched_ones() -> None:
    # Of two statements one names a claim, and a person finds that the claim does not say it: 1 of 1.
    made = report([entry(1, START)], body=[said(START, "C1"), said(PAYERS)])
    told = subject(made, labels=[on_sentence(START, "unsupported")])
    assert mismatched_citations(told) == of(1, 1)
    assert overstated_citations(told) == of(0, 1)


def test_an_open_claim_is_neither_mismatched_nor_overstated() -> None:
    made = report(
        [entry(1, START, decision=Decision.UNREVIEWED, reason="no_judge")], body=[said(START, "C1")]
    )
    assert mismatched_citations(subject(made)) == of(0, 1)
    assert overstated_citations(subject(made)) == of(0, 1)


def test_what_a_judge_bears_out_in_part_is_overstated() -> None:
    # The judge misses the day in C1, which stands in two of five statements: 2 of 5, and none is mismatched.
    part = check("judge", Outcome.FAIL, "does_not_support", "Not supported: 1 March 2027", "model")
    claims = [
        entry(1, START, decision=Decision.UNSUPPORTED, reason="does_not_support", checks=[part]),
        *plain().claims[1:],
    ]
    made = plain().model_copy(update={"claims": tuple(claims)})
    assert overstated_citations(subject(made)) == of(2, 5)
    assert mismatched_citations(subject(made)) == of(0, 5)


def test_what_a_judge_bears_out_in_no_part_is_mismatched() -> None:
    # The failing part is all of the claim: 1 of 1.
    whole = check("judge", Outcome.FAIL, "does_not_support", f"Not supported: {START}", "model")
    claim = entry(1, START, decision=Decision.UNSUPPORTED, reason="does_not_support", checks=[whole])
    made = report([claim], body=[said(START, "C1")])
    assert mismatched_citations(subject(made)) == of(1, 1)
    assert overstated_citations(subject(made)) == of(0, 1)


def test_a_sentence_that_adds_a_value_to_its_claim_is_overstated() -> None:
    # Code finds the 90 euros in no claim of the sentence: 1 of 2.
    made = report(
        [entry(1, START), entry(2, PAYERS)],
        body=[said("The toll of 90 euros starts on 1 March 2027.", "C1"), said(PAYERS, "C2")],
    )
    assert overstated_citations(subject(made)) == of(1, 2)


def test_a_person_may_find_a_sentence_right_that_code_does_not() -> None:
    text = "The toll of 90 euros starts on 1 March 2027."
    made = report([entry(1, START)], body=[said(text, "C1")])
    told = subject(made, labels=[on_sentence(f"  {text.replace(' ', '  ')} ", "supported")])
    assert overstated_citations(told) == of(0, 1)


def test_a_doubt_about_wording_is_no_finding() -> None:
    doubt = check("wording", Outcome.UNSURE, "strengthened", "“must” in the claim is stronger.")
    made = report([entry(1, START, checks=[doubt])], body=[said(START, "C1")])
    assert overstated_citations(subject(made)) == of(0, 1)
