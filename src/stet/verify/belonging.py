"""Whether a value stands in the passage with what the claim says of it, or with something else.

A claim that takes "36 months" from one class of products and states it of another has every value in its passage.
What gives it away is that its other words stand together in one clause, with another value of the same kind, and
its own value stands in a different clause, with little of them.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import islice, pairwise
from math import log
from typing import Final, NamedTuple

from stet.verify.found import Found, Kind
from stet.verify.references import comparable
from stet.verify.words import content_stems

# A clause must hold this share of the claim's telling words, and the clause of the value so much less: to be worth a
# judge's look, and to be sure. Chosen on the even places of the labelled pairs (benchmarks/RESULTS.md).
_LEAST: Final = 0.5
_MARGIN: Final = 0.15
_SURE: Final = 0.6
_SURE_MARGIN: Final = 0.4
# Clauses of a passage and names of a claim that are looked at; a text with more is no claim and no quotation.
_MOST: Final = 60
_NAMES: Final = 20
_REFERENCE_WEIGHT: Final = 2.0
_CUT: Final = re.compile(r"[.!?]\s+|[。；;！？\n]")
_SOFT_CUT: Final = re.compile(r",\s|\s\|\s|\s(?:and|but|while|whereas|und|aber|et|mais|y|pero)\s|，|、|:\s")
_RESPECTIVELY: Final = re.compile(
    r"\b(?:respectively|jeweils|respectivement|respectivamente)\b|分别|それぞれ"
)
_SWAPPED: Final = frozenset({Kind.NUMBER, Kind.PERCENT, Kind.POINTS, Kind.MONEY, Kind.QUANTITY, Kind.DATE})


class Elsewhere(NamedTuple):
    """A value of a claim that the passage gives to something else; `rival` is the value in the clause that fits.

    `fits` and `own` are the shares of the claim's telling words in the clause of the rival and in the value's own;
    `apart` says that more than one word tells them apart, or that the clause of the rival has all words of the claim.
    """

    value: Found
    rival: Found
    clause: str
    fits: float
    own: float
    apart: bool

    @property
    def sure(self) -> bool:
        """Whether the difference is large enough to fail a claim, and not only to ask a judge."""
        return self.apart and self.fits >= _SURE and self.fits - self.own >= _SURE_MARGIN

    @property
    def detail(self) -> str:
        """A sentence for the reader."""
        return (
            f"“{self.value.exact}” stands in the passage, but what the claim says of it stands there with "
            f"“{self.rival.exact}”: “{self.clause[:300]}”."
        )


class _Clause(NamedTuple):
    start: int
    end: int
    terms: frozenset[str]


class Clauses:
    """The clauses of a passage with their telling words; `values` are those of the passage, with offsets into it."""

    def __init__(self, text: str, values: Sequence[Found]) -> None:
        self._text = text
        self._named = [each for each in values if each.kind is Kind.NAME]
        self._values = [each for each in values if each.kind in _SWAPPED or each.kind is Kind.REFERENCE]

    @cached_property
    def _clauses(self) -> tuple[_Clause, ...]:
        ends = sorted({*self._hard(), *self._soft(), len(self._text)})
        spans = ((start, end) for start, end in pairwise((0, *ends)) if self._text[start:end].strip())
        return tuple(self._clause(start, end) for start, end in islice(spans, _MOST))

    @cached_property
    def _counts(self) -> Counter[str]:
        return Counter(term for clause in self._clauses for term in clause.terms)

    def elsewhere(self, claim: Sequence[Found], wording: str) -> Iterator[Elsewhere]:
        """The values of a claim that stand here with other words than the claim's, where those stand with a rival."""
        if _RESPECTIVELY.search(self._text):
            return
        yield from self._names(claim, wording)
        stated = [each for each in claim if each.kind in _SWAPPED]
        rivals = [each for each in self._values if not any(_same(each, mine) for mine in stated)]
        for value in stated:
            against = [each for each in rivals if _alike(value, each)]
            mine = [each for each in self._values if _same(value, each)]
            if mine and against:
                yield from self._better(value, mine, against, _words(wording, claim))

    def _names(self, claim: Sequence[Found], wording: str) -> Iterator[Elsewhere]:
        """The same of names: never sure, since a name is often said once and then only meant."""
        said = [each for each in claim if each.kind is Kind.NAME]
        known = {word for each in said for word in each.normal.split()}
        named = [(each, frozenset(each.normal.split())) for each in self._named] if said else []
        rivals = [each for each, words in named if words.isdisjoint(known) and not _spelled(each, said)]
        spoken = _words(wording, claim) if rivals else frozenset[str]()
        for name in said[:_NAMES] if rivals else ():
            own = frozenset(name.normal.split())
            mine = [each for each, words in named if not words.isdisjoint(own)]
            if mine:
                wanted = spoken - frozenset(content_stems(name.exact))
                found = self._better(name, mine, rivals, wanted)
                yield from (each._replace(apart=False) for each in found if each.sure)

    def _better(
        self, value: Found, mine: Sequence[Found], against: Sequence[Found], wanted: frozenset[str]
    ) -> Iterator[Elsewhere]:
        count = len(self._clauses)
        weights = {
            term: log((count + 0.5) / self._counts[term]) * (_REFERENCE_WEIGHT if ":" in term else 1.0)
            for term in wanted
            if self._counts[term]
        }
        total = sum(weights.values())
        if total <= 0:
            return
        shares = [sum(weights.get(t, 0.0) for t in clause.terms & wanted) / total for clause in self._clauses]
        own = max((s for c, s in zip(self._clauses, shares, strict=True) if _holds(c, mine)), default=1.0)
        best = max(range(count), key=shares.__getitem__)
        clause = self._clauses[best]
        rival = next((each for each in against if _holds(clause, [each])), None)
        if rival is None or _holds(clause, mine):
            return
        if shares[best] >= _LEAST and shares[best] - own >= _MARGIN:
            words = " ".join(self._text[clause.start : clause.end].split())
            holding = [each.terms for each in self._clauses if _holds(each, mine)]
            telling = (clause.terms & wanted).difference(*holding)
            apart = len(telling) > 1 or wanted <= clause.terms
            yield Elsewhere(value, rival, words, shares[best], own, apart)

    def _hard(self) -> Iterator[int]:
        for match in _CUT.finditer(self._text):
            yield match.end()

    def _soft(self) -> Iterator[int]:
        """Between two values of one kind in a sentence, the last place where a clause may end."""
        for one, two in pairwise(self._values):
            if one.end <= two.start and (_alike(one, two) or two.kind is Kind.REFERENCE):
                found = [match.end() for match in _SOFT_CUT.finditer(self._text, one.end, two.start)]
                yield from found[-1:]

    def _clause(self, start: int, end: int) -> _Clause:
        inside = [each for each in self._values if start <= each.start < end]
        return _Clause(start, end, _words(self._text[start:end], inside, start))


