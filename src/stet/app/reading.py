"""Looking by hand: at single pages and files, and at what single searches bring. Nothing of it is kept."""

import asyncio
import errno
import os
import re
import stat
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack, closing
from datetime import date
from typing import NamedTuple

import anyio
from anyio import to_thread

from stet.adapters.corpus.scan import KINDS, Unreadable, read_file, shown
from stet.adapters.extract import Extracted, Limits
from stet.adapters.fetch.apart import Apart
from stet.app.app import App
from stet.confidence.profile import Profile
from stet.confidence.sites import registrable_domain
from stet.domain.base import Value, content_id
from stet.domain.evidence import Hit, Page, PageStatus
from stet.errors import ProviderError, StetError, Unavailable
from stet.ports import Answer, Fetch, Search, SearchRequest
from stet.research.passages import Outline, cut
from stet.research.searching import agreed, together

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+:")
_WEB = re.compile(r"https?:", re.IGNORECASE)
_AHEAD = 8
"""Pages that are fetched side by side; what is told stays in order."""
_PDF = "application/pdf"
_NO_FILE = frozenset({errno.ENOENT, errno.ENOTDIR, errno.ENAMETOOLONG, errno.ELOOP})


class SeenPassage(Value):
    """A passage: a span `[start, end)` of `text`, with the heading and the page of a PDF it stands on."""

    start: int
    end: int
    heading: str | None
    page: int | None


class Seen(Value):
    """What the program sees of a page or file, as `stet read --json` prints it.

    `url` is the address that answered, or the one that a file was given or declares; without one it is the path.
    `site`, `kind` and `authority` are the profile's word for that address. `text` is the main text, in whose
    characters (code points) all offsets count; `full_text` is all that can be seen, of a PDF its tables read down their
    columns, and the same where there is no more. `pages` is the number of pages of a PDF. `seconds` is the time from
    asking to having the passages.
    """

    status: PageStatus
    url: str
    title: str | None
    title_from: str | None
    published_at: date | None
    published_from: str | None
    modified_at: date | None
    modified_from: str | None
    lang: str | None
    media_type: str | None
    site: str | None
    kind: str
    authority: float
    text: str
    full_text: str
    passages: tuple[SeenPassage, ...]
    pages: int | None
    seconds: float


class Look(NamedTuple):
    """What became of one place: `reason` explains a status; `missing` is a file that is not there."""

    place: str
    seen: Seen
    reason: str | None
    missing: bool


class Told(NamedTuple):
    """What one provider said: an answer, or an error; `seconds` as they passed, a wait for its turn included."""

    name: str
    answer: Answer | None
    error: StetError | None
    seconds: float


def is_address(place: str) -> bool:
    """Whether a place is an address and no file: one of the web, or of another scheme where no such file exists."""
    if _WEB.match(place):
        return True
    return _SCHEME.match(place) is not None and not os.path.lexists(place)


async def look_at(
    app: App,
    places: Sequence[str],
    tell: Callable[[Look], None],
    *,
    address: str | None,
    profile: Profile,
    today: date,
) -> None:
    """Read pages and files, and tell what was seen of each, in their order; none of them stops the others.

    Pages pass the same guard, robots rules and turns as in a run, files the same limits as documents. `address` is
    where a saved file came from. A file is read in a process of its own, one file at a time.
    """
    async with AsyncExitStack() as held:
        fetch = None
        if any(map(is_address, places)):
            await held.enter_async_context(app.web.in_use())
            fetch = app.web.fetch(today)
        apart = held.enter_context(closing(Apart(processes=1)))
        looking = _Looking(app, fetch, apart, address, profile, today)
        if not all(map(is_address, places)):
            await looking.warm()
        left, under_way = deque(places), deque[asyncio.Task[Look]]()
        try:
            while left or under_way:
                while left and len(under_way) < _AHEAD:
                    under_way.append(asyncio.create_task(looking.look(left.popleft())))
                tell(await under_way[0])
                under_way.popleft()
        finally:
            for task in under_way:
                task.cancel()
            await asyncio.gather(*under_way, return_exceptions=True)


async def ask_each(
    app: App,
    searches: Sequence[str | Search],
    request: SearchRequest,
    *,
    seconds: float | None = None,
) -> tuple[Told, ...]:
    """Ask providers side by side, by name or as they are; what fails is told and stops none of the others.

    `seconds` is how long each may take, its turn included.
    """
    return tuple(await together(_told(app, search, request, seconds) for search in searches))


