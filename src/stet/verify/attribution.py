"""Rung 4: the cited source covers the claim better than every other saved source.

Covering is the share of a claim's words and values that stand in a source, each weighed by how few sources have it
(inverse document frequency, Sparck Jones 1972). A word that every source has decides nothing.
"""

from collections.abc import Iterable, Mapping
from math import log
from typing import Final, NamedTuple

from stet.domain.claims import Check, Outcome
from stet.verify.found import Found, Kind
from stet.verify.values import cached_values, measured_values
from stet.verify.words import content_stems

# A value says more about where a sentence comes from than a word does.
_VALUE_WEIGHT: Final = 2.0
# Another source must be better by this much: less is chance of wording.
_MARGIN: Final = 0.10
_COMPARED: Final = frozenset(
    {Kind.NUMBER, Kind.PERCENT, Kind.POINTS, Kind.MONEY, Kind.QUANTITY, Kind.DATE, Kind.REFERENCE}
)


class Rival(NamedTuple):
    """A source and the share of a claim that it covers, from 0 to 1."""

    source: str
    share: float


class CoverageIndex:
    """Words and values of all sources, read once; asking costs time in proportion to the claim and its postings."""

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._holders: dict[str, list[str]] = {}
        self._count = len(texts)
        for source, text in texts.items():
            for term in _terms(text, measured_values(text)):
                self._holders.setdefault(term, []).append(source)

    def shares(self, claim: str) -> dict[str, float]:
        """The share of a claim that each source covers; sources that cover nothing are left out."""
        terms = _terms(claim, cached_values(claim))
        shares: dict[str, float] = {}
        total = 0.0
        for term, weight in terms.items():
            holders = self._holders.get(term, ())
            # Terms of no source count too: they lower every share alike.
            worth = weight * log(1 + self._count / (len(holders) + 0.5))
            total += worth
            for source in holders:
                shares[source] = shares.get(source, 0.0) + worth
        return {source: share / total for source, share in shares.items()} if total else {}


def _terms(text: str, stated: Iterable[Found]) -> dict[str, float]:
    terms = dict.fromkeys(content_stems(text), 1.0)
    for value in stated:
        if value.kind in _COMPARED:
            terms[f"{value.kind}:{value.normal}"] = _VALUE_WEIGHT
    return terms


def verbatim_attribution() -> Check:
    """Rung 4 of a quotation: words found in the cited source settle it at once."""
    return Check(
        name="attribution",
        outcome=Outcome.PASS,
        reason="verbatim",
        detail="The words stand in the cited source.",
    )


def attribution(claim: str, cited: Iterable[str], index: CoverageIndex) -> Check:
    """The check of rung 4 for a claim in the writer's own words."""
    shares = index.shares(claim)
    mine = max(
        (Rival(source, shares.get(source, 0.0)) for source in cited),
        key=lambda each: each.share,
        default=None,
    )
    if mine is None:
        return Check(
            name="attribution", outcome=Outcome.FAIL, reason="no_source", detail="The claim cites no source."
        )
    top = max(shares, key=shares.__getitem__, default=mine.source)
    best = Rival(top, shares.get(top, 0.0))
    if best.share - mine.share > _MARGIN:
        detail = (
            f"{best.source} covers {best.share:.0%} of the claim's words and values, the cited {mine.source}"
            f" {mine.share:.0%}."
        )
        return Check(
            name="attribution", outcome=Outcome.FAIL, reason="other_source_fits_better", detail=detail
        )
    detail = (
        f"{mine.source} covers {mine.share:.0%} of the claim's words and values; no source read covers more."
    )
    if best.share > mine.share:
        detail = f"{mine.source} covers {mine.share:.0%} of the claim's words and values, {best.source} hardly more."
    return Check(name="attribution", outcome=Outcome.PASS, reason="best_source", detail=detail)
