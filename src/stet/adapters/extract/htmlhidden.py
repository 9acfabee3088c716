"""What a page holds but does not show: taken out of the tree before anything is read from it.

Text that no reader sees must not be quoted. Attributes, inline styles and the page's own style sheets are read as the
page first looks, before a reader or a script does anything, in a wide and in a narrow window; what either shows is
seen. Nothing is fetched. Of a page with style
sheets that are somewhere else, the names by which such sheets commonly hide (`sr-only`, `d-none`) are believed.

Where nothing is lost but a word or two, doubt hides: a rule that may hold hides what it names. A page that would show
next to nothing by its rules is one that scripts reveal, and its rules are not believed.
"""

import re
from typing import NamedTuple

from stet.adapters.extract.htmldeclared import Styles
from stet.adapters.extract.htmldrawn import WHITE, Seen, handed_down, is_gone
from stet.adapters.extract.htmlmatch import Costly, Matcher
from stet.adapters.extract.htmlrules import Rules, Variables
from stet.adapters.extract.htmlsheets import Sheets, TooMuch, read_sheets
from stet.adapters.extract.tree import VOID, Element, events_of, parse, remove, text_of
from stet.adapters.extract.values import Unreadable
from stet.domain.evidence import PageStatus

# Characters: what shows less by its rules than this, and hides more, is a page that scripts reveal.
_LEAST_SHOWN = 250
_OPENED = ("tabpanel", "region")
_UTILITIES = frozenset(
    (
        "sr-only visually-hidden visuallyhidden screen-reader-text screen-reader-only d-none hidden"
        " sr-only-focusable visually-hidden-focusable element-invisible"
    ).split()
)
_SHOWN_AGAIN = re.compile(
    r"(?:^|\s)(?:(?:sm|md|lg|xl|2xl):(?:not-sr-only|block|inline|flex|grid|table|contents|inline-\w+|table-\w+)"
    r"|d-(?:sm|md|lg|xl|xxl)-(?:block|inline|flex|grid|table|inline-\w+|table-\w+))(?:\s|$)"
)


class _Unseen(NamedTuple):
    """Elements to take out, elements whose own text is to go, and those whose text after them is."""

    elements: list[Element]
    texts: list[Element]
    tails: list[Element]


class _State(NamedTuple):
    """What holds in an open element: how its text is seen, the variables of CSS, the names of what stands around."""

    seen: Seen
    variables: Variables
    around: frozenset[str]


def take_out_hidden(root: Element) -> None:
    """Remove from the tree what a reader of the page cannot see.

    Parts that go with everything in them: `hidden`, `aria-hidden`, `inert`, `popover`, a closed `dialog`,
    `display: none`, opacity 0, clipped away, moved off the screen. What is inherited (visibility, size, colour) can be
    taken back by an element further in, so only the text that stands under it is removed. A panel that a tab or button
    opens can be seen, and `hidden="until-found"`, which a reader's search opens.

    Raises:
        Unreadable: the page's style sheets are too long to be applied
    """
    try:
        sheets = read_sheets(root)
        unseen = _unseen(root, sheets)
    except (TooMuch, Costly) as error:
        raise Unreadable(PageStatus.TOO_LARGE, str(error)) from None
    if sheets.rules or sheets.unread:
        whole, gone = _size(root), _gone(unseen)
        # Sheets that were not read may show what the page's own hide until these are there.
        if whole - gone < (max(_LEAST_SHOWN, gone) if sheets.unread else min(_LEAST_SHOWN, gone)):
            unseen = _unseen(root, Sheets([], unread=False), ground=None)
    for element in unseen.texts:
        element.text = " "
    for element in unseen.tails:
        element.tail = " "
    for element in unseen.elements:
        remove(element)


def _gone(unseen: _Unseen) -> int:
    """Characters of text that would be taken out."""
    own = sum(len((e.text or "").strip()) for e in unseen.texts)
    return own + sum(len((e.tail or "").strip()) for e in unseen.tails) + sum(map(_size, unseen.elements))


def _size(element: Element) -> int:
    """Characters of text under an element, scripts and their like left out."""
    size = sum(len(text.strip()) for text in element.itertext())
    return size - sum(
        len((e.text or "").strip()) for e in element.iter("script", "style", "noscript", "title")
    )