async def _told(app: App, search: str | Search, request: SearchRequest, seconds: float | None) -> Told:
    name = search if isinstance(search, str) else search.name
    start = app.clock.monotonic()
    answer: Answer | None = None
    error: StetError | None = None
    try:
        with anyio.fail_after(seconds):
            made = app.web.search(search) if isinstance(search, str) else search
            answer = agreed(Answer.model_validate, await made.search(request), name)
    except TimeoutError:
        error = Unavailable(f"{name}: no answer within {seconds:g} s")
    except StetError as failed:
        error = failed
    return Told(name, answer, error, app.clock.monotonic() - start)


class _Looking:
    """What all looks share."""

    def __init__(
        self,
        app: App,
        fetch: Fetch | None,
        apart: Apart,
        address: str | None,
        profile: Profile,
        today: date,
    ) -> None:
        self._clock = app.clock
        self._fetch = fetch
        self._apart = apart
        self._address = address
        self._profile = profile
        self._today = today
        self._one = asyncio.Lock()

    async def warm(self) -> None:
        """Have the reading process ready, so that the first file's seconds are its own."""
        await self._extract(b"<p>Ready.</p>", "ready.html")

    async def look(self, place: str) -> Look:
        """What is seen at a place."""
        if self._fetch is not None and is_address(place):
            return await self._page(self._fetch, shown(place))
        async with self._one:
            return await self._file(place)

    async def _page(self, fetch: Fetch, url: str) -> Look:
        start = self._clock.monotonic()
        try:
            page = (await fetch.fetch(Hit(url=url, provider="read", rank=1))).page
        except ProviderError as error:
            page = self._nothing(PageStatus.ERROR, error.message, url=url)
        return self._seen(url, page, start)

    async def _file(self, place: str) -> Look:
        start = self._clock.monotonic()
        try:
            raw = await to_thread.run_sync(bytes_of, place)
        except Unreadable as error:
            page = self._nothing(error.status, error.reason, url=self._address)
            return self._seen(shown(place), page, start, missing=error.status is PageStatus.NOT_FOUND)
        found = await self._extract(raw, os.path.basename(shown(place)))  # noqa: PTH119 - text, and no path
        page = Page(
            **found.model_dump(exclude={"url", "url_from", "marks"}),
            marks=found.marks,
            url=self._address or found.url,
            sha256=content_id(raw),
            text_sha256=content_id(found.text),
            retrieved_at=self._clock.now(),
        )
        return self._seen(shown(place), page, start)

    async def _extract(self, raw: bytes, name: str) -> Extracted:
        return await self._apart.extract(
            raw, name=name, declared_type=None, url=self._address, today=self._today, limits=Limits()
        )

    def _nothing(self, status: PageStatus, reason: str, *, url: str | None) -> Page:
        nothing = content_id(b"")
        now = self._clock.now()
        return Page(
            status=status, reason=reason, url=url, sha256=nothing, text_sha256=nothing, retrieved_at=now
        )

    def _seen(self, place: str, page: Page, start: float, *, missing: bool = False) -> Look:
        address = page.address
        kind, authority = self._profile.classify(address)
        passages = _passages(page)
        paged = page.media_type == _PDF and page.status is PageStatus.OK
        seen = Seen(
            **{name: getattr(page, name) for name in Seen.model_fields.keys() & _AS_THEY_ARE},
            url=address or place,
            site=registrable_domain(address) if address else None,
            kind=kind,
            authority=authority,
            full_text=page.full_text or page.text,
            passages=passages,
            pages=sum(mark.kind == "page" for mark in page.marks) if paged else None,
            seconds=round(self._clock.monotonic() - start, 4),
        )
        return Look(place, seen, page.reason, missing)


_AS_THEY_ARE = Page.model_fields.keys() - {"url", "full_text"}


def _passages(page: Page) -> tuple[SeenPassage, ...]:
    outline = Outline(page.marks)
    return tuple(
        SeenPassage(start=s.start, end=s.end, heading=outline.heading(s.start), page=outline.page(s.start))
        for s in cut(page)
    )


def bytes_of(place: str) -> bytes:
    """The bytes of a file that a person named, behind links too; nothing but a regular file is opened.

    Raises:
        Unreadable: with the status to tell
    """
    try:
        mode = os.stat(place).st_mode  # noqa: PTH116 - a name may hold bytes that are no text
    except OSError as error:
        if error.errno in _NO_FILE:
            raise Unreadable(PageStatus.NOT_FOUND, "no such file") from error
        raise Unreadable(PageStatus.ERROR, f"cannot be read: {error.strerror}") from error
    if not stat.S_ISREG(mode):
        what = next((what for test, what in KINDS if test(mode)), "a folder")
        raise Unreadable(PageStatus.UNSUPPORTED, f"{what}, not a file")
    return read_file(os.path.realpath(place), Limits().raw_bytes)[0]
