"""What people said beside what was decided: what is joined, what is asked of them, and in which words."""

import csv
import io
import json
from datetime import UTC, datetime
from decimal import Decimal
from math import ceil

import pytest
from harbour import CLAIMS, HOSTILE, REPORT, TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st

from stet.domain.claims import Decision
from stet.domain.people import PersonDecision, ReviewRule, Verdict
from stet.domain.report import Report, ReportOutcome
from stet.report.annotations import to_annotations
from stet.report.html import to_html
from stet.report.json import from_json, to_json
from stet.report.ledger_csv import to_ledger_csv
from stet.report.markdown import to_markdown
from stet.report.people import joined, lines, said_of
from stet.report.stakes import drawn, needed

MOMENT = datetime(2026, 11, 30, 9, tzinfo=UTC)
APPROVED = REPORT.model_copy(update={"outcome": ReportOutcome.APPROVED})
CITED = ("C1", "C2", "C3", "C4", "C5", "C7", "C8", "C9", "C10")


def said(
    claim: str, verdict: Verdict = Verdict.AGREE, name: str = "A", note: str | None = None
) -> PersonDecision:
    return PersonDecision(claim=claim, verdict=verdict, name=name, note=note, at=MOMENT)


def everyone(report: Report, keys: tuple[str, ...], rule: str) -> Report:
    return joined(report, [said(key) for key in keys], ReviewRule.of(rule))


def test_where_nobody_said_or_has_to_say_anything_the_report_is_the_same_one() -> None:
    assert joined(REPORT, [], None) is REPORT
    assert '"people"' not in to_json(REPORT)


def test_all_are_the_claims_that_a_sentence_rests_on() -> None:
    assert needed(REPORT, ReviewRule.of("all")) == CITED  # C6 fell, and stands in none


def test_high_stakes_are_the_short_answer_money_dates_references_and_conflicts() -> None:
    # C4 and C5 say neither when nor how much, and nobody contradicts them.
    assert needed(REPORT, ReviewRule.of("high-stakes")) == ("C1", "C2", "C3", "C7", "C8", "C9")


@pytest.mark.parametrize(
    ("text", "counts"),
    [
        ("Under Article 3(2) bicycles cross without charge.", True),
        ("The Harbour Act lets bicycles cross.", True),
        ("A directive lets bicycles cross.", True),
        ("The court held so in C-131/12.", True),
        ("Nach der Richtlinie fahren Räder frei.", True),
        ("A bicycle pays $2.", True),
        ("Bicycles cross in March.", True),
        ("Bicycles act as they like, in order to cross.", False),
        ("12 % of all who cross are cyclists.", False),
    ],
)
def test_what_makes_a_claim_weighty(text: str, counts: bool) -> None:
    claim = CLAIMS[4].model_copy(update={"text": text})
    report = REPORT.model_copy(update={"claims": (*CLAIMS[:4], claim, *CLAIMS[5:])})
    assert ("C5" in needed(report, ReviewRule.of("high-stakes"))) is counts


@settings(deadline=None)
@given(st.integers(0, 60), st.decimals("0.1", 100, places=1), st.integers(0, 9))
def test_a_sample_is_rounded_up_and_depends_on_its_seed_alone(
    count: int, percent: Decimal, seed: int
) -> None:
    keys = [f"C{number}" for number in range(1, count + 1)]
    chosen = drawn(keys, percent, seed, "r1")
    assert chosen == drawn(keys, percent, seed, "r2")
    assert len(chosen) == ceil(count * percent / 100)
    assert set(chosen) == set(drawn(keys[::-1], percent, seed, "r1"))
    assert set(chosen) <= set(drawn(keys, Decimal(100), seed, "r1"))


def test_without_a_seed_the_run_draws() -> None:
    keys = [f"C{number}" for number in range(40)]
    samples = {drawn(keys, Decimal(25), None, f"r{number}") for number in range(9)}
    assert len(samples) > 1


def test_a_report_is_accepted_when_all_that_are_needed_are_agreed_with() -> None:
    rule = "high-stakes"
    wanted = needed(APPROVED, ReviewRule.of(rule))
    assert not everyone(APPROVED, wanted[1:], rule).states.report_accepted
    assert everyone(APPROVED, wanted, rule).states.report_accepted
    assert not everyone(REPORT, wanted, rule).states.report_accepted  # its own review did not approve it


