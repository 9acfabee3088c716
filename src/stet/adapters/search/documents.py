"""Search over documents on disk."""

from decimal import Decimal

from anyio import to_thread

from stet.adapters.corpus import Corpus
from stet.ports import Answer, SearchRequest


class DocumentSearch:
    """The Search port over a corpus."""

    name = "documents"
    usd = Decimal(0)

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    async def search(self, request: SearchRequest) -> Answer:
        """Hits, best first; `path` is the user's own and identifies, `url` is the declared address if any.

        `sites` of the request keep the documents whose manifest or own words give an address there.
        """
        hits = await to_thread.run_sync(self._corpus.search, request.text, request.limit, request.sites)
        return Answer(hits=hits)
