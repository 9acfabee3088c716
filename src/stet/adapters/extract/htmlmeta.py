"""What an HTML page says about itself: title, address, publisher, language, dates."""

import json
import re
from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import NamedTuple, cast
from urllib.parse import urljoin

from stet.adapters.extract.blocks import Block, squeeze
from stet.adapters.extract.dates import MODIFIED, PUBLISHED, Dated, Stated, of_url, settle, visible
from stet.adapters.extract.datewords import parse_date
from stet.adapters.extract.tree import Element, text_of

_JSON_LD, _META, _TIME, _VISIBLE, _URL, _GUESS, _UNREAD = range(7)
_MAX_JSON = 1_000_000
_ARTICLES = re.compile(
    r"Article|Posting|Report|Legislation|Dataset|Announcement|NewsA|Paper|FAQPage|Review$|Guide"
)
_META_DATES = {
    PUBLISHED: [
        "article:published_time",
        "article:published",
        "og:published_time",
        "datepublished",
        "date",
        "dc.date",
        "dc.date.issued",
        "dc.date.created",
        "dcterms.date",
        "dcterms.issued",
        "dcterms.created",
        "citation_publication_date",
        "citation_date",
        "citation_online_date",
        "pubdate",
        "publishdate",
        "publish-date",
        "publish_date",
        "publication_date",
        "publication-date",
        "parsely-pub-date",
        "sailthru.date",
        "prism.publicationdate",
        "rnews:datepublished",
        "cxenseparse:recs:publishtime",
        "datecreated",
        "article.published",
        "bt:pubdate",
        "displaydate",
        "article_date_original",
        "date.issued",
        "gentime",
    ],
    MODIFIED: [
        "article:modified_time",
        "article:updated_time",
        "article:modified",
        "og:updated_time",
        "og:modified_time",
        "datemodified",
        "last-modified",
        "lastmod",
        "last_modified",
        "last-updated",
        "modified",
        "dc.date.modified",
        "dcterms.modified",
        "dateupdated",
        "date.modified",
        "moddate",
        "prism.modificationdate",
        "revised",
        "rnews:datemodified",
    ],
}
_WHAT = {name: what for what, names in _META_DATES.items() for name in names}
_TITLE_CUT = re.compile(r"\s[|–—·•»:-]\s|\s?::\s?")


class Meta(NamedTuple):
    """What the page says about itself."""

    title: str | None
    title_from: str | None
    publisher: str | None
    url: str | None
    url_from: str | None
    lang: str | None
    dated: Dated


def read_meta(root: Element, text: str, blocks: list[Block], url: str | None, today: date) -> Meta:
    """Read `root` (the tree of `text`); `blocks` are the visible text, page header included."""
    metas = list(_metas(root))
    by_name = dict(reversed(metas))
    heading = _heading(root)
    site = by_name.get("og:site_name")
    title, title_from = _title(root, by_name, heading, site)
    address = _canonical(root, url) or by_name.get("og:url")
    if address and not address.startswith(("http://", "https://")):
        address = None
    stated = [
        *_json_ld(root, {t for t in (heading, title, address, url) if t}),
        *_meta_dates(metas),
        *_times(root),
    ]
    lines = [line for block in blocks for line in block.text.split("\n")]
    stated += visible(lines, _VISIBLE, heading or title)
    stated += of_url(address or url, _URL)
    # A date that the page states in a way that can be read twice is not to be guessed either.
    said = any(_WHAT.get(name) == PUBLISHED for name, _ in metas)
    if not said and not any(s.what == PUBLISHED for s in stated):
        stated += _guess(text, url, today)
    publisher = (
        site or by_name.get("citation_publisher") or by_name.get("dc.publisher") or by_name.get("publisher")
    )
    lang = (
        root.get("lang")
        or root.get("{http://www.w3.org/XML/1998/namespace}lang")
        or by_name.get("content-language")
    )
    return Meta(
        title,
        title_from,
        publisher,
        address,
        "canonical" if address else None,
        lang or None,
        settle(stated, today),
    )


def _metas(root: Element) -> Iterator[tuple[str, str]]:
    for meta in root.iter("meta"):
        name = meta.get("property") or meta.get("name") or meta.get("itemprop") or meta.get("http-equiv")
        content = squeeze(meta.get("content") or "")
        if name and content:
            yield name.strip().lower(), content[:2_000]


def _heading(root: Element) -> str | None:
    texts = {squeeze(text_of(h)): None for h in islice(root.iter("h1"), 20)}
    found = [t for t in texts if t]
    return found[0][:500] if len(found) == 1 else None


def _title(
    root: Element, metas: dict[str, str], heading: str | None, site: str | None
) -> tuple[str | None, str | None]:
    named = metas.get("og:title") or metas.get("citation_title") or metas.get("dc.title")
    if named:
        return _without_site(named, heading, site), "meta"
    element = next(root.iter("title"), None)
    if element is not None and (title := squeeze(text_of(element))[:500]):
        return _without_site(title, heading, site), "title"
    return (heading, "h1") if heading else (None, None)


def _without_site(title: str, heading: str | None, site: str | None) -> str:
    """The title without the name of the site, where the heading or the site's name show what that is."""
    parts = [p.strip() for p in _TITLE_CUT.split(title) if p.strip()]
    if len(parts) > 1:
        if heading and heading in parts:
            return heading
        if site and parts[-1].lower() == site.lower():
            return title[: title.rindex(parts[-1])].rstrip(" |–—·•»:-") or title
    return title


