"""Every form in which texts cite, and what only looks like one."""

import pytest

from stet.texts.read import read_text
from stet.texts.values import Citation, CitedText

LIST = """

## Sources

[1] Harbour tolls, a survey: https://port.example.org/tolls
[2] Ferry counts: https://port.example.org/ferries
[3] Annual report: https://port.example.org/annual
[4] Quay works: https://port.example.org/quay
"""


def cited(read: CitedText) -> list[Citation]:
    return [citation for statement in read.statements for citation in statement.citations]


def keys(text: str) -> list[str | None]:
    return [citation.key for citation in cited(read_text(text))]


@pytest.mark.parametrize(
    ("sentence", "expected"),
    [
        ("The toll rose [1].", ["1"]),
        ("The toll rose [1][2].", ["1", "2"]),
        ("The toll rose [1] [2].", ["1", "2"]),
        ("The toll rose [1, 2].", ["1", "2"]),
        ("The toll rose [1; 3].", ["1", "3"]),
        ("The toll rose [1-3].", ["1", "2", "3"]),
        ("The toll rose [1–3].", ["1", "2", "3"]),
        ("The toll rose [1-2, 4].", ["1", "2", "4"]),
        ("The toll rose ([1],[3]).", ["1", "3"]),
        ("The toll rose (see [2]).", ["2"]),
        ("The toll rose 【1】【3】.", ["1", "3"]),
        ("The toll rose 【1-2，4】.", ["1", "2", "4"]),
        ("The toll rose【3†L29-L41】.", ["3"]),
        ("The toll rose【3†source】【1†source】.", ["3", "1"]),
        ("The toll rose［1］.", ["1"]),
        ("The toll rose [２].", ["2"]),
        ("The toll rose［１，２］.", ["1", "2"]),
        ("The toll rose [^2].", ["2"]),
        ("The toll rose [[1]](https://port.example.org/tolls).", ["1"]),
        ("The toll rose [1](https://port.example.org/tolls).", ["1"]),
        ("The toll rose [1](#sources).", ["1"]),
        ("The toll rose [\\[1\\]](https://port.example.org/tolls).", ["1"]),
        ("The toll rose \\[1\\].", ["1"]),
        ("The toll rose<sup>1</sup>.", ["1"]),
        ("The toll rose<sup>2,3</sup>.", ["2", "3"]),
        ("The toll rose<sup>[2]</sup>.", ["2"]),
        ("The toll rose<sup>[2](https://port.example.org/ferries)</sup>.", ["2"]),
        ("The toll rose$^{[4]}$.", ["4"]),
        ("The toll rose [cite: 2, 3].", ["2", "3"]),
        ("The toll rose [citation:4].", ["4"]),
        ("The toll rose [Source 2].", ["2"]),
        ("The toll rose [02].", ["2"]),
        ("**The toll rose**[1].", ["1"]),
        ("The toll rose.[1]", ["1"]),
        ("The toll rose. [1] [2]", ["1", "2"]),
        ("[The toll](https://port.example.org/tolls) rose.", ["1"]),
        ("The toll rose ([survey](https://port.example.org/tolls)).", ["1"]),
        ("The toll rose (https://port.example.org/tolls).", ["1"]),
        ("The toll rose: see <https://www.port.example.org/tolls/>.", ["1"]),
        ("The rules follow [the annual report][3].", ["3"]),
    ],
)
def test_a_form_is_resolved_to_the_entries_it_names(sentence, expected):
    assert keys(sentence + LIST) == expected


@pytest.mark.parametrize(
    "sentence",
    [
        "Insurance 100 [2025] was dearer.",
        "[2020, 2021, 2022]",
        "The pairs are [31-13] and [43-6,46-12].",
        "An area of 2 m² falls with d⁻⁴.",
        "An area of 5 m<sup>2</sup> and 10<sup>3</sup> ships.",
        "The share x in [0, 1] is free.",
        "The code [[48,4,7]] protects the tide table.",
        "Write `arr[1]` here.",
        "Write arr[1] = 4 here.",
        "Take x[1] and my_ships[2] from it.",
        "The value $a[1]$ holds, and $x_{[2]}$ too.",
        "The standard [ISO 34503][9] applies.",
        "See ![chart](https://port.example.org/chart.png) here.",
        "- [ ] Ask the harbour master\n- [x] Count the ferries",
        "Jump to [the tables](#tables).",
        "Write to [us](mailto:a@port.example.org).",
        "He said [sic] that it [the quay] was new.",
        "```python\nships = fleet[1]\n```",
        "    ships = fleet[1]\n    rows[2] = ships",
        "Costs rose from $5 to $6 [in dollars].",
        "In May (2021) it rose, and again (March 2022).",
    ],
)
def test_what_only_looks_like_a_citation_is_none(sentence):
    read = read_text("Ships came.\n\n" + sentence + LIST)
    assert cited(read) == []


