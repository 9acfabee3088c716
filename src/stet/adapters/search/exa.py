"""Exa: search by meaning, with native filters for hosts and dates.

Source of the format: docs.exa.ai, `POST /search`. A search costs 0.007 US dollars with up to ten results and 0.001
for each one beyond, highlights included; the answer says what it did cost.
"""

from decimal import Decimal
from typing import Annotated, ClassVar

from pydantic import BaseModel, Field, SecretStr

from stet.adapters.http import Http
from stet.adapters.search.leads import Row, answer, noting, published
from stet.adapters.search.query import fitted, ignored, listed
from stet.adapters.search.service import Service, parsed
from stet.ports import Answer, Remark, SearchRequest

NAME = "exa"
# The service documents no limit; this is ours, well above any query that was thought of as one.
_CHARACTERS = 1_500
_MOST_HITS, _MOST_SITES = 20, 1_200
_MOST_USD = Decimal("0.007") + (_MOST_HITS - 10) * Decimal("0.001")


class _Result(BaseModel):
    url: str | None = None
    title: str | None = None
    highlights: list[str] | None = None
    publishedDate: str | None = None  # noqa: N815 - the service's own name


class _Cost(BaseModel):
    total: Annotated[Decimal, Field(ge=0, le=1_000, allow_inf_nan=False)]


class _Results(BaseModel):
    results: list[_Result]
    costDollars: _Cost | None = None  # noqa: N815 - the service's own name


class Exa:
    """The Search port over Exa."""

    name = NAME
    usd: Decimal | None = _MOST_USD
    key_variable: ClassVar[str | None] = "EXA_API_KEY"

    def __init__(self, http: Http, key: SecretStr | None, base_url: str = "https://api.exa.ai") -> None:
        self._service = Service(http, NAME, key_variable=self.key_variable, key=key)
        self._url = f"{base_url.rstrip('/')}/search"

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; with `since`, the service leaves out pages that it has no date for."""
        if not request.text.strip():
            return Answer(hits=())
        headers = {"x-api-key": self._service.secret()}
        fields, remarks = _asked(request)
        body = await self._service.ask("POST", self._url, headers=headers, json=fields)
        return noting(parse(body, request), remarks)


def parse(payload: bytes, request: SearchRequest) -> Answer:
    """The answer in a body of `POST /search`; `publishedDate` is the service's estimate.

    Where the body names no cost, `usd` is the most that a search can cost.

    Raises:
        BadAnswer: the body has another shape
    """
    found = parsed(_Results, payload, NAME)
    rows = [
        Row(
            url=item.url,
            title=item.title,
            snippet=" … ".join(item.highlights or ()) or None,
            published_at=published(item.publishedDate),
        )
        for item in found.results
    ]
    return answer(NAME, rows, request, usd=found.costDollars.total if found.costDollars else _MOST_USD)


def _asked(request: SearchRequest) -> tuple[dict[str, object], tuple[Remark, ...]]:
    query, remarks = fitted(request.text, characters=_CHARACTERS)
    fields: dict[str, object] = {
        "query": query,
        "type": "auto",
        "numResults": min(max(request.limit, 1), _MOST_HITS),
        # Without it there is no text at all, and a reader could not tell the hits apart.
        "contents": {"highlights": True},
    }
    if request.sites:
        fields["includeDomains"], more = listed(request.sites, _MOST_SITES)
        remarks += more
    if request.exclude_sites:
        fields["excludeDomains"], more = listed(request.exclude_sites, _MOST_SITES, what="excluded sites")
        remarks += more
    if request.since:
        fields["startPublishedDate"] = f"{request.since}T00:00:00.000Z"
    if request.lang:
        remarks += (ignored(NAME, "language"),)
    return fields, remarks
