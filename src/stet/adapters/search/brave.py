"""Brave Search: an index of its own; hosts by `site:` in the query, dates by a range.

Source of the format: api-dashboard.search.brave.com, `GET /res/v1/web/search`. One search costs 0.005 US dollars at
the public price.
"""

from datetime import UTC, date, datetime
from decimal import Decimal
from typing import ClassVar

from pydantic import BaseModel, SecretStr, ValidationError

from stet.adapters.http import Http, Reply
from stet.adapters.search.leads import Row, answer, noting, published
from stet.adapters.search.query import fitted, ignored, sited
from stet.adapters.search.service import Service, Trouble, own_words, parsed
from stet.errors import BadAnswer
from stet.ports import Answer, Remark, SearchRequest

NAME = "brave"
_CHARACTERS, _WORDS, _MOST_HITS = 400, 50, 20
_USD = Decimal("0.005")
# The service's own code where it is not that of ISO 639-1; "" where it is.
_LANGUAGES = dict.fromkeys(
    (
        "ar eu bn bg ca hr cs da nl en et fi fr gl de el gu he hi hu is it kn ko lv lt ms ml mr nb pl pa ro ru sr"
        " sk sl es sv ta te th tr uk vi"
    ).split(),
    "",
) | {"zh": "zh-hans", "ja": "jp", "pt": "pt-pt", "no": "nb"}
# What the status alone does not say: a wrong key is 422, and only some 429 pass with time.
_CODES: dict[str, Trouble] = {
    "SUBSCRIPTION_TOKEN_INVALID": "key",
    "SUBSCRIPTION_NOT_FOUND": "key",
    "QUOTA_LIMITED": "quota",
    "USAGE_LIMIT_EXCEEDED": "quota",
    "RATE_LIMITED": "rate",
}


class _Result(BaseModel):
    url: str | None = None
    title: str | None = None
    description: str | None = None
    page_age: str | None = None


class _Web(BaseModel):
    results: list[_Result]


class _Query(BaseModel):
    altered: str | None = None


class _Results(BaseModel):
    type: str | None = None
    query: _Query | None = None
    web: _Web | None = None


class _Fault(BaseModel):
    code: str | None = None


class _Faults(BaseModel):
    error: _Fault | None = None
    errors: list[_Fault] = []


class Brave:
    """The Search port over Brave Search."""

    name = NAME
    usd: Decimal | None = _USD
    key_variable: ClassVar[str | None] = "BRAVE_API_KEY"

    def __init__(
        self, http: Http, key: SecretStr | None, base_url: str = "https://api.search.brave.com"
    ) -> None:
        self._service = Service(http, NAME, key_variable=self.key_variable, key=key, reads=_reads)
        self._url = f"{base_url.rstrip('/')}/res/v1/web/search"

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; the sites share the 400 characters and 50 words of the query."""
        if not request.text.strip():
            return Answer(hits=())
        headers = {"X-Subscription-Token": self._service.secret(), "Accept": "application/json"}
        params, remarks = _asked(request, datetime.now(UTC).date())
        body = await self._service.ask("GET", self._url, headers=headers, params=params)
        return noting(parse(body, request), remarks)


def parse(payload: bytes, request: SearchRequest) -> Answer:
    """The answer in a body of `GET /res/v1/web/search`; `page_age` is when a page was published or changed.

    An answer without the block `web` found nothing, if it is an answer to a search at all.

    Raises:
        BadAnswer: the body has another shape
    """
    found = parsed(_Results, payload, NAME)
    if found.web is None and found.type != "search" and payload.split() != [b"{}"]:
        said = own_words(payload)
        raise BadAnswer(
            f"{NAME}: the answer has no results" + (f"; the service says: {said}" if said else "")
        )
    rows = [
        Row(url=item.url, title=item.title, snippet=item.description, published_at=published(item.page_age))
        for item in (found.web.results if found.web else ())
    ]
    remarks: tuple[Remark, ...] = ()
    if found.query and found.query.altered:
        remarks = (Remark(code="query_altered", message=f"{NAME} searched for: {found.query.altered[:400]}"),)
    return answer(NAME, rows, request, remarks=remarks, usd=_USD)


def _asked(request: SearchRequest, today: date) -> tuple[dict[str, str], tuple[Remark, ...]]:
    # Half the room at most goes to sites: a query of operators alone finds anything.
    filters, partial = sited(
        request.sites, request.exclude_sites, characters=_CHARACTERS // 2, words=_WORDS // 2
    )
    taken = len(filters) + 1 if filters else 0
    query, cut = fitted(
        request.text, characters=_CHARACTERS, words=_WORDS - len(filters.split()), reserved=taken
    )
    params = {
        "q": f"{query} {filters}".strip(),
        "count": str(min(max(request.limit, 1), _MOST_HITS)),
        "country": "ALL",
        "result_filter": "web",
        "text_decorations": "false",
    }
    remarks = (*cut, *partial)
    if request.since:
        params["freshness"] = f"{request.since}to{max(today, request.since)}"
    if request.lang in _LANGUAGES:
        params["search_lang"] = _LANGUAGES[request.lang] or request.lang
    elif request.lang:
        remarks = (*remarks, ignored(NAME, f"the language {request.lang}"))
    return params, remarks


def _reads(reply: Reply) -> Trouble | None:
    try:
        faults = _Faults.model_validate_json(reply.body)
    except ValidationError:
        return None
    codes = [fault.code for fault in (faults.error, *faults.errors) if fault and fault.code]
    return next((_CODES[code] for code in codes if code in _CODES), None)
