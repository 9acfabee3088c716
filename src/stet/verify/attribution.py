"""Rung 4: the cited source covers the claim better than every other saved source.

Covering is the share of a claim's words and values that stand in a source, each weighed by how few sources have it
(inverse document frequency, Sparck Jones 1972). A word that every source has decides nothing.
"""

from collections.abc import Iterable, Mapping, Sequence
from math import log
from typing import Final, NamedTuple

from stet.domain.claims import Check, Outcome
from stet.verify.found import Found, Kind
from stet.verify.keys import key
from stet.verify.values import cached_values, measured_values
from stet.verify.words import content_stems

# A value says more about where a sentence comes from than a word does.
_VALUE_WEIGHT: Final = 2.0
# Another source must be better by this much: less is chance of wording.
_MARGIN: Final = 0.10
# A cited source that covers less than this hardly speaks of the claim. Above it, words alone are no proof: two sources
# on one subject differ by a word for the same thing ("starts", "applies from").
_LITTLE: Final = 0.35
_NAMED: Final = 3
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
        self._holders: dict[str, list[int]] = {}
        self._sources = tuple(texts)
        self._count = len(texts)
        for place, text in enumerate(texts.values()):
            for term in _terms(text, measured_values(text)):
                self._holders.setdefault(term, []).append(place)

    def leads(self, value: Found, source: str, others: Iterable[str]) -> bool:
        """Whether a source states a value that none of the others does."""
        holders = {self._sources[place] for place in self._holders.get(key(value), ())}
        return value.kind in _COMPARED and source in holders and not any(each in holders for each in others)

    def shares(self, claim: str) -> dict[str, float]:
        """The share of a claim that each source covers; sources that cover nothing are left out."""
        terms = _terms(claim, cached_values(claim))
        held = [0.0] * self._count
        total = 0.0
        for term, weight in terms.items():
            holders = self._holders.get(term, ())
            # Terms of no source count too: they lower every share alike.
            worth = weight * log(1 + self._count / (len(holders) + 0.5))
            total += worth
            for place in holders:
                held[place] += worth
        return {source: share / total for source, share in zip(self._sources, held, strict=True) if share}


def _terms(text: str, stated: Iterable[Found]) -> dict[str, float]:
    terms = dict.fromkeys(content_stems(text), 1.0)
    for value in stated:
        if value.kind in _COMPARED:
            terms[key(value)] = _VALUE_WEIGHT
    return terms


def verbatim_attribution() -> Check:
    """Rung 4 of a quotation: words found in the cited source settle it at once."""
    return _check(Outcome.PASS, "verbatim", "The words stand in the cited source.")


def attribution(claim: str, cited: Iterable[str], index: CoverageIndex, *, stated: bool = False) -> Check:
    """The check of rung 4 for a claim in the writer's own words; `stated` where rung 3 found all of its values.

    It fails where another source has a value that the cited ones lack, or where these cover little of the claim. Where
    only words tell the sources apart it is unsure: both may say the same in other words, and the rival may say the
    opposite in the same ones.
    """
    sources = tuple(cited)
    shares = index.shares(claim)
    mine = max(
        (Rival(source, shares.get(source, 0.0)) for source in sources),
        key=lambda each: each.share,
        default=None,
    )
    if mine is None:
        return _check(Outcome.FAIL, "no_source", "The claim cites no source.")
    top = max(shares, key=shares.__getitem__, default=mine.source)
    best = Rival(top, shares.get(top, 0.0))
    if best.share - mine.share > _MARGIN:
        return _better(mine, best, [] if stated else _leading(claim, best.source, sources, index))
    detail = (
        f"{mine.source} covers {mine.share:.0%} of the claim's words and values; no source read covers more."
    )
    if best.share > mine.share:
        detail = f"{mine.source} covers {mine.share:.0%} of the claim's words and values, {best.source} hardly more."
    return _check(Outcome.PASS, "best_source", detail)


def _leading(claim: str, source: str, cited: Sequence[str], index: CoverageIndex) -> list[Found]:
    return [value for value in cached_values(claim) if index.leads(value, source, cited)]


def _better(mine: Rival, best: Rival, leading: Sequence[Found]) -> Check:
    """What it means that another source has more of a claim."""
    counted = (
        f"the cited {mine.source} has {mine.share:.0%} of the claim's words and values, {best.source} has"
        f" {best.share:.0%}"
    )
    if leading:
        values = " and ".join(f"“{value.exact}”" for value in leading[:_NAMED])
        detail = f"{best.source} has {values}, which {mine.source} lacks: {counted}."
        return _check(Outcome.FAIL, "other_source_fits_better", detail)
    if mine.share < _LITTLE:
        detail = f"{mine.source} hardly speaks of this: {counted}, whether it says the same or the opposite."
        return _check(Outcome.FAIL, "other_source_fits_better", detail)
    detail = f"By words alone {best.source} is nearer: {counted}, whether it says the same or the opposite."
    return _check(Outcome.UNSURE, "other_source_fits_better", detail)


def _check(outcome: Outcome, reason: str, detail: str) -> Check:
    return Check(name="attribution", outcome=outcome, reason=reason, detail=detail)
