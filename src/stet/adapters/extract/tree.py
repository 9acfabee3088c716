"""HTML as a tree of elements: lxml, seen through the few members that are used here."""

import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any, Literal, Protocol, cast

# Elements that hold nothing (HTML Standard, "void elements" and those that parsers treat as such). The parser knows
# them in part, and takes what follows the others into them.
VOID = frozenset(
    (
        "area base basefont bgsound br col command embed frame hr image img input isindex keygen link menuitem meta"
        " nextid param source spacer track wbr"
    ).split()
)
# Entities that a document defines for itself are never expanded.
_INTERNAL_SUBSET = re.compile(r"<!DOCTYPE[^\[<>]{0,500}\[[^\]]{0,20000}\]\s{0,5}>", re.IGNORECASE)


class Element(Protocol):
    """What is used of an lxml element."""

    tag: str
    text: str | None
    tail: str | None

    def get(self, key: str) -> str | None:
        """The value of an attribute."""
        ...

    def iter(self, *tags: str) -> "Iterator[Element]":
        """The element and all below it, in document order, of these tags."""
        ...

    def itertext(self) -> Iterator[str]:
        """All text below, piece by piece."""
        ...

    def keys(self) -> list[str]:
        """The names of its attributes."""
        ...

    def itersiblings(self, *, preceding: bool) -> "Iterator[Element]":
        """The elements beside it, before or after, the nearest first."""
        ...

    def iterancestors(self) -> "Iterator[Element]":
        """The elements around it, the nearest first."""
        ...

    def getparent(self) -> "Element | None":
        """The element around it."""
        ...

    def find(self, path: str) -> "Element | None":
        """The first element below it on this path."""
        ...

    def findall(self, path: str) -> "list[Element]":
        """All elements below it on this path."""
        ...

    def getprevious(self) -> "Element | None":
        """The element before it that has the same one around it."""
        ...

    def getnext(self) -> "Element | None":
        """The element after it that has the same one around it."""
        ...

    def addnext(self, element: "Element") -> None:
        """Put an element right after this one, before the text that follows it, with its own tail."""
        ...

    def addprevious(self, element: "Element") -> None:
        """Put an element right before this one, out of where it was."""
        ...

    def remove(self, element: "Element") -> None:
        """Take out an element that stands right in this one, with the text after it."""
        ...

    def __iter__(self) -> "Iterator[Element]": ...

    def __getitem__(self, place: int) -> "Element": ...

    def __len__(self) -> int: ...


class Events(Protocol):
    """The events of a walk without recursion."""

    def __iter__(self) -> Iterator[tuple[Literal["start", "end"], Element]]: ...

    def skip_subtree(self) -> None:
        """Go on at the end of the element that has just started."""
        ...


def etree() -> Any:
    """The module `lxml.etree`, which has no types of its own."""
    return import_module("lxml.etree")


def parse(text: str) -> Element | None:
    """The tree of an HTML text; None where there is no element, or nesting too deep to be walked whole."""
    lxml = etree()
    # Bytes with a fixed charset: a declaration inside the text must not be believed a second time.
    parser = lxml.HTMLParser(
        huge_tree=True, remove_comments=True, remove_pis=True, no_network=True, encoding="utf-8"
    )
    text = _INTERNAL_SUBSET.sub("", text, count=1)
    try:
        root = lxml.fromstring(text.encode("utf-8", "replace"), parser)
    except (lxml.XMLSyntaxError, ValueError):
        return None
    if any("depth" in entry.message for entry in parser.error_log):
        return None
    tree = cast("Element | None", root)
    if tree is not None:
        _empty_void(tree)
    return tree


def _empty_void(root: Element) -> None:
    """Put what the parser took into an element that holds nothing after it, where it stands on the page."""
    for element in list(root.iter(*VOID)):
        inside = list(element)
        if not inside and not element.text:
            continue
        text, element.text = element.text or "", None
        for child in reversed(inside):
            element.addnext(child)
        element.tail = text + (element.tail or "")


def events_of(root: Element) -> Events:
    """Start and end of every element under `root`, and of itself."""
    return cast("Events", etree().iterwalk(root, events=("start", "end")))


def text_of(element: Element) -> str:
    """All text below an element, as it stands."""
    return "".join(element.itertext())


def remove(element: Element) -> None:
    """Take an element out of its tree; the text after it stays."""
    parent, before, tail = element.getparent(), element.getprevious(), element.tail
    if parent is None:
        return
    if before is None:
        parent.text = f"{parent.text or ''}{tail or ''}"
    else:
        before.tail = f"{before.tail or ''}{tail or ''}"
    parent.remove(element)
