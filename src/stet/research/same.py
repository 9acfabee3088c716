"""Whether quoted words give a value, and whether two quotes say the same: what code may say of them itself."""

import re
from typing import Final

from stet.domain.claims import ClaimKind, LedgerEntry
from stet.domain.evidence import Quote, Stance
from stet.verify.coverage import Window, covers
from stet.verify.normal import fold
from stet.verify.opposition import agree, alike, opposed
from stet.verify.values import cached_values
from stet.verify.wording import flags
from stet.verify.words import content_stems

_ALIKE: Final = 0.7
"""The share of content words that two sentences without a value must have in common to be told as one."""

_CONTRAST: Final = re.compile(
    r"(?:,|\b(?:and|und|et|y))\s{1,3}(?:not|nicht|non|pas|no)\s{1,3}(?:\w{1,8}\s{1,3}){0,2}\d(?:[^,;.]|[,.]\d){0,40}"
)
_DENIAL: Final = frozenset({"negation_added", "negation_dropped"})


def gives(text: str, value: str) -> bool:
    """Whether a text gives a value that is written in its normal form."""
    found = cached_values(value)
    if not found:
        return fold(value).casefold() in fold(text).casefold()
    normal = {each.normal for each in cached_values(text)}
    return value in normal or not covers(found, Window(text, cached_values(text)), text).missing


def lead(entry: LedgerEntry) -> Quote | None:
    """The quote that speaks for a claim in a draft by code: the first that supports it.

    A claim in own words may rest on several for its parts; then the first that gives its value.
    """
    quotes = [quote for quote in entry.quotes if quote.stance is Stance.SUPPORTS]
    value = entry.value
    if value is not None and entry.kind is not ClaimKind.QUOTATION:
        quotes.sort(key=lambda quote: not gives(quote.exact, value))
    return quotes[0] if quotes else None


def further(entry: LedgerEntry) -> list[Quote]:
    """The quotes of other sources that say what the leading one says, one a source.

    An analyst's word for it is not enough. With a value both must give it, and neither may deny what the other says;
    without one they must be near in words.
    """
    first = lead(entry)
    found: dict[str, Quote] = {}
    if first is None:
        return []
    for quote in entry.quotes:
        other = quote.source != first.source and quote.stance is Stance.SUPPORTS
        if other and quote.source not in found and _same(first.exact, quote.exact, entry.value):
            found[quote.source] = quote
    return list(found.values())


def _same(one: str, other: str, value: str | None) -> bool:
    if value is None:
        mine, theirs = set(content_stems(one)), set(content_stems(other))
        # A word of its own in each may be another thing of which the same is said: barges, rafts.
        swapped = bool(mine - theirs and theirs - mine)
        return alike(one, other) >= _ALIKE and agree(one, other) and not swapped
    # “From 1 September and not from 1 March” denies one value and gives the other.
    one, other = (_CONTRAST.sub(" ", text) for text in (one, other))
    denied = any(flag.kind in _DENIAL for flag in flags(one, other))
    return gives(one, value) and gives(other, value) and not denied and not opposed(one, other)
