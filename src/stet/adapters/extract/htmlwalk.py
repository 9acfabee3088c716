"""From an HTML tree to blocks: one walk without recursion, in document order."""

import re
from collections.abc import Callable
from typing import NamedTuple

from stet.adapters.extract.blocks import Block
from stet.adapters.extract.htmlblocks import BLOCK_TAGS, BlockReader
from stet.adapters.extract.htmlhidden import take_out_hidden
from stet.adapters.extract.tree import Element, events_of, parse

# What stands in `object`, `video`, `audio`, `canvas` and `iframe` is shown only where these cannot be.
NEVER_TEXT = frozenset(
    [
        "script",
        "style",
        "template",
        "noscript",
        "svg",
        "iframe",
        "object",
        "canvas",
        "audio",
        "video",
        "select",
        "button",
        "textarea",
        "option",
        "datalist",
        "head",
        "title",
        "map",
        "progress",
        "meter",
        "applet",
        "frameset",
        "noframes",
        "noembed",
        "rp",
        "annotation",
        "annotation-xml",
    ]
)
STRUCK = frozenset(("del", "s", "strike"))
_CONTAINERS = frozenset(("div", "article", "section", "main", "td", "body", "form"))

Skip = Callable[[Element], bool]


_ARTICLE = re.compile(
    r"(?:^|[\s_-])(?:article|post|entry|story)-?(?:body|content|text)(?:$|[\s_-])|articleBody|blog-?post(?:$|\s)"
)


class Span(NamedTuple):
    """Where a container begins and ends in the order of the walk's events, and whether it says it is an article."""

    start: int
    end: int
    article: bool


class Walked(NamedTuple):
    """Blocks, the place of each in the order of events, and the containers around them."""

    blocks: list[Block]
    places: list[int]
    spans: list[Span]


def fragment_blocks(text: str) -> list[Block]:
    """The blocks of a piece of HTML, nothing left out but what is never text or never seen."""
    root = parse(text)
    if root is None:
        return []
    take_out_hidden(root)
    return walk(root)


def walk(root: Element, skip: Skip | None = None, *, all_blocks: bool = False) -> list[Block]:
    """The blocks under `root`; elements for which `skip` holds are left out with all they contain.

    `all_blocks` sets every element apart (for XML, whose tags say nothing about layout).
    """
    return walk_places(root, skip, all_blocks=all_blocks).blocks


def walk_places(root: Element, skip: Skip | None = None, *, all_blocks: bool = False) -> Walked:
    """As `walk`, with the places of the blocks and of their containers."""
    walker = BlockReader(all_blocks=all_blocks)
    open_at: list[int] = []
    spans: list[Span] = []
    events = events_of(root)
    for place, (event, element) in enumerate(events):
        tag = element.tag
        if event == "start":
            open_at.append(place)
            if tag in NEVER_TEXT or tag in STRUCK or (skip is not None and skip(element)):
                walker.skipped.append(element)
                events.skip_subtree()
            else:
                walker.start(element, tag)
            walker.place = place
            continue
        start = open_at.pop()
        if walker.skipped and walker.skipped[-1] is element:
            walker.skipped.pop()
            if tag in BLOCK_TAGS:
                walker.boundary()
        else:
            walker.end(element, tag)
            if tag in _CONTAINERS:
                spans.append(Span(start, place, _is_article(element, tag)))
        walker.place = place
        if element.tail and element is not root:
            walker.add(element.tail)
    walker.finish()
    return Walked(walker.blocks, walker.places, spans)


def _is_article(element: Element, tag: str) -> bool:
    if tag == "article" or (element.get("itemprop") or "") == "articleBody":
        return True
    name = f"{element.get('class') or ''} {element.get('id') or ''}"
    return _ARTICLE.search(name[:300]) is not None
