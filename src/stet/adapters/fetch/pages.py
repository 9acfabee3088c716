"""Pages out of what was read: pure."""

from collections.abc import Mapping
from datetime import date, datetime
from urllib.parse import urlsplit

from stet.adapters.extract import Extracted
from stet.adapters.extract.walls import find_refusal
from stet.adapters.fetch import addresses, statuses
from stet.adapters.http import Reply
from stet.domain.base import content_id
from stet.domain.evidence import Fetched, Hit, Page, PageStatus
from stet.domain.identity import host

_DETOUR_CHARACTERS = 3_000
_LONGEST_TITLE = 300


def conditions(known: Fetched | None, url: str) -> dict[str, str]:
    """Headers that ask for `url` only where it is no longer as it is known (RFC 9110, section 13.1)."""
    if known is None or known.page.status is not PageStatus.OK or known.page.address != url:
        return {}
    asked = {"if-none-match": known.page.etag, "if-modified-since": known.page.last_modified}
    return {name: value for name, value in asked.items() if value}


def unchanged(known: Fetched, reply: Reply, at: datetime) -> Fetched:
    """What is known, as good as read at this time."""
    marks = {
        "etag": reply.headers.get("etag") or known.page.etag,
        "last_modified": reply.headers.get("last-modified") or known.page.last_modified,
    }
    return known.model_copy(update={"page": known.page.model_copy(update={**marks, "retrieved_at": at})})


def checked(found: Extracted, *, asked: str, final: str) -> Extracted:
    """What was read, unless its words or the redirects say that it is not the page asked for."""
    if found.status is not PageStatus.OK:
        return found
    refusal = None if found.media_type == "text/html" else find_refusal(found.text)
    if refusal is not None:
        return Extracted(status=refusal.status, reason=refusal.reason, media_type=found.media_type)
    astray = addresses.detour(asked, final)
    # A page of its own length behind an address with `login` in it is a page; the home page never is.
    if astray is None or (len(found.text) > _DETOUR_CHARACTERS and astray.status is not PageStatus.NOT_FOUND):
        return found
    return Extracted(status=astray.status, reason=astray.reason, media_type=found.media_type)


def failed(hit: Hit, verdict: statuses.Verdict, final: str, at: datetime) -> Fetched:
    """A page of which nothing was read."""
    nothing = content_id(b"")
    page = Page(
        status=verdict.status,
        reason=verdict.reason,
        url=hit.url,
        final_url=final or None,
        sha256=nothing,
        text_sha256=nothing,
        fetcher="http",
        retrieved_at=at,
    )
    return Fetched(page=page, raw=b"")


def read(
    hit: Hit, found: Extracted, reply: Reply, *, at: datetime, today: date, fetcher: str = "http"
) -> Fetched:
    """The page of what was extracted from an answer."""
    found = found.model_copy(update={**_title(found, reply.url), **_published(found, hit, today)})
    page = Page(
        **found.model_dump(exclude={"url", "url_from", "marks"}),
        marks=found.marks,
        url=hit.url,
        final_url=reply.url,
        canonical_url=found.url,
        sha256=content_id(reply.body),
        text_sha256=content_id(found.text),
        etag=reply.headers.get("etag"),
        last_modified=reply.headers.get("last-modified"),
        fetcher=fetcher,
        retrieved_at=at,
    )
    return Fetched(page=page, raw=reply.body)


def _title(found: Extracted, url: str) -> Mapping[str, str | None]:
    """The page's own title, or one derived from its address and marked so; never another's word for it."""
    if found.title and found.title_from != "file name":
        return {"title": found.title, "title_from": found.title_from}
    if found.status is not PageStatus.OK:
        return {"title": None, "title_from": None}
    last = "".join(c if c.isprintable() else " " for c in addresses.last_part(url))
    derived = found.title or " ".join(last.split()) or host(url) or urlsplit(url).netloc
    return {"title": derived[:_LONGEST_TITLE], "title_from": "url"}


def _published(found: Extracted, hit: Hit, today: date) -> Mapping[str, date | str | None]:
    """When it was published, by the page; by the provider of the hit only where the page says nothing at all."""
    told = hit.published_at
    if found.published_at is not None or found.published_from is not None or told is None:
        return {"published_at": found.published_at, "published_from": found.published_from}
    if told > today:
        return {"published_at": None, "published_from": f"provider, after the as-of date: {told.isoformat()}"}
    return {"published_at": told, "published_from": "provider"}
