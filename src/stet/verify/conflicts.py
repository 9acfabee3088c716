"""Rung 7: claims that answer one topic with different values, and whether one says that it replaces the other."""

import re
from collections.abc import Iterator, Mapping, Sequence

from stet.domain.claims import Claim, Conflict, ConflictValue
from stet.domain.evidence import Source
from stet.verify.disputes import answers_apart, disputes
from stet.verify.focus import Focus, focus_of
from stet.verify.opposition import opposed
from stet.verify.statements import contains, has, statement
from stet.verify.values import cached_values
from stet.verify.words import content_stems, stems

_REPLACES = re.compile(
    r"\b(?:amend(?:s|ed|ing|ment)?|replac(?:es|ed|ing)|postpon\w{0,4}|defer(?:s|red|ring)|delay(?:s|ed)"
    r"|extend(?:s|ed)|instead of|no longer|repeal\w{0,3}|supersed\w{0,3}|moved? (?:to|from|back)"
    r"|brought forward|is set to|initial date|originally|geändert|ersetzt|verschoben|modifi[ée]|remplac[ée]"
    r"|report[ée]e?|aplazad[oa]|sustituid[oa])\b",
    re.IGNORECASE,
)
_HELD_BEFORE = re.compile(
    r"\b(?:rather than|instead of|no longer|original(?:ly)?|initial(?:ly)?|previous(?:ly)?|former(?:ly)?"
    r"|statt|au lieu de)\b"
    r"[^.;]{0,45}$|\b(?:moved|postponed|deferred|changed|extended|shifted) from\s[^.;]{0,12}$",
    re.IGNORECASE,
)
_HOLDS_NO_MORE = re.compile(
    r"[\"”’]?\s+(?:is|was|has been|shall be)\s+(?:replaced|changed|postponed"
    r"|moved|deferred|amended|repealed)\b",
    re.IGNORECASE,
)
_LEAD = 200
"""Characters before a quote in which its lead-in stands."""

_WINDOW = 600
"""Characters on either side of a quote in which an old value may be named."""

_ABOUT = 0.6
"""The match (0 to 1) from which a sentence under another topic speaks of the disputed thing."""

_TELLING, _MOST_COMPARED, _SHOWN = 3, 50, 160

_PROPOSED = "proposed, not in force"


def find_conflicts(
    claims: Sequence[Claim],
    topics: Mapping[str, str],
    sources: Mapping[str, Source],
    texts: Mapping[str, str],
) -> tuple[Conflict, ...]:
    """The conflicts among `claims`; `topics` gives each topic's text, sides in claim order.

    First those over the value that answers a topic, one for each thing in dispute (`stet.verify.disputes` says when two
    values are of one thing and cannot both be true). Then pairs of other claims that say opposite things in nearly the
    same words, or are copies with another answer put in. What is only proposed contradicts nothing that is in force.
    """
    current = [claim for claim in claims if not _proposed(claim)]
    found: list[Conflict] = []
    for topic, text in topics.items():
        sides = [c for c in current if c.topic == topic and c.value is not None]
        for against in disputes(sides, text, sources, texts):
            winner = winner_of(against, sources, texts)
            named = [(c, c.value or "") for c in against]
            elsewhere = ((c, _repeated(c, text, against)) for c in current if c not in against)
            named += [(c, v) for c, v in elsewhere if v is not None and (winner is None or v != winner.value)]
            found.append(_conflict(text, named, sources, changed=winner is not None))
    taken = {key for conflict in found for key in conflict.claims}
    for one, other in _opposed_pairs([c for c in current if c.key not in taken], topics):
        changed = winner_of([one, other], sources, texts) is not None
        named = [(one, _shown(one)), (other, _shown(other))]
        found.append(_conflict(topics.get(one.topic, one.topic), named, sources, changed=changed))
    return tuple(found)


def _conflict(
    on: str, named: Sequence[tuple[Claim, str]], sources: Mapping[str, Source], *, changed: bool
) -> Conflict:
    values = tuple(
        ConflictValue(
            value=value,
            source=q.source,
            published_at=sources[q.source].published_at,
            claim=claim.key,
            conditions=conditions(claim),
        )
        for claim, value in named
        for q in claim.quotes
    )
    relation = "change" if changed else "contradiction"
    return Conflict(claims=tuple(claim.key for claim, _ in named), on=on, values=values, relation=relation)


def conditions(claim: Claim) -> str | None:
    """What a claim is limited to, in the words of its scope; None where nothing was said."""
    scope = claim.scope
    said = (scope.dataset, scope.population, scope.date, scope.units, scope.conditions)
    return "; ".join(dict.fromkeys(part for part in said if part)) or None


def _against(a: Claim, b: Claim, topics: Mapping[str, str]) -> bool:
    if opposed(a.text, b.text):
        return True
    topic = topics.get(a.topic, "")
    return a.topic == b.topic and answers_apart(a.text, b.text, topic)


def _opposed_pairs(claims: Sequence[Claim], topics: Mapping[str, str]) -> Iterator[tuple[Claim, Claim]]:
    """Pairs of different sources that say opposite things, each claim in one pair at most.

    Claims are compared only where they share one of their rarest words, so that the work stays near linear.
    """
    stems = {claim.key: frozenset(content_stems(claim.text)) for claim in claims}
    holding: dict[str, list[Claim]] = {}
    for claim in claims:
        for term in stems[claim.key]:
            holding.setdefault(term, []).append(claim)
    paired: set[str] = set()
    for claim in claims:
        telling = sorted(stems[claim.key], key=lambda term: (len(holding[term]), term))[:_TELLING]
        near = {other.key: other for term in telling for other in holding[term][:_MOST_COMPARED]}
        for other in near.values():
            fresh = claim.key not in paired and other.key not in paired and other.key != claim.key
            if fresh and not _one_source(claim, other) and _against(claim, other, topics):
                paired |= {claim.key, other.key}
                yield claim, other


