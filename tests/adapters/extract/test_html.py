"""HTML: main text, marks, what the page says about itself."""

import json
from datetime import date

import pytest

from stet.adapters.extract import extract
from stet.domain.evidence import PageStatus

TODAY = date(2026, 11, 30)
LAW = """<html lang="en"><head><title>Regulation 1 - Article 113</title>
<link rel="canonical" href="https://law.example/reg/1#art_113"/></head><body>
<p class="oj-hd-date">OJ L, 2024/1689, 12.7.2024</p>
<div class="eli-subdivision"><p class="oj-ti-art">Article 113</p>
<div class="eli-title"><p class="oj-sti-art">Entry into force</p></div>
<p class="oj-normal">It shall apply from 2 August 2026. However:</p>
<table width="100%"><col width="4%"/><col width="96%"/><tbody><tr><td><p>(a)</p></td>
<td><p>Chapters I and II apply from 2 February 2025 to:</p>
<table><tbody><tr><td><p>(i)</p></td><td><p>providers;</p></td></tr></tbody></table></td></tr></tbody></table>
<table><tbody><tr><td></td><td><p>2.</p></td><td><span>Member States act.</span></td></tr></tbody></table>
</div></body></html>"""


def read(page: str, url: str | None = None):
    return extract(page.encode(), name="page.html", url=url, today=TODAY)


def body(inner: str) -> str:
    return read(f"<html><body>{inner}</body></html>").text


def test_law_set_in_tables_loses_nothing():
    found = read(LAW)
    assert found.text == (
        "OJ L, 2024/1689, 12.7.2024\n\nArticle 113 Entry into force\n\n"
        "It shall apply from 2 August 2026. However:\n\n"
        "(a) Chapters I and II apply from 2 February 2025 to:\n\n(i) providers;\n\n2. Member States act."
    )
    assert [(m.label, m.level) for m in found.marks] == [("Article 113 Entry into force", 3)]
    assert (found.published_at, found.published_from) == (date(2024, 7, 12), "OJ reference")
    assert (found.url, found.url_from, found.lang) == ("https://law.example/reg/1#art_113", "canonical", "en")


def test_every_part_of_a_law_is_kept():
    article = (
        '<div class="eli-container"><p class="oj-normal">'
        + "Providers shall keep records. " * 300
        + "</p></div>"
    )
    annex = '<div class="eli-container"><p class="oj-doc-ti">ANNEX I</p><p class="oj-doc-ti">Bodies</p></div>'
    notes = '<p>As agreed (<a href="#n1"><span class="oj-super oj-note-tag">1</span></a>).</p>'
    text = body(article + annex + notes)
    assert text.endswith("ANNEX I Bodies\n\nAs agreed (1).")


def test_surroundings_are_left_out_and_the_list_is_kept():
    text = "The rules of the bridge toll apply to every lorry that crosses the harbour bridge. " * 4
    found = read(
        f"""<html><body><nav><a href="/">Home</a></nav><header><a href="/de">Deutsch</a></header>
        <main><article><h1>Toll</h1><div><p>{text}</p><h2>Dates</h2>
        <ul><li><strong>Lorries</strong>: from 1 May</li>
        <li>Buses<ol start="3"><li>large</li></ol></li></ul></div></article>
        <aside><h4>See also</h4><a href="/x">Other page</a></aside></main>
        <div class="cookie-banner">We use cookies for the best of all experiences.</div>
        <footer>© 2026 Haven</footer></body></html>"""
    )
    assert found.text == (f"Toll\n\n{text.strip()}\n\nDates\n\n- Lorries: from 1 May\n- Buses\n  3. large")
    assert [m.label for m in found.marks] == ["Toll", "Dates"]


def test_a_data_table_is_one_row_a_line():
    table = (
        "<table><tr><th>Class</th><th>Fee</th></tr><tr><td>Lorry</td><td><p>5</p><p>€</p></td></tr></table>"
    )
    assert body(f"<p>Fees are as follows.</p>{table}") == "Fees are as follows.\n\nClass | Fee\nLorry | 5 €"


