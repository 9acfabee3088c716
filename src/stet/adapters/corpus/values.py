"""What a corpus says about its files."""

from dataclasses import dataclass
from datetime import date
from typing import NamedTuple

from stet.domain.evidence import PageStatus


@dataclass(frozen=True, slots=True)
class CorpusLimits:
    """How much is read: bytes of one file, and files in all (documents and skipped ones)."""

    max_bytes: int = 25_000_000
    max_files: int = 100_000


@dataclass(frozen=True, slots=True)
class Document:
    """A file that was read and has text.

    `path` is the root as it was given joined with the relative path, in POSIX form; `size` counts bytes,
    `sha256` is the content id of the bytes. `…_from` fields say where a value was found, as in a `Page`.
    `reason` says what was wrong with it and could be passed over.
    """

    path: str
    sha256: str
    size: int
    media_type: str | None = None
    title: str | None = None
    title_from: str | None = None
    publisher: str | None = None
    url: str | None = None
    url_from: str | None = None
    published_at: date | None = None
    published_from: str | None = None
    modified_at: date | None = None
    modified_from: str | None = None
    lang: str | None = None
    reason: str | None = None


@dataclass(frozen=True, slots=True)
class Skipped:
    """A file, folder or manifest line that is not used, and why."""

    path: str
    status: PageStatus
    reason: str


class Stamp(NamedTuple):
    """What the file system says of a file; while all four are equal, the bytes are taken to be equal."""

    size: int
    mtime_ns: int
    ctime_ns: int
    inode: int


class Found(NamedTuple):
    """A regular file that may be read: the path to cite, the real path, and its stamp."""

    path: str
    real: str
    stamp: Stamp
