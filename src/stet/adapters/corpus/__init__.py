"""Documents on disk as a corpus: what is read, what is skipped and why, and a search over it."""

from stet.adapters.corpus.corpus import Corpus
from stet.adapters.corpus.values import CorpusLimits, Document, Skipped

__all__ = ["Corpus", "CorpusLimits", "Document", "Skipped"]
