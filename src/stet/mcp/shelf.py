"""The saved evidence of somebody's runs, and a search over it. Nothing is fetched, and nobody else's is found."""

import threading
from collections.abc import Mapping
from time import monotonic
from typing import Final, NamedTuple

from stet.adapters.corpus.index import Index, Made
from stet.adapters.corpus.rank import rank
from stet.adapters.corpus.values import Stamp
from stet.adapters.extract import Head
from stet.app.place import MOST_LISTED, Place, Who
from stet.domain.events import PageRead
from stet.domain.evidence import PageStatus, Source
from stet.errors import NotFound
from stet.ports import RunRecord
from stet.saved import purged_pages

SECONDS: Final = 12.0
"""How long one search takes in pages that were not looked at before; the next one goes on with the others."""
_MOST_TEXTS = 20_000
"""Texts held in memory; with more, what was looked at is forgotten, and the next search begins anew."""
_STAMP, _HEAD = Stamp(0, 0, 0, 0), Head(status=PageStatus.OK)


class Kept(NamedTuple):
    """A source of a run."""

    run: str
    source: Source

    @property
    def id(self) -> str:
        """As `stet show` takes it: `RUN/S3`."""
        return f"{self.run}/{self.source.id}"


class Found(NamedTuple):
    """The best sources for a query, how many there are in all, and whether every one of them was looked at."""

    best: tuple[Kept, ...]
    among: int
    complete: bool


class Shelf:
    """Full-text search over pages that runs saved, in memory: what is forgotten in the store is in no file of ours."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._lock = threading.Lock()
        self._index = Index.in_memory()
        self._indexed: set[str] = set()
        self._sources: dict[tuple[str, int], tuple[Source, ...]] = {}

    def search(self, who: Who, query: str, limit: int) -> Found:
        """The sources of their newest runs that answer a query best; one text counts once, in its newest run.

        Raises:
            NotAllowed: they may not read
        """
        kept: dict[str, Kept] = {}
        complete = True
        with self._lock:
            end = monotonic() + SECONDS
            if len(self._indexed) > _MOST_TEXTS:
                self._forget()
            for record in self._place.runs(who, MOST_LISTED):
                if monotonic() > end:
                    complete = False
                    break
                for source in self._read_by(record):
                    kept.setdefault(source.text_sha256, Kept(record.id, source))
            self._take_in(kept, end)
            known = [text for text in kept if text in self._indexed]
            ids = self._index.ids(text.encode() for text in known)
            ranked = rank(self._index, query, limit, ids)[:limit]
            texts = self._index.keys([each.id for each in ranked])
        best = tuple(kept[texts[each.id].decode()] for each in ranked)
        return Found(best, len(kept), complete and len(known) == len(kept))

    def _forget(self) -> None:
        self._index.close()
        self._index, self._indexed, self._sources = Index.in_memory(), set(), {}

    def _read_by(self, record: RunRecord) -> tuple[Source, ...]:
        """The sources of a run whose pages are still saved."""
        key = (record.id, record.events)
        if key not in self._sources:
            events = self._place.store.events(record.id)
            gone = purged_pages(events)
            read = (each.event.source for each in events if isinstance(each.event, PageRead))
            sources = tuple(each for each in read if (each.sha256, each.text_sha256) not in gone)
            for old in [each for each in self._sources if each[0] == record.id]:
                del self._sources[old]
            self._sources[key] = sources
        return self._sources[key]

    def _take_in(self, kept: Mapping[str, Kept], end: float) -> None:
        for text in [text for text in kept if text not in self._indexed]:
            if monotonic() > end:
                return
            source = kept[text].source
            try:
                page = self._place.store.page(source.sha256, source.text_sha256)
            except NotFound:
                continue
            # A lone surrogate is one character and so is what stands for it: marks stay where they are.
            words, title = (
                each.encode("utf-8", "replace").decode() for each in (page.text, page.title or "")
            )
            made = Made(text.encode(), _STAMP, source.sha256, _HEAD, words, page.marks, title)
            self._index.write([made], ())
            self._indexed.add(text)
