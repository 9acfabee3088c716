"""Europe PMC, literature of the life sciences; no key.

Source of the format: europepmc.org/RestfulWebService, `GET /webservices/rest/search`.
"""

from decimal import Decimal
from typing import ClassVar
from urllib.parse import quote

from pydantic import BaseModel, Field

from stet.adapters.http import Http
from stet.adapters.search.leads import Row, answer, noting, published
from stet.adapters.search.query import fitted, ignored
from stet.adapters.search.scholarly import filtered_after, words
from stet.adapters.search.service import Service, own_words, parsed
from stet.errors import BadAnswer
from stet.ports import Answer, Remark, SearchRequest

NAME = "europepmc"
_CHARACTERS = 400
_MOST_HITS = 50  # one of them may be long
_LAST_DAY = "3000-12-31"  # a range of dates needs an end
_FREE = frozenset({"OA", "F"})  # "open access" and "free"


class _Link(BaseModel):
    url: str | None = None
    style: str | None = Field(default=None, alias="documentStyle")
    access: str | None = Field(default=None, alias="availabilityCode")


class _Links(BaseModel):
    links: list[_Link] = Field(default=[], alias="fullTextUrl")


class _Paper(BaseModel):
    id: str | None = None
    source: str | None = None
    doi: str | None = None
    title: str | None = None
    abstract: str | None = Field(default=None, alias="abstractText")
    first_published: str | None = Field(default=None, alias="firstPublicationDate")
    full_text: _Links | None = Field(default=None, alias="fullTextUrlList")


class _List(BaseModel):
    result: list[_Paper]


class _Results(BaseModel):
    found: _List | None = Field(default=None, alias="resultList")


class EuropePmc:
    """The Search port over Europe PMC; `contact`, an e-mail address, is told of changes to the service."""

    name = NAME
    usd: Decimal | None = Decimal(0)
    key_variable: ClassVar[str | None] = None

    def __init__(
        self, http: Http, base_url: str = "https://www.ebi.ac.uk/europepmc", contact: str | None = None
    ) -> None:
        self._service = Service(http, NAME)
        self._url = f"{base_url.rstrip('/')}/webservices/rest/search"
        self._contact = contact

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; it cannot filter by site, so many papers are asked for and few may remain."""
        params, remarks = _asked(request)
        if not params["query"]:
            return Answer(hits=())
        if self._contact:
            params["email"] = self._contact
        body = await self._service.ask("GET", self._url, params=params)
        return noting(parse(body, request), remarks)


def _asked(request: SearchRequest) -> tuple[dict[str, str], tuple[Remark, ...]]:
    text, remarks = fitted(words(request.text), characters=_CHARACTERS)
    if text and request.since:
        text = f"({text}) AND (FIRST_PDATE:[{request.since.isoformat()} TO {_LAST_DAY}])"
    if request.lang:
        remarks += (ignored(NAME, "language"),)
    narrow = request.sites or request.exclude_sites
    params = {
        "query": text,
        "format": "json",
        "resultType": "core",
        "pageSize": str(_MOST_HITS if narrow else min(max(request.limit, 1), _MOST_HITS)),
    }
    return params, remarks + filtered_after(NAME, request)


def parse(payload: bytes, request: SearchRequest) -> Answer:
    """The answer in a body of `GET /webservices/rest/search?format=json&resultType=core`.

    Raises:
        BadAnswer: the body has another shape, or tells of an error (with status 200)
    """
    found = parsed(_Results, payload, NAME).found
    if found is None:
        said = own_words(payload)
        raise BadAnswer(f"{NAME}: the answer holds no list of results" + (f" ({said})" if said else ""))
    rows = [
        Row(
            url=_address(paper),
            title=paper.title,
            snippet=paper.abstract,
            published_at=published(paper.first_published),
        )
        for paper in found.result
    ]
    return answer(NAME, rows, request)


def _address(paper: _Paper) -> str | None:
    """The free full text where there is one, as a PDF before a page; else the article's page; else its DOI."""
    links = paper.full_text.links if paper.full_text else []
    for style in ("pdf", "html"):
        for link in links:
            if link.url and link.style == style and link.access in _FREE:
                return link.url
    if paper.source and paper.id:
        return f"https://europepmc.org/article/{quote(paper.source, safe='')}/{quote(paper.id, safe='')}"
    return f"https://doi.org/{quote(paper.doi, safe='/:;()')}" if paper.doi else None
