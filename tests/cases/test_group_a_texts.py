"""Group A of the cases, in texts by anyone: what their marks point at, and what `stet check` says of them."""

import time
from datetime import date
from pathlib import Path

import pytest

from stet.app import App
from stet.app.checking import Checking, Wanted
from stet.app.checking_run import Terms
from stet.confidence.profile import load_profile
from stet.domain.budget import Budget
from stet.report.checked import CheckedText
from stet.texts.read import read_text
from stet.texts.values import Citation, CitedText

LIST = (
    "\n\n## Sources\n\n[1] Notice: https://harbour.example/notice\n[2] Note: https://harbour.example/note\n"
)


def marks(text: CitedText) -> list[Citation]:
    return [citation for statement in text.statements for citation in statement.citations]


def kinds(text: CitedText) -> set[str]:
    return {finding.kind for finding in text.findings}


async def checked(tmp_path: Path, text: str, **sources: str) -> CheckedText:
    """What is said of a text on a folder of sources, without a network."""
    folder = tmp_path / "sources"
    folder.mkdir()
    for name, body in sources.items():
        (folder / f"{name}.md").write_text(body, encoding="utf-8")
    target = tmp_path / "text.md"
    target.write_text(text, encoding="utf-8")
    terms = Terms(load_profile("general"), date(2026, 11, 30), Budget(), None, fetch=False)
    async with Checking(
        App(tmp_path / "home"), Wanted(terms, sources=str(folder)), lambda _: None
    ) as checking:
        return (await checking.check(str(target))).found


async def test_the_identifier_of_the_neighbour_is_a_reference_of_its_own_that_nobody_read(
    tmp_path: Path,
) -> None:
    """K002"""
    page = (
        "Ferry studies 24, 80-85 (2023), doi 10.5555/ferry-35-9. "
        "N. Lind, Ferry studies 24, 86-91 (2023), doi 10.5555/ferry-34-w."
    )
    quoted = "“N. Lind, Ferry studies 24, 86-91 (2023), doi 10.5555/ferry-35-9”"
    text = f"It is listed as {quoted} [1].\n\n## Sources\n\n[1] The list: page.md\n"
    found = await checked(tmp_path, text, page=page)
    assert [(s.decision, s.reason) for s in found.statements] == [("unreviewed", "no_judge")]
    assert ("https://doi.org/10.5555/ferry-35-9", None) in [(r.url, r.source) for r in found.references]


async def test_an_address_with_a_changed_letter_is_no_source_that_was_read(tmp_path: Path) -> None:
    """K011"""
    body = "---\nurl: https://harbour.example/notice\n---\n\nThe toll starts in May."
    text = "The toll starts in May [1].\n\n## Sources\n\n[1] https://harbour.example/notise\n"
    found = await checked(tmp_path, text, notice=body)
    assert [(s.decision, s.citations[0].source) for s in found.statements] == [("unreviewed", None)]


def test_two_sections_with_lists_of_their_own_keep_both() -> None:
    """K013"""
    text = read_text(
        "# North\n\nFerries rose [1].\n\n## Sources\n\n[1] A: https://a.uk/1\n\n"
        "# South\n\nFerries fell [1].\n\n## Sources\n\n[1] B: https://b.uk/1\n"
    )
    urls = {reference.key: reference.url for reference in text.references}
    assert [urls[mark.key or ""] for mark in marks(text)] == ["https://a.uk/1", "https://b.uk/1"]


def test_marks_of_another_program_lead_to_its_list() -> None:
    """K019"""
    text = read_text("Tolls rose in May [cite: 2]. Ferries fell in June [cite: 12]." + LIST)
    assert [mark.key for mark in marks(text)] == ["2", None]
    assert "dangling" in kinds(text)


def test_an_altered_key_is_unknown_and_author_and_year_alone_are_no_citation() -> None:
    """K020"""
    text = read_text(
        "Ethers dissolve at 12 degrees (lind1916solubility pages 14-17). "
        "Ishikawa and Hashimoto, 2011, found 14 degrees."
        "\n\n## References\n\n[lind1916solubility pages 17-19] Lind: https://a.uk/1\n"
    )
    assert all(mark.key is None for mark in marks(text))
    assert {"uncited_figure"} & kinds(text)


@pytest.mark.parametrize(
    "text",
    [
        "The loop reads `arr[1]` first.",
        "```\narr[1] = 2\n```\n",
        "[2020, 2021, 2022]",
        "$x_{[1]}$ is a variable.",
    ],
)
def test_code_years_and_formulas_cite_nothing(text: str) -> None:
    """K023"""
    assert marks(read_text(text + LIST)) == []


def test_a_run_of_digits_in_an_open_bracket_takes_no_time() -> None:
    """K023"""
    start = time.process_time()
    read_text("[" + "1" * 60 + "!")
    read_text(("[" + "1" * 60 + "!") * 200)
    assert time.process_time() - start < 5


def test_odd_forms_are_read_and_a_runaway_row_dangles_beyond_the_list() -> None:
    """K025"""
    entries = "".join(f"[{n}] Entry {n}\nhttps://a.uk/{n}\n" for n in range(1, 18))
    row = "".join(f"[{n}]" for n in range(16, 30))
    text = read_text(
        f"Tolls rose{row}. Ferries fell【1-8，14-17】. Piers [1](#sources) too.\n\n## Sources\n\n{entries}"
    )
    keys = [mark.key for mark in marks(text)]
    assert keys[:14] == ["16", "17", *[None] * 12]
    assert keys[14:] == [*map(str, range(1, 9)), *map(str, range(14, 18)), "1"]
    assert text.references[0].url == "https://a.uk/1"
    notes = read_text("Tolls rose.[^1]\n\n[^1]: Notice, https://a.uk/1\n")
    assert [mark.key is not None for mark in marks(notes)] == [True]


def test_a_mark_without_an_entry_dangles_and_is_kept() -> None:
    """K026"""
    text = read_text("Tolls rose [1]. Ferries fell [2]. Piers closed [3]." + LIST)
    assert [mark.key for mark in marks(text)] == ["1", "2", None]
    assert [finding.where for finding in text.findings if finding.kind == "dangling"] == ["3"]


@pytest.mark.parametrize(
    ("written", "url"),
    [
        ("[t](https://a.uk/wiki/Foo_(a)_(b))", "https://a.uk/wiki/Foo_(a)_(b)"),
        ("[t](https://a.uk/x|y)", "https://a.uk/x|y"),
        ("https://a.uk/page.", "https://a.uk/page"),
        ("https://a.uk/page，", "https://a.uk/page"),
    ],
)
def test_an_address_ends_where_it_ends(written: str, url: str) -> None:
    """K032"""
    assert read_text(f"Tolls rose in May, see {written}\n").references[0].url == url