def test_what_only_looks_like_a_citation_stays_in_the_sentence():
    read = read_text("Insurance 100 [2025] was dearer, and x in [0, 1] is free.")
    assert read.statements[0].text == "Insurance 100 [2025] was dearer, and x in [0, 1] is free."
    assert read_text("[2020, 2021, 2022]").statements[0].text == "[2020, 2021, 2022]"


@pytest.mark.parametrize(
    ("sentence", "names"),
    [
        ("The toll rose [S1].", ["S1"]),
        ("The toll rose [S2, S4].", ["S2", "S4"]),
        ("The toll rose :contentReference[oaicite:0]{index=0}", ["oaicite:0"]),
        ("The toll rose. citeturn0search3turn1view0", ["turn0search3", "turn1view0"]),
        ("The toll rose. \ue200cite\ue202turn0search3\ue201", ["turn0search3"]),
        ("The toll rose turn0search3.", ["turn0search3"]),
        ("The toll rose【F:src/tolls.py†L1-L236】.", ["F:src/tolls.py"]),
        ("The toll rose【20†L92-L100】.", ["20"]),
        ("The toll rose [@smith2021; @doe19, p. 3].", ["smith2021", "doe19"]),
        ("The toll rose \\cite{smith2021,doe19}.", ["smith2021", "doe19"]),
        ("The toll rose [^quay].", ["^quay"]),
        ("The toll rose [9].", ["9"]),
        ("The toll rose (Ito and Hara, 2011).", ["Ito and Hara 2011"]),
        ("The toll rose [mueller1916solubility pages 14–17].", ["mueller1916solubility pages 14–17"]),
    ],
)
def test_a_mark_without_an_entry_is_named_as_dangling(sentence, names):
    read = read_text(sentence)
    assert [c.name for c in cited(read)] == names
    assert [c.key for c in cited(read)] == [None] * len(names)
    assert [f.where for f in read.findings if f.kind == "dangling"] == names
    assert read.statements[0].text.rstrip(".") == "The toll rose"


def test_keys_with_letters_are_found_in_their_list():
    text = (
        "It opened [S1], then closed [S2, S3].\n\nSources:\n\n[S1] One: https://a.example.org/1\n"
        "[S2] Two: https://a.example.org/2\n"
    )
    read = read_text(text)
    assert [(c.name, c.key) for c in cited(read)] == [("S1", "S1"), ("S2", "S2"), ("S3", None)]


def test_footnotes_are_found_by_their_definitions():
    text = (
        "The toll rose[^1], then fell[^b].\n\n[^1]: Port office, [Tolls](https://port.example.org/t).\n"
        "[^b]: See\n    https://port.example.org/u\n"
    )
    read = read_text(text)
    assert [c.key for c in cited(read)] == ["^1", "^b"]
    assert [r.url for r in read.references] == ["https://port.example.org/t", "https://port.example.org/u"]
    assert text[read.references[0].start :].startswith("[^1]")


def test_a_footnote_prefers_its_definition_to_an_entry_of_the_list():
    text = f"The toll rose[^2] and fell [2].\n\n[^2]: A note of its own, https://note.example.org/n\n{LIST}"
    assert keys(text) == ["^2", "2"]


def test_authors_and_years_are_found_in_a_list():
    text = (
        "Tolls rose (Smith et al., 2021; Doe, 2019a). As Doe (2019b) says, ferries stopped.\n\n"
        "## References\n\n"
        "Smith, A., Rao, B., & Lee, C. (2021). Tolls in harbours. https://doi.org/10.5555/tolls.1\n\n"
        "Doe, J. (2019a). Ferries. Port Press.\n\n"
        "Doe, J. (2019b). More ferries. Port Press.\n"
    )
    read = read_text(text)
    assert [c.key for c in read.statements[0].citations] == ["smith2021", "doe2019a"]
    assert [c.key for c in read.statements[1].citations] == ["doe2019b"]
    assert read.statements[1].text == "As Doe says, ferries stopped."
    smith = read.references[0]
    assert (smith.authors, smith.year, smith.title) == (
        "Smith, A., Rao, B., & Lee, C",
        2021,
        "Tolls in harbours",
    )
    assert smith.doi == "10.5555/tolls.1"


