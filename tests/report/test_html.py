"""The page: every citation leads to its words, no document acts, nothing is asked for from outside."""

import json
import re

from harbour import HOSTILE, REPORT, SOURCES, TEXTS
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import html as parser

from stet.domain.report import Report, ReportOutcome, Review, Section, Sentence
from stet.report.html import to_html
from stet.report.json import to_json

PAGE = to_html(REPORT, TEXTS, snapshots=True)
TREE = parser.document_fromstring(PAGE)


def text_of(element) -> str:
    return " ".join(element.text_content().split())


def ids(tree) -> list[str]:
    return [str(value) for value in tree.xpath("//@id")]


def test_every_link_inside_the_page_lands_on_one_place():
    found = ids(TREE)
    assert len(found) == len(set(found))
    targets = [href[1:] for href in TREE.xpath("//a/@href") if href.startswith("#")]
    assert len(targets) > 60
    assert set(targets) <= set(found)


def test_a_citation_names_itself_and_opens_the_claim_with_its_words_marked():
    cite = TREE.xpath("//section[@id='answer']//a[contains(@class,'cite')]")[0]
    assert cite.get("role") == "doc-noteref"
    assert cite.get("aria-label") == (
        "Citation C1, supported, Ordinance 31/2026 amending Ordinance 14/2026, 12 October 2026"
    )
    (entry,) = TREE.xpath(f"//article[@id='{cite.get('href')[1:]}']")
    assert entry.get("role") == "doc-endnote"
    assert [mark.text for mark in entry.iter("mark")] == [quote.exact for quote in REPORT.claims[0].quotes]
    shown = text_of(entry)
    for words in (
        "12 October 2026 (date from: json-ld)",
        "under “Ordinance 31/2026”",
        "1 × 1 × 1.4 = 1.4, capped at 1",
    ):
        assert words in shown
    assert cite.get("id") in [href[1:] for href in entry.xpath(".//p[@class='close']/a/@href")]


def test_every_quote_is_marked_in_its_saved_text():
    for number, quote in enumerate(REPORT.claims[2].quotes, start=1):
        (mark,) = TREE.xpath(f"//details//mark[@id='words-claim-C3-{number}']")
        assert mark.text_content() == quote.exact
    whole = {d.xpath("string(.//div[@class='text'])") for d in TREE.xpath("//details")}
    assert any(
        "Article 1. This ordinance concerns" in text and "Bicycles cross without charge." in text
        for text in whole
    )
    assert [text_of(cut) for cut in TREE.xpath("//span[@class='cut']")] == [
        "82,521 characters left out",
        "9,301 characters left out",
    ]


def test_words_that_do_not_stand_in_the_text_are_never_marked():
    moved = {**TEXTS, "S3": "x" + TEXTS["S3"]}
    tree = parser.document_fromstring(to_html(REPORT, moved, snapshots=True))
    entry = tree.xpath("//article[@id='claim-C4']")[0]
    assert not list(entry.iter("mark"))
    assert "These words do not stand at this place of the saved text." in text_of(entry)
    without = parser.document_fromstring(to_html(REPORT, {}))
    assert not without.xpath("//details | //mark")


def test_a_page_that_is_shared_holds_quotes_in_their_context_and_no_saved_text():
    shared = to_html(REPORT, TEXTS)
    tree = parser.document_fromstring(shared)
    assert not tree.xpath("//details | //section[@id='texts'] | //p[@class='go']/span")
    marks = [mark.text_content() for mark in tree.xpath("//article[@role='doc-endnote']//mark")]
    assert marks == [quote.exact for entry in REPORT.claims for quote in entry.quotes]
    assert "Article 1. This ordinance concerns" in PAGE
    told_often = "Paragraph without interest."
    assert PAGE.count(told_often) > 50
    assert shared.count(told_often) < 5
    targets = [href[1:] for href in tree.xpath("//a/@href") if href.startswith("#")]
    assert set(targets) <= set(ids(tree))


def test_nothing_is_asked_for_from_outside():
    csp = TREE.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")[0]
    assert csp.startswith("default-src 'none'; style-src 'unsafe-inline'; script-src 'sha256-")
    assert not TREE.xpath(
        "//link | //img | //iframe | //object | //embed | //form | //*[@src] | //base | //svg"
    )
    assert "url(" not in TREE.xpath("string(//style)")
    assert "@import" not in TREE.xpath("string(//style)")
    hrefs = [href.partition(":~:")[0].removesuffix("#") for href in TREE.xpath("//a/@href") if len(href) > 1]
    outside = [href for href in hrefs if not href.startswith("#")]
    listed = {source.url for source in SOURCES}
    assert outside
    assert all(href in listed and re.match(r"https?://", href) for href in outside)


