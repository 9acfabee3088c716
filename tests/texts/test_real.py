"""Counts made by hand on real reports, which are read where they are, beside the project."""

from collections import Counter
from pathlib import Path

import pytest

from stet.texts.read import read_text
from stet.texts.values import CitedText

REPORTS = Path(__file__).resolve().parents[3] / "shared/data/reports"

pytestmark = pytest.mark.skipif(
    not REPORTS.is_dir(), reason="no reports: they are in ../shared/data/reports, beside the project"
)


def read(number: str) -> tuple[str, CitedText]:
    text = next(REPORTS.glob(f"{number}-*.md")).read_text(encoding="utf-8")
    return text, read_text(text)


def counts(report: CitedText) -> tuple[int, int, int, int, int]:
    """Marks, citations, those without a reference, references, those in a list."""
    citations = [c for s in report.statements for c in s.citations]
    return (
        len({(c.start, c.end) for c in citations}),
        len(citations),
        sum(c.key is None for c in citations),
        len(report.references),
        sum(r.listed for r in report.references),
    )


# 01: lists and ranges of numbers, `[[48,4,7]]` names a code; 06: notes that mean a numbered list; 08: lenticular
# brackets in Chinese; 10: numbered links whose list is another one; 13: a list right under a line of its own;
# 17: notes, keys from zero, two keys that dangle; 23: links only; 26: numbered links without a list; 34: no list.
@pytest.mark.parametrize(
    ("number", "expected"),
    [
        ("01", (59, 120, 0, 56, 56)),
        ("02", (59, 59, 0, 36, 36)),
        ("06", (168, 168, 0, 39, 39)),
        ("08", (42, 42, 0, 15, 15)),
        ("12", (30, 30, 0, 17, 15)),
        ("13", (69, 69, 0, 29, 29)),
        ("17", (52, 52, 3, 14, 14)),
        ("20", (6, 8, 8, 0, 0)),
        ("23", (42, 42, 0, 14, 0)),
        ("24", (19, 19, 0, 6, 6)),
        ("26", (142, 142, 0, 26, 0)),
        ("29", (0, 0, 0, 15, 15)),
        ("34", (9, 9, 9, 0, 0)),
    ],
)
def test_marks_citations_and_references_are_those_counted_by_hand(number, expected):
    assert counts(read(number)[1]) == expected


def test_links_that_differ_from_their_entries_are_those_counted_by_hand():
    _, report = read("10")
    # Eight numbers and pages: 8, 7, 6, 9, 12, 5, 10 and 2 lead elsewhere than the list says.
    assert sorted(f.where for f in report.findings if f.kind == "link_differs") == [
        "10",
        "12",
        "2",
        "5",
        "6",
        "7",
        "8",
        "9",
    ]
    assert counts(report) == (35, 35, 0, 25, 17)
    assert [f.where for f in report.findings if f.kind == "never_cited"] == ["13"]
    assert [f.where for f in report.findings if f.kind == "numbers_missing"] == ["17, 18, 19, 20"]


def test_entries_that_no_statement_cites_are_those_counted_by_hand():
    assert [f.where for f in read("06")[1].findings if f.kind == "never_cited"] == ["29", "30"]
    assert [f.where for f in read("08")[1].findings if f.kind == "never_cited"] == ["8", "11", "12", "13"]
    assert [f.where for f in read("17")[1].findings if f.kind == "dangling"] == ["14", "13"]


def test_pages_listed_twice_are_those_counted_by_hand():
    assert Counter(f.where for f in read("12")[1].findings if f.kind == "duplicated") == {"11": 1}
    assert Counter(f.where for f in read("01")[1].findings if f.kind == "duplicated") == dict.fromkeys(
        ["31", "44", "26", "52", "54"], 1
    )


def test_every_mark_of_every_report_stands_where_it_says():
    for path in sorted(REPORTS.glob("[0-9s]*.md")):
        text = path.read_text(encoding="utf-8")
        for statement in read_text(text).statements:
            assert all(text[c.start : c.end] == c.marker for c in statement.citations), path.name


def test_figures_that_a_citation_ends_the_paragraph_of_are_not_named():
    assert [f.where for f in read("23")[1].findings if f.kind == "uncited_figure"] == []
    _, report = read("06")
    named = [f.where for f in report.findings if f.kind == "uncited_figure"]
    # Two points without any citation, and two rows of wavelengths; not the lasers of 300–900 ps, cited at their end.
    assert [where.partition(" ")[0] for where in named] == ["Devices:", "Session", "Red:", "Blue:"]


def test_a_report_in_json_is_no_prose():
    _, report = read("32")
    assert [f.kind for f in report.findings] == ["not_prose"]
