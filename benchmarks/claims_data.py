"""Labelled pairs of claim and evidence, and shares with intervals, for the benchmarks on claims."""

import gzip
import json
import random
from collections.abc import Iterator
from math import sqrt
from pathlib import Path
from typing import NamedTuple

HALVES = {"even": 0, "odd": 1}
"""Rules are chosen on the pairs at even places of each file and reported on the odd ones."""


class Pair(NamedTuple):
    """A claim and the evidence on which people judged it; `kind` is the file's own type of error, or ""."""

    file: str
    place: int
    evidence: str
    claim: str
    supported: bool
    kind: str


class Rate:
    """A share with its 95 % Wilson score interval (Wilson 1927)."""

    def __init__(self) -> None:
        self.hits = self.count = 0

    def add(self, hit: bool) -> None:  # noqa: FBT001
        """Count one case."""
        self.hits += hit
        self.count += 1

    @property
    def share(self) -> float:
        """Hits among cases, 0 where there are none."""
        return self.hits / self.count if self.count else 0.0

    def interval(self) -> tuple[float, float]:
        """The ends of the interval."""
        share, z, count = self.share, 1.96, self.count
        middle = share + z * z / (2 * count)
        reach = z * sqrt(share * (1 - share) / count + z * z / (4 * count**2))
        low, high = ((middle + sign * reach) / (1 + z * z / count) for sign in (-1, 1))
        return max(0.0, low), min(1.0, high)

    def __str__(self) -> str:
        if not self.count:
            return "no cases"
        low, high = self.interval()
        return f"{self.share:.3f} [{low:.3f}, {high:.3f}] of {self.count}"


def pairs(folder: Path) -> Iterator[Pair]:
    """All pairs of all files, in their order."""
    for path in sorted((folder / "claims").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for place, line in enumerate(lines):
                row = json.loads(line)
                label = row["label"] == "supported"
                kind = row["error_type"] or ""
                yield Pair(path.name.split(".")[0], place, row["evidence"], row["claim"], label, kind)


def half(every: list[Pair], name: str) -> list[Pair]:
    """The pairs at even or at odd places of each file; all of them for "both"."""
    return [pair for pair in every if name == "both" or pair.place % 2 == HALVES[name]]


def sample(every: list[Pair], most: int | None, seed: int = 2026) -> list[Pair]:
    """At most `most` supported and as many unsupported pairs of each file, the same for the same seed."""
    if most is None:
        return every
    groups: dict[tuple[str, bool], list[Pair]] = {}
    for pair in every:
        groups.setdefault((pair.file, pair.supported), []).append(pair)
    rng = random.Random(seed)  # noqa: S311
    return [pair for group in groups.values() for pair in rng.sample(group, min(most, len(group)))]
