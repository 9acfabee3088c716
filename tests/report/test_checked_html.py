"""The page of a checked text."""

import pytest

from stet.domain.claims import Decision
from stet.report.checked import CheckedFinding, CheckedStatement, CheckedText, Words, counts_of
from stet.report.checked_html import checked_html
from stet.report.checked_shown import shown

TEXT = "# A heading\n\nOne stands. Two does not.\n\nBetween them is nothing.\n"


def checked(text: str, *spans: tuple[str, Decision], finding: str = "f") -> CheckedText:
    statements = tuple(
        CheckedStatement(
            text=said,
            start=text.index(said),
            end=text.index(said) + len(said),
            citations=(),
            decision=decision,
            reason="verbatim",
            checks=(),
            words=(Words(source="S1", start=0, end=3, exact=said, before="before ", after=" after"),),
        )
        for said, decision in spans
    )
    findings = (CheckedFinding(kind="dangling", where=finding, detail=finding),)
    return CheckedText(
        file="text.md",
        statements=statements,
        references=(),
        findings=findings,
        counts=counts_of(statements, (), findings, 1),
    )


def test_the_text_stands_in_order_with_a_mark_after_each_statement() -> None:
    page = checked_html(
        checked(TEXT, ("One stands.", Decision.SUPPORTED), ("Two does not.", Decision.UNSUPPORTED)), TEXT
    )
    order = [
        ">A heading<",
        "One stands.",
        'id="mark-1"',
        "Two does not.",
        'id="mark-2"',
        "Between them is nothing.",
    ]
    places = [page.index(each) for each in order]
    assert places == sorted(places)
    assert 'id="statement-2"' in page
    assert "<mark>One stands.</mark>" in page


def test_statements_that_overlap_lose_none_of_the_text() -> None:
    both = checked(
        TEXT, ("One stands. Two does not.", Decision.SUPPORTED), ("Two does not.", Decision.UNSUPPORTED)
    )
    page = checked_html(both, TEXT)
    body = page[page.index('id="text"') : page.index('id="findings"')]
    assert body.count("Two does not.") == 1


def test_nothing_of_a_text_acts_on_its_page() -> None:
    evil = "</script><script>alert(1)</script><img src=x onerror=alert(2)> \u202egnp.exe"
    text = f"{evil} is said.\n"
    page = checked_html(checked(text, (f"{evil} is said.", Decision.UNREVIEWED), finding=evil), text)
    assert "<script>alert" not in page
    assert "<img" not in page
    assert "\u202e" not in page


def test_the_page_asks_for_nothing_from_outside() -> None:
    page = checked_html(checked(TEXT, ("One stands.", Decision.SUPPORTED)), TEXT)
    assert "src=" not in page
    assert "http" not in page.replace("http-equiv", "")


@pytest.mark.parametrize(
    ("piece", "seen"),
    [
        ("**Asked:** When? It costs 2**3, or `**so**`.", "Asked: When? It costs 2**3, or `**so**`."),
        ("the toll [[C1]](#c1) and [[C99]](#c99)", "the toll [C1] and [C99]"),
        ("see [the notice](https://a.example/b) [3](#refs)", "see the notice [3]"),
        ("1\\. In Section 1 \\[sic\\]", "1. In Section 1 [sic]"),
        ("- one\n  - two", "• one\n  • two"),
        ("5 * 3 ** 2 and a note**", "5 * 3 ** 2 and a note"),
    ],
)
def test_a_piece_is_shown_without_its_markup(piece: str, seen: str) -> None:
    assert shown(piece, heading=False, first=True) == seen


def test_a_heading_is_shown_without_its_signs_and_code_as_it_stands() -> None:
    assert shown("## What # is it? ##", heading=True, first=True) == "What # is it?"
    code = "```\n# set\n\n**kwargs\n\n```\n\n**Bold** words.\n"
    page = checked_html(checked(code), code)
    assert "# set" in page
    assert "**kwargs" in page
    assert ">Bold words." in page


@pytest.mark.parametrize(
    "hostile", ["[" * 60_000, "[[a]](" * 20_000, "**a " * 40_000, "`" * 60_001, "\\" * 60_000]
)
def test_hostile_markup_is_read_in_linear_time(hostile: str) -> None:
    assert shown(hostile, heading=False, first=True)
