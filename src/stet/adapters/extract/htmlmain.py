"""Which blocks of a page are its main text."""

from bisect import bisect_left, bisect_right
from itertools import accumulate

from stet.adapters.extract.blocks import Block
from stet.adapters.extract.htmltrim import is_links, is_prose
from stet.adapters.extract.htmlwalk import Walked

# A container is the main text when it holds this share, and leaves out no more than these characters; what names
# itself an article when it holds the second share of that.
_SHARE = 0.9
_MOST_LEFT_OUT = 300
_LITTLE = 100
_OF_ARTICLE = 0.75


def main_blocks(walked: Walked, title: str | None) -> list[Block]:
    """The blocks in the innermost container that holds nearly all running text, and the page's heading.

    Of that, an article that holds most. Within the container nothing is lost: it is kept or left as a whole.
    """
    blocks = walked.blocks
    sums = [0, *accumulate(len(block.text) if is_prose(block) else 0 for block in blocks)]
    if not sums[-1]:
        return blocks
    first, last = _innermost(walked, sums)
    headings = [i for i in range(first) if blocks[i].kind == "heading"]
    head = next((i for i in headings if blocks[i].level == 1 or blocks[i].text == title), first)
    outside = [*range(first), *range(last, len(blocks))]
    if sum(len(blocks[i].text) for i in outside if not is_links(blocks[i])) <= max(_LITTLE, 0.02 * sums[-1]):
        # So little that it is no boilerplate worth a risk: a reference line, a signature.
        head, end = 0, len(blocks)
    else:
        end = last
    before = [b for b in blocks[head:first] if not is_links(b)]
    after = [b for b in blocks[last:end] if not is_links(b)]
    return [*before, *blocks[first:last], *after]


def _innermost(walked: Walked, sums: list[int]) -> tuple[int, int]:
    """The blocks of the container: the number of its first and of the first after it."""
    ranges = [
        (bisect_left(walked.places, span.start), bisect_right(walked.places, span.end), span)
        for span in walked.spans
    ]
    total = sums[-1]
    least = max(_SHARE * total, total - _MOST_LEFT_OUT)
    holding = [(last - first, first, last) for first, last, _ in ranges if sums[last] - sums[first] >= least]
    _, first, last = min(holding, default=(0, 0, len(walked.blocks)))
    least = _OF_ARTICLE * (sums[last] - sums[first])
    articles = [
        (end - start, start, end)
        for start, end, span in ranges
        if span.article and first <= start and end <= last and sums[end] - sums[start] >= least
    ]
    _, first, last = min(articles, default=(0, first, last))
    return first, last
