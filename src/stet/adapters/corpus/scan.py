"""Which files the given folders hold: a walk that leaves them never, blocks never and ends always."""

# Paths may hold bytes that are no text, and a walk of 100,000 files would pay for each Path.
# ruff: noqa: PTH110, PTH112, PTH116, PTH118

import os
import stat
from collections.abc import Sequence
from dataclasses import dataclass, field
from io import FileIO
from pathlib import Path

from stet.adapters.corpus.values import CorpusLimits, Found, Skipped, Stamp
from stet.domain.evidence import PageStatus
from stet.errors import NotFound

MANIFEST = "manifest.jsonl"
NOT_DOCUMENTS = frozenset({MANIFEST, "profile.toml"})
_DATA = ".cfg .csv .db .ini .json .jsonl .lock .ndjson .parquet .pickle .pkl .sqlite .toml .tsv .yaml .yml"
DATA_SUFFIXES = frozenset(_DATA.split())
KINDS = (
    (stat.S_ISFIFO, "a named pipe"),
    (stat.S_ISSOCK, "a socket"),
    (stat.S_ISCHR, "a device"),
    (stat.S_ISBLK, "a device"),
)


@dataclass(slots=True)
class Scan:
    """What a walk found; `manifests` are the ones inside the given folders, outer ones first.

    `notices` are the real paths of found READMEs that stand beside a manifest or a profile: they tell of the
    collection, and are documents only where a manifest says so.
    """

    found: list[Found] = field(default_factory=list[Found])
    skipped: list[Skipped] = field(default_factory=list[Skipped])
    manifests: list[Found] = field(default_factory=list[Found])
    notices: set[str] = field(default_factory=set[str])


def shown(path: Path | str) -> str:
    """A path as text that can be printed, stored and sent: POSIX form, undecodable bytes as escapes."""
    text = path.as_posix() if isinstance(path, Path) else path
    return os.fsencode(text).decode("utf-8", "backslashreplace")


def stamp_of(info: os.stat_result) -> Stamp:
    """The stamp of a file; an inode is cut to what SQLite can hold."""
    return Stamp(info.st_size, info.st_mtime_ns, info.st_ctime_ns, info.st_ino & (2**63 - 1))


def inside(real: str, roots: Sequence[str]) -> bool:
    """Whether a resolved path is one of the resolved roots or below one."""
    return any(real == root or real.startswith(root.rstrip(os.sep) + os.sep) for root in roots)


def scan(roots: Sequence[Path], limits: CorpusLimits) -> Scan:
    """Walk the roots in order; every real file once, sorted by path within its root.

    Hidden files and folders are passed over, links are followed only to places inside the roots. A file named
    as a root is read whatever it is called; in a folder, data files are listed as skipped.

    Raises:
        NotFound: a root does not exist
    """
    real_roots = [os.path.realpath(root) for root in roots]
    for root, real in zip(roots, real_roots, strict=True):
        if not os.path.exists(real):
            raise NotFound(
                f"no such file or folder: {shown(root)}", hint="give --docs an existing file or folder"
            )
    walk = _Walk(real_roots, limits)
    for number, (root, real) in enumerate(zip(roots, real_roots, strict=True)):
        walk.number = number
        if os.path.isdir(real):
            walk.folder(root, real)
        else:
            walk.file(root, real, named=True)
    walk.links()
    return walk.result()


