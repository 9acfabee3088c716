"""Bibliographies, read by small strict readers: whatever stands in a title stays a title."""

import json
import re

from harbour import HOSTILE, REPORT, SOURCES
from hypothesis import given
from hypothesis import strategies as st

from stet.domain.report import Report
from stet.report.bibtex import to_bibtex
from stet.report.cited import bibliography
from stet.report.csl import to_csl
from stet.report.ris import to_ris

NASTY = [
    "",
    HOSTILE,
    "a\r\nER  - \r\nTY  - JOUR",
    "}, note = {x}\n@misc{y,",
    "100 % of {it \\input{/etc/passwd} $x$ #1 ~^_&",
    "a\n\n=1+1",
]
TITLES = st.sampled_from(NASTY) | st.text(max_size=60)


def titled(title: str) -> Report:
    return REPORT.model_copy(
        update={"sources": tuple(s.model_copy(update={"title": title}) for s in SOURCES)}
    )


def records(text: str) -> list[dict[str, str]]:
    """RIS: every line a tag and a value, TY first, ER last."""
    assert text.endswith("ER  - \r\n\r\n")
    found: list[dict[str, str]] = []
    for line in text.split("\r\n"):
        assert "\n" not in line
        assert "\r" not in line
        if not line:
            continue
        tag, value = re.fullmatch(r"([A-Z][A-Z0-9])  - (.*)", line).groups()  # pyright: ignore[reportOptionalMemberAccess]
        if tag == "TY":
            found.append({})
        assert tag not in found[-1]
        found[-1][tag] = value
    assert all(next(iter(record)) == "TY" and list(record)[-1] == "ER" for record in found)
    return found


def entries(text: str) -> list[tuple[str, dict[str, str]]]:
    """BibTeX: an entry a key and fields in balanced braces, as BibTeX itself counts them."""
    found: list[tuple[str, dict[str, str]]] = []
    at = 0
    while match := re.compile(r"\s*@([a-z]+)\{([a-z0-9]+),\n").match(text, at):
        at, fields = match.end(), {}
        while field := re.compile(r"  ([a-z]+) = \{").match(text, at):
            start = at = field.end()
            depth = 1
            while depth:
                depth += {"{": 1, "}": -1}.get(text[at], 0)
                at += 1
            fields[field[1]] = text[start : at - 1]
            assert text.startswith(",\n", at)
            at += 2
        assert text.startswith("}\n", at)
        at += 2
        found.append((match[2], fields))
    assert not text[at:].strip()
    return found


def test_keys_are_made_of_site_and_year_and_the_same_whether_all_or_only_the_cited_are_listed():
    keys = {each.source.id: each.key for each in bibliography(REPORT, every=True)}
    assert keys["S1"] == "ellery2026a"
    assert keys["S2"] == "ellery2026b"
    assert keys["S4"] == "swifttagnda"
    assert len(set(keys.values())) == len(keys)
    cited = bibliography(REPORT)
    assert {each.source.id for each in cited} == {"S1", "S2", "S3", "S4", "S6", "S7"}
    assert all(keys[each.source.id] == each.key for each in cited)


def test_csl_items_have_the_fields_that_the_schema_asks_for_and_no_others():
    listed = json.loads(to_csl(REPORT))
    known = {"id", "type", "title", "container-title", "issued", "accessed", "URL", "DOI", "note"}
    assert all({"id", "type"} <= set(item) <= known for item in listed)
    second = listed[1]
    assert second["type"] == "legislation"
    assert second["issued"] == {"date-parts": [[2026, 10, 12]]}
    assert second["accessed"] == {"date-parts": [[2026, 11, 30]]}
    assert second["URL"] == "https://law.ellery.example/2026/31"
    assert "sha256:2222" in second["note"]


@given(title=TITLES)
def test_no_title_begins_or_ends_a_record(title: str):
    report = titled(title)
    items = json.loads(to_csl(report, every=True))
    in_ris, in_bibtex = records(to_ris(report, every=True)), entries(to_bibtex(report, every=True))
    assert [r["ID"] for r in in_ris] == [key for key, _ in in_bibtex] == [item["id"] for item in items]
    assert [r["TI"] for r in in_ris] == [item["title"] for item in items]
    for _, fields in in_bibtex:
        assert fields["title"].startswith("{")
        plain = re.sub(r"\\(?:text[a-z]+\{\}|[#$%&_])", "", fields["title"][1:-1])
        assert not re.search(r"[\\{}$#%&_^~<>]", plain)


def test_an_address_that_is_no_page_of_the_web_is_never_a_link():
    for text in (to_csl(REPORT, every=True), to_ris(REPORT, every=True), to_bibtex(REPORT, every=True)):
        assert not re.search(r"(?:URL\": \"|UR  - |url = \{)(?!https?://)", text)


def test_what_is_no_doi_is_not_given_as_one():
    odd = SOURCES[1].model_copy(update={"doi": "10.1234/a}b"})
    good = SOURCES[2].model_copy(update={"doi": "10.1234/abc.5"})
    report = REPORT.model_copy(update={"sources": (odd, good)})
    assert [item.get("DOI") for item in json.loads(to_csl(report))] == [None, "10.1234/abc.5"]
