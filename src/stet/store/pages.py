"""Pages: raw bytes and text by their content, compressed, written once."""

import json
import zlib

import sqlalchemy as sa

from stet.domain.base import content_id
from stet.domain.evidence import Fetched, Page
from stet.errors import IntegrityError, NotFound
from stet.store.database import Database
from stet.store.rows import Cell, json_text, page_seal
from stet.store.schema import PAGES

_THIS = (PAGES.c.sha256 == sa.bindparam("sha256"), PAGES.c.text_sha256 == sa.bindparam("text_sha256"))
_EXISTS = sa.select(PAGES.c.sha256).where(*_THIS)
_PAGE = sa.select(PAGES.c.page, PAGES.c.text, PAGES.c.full_text).where(*_THIS)
_RAW = sa.select(PAGES.c.raw).where(PAGES.c.sha256 == sa.bindparam("sha256")).limit(1)

# Somebody else may save the same content meanwhile, which is all that is wanted.
_INSERT = sa.text(
    "INSERT INTO pages (sha256, text_sha256, page, raw, text, full_text, seal) "
    "VALUES (:sha256, :text_sha256, :page, :raw, :text, :full_text, :seal) ON CONFLICT DO NOTHING"
)

_GONE = "where its time was over, stet audit RUN says so"


class Pages:
    """The store's PageStore."""

    database: Database

    def put(self, fetched: Fetched) -> None:
        """See `ports.PageStore.put`.

        Raises:
            IntegrityError: the page's ids are not those of its bytes and text; nothing is written
        """
        page = fetched.page
        ids = {"sha256": page.sha256, "text_sha256": page.text_sha256}
        with self.database.reading() as connection:
            if connection.execute(_EXISTS, ids).first() is not None:
                return
        if (content_id(fetched.raw), content_id(page.text)) != (page.sha256, page.text_sha256):
            raise IntegrityError(
                f"the page {page.url or page.path} does not have the content that its ids name"
            )
        row: dict[str, Cell] = {
            **ids,
            "page": json_text(page.model_dump(mode="json", exclude={"text", "full_text"})),
            "raw": zlib.compress(fetched.raw),
            "text": _packed(page.text),
            "full_text": None if page.full_text is None else _packed(page.full_text),
        }
        with self.database.writing() as connection:
            connection.execute(_INSERT, {**row, "seal": page_seal(row)})

    def page(self, sha256: str, text_sha256: str) -> Page:
        """See `ports.PageStore.page`.

        Raises:
            NotFound: no such page
            IntegrityError: the text saved is not the text that was written
        """
        with self.database.reading() as connection:
            row = connection.execute(_PAGE, {"sha256": sha256, "text_sha256": text_sha256}).one_or_none()
            if row is None:
                raise NotFound(f"no page {sha256} with the text {text_sha256} is saved", hint=_GONE)
            text = unpacked(row[1], text_sha256).decode("utf-8", "surrogatepass")
            full_text = None if row[2] is None else _inflated(row[2], text_sha256)
            return Page.model_validate({**json.loads(row[0]), "text": text, "full_text": full_text})

    def raw(self, sha256: str) -> bytes:
        """The bytes of a page as they were fetched.

        Raises:
            NotFound: no such page
            IntegrityError: the bytes saved are not the bytes that were written
        """
        with self.database.reading() as connection:
            row = connection.execute(_RAW, {"sha256": sha256}).one_or_none()
        if row is None:
            raise NotFound(f"no page {sha256} is saved", hint=_GONE)
        return unpacked(row[0], sha256)


def _packed(text: str) -> bytes:
    return zlib.compress(text.encode("utf-8", "surrogatepass"))


def _inflated(data: bytes, page: str) -> str:
    return _decompressed(data, page).decode("utf-8", "surrogatepass")


def _decompressed(data: bytes, expected: str) -> bytes:
    try:
        return zlib.decompress(data)
    except zlib.error as error:
        raise IntegrityError(f"the page with the content {expected} is damaged: {error}") from error


def unpacked(data: bytes, expected: str) -> bytes:
    """The bytes of a zlib stream, which must have the id `expected`."""
    content = _decompressed(data, expected)
    if content_id(content) != expected:
        raise IntegrityError(f"the page with the content {expected} does not have that content any more")
    return content
