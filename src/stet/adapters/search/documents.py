"""Search over documents on disk."""

from anyio import to_thread

from stet.adapters.corpus import Corpus
from stet.domain.evidence import Hit
from stet.ports import SearchRequest


class DocumentSearch:
    """The Search port over a corpus; `sites` of a request mean nothing to files and are not looked at."""

    name = "documents"

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    async def search(self, request: SearchRequest) -> tuple[Hit, ...]:
        """Hits, best first. Each is a document by the user's own path, in `url` and `path` alike; raises nothing."""
        return await to_thread.run_sync(self._corpus.search, request.text, request.limit)
