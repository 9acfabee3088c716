"""Which claims that answer one topic dispute each other: values of one thing that cannot both be true.

Before two values are set against each other, units, precision, ranges and limits are reconciled, and the statements
must not speak of different periods, things or events. Precision comes first: where code cannot tell that two values are
of one thing it finds no dispute.
"""

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from stet.domain.claims import Claim
from stet.domain.evidence import Source
from stet.verify.focus import Focus, focus_of
from stet.verify.found import Kind
from stet.verify.opposition import same_values
from stet.verify.reconcile import Stated, comparable, consistent, stated
from stet.verify.statements import Place, contains, statement
from stet.verify.subjects import Said, altered, event_asked, event_of, other_numbered, other_thing
from stet.verify.values import cached_values
from stet.verify.words import content_stems, stem, stems

_BEFORE = 300
"""Characters before a quote in which the thing may be named that it speaks of."""

_ALIKE, _FITTING = 0.35, 0.45
"""For amounts: the share of subject words that two claims must have in common, or how well both must fit the topic."""

_ALIKE_DATES, _FITTING_DATES = 0.2, 0.3
"""The same for dates: what is asked for by "when" has fewer values of other things beside it."""

_LIKE = 0.6
"""The share of subject words in common from which two sentences are of one form."""

_MANY = re.compile(
    r"^\W*(?:(?:which|what) (?!is\b|was\b|does\b|has\b)\w+s\b|list\b|name\b)|\b(?:all|are|were)\b",
    re.IGNORECASE,
)
"""A question that more than one name answers."""


class _Side(NamedTuple):
    """A claim with what it is compared by: its value as stated, its subject words, and how well it fits the topic."""

    claim: Claim
    said: Said
    stems: frozenset[str]
    fit: float


def disputes(
    claims: Sequence[Claim], topic: str, sources: Mapping[str, Source], texts: Mapping[str, str]
) -> list[list[Claim]]:
    """Groups of claims with values in dispute, each group over one thing; claims keep their order."""
    focus = focus_of(topic)
    sides = [_side(claim, focus, sources, texts) for claim in claims if claim.value is not None]
    groups: list[list[int]] = []
    for at, one in enumerate(sides):
        against = {before for before in range(at) if _dispute(one, sides[before], topic)}
        if against:
            touched = [group for group in groups if not against.isdisjoint(group)]
            groups = [group for group in groups if group not in touched]
            groups.append(sorted({at, *against, *(place for group in touched for place in group)}))
    return [[sides[place].claim for place in group] for group in sorted(groups)]


def answers_apart(a: str, b: str, topic: str) -> bool:
    """Whether two sentences are copies on what the topic names, with one answer to its question put in for another."""
    focus = focus_of(topic)
    if not focus.must or _MANY.search(topic) or not same_values(a, b):
        return False
    swap = altered(a, b)
    if swap is None:
        return False
    asked = {part for phrase in focus.must for part in phrase} | set(focus.terms)
    swapped = {stem(word) for side in swap for word in side}
    named = all(contains(stems(text), phrase) for text in (a, b) for phrase in focus.must)
    return named and asked.isdisjoint(swapped)


def _side(claim: Claim, focus: Focus, sources: Mapping[str, Source], texts: Mapping[str, str]) -> _Side:
    value = stated(claim.text, claim.value or "")
    own = value.low.exact + " " + value.high.exact if value is not None else ""
    subject = frozenset(content_stems(claim.text)) - frozenset(content_stems(own))
    fit = max(
        (_fit(claim, quote.source, quote.start, focus, sources, texts) for quote in claim.quotes), default=0.0
    )
    return _Side(claim, Said(claim.text, value, claim.scope.date or ""), subject, fit)


def _fit(
    claim: Claim,
    source: str,
    start: int,
    focus: Focus,
    sources: Mapping[str, Source],
    texts: Mapping[str, str],
) -> float:
    """How well a claim answers the topic where its words stand."""
    title = stems(sources[source].title or "")
    before = stems(texts[source][max(0, start - _BEFORE) : start])
    return statement(claim.text, focus, {}, Place(title=title, before=before)).match


def _dispute(a: _Side, b: _Side, topic: str) -> bool:
    one, other = a.said.value, b.said.value
    if one is None or other is None:
        return False
    if one.low.kind is Kind.NAME or other.low.kind is Kind.NAME:
        return _other_name(a, b, topic)
    if not comparable(one, other) or consistent(one, other) or other_thing(a.said, b.said):
        return False
    shared, numbered = _shared(a, b), other_numbered(a.claim.text, b.claim.text)
    if one.low.kind is Kind.DATE:
        # Laws give their dates by article: only in like sentences is another number another thing.
        elsewhere = any(_of_another_event(side.said, topic) for side in (a, b)) or (
            numbered and shared >= _LIKE
        )
        return not elsewhere and (shared >= _ALIKE_DATES or min(a.fit, b.fit) >= _FITTING_DATES)
    if numbered or _one_source(a.claim, b.claim):
        return False
    return shared >= _ALIKE or min(a.fit, b.fit) >= _FITTING


def _of_another_event(said: Said, topic: str) -> bool:
    """Whether a date is that of another event than the one asked about."""
    own, asked = event_of(said), event_asked(topic)
    return own is not None and asked is not None and own != asked


def _other_name(a: _Side, b: _Side, topic: str) -> bool:
    """Whether two names answer a question that has one answer, in sentences on one thing that do not give both."""
    one, other = a.said.value, b.said.value
    if one is None or other is None or not one.low.kind is other.low.kind is Kind.NAME:
        return False
    if consistent(one, other) or _one_source(a.claim, b.claim) or _MANY.search(topic):
        return False
    both = any(_names(side.said.text, value) for side, value in ((a, other), (b, one)))
    return not both and _shared(a, b) >= _ALIKE


def _names(text: str, value: Stated) -> bool:
    there = (found for found in cached_values(text) if found.kind is Kind.NAME)
    return any(consistent(Stated(found, found), value) for found in there)


def _shared(a: _Side, b: _Side) -> float:
    return len(a.stems & b.stems) / max(1, min(len(a.stems), len(b.stems)))


def _one_source(a: Claim, b: Claim) -> bool:
    return bool({quote.source for quote in a.quotes} & {quote.source for quote in b.quotes})
