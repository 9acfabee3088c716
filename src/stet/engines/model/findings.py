"""From what an analyst says to claims: every quote is located in what it was shown, or is none."""

from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import NamedTuple

from stet.domain.claims import Claim, ClaimKind, Scope
from stet.domain.evidence import Passage, Quote
from stet.engines.model.shapes import ClaimShape
from stet.ports import Evidence
from stet.research.orders import is_order
from stet.verify.found import Kind
from stet.verify.normal import fold
from stet.verify.quotes import locate
from stet.verify.sentences import Span, sentences
from stet.verify.values import cached_values

_LONGEST = 900
"""Characters: a quote is not widened to its sentences past this."""

_LEAST = 8
"""Letters and digits: fewer quote nothing that could support a claim."""

_NO_VALUES = frozenset({Kind.NAME, Kind.REFERENCE, Kind.ORDINAL})
_OWN_WORDS = {"inference": ClaimKind.INFERENCE, "recommendation": ClaimKind.RECOMMENDATION}


class Finding(NamedTuple):
    """A claim before it has a key."""

    topic: str
    text: str
    kind: ClaimKind
    quotes: tuple[Quote, ...]
    scope: Scope = Scope()
    value: str | None = None

    def claim(self, key: str) -> Claim:
        """The claim under its key."""
        return Claim(
            key=key,
            text=self.text,
            kind=self.kind,
            topic=self.topic,
            quotes=self.quotes,
            scope=self.scope,
            value=self.value,
        )


@dataclass(slots=True)
class Losses:
    """What could not be used: quotes that stand nowhere, claims left without one, claims of no topic, orders."""

    quotes: int = 0
    unquoted: int = 0
    homeless: int = 0
    orders: int = 0
    examples: list[str] = field(default_factory=list[str])


class Locator:
    """Finds words in the passages that a model was shown, and widens them to whole sentences.

    A part of a sentence may say the opposite of the whole; so a quote is what its sentences say.
    """

    def __init__(self) -> None:
        self._spans: dict[str, tuple[Span, ...]] = {}

    def find(
        self, exact: str, named_as: str, passages: Mapping[str, Passage], evidence: Evidence
    ) -> Quote | None:
        """The quote, in the passage that was named or else in the first other one that holds the words."""
        if sum(char.isalnum() for char in exact) < _LEAST:
            return None
        named = passages.get(named_as.strip().strip("[]"))
        others = (passage for passage in passages.values() if passage is not named)
        for passage in (*((named,) if named else ()), *others):
            text = evidence.text(passage.source)[passage.start : passage.end]
            found = locate(exact, text)
            if found is not None:
                span = Span(passage.start + found.start, passage.start + found.end)
                return self._quote(span, passage, evidence)
        return None

    def _quote(self, span: Span, passage: Passage, evidence: Evidence) -> Quote:
        page = evidence.pages[passage.source]
        if passage.source not in self._spans:
            self._spans[passage.source] = sentences(page.text, page.marks)
        start, end = self._whole(span, self._spans[passage.source], passage)
        return Quote(
            source=passage.source,
            start=start,
            end=end,
            exact=page.text[start:end],
            page=passage.page,
            heading=passage.heading,
        )

    def _whole(self, span: Span, spans: Sequence[Span], passage: Passage) -> Span:
        first = bisect_right(spans, span.start, key=lambda each: each.start) - 1
        last = bisect_left(spans, span.end, key=lambda each: each.start) - 1
        if first < 0 or last < first:
            return span
        start = max(passage.start, min(span.start, spans[first].start))
        end = min(passage.end, max(span.end, spans[last].end))
        return Span(start, end) if end - start <= _LONGEST else span


