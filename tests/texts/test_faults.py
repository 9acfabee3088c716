"""The faults of a text's own citing, found in the text alone."""

import pytest

from stet.texts.read import read_text
from stet.texts.values import Finding


def found(text: str, kind: str) -> list[Finding]:
    return [finding for finding in read_text(text).findings if finding.kind == kind]


def listed(*addresses: str) -> str:
    entries = "\n".join(f"[{n}] Entry {n}: {url}" for n, url in enumerate(addresses, 1))
    marks = "".join(f"[{n}]" for n in range(1, len(addresses) + 1))
    return f"Ferries sail in every season of the year {marks}.\n\n## Sources\n\n{entries}\n"


def test_a_faultless_text_has_no_findings():
    assert read_text(listed("https://a.example.net.uk/1", "https://b.example.net.uk/2")).findings == ()


def test_a_key_that_dangles_is_named_once_with_how_often_and_where():
    text = "Tolls rose [7]. Ferries fell [7, 8].\n\n## Sources\n\n[1] One: https://a.uk/1\n"
    seven, eight = found(text, "dangling")
    assert (seven.where, eight.where) == ("7", "8")
    assert "2 times" in seven.detail
    assert seven.start is not None
    assert text[seven.start : seven.end] == "[7]"


def test_marks_of_chat_programs_are_said_to_lead_nowhere():
    (finding,) = found("Tolls rose【3†source】.", "dangling")
    assert "chat program" in finding.detail


def test_a_text_without_any_list_says_so():
    (finding,) = found("Tolls rose in the whole north [1].", "no_references")
    assert finding.start is None
    assert "lists none" in finding.detail


def test_a_list_that_nothing_cites_says_so_once():
    text = "Tolls rose in the north.\n\n### Sources\n- A: https://a.uk/1\n- B: https://a.uk/2\n"
    assert [f.kind for f in read_text(text).findings] == ["no_citations"]


def test_one_page_under_two_keys_is_duplicated():
    text = listed("https://www.a.uk/x/", "http://a.uk/x?utm_source=chat", "https://a.uk/y")
    (finding,) = found(text, "duplicated")
    assert finding.where == "2"
    assert "2 and 1" in finding.detail


def test_pages_that_differ_in_a_parameter_are_not_duplicated():
    assert found(listed("https://a.uk/x?id=1", "https://a.uk/x?id=2"), "duplicated") == []


def test_an_entry_that_is_never_cited_is_named():
    text = "Tolls rose [1].\n\n## Sources\n\n[1] One: https://a.uk/1\n[2] Two: https://a.uk/2\n"
    assert [f.where for f in found(text, "never_cited")] == ["2"]


def test_numbers_that_the_list_leaves_out_are_named():
    text = "Tolls [1][2][6].\n\n## Sources\n\n[1] A: https://a.uk/1\n[2] B: https://a.uk/2\n[6] C: https://a.uk/3\n"
    assert [f.where for f in found(text, "numbers_missing")] == ["3, 4, 5"]


@pytest.mark.parametrize(
    ("url", "kind"),
    [
        ("https://port.uk/", "bare_domain"),
        ("https://port.uk", "bare_domain"),
        ("https://www.google.com/search?q=tolls", "search_page"),
        ("https://bit.ly/3abc", "redirect"),
        ("https://example.com/tolls", "invented_address"),
        ("https://port.uk/tolls/re...", "cut_address"),
    ],
)
def test_a_faulty_address_is_found(url, kind):
    findings = read_text(f"Tolls rose ([A]({url})).").findings
    assert [f.kind for f in findings] == [kind]


@pytest.mark.parametrize(
    "url", ["https://port.uk/?id=4", "https://port.uk/#!/tolls", "https://port.uk/search"]
)
def test_a_page_of_a_site_is_no_bare_domain(url):
    assert read_text(f"Tolls rose ([A]({url})).").findings == ()


def test_a_numbered_link_that_leads_elsewhere_than_its_entry_is_found_and_kept_apart():
    text = "Tolls rose.[1](https://b.uk/2)\n\n## Sources\n\n[1] One: https://a.uk/1\n"
    read = read_text(text)
    assert [f.kind for f in read.findings] == ["link_differs"]
    (citation,) = read.statements[0].citations
    assert (citation.name, citation.key, citation.url) == ("1", "1#2", "https://b.uk/2")
    assert [(r.key, r.url) for r in read.references] == [("1", "https://a.uk/1"), ("1#2", "https://b.uk/2")]


def test_one_number_with_two_links_and_no_list_is_a_key_used_twice():
    text = "Tolls rose [[1]](https://a.uk/1). Ferries fell [[1]](https://b.uk/2). Quays froze [[1]](https://a.uk/1)."
    read = read_text(text)
    assert [c.key for s in read.statements for c in s.citations] == ["1", "1#2", "1"]
    assert [f.kind for f in read.findings] == ["key_twice"]