def hides(tag: str) -> bool:
    """Whether an opening tag of HTML (`<span hidden>`) hides what it begins."""
    root = parse(f"{tag}.")
    if root is None:
        return False
    take_out_hidden(root)
    return "." not in text_of(root)


def _unseen(root: Element, sheets: Sheets, ground: str | None = WHITE) -> _Unseen:
    """What cannot be seen in any window."""
    views = _views(root, sheets)
    ground = None if sheets.unread else ground
    state = [[_State(Seen(background=ground), {}, frozenset()) for _ in views]]
    unseen = _Unseen([], [], [])
    out: list[Element] = []
    events = events_of(root)
    for event, element in events:
        if event == "end":
            if out and out[-1] is element:
                out.pop()
            else:
                state.pop()
            # Text after an element belongs to what is around it.
            if element is not root and element.tail and all(s.seen.blank() for s in state[-1]):
                unseen.tails.append(element)
            continue
        here = [view.look(element, above) for view, above in zip(views, state[-1], strict=True)]
        if all(s.seen.gone for s in here):
            out.append(element)
            unseen.elements.append(element)
            events.skip_subtree()
            continue
        state.append(here)
        if element.text and all(s.seen.blank() for s in here):
            unseen.texts.append(element)
    return unseen


def _views(root: Element, sheets: Sheets) -> "list[_View]":
    """The windows in which the page looks different."""
    opened = {name for e in root.iter() for name in (e.get("aria-controls") or "").split()}
    differ = any(rule.holds[0] is not rule.holds[1] for rule in sheets.rules)
    inline = [style for e in root.iter() if (style := e.get("style"))]
    matcher = Matcher()
    return [
        _View(Rules(sheets.rules, i, inline, matcher), opened, sheets.unread)
        for i in range(2 if differ else 1)
    ]


class _View(NamedTuple):
    """A window: the rules that hold there, the ids of parts that a reader can open, whether some rules are unread."""

    rules: Rules
    opened: set[str]
    unread: bool

    def look(self, element: Element, above: _State) -> _State:
        """How an element is seen in the window."""
        if above.seen.gone:
            return above
        said = self.rules.of(element, above.variables, above.around)
        styles = said.sure
        if said.worst is not None and (
            is_gone(said.worst) or handed_down(element, said.worst, above.seen).blank()
        ):
            styles = said.worst
        if element.tag not in ("html", "body") and _is_gone(element, styles, self.opened, unread=self.unread):
            return above._replace(seen=above.seen._replace(gone=True))
        inside = self.rules.around(element, above.around) if len(element) else above.around
        return _State(handed_down(element, styles, above.seen), said.variables, inside)


def _is_gone(element: Element, styles: Styles, opened: set[str], *, unread: bool) -> bool:
    """Whether the element is not shown, with all it contains."""
    if element.tag in VOID:
        return False
    if element.get("role") in _OPENED and element.get("id") in opened:
        return False
    if len(element) == 1 and element[0].tag == "math" and _stands_for_image(element):
        return False
    if _by_attributes(element):
        return True
    if unread and "display" not in styles and _by_name(element):
        return True
    return bool(styles) and is_gone(styles)


def _by_attributes(element: Element) -> bool:
    hidden = element.get("hidden")
    if hidden is not None and hidden.strip().lower() != "until-found":
        return True
    if (element.get("aria-hidden") or "").strip().lower() == "true":
        return True
    if element.get("popover") is not None or element.get("inert") is not None:
        return True
    return element.tag == "dialog" and element.get("open") is None


def _by_name(element: Element) -> bool:
    """Whether a class hides by the custom of Bootstrap, Tailwind, WordPress and Drupal, on wide screens too."""
    said = (element.get("class") or "").lower()
    return not _UTILITIES.isdisjoint(said.split()) and _SHOWN_AGAIN.search(said) is None


def _stands_for_image(element: Element) -> bool:
    """Whether a formula's text is hidden because a picture of it follows, as in MediaWiki."""
    after = element.getnext()
    return after is not None and after.tag == "img" and bool(after.get("alt"))
