"""Lines that stand around a main text and are none of it: who, when, “share this”, and what else there is to read."""

import re
from collections.abc import Collection
from datetime import date

from stet.adapters.extract.blocks import Block
from stet.adapters.extract.datewords import find_dates
from stet.adapters.extract.htmlwords import BY, ELSE, OFFER

_SENTENCE_END = re.compile(r"[.!?…。！？»”\"')\]:;।؟]$")
_PROSE = 60
_TOP = 8
_LONGEST_REPEATED = 120
_MENU = 4
_LOWEST = 7
_LINKED = 0.4


def is_links(block: Block) -> bool:
    """Whether a block is nothing but links."""
    return block.links >= 0.8 * len(block.text.lstrip(" -"))


def is_prose(block: Block) -> bool:
    """Whether a block is running text: long enough and not mostly links. Scripts without spaces need a third."""
    size = len(block.text)
    if block.kind == "heading" or block.links >= 0.4 * size:
        return False
    if size >= _PROSE or size < _PROSE // 3 or block.text.isascii():
        return size >= _PROSE
    return sum(c >= "\u3000" for c in block.text) > size // 2


def trim(blocks: list[Block], title: str | None, days: Collection[date]) -> list[Block]:
    """The blocks without the lines around a text, sections of links to other pages, and menus."""
    kept = _without_head(blocks, title, days)
    kept = [b for b in kept if b.kind in ("row", "pre") or not OFFER.fullmatch(b.text.strip(" -"))]
    return _without_end(_without_sections(_without_menus(kept))) or blocks


def _without_head(blocks: list[Block], title: str | None, days: Collection[date]) -> list[Block]:
    """Leave out what stands before the title and is no sentence; right below it who, when, and what is said twice."""
    start = next((i for i, b in enumerate(blocks[:40]) if b.kind == "heading" and b.text == title), None)
    if start is None:
        start = next((i for i, b in enumerate(blocks[:40]) if b.kind == "heading" and b.level == 1), 0)
    before = [b for b in blocks[:start] if is_prose(b) or b.kind in ("row", "pre")]
    end = start + _TOP
    top = [b for b in blocks[start:end] if not _says_who_or_when(b, days)]
    texts = [b.text for b in top]
    top = [b for i, b in enumerate(top) if b.text not in texts[:i] or len(b.text) > _LONGEST_REPEATED]
    return [*before, *top, *blocks[end:]]


def _says_who_or_when(block: Block, days: Collection[date]) -> bool:
    text = block.text.strip(" -")
    if block.kind not in ("text", "item") or len(text) > _PROSE or text[0] in "—–":
        return False
    # Another date than the page's own is something it speaks of.
    when = [day for _, _, day in find_dates(text)]
    return BY.fullmatch(text) is not None or (
        bool(when) and all(day in days for day in when) and not _SENTENCE_END.search(text)
    )


def _without_menus(blocks: list[Block]) -> list[Block]:
    """Leave out runs of blocks that are nothing but links; a few may be the page's own references."""
    kept: list[Block] = []
    run: list[Block] = []
    for block in [*blocks, None]:
        if block is not None and is_links(block):
            run.append(block)
            continue
        kept += run if len(run) <= _MENU else []
        run = []
        if block is not None:
            kept.append(block)
    return kept


def _without_sections(blocks: list[Block]) -> list[Block]:
    """Leave out sections under a heading such as “Related” that are mostly links, and such headings without one."""
    kept: list[Block] = []
    at = 0
    while at < len(blocks):
        end = at + 1
        if ELSE.fullmatch(blocks[at].text.strip(" -")):
            level = blocks[at].level or _LOWEST
            while end < len(blocks) and not _is_said(blocks[end]) and not 0 < blocks[end].level <= level:
                end += 1
            size = sum(len(b.text) for b in blocks[at + 1 : end])
            alone = end == at + 1 and (end == len(blocks) or not _is_said(blocks[end]))
            if alone or (size and sum(b.links for b in blocks[at + 1 : end]) >= _LINKED * size):
                at = end
                continue
        kept += blocks[at:end]
        at = end
    return kept


def _is_said(block: Block) -> bool:
    """Whether a block says something of its own: a paragraph, a sentence, a row of a table."""
    if block.kind in ("row", "pre") or is_prose(block):
        return True
    return block.kind != "heading" and not is_links(block) and _SENTENCE_END.search(block.text) is not None


def _without_end(blocks: list[Block]) -> list[Block]:
    """Leave out headings with nothing under them and links at the end."""
    end = len(blocks)
    while end > 1 and (blocks[end - 1].kind == "heading" or is_links(blocks[end - 1])):
        end -= 1
    return blocks[:end] if any(map(is_prose, blocks[:end])) else blocks
