"""SearXNG: many engines behind an instance of one's own; no key.

Source of the format: docs.searxng.org, the search API of an instance, `GET /search` with `format=json`. A stock
instance has JSON switched off and answers 403.
"""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import ClassVar

from pydantic import BaseModel, JsonValue

from stet.adapters.http import Http
from stet.adapters.search.leads import Row, answer, noting, published
from stet.adapters.search.query import fitted, ignored, sited
from stet.adapters.search.service import Service, parsed
from stet.errors import Unavailable
from stet.ports import Answer, Remark, SearchRequest
from stet.report.clean import short

NAME = "searxng"
# The instance has no limit of its own; its engines have, and 400 is what the strictest of them take.
_CHARACTERS = 400
_HINT = "a 403 mostly means that JSON is off: add json to search.formats in the instance's settings.yml"
# Ranges count back from the hour of asking, so each must reach a day beyond its first day.
_RANGES = ((0, "day"), (6, "week"), (29, "month"), (364, "year"))


class _Result(BaseModel):
    url: str | None = None
    title: str | None = None
    content: str | None = None
    publishedDate: str | None = None  # noqa: N815 - the service's own name


class _Results(BaseModel):
    results: list[_Result]
    unresponsive_engines: list[JsonValue] = []


class Searxng:
    """The Search port over an instance of SearXNG at `base_url`."""

    name = NAME
    usd: Decimal | None = Decimal(0)
    key_variable: ClassVar[str | None] = None

    def __init__(self, http: Http, base_url: str) -> None:
        self._service = Service(http, NAME, hint=_HINT)
        self._url = f"{base_url.rstrip('/')}/search"

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; an instance whose engines all kept silent is unavailable."""
        if not request.text.strip():
            return Answer(hits=())
        params, remarks = _asked(request, datetime.now(UTC).date())
        body = await self._service.ask(
            "GET", self._url, params=params, headers={"Accept": "application/json"}
        )
        return noting(parse(body, request), remarks)


def parse(payload: bytes, request: SearchRequest) -> Answer:
    """The answer in a body of `GET /search?format=json`; engines that kept silent are a remark `partial`.

    Raises:
        BadAnswer: the body has another shape
        Unavailable: nothing was found and engines kept silent: an outage, not an empty web
    """
    found = parsed(_Results, payload, NAME)
    silent = _silent(found.unresponsive_engines)
    if silent and not found.results:
        raise Unavailable(f"{NAME}: no engine of the instance brought anything; no answer from {silent}")
    rows = [
        Row(url=item.url, title=item.title, snippet=item.content, published_at=published(item.publishedDate))
        for item in found.results
    ]
    remarks = (Remark(code="partial", message=f"{NAME}: no answer from {silent}"),) if silent else ()
    return answer(NAME, rows, request, remarks=remarks)


def _silent(engines: list[JsonValue]) -> str:
    """Engines with the reason of each: pairs, or names in old instances."""
    told: list[str] = []
    for engine in engines:
        words = engine if isinstance(engine, list) else [engine]
        name, *reasons = [short(str(word), 60) for word in words] or ["?"]
        told.append(f"{name} ({reasons[0]})" if reasons else name)
    return short(", ".join(told), 400)


def _asked(request: SearchRequest, today: date) -> tuple[dict[str, str], tuple[Remark, ...]]:
    filters, remarks = sited(request.sites, request.exclude_sites, characters=_CHARACTERS // 2)
    query, cut = fitted(request.text, characters=_CHARACTERS, reserved=len(filters) + 1 if filters else 0)
    remarks = (*cut, *remarks)
    params = {"q": f"{query} {filters}".strip(), "format": "json"}
    if request.lang:
        params["language"] = request.lang
    if request.since:
        age = (today - request.since).days
        name = next((name for days, name in _RANGES if age <= days), None)
        if name is None:
            remarks = (*remarks, ignored(NAME, "dates more than a year ago"))
        else:
            params["time_range"] = name
            message = f"{NAME} was asked for the last {name}, which is less exact than {request.since}"
            remarks = (*remarks, Remark(code="filter_partial", message=message))
    return params, remarks
