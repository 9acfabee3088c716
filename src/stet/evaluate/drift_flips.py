"""Whether differences of pairs are more than chance: an exact test by exchanging the two sides of each pair.

Where nothing changed, either value of a pair could as well have been the other's, so every pattern of exchanged pairs
was equally likely (Fisher 1935, The Design of Experiments, section 21). The interval of the mean difference are the
shifts that the test does not refuse, which are order statistics of the means of subsets (Hartigan 1969, Using
Subsample Values as Typical Values). Several figures of the same pairs are corrected for each other by exchanging them
together (Westfall and Young 1993, Resampling-Based Multiple Testing, algorithm 2.8, with the largest statistic).
Where there are too many patterns, a fixed sample of them that holds the pattern seen is used (Phipson and Smyth 2010).
"""

import random
from collections.abc import Iterable, Sequence
from functools import lru_cache
from math import hypot
from operator import add
from typing import Final, NamedTuple

ALPHA: Final = 0.05
EXACT: Final = 12
"""With up to so many pairs every pattern is looked at; with more, as many as that number of pairs has."""
_BITS: Final = 8
_SEED: Final = 20261130
_TINY: Final = 1e-9
"""Sums of the same numbers in another order may differ by this part of their size."""

_LEAST, _MOST = 1e-200, 1e200

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
    sums = _sums(tuple(kept))
    least = abs(sums[0]) - _TINY * sum(map(abs, kept))
    return Chance(_reaching(map(abs, sums), least), *_interval(sums, len(kept)))


def together(figures: Sequence[Differences]) -> tuple[float, ...]:
    """The `p` of each figure, corrected for all of them; every figure has one difference for each pair.

    The share of patterns in which the largest of the figures that are not more striking reaches this one. A figure
    counts by `abs(sum) / sqrt(sum of squares)`, which no exchange changes the scale of.
    """
    statistics = [_statistics([value or 0.0 for value in figure]) for figure in figures]
    order = sorted(range(len(figures)), key=lambda at: statistics[at][0])
    most = [0.0] * len(patterns(len(figures[0]) if figures else 0))
    corrected = [1.0] * len(figures)
    for at in order:
        most = list(map(max, most, statistics[at]))
        seen = statistics[at][0]
        if seen > 0:
            corrected[at] = _reaching(most, seen - _TINY)
    worst = 0.0
    for at in reversed(order):
        worst = corrected[at] = max(worst, corrected[at])
    return tuple(corrected)


def _reaching(values: Iterable[float], least: float) -> float:
    """The share of patterns whose value is at least that."""
    reached = list(map(least.__le__, values))
    return sum(reached) / len(reached)


def _statistics(values: Sequence[float]) -> list[float]:
    # Not a root of squares: the square of a very small or large number is 0 or no number.
    size = hypot(*values)
    if not size:
        return [0.0] * len(patterns(len(values)))
    if not _LEAST < size < _MOST:  # what is divided by it would be no number, or have lost its digits
        largest = max(map(abs, values))
        return _statistics([value / largest for value in values])
    return [abs(each) / size for each in _sums(tuple(values))]


@lru_cache(maxsize=64)
def _sums(values: tuple[float, ...]) -> list[float]:
    """Of each pattern the sum with its pairs exchanged, by tables of eight values each; first that without any.

    A figure is asked for twice, by itself and among others, and its sums are most of the work.
    """
    found = [0.0] * len(patterns(len(values)))
    for start, places in _blocks(len(values)):
        table = [0.0]
        for value in values[start : start + _BITS]:
            table = [*(before + value for before in table), *(before - value for before in table)]
        found = list(map(add, found, map(table.__getitem__, places)))
    return found


@lru_cache(maxsize=64)
def _blocks(pairs: int) -> tuple[tuple[int, tuple[int, ...]], ...]:
    """Of each eight pairs the first, and of every pattern the place of its sum in their table."""
    starts = range(0, pairs, _BITS)
    last = 2**_BITS - 1
    return tuple((start, tuple(mask >> start & last for mask in patterns(pairs))) for start in starts)


@lru_cache(maxsize=64)
def _counts(pairs: int) -> tuple[int, ...]:
    """How many pairs each pattern exchanges."""
    return tuple(map(int.bit_count, patterns(pairs)))


def _interval(sums: Sequence[float], pairs: int) -> tuple[float | None, float | None]:
    """The means of the pairs that a pattern exchanges, and of those that it leaves, in order, without the ends."""
    total, counts = sums[0], _counts(pairs)
    means = [(total - each) / (2 * count) for each, count in zip(sums, counts, strict=True) if count]
    means += [
        (total + each) / (2 * (pairs - count))
        for each, count in zip(sums, counts, strict=True)
        if count < pairs
    ]
    means.sort()
    empty = 2 * len(sums) - len(means)
    rank = int(ALPHA / 2 * 2 * len(sums)) - empty
    return (means[rank], means[-1 - rank]) if 0 <= rank < len(means) / 2 else (None, None)
