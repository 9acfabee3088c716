"""Bring an index up to date with the files on disk, reading only what changed."""

# Paths may hold bytes that are no text, and a walk of 100,000 files would pay for each Path.
# ruff: noqa: PTH119

import os
import time
from collections.abc import Mapping, Sequence
from datetime import date

from stet.adapters.corpus.index import Index, Made, Row
from stet.adapters.corpus.scan import Unreadable, read_file
from stet.adapters.corpus.values import CorpusLimits, Found, Skipped, Stamp
from stet.adapters.extract import Head, extract
from stet.domain.base import content_id
from stet.domain.evidence import PageStatus

BATCH = 4_000_000  # characters of text held before they are written
SETTLED_NS = 100_000_000
PASSING = {PageStatus.ERROR, PageStatus.TIMEOUT}  # may be the machine's fault: tried again each time
UNSETTLED = Stamp(-1, -1, -1, -1)


def refresh(
    index: Index, found: Sequence[Found], titles: Mapping[str, str], limits: CorpusLimits
) -> tuple[dict[bytes, Row], list[Skipped]]:
    """Read new and changed files, forget the ones that are gone; the documents' rows, and what failed.

    `titles` are the manifest's, by real path; a document is also found by its title.

    Raises:
        sqlite3.Error: the index cannot be read or written, or is damaged
    """
    work = _Refresh(index, titles, limits)
    for file in found:
        work.look_at(file)
    work.write()
    index.forget(work.known.keys() - work.present)
    return {row.key: row for row in index.rows() if row.key in work.present}, work.unreadable


class _Refresh:
    """What one refresh has seen and still has to write."""

    def __init__(self, index: Index, titles: Mapping[str, str], limits: CorpusLimits) -> None:
        self.index = index
        self.titles = titles
        self.limits = limits
        self.known = {row.key: row for row in index.rows()}
        self.present: set[bytes] = set()
        self.unreadable: list[Skipped] = []
        self.made: list[Made] = []
        self.touched: list[tuple[bytes, Stamp]] = []
        self.held = 0

    def look_at(self, file: Found) -> None:
        """Keep, touch or read again."""
        key = os.fsencode(file.real)
        row = self.known.get(key)
        if row is not None and row.head.status in PASSING:
            row = None
        if row is None or row.stamp != file.stamp:
            try:
                raw, stamp = read_settled(file.real, self.limits.max_bytes)
            except Unreadable as error:
                self.unreadable.append(Skipped(file.path, error.status, error.reason))
                return
            if row is None or row.sha256 != content_id(raw):
                self.take(read(key, file, raw, stamp))
                return
            self.touched.append((key, stamp))
        self.present.add(key)
        if row.title != self.title(file, row.head):
            self.retitle(row, file)

    def take(self, made: Made) -> None:
        """Hold a document until it is written."""
        self.present.add(made.key)
        title = self.titles.get(os.fsdecode(made.key)) or made.title
        self.made.append(made._replace(title=title))
        self.held += len(made.text)
        if self.held > BATCH:
            self.write()

    def title(self, file: Found, head: Head) -> str:
        return self.titles.get(file.real) or head.title or ""

    def retitle(self, row: Row, file: Found) -> None:
        body = self.index.body(row.key)
        if body is not None:
            _, text, marks = body
            title = self.title(file, row.head)
            self.take(Made(row.key, row.stamp, row.sha256, row.head, text, marks, title))

    def write(self) -> None:
        self.index.write(self.made, self.touched)
        self.made, self.touched, self.held = [], [], 0


def read_settled(real: str, max_bytes: int) -> tuple[bytes, Stamp]:
    """The bytes of a file and a stamp that vouches for them.

    A file that changed a moment ago may change again without a new stamp (file systems' clocks tick slowly):
    its stamp is not kept and the file is read again the next time.

    Raises:
        Unreadable
    """
    raw, stamp = read_file(real, max_bytes)
    newest = max(stamp.mtime_ns, stamp.ctime_ns)
    settled = newest < time.time_ns() - SETTLED_NS and stamp.size == len(raw)
    return raw, stamp if settled else UNSETTLED


def read(key: bytes, file: Found, raw: bytes, stamp: Stamp) -> Made:
    """Extract a document, with its dates as they stand there.

    Which of them lie in the future depends on the day of a run, not on the document. Extraction never falls
    back to a weaker date, so they can be refused when a document is shown, and an index outlasts the day.
    """
    # The path's name as text: bytes that are none show as such, and not as the escapes of `file.path`.
    name = os.path.basename(os.fsencode(file.real)).decode("utf-8", "replace")
    got = extract(raw, name=name, today=date.max)
    return Made(key, stamp, content_id(raw), got.head, got.text, got.marks, got.title or "")