def test_chinese_authors_are_found_in_a_list():
    text = "港口收费上涨（张三，2021）。\n\n参考文献\n\n张三（2021）. 港口收费研究. https://port.example.org/zh\n"
    assert keys(text) == ["张三2021"]


@pytest.mark.parametrize(
    ("text", "url"),
    [
        ("See [it](https://w.example.org/Foo_(a)_(b)) now.", "https://w.example.org/Foo_(a)_(b)"),
        ("See [it](https://w.example.org/a|b]c) now.", "https://w.example.org/a|b]c"),
        ("See [it](<https://w.example.org/a b>) now.", "https://w.example.org/a b"),
        ('See [it](https://w.example.org/a "A title") now.', "https://w.example.org/a"),
        ("See [it](https://w.example.org/foo(bar) now.", "https://w.example.org/foo(bar"),
        ("It is at https://w.example.org/a.", "https://w.example.org/a"),
        ("它在 https://w.example.org/a，很好。", "https://w.example.org/a"),
        ("It is there (https://w.example.org/Foo_(a)).", "https://w.example.org/Foo_(a)"),
        ("It is at www.w.example.org/a?b=1&c=2!", "https://www.w.example.org/a?b=1&c=2"),
        ("It holds <https://w.example.org/a_b>.", "https://w.example.org/a_b"),
        ('It holds <a href="https://w.example.org/q">there</a>.', "https://w.example.org/q"),
        ("It holds (doi:10.5555/abc.1).", "https://doi.org/10.5555/abc.1"),
        ("It holds (PMID: 1234567).", "https://pubmed.ncbi.nlm.nih.gov/1234567/"),
        ("It holds (arXiv:2101.00001v2).", "https://arxiv.org/abs/2101.00001v2"),
        ("| A | [B](https://w.example.org/a|b) |", "https://w.example.org/a|b"),
    ],
)
def test_an_address_ends_where_it_ends(text, url):
    read = read_text(text)
    assert [c.url for c in cited(read)] == [url]
    assert read.references[0].url == url
    assert not read.references[0].listed


def test_an_index_pair_and_an_interval_stay_free_of_entries_with_these_numbers():
    assert keys("Pairs [4-2] and x = [1, 2] here." + LIST) == []


def test_a_key_from_zero_is_found_where_the_list_begins_at_zero():
    text = "Tides turn [0], [0, 1].\n\nReferences:\n[0] Tides of the bay\n\n[1] Moons\n"
    assert keys(text) == ["0", "0", "1"]


def test_links_defined_at_the_end_are_found_and_their_names_are_no_words_of_a_sentence():
    text = (
        "Tolls rose. ([Port][1], [Bay][2]) As [the bay][2] says, ferries fell.\n\n"
        '[1]: https://port.uk/a "Tolls rise"\n[2]: https://bay.uk/b\n'
    )
    read = read_text(text)
    assert [(s.text, [c.key for c in s.citations]) for s in read.statements] == [
        ("Tolls rose.", ["1", "2"]),
        ("As the bay says, ferries fell.", ["2"]),
    ]
    assert read.findings == ()


def test_a_single_letter_is_a_key_where_a_list_has_it():
    text = (
        "| Toll | 9.80 | [T] |\n\n[T]he toll rose [X]. Ferries fell [T].\n\n"
        "## Sources\n\n- [T] Tariff. https://a.uk/t\n- [1] Port. https://a.uk/1\n"
    )
    read = read_text(text)
    assert [[c.key for c in s.citations] for s in read.statements] == [["T"], [], ["T"]]
    assert read.statements[1].text == "[T]he toll rose [X]."


def test_a_list_that_begins_with_an_editorial_letter_has_no_such_key():
    read = read_text("Tolls rose [T].\n\n## Sources\n\n- [T]he port. https://a.uk/t\n")
    assert read.statements[0].citations == ()
