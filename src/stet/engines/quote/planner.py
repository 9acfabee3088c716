"""The plan by rule: the direct answer, further parts, conditions and exceptions, what changed."""

import re
from collections.abc import Iterator, Sequence

from stet.domain.question import Plan, Query, Topic, TopicKind
from stet.verify.focus import AnswerKind, focus_of, spoken_names
from stet.verify.words import RELATED, STOP_WORDS, stem, words

_PART = re.compile(
    r"(?:[,;]\s*(?:and|or|und|et|y)?|\?\s*(?:and\b)?|\b(?:and|und|et|y)\b)\s*"
    r"(?=(?:(?:for|to|by|from|in|at|on|under|with|since|until|till|up to|within|during|after|before|of"
    r"|für|bis|ab|seit|binnen|von|mit|à|pour|jusqu'à|depuis|dans|por|para|hasta|desde|con)\s+)?"
    r"(?:when|who|whom|what|which|where|why|how|wann|wer|wen|wem|was|wo|wie|warum|quand|qui|quel(?:le)?s?|où|comment|combien"
    r"|cuándo|quién(?:es)?|qué|dónde|cómo|cuánt[oa]s?)\b)"
    r"|(?:[,;]\s*(?:and|or)|\?)\s+(?=(?:is|are|was|were|do|does|did|can|must|may|should|will|has|have)\s)",
    re.IGNORECASE,
)
_MOST_PARTS = 3
_QUERY_WORDS = 24

CUES = {
    TopicKind.SCOPE: ("except exempt unless only", "conditions exceptions does not apply to"),
    TopicKind.CHANGE: (
        "amended replaced postponed instead",
        "changed new now previously no longer",
        "disputed contrary differs correction",
    ),
}
"""Words that conditions and changes are written with: the first queries', the last ones for the gap."""

ANSWERS = {
    AnswerKind.DATE: "date entry into force application starts from",
    AnswerKind.MONEY: "amount up to per cent rate",
    AnswerKind.MEASURE: "length size total",
    AnswerKind.COUNT: "number total",
    AnswerKind.DURATION: "period months years length",
    AnswerKind.WHO: "applies to persons owners operators",
}
"""Words that answers of a kind are written with: the direct answer's second query."""


class RulePlanner:
    """Plans without a model; the same question always gives the same plan."""

    async def plan(self, question: str) -> Plan:
        """See `stet.ports.Planner`."""
        return make_plan(question)


def make_plan(question: str) -> Plan:
    """Two to five topics: the direct answer, the question's further parts, scope and change; one query each."""
    parts = _parts(question)
    subject = keywords(
        question,
        without=RELATED[stem("start")] if focus_of(question).kind is not AnswerKind.DATE else frozenset(),
    )
    topics = [Topic(id="T1", text=parts[0], kind=TopicKind.ANSWER)]
    topics += [Topic(id=f"T{n}", text=part, kind=TopicKind.PART) for n, part in enumerate(parts[1:], start=2)]
    for kind, text in (
        (TopicKind.SCOPE, "Conditions, scope and exceptions"),
        (TopicKind.CHANGE, "What changed or is disputed"),
    ):
        topics.append(Topic(id=f"T{len(topics) + 1}", text=text, kind=kind))
    return Plan(question=question, topics=tuple(topics), queries=tuple(_queries(topics, question, subject)))


def keywords(text: str, without: frozenset[str] = frozenset()) -> str:
    """The words of `text` that a search can use: no stop words, none whose stem is in `without`, at most 24."""
    kept = [word for word in words(text) if word not in STOP_WORDS and stem(word) not in without]
    return " ".join(dict.fromkeys(kept[:_QUERY_WORDS])) or text[:200]


def _queries(topics: Sequence[Topic], question: str, subject: str) -> Iterator[Query]:
    """A query a topic, and a second for the direct answer and for what changed.

    The second is in the words that answers and changes are written with: disagreement is looked for, not waited for.
    """
    core = core_of(question, subject)
    seen: set[str] = set()
    for topic in topics:
        if topic.kind is TopicKind.ANSWER:
            texts = [subject, f"{core} {ANSWERS.get(focus_of(topic.text).kind, '')}".strip()]
        elif topic.kind is TopicKind.PART:
            texts = [f"{keywords(topic.text)} {subject}".strip()]
        elif topic.kind is TopicKind.SCOPE:
            texts = [f"{core} {CUES[topic.kind][0]}"]
        else:
            texts = [f"{core} {cues}" for cues in CUES[topic.kind][:2]]
        for text in texts:
            if text not in seen:
                seen.add(text)
                yield Query(text=text, topic=topic.id)


def core_of(question: str, subject: str) -> str:
    """What a question is about in the fewest words: its names where they say enough, else its subject."""
    named = list(dict.fromkeys(word for phrase in spoken_names(question) for word in phrase))
    return " ".join(named) if len(named) > 1 else subject


def _parts(question: str) -> list[str]:
    """The question's parts; a part without a subject of its own is read with the first one's."""
    flat = " ".join(question.split())
    pieces = [piece.strip(" ,;?") for piece in _PART.split(flat)]
    pieces = [piece for piece in pieces if piece][:_MOST_PARTS]
    if len(pieces) < 2:
        return [flat]
    first, *rest = pieces
    return [f"{first}?", *(f"{part[0].upper()}{part[1:]}?" for part in rest)]
