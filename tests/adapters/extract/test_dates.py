"""Dates of pages: which place counts, and when there is none."""

import json
from datetime import date

import pytest

from stet.adapters.extract import extract
from stet.adapters.extract.dates import PUBLISHED, Stated, of_url, reconciled
from stet.adapters.extract.htmlzones import day_there, region_of

TODAY = date(2026, 11, 30)
STORY = "<p>The toll on the harbour bridge starts in May for lorries and in June for buses.</p>"


def published(head: str = "", inner: str = "", url: str | None = None, lang: str = "en"):
    """The date of publication of a page, and where from."""
    page = f'<html lang="{lang}"><head>{head}</head><body>{inner}{STORY}</body></html>'
    found = extract(page.encode(), name="page.html", url=url, today=TODAY)
    return found.published_at, found.published_from


def ld(day: str, **more: str) -> str:
    item = {"@type": "NewsArticle", "datePublished": day, **more}
    return f'<script type="application/ld+json">{json.dumps(item)}</script>'


def test_places_that_contradict_each_other_give_no_date():
    address = "https://a.example/2017/7/12/toll"
    both = "json-ld and url, more than one date: 2017-07-12 and 2019-06-17"
    assert published(ld("2019-06-17"), url=address) == (None, both)
    meta = '<meta name="date" content="2026-03-09">'
    assert published(ld("2026-03-03") + meta)[0] is None
    line = "<h1>Toll</h1><p>Published 9 March 2026</p>"
    assert published(ld("2026-03-03"), line)[0] is None


def test_the_day_that_readers_see_counts_over_the_next_day_of_another_zone():
    stamp = ld("2026-03-04T02:18:11Z")
    assert published(stamp, url="https://a.example/2026/03/03/toll") == (date(2026, 3, 3), "url")
    line = "<p>March 3, 2026 / 9:18 PM / Updated 8 hours ago</p><h1>Toll</h1>"
    assert published(stamp, line) == (date(2026, 3, 3), "visible text")
    assert published(stamp) == (date(2026, 3, 4), "json-ld")


@pytest.mark.parametrize(
    ("value", "region", "day"),
    [
        ("2026-03-04T02:18:11Z", "ca", date(2026, 3, 3)),
        ("2026-03-04T02:18:11.312+00:00", "ca", date(2026, 3, 3)),
        ("2026-03-04T05:00:00Z", "ca", date(2026, 3, 4)),  # the third in Vancouver, the fourth in Halifax
        ("2026-03-04T16:00:00Z", "jp", date(2026, 3, 5)),
        ("2026-03-04T00:00:00Z", "ca", date(2026, 3, 4)),  # a day, written as a moment
        ("2026-03-04T02:18:11Z", None, date(2026, 3, 4)),
        ("2026-03-04T02:18:11+03:00", "ca", date(2026, 3, 4)),
        ("03/04/2026", "ca", None),
    ],
)
def test_a_moment_in_utc_is_the_day_at_the_site(value: str, region: str | None, day: date | None):
    assert day_there(value, region) == day


def test_the_country_is_that_of_the_first_language_tag_with_one():
    assert region_of((None, "fr", "fr-CA", "en_GB")) == "ca"
    assert region_of(("zh-Hant-TW",)) == "tw"
    assert region_of(("en", "francais-canadien")) is None
    assert published(ld("2026-03-04T02:18:11Z"), lang="fr-CA") == (date(2026, 3, 3), "json-ld")


def test_dates_of_comments_and_teasers_do_not_date_a_page():
    own = '<div><h1>Toll</h1><time itemprop="datePublished" datetime="2026-03-03">3 March</time></div>'
    teaser = '<div><h3>Ferry</h3><time itemprop="datePublished" datetime="2025-01-01">1 January</time></div>'
    remark = '<div class="comment"><time pubdate datetime="2026-04-04">4 April</time></div>'
    assert published(inner=f"<div>{own}</div>{teaser}{remark}") == (date(2026, 3, 3), "time element")
    only = '<ol class="comments"><li><time datetime="2026-04-04">4 April 2026</time> Nice.</li></ol>'
    assert published(inner=f"<h1>Toll</h1>{STORY}{only}") == (None, None)


def test_published_and_updated_times_of_a_blog_are_told_apart():
    times = (
        '<time class="entry-date published" datetime="2026-03-03">3 March</time>'
        '<time class="updated" datetime="2026-03-05">5 March</time>'
    )
    page = f"<html><body><h1>Toll</h1><p>{times}</p>{STORY}</body></html>"
    found = extract(page.encode(), name="page.html", today=TODAY)
    assert (found.published_at, found.modified_at) == (date(2026, 3, 3), date(2026, 3, 5))


@pytest.mark.parametrize(
    "inner",
    [
        "<p>15 августа 2026, 13:43</p><h1>Toll</h1>",
        "<h1>Toll</h1><p>Mise en ligne</p><p>15 août 2026</p>",
        "<h1>Toll</h1><p>Jahr 2026<br>Datum 15.08.2026</p>",
        f"<p>Menu</p>{'<p>a link</p>' * 90}<h1>Toll</h1><p>15 August 2026</p>",
    ],
)
def test_a_line_next_to_the_title_dates_a_page(inner: str):
    assert published("<title>Toll</title>", inner) == (date(2026, 8, 15), "visible text")


def test_a_day_of_change_is_not_guessed_to_be_the_day_of_publication():
    meta = '<meta property="article:modified_time" content="2026-03-03">'
    assert published(meta, "<h1>Toll</h1>") == (None, None)


@pytest.mark.parametrize(
    ("path", "day"),
    [
        ("2026/02/01/toll", date(2026, 2, 1)),
        ("home/2026/2/1/toll", date(2026, 2, 1)),
        ("toll-2026-02-01", date(2026, 2, 1)),
        ("20260201/toll", None),
        ("2026/2/31/toll", None),
        ("2026/02/01/about-2026-03-01", None),
    ],
)
def test_the_day_in_an_address(path: str, day: date | None):
    assert [s.day for s in of_url(f"https://a.example/{path}", 4)] == ([day] if day else [])


def test_what_agrees_with_the_strongest_place_changes_nothing():
    stated = [Stated(0, "a", PUBLISHED, date(2026, 1, 1)), Stated(1, "b", PUBLISHED, date(2026, 1, 2))]
    assert reconciled(stated, (1,), ()) == stated
    unread = [Stated(0, "a", PUBLISHED, None, "soon"), Stated(1, "b", PUBLISHED, date(2026, 1, 2))]
    assert reconciled(unread, (1,), (1,)) == unread
