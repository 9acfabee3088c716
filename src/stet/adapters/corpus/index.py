"""The index: one SQLite file with what was extracted and a full-text table over it.

The full-text table holds no copy of the text: what must be removed is made again from the stored text. So an
index after any edits holds exactly what a fresh one would.
"""

import hashlib
import json
import sqlite3
import time
import zlib
from collections.abc import Generator, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import resources
from pathlib import Path
from typing import NamedTuple, Self

from stet._version import __version__
from stet.adapters.corpus.passages import contexts, pieces
from stet.adapters.corpus.terms import for_index
from stet.adapters.corpus.values import Stamp
from stet.adapters.extract import Head
from stet.domain.evidence import Mark, PageStatus

APPLICATION = 0x53544558  # "STEX"
_LAYOUT = 3  # raise it when a table changes; what goes into the tables is told by `_code`
_FILLS = (
    ("stet.adapters.extract", None),
    ("stet.adapters.corpus", ("passages.py", "refresh.py", "stopwords.py", "terms.py")),
)
BUSY_SECONDS = 30.0
WORTH_COMPRESSING = 4_096  # bytes
PIECE_BITS = 20  # a passage's row is its document's row and, in the low bits, its number
_TOKENS = "tokenize = 'porter unicode61 remove_diacritics 2'"
_SCHEMA = f"""
CREATE TABLE documents (
    id INTEGER PRIMARY KEY, key BLOB NOT NULL UNIQUE,
    size INTEGER NOT NULL, mtime_ns INTEGER NOT NULL, ctime_ns INTEGER NOT NULL, inode INTEGER NOT NULL,
    sha256 TEXT NOT NULL, head TEXT NOT NULL, body BLOB NOT NULL, title TEXT NOT NULL
);
CREATE VIRTUAL TABLE passages USING fts5(context, body, content = '', {_TOKENS});
"""


def _code() -> bytes:
    """A digest of the program that fills an index: what other code extracted or cut is made again."""
    digest = hashlib.sha256(f"{_LAYOUT} {__version__}".encode())
    for package, names in _FILLS:
        here = resources.files(package)
        for file in sorted((f for f in here.iterdir() if f.name.endswith(".py")), key=lambda f: f.name):
            if names is None or file.name in names:
                digest.update(file.read_bytes())
    return digest.digest()


VERSION = int.from_bytes(_code()[:4]) & 0x7FFF_FFFF  # what `user_version` can hold


class Row(NamedTuple):
    """A document as the index holds it; `title` is the one it can be found by."""

    id: int
    key: bytes
    stamp: Stamp
    sha256: str
    head: Head
    title: str


class Made(NamedTuple):
    """A document to be written: what was extracted from bytes with this id."""

    key: bytes
    stamp: Stamp
    sha256: str
    head: Head
    text: str
    marks: tuple[Mark, ...]
    title: str


class Index:
    """An open index; one connection, to be used by one thread at a time."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    @classmethod
    def in_memory(cls) -> Self:
        """An index that ends with the program."""
        db = sqlite3.connect(":memory:", check_same_thread=False, isolation_level=None)
        db.executescript(_SCHEMA)
        return cls(db)

    @classmethod
    def at(cls, path: Path) -> Self:
        """The index in this file, made when there is none.

        Raises:
            sqlite3.Error: the file cannot be opened or written, or is no index of this version
        """
        db = sqlite3.connect(path, timeout=BUSY_SECONDS, check_same_thread=False, isolation_level=None)
        try:
            _prepare(db)
        except BaseException:
            db.close()
            raise
        return cls(db)

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def rows(self) -> Iterator[Row]:
        """Every document, without its text."""
        for id_, key, size, mtime, ctime, inode, sha256, head, title in self._db.execute(
            "SELECT id, key, size, mtime_ns, ctime_ns, inode, sha256, head, title FROM documents"
        ):
            stamp = Stamp(size, mtime, ctime, inode)
            yield Row(id_, key, stamp, sha256, Head.model_validate_json(head), title)

    def body(self, key: bytes) -> tuple[str, str, tuple[Mark, ...]] | None:
        """The id of the bytes, the text and the marks of a document, or None where there is no such row."""
        row = self._db.execute("SELECT sha256, body FROM documents WHERE key = ?", (key,)).fetchone()
        return None if row is None else (row[0], *unpack(row[1]))

    def write(self, made: Iterable[Made], touched: Iterable[tuple[bytes, Stamp]]) -> None:
        """In one transaction: documents as they are now, and new stamps of unchanged ones."""
        with self.transaction():
            for item in made:
                self._remove(item.key)
                self._insert(item)
            self._db.executemany(
                "UPDATE documents SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ? WHERE key = ?",
                [(*stamp, key) for key, stamp in touched],
            )

    def forget(self, keys: Iterable[bytes]) -> None:
        """Remove documents."""
        with self.transaction():
            for key in keys:
                self._remove(key)

    def _insert(self, item: Made) -> None:
        cursor = self._db.execute(
            "INSERT INTO documents (key, size, mtime_ns, ctime_ns, inode, sha256, head, body, title) "
            "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)",
            (
                item.key,
                *item.stamp,
                item.sha256,
                item.head.model_dump_json(),
                pack(item.text, item.marks),
                item.title,
            ),
        )
        if item.head.status is PageStatus.OK and cursor.lastrowid is not None:
            self._full_text(cursor.lastrowid, item.title, item.text, item.marks, remove=False)

    def _remove(self, key: bytes) -> None:
        row = self._db.execute("SELECT id, head, body, title FROM documents WHERE key = ?", (key,)).fetchone()
        if row is None:
            return
        id_, head, body, title = row
        if Head.model_validate_json(head).status is PageStatus.OK:
            self._full_text(id_, title, *unpack(body), remove=True)
        self._db.execute("DELETE FROM documents WHERE id = ?", (id_,))

    def _full_text(self, id_: int, title: str, text: str, marks: tuple[Mark, ...], *, remove: bool) -> None:
        spans = list(pieces(text))[: 1 << PIECE_BITS]
        over = contexts(title, text, marks, [start for start, _ in spans])
        rows = [
            (id_ << PIECE_BITS | n, for_index(context), for_index(text[start:end]))
            for n, ((start, end), context) in enumerate(zip(spans, over, strict=True))
        ]
        if remove:
            sql = "INSERT INTO passages (passages, rowid, context, body) VALUES ('delete', ?, ?, ?)"
        else:
            sql = "INSERT INTO passages (rowid, context, body) VALUES (?, ?, ?)"
        self._db.executemany(sql, rows)

    def frequency(self, match: str) -> int:
        """How many passages match an FTS5 expression."""
        return self._db.execute("SELECT count(*) FROM passages WHERE passages MATCH ?", (match,)).fetchone()[
            0
        ]

    def best(self, match: str, context_weight: float, limit: int) -> list[tuple[int, int, float]]:
        """Documents' rows, passages' numbers and BM25 (more is better), best passages first."""
        low = (1 << PIECE_BITS) - 1
        found = self._db.execute(
            "SELECT rowid, -rank FROM passages WHERE passages MATCH ? AND rank MATCH ? ORDER BY rank LIMIT ?",
            (match, f"bm25({context_weight:f}, 1.0)", limit),
        )
        return [(row >> PIECE_BITS, row & low, score) for row, score in found]

    def keys(self, ids: Sequence[int]) -> dict[int, bytes]:
        """The keys of documents' rows; a row that is gone is left out."""
        sql = "SELECT id, key FROM documents WHERE id IN (SELECT value FROM json_each(?))"
        return dict(self._db.execute(sql, (json.dumps(list(ids)),)))

    def ids(self, keys: Iterable[bytes]) -> frozenset[int]:
        """The rows of documents."""
        sql = "SELECT id FROM documents WHERE key = ?"
        return frozenset(row[0] for key in keys for row in self._db.execute(sql, (key,)))

    @contextmanager
    def transaction(self, kind: str = "IMMEDIATE") -> Generator[None]:
        """All or nothing; `DEFERRED` gives readers one state of the index over several statements."""
        self._db.execute(f"BEGIN {kind}")
        try:
            yield
        except BaseException:
            if self._db.in_transaction:  # a full disk has already ended it
                self._db.execute("ROLLBACK")
            raise
        self._db.execute("COMMIT")


