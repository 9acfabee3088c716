"""HTML pages: the main text with nothing of it lost, and what surrounds it left out."""

from datetime import date
from typing import NamedTuple

from stet.adapters.extract.blocks import Block
from stet.adapters.extract.htmlbounds import refuse_costly
from stet.adapters.extract.htmlchrome import Facts, surroundings, survey
from stet.adapters.extract.htmlhidden import take_out_hidden
from stet.adapters.extract.htmlmain import main_blocks
from stet.adapters.extract.htmlmeta import Meta, read_meta
from stet.adapters.extract.htmltrim import trim
from stet.adapters.extract.htmlwalk import Walked, walk, walk_places
from stet.adapters.extract.tree import Element, parse

# Characters of text that are a page, whatever else stands around it.
_ENOUGH = 1_000


class Page(NamedTuple):
    """What was read of a page.

    `blocks` are the main text, `chosen` the same with the lines around it (what stands in the way of a page is
    told by those), `everything` all that can be seen.
    """

    chosen: list[Block]
    blocks: list[Block]
    everything: list[Block]
    meta: Meta


def read_html(text: str, url: str | None, today: date, *, all_blocks: bool = False) -> Page | None:
    """The page, or None where the text has no HTML tree that can be walked whole.

    `all_blocks` is for XML, whose tags say nothing about layout.

    Raises:
        Unreadable: there is more markup, or more of style sheets, than is read of a page
    """
    refuse_costly(text)
    root = parse(text)
    if root is None:
        return None
    if not all_blocks:
        take_out_hidden(root)
    facts = survey(root)
    law = _is_law(root)
    walked = _walk_main(root, facts, by_name=not law, all_blocks=all_blocks)
    everything = walk(root)
    meta = read_meta(root, text, everything, url, today)
    if law or all_blocks:
        return Page(walked.blocks, walked.blocks, everything, meta)
    days = {day for day in (meta.dated.published_at, meta.dated.modified_at) if day is not None}
    chosen = main_blocks(walked, meta.title)
    return Page(chosen, trim(chosen, meta.title, days), everything, meta)


def _walk_main(root: Element, facts: Facts, *, by_name: bool, all_blocks: bool) -> Walked:
    """The page without its surroundings; where hardly anything is left, fewer signs of them are believed."""
    least = min(0.1 * facts.sizes[root], _ENOUGH)
    tests = [surroundings(facts, by_name=by_name)]
    if by_name:
        tests.append(surroundings(facts, by_name=False))
    for skip in tests:
        walked = walk_places(root, skip, all_blocks=all_blocks)
        if sum(len(b.text) for b in walked.blocks) >= least:
            return walked
    return walk_places(root, all_blocks=all_blocks)


def _is_law(root: Element) -> bool:
    """Whether a page says it is legislation: by European Legislation Identifiers or the Journal's classes.

    Of such a page every part is kept: annexes and notes stand in containers of their own.
    """
    if any((meta.get("property") or "").startswith("eli:") for meta in root.iter("meta")):
        return True
    return any(
        (p.get("class") or "").startswith(("oj-", "title-article-norm", "ti-art")) for p in root.iter("p")
    )