def test_a_figure_without_a_citation_is_found_and_a_cited_one_is_not():
    text = "Tolls rose by 12 % in spring ([A](https://a.uk/1)). Ferries fell by 40 % in June."
    (finding,) = found(text, "uncited_figure")
    assert finding.where == "Ferries fell by 40 % in June."
    assert text[finding.start : finding.end] == finding.where


def test_entries_without_any_address_are_named():
    text = "Tolls rose [1][2].\n\n## Sources\n\n[1] The toll book\n[2] Quays: https://a.uk/2\n"
    assert [f.where for f in found(text, "no_address")] == ["1"]


def test_a_missing_source_that_the_text_admits_is_found():
    assert [f.where for f in found("Tolls rose a lot [citation needed].", "citation_needed")] == [
        "[citation needed]"
    ]


def test_code_that_never_ends_is_found_since_what_follows_was_not_read():
    text = "Tolls rose.\n\n```\nFerries fell [1].\n"
    read = read_text(text)
    (finding,) = [f for f in read.findings if f.kind == "unclosed_code"]
    assert (finding.start, finding.end) == (text.index("```"), len(text))
    assert len(read.statements) == 1


@pytest.mark.parametrize(
    ("words", "url"),
    [
        ("https://city.org/a", "https://blog.org/b"),
        ("city.org", "https://blog.org/b"),
        ("**www.city.org**", "https://blog.org/b"),
        ("https://city.org/a", "https://city.org/b"),
        ("city.org/a", "https://city.org.blog.org/a"),
    ],
)
def test_a_link_whose_words_are_another_address_is_found(words, url):
    text = f"Tolls rose. [{words}]({url})"
    (finding,) = read_text(text).findings
    assert (finding.kind, finding.where) == ("link_differs", words.strip("*"))
    assert text[finding.start : finding.end] == f"[{words}]({url})"
    assert url in finding.detail


@pytest.mark.parametrize(
    ("words", "url"),
    [
        ("https://city.org/a", "https://city.org/a#top"),
        ("http://www.city.org/a/", "https://city.org/a?utm_source=chat"),
        ("city.org", "https://www.city.org/a"),
        ("city.org", "https://news.city.org/a"),
        ("https://city.org/a/long/…", "https://city.org/a/long/way"),
        ("city.org/a", "https://city.org/a/long/way"),
        ("https://city.org/a", "https://web.archive.org/web/2020/https://city.org/a"),
        ("https://doi.org/10.1234/abc", "https://press.org/doi/10.1234/abc"),
        ("Port.com", "https://blog.org/b"),
        ("README.md", "https://blog.org/b"),
        ("node.js", "https://blog.org/b"),
        ("the port of city.org", "https://blog.org/b"),
    ],
)
def test_words_that_name_the_page_or_no_page_are_no_fault(words, url):
    assert found(f"Tolls rose. [{words}]({url})", "link_differs") == []


def test_an_entry_whose_link_leads_elsewhere_than_its_words_is_found():
    text = "Tolls rose [1].\n\n## Sources\n\n[1] City page. [https://city.org/a](https://blog.org/b)\n"
    (finding,) = found(text, "link_differs")
    assert finding.where == "https://city.org/a"


def test_an_entry_with_two_addresses_says_which_one_was_taken():
    text = "Tolls rose [1].\n\n## Sources\n\n[1] City page. https://city.org/a https://blog.org/b\n"
    (finding,) = read_text(text).findings
    assert (finding.kind, finding.where) == ("several_addresses", "1")
    assert "only https://city.org/a was taken" in finding.detail


@pytest.mark.parametrize(
    "also",
    ["https://doi.org/10.1234/abc", "https://city.org/a#b", "https://web.archive.org/web/https://city.org/a"],
)
def test_an_identifier_or_a_copy_beside_an_address_is_no_second_page(also):
    text = f"Tolls rose [1].\n\n## Sources\n\n[1] City page. https://city.org/a {also}\n"
    assert read_text(text).findings == ()


@pytest.mark.parametrize("mark", ["[1-999999999]", f"[{','.join(map(str, range(1, 1_000)))}]"])
def test_a_mark_of_too_many_numbers_dangles_and_says_why(mark):
    text = f"Tolls rose in the north {mark}.\n\n## Sources\n\n[1] One: https://a.uk/1\n"
    read = read_text(text)
    assert [(c.marker, c.key) for c in read.statements[0].citations] == [(mark, None)]
    assert read.statements[0].text == "Tolls rose in the north."
    (finding,) = [f for f in read.findings if f.kind == "dangling"]
    assert "more sources than one mark is read for" in finding.detail
    assert len(finding.where) <= 41


def test_wide_intervals_are_no_marks():
    text = "A dose of [100-500] mg on a scale with x in [1-900] was given."
    assert read_text(text).statements[0].citations == ()