def _words(text: str, values: Iterable[Found], offset: int = 0) -> frozenset[str]:
    """The telling words of `text`: stems without its values, and its references whole."""
    pieces: list[str] = []
    at = 0
    references: list[str] = []
    for each in values:
        if each.kind is Kind.REFERENCE:
            references.append(f"ref:{comparable(each.normal)}")
        elif each.kind not in _SWAPPED:
            continue
        start, end = each.start - offset, each.end - offset
        if start >= at:
            pieces.append(text[at:start])
            at = end
    pieces.append(text[at:])
    return frozenset(content_stems(" ".join(pieces))) | frozenset(references)


def _holds(clause: _Clause, values: Iterable[Found]) -> bool:
    return any(clause.start <= each.start < clause.end for each in values)


def _same(one: Found, two: Found) -> bool:
    return one.normal == two.normal or (one.amount is not None and one.amount == two.amount)


def _spelled(one: Found, names: Sequence[Found]) -> bool:
    """Whether a name is the initials of another, or the other its."""
    mine = _initials(one)
    return any(mine == _initials(other) for other in names if one.exact.isupper() or other.exact.isupper())


def _initials(name: Found) -> str:
    return name.exact if name.exact.isupper() else "".join(word[0] for word in name.exact.split()).upper()


def _alike(one: Found, two: Found) -> bool:
    """Whether two values are of one kind, so that one could stand for the other."""
    if one.kind is Kind.DATE and two.kind is Kind.DATE:
        # A day and a year answer different questions.
        return len(one.normal) == len(two.normal)
    return one.kind is two.kind and (one.unit == two.unit or one.kind is Kind.QUANTITY)
