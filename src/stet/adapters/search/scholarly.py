"""What Wikipedia and the scholarly services share: a query as plain words, and filters by site that they lack."""

import re

from stet.adapters.search.leads import Row, hits
from stet.ports import Remark, SearchRequest

# What the query languages of Lucene (OpenAlex, Europe PMC, arXiv) and CirrusSearch (Wikipedia) read as an operator
# wherever it stands: phrases, groups, ranges, fields, boosts, wildcards, patterns.
_OPERATORS = re.compile(r"[\"“”„«»()\[\]{}:\\^~*?<>=/]")
# Required, forbidden and doubled operators stand before a word: "C++", "R&D" and "covid-19" stay whole.
_BEFORE_A_WORD = "+-!|&−–—"
_AFTER_A_WORD = ",;.!|&"
_OPERATOR_WORDS = frozenset({"AND", "OR", "NOT", "ANDNOT", "NEAR", "TO"})


def words(text: str) -> str:
    """`text` without anything that a search service could take for an operator; its words stay, in their order.

    An operator that is a word is written small, which makes it a word.
    """
    found = (
        token.lstrip(_BEFORE_A_WORD).rstrip(_AFTER_A_WORD) for token in _OPERATORS.sub(" ", text).split()
    )
    return " ".join(token.lower() if token in _OPERATOR_WORDS else token for token in found if token)


def elsewhere(provider: str, url: str, request: SearchRequest) -> tuple[Remark, ...]:
    """A remark `not_asked` where no page of the one site that a provider knows could be wanted, else nothing."""
    if hits(provider, [Row(url=url)], request.model_copy(update={"limit": 1})):
        return ()
    message = f"{provider} was not asked: the wanted sites leave out its own"
    return (Remark(code="not_asked", message=message),)


def filtered_after(provider: str, request: SearchRequest) -> tuple[Remark, ...]:
    """A remark where sites are wanted from a provider that cannot be asked for them."""
    if not request.sites:
        return ()
    message = f"{provider} cannot filter by site: the wanted sites were applied to what came back"
    return (Remark(code="filter_ignored", message=message),)
