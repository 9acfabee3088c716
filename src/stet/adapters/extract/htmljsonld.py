"""What a page says of itself in JSON-LD, by the words of schema.org."""

import json
import re
from itertools import islice
from typing import cast

from stet.adapters.extract.blocks import squeeze
from stet.adapters.extract.tree import Element

_MAX_JSON = 1_000_000
_MOST_SCRIPTS = 200
_ARTICLES = re.compile(
    r"Article|Posting|Report|Legislation|Dataset|Announcement|NewsA|Paper|FAQPage|Review$|Guide"
)


Item = dict[str, object]


def own_items(root: Element, own: set[str]) -> tuple[list[Item], list[Item]]:
    """The page's own items: articles of any kind, and pages.

    Of several articles (teasers of other pages), those that bear a title or address in `own` are the page's.
    """
    items: list[Item] = []
    scripts = (s for s in root.iter("script") if "ld+json" in (s.get("type") or "").lower())
    for script in islice(scripts, _MOST_SCRIPTS):
        text = script.text or ""
        if len(text) <= _MAX_JSON:
            items += _items(text)
    articles = [i for i in items if _ARTICLES.search(str(i.get("@type", "")))]
    if len(articles) > 1:
        articles = [i for i in articles if own & _names(i)] or articles
    return articles, [i for i in items if "WebPage" in str(i.get("@type", ""))]


def _names(item: Item) -> set[str]:
    page = item.get("mainEntityOfPage")
    inner = cast("Item", page) if isinstance(page, dict) else {"@id": page}
    values = (item.get("headline"), item.get("name"), item.get("url"), item.get("@id"), inner.get("@id"))
    return {squeeze(v) for v in values if isinstance(v, str)}


def _items(text: str) -> list[Item]:
    try:
        loaded: object = json.loads(text.strip().removeprefix("<!--").removesuffix("-->"), strict=False)
    except (ValueError, RecursionError):
        return []
    top = cast("list[object]", loaded) if isinstance(loaded, list) else [loaded]
    found: list[Item] = []
    for item in top:
        if isinstance(item, dict):
            fields = cast("Item", item)
            graph = fields.get("@graph")
            found.append(fields)
            inner = cast("list[object]", graph) if isinstance(graph, list) else [fields.get("mainEntity")]
            found += [cast("Item", i) for i in inner if isinstance(i, dict)]
    return found
