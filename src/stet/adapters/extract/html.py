"""HTML pages: the main text with nothing of it lost, and what surrounds it left out."""

import re
from collections.abc import Callable
from datetime import date
from typing import NamedTuple

from stet.adapters.extract.blocks import Block
from stet.adapters.extract.htmlhidden import take_out_hidden
from stet.adapters.extract.htmlmain import main_blocks
from stet.adapters.extract.htmlmeta import Meta, read_meta
from stet.adapters.extract.htmlwalk import walk, walk_places
from stet.adapters.extract.tree import Element, events_of, parse

_CHROME_TAGS = frozenset(("nav", "aside", "footer", "dialog"))
_CHROME_ROLES = frozenset(
    [
        "navigation",
        "banner",
        "contentinfo",
        "search",
        "menu",
        "menubar",
        "dialog",
        "alertdialog",
        "complementary",
        "toolbar",
    ]
)
_CHROME_NAME = re.compile(
    r"(?:^|[\s_-])(?:cookies?|consent|gdpr|breadcrumbs?|skip-?(?:link|nav|to)|share|sharing|social|newsletter|subscribe"
    r"|sidebar|side-bar|related|recommend(?:ed|ations)?|comments?|comment-list|disqus|advert(?:isement)?s?|ads?|promo|popup"
    r"|modal|overlay|site-(?:header|footer|nav)|masthead|navbar|nav|navigation|menu|dropdown|pagination|pager|toolbar"
    r"|footer|tags?|tag-list|outbrain|taboola|sponsored|sr-only|visually-hidden|screen-reader-text|toc|jump-links|byline-bio"
    r"|author-bio|noprint|no-print|mw-editsection|printfooter|catlinks|reply|login|signup|teaser-list)(?:$|[\s_-])",
    re.IGNORECASE,
)


_UNSEEN = frozenset(("script", "style", "noscript", "template"))


# A name on one of these says how its words look.
_NEVER_NAMED = frozenset(("p", "td", "tr", "th", "sup", "sub", "em", "i", "b"))
_CONTENT_TAGS = frozenset(("article", "main", "form"))


class Page(NamedTuple):
    """Blocks of the main text, of all that can be seen, and what the page says about itself."""

    blocks: list[Block]
    everything: list[Block]
    meta: Meta


def read_html(text: str, url: str | None, today: date, *, all_blocks: bool = False) -> Page | None:
    """The page, or None where the text has no HTML tree that can be walked whole.

    `all_blocks` is for XML, whose tags say nothing about layout.
    """
    root = parse(text)
    if root is None:
        return None
    if not all_blocks:
        take_out_hidden(root)
    facts = _survey(root)
    law = _is_law(root)
    walked = walk_places(root, _chrome(facts, by_name=not law), all_blocks=all_blocks)
    if sum(len(b.text) for b in walked.blocks) < 0.1 * facts.sizes[root]:
        walked = walk_places(root, all_blocks=all_blocks)
    everything = walk(root)
    blocks = walked.blocks if law or all_blocks else main_blocks(walked)
    return Page(blocks, everything, read_meta(root, text, everything, url, today))


def _is_law(root: Element) -> bool:
    """Whether a page says it is legislation: by European Legislation Identifiers or the Journal's classes.

    Of such a page every part is kept: annexes and notes stand in containers of their own.
    """
    if any((meta.get("property") or "").startswith("eli:") for meta in root.iter("meta")):
        return True
    return any(
        (p.get("class") or "").startswith(("oj-", "title-article-norm", "ti-art")) for p in root.iter("p")
    )


class _Facts(NamedTuple):
    """What the test for surroundings needs to know of every element, gathered in one pass.

    `sizes` counts the characters of text under an element, scripts left out; `titled` hold a top heading;
    `within` stand in an article, main part or form.
    """

    sizes: dict[Element, int]
    titled: set[Element]
    within: set[Element]


def _survey(root: Element) -> _Facts:
    facts = _Facts({}, set(), set())
    open_elements: list[tuple[Element, int, int]] = []
    size, inside, headings = 0, 0, 0
    for event, element in events_of(root):
        tag = element.tag
        if event == "start":
            if inside and tag in ("header", "label"):
                facts.within.add(element)
            inside += tag in _CONTENT_TAGS
            open_elements.append((element, size, headings))
            headings += tag == "h1"
            size += len(element.text.strip()) if element.text and tag not in _UNSEEN else 0
            continue
        _, before, headings_before = open_elements.pop()
        facts.sizes[element] = size - before
        if headings > headings_before:
            facts.titled.add(element)
        inside -= tag in _CONTENT_TAGS
        size += len(element.tail.strip()) if element.tail else 0
    return facts


def _chrome(facts: _Facts, *, by_name: bool) -> Callable[[Element], bool]:
    """A test for what surrounds the main text. An element with half the page's text is never that.

    `by_name` also believes the names that pages give to such parts.
    """
    most = 0.5 * max(facts.sizes.values(), default=0)

    def skip(element: Element) -> bool:
        tag = element.tag
        if tag in ("html", "body", "main", "h1"):
            return False
        if tag == "label":
            return element in facts.within
        role = element.get("role")
        name = f"{element.get('class') or ''} {element.get('id') or ''}"
        suspect = (
            tag in _CHROME_TAGS
            or role in _CHROME_ROLES
            or (tag == "header" and element not in facts.within)
            or (
                by_name
                and len(name) > 1
                and tag not in _NEVER_NAMED
                and _CHROME_NAME.search(name[:300]) is not None
            )
        )
        return suspect and facts.sizes[element] < most and element not in facts.titled

    return skip
