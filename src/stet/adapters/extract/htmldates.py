"""When an HTML page was published and last changed, with the place that says so."""

import re
from collections.abc import Iterator, Sequence
from datetime import date
from itertools import islice
from typing import NamedTuple

from stet.adapters.extract.blocks import Block, squeeze
from stet.adapters.extract.dates import (
    MODIFIED,
    PUBLISHED,
    Dated,
    Stated,
    of_url,
    reconciled,
    settle,
    visible,
)
from stet.adapters.extract.datewords import parse_date
from stet.adapters.extract.htmljsonld import own_items
from stet.adapters.extract.htmlzones import day_there
from stet.adapters.extract.tree import Element

_JSON_LD, _META, _TIME, _VISIBLE, _URL, _GUESS, _UNREAD = range(7)
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
_MOST_GUESSED = 2_000_000  # characters: it reads a page several times
_COPYRIGHT = re.compile(r"(?:©|&copy;|&#169;|copyright)[^<>\n]{0,80}", re.IGNORECASE)


class Known(NamedTuple):
    """What was read of a page before its dates: heading, addresses, country, its meta elements and visible blocks."""

    title: str | None
    heading: str | None
    element: Element | None
    addresses: tuple[str | None, ...]
    region: str | None
    metas: Sequence[tuple[str, str]]
    blocks: Sequence[Block]


def page_dates(root: Element, text: str, known: Known, today: date) -> Dated:
    """The dates of a page: `root` is the tree of its `text`."""
    own = {t for t in (known.heading, known.title, *known.addresses) if t}
    stated = [*_json_ld(root, own, known.region), *_meta_dates(known), *_times(root, known.element)]
    lines = [line for block in known.blocks for line in block.text.split("\n")]
    stated += visible(lines, _VISIBLE, known.heading or known.title)
    in_urls = [of_url(url, _URL) for url in known.addresses]
    stated += next(filter(None, in_urls), in_urls[-1])
    # A date that the page states in a way that can be read twice is not to be guessed either.
    said = any(_WHAT.get(name) == PUBLISHED for name, _ in known.metas)
    if not said and not any(s.what == PUBLISHED for s in stated):
        stated += _guess(root, text, known.addresses[-1], stated, today)
    return settle(reconciled(stated, (_META, _VISIBLE, _URL), (_VISIBLE, _URL)), today)


def _json_ld(root: Element, own: set[str], region: str | None) -> Iterator[Stated]:
    for what, key in ((PUBLISHED, "datePublished"), (MODIFIED, "dateModified")):
        for group in own_items(root, own):
            days = [d for i in group if isinstance(v := i.get(key), str) and (d := day_there(v, region))]
            if days:
                yield from (Stated(_JSON_LD, "json-ld", what, day) for day in days)
                break


def _meta_dates(known: Known) -> Iterator[Stated]:
    for name, content in known.metas:
        what = _WHAT.get(name)
        if what and (day := day_there(content, known.region)):
            yield Stated(_META, "meta", what, day)
        elif what:
            # Such a field says many things; it counts only where nothing else gives a date.
            yield Stated(_UNREAD, "meta", what, None, content)


def _times(root: Element, heading: Element | None) -> Iterator[Stated]:
    """Dates marked up in the page: microdata, `<time pubdate>`, or the one `<time>` near the heading."""
    for element in islice(root.iter("p"), 50):
        if (element.get("class") or "").endswith("hd-date") and (day := _day_of(element)):
            yield Stated(_TIME, "OJ reference", PUBLISHED, day)
            return
    marked = [
        (element, what, day)
        for element in islice(root.iter("time", "span", "p", "div", "abbr"), 5_000)
        if (what := _marked(element)) and not _of_comment(element) and (day := _day_of(element))
    ]
    if marked:
        published = {day for _, what, day in marked if what == PUBLISHED}
        # Teasers of other pages are marked up like the page.
        own = set(_near(heading)) if len(published) > 1 and heading is not None else set[Element]()
        kept = [m for m in marked if m[0] in own] or marked
        yield from (Stated(_TIME, "time element", what, day) for _, what, day in kept)
        return
    near = _near(heading) if heading is not None else []
    days = {day for t in near if not _of_comment(t) and (day := _day_of(t))}
    if len(days) == 1:
        yield Stated(_TIME, "time element", PUBLISHED, days.pop())


def _marked(element: Element) -> str | None:
    """What the date of an element is, by microdata, `pubdate`, or the classes that WordPress gives."""
    prop = (element.get("itemprop") or "").lower()
    if what := {"datepublished": PUBLISHED, "datecreated": PUBLISHED, "datemodified": MODIFIED}.get(prop):
        return what
    if element.tag != "time":
        return None
    names = (element.get("class") or "").lower().split()
    if element.get("pubdate") is not None or ("entry-date" in names and "published" in names):
        return PUBLISHED
    return MODIFIED if "updated" in names else None


def _of_comment(element: Element) -> bool:
    """Whether an element belongs to what a reader of the page wrote."""
    around = islice(element.iterancestors(), 8)
    return any("comment" in f"{e.get('class') or ''} {e.get('id') or ''}".lower() for e in around)


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
    """The day that a time element says, to readers rather than to machines where that is a time zone's difference."""
    value = element.get("datetime") or element.get("content") or element.get("title") or ""
    marked = parse_date(value)
    shown = parse_date(squeeze("".join(islice(element.itertext(), 12)))[:80])
    return shown if shown and (marked is None or abs((shown - marked).days) == 1) else marked


def _guess(root: Element, text: str, url: str | None, stated: Sequence[Stated], today: date) -> list[Stated]:
    """What htmldate makes of the page, copyright lines taken out, without its search of the whole text.

    It cannot tell a day of publication from that of a change, nor a page's time from those of its comments.
    """
    from htmldate import find_date

    if len(text) > _MOST_GUESSED:
        return []
    text = _COPYRIGHT.sub(" ", text)
    try:
        found = find_date(
            text, url=url, extensive_search=False, original_date=True, max_date=today.isoformat()
        )
    except (ValueError, TypeError, RecursionError, AttributeError):
        # It is a heuristic over hostile input and may stumble; then there is no date.
        return []
    day = parse_date(found) if found else None
    times = {_day_of(element) for element in islice(root.iter("time"), 200) if _of_comment(element)}
    if day is None or any(s.day == day for s in stated) or day in times:
        return []
    return [Stated(_GUESS, "htmldate", PUBLISHED, day)]
