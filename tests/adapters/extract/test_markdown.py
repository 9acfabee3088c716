"""Markdown and plain text."""

import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date

import pytest

from stet.adapters.extract import extract
from stet.domain.evidence import PageStatus

TODAY = date(2026, 11, 30)


def read(text: str, name: str = "a.md"):
    return extract(text.encode(), name=name, today=TODAY)


def test_front_matter():
    found = read(
        "---\ntitle: Toll ordinance\nurl: https://city.example/toll\npublisher: City\npublished: 2026-03-03\n"
        "updated: 4 May 2026\nlang: en\n---\n# Toll\n\nIt starts.\n"
    )
    assert (found.title, found.title_from) == ("Toll ordinance", "front matter")
    assert (found.url, found.url_from, found.publisher) == (
        "https://city.example/toll",
        "front matter",
        "City",
    )
    assert (found.published_at, found.published_from) == (date(2026, 3, 3), "front matter")
    assert (found.modified_at, found.modified_from) == (date(2026, 5, 4), "front matter")
    assert found.lang == "en"
    assert found.text == "Toll\n\nIt starts."
    assert found.reason is None


@pytest.mark.parametrize("block", ["- one\n- two", "just words", "It was so:\n\nwords, and\nmore words."])
def test_what_is_no_front_matter_stays_text(block: str):
    found = read(f"---\n{block}\n---\n\nThe toll starts in May.")
    assert found.status is PageStatus.OK
    assert "The toll starts in May." in found.text
    assert block.rsplit(maxsplit=1)[-1] in found.text


@pytest.mark.parametrize(
    "block",
    [
        "title: a: b: [",
        "title: Hidden\n  date: 2026-01-01\n bad",
        "a: &a [x, x]\nb: [*a, *a]",
        "a: &a\n  title: Hidden\n<<: *a",
        "title: !!python/object/apply:os.system [Hidden]",
        "!!map {title: Hidden}",
        "t: " + "[" * 5_000,
        "title: Hidden\nnote: " + "x" * 20_000,
        "title: 'Hidden\ndate: 2026-01-01",
        "title: Hidden\n\x07: 1",
    ],
)
def test_front_matter_that_cannot_be_read_is_dropped_and_told(block: str):
    for ending in ("md", "txt"):
        found = read(f"---\n{block}\n---\n\nThe toll starts in May.", f"a.{ending}")
        assert found.status is PageStatus.OK
        assert found.text == "The toll starts in May."
        assert (found.title, found.title_from, found.published_at) == ("a", "file name", None)
        assert (found.reason or "").startswith("front matter could not be read: ")
        assert len(found.reason or "") < 200


def test_front_matter_without_end_is_dropped_as_far_as_it_is_plain():
    found = read("---\ntitle: Hidden\ntags:\n  - a\n\nThe toll: it starts in May.")
    assert (found.text, found.title) == ("The toll: it starts in May.", "a")
    assert found.reason == "front matter could not be read: it has no end"


def test_front_matter_without_plain_fields_is_no_text():
    assert read("---\ntags: [a, b]\n---\nThe toll.").text == "The toll."


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("2027-01-01", "front matter, after the as-of date: 2027-01-01"),
        ("9999-99-99", "front matter, not a date: 9999-99-99"),
        ("05/06/2027", "front matter, could be two dates: 05/06/2027"),
        ("May 2026", "front matter, not a date: May 2026"),
        ("soon " * 50, "front matter, not a date: soon soon soon soon soon soon soon soon…"),
    ],
)
def test_a_date_that_does_not_count_says_why(said: str, told: str):
    found = read(f"---\ndate: {said}\nupdated: {said}\n---\n# T\n\nPublished: 3 May 2026\n\ntext")
    assert (found.published_at, found.published_from) == (None, told)
    assert (found.modified_at, found.modified_from) == (None, told)


@pytest.mark.parametrize(
    ("name", "title"),
    [
        ("toll notes.md", "toll notes"),
        ("Regulation 2024.1689", "Regulation 2024.1689"),
        ("a\\b.md", "a\\b"),
        ("line\nbreak.txt", "line break"),
    ],
)
def test_a_title_from_a_file_name_is_its_readable_stem(name: str, title: str):
    assert read("Some words.", name).title == title


