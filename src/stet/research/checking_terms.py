"""The sentences of a source by what they speak of, so that those nearest to a statement are found at once."""

from collections.abc import Sequence
from math import log
from typing import Final

from stet.verify.found import Found, Kind
from stet.verify.keys import key
from stet.verify.sentences import Span
from stet.verify.values import cached_values, values
from stet.verify.words import content_stems

_VALUE: Final = 2.0
"""A value says more about where a statement comes from than a word does."""
_BESIDE: Final = 0.5
"""What a term in the sentence before or after counts."""


class Terms:
    """The sentences of a source by the words and values in them, each term weighed by how few sentences have it."""

    def __init__(self, text: str, spans: Sequence[Span]) -> None:
        self.spans = spans
        self._holders: dict[str, list[int]] = {}
        for number, span in enumerate(spans):
            for term in terms_of(text[span.start : span.end], remember=False):
                self._holders.setdefault(term, []).append(number)

    def best(self, wanted: dict[str, float], holding: Found | None = None) -> int | None:
        """The sentence that has most of what is wanted, its neighbours helping; the first of equals.

        With `holding`, only sentences that give this value, and something else that is wanted.
        """
        own: dict[int, float] = {}
        for term, weight in wanted.items():
            holders = self._holders.get(term, ())
            worth = weight * log(1 + len(self.spans) / (len(holders) + 0.5))
            for number in holders:
                own[number] = own.get(number, 0.0) + worth
        if holding is not None:
            allowed = self._having(holding)
            own = {number: score for number, score in own.items() if number in allowed}
        if not own:
            return None
        return max(own, key=lambda n: (own[n] + _BESIDE * max(own.get(n - 1, 0), own.get(n + 1, 0)), -n))

    def _having(self, value: Found) -> set[int]:
        """The sentences that give a value; of a name, those with all of its words, else those with any of them."""
        if value.kind is not Kind.NAME:
            return set(self._holders.get(key(value), ()))
        parts = [set(self._holders.get(part, ())) for part in content_stems(value.exact)]
        every = set(parts[0]).intersection(*parts[1:]) if parts else set[int]()
        return every or set[int]().union(*parts)


def terms_of(text: str, *, remember: bool = True) -> dict[str, float]:
    """The terms of a text with their weights."""
    terms = dict.fromkeys(content_stems(text), 1.0)
    for value in cached_values(text) if remember else values(text):
        if value.kind is not Kind.NAME:
            terms[key(value)] = _VALUE
    return terms
