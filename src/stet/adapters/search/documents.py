"""Search over documents on disk."""

from anyio import to_thread

from stet.adapters.corpus import Corpus
from stet.domain.evidence import Hit
from stet.ports import SearchRequest


class DocumentSearch:
    """The Search port over a corpus."""

    name = "documents"

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    async def search(self, request: SearchRequest) -> tuple[Hit, ...]:
        """Hits, best first; `path` is the user's own and identifies, `url` is the declared address if any.

        `sites` of the request keep the documents whose manifest or own words give an address there.
        """
        return await to_thread.run_sync(self._corpus.search, request.text, request.limit, request.sites)
