"""HTML pages: the main text with nothing of it lost, and what surrounds it left out."""

import re
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from stet.adapters.extract.blocks import Block, squeeze
from stet.adapters.extract.htmlmain import main_blocks
from stet.adapters.extract.htmlmeta import Meta, read_meta
from stet.adapters.extract.htmlwalk import Element, parse, walk, walk_places

_CHROME_TAGS = frozenset(("nav", "aside", "footer", "dialog"))
_CHROME_ROLES = frozenset(
    "navigation banner contentinfo search menu menubar dialog alertdialog complementary toolbar".split()
)
_CHROME_NAME = re.compile(
    r"(?:^|[\s_-])(?:cookies?|consent|gdpr|breadcrumbs?|skip-?(?:link|nav|to)|share|sharing|social|newsletter|subscribe"
    r"|sidebar|side-bar|related|recommend(?:ed|ations)?|comments?|comment-list|disqus|advert(?:isement)?s?|ads?|promo|popup"
    r"|modal|overlay|site-(?:header|footer|nav)|masthead|navbar|nav|navigation|menu|dropdown|pagination|pager|toolbar"
    r"|footer|tags?|tag-list|outbrain|taboola|sponsored|sr-only|visually-hidden|screen-reader-text|toc|jump-links|byline-bio"
    r"|author-bio|noprint|no-print|mw-editsection|printfooter|catlinks|reply|login|signup|teaser-list)(?:$|[\s_-])",
    re.I,
)


_UNSEEN = frozenset(("script", "style", "noscript", "template"))


class Page(NamedTuple):
    """Blocks of the main text and what the page says about itself."""

    blocks: list[Block]
    meta: Meta


def read_html(text: str, url: str | None, today: date) -> Page | None:
    """The page, or None where the text has no HTML tree that can be walked whole."""
    root = parse(text)
    if root is None:
        return None
    total = _size(root)
    walked = walk_places(root, _chrome(total))
    if sum(len(b.text) for b in walked.blocks) < 0.1 * total:
        walked = walk_places(root)
    everything = walk(root)
    return Page(main_blocks(walked), read_meta(root, text, everything, url, today))


def _chrome(total: int) -> Callable[[Element], bool]:
    """A test for what surrounds the main text. An element with half the page's text is never that."""

    def skip(element: Element) -> bool:
        tag = element.tag
        if tag in ("html", "body", "main", "h1"):
            return False
        if tag == "label":
            return any(a.tag == "form" for a in element.iterancestors())
        role = element.get("role")
        name = f"{element.get('class') or ''} {element.get('id') or ''}"
        suspect = (
            tag in _CHROME_TAGS
            or role in _CHROME_ROLES
            or (tag == "header" and _is_site_header(element))
            or (element.get("hidden") is not None and role not in ("tabpanel", "region"))
            or (
                len(name) > 1 and tag not in ("p", "td", "tr") and _CHROME_NAME.search(name[:300]) is not None
            )
        )
        return suspect and _size(element) < 0.5 * total and next(element.iter("h1"), None) is None

    return skip


def _is_site_header(element: Element) -> bool:
    return not any(a.tag in ("article", "main") for a in element.iterancestors())


def _size(element: Element) -> int:
    """Characters of text under an element, scripts and styles left out."""
    size = 0
    for e in element.iter():
        if e.text and e.tag not in _UNSEEN:
            size += len(e.text.strip())
        if e.tail:
            size += len(e.tail.strip())
    return size