def test_the_report_stands_in_the_page_as_data():
    (data,) = TREE.xpath("//script[@type='application/json']")
    assert json.loads(data.text_content()) == json.loads(to_json(REPORT))
    assert "</script><script>alert" not in PAGE
    assert "<!--" not in PAGE
    assert len(TREE.xpath("//script")) == 2


def test_the_parts_a_reader_needs_are_there():
    assert TREE.xpath("/html/@lang") == ["en"]
    assert len(TREE.xpath("//main")) == len(TREE.xpath("//header")) == len(TREE.xpath("//h1")) == 1
    assert TREE.xpath("//a[@class='skip']/@href") == ["#answer"]
    shown = text_of(TREE)
    for words in (
        "Not approved. The review found: One topic is not covered: motorcycles.",
        "10 claims: 5 supported · 3 conflicting · 1 not supported · 1 not reviewed; 6 sources cited",
        "Nothing was judged for meaning.",
        "A later source changes an earlier one: the day from which the toll is collected",
        "Sources disagree: whether buses pay",
        "No source says whether motorcycles pay.",
        "not usable: no text",
        "there is no such claim",
    ):
        assert words in shown
    sides = [text_of(p) for p in TREE.xpath("//p[@class='role']")]
    assert sides == ["Changed to", "Changed from", "Stronger evidence", "Weaker evidence"]
    assert "\u202e" not in PAGE


def test_a_report_without_evidence_is_a_page_too():
    empty = REPORT.model_copy(
        update={
            "outcome": ReportOutcome.NO_EVIDENCE,
            "answer": (),
            "sections": (),
            "claims": (),
            "conflicts": (),
            "sources": (),
            "review": Review(approved=False),
        }
    )
    tree = parser.document_fromstring(to_html(empty, {}))
    assert "No evidence. Nothing that was read answers the question" in text_of(tree)
    assert {href[1:] for href in tree.xpath("//a/@href")} <= set(ids(tree))


def everywhere(text: str) -> Report:
    """The harbour report with `text` in every field that may come from outside."""
    claims = tuple(
        entry.model_copy(update={"text": text, "reason": text, "topic": text}) for entry in REPORT.claims
    )
    sources = tuple(
        s.model_copy(
            update={
                "title": text,
                "url": text,
                "path": None,
                "site": text,
                "kind": text,
                "published_from": text,
                "providers": (text,),
            }
        )
        for s in REPORT.sources
    )
    return REPORT.model_copy(
        update={
            "question": text,
            "run": text,
            "profile": text,
            "answer": (Sentence(text=text, claims=("C1", text)),),
            "sections": (Section(heading=text, sentences=(Sentence(text=text),)),),
            "claims": claims,
            "sources": sources,
            "notes": (text,),
            "queries": tuple(
                query.model_copy(update={"text": text, "provider": text, "failed": text})
                for query in REPORT.queries
            ),
            "gaps": tuple(
                gap.model_copy(update={"missing": text, "topic": text, "queries": (text,)})
                for gap in REPORT.gaps
            ),
            "conflicts": tuple(conflict.model_copy(update={"on": text}) for conflict in REPORT.conflicts),
        }
    )


HOSTILE_TEXT = st.one_of(
    st.text(max_size=40),
    st.text(alphabet=st.sampled_from(list("<>&\"'/!-=[]()`*_#|{}% \n\u202e:.;ascriptjvhtp1@")), max_size=40),
    st.sampled_from(
        (HOSTILE, "</style><b>", "{{ 7 * 7 }}", "<img src=x onerror=alert(1)>", "http://a.example/x", "\x00")
    ),
)
EMPTY = parser.document_fromstring(to_html(everywhere("plain words"), TEXTS))


def shape(tree) -> list[str]:
    """Tags in order, without the one link that an address may become and what stands in its place."""
    return [e.tag for e in tree.iter() if not e.get("rel") and e.tag not in {"span", "bdi"}]


@settings(max_examples=25, deadline=None)
@given(HOSTILE_TEXT)
def test_no_text_adds_an_element_or_an_attribute(text: str):
    tree = parser.document_fromstring(to_html(everywhere(text), TEXTS))
    assert shape(tree) == shape(EMPTY) or not text.strip()
    assert not tree.xpath("//@onerror | //@onclick | //@src | //img | //b")
    assert all(re.match(r"#|https?://", href, re.IGNORECASE) for href in tree.xpath("//a/@href"))
