"""Which claims go on where there are more than can be checked: the topics take turns, and no value goes unheard."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Protocol, TypeVar

from stet.domain.evidence import Quote


class Told(Protocol):
    """What is told of a topic: a claim, or what will be one."""

    @property
    def topic(self) -> str:
        """The topic's id."""
        ...

    @property
    def quotes(self) -> tuple[Quote, ...]:
        """What it stands on."""
        ...

    @property
    def value(self) -> str | None:
        """The value that it answers with, in normal form."""
        ...


T = TypeVar("T", bound=Told)


def foremost(claims: Sequence[T], most: int) -> tuple[tuple[T, ...], tuple[T, ...]]:
    """At most `most` claims and those left out, both in the order in which they came.

    The topics take turns. Of a topic come first the claims with a value that none before has, so that no side of a
    disagreement is lost to repetitions of the other; then those without a value; of equal ones those that more sources
    say, and then the earlier.
    """
    if len(claims) <= most:
        return tuple(claims), ()
    by_topic: dict[str, list[int]] = {}
    for number, claim in enumerate(claims):
        by_topic.setdefault(claim.topic, []).append(number)
    turns = zip_longest(*(_ranked(claims, mine) for mine in by_topic.values()))
    order = [number for turn in turns for number in turn if number is not None]
    kept = set(order[:most])
    return (
        tuple(claim for number, claim in enumerate(claims) if number in kept),
        tuple(claim for number, claim in enumerate(claims) if number not in kept),
    )


def _ranked(claims: Sequence[Told], mine: Sequence[int]) -> list[int]:
    seen: set[str] = set()
    rank: dict[int, tuple[int, int, int]] = {}
    for number in sorted(mine, key=lambda n: (-_sources(claims[n]), n)):
        value = claims[number].value
        group = 1 if value is None else 2 if value in seen else 0
        if value is not None:
            seen.add(value)
        rank[number] = (group, -_sources(claims[number]), number)
    return sorted(mine, key=lambda n: rank[n])


def _sources(claim: Told) -> int:
    return len({quote.source for quote in claim.quotes})
