"""Crossref, the registry of most DOIs; no key.

Source of the format: api.crossref.org, `GET /works?query.bibliographic=`.
"""

from datetime import date
from decimal import Decimal
from typing import ClassVar
from urllib.parse import quote

from pydantic import BaseModel, Field

from stet.adapters.http import Http
from stet.adapters.search.leads import Row, answer, noting
from stet.adapters.search.query import fitted, ignored
from stet.adapters.search.scholarly import elsewhere, words
from stet.adapters.search.service import Service, parsed
from stet.domain.identity import doi_of
from stet.ports import Answer, Remark, SearchRequest

NAME = "crossref"
_FIELDS = "DOI,title,abstract,published,published-online,published-print,issued"
_CHARACTERS = 400
_MOST_HITS = 100
_SITE = "https://doi.org"


class _Day(BaseModel):
    parts: list[list[int | None] | None] = Field(default=[], alias="date-parts")


class _Item(BaseModel):
    doi: str | None = Field(default=None, alias="DOI")
    title: list[str | None] | None = None
    abstract: str | None = None
    published: _Day | None = None
    online: _Day | None = Field(default=None, alias="published-online")
    printed: _Day | None = Field(default=None, alias="published-print")
    issued: _Day | None = None


class _Message(BaseModel):
    items: list[_Item]


class _Results(BaseModel):
    message: _Message


class Crossref:
    """The Search port over Crossref; `contact`, an e-mail address, is answered before those without one."""

    name = NAME
    usd: Decimal | None = Decimal(0)
    key_variable: ClassVar[str | None] = None

    def __init__(
        self, http: Http, base_url: str = "https://api.crossref.org", contact: str | None = None
    ) -> None:
        self._service = Service(http, NAME)
        self._url = f"{base_url.rstrip('/')}/works"
        self._contact = contact

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; every hit is the address of a DOI."""
        params, remarks = _asked(request)
        away = elsewhere(NAME, _SITE, request)
        if away or not params["query.bibliographic"]:
            return Answer(hits=(), remarks=away)
        if self._contact:
            params["mailto"] = self._contact
        body = await self._service.ask("GET", self._url, params=params)
        return noting(parse(body, request), remarks)


def _asked(request: SearchRequest) -> tuple[dict[str, str], tuple[Remark, ...]]:
    text, remarks = fitted(words(request.text), characters=_CHARACTERS)
    params = {
        "query.bibliographic": text,
        "rows": str(min(max(request.limit, 1), _MOST_HITS)),
        "select": _FIELDS,
    }
    if request.since:
        params["filter"] = f"from-pub-date:{request.since.isoformat()}"
    if request.lang:
        remarks += (ignored(NAME, "language"),)
    return params, remarks


def parse(payload: bytes, request: SearchRequest) -> Answer:
    """The answer in a body of `GET /works`.

    Raises:
        BadAnswer: the body has another shape
    """
    rows = [
        Row(
            url=_address(item.doi),
            title=next((title for title in item.title or () if title), None),
            snippet=item.abstract,
            published_at=_published(item),
        )
        for item in parsed(_Results, payload, NAME).message.items
    ]
    return answer(NAME, rows, request)


def _address(doi: str | None) -> str | None:
    url = f"{_SITE}/{quote(doi.strip(), safe='/:;()')}" if doi else ""
    return url if doi_of(url) else None


def _published(item: _Item) -> date | None:
    """The first of its dates that is a whole day; a year, or a month, is none."""
    dates = (item.published, item.online, item.printed, item.issued)
    return next((day for given in dates if given and (day := _day(given))), None)


def _day(given: _Day) -> date | None:
    parts = [part for part in (given.parts[0] or ()) if part is not None] if given.parts else []
    if len(parts) != 3:
        return None
    try:
        return date(*parts)
    except (ValueError, OverflowError):
        return None
