"""What an HTML page says about itself: title, address, publisher, language, dates."""

import re
from collections.abc import Iterator
from datetime import date
from itertools import islice
from typing import NamedTuple
from urllib.parse import urljoin

from stet.adapters.extract.blocks import Block, squeeze
from stet.adapters.extract.dates import Dated
from stet.adapters.extract.htmldates import Known, page_dates
from stet.adapters.extract.htmlzones import region_of
from stet.adapters.extract.tree import Element, text_of

_TITLE_CUT = re.compile(r"\s[|–—·•»:-]\s|\s?::\s?")


_TITLES = ("og:title", "citation_title", "dc.title")
_SHORTEST = 10
_MOST_METAS = 2_000


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
    element = _heading(root, [t for t in (*map(by_name.get, _TITLES), _title_element(root)) if t])
    heading = squeeze(text_of(element))[:500] if element is not None else None
    site = by_name.get("og:site_name")
    title, title_from = _title(root, by_name, heading, site)
    address = _canonical(root, url) or by_name.get("og:url")
    if address and not address.startswith(("http://", "https://")):
        address = None
    lang = (
        root.get("lang")
        or root.get("{http://www.w3.org/XML/1998/namespace}lang")
        or by_name.get("content-language")
    )
    region = region_of((lang, by_name.get("og:locale"), by_name.get("dc.language")))
    publisher = (
        site or by_name.get("citation_publisher") or by_name.get("dc.publisher") or by_name.get("publisher")
    )
    return Meta(
        title,
        title_from,
        publisher,
        address,
        "canonical" if address else None,
        lang or None,
        page_dates(root, text, Known(title, heading, element, (address, url), region, metas, blocks), today),
    )


def _metas(root: Element) -> Iterator[tuple[str, str]]:
    for meta in islice(root.iter("meta"), _MOST_METAS):
        name = meta.get("property") or meta.get("name") or meta.get("itemprop") or meta.get("http-equiv")
        content = squeeze(meta.get("content") or "")
        if name and content:
            yield name.strip().lower(), content[:2_000]


def _heading(root: Element, titles: list[str]) -> Element | None:
    """The `<h1>` that is or begins one of the titles; else the only one, or one that says the same as all others."""
    headings = [(h, squeeze(text_of(h))[:500]) for h in islice(root.iter("h1"), 20)]
    found = [(h, text) for h, text in headings if text]
    for h, text in found:
        if any(t == text or (len(text) > _SHORTEST and t.startswith(text)) for t in titles):
            return h
    return found[0][0] if len({text for _, text in found}) == 1 else None


def _title(
    root: Element, metas: dict[str, str], heading: str | None, site: str | None
) -> tuple[str | None, str | None]:
    named = next((named for name in _TITLES if (named := metas.get(name))), None)
    if named:
        return _without_site(named, heading, site), "meta"
    if title := _title_element(root):
        return _without_site(title, heading, site), "title"
    return (heading, "h1") if heading else (None, None)


def _title_element(root: Element) -> str | None:
    element = next(root.iter("title"), None)
    return squeeze(text_of(element))[:500] or None if element is not None else None


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
