"""What an element of a page is to a reader: a heading, a table of data, a list mark."""

import re

from stet.adapters.extract.blocks import squeeze
from stet.adapters.extract.tree import Element, text_of

# A block that is nothing but a list mark: `(a)`, `1.`, `iv)`, `—`. It belongs before the block that follows.
LIST_MARK = re.compile(r"\(?(?:[a-zA-Z]{1,2}|[ivxlcIVXLC]{1,6}|[0-9]{1,3}[a-z]{0,2})[.)]|[—–•·▪◦‣-]")
# A heading that only numbers what the next heading names.
UNNAMED = re.compile(
    r"(?:ANNEX|Annex|CHAPTER|Chapter|SECTION|Section|TITLE|PART|Article|ARTICLE) [IVXLC\d]{1,6}[a-z]?"
)
# The level of a heading that completes the heading right before it.
SUBTITLE = 94
# Headings that the Official Journal sets as paragraphs of these classes (EUR-Lex HTML, old and new names).
_OJ_HEADING = {
    "doc-ti": 1,
    "title-doc-first": 1,
    "title-annex-1": 1,
    "ti-section-1": 2,
    "ti-grseq-1": 2,
    "title-division-1": 2,
    "ti-art": 3,
    "title-article-norm": 3,
}
_OJ_SUBTITLE = frozenset(
    ("sti-art", "ti-section-2", "stitle-article-norm", "title-division-2", "title-annex-2")
)
# A table whose cells hold more than this on average lays out text.
_LONG_CELL = 400


def heading_level(element: Element, tag: str) -> int:
    """1–6 for a heading, `SUBTITLE` for the second part of one, 0 for anything else."""
    if len(tag) == 2 and tag[0] == "h" and tag[1] in "123456":
        return int(tag[1])
    if tag not in ("p", "div"):
        return 0
    if element.get("role") == "heading":
        return min(6, max(1, number(element.get("aria-level"), 2)))
    for name in (element.get("class") or "").split()[:8]:
        bare = name.removeprefix("oj-")
        if bare in _OJ_HEADING:
            return _OJ_HEADING[bare]
        if bare in _OJ_SUBTITLE:
            return SUBTITLE
    return 0


def holds_data(table: Element) -> bool:
    """Whether the rows of a table are rows of data, to be kept each on one line.

    Else its cells are read as ordinary blocks: layout tables, and lists set as tables with a mark in the
    first or second column, as in the Official Journal.
    """
    if table.get("role") in ("presentation", "none"):
        return False
    rows = [row for path in ("tr", "thead/tr", "tbody/tr", "tfoot/tr") for row in table.findall(path)]
    cells = [[c for c in row if c.tag in ("td", "th")] for row in rows]
    # First of all, so that the texts below are each read once, however deep tables stand in tables.
    if any(len(c) and c.find(".//table") is not None for row in cells for c in row):
        return False
    if max((len(row) for row in cells), default=0) < 2:
        return False
    if all(any(LIST_MARK.fullmatch(_short_text(cell)) for cell in row[:2]) for row in cells):
        return False
    size = sum(len(text) for text in table.itertext())
    if size > _LONG_CELL * sum(len(row) for row in cells):
        return False
    return not any(table.find(f".//td//{h}") is not None for h in ("h1", "h2"))


def number(value: str | None, default: int) -> int:
    """A whole number of an attribute; whatever else stands there (`100%`, `auto`) is `default`."""
    digits = (value or "").strip()
    return int(digits) if digits.isascii() and digits.isdigit() and len(digits) < 7 else default


def _short_text(cell: Element) -> str:
    return squeeze(text_of(cell)) if len(cell) < 4 else ""
