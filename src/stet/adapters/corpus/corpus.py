"""A corpus: given folders and files, an index over them that is kept up to date, a search and a fetch."""

# Paths may hold bytes that are no text, and a walk of 100,000 files would pay for each Path.
# ruff: noqa: PTH120

import hashlib
import os
import sqlite3
import threading
import zlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Self
from urllib.parse import urlsplit

from stet.adapters.corpus.index import Index, Row, discard, is_damage
from stet.adapters.corpus.manifest import Declared, overlaid, parse_manifest
from stet.adapters.corpus.passages import pieces
from stet.adapters.corpus.rank import Ranked, rank
from stet.adapters.corpus.refresh import read, refresh
from stet.adapters.corpus.scan import Scan, Unreadable, read_file, scan
from stet.adapters.corpus.snippet import snippet
from stet.adapters.corpus.terms import query_terms
from stet.adapters.corpus.values import CorpusLimits, Document, Found, Skipped, Stamp
from stet.adapters.extract import Head
from stet.domain.base import content_id
from stet.domain.evidence import Fetched, Hit, Mark, Page, PageStatus

PROVIDER = "documents"
_NAMED = 20
NO_LIMITS = CorpusLimits()
_DAMAGE = (sqlite3.Error, zlib.error, ValueError)  # ValueError: a row that is not what was written


@dataclass(frozen=True, slots=True)
class _Known:
    """A document on disk, as it was found and as it is shown: `head` has the manifest over it."""

    found: Found
    head: Head
    document: Document


class Corpus:
    """Documents on disk, ready to be searched; safe to use from several threads."""

    def __init__(self, found: Scan, limits: CorpusLimits, today: date) -> None:
        self._limits = limits
        self._today = today
        self._lock = threading.Lock()
        self._passed_over = found.skipped
        self._index = Index.in_memory()
        self._by_key: dict[bytes, _Known] = {}
        self._by_path: dict[str, _Known] = {}
        self._skipped: dict[str, Skipped] = {}
        self._declared, self._complaints = _manifests(found, limits)
        notices = found.notices - self._declared.keys()
        self._complaints += [_about(file) for file in found.found if file.real in notices]
        self._without_file: tuple[str, ...] = ()
        self._found = [file for file in found.found if file.real not in notices]
        self.documents: tuple[Document, ...] = ()
        self.skipped: tuple[Skipped, ...] = ()
        self.notes: tuple[str, ...] = ()

    @classmethod
    def open(
        cls, roots: Sequence[Path], *, index_folder: Path, today: date, limits: CorpusLimits = NO_LIMITS
    ) -> Self:
        """Walk the roots, read what changed since the last time, and be ready to search.

        Documents without usable text are among `skipped`, with what could not be read at all. Where the index
        cannot be kept on disk it is kept in memory, and `notes` says so, with what is wrong in documents that
        can be read all the same.

        Raises:
            NotFound: a root does not exist
        """
        corpus = cls(scan(roots, limits), limits, today)
        corpus._open(index_folder / index_name(roots))
        return corpus

    def close(self) -> None:
        """Close the index."""
        with self._lock:
            self._index.close()

    def search(self, text: str, limit: int, sites: Sequence[str] = ()) -> tuple[Hit, ...]:
        """The documents that answer best, best first. Any text may be asked; an empty one finds nothing.

        A hit's `path` identifies the document; its `url` is the declared address, or else the path again.
        With `sites` (host names), only documents whose address, own or declared, is on one or below it.
        """
        with self._lock:
            try:
                return self._search(text, limit, sites)
            except sqlite3.ProgrammingError:  # it was closed
                raise
            except _DAMAGE as error:
                # The file was damaged, or taken away, while it was open.
                self._in_memory(f"the index could no longer be read ({error})")
                return self._search(text, limit, sites)

    def fetch(self, path: str, *, at: datetime | None = None) -> Fetched:
        """The document with this path, as it is on disk now; any other path is a page that says why not.

        `at` is when it is read; the present moment if not given.
        """
        at = at or datetime.now(UTC)
        known = self._by_path.get(path)
        if known is None:
            skipped = self._skipped.get(path)
            if skipped is None:
                return _empty(path, PageStatus.REFUSED_PATH, "not one of the given documents", at)
            return _empty(path, skipped.status, skipped.reason, at)
        real = known.found.real
        if os.path.realpath(real) != real:
            return _empty(path, PageStatus.REFUSED_PATH, "became a link, or stands behind one", at)
        try:
            raw, stamp = read_file(real, self._limits.max_bytes)
        except Unreadable as error:
            return _empty(path, error.status, error.reason, at)
        return Fetched(page=self._page(known, raw, stamp, at), raw=raw)

    def _open(self, file: Path) -> None:
        for last in (False, True):
            try:
                file.parent.mkdir(parents=True, exist_ok=True)
                self._use(Index.at(file))
                return
            except (*_DAMAGE, OSError) as error:
                self._index.close()
                if last or not is_damage(error) or not discard(file):
                    self._in_memory(f"the index cannot be kept in {file.parent} ({error})")
                    return

    def _in_memory(self, why: str) -> None:
        self._index.close()
        self._without_file = (f"{why}; it is made again in memory each time",)
        self._use(Index.in_memory())

    def _use(self, index: Index) -> None:
        """Bring an index up to date and take it for this corpus."""
        self._index.close()
        self._index = index
        titles = {real: declared.title for real, declared in self._declared.items() if declared.title}
        rows, unreadable = refresh(index, self._found, titles, self._limits)
        self._by_key.clear()
        skipped = [*self._passed_over, *self._complaints, *unreadable]
        for found in self._found:
            key = os.fsencode(found.real)
            row = rows.get(key)
            if row is not None and row.head.status is PageStatus.OK:
                self._by_key[key] = self._document(found, row)
            elif row is not None:
                skipped.append(Skipped(found.path, row.head.status, row.head.reason or row.head.status.value))
        self._by_path = {known.found.path: known for known in self._by_key.values()}
        self._skipped = {item.path: item for item in skipped}
        self.documents = tuple(known.document for known in self._by_key.values())
        self.skipped = tuple(skipped)
        self.notes = (*self._without_file, *_faults(self.documents))

    def _document(self, found: Found, row: Row) -> _Known:
        head = overlaid(row.head, self._declared.get(found.real), self._today)
        values = head.model_dump(exclude={"status"})
        return _Known(found, head, Document(found.path, row.sha256, found.stamp.size, **values))

    def _search(self, text: str, limit: int, sites: Sequence[str]) -> tuple[Hit, ...]:
        terms = query_terms(text).own
        limit = min(limit, len(self.documents))
        hits: list[Hit] = []
        with self._index.transaction("DEFERRED"):
            for ranked, known in self._ranked(text, limit, sites):
                hits.append(
                    Hit(
                        url=known.document.url or known.document.path,
                        path=known.document.path,
                        title=known.document.title,
                        snippet=self._snippet(known, ranked, terms),
                        provider=PROVIDER,
                        rank=len(hits) + 1,
                    )
                )
        return tuple(hits)

    def _ranked(self, text: str, limit: int, sites: Sequence[str]) -> list[tuple[Ranked, _Known]]:
        among = None
        if sites:
            on = [key for key, known in self._by_key.items() if on_site(known.document.url, sites)]
            among = self._index.ids(on)
        ranked = rank(self._index, text, limit, among)
        keys = self._index.keys([item.id for item in ranked])
        # Another process may have added what this one has not seen.
        mine = [(item, self._by_key[keys[item.id]]) for item in ranked if keys.get(item.id) in self._by_key]
        mine.sort(key=lambda pair: (-pair[0].score, pair[1].found.path))
        return mine[: max(0, limit)]

    def _snippet(self, known: _Known, ranked: Ranked, terms: Sequence[str]) -> str | None:
        body = self._index.body(os.fsencode(known.found.real))
        if body is None:
            return None
        text = body[1]
        for number, span in enumerate(pieces(text)):
            if number == ranked.passage:
                return snippet(text, span, terms)
        return None

    def _page(self, known: _Known, raw: bytes, stamp: Stamp, at: datetime) -> Page:
        """The page of these bytes: as indexed when they are the same, else extracted anew."""
        sha256, key = content_id(raw), os.fsencode(known.found.real)
        if sha256 == known.document.sha256:
            with self._lock:
                stored = self._index.body(key)
            if stored is not None and stored[0] == sha256:
                return _page(known.found.path, known.head, sha256, stored[1], stored[2], at)
        made = read(key, known.found, raw, stamp)
        head = overlaid(made.head, self._declared.get(known.found.real), self._today)
        return _page(known.found.path, head, sha256, made.text, made.marks, at)