@pytest.mark.parametrize("verdict", [Verdict.DISAGREE, Verdict.UNCLEAR])
@pytest.mark.parametrize(("claim", "counts"), [("C1", True), ("C4", True), ("C6", False)])
def test_a_doubt_on_any_claim_of_the_text_keeps_it_from_being_accepted(
    verdict: Verdict, claim: str, counts: bool
) -> None:
    rule = ReviewRule.of("high-stakes")
    wanted = [said(key) for key in needed(APPROVED, rule)]
    doubted = joined(APPROVED, [*wanted, said(claim, verdict, "B")], rule)
    assert doubted.states.report_accepted is not counts
    taken_back = joined(APPROVED, [*wanted, said(claim, verdict, "B"), said(claim, name="B")], rule)
    assert taken_back.states.report_accepted


def test_without_a_rule_what_people_say_accepts_and_refuses_nothing() -> None:
    accepted = APPROVED.model_copy(
        update={"states": REPORT.states.model_copy(update={"report_accepted": True})}
    )
    assert joined(accepted, [said("C1", Verdict.DISAGREE)], None).states.report_accepted
    assert not joined(REPORT, [said(key) for key in CITED], None).states.report_accepted


def test_nothing_that_the_program_decided_changes_but_a_check_by_a_person_is_added_to_the_unreviewed() -> (
    None
):
    report = joined(REPORT, [said("C10"), said("C6"), said("C1", Verdict.DISAGREE)], None)
    for before, after in zip(REPORT.claims, report.claims, strict=True):
        assert (before.decision, before.reason, before.action) == (after.decision, after.reason, after.action)
        added = after.checks[len(before.checks) :]
        if before.key != "C10":
            assert added == ()
            continue
        assert before.decision is Decision.UNREVIEWED
        (check,) = added
        assert (check.name, check.outcome, check.by) == ("judge", "pass", "person")


def test_the_export_is_read_back_and_says_who_and_what() -> None:
    report = joined(REPORT, [said("C1", note="seen"), said("C1", Verdict.DISAGREE)], ReviewRule.of("all"))
    assert from_json(to_json(report)) == report
    assert said_of(report, "C1") == (
        "A agrees, 30 November 2026: “seen” (before)",
        "A disagrees, 30 November 2026",
    )
    told = list(lines(report))
    assert told[0] == "People checked 1 of 10 claims (1 disagree)."
    assert "doubted: C1" in told[1]
    assert "C10 and 1 more" not in told[1]
    assert "not accepted" in told[1]


@settings(deadline=None)
@given(st.text(max_size=80).filter(bool), st.text(max_size=200))
def test_any_name_and_note_are_shown_without_taking_effect(name: str, note: str) -> None:
    report = joined(REPORT, [said("C1", name=name + HOSTILE[: 80 - len(name)], note=note + HOSTILE)], None)
    before, after = to_markdown(REPORT), to_markdown(report)
    assert len(after.splitlines()) == len(before.splitlines()) + 4
    assert "[y](javascript" not in after


def test_the_table_and_the_annotations_say_what_people_said_of_each_claim() -> None:
    report = joined(REPORT, [said("C1", Verdict.DISAGREE, name="=1+1", note="a\r\nb")], None)
    table = list(csv.DictReader(io.StringIO(to_ledger_csv(report, bom=False), newline="")))
    assert table[0]["people"] == "'=1+1 disagrees, 30 November 2026: “a b”"
    assert table[1]["people"] == ""
    items = json.loads(to_annotations(report, TEXTS))["first"]["items"]
    comments = [
        (item["id"].split(":")[3], body["value"])
        for item in items
        for body in item["body"]
        if body["purpose"] == "commenting"
    ]
    assert set(comments) == {("C1", "=1+1 disagrees, 30 November 2026: “a b”")}


def test_hostile_words_are_text_in_the_page() -> None:
    page = to_html(joined(REPORT, [said("C1", name="<b>A</b>", note=HOSTILE)], None), TEXTS)
    body = page.split('<script type="application/json"')[0]
    assert "<script>alert" not in body
    assert "&lt;b&gt;A&lt;/b&gt; agrees" in body
