"""Which documents answer a query best: each is as good as its best passage.

A passage is scored by BM25 over its words and, beside them, its document's title and its heading. So a long
document competes fairly with a short one, and a page that answers in one place is not diluted by the rest.
Measured on SciFact and on a folder of long and short documents, sums over passages, whole texts, pairs of
words and feedback from the first results were all worse or no better (see `benchmarks/retrieval.py`).
"""

from collections.abc import Container
from typing import NamedTuple

from stet.adapters.corpus.index import Index
from stet.adapters.corpus.terms import any_of, query_terms, quoted

CONTEXT = 1.0  # a word of the title or heading counts as much as one in the passage
PASSAGES = 200  # looked at, at least
POSTINGS = 4_500  # matches of words, in all, that one query may cost


class Ranked(NamedTuple):
    """A document's row, the number of its best passage, and its score."""

    id: int
    passage: int
    score: float


def rank(index: Index, query: str, limit: int, among: Container[int] | None = None) -> list[Ranked]:
    """The best documents, best first; `among` are the rows of those that may be returned, if not all."""
    terms = _affordable(index, query)
    if not terms or limit < 1:
        return []
    wanted = max(PASSAGES, 10 * limit) if among is None else -1
    best: dict[int, Ranked] = {}
    for id_, passage, score in index.best(any_of(terms), CONTEXT, wanted):
        if among is None or id_ in among:
            best.setdefault(id_, Ranked(id_, passage, score))
    return list(best.values())


def _affordable(index: Index, query: str) -> list[str]:
    """The words to look for: rare ones first, which tell most, as many as the cost allows, at least two."""
    terms = query_terms(query)
    counted = [(index.frequency(quoted(term)), term) for term in terms.own + terms.related]
    affordable: list[str] = []
    spent = 0
    for count, term in sorted(item for item in counted if item[0]):
        spent += count
        if len(affordable) >= 2 and spent > POSTINGS:
            break
        affordable.append(term)
    return affordable
