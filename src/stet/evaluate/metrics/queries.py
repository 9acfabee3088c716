"""Whether the searches were about the question, and whether they brought anything."""

from collections.abc import Mapping

from stet.domain.events import Searched
from stet.domain.report import Report, ReportQuery
from stet.domain.run import Level
from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics.subject import Subject
from stet.verify.normal import fold
from stet.verify.words import RELATED, content_stems

_SHARED = 2
"""Words of content that make a query one on its topic; of a shorter query or topic all of them."""


def query_relevance(subject: Subject) -> Quotient:
    """Queries that are about what was asked, of all that were issued; asked of several providers, one is counted once.

    One is relevant when it has two words of content (or all, where there are fewer) in common with the question, its
    topic or its gap, synonyms of the domain counted; or when a page that it brought is cited. By words: one in another
    language than the question counts only by what it brought, and one on the topic may still be a poor query.
    """
    queries = {(_folded(query.text), query.topic): query for query in reversed(subject.report.queries)}
    brought = {source.query for source in subject.report.sources if source.cited and source.query is not None}
    part = sum(query.text in brought or _on_topic(query, subject.report) for query in queries.values())
    return Quotient(part=part, of=len(queries))


def _on_topic(query: ReportQuery, report: Report) -> bool:
    topics = {topic.id: topic.text for topic in report.topics}
    if query.topic not in topics:
        return False
    asked = content_stems(f"{report.question} {topics[query.topic]} {query.gap or ''}")
    wanted = {related for stem in asked for related in RELATED.get(stem, {stem})}
    said = set(content_stems(query.text))
    least = min(_SHARED, len(said), len(set(asked)))
    return least > 0 and len(said & wanted) >= least


def redundant_searches(subject: Subject) -> Quotient:
    """Queries that repeat an earlier one or brought no page that an earlier one had not, of those that were answered.

    Two queries are the same when they have the same words of content in any order and inflection. What every provider
    and scope answered to a query is taken together; one that all of them failed on is not counted. Over a handful of
    documents most queries find the same ones and count as redundant, though each may have led to other passages.
    A service that searches by itself (level `single`) does not say what each query brought: there only repeats count.
    """
    told = subject.report.level != Level.SINGLE.value
    known: set[str] = set()
    forms: set[frozenset[str]] = set()
    redundant = 0
    answered = _answered(subject)
    for (_, text), hits in answered.items():
        form = frozenset(content_stems(text)) or frozenset({_folded(text)})
        redundant += form in forms or (told and hits <= known)
        forms.add(form)
        known |= hits
    return Quotient(part=redundant, of=len(answered))


def _answered(subject: Subject) -> Mapping[tuple[int, str], set[str]]:
    """What each query of a round brought, by the identity of its hits, in the order in which they were answered."""
    found: dict[tuple[int, str], set[str]] = {}
    for stamped in subject.events:
        event = stamped.event
        if isinstance(event, Searched):
            brought = found.setdefault((event.round, event.query.text), set())
            brought.update(hit.identity for hit in event.hits)
    return found


def _folded(text: str) -> str:
    return fold(" ".join(text.split())).casefold()
