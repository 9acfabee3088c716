"""The entries of one source list, read from its blocks."""

import re
from typing import Final

from stet.texts.blocks import Block
from stet.texts.entries import Entry
from stet.texts.keys import bracketed, keyed

ADDRESS: Final = re.compile(
    r"https?://|www\.|\bdoi\b|(?<![\d.])10\.[0-9]{4,9}/|arxiv[:.]|\bPMID\b|\]\((?!#)", re.IGNORECASE
)
ONLY_ADDRESS: Final = re.compile(
    r"[ \t(<*]*(?:(?:url|link|source|available at|retrieved from|doi|网址"
    r"|链接)[:：]?[ \t]*)?(?:<?https?://\S+|www\.\S+|\[[^\[\]]{1,300}\]\(\S+\))[ \t)>*.]*$",
    re.IGNORECASE,
)
_DATED: Final = re.compile(
    r"[^\w\n]{0,6}[^\W\d_].{2,300}?[(（](?:1[5-9]|20)\d\d[a-z]?[^()]{0,40}[)）]"
    r"|[^\w\n]{0,6}[A-ZÀ-Þ][\w'’-]{1,30},\s.{1,200}?[.,]\s(?:1[5-9]|20)\d\d[a-z]?\."
)
SHORT: Final = 600  # characters of an entry, beyond which nothing more is added to it


class EntryReader:
    """Collects the entries of one list while its blocks go by."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.entries: list[Entry] = []
        self.touched = False
        self.indent = 0

    def begins_keyed(self, block: Block) -> bool:
        """Whether a block begins with a key."""
        if block.kind == "item" and block.label:
            return True
        return block.kind in ("text", "item", "row") and keyed(self.text, *block.lines[0]) is not None

    def take(self, block: Block) -> bool:
        """Read a block; False where it is no entry of a source list."""
        if block.kind == "row":
            return self._row(block)
        if block.kind == "item":
            return self._item(block)
        return self._text(block)

    def go_on(self, block: Block) -> None:
        """Take a block as further words of the last entry."""
        last = self.entries[-1]
        if block.end - last.start <= SHORT:
            self.entries[-1] = last._replace(lines=(*last.lines, *block.lines))

    def _last_key(self) -> str | None:
        return self.entries[-1].key if self.entries else None

    def _item(self, block: Block) -> bool:
        start, end = block.lines[0]
        found = bracketed(self.text, start, end)
        deeper = bool(self.entries) and block.indent > self.indent
        if deeper and found is None and not block.label:
            self.go_on(block)
            return True
        if found is None and not block.label:
            found = keyed(self.text, start, end, self._last_key() or "")
        if not self.entries:
            self.indent = block.indent
        key = found.key if found else block.label or None
        at = min(found.at, end) if found else start
        self.entries.append(Entry(key, block.start, ((at, end), *block.lines[1:])))
        return True

    def _text(self, block: Block) -> bool:
        groups: list[tuple[str | None, int, list[tuple[int, int]]]] = []
        last = self._last_key()
        for start, end in block.lines:
            found = keyed(self.text, start, end, last)
            if found is not None and (groups or found.bracket or not self.entries or last is not None):
                groups.append((found.key, start, [(min(found.at, end), end)]))
                last = found.key
            elif groups:
                groups[-1][2].append((start, end))
            else:
                groups.append((None, start, [(start, end)]))
        return self._grouped(block, groups)

    def _grouped(self, block: Block, groups: list[tuple[str | None, int, list[tuple[int, int]]]]) -> bool:
        first_key, first_start, first_lines = groups[0]
        if first_key is None and not self._unkeyed(block, first_start, first_lines, alone=len(groups) == 1):
            if len(groups) == 1:
                return False
            if self.entries:
                self.entries[-1] = self.entries[-1]._replace(lines=(*self.entries[-1].lines, *first_lines))
        self.entries.extend(
            Entry(key, start, tuple(lines)) for key, start, lines in groups if key is not None
        )
        return True

    def _unkeyed(self, block: Block, start: int, lines: list[tuple[int, int]], *, alone: bool) -> bool:
        """Read lines without a key: further words of the entry before, or entries by themselves."""
        addressed = [bool(ADDRESS.search(self.text, *line)) for line in lines]
        if self.entries and self.entries[-1].key is not None:
            only = all(ONLY_ADDRESS.match(self.text, *line) for line in lines)
            near = lines[-1][1] - self.entries[-1].start <= SHORT * 3
            if (only or block.indent) and near:
                self.entries[-1] = self.entries[-1]._replace(lines=(*self.entries[-1].lines, *lines))
                return True
            if alone:
                return False
        if len(lines) > 1 and all(addressed):
            self.entries.extend(Entry(None, line[0], (line,)) for line in lines)
            return True
        first = self.text[lines[0][0] : min(lines[0][1], lines[0][0] + 400)]
        if (any(addressed) and lines[-1][1] - start <= 1_500) or _DATED.match(first):
            self.entries.append(Entry(None, start, tuple(lines)))
            return True
        return False

    def _row(self, block: Block) -> bool:
        if block.level:
            return True  # the heads of the columns
        start, end = block.lines[0]
        first = self.text.find("|", start + 1 if self.text[start] == "|" else start, end)
        if first < 0:
            return False
        cell = self.text[start:first].strip("| \t*")
        found = keyed(self.text, start + (self.text[start] == "|"), first)
        key = cell if re.fullmatch(r"[A-Za-z]{0,3}[0-9]{1,4}", cell) else found.key if found else None
        if key is None and not ADDRESS.search(self.text, start, end):
            return False
        self.entries.append(Entry(key, block.start, ((first + 1 if key else start, end),)))
        return True
