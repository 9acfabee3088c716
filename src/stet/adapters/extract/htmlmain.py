"""Which blocks of a page are its main text."""

from bisect import bisect_left, bisect_right
from itertools import accumulate

from stet.adapters.extract.blocks import Block
from stet.adapters.extract.htmlwalk import Span, Walked

# A container is the main text when it holds this share, and leaves out no more than these characters.
_SHARE = 0.9
_MOST_LEFT_OUT = 300
_PROSE = 60
_MENU = 4
_LITTLE = 100


def main_blocks(walked: Walked) -> list[Block]:
    """The blocks in the innermost container that holds nearly all running text, and the page's heading.

    Within that container nothing is lost: a container is kept or left as a whole.
    """
    blocks, places = walked.blocks, walked.places
    weights = [_weight(block) for block in blocks]
    total = sum(weights)
    if not total:
        return blocks
    sums = [0, *accumulate(weights)]

    def inside(span: Span) -> tuple[int, int]:
        return bisect_left(places, span.start), bisect_right(places, span.end)

    least = max(_SHARE * total, total - _MOST_LEFT_OUT)
    best: tuple[int, int] = (0, len(blocks))
    width = max(places) + 1
    for span in walked.spans:
        first, last = inside(span)
        if sums[last] - sums[first] >= least and span.end - span.start <= width:
            best, width = (first, last), span.end - span.start
    first, last = best
    head = next((i for i in range(first) if blocks[i].kind == "heading" and blocks[i].level == 1), first)
    outside = [*range(first), *range(last, len(blocks))]
    if sum(len(blocks[i].text) for i in outside if not _is_links(blocks[i])) <= max(_LITTLE, 0.02 * total):
        # So little that it is no boilerplate worth a risk: a reference line, a signature.
        head, end = 0, len(blocks)
    else:
        end = last
    before = [b for b in blocks[head:first] if not _is_links(b)]
    after = [b for b in blocks[last:end] if not _is_links(b)]
    return [*before, *_without_menus(blocks[first:last]), *after]


def _without_menus(blocks: list[Block]) -> list[Block]:
    """Leave out runs of blocks that are nothing but links; a few may be the page's own references."""
    kept: list[Block] = []
    run: list[Block] = []
    for block in [*blocks, None]:
        if block is not None and _is_links(block):
            run.append(block)
            continue
        kept += run if len(run) <= _MENU else []
        run = []
        if block is not None:
            kept.append(block)
    return kept


def _is_links(block: Block) -> bool:
    return block.links >= 0.8 * len(block.text.lstrip(" -"))


def _weight(block: Block) -> int:
    size = len(block.text)
    if block.kind == "heading" or block.links >= 0.4 * size:
        return 0
    if size >= _PROSE:
        return size
    # Scripts without spaces say the same in about a third of the characters.
    return size if size >= _PROSE // 3 and sum(c >= "\u3000" for c in block.text) > size // 2 else 0
