"""HTML by anyone: its links, notes and superscripts survive as citations."""

import pytest

from stet.texts.html import read_html


def citations(html: str) -> list[tuple[str | None, str | None]]:
    _, read = read_html(html)
    return [(c.key, c.url) for s in read.statements for c in s.citations]


def test_links_and_numbered_links_are_citations():
    html = (
        '<p>Tolls <b>rose</b> (<a href="https://a.uk/x_(y)">port</a>). '
        'Ferries fell <a href="https://a.uk/z">[2]</a>.</p>'
    )
    assert citations(html) == [("https://a.uk/x_(y)", "https://a.uk/x_(y)"), ("2", "https://a.uk/z")]


def test_notes_that_superscripts_lead_to_are_references():
    html = (
        '<p>Tolls rose.<sup><a href="#cite_note-7">[1]</a></sup> Ferries fell.</p><h2>Notes</h2>'
        '<ol><li id="cite_note-7"><a href="#cite_ref-7">^</a> Port: <a href="https://a.uk/t">Tolls</a></li></ol>'
    )
    text, read = read_html(html)
    assert [(s.text, [c.key for c in s.citations]) for s in read.statements] == [
        ("Tolls rose.", ["^1"]),
        ("Ferries fell.", []),
    ]
    (note,) = read.references
    assert (note.url, note.title) == ("https://a.uk/t", "Tolls")
    assert text[note.start : note.end].startswith("[^1]: Port")


def test_notes_of_a_word_document_as_its_converter_writes_them_are_references():
    html = (
        '<p>Tolls rose.<sup><a href="#footnote-1" id="footnote-ref-1">[1]</a></sup></p>'
        '<ol><li id="footnote-1"><p> Port, https://a.uk/t <a href="#footnote-ref-1">↑</a></p></li></ol>'
    )
    _, read = read_html(html)
    assert [r.url for r in read.references] == ["https://a.uk/t"]
    assert [c.key for c in read.statements[0].citations] == ["^1"]


def test_offsets_count_in_the_markdown_that_comes_with_them():
    html = "<h1>Ports</h1><ul><li>Tolls rose<br>twice [1]</li></ul><p>Sources:</p><p>[1] https://a.uk/1</p>"
    text, read = read_html(html)
    (statement,) = read.statements
    assert (statement.text, statement.heading) == ("Tolls rose twice", "Ports")
    assert text[statement.start : statement.end] == "Tolls rose\ntwice [1]"


def test_tables_are_rows():
    html = (
        "<table><tr><th>Port</th><th>Toll</th></tr><tr><td>North</td>"
        '<td>12% <sup><a href="https://a.uk/1">1</a></sup></td></tr></table>'
    )
    _, read = read_html(html)
    assert [(s.text, s.checkable) for s in read.statements] == [("Port | Toll", False), ("North | 12%", True)]


@pytest.mark.parametrize(
    "hidden",
    [
        "<script>Tolls [1]</script>",
        "<style>p{}</style>",
        '<nav><a href="https://a.uk/1">Home</a></nav>',
        '<p style="display: none">Tolls rose [1].</p>',
        "<p hidden>Tolls rose [1].</p>",
        "<!-- Tolls rose [1]. -->",
        "<pre>ships[1]</pre>",
        '<img src="https://a.uk/1.png" alt="Tolls">',
    ],
)
def test_what_is_hidden_or_no_text_cites_nothing(hidden):
    assert citations(f"<html><body>{hidden}<p>Ferries sail.</p></body></html>") == []


@pytest.mark.parametrize(
    "text", ["5 * 3 and *a*", "a_b_c `d`", "$x$ costs $5", "1. April", "# of ships", "a < b > c"]
)
def test_characters_of_markdown_are_only_characters_in_html(text):
    _, read = read_html(f"<p>{text.replace('<', '&lt;').replace('>', '&gt;')} counts</p>")
    assert [s.text for s in read.statements] == [f"{text} counts"]


@pytest.mark.parametrize(
    "html", ["", "<", "\x00", "plain [1] text", "<p>\ud800</p>", "<a href='#x'><li id=x>1", "</p></a></tr>"]
)
def test_broken_html_is_read_as_far_as_it_goes(html):
    text, read = read_html(html)
    assert all(0 <= s.start <= s.end <= len(text) for s in read.statements)
