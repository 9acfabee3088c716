"""How much evidence a claim has: authority × recency × corroboration, capped at 1.

The strongest supporting source gives authority and recency; corroboration counts independent sites:

- a site is a registrable domain, so all pages of one domain are one;
- sites that carry near-copies of one text are one, and so are all sites chained together in that way;
- all documents that name no address are together one site: nothing shows that two of them come from
  different hands (docs/decisions/0006-independent-sites.md has the reasons).

A source's age is that of `published_at`, the date a report shows, so that a reader can recompute the score
from the report alone. The score measures the evidence, not the truth.
"""

from collections.abc import Iterable, Mapping
from datetime import date
from decimal import ROUND_HALF_UP, Decimal

from stet.confidence.profile import Profile
from stet.domain.claims import Score
from stet.domain.evidence import Source

NO_ADDRESS = "(no address)"
"""Stands in `Score.sites` for all documents that name no address."""

_MICRO = Decimal("0.000001")


def recency(published: date | None, today: date, profile: Profile) -> float:
    """The factor for the age of a source in days at `today`; a date in the future counts as none."""
    if published is None or published > today:
        return profile.recency.undated
    age = (today - published).days
    return next((band.factor for band in profile.recency.bands if age <= band.days), profile.recency.older)


def score(
    sources: Iterable[Source], today: date, profile: Profile, same_text: Mapping[str, str] | None = None
) -> Score | None:
    """The score of a claim from the sources that support it, or None when there are none.

    `same_text` maps source ids to groups of near-copies (see `copies.copy_groups`); a source that it does
    not name is a text of its own. The order of `sources` makes no difference: the products are exact, and of
    equally strong sources the one with the higher authority counts, then the newer, then the smaller id.
    """
    ranked = sorted(
        {source.id: source for source in sources}.values(), key=lambda s: _rank(s, today, profile)
    )
    if not ranked:
        return None
    strongest = ranked[0]
    sites = independent_sites(ranked, same_text or {})
    factor = profile.corroboration[min(len(sites), len(profile.corroboration)) - 1]
    age = recency(strongest.published_at, today, profile)
    exact = _exact(strongest.authority) * _exact(age) * _exact(factor)
    value = float(min(Decimal(1), exact).quantize(_MICRO, ROUND_HALF_UP))
    return Score(
        value=value,
        label=profile.label(value),
        authority=strongest.authority,
        recency=age,
        corroboration=factor,
        strongest=strongest.id,
        sites=sites,
    )


def independent_sites(ranked: Iterable[Source], same_text: Mapping[str, str]) -> tuple[str, ...]:
    """The sites that count, sorted; of sites that share a text, the one that comes first in `ranked`."""
    parent: dict[tuple[str, str], tuple[str, str]] = {}

    def root(node: tuple[str, str]) -> tuple[str, str]:
        parent.setdefault(node, node)
        while parent[node] != node:
            parent[node] = parent[parent[node]]
            node = parent[node]
        return node

    listed = list(ranked)
    for source in listed:
        text = root(("text", same_text.get(source.id, f"\0{source.id}")))
        parent[text] = root(("site", source.site or NO_ADDRESS))
    named: dict[tuple[str, str], str] = {}
    for source in listed:
        site = source.site or NO_ADDRESS
        named.setdefault(root(("site", site)), site)
    return tuple(sorted(named.values()))


def shown(value: float) -> str:
    """A score as readers see it: two decimals, halves rounded up."""
    return str(_exact(value).quantize(Decimal("0.01"), ROUND_HALF_UP))


def explain(score: Score) -> str:
    """The factors of a score in one line for readers."""
    count = len(score.sites)
    product = _exact(score.authority) * _exact(score.recency) * _exact(score.corroboration)
    result = f"{shown(float(product))}, capped at {shown(score.value)}" if product > 1 else shown(score.value)
    return (
        f"{score.authority:g} authority × {score.recency:g} recency × {score.corroboration:g} corroboration "
        f"({count} {'site' if count == 1 else 'sites'}) = {result}, {score.label.value}"
    )


def _rank(source: Source, today: date, profile: Profile) -> tuple[Decimal, float, int, int, str]:
    published = source.published_at
    product = _exact(source.authority) * _exact(recency(published, today, profile))
    newest = -published.toordinal() if published and published <= today else 0
    # By length first, so that S2 is smaller than S10.
    return (-product, -source.authority, newest, len(source.id), source.id)


def _exact(number: float) -> Decimal:
    """The decimal number that was written down, without the binary fraction's tail."""
    return Decimal(repr(number))
