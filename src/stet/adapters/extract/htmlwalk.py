"""From an HTML tree to blocks: one walk without recursion, in document order."""

import re
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NamedTuple

from stet.adapters.extract.blocks import Block, squeeze

if TYPE_CHECKING:
    from lxml.etree import _Element as Element  # pyright: ignore[reportPrivateUsage]
else:
    Element = Any

BLOCK_TAGS = frozenset(
    "address article aside blockquote body center dd details dialog dir div dl dt fieldset figcaption figure footer"
    " form h1 h2 h3 h4 h5 h6 header hgroup hr html legend li main menu nav ol p pre search section summary table"
    " tbody td tfoot th thead tr ul caption".split()
)
NEVER_TEXT = frozenset(
    "script style template noscript svg iframe object canvas audio video select button input textarea option"
    " datalist head title area map progress meter embed applet frame frameset noframes".split()
)
STRUCK = frozenset(("del", "s", "strike"))
_SUPER = str.maketrans("0123456789+-−()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ")
_SUPER_ABLE = re.compile(r"[0-9+\-−]{1,6}")
# A block that is nothing but a list mark: `(a)`, `1.`, `iv)`, `—`. It belongs before the block that follows.
_LIST_MARK = re.compile(r"\(?(?:[a-zA-Z]{1,2}|[ivxlcIVXLC]{1,6}|[0-9]{1,3}[a-z]{0,2})[.)]|[—–•·▪◦‣-]")
# Headings that the Official Journal sets as paragraphs of these classes (EUR-Lex HTML, old and new names).
_OJ_HEADING = {"doc-ti": 1, "ti-section-1": 2, "ti-grseq-1": 2, "ti-art": 3, "ti-annotation": 3}
_OJ_HEADING |= {"title-doc-first": 1, "title-division-1": 2, "title-article-norm": 3, "title-annex-1": 1}
_UNNAMED = re.compile(
    r"(?:ANNEX|Annex|CHAPTER|Chapter|SECTION|Section|TITLE|PART|Article|ARTICLE) [IVXLC\d]{1,6}[a-z]?"
)
_OJ_SUBTITLE = {"sti-art", "ti-section-2", "stitle-article-norm", "title-division-2", "title-annex-2"}

# Entities that a document defines for itself are never expanded.
_INTERNAL_SUBSET = re.compile(r"<!DOCTYPE[^\[<>]{0,500}\[[^\]]{0,20000}\]\s{0,5}>", re.I)
_CONTAINERS = frozenset(("div", "article", "section", "main", "td", "body", "form"))

Skip = Callable[[Element], bool]


class Span(NamedTuple):
    """Where a container begins and ends in the order of the walk's events."""

    start: int
    end: int
    tag: str


class Walked(NamedTuple):
    """Blocks, the place of each in the order of events, and the containers around them."""

    blocks: list[Block]
    places: list[int]
    spans: list[Span]


def parse(text: str) -> Element | None:
    """The tree of an HTML text, or None where there is no element or it is nested too deep to be walked whole."""
    from lxml import etree

    parser = etree.HTMLParser(
        huge_tree=True, remove_comments=True, remove_pis=True, no_network=True, encoding="utf-8"
    )
    text = _INTERNAL_SUBSET.sub("", text, count=1)
    try:
        root = etree.fromstring(text.encode("utf-8", "replace"), parser)
    except (etree.XMLSyntaxError, ValueError):
        return None
    if root is None or any("depth" in entry.message for entry in parser.error_log):
        return None
    return root


def fragment_blocks(text: str) -> list[Block]:
    """The blocks of a piece of HTML, nothing left out but what is never text."""
    root = parse(text)
    return walk(root) if root is not None else []


def walk(root: Element, skip: Skip | None = None, *, all_blocks: bool = False) -> list[Block]:
    """The blocks under `root`; elements for which `skip` holds are left out with all they contain.

    `all_blocks` sets every element apart (for XML, whose tags say nothing about layout).
    """
    return walk_places(root, skip, all_blocks=all_blocks).blocks


