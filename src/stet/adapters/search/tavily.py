"""Tavily: search with native filters for hosts and dates.

Source of the format: docs.tavily.com, `POST /search`. One basic search costs one credit, 0.008 US dollars at the
public price.
"""

from decimal import Decimal
from typing import ClassVar

from pydantic import BaseModel, SecretStr

from stet.adapters.http import Http, Reply
from stet.adapters.search.leads import Row, answer, noting, published
from stet.adapters.search.query import fitted, ignored, listed
from stet.adapters.search.service import Service, Trouble, parsed
from stet.ports import Answer, Remark, SearchRequest

NAME = "tavily"
# Above 400 characters the service answers 400.
_CHARACTERS = 400
_MOST_HITS, _MOST_SITES, _MOST_EXCLUDED = 20, 300, 150
_USD = Decimal("0.008")


class _Result(BaseModel):
    url: str | None = None
    title: str | None = None
    content: str | None = None
    published_date: str | None = None


class _Results(BaseModel):
    results: list[_Result]


class Tavily:
    """The Search port over Tavily."""

    name = NAME
    usd: Decimal | None = _USD
    key_variable: ClassVar[str | None] = "TAVILY_API_KEY"

    def __init__(self, http: Http, key: SecretStr | None, base_url: str = "https://api.tavily.com") -> None:
        self._service = Service(http, NAME, key_variable=self.key_variable, key=key, reads=_reads)
        self._url = f"{base_url.rstrip('/')}/search"

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; general results carry no date, so `since` is the service's own judgement."""
        if not request.text.strip():
            return Answer(hits=())
        headers = {"Authorization": f"Bearer {self._service.secret()}"}
        fields, remarks = _asked(request)
        body = await self._service.ask("POST", self._url, headers=headers, json=fields)
        return noting(parse(body, request), remarks)


def parse(payload: bytes, request: SearchRequest) -> Answer:
    """The answer in a body of `POST /search`; `content` is stitched from pieces of the page, a lead only.

    Raises:
        BadAnswer: the body has another shape
    """
    found = parsed(_Results, payload, NAME)
    rows = [
        Row(url=item.url, title=item.title, snippet=item.content, published_at=published(item.published_date))
        for item in found.results
    ]
    return answer(NAME, rows, request, usd=_USD)


def _asked(request: SearchRequest) -> tuple[dict[str, object], tuple[Remark, ...]]:
    query, remarks = fitted(request.text, characters=_CHARACTERS)
    fields: dict[str, object] = {
        "query": query,
        "search_depth": "basic",
        "topic": "general",
        "max_results": min(max(request.limit, 1), _MOST_HITS),
    }
    if request.sites:
        fields["include_domains"], more = listed(request.sites, _MOST_SITES)
        remarks += more
    if request.exclude_sites:
        fields["exclude_domains"], more = listed(request.exclude_sites, _MOST_EXCLUDED, what="excluded sites")
        remarks += more
    if request.since:
        fields["start_date"] = request.since.isoformat()
    if request.lang:
        remarks += (ignored(NAME, "language"),)
    return fields, remarks


def _reads(reply: Reply) -> Trouble | None:
    # 432: the plan is used up; 433: the limit of paying as one goes is.
    return "quota" if reply.status in (432, 433) else None
