"""The plan by rule: the direct answer, further parts, conditions and exceptions, what changed."""

import re

from stet.domain.question import Plan, Query, Topic, TopicKind
from stet.verify.words import STOP_WORDS, words

_PART = re.compile(
    r"(?:[,;]\s*(?:and|or|und|et|y)?|\?\s*(?:and\b)?|\b(?:and|und|et|y)\b)\s*(?=(?:(?:for|to|by|from|in|at|on|under|with|since|für|à|pour|por|para)\s+)?"
    r"(?:when|who|whom|what|which|where|why|how|wann|wer|wen|wem|was|wo|wie|warum|quand|qui|quel(?:le)?s?|où|comment|combien"
    r"|cuándo|quién(?:es)?|qué|dónde|cómo|cuánt[oa]s?)\b)",
    re.IGNORECASE,
)
_MOST_PARTS = 3
_QUERY_WORDS = 24

CUES = {
    TopicKind.SCOPE: ("except exempt unless only", "conditions exceptions does not apply to"),
    TopicKind.CHANGE: ("amended replaced postponed instead", "changed new date previously no longer"),
}
"""Words that conditions and changes are written with: the first query's, then the gap's."""


class RulePlanner:
    """Plans without a model; the same question always gives the same plan."""

    async def plan(self, question: str) -> Plan:
        """See `stet.ports.Planner`."""
        return make_plan(question)


def make_plan(question: str) -> Plan:
    """Two to five topics: the direct answer, the question's further parts, scope and change; one query each."""
    parts = _parts(question)
    subject = keywords(question)
    topics = [Topic(id="T1", text=parts[0], kind=TopicKind.ANSWER)]
    topics += [Topic(id=f"T{n}", text=part, kind=TopicKind.PART) for n, part in enumerate(parts[1:], start=2)]
    for kind, text in (
        (TopicKind.SCOPE, "Conditions, scope and exceptions"),
        (TopicKind.CHANGE, "What changed or is disputed"),
    ):
        topics.append(Topic(id=f"T{len(topics) + 1}", text=text, kind=kind))
    return Plan(question=question, topics=tuple(topics), queries=tuple(_query(topic, question, subject) for topic in topics))


def keywords(text: str) -> str:
    """The words of `text` that a search can use: no stop words, at most 24."""
    kept = [word for word in words(text) if word not in STOP_WORDS]
    return " ".join(dict.fromkeys(kept[:_QUERY_WORDS])) or text[:200]


def _query(topic: Topic, question: str, subject: str) -> Query:
    if topic.kind is TopicKind.ANSWER:
        return Query(text=subject, topic=topic.id)
    if topic.kind is TopicKind.PART:
        return Query(text=f"{keywords(topic.text)} {subject}".strip(), topic=topic.id)
    return Query(text=f"{subject} {CUES[topic.kind][0]}", topic=topic.id)


def _parts(question: str) -> list[str]:
    """The question's parts; a part without a subject of its own is read with the first one's."""
    flat = " ".join(question.split())
    pieces = [piece.strip(" ,;?") for piece in _PART.split(flat)]
    pieces = [piece for piece in pieces if piece][:_MOST_PARTS]
    if len(pieces) < 2:
        return [flat]
    first, *rest = pieces
    return [f"{first}?", *(f"{part[0].upper()}{part[1:]}?" for part in rest)]