def _one_source(a: Claim, b: Claim) -> bool:
    return bool({quote.source for quote in a.quotes} & {quote.source for quote in b.quotes})


def _shown(claim: Claim) -> str:
    """A claim without a value as a side: its words, as far as they are read at a glance."""
    flat = " ".join(claim.text.split())
    return flat if len(flat) <= _SHOWN else f"{flat[: _SHOWN - 1].rstrip()}…"


def _repeated(claim: Claim, topic: str, sides: Sequence[Claim]) -> str | None:
    """The one disputed value that a claim under another topic gives for the same thing, or None."""
    disputed = {side.value for side in sides}
    said = {value.normal for value in cached_values(claim.text)} & disputed
    if len(said) != 1:
        return None
    found = statement(claim.text, focus_of(topic), {})
    return (
        found.value.normal if found.match >= _ABOUT and found.value and found.value.normal in said else None
    )


def winner_of(
    sides: Sequence[Claim], sources: Mapping[str, Source], texts: Mapping[str, str]
) -> Claim | None:
    """The claim that replaces another side and is outdone by none, or None.

    Of the sides that it does not replace each must come from less authoritative sources, or from older ones of the
    same weight: next to an equal that says something else nothing is settled.
    """
    for new in sides:
        others = [side for side in sides if side is not new]
        replaced = [old for old in others if replaces(new, old, sources, texts)]
        rest = [old for old in others if old not in replaced]
        outdone = any(replaces(other, new, sources, texts) for other in others)
        if replaced and not outdone and all(_weaker(old, new, sources) for old in rest):
            return new
    return None


def replaces(new: Claim, old: Claim, sources: Mapping[str, Source], texts: Mapping[str, str]) -> bool:
    """Whether a source of `new` says that it changes what `old` says.

    It must be no less authoritative than `old`'s best source and not older, and say so: in the quoted words, in the
    words that lead to them, or by naming the old value beside them as one that no longer holds.
    """
    top = _best(old, sources)
    gone = {value.exact for value in cached_values(old.text) if value.normal == old.value}
    for quote in new.quotes:
        source = sources[quote.source]
        if source.authority < top.authority or source.published_at is None:
            continue
        if top.published_at is not None and source.published_at <= top.published_at:
            continue
        text = texts[quote.source]
        near = text[max(0, quote.start - _WINDOW) : quote.end + _WINDOW]
        lead = text[max(0, quote.start - _LEAD) : quote.start].rstrip()
        said = quote.exact if not lead.endswith(":") else f"{lead} {quote.exact}"
        if _REPLACES.search(said) or any(_withdrawn(value, near) for value in gone):
            return True
    return False


def withdrawn_by(
    claim: Claim, topic: str, sources: Mapping[str, Source], texts: Mapping[str, str]
) -> Source | None:
    """A source of no less weight, and newer, that names the claim's value as one that held before; None without one.

    It must do so where it speaks of the topic: its names and law references stand near, and half of its words.
    """
    top, focus = _best(claim, sources), focus_of(topic)
    values = {value.exact for value in cached_values(claim.text) if value.normal == claim.value}
    for source in sources.values():
        older = top.published_at is not None and (source.published_at or top.published_at) <= top.published_at
        if source.authority < top.authority or source.published_at is None or older:
            continue
        text = texts[source.id]
        for value in values:
            for match in re.finditer(re.escape(value), text):
                near = text[max(0, match.start() - _WINDOW) : match.end() + _WINDOW]
                if _withdrawn(value, near) and _speaks_of(near, focus):
                    return source
    return None


def _speaks_of(text: str, focus: Focus) -> bool:
    said = stems(text)
    named = all(
        contains(said, phrase)
        for phrase in focus.must
        if any(part.isdigit() for part in phrase) or len(phrase) > 1
    )
    found = sum(has(term, frozenset(said)) for term in focus.terms)
    return named and found * 2 >= len(focus.terms)


def _best(claim: Claim, sources: Mapping[str, Source]) -> Source:
    """The most authoritative source of a claim; of equals the newest."""

    def rank(source: Source) -> tuple[float, int]:
        return source.authority, source.published_at.toordinal() if source.published_at else 0

    return max((sources[quote.source] for quote in claim.quotes), key=rank)


def _weaker(old: Claim, new: Claim, sources: Mapping[str, Source]) -> bool:
    one, other = _best(old, sources), _best(new, sources)
    if one.authority != other.authority or one.id == other.id:
        return one.authority < other.authority
    return one.published_at is None or (
        other.published_at is not None and one.published_at < other.published_at
    )


def _withdrawn(value: str, text: str) -> bool:
    """Whether a text names a value as one that held before."""
    for match in re.finditer(re.escape(value), text):
        before, after = text[max(0, match.start() - 70) : match.start()], text[match.end() : match.end() + 40]
        if _HELD_BEFORE.search(before) or _HOLDS_NO_MORE.match(after):
            return True
    return False


def _proposed(claim: Claim) -> bool:
    return _PROPOSED in (claim.scope.conditions or "")