def _canonical(root: Element, url: str | None) -> str | None:
    for link in root.iter("link"):
        if "canonical" in (link.get("rel") or "").lower().split():
            href = (link.get("href") or "").strip()
            try:
                return (urljoin(url, href) if url else href) or None
            except ValueError:
                return None
    return None


def _json_ld(root: Element, own: set[str]) -> Iterator[Stated]:
    """Dates of the page's own item: an article of any kind where there is one, else the page.

    Of several articles (teasers of other pages), those that bear a title or address in `own` are the page's.
    """
    items: list[dict[str, object]] = []
    for script in root.iter("script"):
        text = script.text or ""
        if "ld+json" in (script.get("type") or "").lower() and len(text) <= _MAX_JSON:
            items += _items(text)
    articles = [i for i in items if _ARTICLES.search(str(i.get("@type", "")))]
    if len(articles) > 1:
        articles = [i for i in articles if own & _names(i)] or articles
    pages = [i for i in items if "WebPage" in str(i.get("@type", ""))]
    for what, key in ((PUBLISHED, "datePublished"), (MODIFIED, "dateModified")):
        for group in (articles, pages):
            days = [d for i in group if isinstance(v := i.get(key), str) and (d := parse_date(v))]
            if days:
                yield from (Stated(_JSON_LD, "json-ld", what, day) for day in days)
                break


def _names(item: dict[str, object]) -> set[str]:
    page = item.get("mainEntityOfPage")
    inner = cast("dict[str, object]", page) if isinstance(page, dict) else {"@id": page}
    values = (item.get("headline"), item.get("name"), item.get("url"), item.get("@id"), inner.get("@id"))
    return {squeeze(v) for v in values if isinstance(v, str)}


def _items(text: str) -> list[dict[str, object]]:
    try:
        loaded: object = json.loads(text.strip().removeprefix("<!--").removesuffix("-->"), strict=False)
    except (ValueError, RecursionError):
        return []
    top = cast("list[object]", loaded) if isinstance(loaded, list) else [loaded]
    found: list[dict[str, object]] = []
    for item in top:
        if isinstance(item, dict):
            fields = cast("dict[str, object]", item)
            graph = fields.get("@graph")
            found.append(fields)
            inner = cast("list[object]", graph) if isinstance(graph, list) else [fields.get("mainEntity")]
            found += [cast("dict[str, object]", i) for i in inner if isinstance(i, dict)]
    return found


def _meta_dates(metas: list[tuple[str, str]]) -> Iterator[Stated]:
    for name, content in metas:
        what = _WHAT.get(name)
        if what and (day := parse_date(content)):
            yield Stated(_META, "meta", what, day)
        elif what:
            # Such a field says many things; it counts only where nothing else gives a date.
            yield Stated(_UNREAD, "meta", what, None, content)


def _times(root: Element) -> Iterator[Stated]:
    """Dates marked up in the page: microdata, `<time pubdate>`, or the one `<time>` near the heading."""
    for element in islice(root.iter("p"), 50):
        if (element.get("class") or "").endswith("hd-date") and (day := _day_of(element)):
            yield Stated(_TIME, "OJ reference", PUBLISHED, day)
            return
    marked = False
    for element in islice(root.iter("time", "span", "p", "div", "abbr"), 5_000):
        prop = (element.get("itemprop") or "").lower()
        what = {"datepublished": PUBLISHED, "datecreated": PUBLISHED, "datemodified": MODIFIED}.get(prop)
        if element.tag == "time" and what is None and element.get("pubdate") is not None:
            what = PUBLISHED
        if what and (day := _day_of(element)):
            marked = True
            yield Stated(_TIME, "time element", what, day)
    if marked:
        return
    heading = next(root.iter("h1"), None)
    times = _near(heading) if heading is not None else []
    days = {day for t in times if (day := _day_of(t))}
    if len(days) == 1:
        yield Stated(_TIME, "time element", PUBLISHED, days.pop())


def _near(heading: Element) -> list[Element]:
    """The `<time>` elements in the closest two surroundings of the page's heading."""
    around = heading
    for _ in range(3):
        parent = around.getparent()
        if parent is None:
            return []
        if parent.tag in ("body", "html"):
            alone = list(islice(parent.iter("time"), 2))
            return alone if len(alone) == 1 else []
        around = parent
        times = list(islice(around.iter("time"), 8))
        if times:
            return times
    return []


def _day_of(element: Element) -> date | None:
    value = element.get("datetime") or element.get("content") or element.get("title") or ""
    return parse_date(value) or parse_date(squeeze("".join(islice(element.itertext(), 12)))[:80])


def _guess(text: str, url: str | None, today: date) -> Iterator[Stated]:
    """What htmldate makes of the page, copyright lines taken out, without its search of the whole text."""
    from htmldate import find_date

    text = _COPYRIGHT.sub(" ", text)
    try:
        found = find_date(
            text, url=url, extensive_search=False, original_date=True, max_date=today.isoformat()
        )
    except (ValueError, TypeError, RecursionError, AttributeError):
        # It is a heuristic over hostile input and may stumble; then there is no date.
        return
    if found and (day := parse_date(found)):
        yield Stated(_GUESS, "htmldate", PUBLISHED, day)


_COPYRIGHT = re.compile(r"(?:©|&copy;|&#169;|copyright)[^<>\n]{0,80}", re.IGNORECASE)
