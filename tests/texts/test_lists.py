"""Source lists: where they are, their entries, and what these give."""

import pytest

from stet.texts.read import read_text


def entries(text: str) -> list[tuple[str, str | None, str | None]]:
    return [(r.key, r.url, r.title) for r in read_text(text).references if r.listed]


@pytest.mark.parametrize(
    "heading",
    [
        "## Sources",
        "### References",
        "**References:**",
        "Sources:",
        "References\n----------",
        "## 7. Sources",
        "## Quellen",
        "## Références",
        "参考文献：",
        "## 五、参考文献",
        "## Fuentes",
        "## Источники",
        "## 参考资料（节选）",
        "7. Works cited",
    ],
)
def test_a_list_is_known_by_its_heading(heading):
    read = read_text(f"Tolls rose [1].\n\n{heading}\n\n[1] One: https://a.example.org/1\n")
    assert [(r.key, r.listed) for r in read.references] == [("1", True)]
    assert len(read.statements) == 1
    assert read.body_end == len("Tolls rose [1].\n\n")


@pytest.mark.parametrize(
    "entry",
    [
        "[1] Tolls: https://a.example.org/1",
        "[1] Tolls - https://a.example.org/1",
        "[1] https://a.example.org/1 - Tolls",
        "[1] [Tolls](https://a.example.org/1)",
        "[1]: https://a.example.org/1 Tolls",
        "[1]. Tolls. Available at: https://a.example.org/1.",
        "**[1]** Tolls <https://a.example.org/1>",
        "[[1]](https://a.example.org/1) Tolls",
        "【1】 Tolls https://a.example.org/1",
        "［１］ Tolls https://a.example.org/1",
        "[^1]: Tolls, https://a.example.org/1",
        "1. Tolls: https://a.example.org/1",
        "1. [Tolls](https://a.example.org/1)",
        "1) Tolls (https://a.example.org/1)",
        "1\\. Tolls https://a.example.org/1",
        "- [1] Tolls: https://a.example.org/1",
        "* [1] [Tolls](https://a.example.org/1)",
        "[1] Tolls\nhttps://a.example.org/1",
        "[1] Tolls\n    https://a.example.org/1",
        "[1] Tolls\n\nhttps://a.example.org/1",
        "1. Tolls\n   - URL: https://a.example.org/1",
        "<sup>1</sup> Tolls https://a.example.org/1",
        "¹ Tolls https://a.example.org/1",
        "1 Tolls https://a.example.org/1",
        "| 1 | Tolls | https://a.example.org/1 |",
    ],
)
def test_an_entry_gives_key_address_and_title(entry):
    read = read_text(f"Prices rose [1].\n\n## Sources\n\n{entry}\n")
    (found,) = [r for r in read.references if r.listed]
    assert (found.key.lstrip("^"), found.url, found.title) == ("1", "https://a.example.org/1", "Tolls")
    assert [c.key for s in read.statements for c in s.citations] == [found.key]


def test_a_numbered_list_without_a_heading_is_a_source_list():
    text = "Tolls rose [1], ferries fell [2].\n\n1. Tolls: https://a.example.org/1\n2. Ferries: https://a.example.org/2\n"
    assert [key for key, _, _ in entries(text)] == ["1", "2"]


def test_bracketed_entries_without_a_heading_are_a_source_list():
    text = "Tolls rose [1], ferries fell [2].\n\n[1] Tolls: https://a.example.org/1\n[2] Ferries: https://a.example.org/2\n"
    assert [key for key, _, _ in entries(text)] == ["1", "2"]
    assert len(read_text(text).statements) == 1


def test_a_numbered_list_of_statements_is_no_source_list():
    text = (
        "Tolls rose [1].\n\n1. Ferries fell by half ([port](https://a.example.org/1)).\n"
        "2. Quays froze in March ([port](https://a.example.org/2)).\n"
    )
    assert entries(text) == []
    assert len(read_text(text).statements) == 3


def test_prose_under_a_heading_of_sources_is_prose():
    read = read_text(
        "## Literature\n\nMuch was written on tolls. Little of it was read.\n\nFerries are another matter.\n"
    )
    assert [r for r in read.references if r.listed] == []
    assert len(read.statements) == 3