def _prepare(db: sqlite3.Connection) -> None:
    """Write-ahead logging and the tables; two processes may do this at the same moment."""
    deadline = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            # The change to WAL does not wait for other connections by itself.
            db.execute("PRAGMA journal_mode = WAL")
            break
        except sqlite3.OperationalError as error:
            if not is_busy(error) or time.monotonic() > deadline:
                raise
            time.sleep(0.02)
    # A lost index is made again; an fsync at each commit would buy nothing.
    db.execute("PRAGMA synchronous = NORMAL")
    db.execute("BEGIN IMMEDIATE")
    known = (
        db.execute("PRAGMA application_id").fetchone()[0],
        db.execute("PRAGMA user_version").fetchone()[0],
    )
    tables = db.execute("SELECT count(*) FROM sqlite_master").fetchone()[0]
    if known != (APPLICATION, VERSION):
        if tables:
            raise sqlite3.DatabaseError("not an index of this version")
        for statement in _SCHEMA.split(";"):
            db.execute(statement)
        db.execute(f"PRAGMA application_id = {APPLICATION}")
        db.execute(f"PRAGMA user_version = {VERSION}")
    db.execute("COMMIT")


def is_busy(error: sqlite3.Error) -> bool:
    """Whether another process holds the file."""
    return getattr(error, "sqlite_errorname", "").startswith(("SQLITE_BUSY", "SQLITE_LOCKED"))


def is_damage(error: Exception) -> bool:
    """Whether the file is no (whole) index of ours, as against one that cannot be reached or written."""
    name = getattr(error, "sqlite_errorname", None)
    if name is None:
        return not isinstance(error, OSError)
    return name.startswith(("SQLITE_CORRUPT", "SQLITE_NOTADB", "SQLITE_MISMATCH")) or name == "SQLITE_ERROR"


def discard(path: Path) -> bool:
    """Remove an index's files; False where that is not possible. Who has them open keeps a whole copy."""
    try:
        for suffix in ("", "-wal", "-shm"):
            path.with_name(path.name + suffix).unlink(missing_ok=True)
    except OSError:
        return False
    return True


def pack(text: str, marks: Sequence[Mark]) -> bytes:
    """Text and marks, compressed where that is worth its time."""
    head = json.dumps([[m.kind, m.start, m.end, m.label, m.level] for m in marks]) if marks else "[]"
    plain = f"{head}\n{text}".encode("utf-8", "surrogatepass")
    return plain if len(plain) < WORTH_COMPRESSING else zlib.compress(plain, 1)


def unpack(body: bytes) -> tuple[str, tuple[Mark, ...]]:
    """The inverse of `pack`."""
    plain = body if body.startswith(b"[") else zlib.decompress(body)
    head, _, text = plain.decode("utf-8", "surrogatepass").partition("\n")
    return text, tuple(
        Mark(kind=k, start=s, end=e, label=label, level=n) for k, s, e, label, n in json.loads(head)
    )
