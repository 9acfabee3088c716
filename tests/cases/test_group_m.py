"""Export: hostile titles, tables that are none, names of files."""

import time
from datetime import date
from pathlib import Path

import pytest
from casekit import over_folder, over_web
from markdown_it import MarkdownIt

from stet.adapters.extract import extract
from stet.cli.output import destination
from stet.report.draft import parse
from stet.report.html import to_html
from stet.report.markdown import to_markdown
from stet.testing import canned_page
from stet.verify.sentences import sentences

HIGH = "How high is the weir of Tamsin Mill?"
SAID = "The weir of Tamsin Mill is 4 metres high in a dry summer."
TABLES = (
    "| a | b |\n|---|\n| 1 | 2 | 3 |\n| 4\n",
    "| a | b\n--- | ---\n1 | 2\n",
    "|" + "---|" * 400 + "\n" + "| x " * 400 + "|\n",
    "| a |\n|:-:|:-:|:-:|\n",
    "||||\n||||\n",
    "| " + "\\| " * 500 + "|\n|---|\n",
)


@pytest.mark.parametrize(
    "title", ["a | b | c", "x\n| --- |\ny", "|" * 50, "`a|b`", "\\|", "[C1](javascript:1) |"]
)
def test_a_title_never_breaks_a_table(tmp_path: Path, title: str):
    """K112: each row of the score table has the columns of its head, in Markdown and in HTML."""
    page = canned_page("https://tamsin.example/", SAID, title=title)
    report = over_web(tmp_path, HIGH, [page]).done
    tokens = MarkdownIt("commonmark").enable("table").parse(to_markdown(report))
    rows: list[int] = []
    for token in tokens:
        if token.type == "tr_open":
            rows.append(0)
        rows[-1:] = [rows[-1] + 1] if rows and token.type in {"th_open", "td_open"} else rows[-1:]
    assert len(rows) >= 2
    assert set(rows) == {5}
    html = to_html(report, {"S1": SAID})
    assert html.count("<table") == html.count("</table>")


@pytest.mark.parametrize("table", TABLES)
def test_a_malformed_table_in_a_document_is_read(tmp_path: Path, table: str):
    """K112: its words are there, nothing is raised, and the report is written in every format."""
    text = f"# Weir\n\n{SAID}\n\n{table}\nThe last words of the page stand here.\n"
    found = extract(text.encode(), name="a.md", today=date(2026, 11, 30))
    assert "The last words of the page stand here." in found.text
    assert sentences(found.text, found.marks)
    report = over_folder(tmp_path, HIGH, {"a.md": text})
    assert report.answer
    assert SAID in to_markdown(report)
    assert "4 metres high" in to_html(report, {"S1": found.text})


@pytest.mark.parametrize("table", TABLES)
def test_a_malformed_table_in_a_draft_is_read_and_never_approved_unseen(table: str):
    """K112: rows are text; what can be checked in them needs a key like any sentence."""
    found = parse(f"## Short answer\n\nIt is 4 m [C1].\n\n{table}", ("C1",))
    assert next(s.claims for s in found.sentences) == ("C1",)
    said = "".join(s.text for s in found.sentences)
    for word in ("a", "b", "1", "2"):
        if f" {word} " in table:
            assert word in said


def test_a_long_draft_of_table_rows_takes_time_in_proportion():
    """K112: four hundred columns and a thousand rows."""

    def seconds(rows: int) -> float:
        text = "## Short answer\n\n" + ("|" + " - |" * 400 + "\n") * rows
        start = time.process_time()
        parse(text, ("C1",))
        return time.process_time() - start

    small, large = seconds(50), seconds(400)
    assert large < 0.1 or large < 30 * small


@pytest.mark.parametrize(
    "title", ["桥" * 300, "/", "..", "CON", "", "a/b\\c:d*?", "x" * 5000, "\x00\n", "nul.md", "~", "-rf"]
)
def test_a_report_can_be_saved_whatever_the_question_was(tmp_path: Path, title: str):
    """K113: one file in the folder that was given, with a name that every system takes."""
    for form in ("md", "html", "json"):
        goal = destination(form, str(tmp_path), title, force=False)
        assert goal.path is not None
        goal.put("text")
        assert goal.path.parent == tmp_path
        assert goal.path.read_text(encoding="utf-8") == "text"
        assert goal.path.suffix == f".{form}"
        assert len(goal.path.name.encode()) < 200
        goal.path.unlink()
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("page", [
    "<header><h1>Weir</h1></header><p>{0}</p>",
    "<header><p>{0}</p></header>",
    "<html><header>Site</header><body><p>{0}</p></body></html>",
    "<heading>Weir</heading><p>{0}</p>",
])  # fmt: skip
def test_a_header_is_no_head(page: str):
    """K115: what stands in one is not thrown away as the head of a page."""
    found = extract(page.format(SAID).encode(), name="a.html", today=date(2026, 11, 30))
    assert SAID in found.text