def walk_places(root: Element, skip: Skip | None = None, *, all_blocks: bool = False) -> Walked:
    """As `walk`, with the places of the blocks and of their containers."""
    from lxml import etree

    walker = _Walker(all_blocks)
    open_at: list[int] = []
    spans: list[Span] = []
    events = etree.iterwalk(root, events=("start", "end"))
    for number, (event, element) in enumerate(events):
        tag = element.tag
        if event == "start":
            open_at.append(number)
            if tag in NEVER_TEXT or tag in STRUCK or (skip is not None and skip(element)):
                walker.skipped.append(element)
                events.skip_subtree()
            else:
                walker.start(element, tag)
            walker.place = number
            continue
        start = open_at.pop()
        if walker.skipped and walker.skipped[-1] is element:
            walker.skipped.pop()
            if tag in BLOCK_TAGS:
                walker.boundary()
        else:
            walker.end(element, tag)
            if tag in _CONTAINERS:
                spans.append(Span(start, number, tag))
        walker.place = number
        if element.tail and element is not root:
            walker.add(element.tail)
    walker.finish()
    return Walked(walker.blocks, walker.places, spans)


class _Walker:
    """The state of the walk: what is open, and the inline text gathered since the last block boundary."""

    def __init__(self, all_blocks: bool) -> None:
        self.all_blocks = all_blocks
        self.blocks: list[Block] = []
        self.places: list[int] = []
        self.place = 0
        self.skipped: list[Element] = []
        self.buffer: list[str] = []
        self.links = 0
        self.in_link = 0
        self.in_pre = 0
        self.heading = 0
        self.last_level = 1
        self.marker = ""
        self.lists: list[int | None] = []
        self.tables: list[bool] = []  # True where the table holds data, False where it only lays out
        self.row: list[str] | None = None
        self.row_group = 0
        self.groups = 0
        self.list_group = 0
        self.raised: list[int] = []

    def start(self, element: Element, tag: str) -> None:
        if tag == "br":
            self.buffer.append(" " if self.row is not None else "\n")
        elif tag == "a":
            self.in_link += 1
        elif tag == "sup":
            self.raised.append(len(self.buffer))
        elif tag in BLOCK_TAGS or self.all_blocks:
            self.boundary()
            self._open(element, tag)
        if element.text:
            self.add(element.text)

    def _open(self, element: Element, tag: str) -> None:
        if self.row is None and (level := _heading_level(element, tag)):
            self.heading = level
        elif tag == "pre":
            self.in_pre += 1
        elif tag in ("ul", "ol", "menu", "dir"):
            if not self.lists:
                self.groups += 1
                self.list_group = self.groups
            self.lists.append(_number(element.get("start"), 1) if tag == "ol" else None)
        elif tag == "li" and self.row is None:
            self._item(element)
        elif tag == "table":
            inside_row = self.row is not None
            self.tables.append(not inside_row and _holds_data(element))
            if self.tables[-1]:
                self.groups += 1
                self.row_group = self.groups
        elif tag == "tr" and self.tables and self.tables[-1]:
            self.row = []

    def _item(self, element: Element) -> None:
        number = self.lists[-1] if self.lists else None
        indent = "  " * max(0, min(len(self.lists), 8) - 1)
        if number is None:
            self.marker = f"{indent}- "
            return
        number = _number(element.get("value"), number)
        self.marker = f"{indent}{number}. "
        self.lists[-1] = number + 1

    def end(self, element: Element, tag: str) -> None:
        if tag == "a":
            self.in_link = max(0, self.in_link - 1)
        elif tag == "sup" and self.raised:
            self._raise(self.raised.pop())
        elif tag in BLOCK_TAGS or self.all_blocks:
            self._close(element, tag)

    def _close(self, element: Element, tag: str) -> None:
        if tag in ("td", "th") and self.row is not None and len(self.tables) == 1 + _outer(self.tables):
            self.row.append(squeeze("".join(self.buffer)))
            self.buffer = []
            return
        if tag == "tr" and self.row is not None and self.tables and self.tables[-1]:
            row, self.row = self.row, None
            self.buffer = []
            self._emit("row", " | ".join(row).strip(" |") if any(row) else "", self.row_group)
            return
        if tag == "summary" and not self.heading and self.row is None:
            self.heading = min(6, self.last_level + 1)
        self.boundary()
        if tag == "table" and self.tables:
            self.tables.pop()
        elif tag == "pre":
            self.in_pre = max(0, self.in_pre - 1)
        elif tag in ("ul", "ol", "menu", "dir") and self.lists:
            self.lists.pop()
            self.marker = ""
        elif tag == "li":
            self.marker = ""

    def add(self, text: str) -> None:
        self.buffer.append(text if self.in_pre and self.row is None else text.replace("\n", " "))
        if self.in_link:
            self.links += len(text.strip())

    def _raise(self, start: int) -> None:
        """Set digits as superscripts: `10<sup>6</sup>` must not read as 106, nor a note's number as a digit."""
        text = "".join(self.buffer[start:])
        if _SUPER_ABLE.fullmatch(text.strip()):
            self.buffer[start:] = [text.strip().translate(_SUPER)]

    def boundary(self) -> None:
        """End the block that is open, if any."""
        if self.row is not None:
            self.buffer.append(" ")
            return
        raw = "".join(self.buffer)
        self.buffer = []
        links, self.links = self.links, 0
        heading, self.heading = self.heading, 0
        self.raised = []
        if not raw.strip():
            # An empty start of a heading's inside is not its end.
            self.heading = heading
            return
        if heading:
            self._heading(squeeze(raw), heading, links)
        elif self.in_pre:
            self._emit("pre", raw.replace("\r\n", "\n").strip("\n"), 0, links)
        else:
            for i, part in enumerate(_split_breaks(raw)):
                self._emit("text", part, 0, links if i == 0 else 0)

    def _heading(self, text: str, level: int, links: int) -> None:
        last = self.blocks[-1] if self.blocks else None
        if last is not None and last.kind == "heading" and (level > 90 or _UNNAMED.fullmatch(last.text)):
            # The name of an article or annex belongs to the heading "Article 5" right before it.
            self.blocks[-1] = last._replace(text=f"{last.text} {text}", links=last.links + links)
            return
        self.last_level = level % 90 or 1
        marker, self.marker = self.marker.strip(" -"), ""
        text = f"{marker} {text}" if marker else text
        self._put(Block("heading", text, self.last_level, 0, links))

    def _emit(self, kind: str, text: str, group: int, links: int = 0) -> None:
        if not text.strip():
            return
        if kind == "text" and _LIST_MARK.fullmatch(text) and not self.marker.strip(" -"):
            self.marker = f"{self.marker.replace('- ', '')}{text} "
            return
        marker, self.marker = self.marker, ""
        if marker and self.lists:
            group = self.list_group
        self._put(Block("item" if marker else kind, marker + text, 0, group, links))

    def _put(self, block: Block) -> None:
        self.blocks.append(block)
        self.places.append(self.place)

    def finish(self) -> None:
        """End what is still open."""
        self.boundary()
        if self.marker.strip(" -"):
            self._put(Block("text", self.marker.strip()))


