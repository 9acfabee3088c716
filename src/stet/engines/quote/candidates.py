"""Sentences of the selected passages, each with what it says to a topic."""

import math
import re
from bisect import bisect_left
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from stet.domain.evidence import Page, Passage, Quote, Source
from stet.domain.question import Plan, Topic, TopicKind
from stet.ports import Evidence
from stet.research.orders import find_orders, is_order
from stet.research.passages import Outline
from stet.verify.focus import AnswerKind, Focus, focus_of
from stet.verify.sentences import Span, sentences
from stet.verify.statements import STARTS, Place, Statement, statement
from stet.verify.values import Kind, cached_values
from stet.verify.words import cached_stems, content_stems, stems, words

LONGEST = 900
"""Characters: a longer sentence is a wall of text, and no reader checks it at a glance."""

_BULLET = re.compile(r"[-*•·▪–]\s+(?:\[[ xX]\]\s+)?")
_POINTS_BACK = re.compile(
    r"\W*(?:\d+\.\s+)?(?:this|these|that|those|such|it|they|he|she|however|therefore|otherwise|in (?:this|that|such)|for (?:this|that))\b",
    re.IGNORECASE,
)
_LIST = 700
_BEFORE = 2
_TITLE = 100
_ALONE = 0.85
"""The share of a match that a point of a list must keep without its lead-in to be quoted by itself."""

_SCOPE = re.compile(
    r"\b(?:except|exempt|exempted|exempts|exemptions?|exceptions?|unless|only if|only where|only when|only for|provided that|subject to"
    r"|(?:does|do|shall|did|will) not apply|not apply|without prejudice|limited to|excluding|excluded|in the case of|applies only"
    r"|conditions?|(?:at least|more than|over|under|up to|below|above) \d|regardless|irrespective|other than|but not"
    r"|free of charge|entitled|ausgenommen|es sei denn|sauf|excepto|salvo)\b|除外|ただし|除く|以外|不适用",
    re.IGNORECASE,
)
_CHANGE = re.compile(
    r"\b(?:amend(?:s|ed|ing|ment)?|replac(?:e|es|ed|ing)|postpon\w{0,6}|defer(?:s|red|ral)?|delay(?:s|ed)?|extend(?:s|ed)?|instead of|no longer"
    r"|repeal\w{0,4}|supersed\w{0,4}|originally|previously|formerly|initial(?:ly)?|moved? (?:to|from|back)|brought forward|revis\w{0,5}"
    r"|chang(?:e|es|ed)|correct(?:ed|ion)|disput\w{0,4}|contrary to|withdrawn|abolish\w{0,4}|rather than|geändert|ersetzt|verschoben"
    r"|modifié|remplacé|reporté|modificad[oa]|aplazad[oa]|修正|改正|延期|变更|推迟)\b",
    re.IGNORECASE,
)
_PROPOSED = re.compile(
    r"\b(?:propos(?:e|es|ed|al|als|ing)|would|draft|provisional(?:ly)?|planned|plans? to|expected to|if adopted"
    r"|once adopted|envisage[sd]?|could|might|suggests?|is considering|pending|political agreement"
    r"|under (?:discussion|negotiation)|vorgeschlagen|Vorschlag|geplant|proposition|propuesta)\b|提案",
    re.IGNORECASE,
)
_POINTER = re.compile(
    r"\W*(?:for (?:further|more) (?:information|details)|see (?:also|the)?\b|read more|find out more|learn more|click|share (?:this|on)|subscribe|sign up"
    r"|contents?\b|related (?:content|topics?|resources?)|last updated?|published\b.{0,30}$|source:|©|copyright)",
    re.IGNORECASE,
)
_CURRENT = re.compile(
    r"\b(?:under the current|currently (?:in force|applicable|applies)|current(?:ly)? (?:law|article|rules)|as in force|existing law|remains? in force)\b",
    re.IGNORECASE,
)
_WHOM = re.compile(
    r"\b(?:appl(?:y|ies) (?:only )?to|payable (?:by|for)|(?:must|shall|have to|has to|will) pay|liable|charged to|levied on|addressed to"
    r"|for (?:all|any|every|each) )",
    re.IGNORECASE,
)
_WHO = re.compile(
    r"\b(?:owners?|drivers?|operators?|providers?|deployers?|holders?|users?|citizens|undertakings|persons?|companies|vehicles"
    r")\b"
)


