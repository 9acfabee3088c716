"""Rung 4: the cited source covers the claim better than every other saved source.

Covering is the share of a claim's words and values that stand in a source, each weighed by how few sources have it
(inverse document frequency, Sparck Jones 1972). A word that every source has decides nothing.
"""

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
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
    """Words and values of all sources, read once; asking costs time in proportion to a claim's terms and the sources.

    Values cost ten times what words do: they are read when a claim that states some is asked about.
    """

    def __init__(self, texts: Mapping[str, str]) -> None:
        self._texts = texts
        self._words = {source: frozenset(content_stems(text)) for source, text in texts.items()}

    @cached_property
    def _values(self) -> dict[str, frozenset[str]]:
        return {source: frozenset(_value_keys(measured_values(text))) for source, text in self._texts.items()}

    def leads(self, value: Found, source: str, others: Iterable[str]) -> bool:
        """Whether a source states a value that none of the others does."""
        held, wanted = self._values, key(value)
        return (
            value.kind in _COMPARED
            and wanted in held.get(source, ())
            and not any(wanted in held.get(each, ()) for each in others)
        )

    def by_words(self, claim: str) -> dict[str, float]:
        """How much of a claim each source covers by its words alone, at most: as if each had all of its values."""
        words, stated = dict.fromkeys(content_stems(claim)), set(_value_keys(cached_values(claim)))
        held = dict.fromkeys(self._texts, 0.0)
        total = self._weighed(words, self._words, 1.0, held)
        # A value weighs least where every source has it; the more the values weigh, the less words tell sources apart.
        least = _VALUE_WEIGHT * len(stated) * log(1 + len(self._texts) / (len(self._texts) + 0.5))
        return {source: (share + least) / (total + least) for source, share in held.items()}

    def shares(self, claim: str) -> dict[str, float]:
        """The share of a claim that each source covers; sources that cover nothing are left out."""
        words, stated = dict.fromkeys(content_stems(claim)), dict.fromkeys(_value_keys(cached_values(claim)))
        held = dict.fromkeys(self._texts, 0.0)
        total = self._weighed(words, self._words, 1.0, held)
        if stated:
            total += self._weighed(stated, self._values, _VALUE_WEIGHT, held)
        return {source: share / total for source, share in held.items() if share}

    def _weighed(
        self,
        terms: Iterable[str],
        having: Mapping[str, frozenset[str]],
        weight: float,
        held: dict[str, float],
    ) -> float:
        """Add what each term is worth to the sources that have it; returns the sum over all terms.

        Terms of no source count too: they lower every share alike.
        """
        total = 0.0
        for term in terms:
            holders = [source for source, its in having.items() if term in its]
            worth = weight * log(1 + len(having) / (len(holders) + 0.5))
            total += worth
            for source in holders:
                held[source] += worth
        return total


def _value_keys(found: Iterable[Found]) -> list[str]:
    return [key(value) for value in found if value.kind in _COMPARED]


def verbatim_attribution() -> Check:
    """Rung 4 of a quotation: words found in the cited source settle it at once."""
    return _check(Outcome.PASS, "verbatim", "The words stand in the cited source.")


def attribution(
    claim: str,
    cited: Iterable[str],
    index: CoverageIndex,
    *,
    stated: bool = False,
    seen: Mapping[str, Collection[Found]] | None = None,
) -> Check:
    """The check of rung 4 for a claim in the writer's own words; `stated` where rung 3 found all of its values.

    `seen` are values known to stand in cited sources. Where one has all that a claim states, others could be better by
    words alone; if none is, none is read for its values.

    It fails where another source has a value that the cited ones lack, or where these cover little of the claim. Where
    only words tell the sources apart it is unsure: both may say the same in other words, and the rival may say the
    opposite in the same ones.
    """
    sources = tuple(cited)
    settled = _by_words(claim, sources, index, seen or {})
    if settled is not None:
        return settled
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
    return _best(mine, best, "words and values")


def _by_words(
    claim: str, cited: Sequence[str], index: CoverageIndex, seen: Mapping[str, Collection[Found]]
) -> Check | None:
    """The check where a cited source is seen to have all values and no source leads by words; else None."""
    wanted = set(_value_keys(cached_values(claim)))
    having = [each for each in cited if wanted <= set(_value_keys(seen.get(each, ())))] if wanted else []
    if not having:
        return None
    shares = index.by_words(claim)
    mine = max((Rival(each, shares.get(each, 0.0)) for each in having), key=lambda each: each.share)
    top = max(shares, key=shares.__getitem__, default=mine.source)
    best = Rival(top, max(shares.get(top, 0.0), mine.share))
    return _best(mine, best, "words, with all of its values") if best.share - mine.share <= _MARGIN else None


def _best(mine: Rival, best: Rival, of: str) -> Check:
    more = "no source read covers more." if best.share <= mine.share else f"{best.source} hardly more."
    return _check(
        Outcome.PASS, "best_source", f"{mine.source} covers {mine.share:.0%} of the claim's {of}; {more}"
    )


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
