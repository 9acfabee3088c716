"""Which documents answer a query best: the whole text and its best passage each have a say."""

from typing import NamedTuple

from stet.adapters.corpus.index import Index
from stet.adapters.corpus.terms import any_of, query_terms

TITLE = 1.5
CONTEXT = 1.0
WHOLE = 0.5
WIDTH = 200  # how many passages are looked at; whole texts: the same


class Ranked(NamedTuple):
    """A document's row, its score and the number of its best passage (0 when none stood out)."""

    id: int
    score: float
    passage: int


def rank(index: Index, query: str, limit: int) -> list[Ranked]:
    """The best documents, best first."""
    terms = query_terms(query)
    if not terms or limit < 1:
        return []
    match = any_of(terms)
    width = max(WIDTH, limit)
    best: dict[int, tuple[int, float]] = {}
    for id_, number, score in index.best_passages(match, CONTEXT, width):
        best.setdefault(id_, (number, score))
    whole = dict(index.best_texts(match, TITLE, width))
    ranked = [
        Ranked(
            id_,
            WHOLE * whole.get(id_, 0.0) + (1 - WHOLE) * best.get(id_, (0, 0.0))[1],
            best.get(id_, (0, 0.0))[0],
        )
        for id_ in whole.keys() | best.keys()
    ]
    return sorted(ranked, key=lambda r: -r.score)