def test_threads_share_the_parser():
    text = "# T\n\n" + "- *a* `b` [c](https://x.example)\n\n> d\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n" * 20
    alone = read(text).text
    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(lambda _: read(text).text, range(64))) == {alone}


def test_blocks_and_marks():
    found = read(
        "# The *toll*\n\nIt starts\non **1 May** [by law](https://a.example/x).\n\n## Who pays\n\n- lorries\n"
        "- buses\n"
        "  1. large\n  2. small\n\n| Class | Fee |\n|---|---|\n| lorry | 5 € |\n| bus | `3` € |\n\n"
        "<!-- hidden -->\n\n```\ncode  kept\n```\n\n> quoted\n> words\n\n<p>in <b>HTML</b></p>\n"
    )
    assert found.text == (
        "The toll\n\nIt starts on 1 May by law.\n\nWho pays\n\n- lorries\n- buses\n  1. large\n  2. small\n\n"
        "Class | Fee\nlorry | 5 €\nbus | 3 €\n\ncode  kept\n\nquoted words\n\nin HTML"
    )
    assert [(m.label, m.level) for m in found.marks] == [("The toll", 1), ("Who pays", 2)]
    assert all(found.text[m.start : m.end] == m.label for m in found.marks)
    assert (found.title, found.title_from) == ("The toll", "h1")


def test_struck_out_words_are_withdrawn():
    assert (
        read("# T\n\nIt starts ~~2 August 2026~~ 2 December 2027.").text == "T\n\nIt starts 2 December 2027."
    )


def test_visible_dates_of_a_document():
    found = read("# Guidelines\n\nPublished on 18 July 2025 (last updated 31 July 2025) by the office.\n")
    assert (found.published_at, found.published_from) == (date(2025, 7, 18), "visible text")
    assert (found.modified_at, found.modified_from) == (date(2025, 7, 31), "visible text")


@pytest.mark.parametrize(
    "line",
    [
        "© 2026-01-01 City of Haven",
        "Enforcement date: August 2, 2026",
        "It was published and applies from 2 August 2026.",
        "Published in 2026",
    ],
)
def test_dates_that_do_not_date_the_document(line: str):
    assert read(f"# Toll\n\n{line}\n").published_at is None


def test_official_journal_reference():
    found = read(
        "# Regulation\n\nOfficial Journal of the European Union, OJ L, 2026/1744, 24.7.2026. ELI: x\n"
    )
    assert (found.published_at, found.published_from) == (date(2026, 7, 24), "OJ reference")


def test_raised_digits_stay_raised():
    found = read(
        "# T\n\nThe plant makes 10<sup>3</sup> units, 10<sup>-6</sup> of it on the 2<sup>nd</sup> day.\n"
    )
    assert found.text.endswith("The plant makes 10³ units, 10⁻⁶ of it on the 2nd day.")


def test_a_superscript_that_never_ends_changes_nothing():
    assert read("# T\n\nOf 10<sup>3 units and 4</sup x 5\n").text.endswith("Of 103 units and 4</sup x 5")


def test_plain_text_keeps_its_paragraphs():
    found = read("One  line\r\nnext line  \r\n\r\n\r\n\r\nAnother\x00.\fThird", "a.txt")
    assert found.text == "One  line\nnext line\n\nAnother.\n\nThird"
    assert (found.title, found.title_from) == ("a", "file name")


@pytest.mark.parametrize(
    "unit",
    ["[", "*a ", "**a ", "![a](", "~~a ", "_a", "a <![CDATA[", "<a ", "`a ", "&amp;", "- ", ">", "\\["],
)
def test_hostile_markdown_takes_time_in_proportion(unit: str):
    started = time.process_time()
    assert read("# T\n\n" + unit * (60_000 // len(unit))).status is PageStatus.OK
    # Far above what it takes, far below what the square would take.
    assert time.process_time() - started < 5