class _Walk:
    """The state of one walk. Links wait until all real files are known: a file is cited by its own name."""

    def __init__(self, roots: list[str], limits: CorpusLimits) -> None:
        self.roots = roots
        self.limits = limits
        self.number = 0
        self.seen: set[str] = set()
        self.waiting: list[tuple[int, Path]] = []
        self.found: list[tuple[tuple[int, tuple[str, ...]], Found]] = []
        self.skipped: list[tuple[tuple[int, tuple[str, ...]], Skipped]] = []
        self.manifests: list[Found] = []
        self.notices: set[str] = set()
        self.full = False

    def result(self) -> Scan:
        self.found.sort(key=lambda item: item[0])
        self.skipped.sort(key=lambda item: item[0])
        self.manifests.sort(key=lambda item: (item.real.count(os.sep), item.real))
        return Scan([f for _, f in self.found], [s for _, s in self.skipped], self.manifests, self.notices)

    def folder(self, path: Path, real: str) -> None:
        """Walk a folder without recursion: a deep tree cannot exhaust the stack."""
        stack = [(path, real)]
        while stack and not self.full:
            here, here_real = stack.pop()
            if here_real in self.seen:
                continue
            self.seen.add(here_real)
            below: list[tuple[Path, str]] = []
            entries = self._entries(here, here_real)
            about = not NOT_DOCUMENTS.isdisjoint(entry.name for entry in entries)
            for entry in entries:
                name = here / entry.name
                if about and entry.name.partition(".")[0].lower() == "readme":
                    self.notices.add(os.path.join(here_real, entry.name))
                if entry.is_symlink():
                    self.waiting.append((self.number, name))
                elif entry.is_dir(follow_symlinks=False):
                    below.append((name, os.path.join(here_real, entry.name)))
                else:
                    self.file(name, os.path.join(here_real, entry.name))
            stack.extend(reversed(below))

    def _entries(self, path: Path, real: str) -> list[os.DirEntry[str]]:
        try:
            with os.scandir(real) as entries:
                return sorted((e for e in entries if not e.name.startswith(".")), key=lambda e: e.name)
        except OSError as error:
            self.skip(path, PageStatus.ERROR, f"the folder cannot be read: {error.strerror}")
            return []

    def file(self, path: Path, real: str, *, named: bool = False) -> None:
        """Take a file that is not a link, or say why not."""
        if real in self.seen or self.full:
            return
        self.seen.add(real)
        if len(self.found) + len(self.skipped) >= self.limits.max_files:
            self.full = True
            self.skip(
                path,
                PageStatus.TOO_LARGE,
                f"more than {self.limits.max_files} files: this one and what follows",
            )
            return
        try:
            info = os.stat(real, follow_symlinks=False)
        except OSError as error:
            self.skip(path, PageStatus.ERROR, f"cannot be read: {error.strerror}")
            return
        if not stat.S_ISREG(info.st_mode):
            kind = next((what for test, what in KINDS if test(info.st_mode)), "a special file")
            self.skip(path, PageStatus.UNSUPPORTED, f"{kind}, not a file")
            return
        self._regular(Found(shown(path), real, stamp_of(info)), path, named=named)

    def _regular(self, found: Found, path: Path, *, named: bool) -> None:
        suffix = path.suffix.lower()
        if path.name == MANIFEST and not named:
            self.manifests.append(found)
        elif path.name in NOT_DOCUMENTS and not named:
            return
        elif suffix in DATA_SUFFIXES and not named:
            self.skip(
                path,
                PageStatus.UNSUPPORTED,
                f"a data file ({suffix}); name it with --docs to read it as text",
            )
        elif found.stamp.size > self.limits.max_bytes:
            self.skip(
                path,
                PageStatus.TOO_LARGE,
                f"{found.stamp.size} bytes; at most {self.limits.max_bytes} are read",
            )
        else:
            self.found.append(((self.number, path.parts), found))

    def links(self) -> None:
        """Follow the links that were met: into the roots only, and each real place once."""
        while self.waiting and not self.full:
            self.number, path = self.waiting.pop(0)
            real = os.path.realpath(path)
            if not inside(real, self.roots):
                self.skip(path, PageStatus.REFUSED_PATH, "a link that leaves the given folders")
            elif not os.path.exists(real):
                self.skip(path, PageStatus.NOT_FOUND, "a link to nothing, or to itself")
            elif os.path.isdir(real):
                self.folder(path, real)
            else:
                self.file(path, real)

    def skip(self, path: Path, status: PageStatus, reason: str) -> None:
        self.skipped.append(((self.number, path.parts), Skipped(shown(path), status, reason)))


class Unreadable(Exception):
    """A file could not be read; carries what to say of it."""

    def __init__(self, status: PageStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason


def read_file(real: str, max_bytes: int) -> tuple[bytes, Stamp]:
    """The bytes of a regular file at a resolved path and the stamp they had before reading.

    Never blocks on a pipe and follows no link, should the file have been replaced since it was found.

    Raises:
        Unreadable: with the status to list it under
    """
    flags = (
        os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0)
    )
    try:
        with open(os.open(real, flags), "rb", buffering=0) as file:  # noqa: PTH123 - a descriptor
            info = os.fstat(file.fileno())
            if not stat.S_ISREG(info.st_mode):
                raise Unreadable(PageStatus.UNSUPPORTED, "not a file")
            raw = _bounded(file, info.st_size, max_bytes)
    except FileNotFoundError as error:
        raise Unreadable(PageStatus.NOT_FOUND, "the file is gone") from error
    except OSError as error:
        raise Unreadable(PageStatus.ERROR, f"cannot be read: {error.strerror}") from error
    if len(raw) > max_bytes:
        raise Unreadable(PageStatus.TOO_LARGE, f"more than {max_bytes} bytes")
    return raw, stamp_of(info)


def _bounded(file: FileIO, size: int, max_bytes: int) -> bytes:
    """What a file holds, and no more than it takes to know that this is too much.

    Some files below /proc have no size and no end, or nothing for now (None).
    """
    parts: list[bytes] = []
    left = max_bytes + 1
    while left > 0 and (part := file.read(min(max(size + 1, 65_536), left))):
        parts.append(part)
        left -= len(part)
    return b"".join(parts)