class Candidate(NamedTuple):
    """A sentence that may become a claim: where it stands, what it says to the topic, how well it fits (0 to 1)."""

    source: Source
    span: Span
    text: str
    said: Statement
    fit: float
    proposed: bool
    heading: str | None
    page: int | None

    def quote(self) -> Quote:
        """The sentence as a quote."""
        return Quote(
            source=self.source.id,
            start=self.span.start,
            end=self.span.end,
            exact=self.text,
            page=self.page,
            heading=self.heading,
        )


class _Read(NamedTuple):
    """A source's text as prepared once."""

    source: Source
    page: Page
    outline: Outline
    spans: tuple[Span, ...]
    starts: tuple[int, ...]
    stems: tuple[tuple[str, ...], ...]
    title: tuple[str, ...]
    document: frozenset[str]
    orders: bool


class Finder:
    """Finds candidates; prepares each source once, however often it is asked."""

    def __init__(self) -> None:
        self._read: dict[tuple[str, str], _Read] = {}

    def find(
        self, plan: Plan, topic: Topic, evidence: Evidence, weights: Mapping[str, float]
    ) -> list[Candidate]:
        """Candidates for a topic among its selected passages, best fit first; none twice."""
        focus = topic_focus(plan, topic)
        seen: set[tuple[str, int]] = set()
        out: list[Candidate] = []
        for passage in evidence.selected.get(topic.id, ()):
            source = evidence.source(passage.source)
            if source is None:
                continue
            read = self._prepare(source, evidence.pages[source.id])
            for number in _within(read.starts, passage):
                if (source.id, number) not in seen:
                    seen.add((source.id, number))
                    candidate = self._candidate(read, number, topic, focus, weights)
                    if candidate is not None:
                        out.append(candidate)
        return sorted(out, key=lambda c: (-c.fit, -c.source.authority, c.source.id, c.span.start))

    def weights(self, evidence: Evidence, focus: Iterable[str]) -> dict[str, float]:
        """Inverse document frequency of stems over the sentences of all sources, at least 0.1."""
        reads = [self._prepare(source, evidence.pages[source.id]) for source in evidence.sources]
        total = sum(len(read.spans) for read in reads)
        counts = dict.fromkeys(focus, 0)
        for read in reads:
            for sequence in read.stems:
                for term in counts.keys() & set(sequence):
                    counts[term] += 1
        return {
            term: max(0.1, math.log(1 + (total - n + 0.5) / (n + 0.5)) / math.log(2 + total))
            for term, n in counts.items()
        }

    def _prepare(self, source: Source, page: Page) -> _Read:
        key = (source.id, source.text_sha256)
        read = self._read.get(key)
        if read is None:
            outline = Outline(page.marks)
            spans = tuple(s for s in sentences(page.text, page.marks) if not outline.is_heading(s))
            sequences = tuple(cached_stems(page.text[s.start : s.end]) for s in spans)
            title = tuple(stems(page.title or _first_line(page.text)))
            document = frozenset(term for sequence in (*sequences, title) for term in sequence)
            read = self._read[key] = _Read(
                source=source,
                page=page,
                outline=outline,
                spans=spans,
                starts=tuple(s.start for s in spans),
                stems=sequences,
                title=title,
                document=document,
                orders=bool(find_orders(page.text)),
            )
        return read

    def _candidate(
        self, read: _Read, number: int, topic: Topic, focus: Focus, weights: Mapping[str, float]
    ) -> Candidate | None:
        span = _without_bullet(read.page.text, _with_points(read, number))
        text = read.page.text[span.start : span.end]
        if not is_statement(text) or is_order(text):
            return None
        heading = read.outline.heading(span.start)
        place = Place(
            heading=cached_stems(heading or ""),
            title=read.title,
            before=[s for sequence in read.stems[max(0, number - _BEFORE) : number] for s in sequence],
            document=read.document,
        )
        said = statement(text, focus, weights, place)
        if "\n" in text:
            span, text, said = _one_point(span, text, said, focus, weights, place)
        if len(text) > LONGEST:
            return None
        fit = said.match * _cue(topic.kind, focus, text) * _brevity(len(text)) * _standing(text)
        if read.orders:
            # A page that gives orders to programs may say anything; it stays text, and is quoted last.
            fit *= 0.5
        proposed = is_proposed(text, read.page.title or "")
        return Candidate(read.source, span, text, said, fit, proposed, heading, read.outline.page(span.start))


def _without_bullet(text: str, span: Span) -> Span:
    mark = _BULLET.match(text, span.start, span.end)
    return Span(mark.end(), span.end) if mark else span