def test_what_follows_a_list_is_body_again():
    read = read_text(
        "Tolls rose [1].\n\nSources:\n\n[1] One: https://a.example.org/1\n\n(All prices are in shillings of 1920.)\n"
    )
    assert [s.text for s in read.statements] == ["Tolls rose.", "(All prices are in shillings of 1920.)"]


def test_lists_per_section_keep_their_own_keys():
    text = (
        "# A\n\nTolls rose [1].\n\n### Sources\n[1] One: https://a.example.org/1\n\n"
        "# B\n\nFerries fell [1]. Quays froze [2].\n\n### Sources\n[1] Other: https://a.example.org/2\n"
    )
    read = read_text(text)
    assert [c.key for s in read.statements for c in s.citations] == ["1", "1#2", None]
    assert [(r.key, r.url) for r in read.references] == [
        ("1", "https://a.example.org/1"),
        ("1#2", "https://a.example.org/2"),
    ]
    assert {f.kind for f in read.findings} >= {"key_twice", "dangling"}


def test_a_second_list_at_the_end_is_not_what_the_body_cites():
    text = (
        "Tolls rose [1].\n\n## Sources\n\n[1] One: https://a.example.org/1\n\n"
        "## References\n\n[1] Two: https://a.example.org/2\n"
    )
    read = read_text(text)
    assert [c.key for s in read.statements for c in s.citations] == ["1"]
    assert ("never_cited", "1#2") in [(f.kind, f.where) for f in read.findings]


def test_lists_that_count_on_are_one_to_the_body():
    text = (
        "Tolls rose [1], [2].\n\n## Sources\n\n[1] One: https://a.example.org/1\n\nMore of it [1].\n\n"
        "## References\n\n[2] Two: https://a.example.org/2\n"
    )
    assert [c.key for s in read_text(text).statements for c in s.citations] == ["1", "2", "1"]


def test_unkeyed_entries_are_found_by_the_addresses_that_the_body_links_to():
    text = (
        "Tolls rose ([Port, 2021](https://www.a.example.org/1/)).\n\n## References\n\n"
        "- Port. (2021, May 3). Tolls of the year. [https://a.example.org/1](https://a.example.org/1)\n"
    )
    read = read_text(text)
    (citation,) = read.statements[0].citations
    assert citation.key == "port2021"
    assert (read.references[0].title, read.references[0].year) == ("Tolls of the year", 2021)


def test_identifiers_of_an_entry_are_read():
    text = (
        "Tolls [1][2][3].\n\n## References\n\n[1] Rao B. Tolls. J Ports. 2020. doi: 10.5555/Ab.(1)2. PMID: 7654321.\n"
        "[2] [Ferries (arXiv:2101.00001)](https://arxiv.org/abs/2101.00001)\n[3] Quays. https://doi.org/10.5555/q.9\n"
    )
    first, second, third = read_text(text).references
    assert (first.doi, first.pmid, first.year) == ("10.5555/ab.(1)2", "7654321", 2020)
    assert first.url == "https://doi.org/10.5555/ab.(1)2"
    assert (second.arxiv, second.url) == ("2101.00001", "https://arxiv.org/abs/2101.00001")
    assert (third.doi, third.title) == ("10.5555/q.9", "Quays")


def test_marks_in_the_entries_are_no_citations():
    text = "Tolls rose [1].\n\n## Sources\n\n[1] Tolls [2] and ferries: https://a.example.org/1\n"
    assert [c.name for s in read_text(text).statements for c in s.citations] == ["1"]


def test_an_entry_without_an_address_is_known_by_its_authors_and_year():
    text = (
        "Tolls rose (Doe et al., 2021).\n\n## References\n\nRao, B. (2020). Tolls. https://a.uk/1\n\n"
        "Doe, K., Roe, L., & Poe, M. 2021. Ferries again. Port Review.\n"
    )
    read = read_text(text)
    assert [c.key for c in read.statements[0].citations] == ["doe2021"]
    assert len(read.statements) == 1
