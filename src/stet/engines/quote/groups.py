"""Candidates that say the same, put together: one group becomes one claim with several quotes."""

from collections.abc import Sequence
from typing import NamedTuple

from stet.domain.question import Topic, TopicKind
from stet.engines.quote.candidates import Candidate
from stet.verify.focus import Focus
from stet.verify.opposition import agree, alike
from stet.verify.statements import VALUED
from stet.verify.values import Kind, cached_values

_SAME = 0.7
_MOST_QUOTES = 8
_PER_SOURCE = 2

LEAST = {
    TopicKind.ANSWER: 0.5,
    TopicKind.PART: 0.42,
    TopicKind.SCOPE: 0.6,
    TopicKind.CHANGE: 0.5,
}
"""The fit (0 to 1) below which a sentence is not about the topic; chosen on the sets of `benchmarks/questions.py`."""

OPEN_LEAST, _NEAR_BEST = 0.28, 0.6
"""For questions that no value answers: the least fit, and the share of the best fit that a sentence must have.

A lower one finds more answers and claims more that are none: see the sweep in `benchmarks/RESULTS.md`.
"""

_NEAR_BEST_VALUE = 0.7
"""For questions that a value answers: a date in a sentence that fits much worse than the best is of another thing."""

MOST = {TopicKind.ANSWER: 6, TopicKind.PART: 4, TopicKind.SCOPE: 4, TopicKind.CHANGE: 4}
"""How many claims a topic may have."""


class Group(NamedTuple):
    """Candidates with one meaning, the one to be quoted first; `value` in normal form where the topic asks for one."""

    members: tuple[Candidate, ...]
    value: str | None
    proposed: bool

    @property
    def lead(self) -> Candidate:
        """The member whose words become the claim."""
        return self.members[0]


def group(topic: Topic, focus: Focus, candidates: Sequence[Candidate]) -> list[Group]:
    """The groups of a topic, the best first."""
    direct = topic.kind in {TopicKind.ANSWER, TopicKind.PART}
    valued = focus.kind in VALUED and direct
    best = max((c for c in candidates if c.said.value or not valued), key=lambda c: c.fit, default=None)
    if best is None:
        return []
    least = LEAST[topic.kind] if valued or not direct else OPEN_LEAST
    near = (_NEAR_BEST_VALUE if valued else _NEAR_BEST) * best.fit if direct else 0.0
    # A weightier source is heard also where a lesser one words its answer closer to the question.
    fitting = [
        c
        for c in candidates
        if c.fit >= least and (c.fit >= near or c.source.authority > best.source.authority)
    ]
    groups = _by_value(fitting) if valued else _by_words(fitting)
    groups.sort(key=lambda g: (g.proposed, -_strength(g)))
    return _apart(groups)[: MOST[topic.kind]]


def _apart(groups: Sequence[Group]) -> list[Group]:
    """Groups whose first words do not overlap: a list and one of its points are one thing to read."""
    kept: list[Group] = []
    for each in groups:
        lead = each.lead
        others = (other.lead for other in kept if other.lead.source.id == lead.source.id)
        if all(lead.span.end <= other.span.start or other.span.end <= lead.span.start for other in others):
            kept.append(each)
    return kept


def _strength(group: Group) -> float:
    """How much speaks for a group before it is scored: fit and authority of its best, and how many say so."""
    best = max(c.fit * (0.3 + c.source.authority) for c in group.members)
    return best * (1 + 0.1 * min(4, len({c.source.id for c in group.members}) - 1))


def _by_value(candidates: Sequence[Candidate]) -> list[Group]:
    buckets: dict[tuple[str, bool], list[list[Candidate]]] = {}
    for candidate in candidates:
        if candidate.said.value is None:
            continue
        sides = buckets.setdefault((candidate.said.value.normal, candidate.proposed), [])
        # "EUR 7.5 million or 1 %" and "7.5m EUR or 1.5 %" share a value and disagree: neither stands for the other.
        home = next((side for side in sides if not _differ_beside(side[0].text, candidate.text)), None)
        if home is not None:
            home.append(candidate)
        else:
            sides.append([candidate])
    # A year or a month says nothing against a day, and little beside one.
    exact = any(_is_day(value) for value, proposed in buckets if not proposed)
    kept = {key: of for key, of in buckets.items() if not exact or _is_day(key[0]) or not _is_date(key[0])}
    return [Group(_members(side), *key) for key, sides in kept.items() for side in sides]


def _is_date(value: str) -> bool:
    return value[:4].isdigit() and (len(value) == len("2027") or value[4:5] == "-")


def _is_day(value: str) -> bool:
    return _is_date(value) and len(value) == len("2027-03-01")


def _differ_beside(a: str, b: str) -> bool:
    """Whether two sentences both give percentages, and not one of them is the same."""
    left, right = ({v.normal for v in cached_values(t) if v.kind is Kind.PERCENT} for t in (a, b))
    return bool(left and right and left.isdisjoint(right))


def _by_words(candidates: Sequence[Candidate]) -> list[Group]:
    buckets: list[list[Candidate]] = []
    per_source: dict[str, int] = {}
    for candidate in candidates:
        home = next(
            (b for b in buckets if b[0].proposed == candidate.proposed and _same(b[0], candidate)), None
        )
        if home is not None:
            home.append(candidate)
        elif per_source.get(candidate.source.id, 0) < _PER_SOURCE and len(buckets) < 3 * max(MOST.values()):
            per_source[candidate.source.id] = per_source.get(candidate.source.id, 0) + 1
            buckets.append([candidate])
    return [Group(_members(bucket), None, bucket[0].proposed) for bucket in buckets]


def _same(a: Candidate, b: Candidate) -> bool:
    return alike(a.text, b.text) >= _SAME and agree(a.text, b.text)


def _members(bucket: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """One candidate a text, the most authoritative that fits well first; the same file twice is no second voice."""
    best: dict[str, Candidate] = {}
    for candidate in bucket:
        held = best.get(candidate.source.text_sha256)
        if held is None or candidate.fit > held.fit:
            best[candidate.source.text_sha256] = candidate
    order = sorted(best.values(), key=_first_quoted)
    return tuple(order[:_MOST_QUOTES])


def _first_quoted(candidate: Candidate) -> tuple[float, float, int, float, str]:
    """Authority first, then fit as far as it matters, then the newer, then fit to the last digit."""
    day = candidate.source.published_at
    age = -day.toordinal() if day is not None else 0
    return -candidate.source.authority, -round(candidate.fit, 1), age, -candidate.fit, candidate.source.id