def _outer(tables: list[bool]) -> int:
    """How many tables stand around the data table whose row is open (it may hold laid-out tables itself)."""
    return tables.index(True) if True in tables else len(tables)


def _split_breaks(raw: str) -> Iterator[str]:
    lines = [squeeze(line) for line in raw.split("\n")]
    part: list[str] = []
    for line in [*lines, ""]:
        if line:
            part.append(line)
        elif part:
            yield "\n".join(part)
            part = []


def _heading_level(element: Element, tag: str) -> int:
    if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
        return int(tag[1])
    if tag not in ("p", "div"):
        return 0
    if element.get("role") == "heading":
        return min(6, max(1, _number(element.get("aria-level"), 2)))
    for name in (element.get("class") or "").split()[:8]:
        name = name.removeprefix("oj-")
        if name in _OJ_HEADING:
            return _OJ_HEADING[name]
        if name in _OJ_SUBTITLE:
            return 94
    return 0


def _holds_data(table: Element) -> bool:
    """Whether the rows of a table are rows of data, to be kept each on one line.

    Else its cells are read as ordinary blocks: layout tables, and lists set as tables with a mark in the first
    column, as in the Official Journal.
    """
    if table.get("role") in ("presentation", "none"):
        return False
    rows = table.xpath("./tr|./tbody/tr|./thead/tr|./tfoot/tr")
    if not isinstance(rows, list) or not rows:
        return False
    cells = [[c for c in row if c.tag in ("td", "th")] for row in rows]
    # First of all, so that the texts below are each read once, however deep tables stand in tables.
    if any(len(c) and c.find(".//table") is not None for row in cells for c in row):
        return False
    widest = max(len(row) for row in cells)
    marks = sum(any(_LIST_MARK.fullmatch(_short_text(cell)) for cell in row[:2]) for row in cells)
    if widest < 2 or marks == len(rows):
        return False
    size = sum(len(t) for t in table.itertext())
    big = size > 400 * sum(len(row) for row in cells)
    return not big and not table.xpath("./tbody/tr/td//h1|./tbody/tr/td//h2|./tr/td//h1|./tr/td//h2")


def _short_text(cell: Element) -> str:
    return squeeze("".join(cell.itertext())) if len(cell) < 4 else ""


def _number(value: str | None, default: int) -> int:
    digits = (value or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 7 else default
