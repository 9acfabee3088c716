"""Blocks from the events of a walk over an HTML tree."""

import re
from collections.abc import Iterator

from stet.adapters.extract.blocks import Block, squeeze
from stet.adapters.extract.htmlshape import LIST_MARK, SUBTITLE, UNNAMED, heading_level, holds_data, number
from stet.adapters.extract.tree import Element

BLOCK_TAGS = frozenset(
    [
        "address",
        "article",
        "aside",
        "blockquote",
        "body",
        "center",
        "dd",
        "details",
        "dialog",
        "dir",
        "div",
        "dl",
        "dt",
        "fieldset",
        "figcaption",
        "figure",
        "footer",
        "form",
        "h1",
        "h2",
        "h3",
        "h4",
        "h5",
        "h6",
        "header",
        "hgroup",
        "hr",
        "html",
        "legend",
        "li",
        "main",
        "menu",
        "nav",
        "ol",
        "p",
        "pre",
        "search",
        "section",
        "summary",
        "table",
        "tbody",
        "td",
        "tfoot",
        "th",
        "thead",
        "tr",
        "ul",
        "caption",
    ]
)
_SUPER = str.maketrans("0123456789+-−()n", "⁰¹²³⁴⁵⁶⁷⁸⁹⁺⁻⁻⁽⁾ⁿ")
_SUPER_ABLE = re.compile(r"[0-9+\-−]{1,6}")


def raised_digits(text: str) -> str:
    """Digits and signs as superscripts; other text as it is."""
    return text.strip().translate(_SUPER) if _SUPER_ABLE.fullmatch(text.strip()) else text


class BlockReader:
    """The state of the walk: what is open, and the inline text gathered since the last block boundary."""

    def __init__(self, *, all_blocks: bool) -> None:
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
        """An element begins."""
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
        if self.row is None and (level := heading_level(element, tag)):
            self.heading = level
        elif tag == "pre":
            self.in_pre += 1
        elif tag in ("ul", "ol", "menu", "dir"):
            if not self.lists:
                self.groups += 1
                self.list_group = self.groups
            self.lists.append(number(element.get("start"), 1) if tag == "ol" else None)
        elif tag == "li" and self.row is None:
            self._item(element)
        elif tag == "table":
            inside_row = self.row is not None
            self.tables.append(not inside_row and holds_data(element))
            if self.tables[-1]:
                self.groups += 1
                self.row_group = self.groups
        elif tag == "tr" and self.tables and self.tables[-1]:
            self.row = []

    def _item(self, element: Element) -> None:
        count = self.lists[-1] if self.lists else None
        indent = "  " * max(0, min(len(self.lists), 8) - 1)
        if count is None:
            self.marker = f"{indent}- "
            return
        count = number(element.get("value"), count)
        self.marker = f"{indent}{count}. "
        self.lists[-1] = count + 1

    def end(self, element: Element, tag: str) -> None:
        """An element ends; its tail has not been added yet."""
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
        """Text stands here."""
        self.buffer.append(text if self.in_pre and self.row is None else text.replace("\n", " "))
        if self.in_link:
            self.links += len(text.strip())

    def _raise(self, start: int) -> None:
        """Set digits as superscripts: `10<sup>6</sup>` must not read as 106, nor a note's mark as a digit."""
        self.buffer[start:] = [raised_digits("".join(self.buffer[start:]))]

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
        if (
            last is not None
            and last.kind == "heading"
            and (level == SUBTITLE or UNNAMED.fullmatch(last.text))
        ):
            # The name of an article or annex belongs to the heading "Article 5" right before it.
            self.blocks[-1] = last._replace(text=f"{last.text} {text}", links=last.links + links)
            return
        self.last_level = level % 90
        marker, self.marker = self.marker.strip(" -"), ""
        text = f"{marker} {text}" if marker else text
        self._put(Block("heading", text, self.last_level, 0, links))

    def _emit(self, kind: str, text: str, group: int, links: int = 0) -> None:
        if not text.strip():
            return
        if kind == "text" and LIST_MARK.fullmatch(text) and not self.marker.strip(" -"):
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
