"""Source lists: where they are, with or without a heading, and which entries stand in them."""

import re
from typing import Final, NamedTuple

from stet.texts.blocks import Block
from stet.texts.entries import Entry
from stet.texts.headings import source_level
from stet.texts.keys import bracketed, keyed
from stet.texts.listing import ADDRESS, ONLY_ADDRESS, SHORT, EntryReader
from stet.texts.marks import key_form


class Listed(NamedTuple):
    """The source lists of a text, its notes (each found by its name from anywhere), and the blocks that are neither."""

    lists: tuple[tuple[Entry, ...], ...]
    notes: tuple[Entry, ...]
    body: tuple[Block, ...]
    last_start: int | None  # where the last list begins, with its heading


_IN_MARK: Final = re.compile(r"(?<=[\[,;【［])[ \t]?\^?([0-9]{1,4})(?=[ \t]?[\],;，】］†–-])")
_CITES: Final = re.compile(
    r"\[\[?\^?[0-9]{1,4}\]\]?\(|[(（]\[[^\[\]]{1,200}\]\(|[。！？.!?][\"”*]{0,3}\s+[A-Z][a-z]+ [a-z]+ "
    r"|[。！？]\s?\w"
)


def find_lists(blocks: tuple[Block, ...], text: str) -> Listed:
    """The source lists among the blocks of a text."""
    return _Finder(tuple(part for block in blocks for part in _parted(block, text)), text).find()


def _parted(block: Block, text: str) -> tuple[Block, ...]:
    """A block, or its first line and the rest where the first heads a list that follows without a blank line."""
    if block.kind != "text" or len(block.lines) < 2:
        return (block,)
    head = block._replace(lines=block.lines[:1])
    start, end = block.lines[1]
    if source_level(head, text) is None or not (keyed(text, start, end) or ADDRESS.search(text, start, end)):
        return (block,)
    return head, block._replace(lines=block.lines[1:], start=start)


