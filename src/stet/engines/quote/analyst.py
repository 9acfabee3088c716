"""What the passages cover and claim, by rule: claims are sentences of the sources, word for word."""

from collections.abc import Mapping, Sequence

from stet.domain.claims import Claim, ClaimKind, Scope
from stet.domain.question import Plan, Query, Topic, TopicKind
from stet.domain.report import Gap, ReportTopic
from stet.engines.quote.candidates import Finder, topic_focus
from stet.engines.quote.groups import Group, group
from stet.engines.quote.planner import ANSWERS, CUES, core_of, keywords
from stet.ports import Coverage, Evidence
from stet.verify.focus import AnswerKind, Focus
from stet.verify.statements import has
from stet.verify.words import stem, stems, words

_NAMES = {
    AnswerKind.DATE: "date",
    AnswerKind.MONEY: "sum or percentage",
    AnswerKind.MEASURE: "measure",
    AnswerKind.COUNT: "number",
    AnswerKind.DURATION: "length of time",
    AnswerKind.IDENTITY: "person",
    AnswerKind.WHO: "person or group",
    AnswerKind.WHERE: "place",
}


class RuleAnalyst:
    """Reads without a model."""

    def __init__(self) -> None:
        self._finder = Finder()
        self._last: tuple[Plan, Evidence, Mapping[str, list[Group]]] | None = None

    async def assess(self, plan: Plan, evidence: Evidence, asked: Sequence[str]) -> Coverage:
        """See `stet.ports.Analyst`."""
        found = self._groups(plan, evidence)
        topics: list[ReportTopic] = []
        gaps: list[Gap] = []
        queries: list[Query] = []
        for topic in plan.topics:
            missing = None if found[topic.id] else _missing(topic, topic_focus(plan, topic), evidence)
            topics.append(ReportTopic(id=topic.id, text=topic.text, covered=missing is None, gap=missing))
            if missing is None:
                continue
            gaps.append(Gap(topic=topic.id, missing=missing))
            query = _gap_query(plan, topic, missing)
            if query.text not in asked:
                queries.append(query)
        return Coverage(topics=tuple(topics), gaps=tuple(gaps), queries=tuple(queries))

    async def analyse(self, plan: Plan, evidence: Evidence) -> tuple[Claim, ...]:
        """See `stet.ports.Analyst`."""
        found = self._groups(plan, evidence)
        pairs = [(topic, each) for topic in plan.topics for each in found[topic.id]]
        return tuple(_claim(f"C{number}", topic, each) for number, (topic, each) in enumerate(pairs, start=1))

    def _groups(self, plan: Plan, evidence: Evidence) -> Mapping[str, list[Group]]:
        """The groups of every topic; a sentence serves the first topic that it fits.

        A further part of the question may use a sentence again where nothing else answers it: one sentence can say
        both when and for whom.
        """
        if self._last is not None and self._last[0] == plan and _same(self._last[1], evidence):
            return self._last[2]
        out: dict[str, list[Group]] = {}
        used: set[tuple[str, int]] = set()
        for topic in plan.topics:
            focus = topic_focus(plan, topic)
            candidates = self._finder.find(plan, topic, evidence, self._finder.weights(evidence, focus.terms))
            found = group(topic, focus, [c for c in candidates if (c.source.id, c.span.start) not in used])
            if not found and topic.kind is TopicKind.PART:
                found = group(topic, focus, candidates)
            used.update((each.lead.source.id, each.lead.span.start) for each in found)
            out[topic.id] = found
        self._last = (plan, evidence, out)
        return out


def _same(a: Evidence, b: Evidence) -> bool:
    return a.sources == b.sources and a.selected == b.selected


def _claim(key: str, topic: Topic, each: Group) -> Claim:
    return Claim(
        key=key,
        text=each.lead.text,
        kind=ClaimKind.QUOTATION,
        topic=topic.id,
        quotes=tuple(member.quote() for member in each.members),
        scope=Scope(conditions="proposed, not in force" if each.proposed else None),
        value=each.value,
    )


def _missing(topic: Topic, focus: Focus, evidence: Evidence) -> str:
    """What exactly is missing for a topic, in words a reader can act on."""
    read = len(evidence.sources)
    where = f"in the {read} document{'s' if read != 1 else ''} read"
    if read == 0:
        return "no document with usable text was found"
    vocabulary = frozenset(term for s in evidence.sources for term in stems(evidence.text(s.id)))
    asked = dict.fromkeys(word for word in words(topic.text) if stem(word) in focus.terms)
    absent = [word for word in asked if not has(stem(word), vocabulary)]
    if absent:
        return f"“{absent[0]}” was not found {where}"
    if topic.kind is TopicKind.SCOPE:
        return f"no condition or exception of what was asked was found {where}"
    if topic.kind is TopicKind.CHANGE:
        return f"no change or dispute of what was asked was found {where}"
    if focus.kind in _NAMES:
        return f"no sentence that gives a {_NAMES[focus.kind]} for “{topic.text}” was found {where}"
    return f"no sentence that answers “{topic.text}” was found {where}"


def _gap_query(plan: Plan, topic: Topic, missing: str) -> Query:
    focus = topic_focus(plan, topic)
    more = CUES[topic.kind][-1] if topic.kind in CUES else ANSWERS.get(focus.kind, keywords(topic.text))
    subject = core_of(plan.question, keywords(plan.question))
    # A word said twice searches for nothing new, and makes an old query look like another one.
    text = " ".join(dict.fromkeys(f"{subject} {more}".split()))
    return Query(text=text, topic=topic.id, gap=missing)
