"""What extraction hands over, and its limits."""

from datetime import date

from pydantic import Field

from stet.domain.base import Value
from stet.domain.evidence import Mark, PageStatus


class Limits(Value):
    """Bounds on one document: bytes, characters of text, and pages, seconds and memory of a PDF."""

    raw_bytes: int = Field(default=25_000_000, ge=1)
    text_chars: int = Field(default=5_000_000, ge=1)
    unpacked_bytes: int = Field(default=100_000_000, ge=1)
    pdf_pages: int = Field(default=5_000, ge=1)
    pdf_seconds: int = Field(default=30, ge=1)
    pdf_memory_bytes: int = Field(default=1_000_000_000, ge=1)


class Head(Value):
    """What a document says about itself, without its text. Each `…_from` says where its value was found."""

    status: PageStatus
    reason: str | None = None
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


class Extracted(Head):
    """Text and what a document says about itself.

    `status` is `ok`, `encrypted`, `broken`, `no_text`, `empty`, `unsupported`, `too_large`, `timeout` or
    `error`; `text` is empty unless it is `ok`. `reason` explains another status, or a tolerated fault of an
    `ok` one. Marks count code points of `text`. `full_text` is all that can be seen of an HTML page, what
    surrounds its main text too, or a PDF's text with its tables read down their columns; None for PDFs without
    such tables, and for other formats.
    """

    text: str = ""
    marks: tuple[Mark, ...] = ()
    full_text: str | None = None

    @property
    def head(self) -> Head:
        """All of it but the text and its marks."""
        return Head.model_validate(self.model_dump(include=set(Head.model_fields)))


class Unreadable(Exception):
    """A document, or a part of it, cannot be used; caught inside this package and turned into a status."""

    def __init__(self, status: PageStatus, reason: str) -> None:
        super().__init__(reason)
        self.status = status
        self.reason = reason
