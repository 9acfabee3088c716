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
_ASKED = re.compile(
    r"(?<!\w)(?:when|who|whom|what|which|where|why|how|wann|wer|wen|wem|was|wo|wie|warum|welche[mnrs]?|quand|qui|que|quel(?:le)?s?"
    r"|où|comment|combien|cuándo|quién(?:es)?|qué|dónde|cómo|cuánt[oa]s?)(?!\w)",
    re.IGNORECASE,
)
_ITEM = re.compile(r"\s*,\s*(?:(?:and|und|et|y)\s+)?|\s+(?:and|und|et|y)\s+", re.IGNORECASE)
_CHOICE = re.compile(r"[\"“”„«»‘]|(?<!\w)(?:or|oder|ou|o)(?!\w)", re.IGNORECASE)
"""Between items "or" asks for one of them, and what stands in quotation marks is a title."""

_AGAIN = re.compile(
    r"(?:\s*,\s*(?:(?:and|und|et|y)\s+)?|\s+(?:and|und|et|y)\s+)"
    r"(?=(?P<link>for|of|in|on|under|against|für|bei|pour|por|para)\s)",
    re.IGNORECASE,
)
_ITEM_WORDS = 6
_MOST_PARTS = 4
_LONGEST_PART = 400
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
    """Two to five topics: the direct answer, the question's further parts, scope (with room for it) and change."""
    parts = _parts(question)
    subject = keywords(
        question,
        without=RELATED[stem("start")] if focus_of(question).kind is not AnswerKind.DATE else frozenset(),
    )
    topics = [Topic(id="T1", text=parts[0], kind=TopicKind.ANSWER)]
    topics += [Topic(id=f"T{n}", text=part, kind=TopicKind.PART) for n, part in enumerate(parts[1:], start=2)]
    more = [
        (TopicKind.SCOPE, "Conditions, scope and exceptions"),
        (TopicKind.CHANGE, "What changed or is disputed"),
    ]
    for kind, text in more if len(parts) < _MOST_PARTS else more[1:]:
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
            own = keywords(topic.text)
            texts = [own if set(core.split()) <= set(own.split()) else f"{own} {subject}".strip()]
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
    pieces = [each for piece in pieces if piece for each in _items(piece)]
    if len(pieces) < 2:
        return [flat]
    if len(pieces) > _MOST_PARTS:
        # No part is lost: what is too much for a topic of its own is asked with the last one.
        pieces[_MOST_PARTS - 1 :] = [", and ".join(pieces[_MOST_PARTS - 1 :])[:_LONGEST_PART]]
    first, *rest = pieces
    return [f"{first}?", *(f"{part[0].upper()}{part[1:]}?" for part in rest)]


def _items(piece: str) -> list[str]:
    """A piece for each item that it asks about in one breath, every one with what they are all asked with.

    "What changed: its date, its scope?" asks of two things, and so does "the fine for A and for B".
    """
    head, colon, tail = piece.partition(": ")
    if colon:
        items = [item for item in _ITEM.split(tail.strip()) if item]
        return [f"{head}: {item}" for item in items] if _listable(head, items) else [piece]
    links = list(_AGAIN.finditer(piece))
    link = links[0]["link"].casefold() if links else ""
    first = re.search(rf"\s(?={re.escape(link)}\s)", piece, re.IGNORECASE) if links else None
    if first is None or first.start() >= links[0].start():
        return [piece]
    cuts = [each for each in links if each["link"].casefold() == link]
    starts, ends = (
        [first.end(), *(each.end() for each in cuts)],
        [*(each.start() for each in cuts), len(piece)],
    )
    items = [piece[start:end] for start, end in zip(starts, ends, strict=True)]
    head = piece[: first.start()]
    return [f"{head} {item}" for item in items] if _listable(head, items) else [piece]


def _listable(head: str, items: Sequence[str]) -> bool:
    """Whether a head asks, and short items without a question or a choice among them end it."""
    return (
        len(items) > 1
        and _ASKED.match(head) is not None
        and all(len(item.split()) <= _ITEM_WORDS and _ASKED.search(item) is None for item in items)
        and not any(_CHOICE.search(item) for item in items)
    )