@pytest.mark.parametrize(
    ("inner", "text"),
    [
        (
            "<p>10<sup>6</sup> tonnes, 5 m<sup>2</sup>, CO<sub>2</sub>, the 1<sup>st</sup></p>",
            "10⁶ tonnes, 5 m², CO2, the 1st",
        ),
        ("<p>from <del>2 August 2026</del> <ins>2 December 2027</ins></p>", "from 2 December 2027"),
        ("<p>one<br>two<br><br>three</p>", "one\ntwo\n\nthree"),
        ("<p>It&nbsp;costs 5&nbsp;€ <!-- not --> now</p>", "It\u00a0costs 5\u00a0€ now"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("<p>a</p>tail<div>b</div>", "a\n\ntail\n\nb"),
        (
            '<img width="100%" height="auto"><table width="12.5px"><tr><td>cell of text</td></tr></table>',
            "cell of text",
        ),
        ("<ol start='x%'><li>a</li></ol>", "1. a"),
        ("<details><summary>Who pays?</summary><p>Lorries.</p></details>", "Who pays?\n\nLorries."),
    ],
)
def test_inline_and_small_things(inner: str, text: str):
    assert body(inner) == text


def test_fragment_that_starts_with_header_is_not_a_head():
    found = read("<header><h1>Toll</h1></header><p>The toll starts in May.</p>")
    assert found.text == "Toll\n\nThe toll starts in May."
    assert (found.title, found.title_from) == ("Toll", "h1")


def test_titles_and_publisher():
    found = read(
        '<html><head><meta property="og:title" content="Toll starts">'
        '<meta property="og:site_name" content="City">'
        "<title>Toll starts | City</title></head><body><h1>Toll starts</h1><p>Text.</p></body></html>"
    )
    assert (found.title, found.title_from, found.publisher) == ("Toll starts", "meta", "City")
    assert read("<title>Toll | City</title><h1>Toll</h1><p>Text.</p>").title == "Toll"


def page_with(head: str = "", inner: str = "", url: str | None = None):
    page = f"<html><head>{head}</head><body><h1>Toll</h1>{inner}<p>It starts in May.</p></body></html>"
    found = read(page, url)
    return found.published_at, found.published_from, found.modified_at, found.modified_from


def ld(*items: dict[str, str]) -> str:
    return f'<script type="application/ld+json">{json.dumps(list(items))}</script>'


def test_dates_by_strength_of_place():
    article = {"@type": "NewsArticle", "datePublished": "2026-03-03T10:00:00Z", "dateModified": "2026-03-05"}
    meta = '<meta property="article:published_time" content="2026-03-04">'
    assert page_with(ld(article) + meta) == (date(2026, 3, 3), "json-ld", date(2026, 3, 5), "json-ld")
    assert page_with(meta)[:2] == (date(2026, 3, 4), "meta")
    assert page_with("", '<time datetime="2026-03-02">2 March</time>')[:2] == (
        date(2026, 3, 2),
        "time element",
    )
    assert page_with("", "<p>NEWS</p><p>Publication 27 July 2026</p>")[:2] == (
        date(2026, 7, 27),
        "visible text",
    )
    assert page_with("", "", "https://a.example/2026/02/01/toll")[:2] == (date(2026, 2, 1), "url")


def test_last_update_at_the_foot_of_the_page():
    text = "<p>The toll applies to every lorry that crosses the harbour bridge at any hour.</p>" * 30
    foot = '<section class="page-footer"><h4>Last update</h4><p>31 July 2026</p></section>'
    assert page_with("", text + foot)[2:] == (date(2026, 7, 31), "visible text")


def test_contradiction_future_and_copyright_are_no_dates():
    one, two = ({"@type": "Article", "datePublished": d} for d in ("2026-01-01", "2026-02-02"))
    twice = "json-ld, more than one date: 2026-01-01 and 2026-02-02"
    assert page_with(ld(one, two))[:2] == (None, twice)
    to_come = "meta, after the as-of date: 2027-01-01"
    assert page_with('<meta name="date" content="2027-01-01">')[:2] == (None, to_come)
    assert page_with("", "<footer>© 1 January 2026 City</footer>")[:2] == (None, None)
    either = "meta, could be two dates: 03/04/2026"
    assert page_with('<meta name="date" content="03/04/2026">')[:2] == (None, either)


def test_the_article_of_the_page_is_told_from_teasers():
    teaser = {"@type": "Article", "headline": "Other", "datePublished": "2026-01-01"}
    own = {"@type": "Article", "headline": "Toll", "datePublished": "2026-02-02"}
    assert page_with(ld(teaser, own))[:2] == (date(2026, 2, 2), "json-ld")


@pytest.mark.parametrize(
    "page",
    [
        "<html><body>" + "<div>" * 200_000 + "deep",
        "<html><body>" + "<table><tr><td>x" * 100_000,
        "<html><body>" + "<div class='menu'><a href=x>home</a>" * 1_500 + "text",
        "<html><body><p " + "a=1 " * 50_000 + ">text</p>",
        "<html><body><p>a" + " " * 1_000_000 + "b</p>",
        "<!--" * 50_000 + "<html><body>text",
        "<html><head><script type='application/ld+json'>" + "[" * 100_000 + "</script></head><body>text",
    ],
)
def test_hostile_pages_end_soon_in_a_status(page: str):
    assert read(page).status in (PageStatus.OK, PageStatus.BROKEN, PageStatus.TOO_LARGE)


def test_entities_of_its_own_are_not_expanded():
    bomb = (
        '<!DOCTYPE html [<!ENTITY a "lol"><!ENTITY b "&a;&a;&a;">]><html><body><p>&b; text</p></body></html>'
    )
    assert read(bomb).text == "&b; text"


PROSE = "The harbour office counted every lorry that crossed the bridge in the month of March. "
STORY = f"<h1>Toll starts</h1><p>{PROSE * 3}</p>"


def article(around: str = "", *, before: str = "", after: str = "") -> list[str]:
    """The main text, line by line, of a news page with `before`, `around` and `after` its two paragraphs."""
    first, last = f"<p>{PROSE * 3}</p>", f"<p>{PROSE * 2}</p>"
    page = f"<html><body>{before}<article><h1>Toll starts</h1>{first}{around}{last}{after}</article></body></html>"
    found = read(page)
    text = (
        found.text.replace(PROSE * 3, "")
        .replace((PROSE * 3).strip(), "ONE")
        .replace((PROSE * 2).strip(), "TWO")
    )
    assert found.text == "" or all(found.text[m.start : m.end] == m.label for m in found.marks)
    return [line for line in text.split("\n") if line]


WHOLE = ["Toll starts", "ONE", "TWO"]


@pytest.mark.parametrize(
    "around",
    [
        '<div class="c-article-most-popular__list"><h3>Ferry</h3><p>Fares rise again.</p></div>',
        '<div class="rail rail--trending"><p>Mayor opens the new swimming hall.</p></div>',
        '<div id="emailSignup"><p>Let our letters come to you each morning.</p></div>',
        '<figure><img src="a"><figcaption>A lorry on the bridge.</figcaption></figure>',
        '<p class="wp-caption-text">A lorry on the bridge</p>',
        '<div class="entry-meta"><span>Posted by</span> <a href="/a">A. Writer</a></div>',
        "<p>Advertisement</p>",
        "<p>Photo: A. Writer / Agency</p>",
        '<h4>More:</h4><ul><li><a href="/1">The ferry race</a></li><li><a href="/2">The swimming hall</a></li></ul>',
        '<p>Lesen Sie auch:</p><p><a href="/1">Die Fähre</a></p>',
    ],
)
def test_what_is_none_of_an_article_is_left_out_of_its_middle(around: str):
    assert article(around) == WHOLE


@pytest.mark.parametrize(
    ("around", "kept"),
    [
        ('<p>It was <span class="tag">free</span> until now, they say.</p>', "It was free until now, they say."),
        ('<div class="social-embed"><blockquote><p>No toll, ever!</p></blockquote></div>', "No toll, ever!"),
        ("<h2>Related parties</h2><ul><li>Lorries</li></ul>", "Related parties"),
        ("<h2>Topics</h2><ul><li>Lorries and buses</li></ul>", "Topics"),
        ("<figure><table><tr><td>1</td><td>2</td></tr></table><figcaption>Fees</figcaption></figure>", "Fees"),
        ('<table><caption class="caption">Fees</caption><tr><th>a</th><th>b</th></tr></table>', "a | b"),
        ("<p>More than half of them paid at the gate, and the rest by post.</p>", None),
        ("<p>2 August 2026</p>", "2 August 2026"),
    ],
)  # fmt: skip
def test_what_only_looks_like_it_is_kept(around: str, kept: str | None):
    lines = article(around)
    assert (kept or "More than half of them paid at the gate, and the rest by post.") in lines


def test_lines_about_author_and_day_go_and_other_days_stay():
    lines = "<p>By A. Writer</p><p>3 March 2026</p><p>5 May 2026</p>"
    head = '<meta property="article:published_time" content="2026-03-03">'
    found = read(
        f"<html><head>{head}</head><body><h1>Toll starts</h1>{lines}<p>{PROSE * 3}</p></body></html>"
    )
    assert found.text.split("\n\n") == ["Toll starts", "5 May 2026", (PROSE * 3).strip()]


def test_what_stands_before_the_title_and_after_the_text_is_left_out():
    before = "<div><p>Breaking news</p><h3>Shopping basket</h3></div>"
    after = '<h3>Comments</h3><h3>Next article</h3><p><a href="/n">Ferry fares</a></p>'
    assert article(before=before, after=after) == WHOLE


def test_an_article_is_told_from_the_comments_below_it():
    remarks = "".join(f"<div><p>{PROSE}So says reader {i}, who never pays.</p></div>" for i in range(1, 3))
    page = f'<html><body><div class="post-content">{STORY * 5}</div><div>{remarks}</div></body></html>'
    assert "So says reader" not in read(page).text
    assert "So says reader 2" in (read(page).full_text or "")


def test_full_text_is_all_that_can_be_seen_and_nothing_hidden():
    found = read(
        f'<html><body><nav>Harbour city</nav><main>{STORY}<p style="display:none">Secret fee.</p></main>'
        '<aside class="related">Ferry fares rise.</aside><script>var a = "no text"</script></body></html>'
    )
    full = found.full_text or ""
    assert "Ferry fares" not in found.text
    assert all(part in full for part in ("Harbour city", "Toll starts", "Ferry fares rise."))
    assert not any(part in full for part in ("Secret", "no text"))
    assert extract(b"plain words", name="a.txt", today=TODAY).full_text is None


def test_a_page_of_nothing_but_links_is_not_emptied():
    assert "Ferry" in body('<div class="menu"><a href="/f">Ferry</a></div>')


def test_a_wall_is_seen_in_lines_that_are_no_text():
    found = read(
        f"<html><body><article>{STORY}<h3>Subscribe to continue reading</h3></article></body></html>"
    )
    assert found.status == PageStatus.PAYWALLED


def test_a_formula_is_read_once_and_a_standfirst_too():
    formula = (
        '<math><semantics><mi>A</mi><annotation encoding="x-tex">\\mathbf{A}</annotation></semantics></math>'
    )
    assert body(f"<p>Let {formula} be the toll.</p>") == "Let A be the toll."
    lead = "<p>Lorries pay from May on, and buses pay from June on.</p>"
    assert article(before="<h1>Toll starts</h1>" + lead + lead)[1:] == [lead[3:-4], *WHOLE[1:]]
