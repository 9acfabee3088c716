"""Documents on disk as pages."""

from anyio import to_thread

from stet.adapters.corpus import Corpus
from stet.domain.evidence import Fetched, Hit
from stet.ports import Clock


class DocumentFetch:
    """The Fetch port over a corpus: only the documents of the given folders, whatever a hit names."""

    def __init__(self, corpus: Corpus, clock: Clock) -> None:
        self._corpus = corpus
        self._clock = clock

    async def fetch(self, hit: Hit, known: Fetched | None = None) -> Fetched:
        """The page of a document, read from disk now; a path that is not a document's gets `refused_path`."""
        path = hit.url if hit.path is None else hit.path
        return await to_thread.run_sync(lambda: self._corpus.fetch(path, at=self._clock.now()))