def _one_point(
    span: Span, text: str, said: Statement, focus: Focus, weights: Mapping[str, float], place: Place
) -> tuple[Span, str, Statement]:
    """A list's point by itself, where it says alone what it says under its lead-in; else the list as it is."""
    start = text.rfind("\n", 0, said.start) + 1
    end = text.find("\n", said.end)
    end = len(text) if end < 0 else end
    start += len(text[start:end]) - len(text[start:end].lstrip("-*• \t"))
    point = text[start:end].rstrip()
    if not is_statement(point):
        return span, text, said
    alone = statement(point, focus, weights, place)
    if alone.match < _ALONE * said.match:
        return span, text, said
    return Span(span.start + start, span.start + start + len(point)), point, alone


def topic_focus(plan: Plan, topic: Topic) -> Focus:
    """A topic's focus: its own words, and the question's subject where it has none of its own."""
    whole = focus_of(plan.topics[0].text)
    if topic.kind is TopicKind.ANSWER:
        return whole
    if topic.kind is TopicKind.PART:
        own = focus_of(topic.text)
        return Focus(
            kind=own.kind, terms=tuple(dict.fromkeys((*own.terms, *whole.terms))), must=own.must or whole.must
        )
    # A condition or a change of a thing need not say when the thing starts.
    subject = tuple(term for term in whole.terms if term not in STARTS)
    return whole.model_copy(update={"kind": AnswerKind.OPEN, "terms": subject or whole.terms})


def is_statement(text: str) -> bool:
    """Whether a span can stand as a claim: words enough, not a question, not a bare label or link list."""
    stripped = text.strip()
    if stripped.endswith(("?", "？", ":", "：")) or len(stripped) < 12 or _POINTER.match(stripped):
        return False
    return len(words(stripped)) >= 4 or (len(stripped) >= 12 and not stripped.isascii())


def _with_points(read: _Read, number: int) -> Span:
    """A sentence; one that only leads a list in, together with as many of the list's points as can be read at once."""
    span = read.spans[number]
    if not read.page.text[span.start : span.end].endswith((":", "：")):
        return span
    end = span.end
    for point in read.spans[number + 1 :]:
        if point.end - span.start > _LIST or read.outline.heading(point.start) != read.outline.heading(
            span.start
        ):
            break
        end = point.end
    return Span(span.start, end)


def _standing(text: str) -> float:
    """A sentence that begins by pointing back says less by itself."""
    return 0.85 if _POINTS_BACK.match(text) else 1.0


def _brevity(length: int) -> float:
    """Of two sentences that say the same, the one that is read at a glance: up to 350 characters cost nothing."""
    return 1.0 - min(0.2, max(0, length - 350) / 2500)


def is_proposed(text: str, title: str) -> bool:
    """Whether a sentence speaks of what may come: by its own words, or because its document is a proposal."""
    if _PROPOSED.search(text):
        return _CURRENT.search(text) is None
    return _PROPOSED.search(title) is not None and _CURRENT.search(text) is None


def _cue(kind: TopicKind, focus: Focus, text: str) -> float:
    if kind is TopicKind.SCOPE:
        return 1.0 if _SCOPE.search(text) else 0.4
    if kind is TopicKind.CHANGE:
        return 1.0 if _CHANGE.search(text) else 0.3
    if focus.kind is AnswerKind.WHO:
        return (
            1.0 if _WHOM.search(text) else 0.7 if _WHO.search(text) or _names_another(text, focus) else 0.35
        )
    return 1.0


def _first_line(text: str) -> str:
    """What stands in a title's place in a text without one: its first line, when that is no sentence."""
    line = text.lstrip().split("\n", 1)[0].strip()
    return line if len(line) <= _TITLE and not line.endswith((".", "。")) else ""


def _names_another(text: str, focus: Focus) -> bool:
    """Whether a sentence names somebody or something that the question does not."""
    return any(
        v.kind is Kind.NAME and not set(stems(v.exact)) <= set(focus.terms) for v in cached_values(text)
    )


def _within(starts: Sequence[int], passage: Passage) -> range:
    return range(bisect_left(starts, passage.start), bisect_left(starts, passage.end))


def alike(a: str, b: str) -> float:
    """How much two sentences share of their content words (Jaccard, 0 to 1)."""
    left, right = frozenset(content_stems(a)), frozenset(content_stems(b))
    return len(left & right) / len(left | right) if left or right else 1.0
