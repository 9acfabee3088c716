"""Whether differences of pairs are more than chance: an exact test by exchanging the two sides of each pair.

Where nothing changed, either value of a pair could as well have been the other's, so every pattern of exchanged pairs
was equally likely (Fisher 1935, The Design of Experiments, section 21). The interval of the mean difference are the
shifts that the test does not refuse, which are order statistics of the means of subsets (Hartigan 1969, Using
Subsample Values as Typical Values). Several figures of the same pairs are corrected for each other by exchanging them
together (Westfall and Young 1993, Resampling-Based Multiple Testing, algorithm 2.8, with the largest statistic).
Where there are too many patterns, a fixed sample of them that holds the pattern seen is used (Phipson and Smyth 2010).
"""

import random
from collections.abc import Sequence
from functools import lru_cache
from itertools import repeat
from math import sqrt
from typing import Final, NamedTuple

ALPHA: Final = 0.05
EXACT: Final = 12
"""With up to so many pairs every pattern is looked at; with more, as many as that number of pairs has."""
_BITS: Final = 8
_SEED: Final = 20261130
_TINY: Final = 1e-9
"""Sums of the same numbers in another order may differ by this part of their size."""

Differences = Sequence[float | None]
"""Of each pair the later value less the earlier one; None where one side has no value."""


class Chance(NamedTuple):
    """What chance could do: the two-sided `p`, and the 95 % interval of the mean; None where it has no ends."""

    p: float
    low: float | None
    high: float | None


@lru_cache(maxsize=64)
def patterns(pairs: int) -> tuple[int, ...]:
    """Which pairs are exchanged, as bits; first none of them.

    It is half of all patterns: each stands for its complement too, which gives the same sum with the other sign.
    """
    half = 2 ** (min(pairs, EXACT) - 1) if pairs else 1
    if pairs <= EXACT:
        return tuple(range(half))
    rng = random.Random(_SEED + pairs)  # noqa: S311
    return (0, *(rng.getrandbits(pairs) for _ in range(half - 1)))


def smallest(pairs: int) -> float:
    """The smallest `p` that so many pairs can have."""
    return 1 / len(patterns(pairs))


def chance(differences: Differences) -> Chance:
    """The test of one figure. Without a single difference `p` is 1 and the interval is the point 0."""
    kept = [value for value in differences if value is not None]
    if not any(kept):
        return Chance(1.0, *((0.0, 0.0) if kept else (None, None)))
    chosen = patterns(len(kept))
    sums = _sums(kept, chosen)
    total = sum(kept)
    least = abs(total) - _TINY * sum(map(abs, kept))
    p = sum(abs(total - 2 * part) >= least for part in sums) / len(chosen)
    return Chance(p, *_interval(kept, sums, chosen))


def together(figures: Sequence[Differences]) -> tuple[float, ...]:
    """The `p` of each figure, corrected for all of them; every figure has one difference for each pair.

    The share of patterns in which the largest of the figures that are not more striking reaches this one. A figure
    counts by `abs(sum) / sqrt(sum of squares)`, which no exchange changes the scale of.
    """
    pairs = len(figures[0]) if figures else 0
    chosen = patterns(pairs)
    statistics = [_statistics([value or 0.0 for value in figure], chosen) for figure in figures]
    order = sorted(range(len(figures)), key=lambda at: statistics[at][0])
    most = [0.0] * len(chosen)
    corrected = [1.0] * len(figures)
    for at in order:
        most = list(map(max, most, statistics[at]))
        seen = statistics[at][0]
        if seen > 0:
            corrected[at] = sum(value >= seen - _TINY for value in most) / len(chosen)
    worst = 0.0
    for at in reversed(order):
        worst = corrected[at] = max(worst, corrected[at])
    return tuple(corrected)


def _statistics(values: Sequence[float], chosen: Sequence[int]) -> list[float]:
    size = sqrt(sum(value * value for value in values))
    if not size:
        return [0.0] * len(chosen)
    total = sum(values)
    return [abs(total - 2 * part) / size for part in _sums(values, chosen)]


def _sums(values: Sequence[float], chosen: Sequence[int]) -> list[float]:
    """Of each pattern the sum of the values that it names, by tables of eight values each."""
    found = [0.0] * len(chosen)
    for start in range(0, len(values), _BITS):
        table = [0.0]
        for value in values[start : start + _BITS]:
            table += [value + before for before in table]
        last = len(table) - 1
        found = [before + table[mask >> start & last] for before, mask in zip(found, chosen, strict=True)]
    return found


def _interval(
    values: Sequence[float], sums: Sequence[float], chosen: Sequence[int]
) -> tuple[float | None, float | None]:
    pairs, total = len(values), sum(values)
    counts = list(map(int.bit_count, chosen))
    means = [part / count for part, count in zip(sums, counts, strict=True) if count]
    others = zip(sums, counts, repeat(total), strict=False)
    means += [(whole - part) / (pairs - count) for part, count, whole in others if count < pairs]
    means.sort()
    empty = 2 * len(chosen) - len(means)
    rank = int(ALPHA / 2 * 2 * len(chosen)) - empty
    return (means[rank], means[-1 - rank]) if 0 <= rank < len(means) / 2 else (None, None)