def gather(
    said: Sequence[ClaimShape],
    known: Mapping[str, Finding],
    topics: Sequence[str],
    find: "Find",
) -> tuple[list[Finding], Losses]:
    """The findings of one answer, after those that were known (by the keys under which they were shown)."""
    lost = Losses()
    found: dict[tuple[str, str], Finding] = {(f.topic, fold(f.text)): f for f in known.values()}
    for item in said:
        quotes = find.quotes(item, lost)
        earlier = known.get(item.repeats or "")
        topic = earlier.topic if earlier else item.topic if item.topic in topics else _only(topics)
        if not quotes:
            lost.unquoted += 1
        elif topic is None:
            lost.homeless += 1
        else:
            for each in _findings(item, topic, quotes, earlier):
                _add(found, each)
    return list(found.values()), lost


class Find(NamedTuple):
    """Where the words of an answer are looked for."""

    locator: Locator
    passages: Mapping[str, Passage]
    evidence: Evidence

    def quotes(self, item: ClaimShape, lost: Losses) -> tuple[Quote, ...]:
        """The quotes of a claim that stand in what was shown and give no orders, each place once."""
        out: dict[tuple[str, int, int], Quote] = {}
        for said in item.quotes:
            quote = self.locator.find(said.exact, said.passage, self.passages, self.evidence)
            if quote is None:
                lost.quotes += 1
                lost.examples.append(said.exact[:80])
            elif is_order(quote.exact):
                lost.orders += 1
            else:
                out[quote.source, quote.start, quote.end] = quote
        return tuple(out.values())

    def stands(self, passage: str | None, exact: str | None) -> bool:
        """Whether words stand in what was shown."""
        found = self.locator.find(exact or "", passage or "", self.passages, self.evidence)
        return found is not None and not is_order(found.exact)


def _only(topics: Sequence[str]) -> str | None:
    return topics[0] if len(topics) == 1 else None


def _findings(
    item: ClaimShape, topic: str, quotes: tuple[Quote, ...], earlier: Finding | None
) -> Iterable[Finding]:
    """A claim in the model's words with all its quotes; or each sentence that it quotes as a quotation of its own.

    That two sentences say the same in other words is a judgement, which a quotation has no judge for.
    """
    text = earlier.text if earlier else item.text
    verbatim = earlier.kind is ClaimKind.QUOTATION if earlier else item.kind == "quotation"
    scope = earlier.scope if earlier else _scope(item)
    if not verbatim and not (item.kind not in _OWN_WORDS and fold(text) == fold(quotes[0].exact)):
        kind = earlier.kind if earlier else _OWN_WORDS.get(item.kind, ClaimKind.PARAPHRASE)
        value = earlier.value if earlier else _value(item.value, quotes)
        yield Finding(topic, text, kind, quotes, scope, value)
        return
    for quote in quotes:
        words = " ".join(quote.exact.split())
        value = _value(item.value, (quote,))
        yield Finding(topic, words, ClaimKind.QUOTATION, (quote,), scope, value)


def _add(found: dict[tuple[str, str], Finding], new: Finding) -> None:
    """One finding more, or more quotes for the one that says the same."""
    key = (new.topic, fold(new.text))
    old = found.get(key)
    if old is None:
        found[key] = new
        return
    places = {(q.source, q.start) for q in old.quotes}
    more = tuple(q for q in new.quotes if (q.source, q.start) not in places)
    found[key] = old._replace(quotes=(*old.quotes, *more), value=old.value or new.value)


def _scope(item: ClaimShape) -> Scope:
    def told(text: str | None) -> str | None:
        flat = " ".join((text or "").split())[:300]
        return None if flat.casefold() in {"", "null", "none", "n/a"} else flat

    return Scope(
        date=told(item.date),
        population=told(item.population),
        units=told(item.units),
        dataset=told(item.dataset),
        conditions=told(item.conditions),
    )


def _value(said: str | None, quotes: Sequence[Quote]) -> str | None:
    """The value in normal form, where it stands in the quoted words."""
    there = {value.normal for quote in quotes for value in cached_values(quote.exact)}
    given = cached_values(said[:200]) if said else ()
    return next((v.normal for v in given if v.kind not in _NO_VALUES and v.normal in there), None)
