"""Answers of arXiv, Atom feeds; every payload is invented after its documented shape."""

from datetime import date

import pytest

from stet.adapters.search.arxiv import parse
from stet.errors import BadAnswer, Unavailable
from stet.ports import SearchRequest

ASKED = SearchRequest(text="granular flow")


def feed(*entries: str, count: str | None = None) -> bytes:
    total = f"<os:totalResults>{len(entries) if count is None else count}</os:totalResults>"
    return (
        '<?xml version="1.0" encoding="UTF-8"?><feed xmlns="http://www.w3.org/2005/Atom" '
        'xmlns:os="http://a9.com/-/spec/opensearch/1.1/"><title>q</title>'
        f"{total if count != '' else ''}{''.join(entries)}</feed>"
    ).encode()


def entry(
    paper: str = "http://arxiv.org/abs/2401.01234v2", title: str = "Sand", summary: str = "Grains flow."
) -> str:
    return (
        f"<entry><id>{paper}</id><published>2024-01-02T18:00:01Z</published>"
        f"<updated>2025-05-05T00:00:00Z</updated><title>{title}</title><summary>{summary}</summary></entry>"
    )


def test_an_entry_becomes_a_hit_with_its_version_and_its_first_day():
    [hit] = parse(
        feed(entry(title="Sand\n  in &amp; out", summary="  If a &lt; b,\n it flows.\n")), ASKED
    ).hits
    assert (hit.url, hit.published_at) == ("https://arxiv.org/abs/2401.01234v2", date(2024, 1, 2))
    assert (hit.title, hit.snippet) == ("Sand in & out", "If a < b, it flows.")


def test_versions_are_different_hits_and_a_repeated_one_is_not():
    ids = ["2401.01234v1", "2401.01234v2", "2401.01234v1", "hep-th/9901001v3"]
    found = parse(feed(*(entry(f"http://arxiv.org/abs/{paper}") for paper in ids)), ASKED)
    assert [hit.url.removeprefix("https://arxiv.org/abs/") for hit in found.hits] == [
        "2401.01234v1",
        "2401.01234v2",
        "hep-th/9901001v3",
    ]


@pytest.mark.parametrize("paper", ["", "http://evil.example/abs/2401.01234", "javascript:alert(1)", "urn:x"])
def test_an_entry_that_is_no_paper_leads_nowhere(paper: str):
    assert parse(feed(entry(paper)), ASKED).hits == ()


def test_no_papers_are_an_answer():
    assert parse(feed(), ASKED).hits == ()


def test_papers_that_were_found_and_not_sent_are_an_outage_and_not_an_empty_answer():
    with pytest.raises(Unavailable, match="7 papers"):
        parse(feed(count="7"), ASKED)


def test_an_error_in_the_form_of_an_entry_is_an_error():
    told = entry("https://arxiv.org/api/errors#bad_query", "Error", "malformed query")
    with pytest.raises(BadAnswer, match="malformed query"):
        parse(feed(told), ASKED)


@pytest.mark.parametrize(
    "payload",
    [
        b"",
        b"Rate exceeded.",
        b"<html><body>503</body></html>",
        b"<feed/>",
        feed()[:-8],
        feed(count=""),
        feed(count="many"),
        feed().replace(b"2005/Atom", b"1999/Atom"),
    ],
)
def test_another_shape_is_a_bad_answer_and_not_an_empty_one(payload: bytes):
    with pytest.raises(BadAnswer, match="arxiv"):
        parse(payload, ASKED)


BOMB = (
    '<?xml version="1.0" encoding="{0}"?><!DOCTYPE feed [<!ENTITY a "{1}">'
    + "".join(
        f'<!ENTITY {name} "{f"&{before};" * 50}">' for before, name in zip("abcdef", "bcdefg", strict=True)
    )
    + ']><feed xmlns="http://www.w3.org/2005/Atom"><entry><title lang="&g;">&g;</title></entry></feed>'
)


@pytest.mark.parametrize("charset", ["utf-8", "utf-16", "utf-7"])
def test_an_entity_bomb_is_refused_in_any_charset(charset: str):
    with pytest.raises(BadAnswer):
        parse(BOMB.format(charset, "x" * 100).encode(charset), ASKED)


def test_a_file_of_the_machine_is_never_read(tmp_path):
    secret = tmp_path / "secret"
    secret.write_text("the-secret")
    document = f'<!DOCTYPE feed [<!ENTITY x SYSTEM "{secret.as_uri()}">]>'
    payload = feed(entry(title="&x;")).replace(b"<feed", document.encode() + b"<feed", 1)
    with pytest.raises(BadAnswer) as refused:
        parse(payload, ASKED)
    assert "the-secret" not in str(refused.value)


def test_deep_nesting_is_a_bad_answer():
    with pytest.raises(BadAnswer):
        parse(feed("<a>" * 200_000 + "</a>" * 200_000), ASKED)
