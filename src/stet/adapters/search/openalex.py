"""OpenAlex, an index of scholarly works; it needs no key, and a free one raises what a day allows.

Source of the format: developers.openalex.org, `GET /works?search=`. Without a key a day's searches are few (about a
hundred in 2026); the e-mail parameter of old is no longer looked at.
"""

from collections.abc import Mapping, Sequence
from decimal import Decimal
from typing import ClassVar

from pydantic import BaseModel, SecretStr

from stet.adapters.http import Http, Reply
from stet.adapters.search.leads import Row, answer, noting, published
from stet.adapters.search.query import fitted, ignored
from stet.adapters.search.scholarly import filtered_after, words
from stet.adapters.search.service import Service, Trouble, parsed
from stet.ports import Answer, Remark, SearchRequest

NAME = "openalex"
KEY_VARIABLE = "OPENALEX_API_KEY"
_FIELDS = "id,doi,display_name,publication_date,best_oa_location,primary_location,abstract_inverted_index"
_CHARACTERS = 400  # a request's address may have about 4 kB, of which a character takes up to nine bytes
_MOST_HITS = 100
_ABSTRACT_WORDS = 400  # more than a snippet holds


class _Place(BaseModel):
    landing_page_url: str | None = None
    pdf_url: str | None = None


class _Work(BaseModel):
    display_name: str | None = None
    doi: str | None = None
    publication_date: str | None = None
    best_oa_location: _Place | None = None
    primary_location: _Place | None = None
    abstract_inverted_index: dict[str, list[int]] | None = None


class _Results(BaseModel):
    results: list[_Work]


class OpenAlex:
    """The Search port over OpenAlex; `key` is the operator's, if there is one."""

    name = NAME
    usd: Decimal | None = Decimal(0)
    key_variable: ClassVar[str | None] = None

    def __init__(
        self, http: Http, base_url: str = "https://api.openalex.org", key: SecretStr | None = None
    ) -> None:
        variable = KEY_VARIABLE if key else None
        self._service = Service(http, NAME, variable, key, reads=_trouble)
        self._url = f"{base_url.rstrip('/')}/works"

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; it cannot filter by site, so many works are asked for and few may remain."""
        params, remarks = _asked(request)
        if not params["search"]:
            return Answer(hits=())
        if self._service.key:
            params["api_key"] = self._service.secret()
        body = await self._service.ask("GET", self._url, params=params)
        return noting(parse(body, request), remarks)


def _trouble(reply: Reply) -> Trouble | None:
    # Documented: 403 for too many requests a second, 429 for a day's allowance used up.
    return "rate" if reply.status == 403 else None


def _asked(request: SearchRequest) -> tuple[dict[str, str], tuple[Remark, ...]]:
    text, remarks = fitted(words(request.text), characters=_CHARACTERS)
    narrow = request.sites or request.exclude_sites
    params = {
        "search": text,
        "per_page": str(_MOST_HITS if narrow else min(max(request.limit, 1), _MOST_HITS)),
        "select": _FIELDS,
    }
    filters: list[str] = []
    if request.since:
        filters.append(f"from_publication_date:{request.since.isoformat()}")
    if request.lang:
        code = request.lang.strip().lower()
        if len(code) == 2 and code.isascii() and code.isalpha():
            filters.append(f"language:{code}")
        else:
            remarks += (ignored(NAME, "this language"),)
    if filters:
        params["filter"] = ",".join(filters)
    return params, remarks + filtered_after(NAME, request)


def parse(payload: bytes, request: SearchRequest) -> Answer:
    """The answer in a body of `GET /works`.

    Raises:
        BadAnswer: the body has another shape
    """
    rows = [
        Row(
            url=_address(work),
            title=work.display_name,
            snippet=abstract(work.abstract_inverted_index or {}),
            published_at=published(work.publication_date),
        )
        for work in parsed(_Results, payload, NAME).results
    ]
    return answer(NAME, rows, request)


def _address(work: _Work) -> str | None:
    """Where the text is or most likely is: an open PDF, an open page, the DOI, the publisher's page.

    The PDF comes first because the page of an open copy often holds no more than the abstract.
    """
    free, first = work.best_oa_location or _Place(), work.primary_location or _Place()
    return free.pdf_url or free.landing_page_url or work.doi or first.landing_page_url


def abstract(index: Mapping[str, Sequence[int]]) -> str | None:
    """The beginning of an abstract, from the places at which each word stands; None where there is none."""
    placed: dict[int, str] = {}
    for word, places in index.items():
        for place in places:
            if 0 <= place < _ABSTRACT_WORDS:
                placed.setdefault(place, word)
    return " ".join(placed[place] for place in sorted(placed)) or None
