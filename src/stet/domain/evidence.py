"""Hits, pages, sources, passages and quotes: from a lead to exact words."""

from datetime import date, datetime
from enum import StrEnum
from typing import Literal

from stet.domain.base import Value
from stet.domain.identity import normalise_url


class Hit(Value):
    """What a search returned: a lead, never evidence.

    `url` is its address; for a document on disk the one that the document declares, or else the user's own path.
    `path` is the user's own path and what identifies a document: many files may declare one address. `provider`
    gave the hit at `rank` (from 1); `also` are the other providers that gave the same address. `published_at` is
    the provider's word for it, believed only where the page itself says nothing.
    """

    url: str
    title: str | None = None
    snippet: str | None = None
    provider: str
    rank: int
    path: str | None = None
    also: tuple[str, ...] = ()
    published_at: date | None = None

    @property
    def identity(self) -> str:
        """What it leads to: a document on disk is its path, a page on the web its normalised address."""
        return self.path if self.path is not None else normalise_url(self.url)


class PageStatus(StrEnum):
    """What became of a fetch; only `ok` has text that may be cited."""

    OK = "ok"
    BLOCKED = "blocked"
    PAYWALLED = "paywalled"
    LOGIN = "login"
    NOT_FOUND = "not_found"
    GONE = "gone"
    ROBOTS = "robots"
    TOO_OLD = "too_old"
    TOO_LARGE = "too_large"
    TIMEOUT = "timeout"
    REFUSED_ADDRESS = "refused_address"
    REFUSED_PATH = "refused_path"
    UNSUPPORTED = "unsupported"
    ENCRYPTED = "encrypted"
    BROKEN = "broken"
    NO_TEXT = "no_text"
    EMPTY = "empty"
    ERROR = "error"


class Mark(Value):
    """A heading, or the start of a page, at `[start, end)` of a page's text.

    A heading's `label` is its text and `level` is 1–6; a page's `label` is its number as printed in the file
    order ("1", "2", …) and its span is empty (`start == end`).
    """

    kind: Literal["heading", "page"]
    start: int
    end: int
    label: str
    level: int = 1


class Page(Value):
    """Fetched bytes and their extracted text, content-addressed.

    `sha256` is the id of the raw bytes, `text_sha256` of `text`; every offset elsewhere counts characters
    (code points) of `text`. `…_from` fields say where a value was found ("front matter", "manifest",
    "json-ld", "meta", "pdf info", "url", "visible text", "h1", "file name", …). `reason` explains a status
    other than `ok`.

    `url` is the address that was asked for, or that a document declares; `final_url` the one that answered after
    redirects; `canonical_url` the one that the page names as its own. `full_text` is all visible text of an
    HTML page, its surroundings too, or the text of a PDF with its tables read down their columns: for finding
    words that the main text leaves out or has in another order; None where `text` is all there is. `etag` and
    `last_modified` are the server's, word for word, for asking again only for what changed; `fetcher` says
    what fetched it (`http`, `browser`, `tavily-extract`, …).
    """

    status: PageStatus
    reason: str | None = None
    url: str | None = None
    path: str | None = None
    media_type: str | None = None
    sha256: str
    text: str = ""
    text_sha256: str
    marks: tuple[Mark, ...] = ()
    title: str | None = None
    title_from: str | None = None
    publisher: str | None = None
    published_at: date | None = None
    published_from: str | None = None
    modified_at: date | None = None
    modified_from: str | None = None
    lang: str | None = None
    final_url: str | None = None
    canonical_url: str | None = None
    full_text: str | None = None
    etag: str | None = None
    last_modified: str | None = None
    fetcher: str | None = None
    retrieved_at: datetime

    @property
    def address(self) -> str | None:
        """Where the text stands: the address that answered."""
        return self.final_url or self.url


class Fetched(Value):
    """A page and the raw bytes it came from."""

    page: Page
    raw: bytes


class Source(Value):
    """A page with usable text, numbered `S1`, `S2`, … in the order it was first read.

    `site` is the registrable domain (or None where the document names no address), `kind` and `authority`
    come from the profile's list alone, for the address that answered. `url` is that address, `original_url` the
    one that led to it where that is another, `canonical_url` the one that the page names as its own,
    `normalized_url` the one spelling of `url` by which pages are told apart. `sha256` is the raw bytes' id,
    `text_sha256` the text's. `providers` are the searches that found it; `doi` and `arxiv` what its addresses
    say of it.
    """

    id: str
    url: str
    normalized_url: str
    original_url: str | None = None
    canonical_url: str | None = None
    doi: str | None = None
    arxiv: str | None = None
    providers: tuple[str, ...] = ()
    path: str | None = None
    title: str | None = None
    title_from: str | None = None
    publisher: str | None = None
    site: str | None = None
    kind: str
    authority: float
    published_at: date | None = None
    published_from: str | None = None
    modified_at: date | None = None
    modified_from: str | None = None
    lang: str | None = None
    retrieved_at: datetime
    media_type: str | None = None
    sha256: str
    text_sha256: str
    query: str | None = None


class Passage(Value):
    """A span `[start, end)` of a source's text, with the heading or page number it stands under."""

    id: str
    source: str
    start: int
    end: int
    heading: str | None = None
    page: int | None = None


class Stance(StrEnum):
    """What a quote does for its claim."""

    SUPPORTS = "supports"
    CONTRADICTS = "contradicts"


class Quote(Value):
    """Exact words of a source: `text[start:end] == exact`, always."""

    source: str
    start: int
    end: int
    exact: str
    page: int | None = None
    heading: str | None = None
    stance: Stance = Stance.SUPPORTS
