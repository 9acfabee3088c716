"""The ledger of a checked text in a terminal."""

from stet.cli.checkpage import text_lines
from stet.domain.claims import Decision
from stet.report.checked import CheckedFinding, CheckedStatement, CheckedText, counts_of


def of(*decisions: Decision) -> CheckedText:
    statements = tuple(
        CheckedStatement(
            text=f"Statement {number}.",
            start=0,
            end=1,
            citations=(),
            decision=decision,
            reason="no_judge",
            checks=(),
        )
        for number, decision in enumerate(decisions)
    )
    findings = (CheckedFinding(kind="dangling", where="9", detail="9 is not in the list"),)
    counts = counts_of(statements, (), findings, 1)
    return CheckedText(file="t.md", statements=statements, references=(), findings=findings, counts=counts)


def test_of_a_long_text_what_is_wrong_is_shown_and_the_rest_is_counted() -> None:
    many = of(*[Decision.UNREVIEWED] * 600, Decision.UNSUPPORTED, *[Decision.SUPPORTED] * 99)
    lines = [line.text for line in text_lines(many)]
    assert "Statement 499." in lines
    assert "Statement 500." not in lines
    assert "Statement 600." in lines
    assert "and 199 statements more: add --json or --html" in lines


def test_no_text_makes_an_endless_ledger() -> None:
    lines = [line.text for line in text_lines(of(*[Decision.UNSUPPORTED] * 3000))]
    assert len(lines) < 3_000
    assert "and 2,500 statements more: add --json or --html" in lines


def test_a_finding_says_its_place_once_and_no_references_are_not_counted() -> None:
    lines = [line.text for line in text_lines(of(Decision.SUPPORTED))]
    assert "9 is not in the list" in lines
    assert not any("references" in line for line in lines)