class _Finder:
    def __init__(self, blocks: tuple[Block, ...], text: str) -> None:
        self.blocks = blocks
        self.text = text
        self.lists: list[tuple[Entry, ...]] = []
        self.notes: list[Entry] = []
        self.body: list[Block] = []
        self.last_start: int | None = None
        self.none_before = 0  # the block up to which no list without a heading begins
        self.marked: dict[str, tuple[int, int]] | None = (
            None  # of each number in a mark, its first and last place
        )

    def find(self) -> Listed:
        at = 0
        while at < len(self.blocks):
            block = self.blocks[at]
            if block.kind == "note":
                at = self._note(at)
                continue
            level = source_level(block, self.text)
            after = self._headed(at, level) if level is not None else None
            after = after or self._headless(at)
            if after is None:
                self.body.append(block)
                at += 1
            else:
                at = after
        return Listed(tuple(self.lists), tuple(self.notes), tuple(self.body), self.last_start)

    def _note(self, at: int) -> int:
        block = self.blocks[at]
        lines = list(block.lines)
        at += 1
        while at < len(self.blocks) and self.blocks[at].kind == "text" and self.blocks[at].indent >= 2:
            lines.extend(self.blocks[at].lines)
            at += 1
        self.notes.append(Entry(block.label, block.start, tuple(lines)))
        if not self.lists and (at >= len(self.blocks) or self.blocks[at].kind == "note"):
            self.last_start = block.start if self.last_start is None else self.last_start
        elif at < len(self.blocks) and not self.lists:
            self.last_start = None
        return at

    def _headed(self, at: int, level: int) -> int | None:
        """Read the list under the heading at `at`; the place after it, or None where no list follows."""
        end = self._region_end(at + 1, level)
        reader = EntryReader(self.text)
        last_keyed = max((i for i in range(at + 1, end) if reader.begins_keyed(self.blocks[i])), default=at)
        waiting: list[Block] = []
        place = at + 1
        while place < end:
            block = self.blocks[place]
            if block.kind == "note":
                place = self._note(place)
                reader.touched = True
                continue
            if block.kind == "rule" and not self._goes_on(reader, place, end):
                break
            if block.kind not in ("heading", "rule") and not reader.take(block):
                if reader.entries and place > last_keyed:
                    break
                if reader.entries:
                    reader.go_on(block)
                elif waiting:
                    return None
                else:
                    waiting.append(block)
            place += 1
        if not reader.entries and not reader.touched:
            return None
        return self._keep(reader, at, place, waiting)

    def _keep(self, reader: EntryReader, at: int, after: int, waiting: list[Block]) -> int:
        self.body.extend(waiting)
        self.last_start = self.blocks[at].start
        if reader.entries:
            self.lists.append(tuple(reader.entries))
        return after

    def _region_end(self, at: int, level: int) -> int:
        while at < len(self.blocks):
            block = self.blocks[at]
            if (block.kind == "heading" and block.level <= level) or source_level(
                block, self.text
            ) is not None:
                break
            at += 1
        return at

    def _goes_on(self, reader: EntryReader, at: int, end: int) -> bool:
        if at + 1 >= end:
            return False
        following = self.blocks[at + 1]
        return following.kind == "note" or (following.kind != "heading" and reader.begins_keyed(following))

    def _headless(self, at: int) -> int | None:
        """Read a list without a heading that begins at `at`."""
        block = self.blocks[at]
        if block.kind not in ("text", "item") or at < self.none_before:
            return None
        bracket = bracketed(self.text, *block.lines[0]) is not None
        if (
            not bracket
            and not (block.kind == "item" and block.label and self._has_address(block))
            and not self._only(block)
        ):
            return None
        reader = EntryReader(self.text)
        end = at
        while end < len(self.blocks) and self._belongs(self.blocks[end], reader, bracket=bracket):
            end += 1
        entries = reader.entries
        if not self._is_list(entries, at, end, bracket=bracket):
            self.none_before = max(end, at + 1)
            return None
        self.lists.append(tuple(entries))
        self.last_start = block.start
        return end

    def _belongs(self, block: Block, reader: EntryReader, *, bracket: bool) -> bool:
        if block.kind not in ("text", "item"):
            return False
        if bracket:
            first = bracketed(self.text, *block.lines[0]) is not None
            return (first or (bool(reader.entries) and self._only(block))) and reader.take(block)
        if block.kind == "item" and block.label:
            return self._has_address(block) and reader.take(block)
        return self._only(block) and reader.take(block)

    def _is_list(self, entries: list[Entry], at: int, end: int, *, bracket: bool) -> bool:
        addressed = sum(bool(ADDRESS.search(self.text, e.start, e.end)) for e in entries)
        trailing = all(b.kind in ("rule", "note") for b in self.blocks[end : end + 3]) or end >= len(
            self.blocks
        )
        bounded = trailing or self.blocks[end].kind in ("heading", "rule")
        if bracket and len(entries) >= 2 and 2 * addressed >= len(entries):
            return True
        if bracket and addressed == len(entries) and bounded:
            return True
        keys = {key_form(e.key) for e in entries if e.key}
        if bracket:
            return trailing and len(entries) >= 2 and self._cited(keys, at, end)
        if not keys:
            return bounded and len(entries) >= 2
        short = all(
            e.end - e.start <= SHORT and not _CITES.search(self.text, e.start, e.end) for e in entries
        )
        return bounded and short and len(entries) >= 2 and self._cited(keys, at, end)

    def _cited(self, keys: set[str], at: int, end: int) -> bool:
        """Whether a mark outside of the blocks `[at, end)` has one of the keys."""
        if self.marked is None:
            self.marked = {}
            for found in _IN_MARK.finditer(self.text):
                form = key_form(found[1])
                self.marked[form] = (self.marked.get(form, (found.start(),))[0], found.start())
        start = self.blocks[at].start
        stop = self.blocks[end].start if end < len(self.blocks) else len(self.text)
        places = (self.marked.get(key) for key in keys)
        return any(place is not None and (place[0] < start or place[1] >= stop) for place in places)

    def _has_address(self, block: Block) -> bool:
        return ADDRESS.search(self.text, block.start, block.end) is not None

    def _only(self, block: Block) -> bool:
        return all(ONLY_ADDRESS.match(self.text, *line) for line in block.lines[:50])
