"""Rung 7: claims that answer one topic with different values, and whether one says that it replaces the other."""

import re
from collections.abc import Mapping, Sequence
from typing import Literal

from stet.domain.claims import Claim, Conflict, ConflictValue
from stet.domain.evidence import Source
from stet.verify.words import content_stems

_REPLACES = re.compile(
    r"\b(?:amend(?:s|ed|ing|ment)?|replac(?:es|ed|ing)|postpon\w{0,4}|defer(?:s|red|ring)|delay(?:s|ed)|extend(?:s|ed)|instead of|no longer|repeal\w{0,3}"
    r"|supersed\w{0,3}|moved? (?:to|from|back)|brought forward|is set to|initial date|originally|geändert|ersetzt|verschoben|modifi[ée]|remplac[ée]"
    r"|report[ée]e?|aplazad[oa]|sustituid[oa])\b",
    re.IGNORECASE,
)
_WINDOW = 600
"""Characters on either side of a quote in which a source says that it replaces something."""

_LEAST_ALIKE = 0.35
"""For amounts: the share of subject words two claims must have in common before two values can be about one thing."""

_PROPOSED = "proposed, not in force"


def find_conflicts(
    claims: Sequence[Claim],
    topics: Mapping[str, str],
    sources: Mapping[str, Source],
    texts: Mapping[str, str],
) -> tuple[Conflict, ...]:
    """The conflicts among `claims`, at most one a topic; `topics` gives each topic's text, sides in claim order.

    A claim takes part when it has a value. Values that only differ in precision (a month and a day in it) agree. For
    values other than dates, two claims conflict only when they speak of the same thing in other respects and no
    source gives both: a law with three fines has no conflict.
    """
    found: list[Conflict] = []
    for topic, text in topics.items():
        sides = [c for c in claims if c.topic == topic and c.value is not None]
        against = [c for c in sides if any(_disagree(c, other) for other in sides)]
        if len(against) < 2:
            continue
        values = tuple(
            ConflictValue(
                value=c.value or "", source=q.source, published_at=sources[q.source].published_at, claim=c.key
            )
            for c in against
            for q in c.quotes
        )
        found.append(
            Conflict(
                claims=tuple(c.key for c in against),
                on=text,
                values=values,
                relation=_relation(against, sources, texts),
            )
        )
    return tuple(found)


def replaces(new: Claim, old: Claim, sources: Mapping[str, Source], texts: Mapping[str, str]) -> bool:
    """Whether a source of `new` says, near its words, that it changes something, and is later than `old`'s best source
    or at least as authoritative and gives the old value as well.
    """
    if _PROPOSED in (new.scope.conditions or ""):
        return False
    top = max(
        (sources[q.source] for q in old.quotes), key=lambda s: (s.authority, s.published_at is not None)
    )
    for quote in new.quotes:
        source = sources[quote.source]
        if source.authority < top.authority:
            continue
        text = texts[quote.source]
        near = text[max(0, quote.start - _WINDOW) : quote.end + _WINDOW]
        if not _REPLACES.search(f"{source.title or ''} {near}"):
            continue
        later = (
            source.published_at is not None
            and top.published_at is not None
            and source.published_at > top.published_at
        )
        if later or (top.published_at is None and any(q.exact in near for q in old.quotes)):
            return True
        if source.published_at is not None and top.published_at is None and source.authority > top.authority:
            return True
    return False


def _relation(
    sides: Sequence[Claim], sources: Mapping[str, Source], texts: Mapping[str, str]
) -> Literal["contradiction", "change"]:
    """`change` when one side replaces every other."""
    for new in sides:
        if all(new is old or replaces(new, old, sources, texts) for old in sides):
            return "change"
    return "contradiction"


def _disagree(a: Claim, b: Claim) -> bool:
    if a is b or a.value is None or b.value is None or _agree(a.value, b.value):
        return False
    if _is_date(a.value) and _is_date(b.value):
        return True
    if {q.source for q in a.quotes} & {q.source for q in b.quotes}:
        return False
    left, right = frozenset(content_stems(a.text)), frozenset(content_stems(b.text))
    return len(left & right) >= _LEAST_ALIKE * min(len(left), len(right))


def _agree(a: str, b: str) -> bool:
    return a == b or (_is_date(a) and _is_date(b) and (a.startswith(f"{b}-") or b.startswith(f"{a}-")))


def _is_date(value: str) -> bool:
    return re.fullmatch(r"\d{4}(?:-\d{2}(?:-\d{2})?|-Q[1-4])?", value) is not None