def index_name(roots: Sequence[Path]) -> str:
    """The file name of the index over these roots, in whatever order and however written."""
    real = b"\0".join(sorted({os.fsencode(os.path.realpath(root)) for root in roots}))
    return f"corpus-{hashlib.sha256(real).hexdigest()[:24]}.sqlite"


def on_site(url: str | None, sites: Sequence[str]) -> bool:
    """Whether an address is on one of the sites (host names) or below one."""
    try:
        host = (urlsplit(url or "").hostname or "").rstrip(".")
    except ValueError:  # a malformed IPv6 literal
        return False
    return any(
        host == site or host.endswith(f".{site}") for site in (s.lower().strip(".") for s in sites) if site
    )


def _manifests(found: Scan, limits: CorpusLimits) -> tuple[dict[str, Declared], list[Skipped]]:
    """What manifests declare, by real path (the nearest one decides), and what is wrong with them."""
    declared: dict[str, Declared] = {}
    complaints: list[Skipped] = []
    for file in found.manifests:
        try:
            raw, _ = read_file(file.real, limits.max_bytes)
        except Unreadable as error:
            complaints.append(Skipped(file.path, error.status, error.reason))
            continue
        manifest = parse_manifest(raw, path=file.path, folder=os.path.dirname(file.real))
        complaints += manifest.skipped
        for real, (number, values) in manifest.declared.items():
            declared[real] = values
            if not os.path.lexists(real):
                complaints.append(
                    Skipped(f"{file.path}:{number}", PageStatus.NOT_FOUND, "names a file that is not there")
                )
    return declared, complaints


def _faults(documents: Sequence[Document]) -> list[str]:
    """What is wrong with documents that can be read all the same, the first few of them by name."""
    faults = [f"{document.path}: {document.reason}" for document in documents if document.reason]
    more = len(faults) - _NAMED
    return faults if more <= 0 else [*faults[:_NAMED], f"{more} more documents have a fault of this kind"]


def _about(file: Found) -> Skipped:
    reason = "stands beside a manifest or profile and tells of the collection; name it with --docs to read it"
    return Skipped(file.path, PageStatus.UNSUPPORTED, reason)


def _page(path: str, head: Head, sha256: str, text: str, marks: tuple[Mark, ...], at: datetime) -> Page:
    values = head.model_dump(exclude={"url_from"})
    return Page(
        **values,
        path=path,
        sha256=sha256,
        text=text,
        text_sha256=content_id(text),
        marks=marks,
        retrieved_at=at,
    )


def _empty(path: str, status: PageStatus, reason: str, at: datetime) -> Fetched:
    return Fetched(page=_page(path, Head(status=status, reason=reason), content_id(b""), "", (), at), raw=b"")
