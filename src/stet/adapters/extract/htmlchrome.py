"""What surrounds the main text of a page: menus, banners, teasers of other pages, lines about who and when."""

import re
from collections.abc import Callable
from typing import NamedTuple

from stet.adapters.extract.htmlblocks import BLOCK_TAGS
from stet.adapters.extract.tree import Element, events_of

_TAGS = frozenset(("nav", "aside", "footer", "dialog"))
_ROLES = frozenset(
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
        "tooltip",
    ]
)
# Names (classes, ids) of parts of a page, as whole words of the name: what may be long.
_NAME = re.compile(
    r"(?:^|[\s_-])(?:cookies?|consent|gdpr|breadcrumbs?|skip-?(?:link|nav|to)|share|sharing|social|newsletter|subscribe"
    r"|sidebar|side-bar|related|recommend(?:ed|ations)?|(?:post-?)?comments?|comment-?(?:list|form|area|section|thread|respond)|disqus|advert(?:isement)?s?|ads?|promo|popup"
    r"|modal|overlay|site-?(?:header|footer|nav|name|title|description)|masthead|navbar|nav|navigation|menu|dropdown|pagination|pager|toolbar"
    r"|footer|tags?|tag-list|outbrain|taboola|sponsored|sr-only|visually-hidden|screen-reader-text|toc|jump-links|byline-bio"
    r"|author-bio|noprint|no-print|mw-editsection|printfooter|catlinks|reply|login|signup|teaser-list"
    r"|most-(?:popular|read|viewed|shared|recent|commented)|trending|popular-(?:posts|articles|stories)"
    r"|(?:next|previous|prev|other|recent|latest|more|similar)-(?:posts?|articles?|news|stories|threads|entries)"
    r"|read-?(?:next|also)|see-also|also-(?:like|read)|you-may|recirc\w*|rail|news-list|sign-up|email-sign-?up|cart"
    r"|jp-relatedposts|yarpp|addtoany|sharedaddy|wabtn|shariff|feed-links)(?:$|[\s_-])",
    re.IGNORECASE,
)
# Names of lines that say who, when and where; what bears such a name and is longer is not such a line.
_LINE = re.compile(
    r"(?:^|[\s_-])(?:bylines?|dateline|time-?stamp|authors?|author-?(?:name|info|meta|box)|published|posted(?:-on|-by)?"
    r"|(?:publi(?:sh|cation|shed)|post|posted|modified|entry|article|update|updated)-?(?:date|time|info)"
    r"|date-header|(?:entry|post|article|content|story|blog|news)-?(?:meta\w*|info)|meta-(?:author|date|info)"
    r"|captions?|wp-caption-text|(?:photo|image|picture|media)-?(?:credit|source|caption)s?|attribution"
    r"|read-?more|(?:estimated-)?read(?:ing)?-time|submeta|kicker|eyebrow|view-?counts?|(?:post-?|star-?)?ratings?|disclosure)(?:$|[\s_-])",
    re.IGNORECASE,
)
_LONGEST_LINE = 300
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])")
_UNSEEN = frozenset(("script", "style", "noscript", "template"))
# A name on one of these says how its words look.
_NEVER_NAMED = frozenset(("td", "tr", "th", "caption", "sup", "sub", "em", "i", "b"))
_SHOWN = frozenset(("table", "blockquote", "pre", "code"))
_CONTENT_TAGS = frozenset(("article", "main", "form"))


class Facts(NamedTuple):
    """What the test for surroundings needs to know of every element, gathered in one pass.

    `sizes` counts the characters of text under an element, scripts left out; `titled` hold a top heading;
    `within` stand in an article, main part or form; `pictures` are figures without a table, quotation or code.
    """

    sizes: dict[Element, int]
    titled: set[Element]
    within: set[Element]
    pictures: set[Element]


def survey(root: Element) -> Facts:
    """The facts about every element under `root`."""
    facts = Facts({}, set(), set(), set())
    open_elements: list[tuple[Element, int, int, int]] = []
    size, inside, headings, shown = 0, 0, 0, 0
    for event, element in events_of(root):
        tag = element.tag
        if event == "start":
            if inside and tag in ("header", "label"):
                facts.within.add(element)
            inside += tag in _CONTENT_TAGS
            open_elements.append((element, size, headings, shown))
            headings += tag == "h1"
            shown += tag in _SHOWN
            size += len(element.text.strip()) if element.text and tag not in _UNSEEN else 0
            continue
        _, before, headings_before, shown_before = open_elements.pop()
        facts.sizes[element] = size - before
        if headings > headings_before:
            facts.titled.add(element)
        if tag == "figure" and shown == shown_before:
            facts.pictures.add(element)
        inside -= tag in _CONTENT_TAGS
        size += len(element.tail.strip()) if element.tail else 0
    return facts


def surroundings(facts: Facts, *, by_name: bool) -> Callable[[Element], bool]:
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
        suspect = (
            tag in _TAGS
            or element.get("role") in _ROLES
            or (tag == "header" and element not in facts.within)
            or (by_name and tag == "figcaption" and element.getparent() in facts.pictures)
            or (by_name and _named(element, tag, facts.sizes))
        )
        return suspect and facts.sizes[element] < most and element not in facts.titled

    return skip


def _named(element: Element, tag: str, sizes: dict[Element, int]) -> bool:
    """Whether the element's name says that it is none of the main text."""
    name = f"{element.get('class') or ''} {element.get('id') or ''}"
    if len(name) < 2 or tag in _NEVER_NAMED:
        return False
    name, size = _HUMP.sub("-", name[:300]), sizes[element]
    found = (tag != "p" and _NAME.search(name)) or (size <= _LONGEST_LINE and _LINE.search(name))
    return bool(found) and not _quotes(element) and (tag in BLOCK_TAGS or _is_a_line(element, size, sizes))


def _quotes(element: Element) -> bool:
    """Whether it is the frame of a quotation, as of a post from a social network."""
    return 0 < len(element) < 4 and any(child.tag == "blockquote" for child in element)


def _is_a_line(element: Element, size: int, sizes: dict[Element, int]) -> bool:
    """Whether an inline element is all of its line: out of a sentence no words may go."""
    around = element.getparent()
    while around is not None and around.tag not in BLOCK_TAGS:
        around = around.getparent()
    return around is None or sizes[around] <= size
