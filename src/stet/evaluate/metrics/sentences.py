"""The sentences of a report as the reviewer reads them, and the claims that they publish."""

from collections.abc import Iterable

from stet.domain.report import Report, Sentence
from stet.report.draft import DraftSentence, kind_of
from stet.research.points import needs_claims


def said_in(report: Report) -> tuple[DraftSentence, ...]:
    """Every sentence of a report, the short answer first."""
    body = (sentence for section in report.sections for sentence in section.sentences)
    return tuple(as_drafted(sentence) for sentence in (*report.answer, *body))


def as_drafted(sentence: Sentence) -> DraftSentence:
    """A sentence of a report with what kind it is, each key once."""
    return DraftSentence(sentence.text, tuple(dict.fromkeys(sentence.claims)), kind_of(sentence.text))


def statements_of(sentences: Iterable[DraftSentence]) -> tuple[DraftSentence, ...]:
    """Those that must name claims by the reviewer's rule: no gap is one, and no line that only opens what follows."""
    return tuple(sentence for sentence in sentences if needs_claims(sentence))


def published(report: Report) -> tuple[str, ...]:
    """The keys that sentences name, each once, in the order in which they are read."""
    return tuple(dict.fromkeys(key for sentence in said_in(report) for key in sentence.claims))
