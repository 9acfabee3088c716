"""Scholarly works looked up by their identifiers: what is known of them, and whether they were retracted.

Source of the format: developers.openalex.org, `GET /works?filter=doi:A|B`, at most 50 values a filter; `is_retracted`
comes from Retraction Watch by way of Crossref. A work that is not in the index may exist all the same.
"""

from collections.abc import Sequence

from pydantic import BaseModel, SecretStr

from stet.adapters.http import Http
from stet.adapters.search.service import Service, parsed
from stet.domain.identity import doi_of
from stet.research.checking_works import Work

NAME = "openalex"
MOST = 50
_FIELDS = "doi,ids,display_name,publication_year,is_retracted"


class _Ids(BaseModel):
    pmid: str | None = None


class _Item(BaseModel):
    doi: str | None = None
    ids: _Ids | None = None
    display_name: str | None = None
    publication_year: int | None = None
    is_retracted: bool | None = None


class _Results(BaseModel):
    results: list[_Item]


class OpenAlexWorks:
    """Looks works up in OpenAlex; `key` is the operator's, if there is one."""

    name = NAME

    def __init__(
        self, http: Http, base_url: str = "https://api.openalex.org", key: SecretStr | None = None
    ) -> None:
        self._service = Service(http, NAME, "OPENALEX_API_KEY" if key else None, key)
        self._url = f"{base_url.rstrip('/')}/works"

    async def look_up(self, kind: str, values: Sequence[str]) -> tuple[Work, ...]:
        """What is known of at most `MOST` works, by `doi` or `pmid`; those that are not there are left out.

        Raises:
            KeyMissing, RateLimited, QuotaExceeded, Unavailable, BadAnswer
        """
        # A comma or a bar in a DOI would be read as another filter.
        asked = [value for value in values if not set(value) & set(",|")][:MOST]
        params = {"filter": f"{kind}:{'|'.join(asked)}", "select": _FIELDS, "per_page": str(MOST)}
        if self._service.key:
            params["api_key"] = self._service.secret()
        return parse(await self._service.ask("GET", self._url, params=params)) if asked else ()


def parse(payload: bytes) -> tuple[Work, ...]:
    """The works in a body of `GET /works`.

    Raises:
        BadAnswer: the body has another shape
    """
    return tuple(
        Work(
            doi=doi_of(item.doi) if item.doi else None,
            pmid=item.ids.pmid.rstrip("/").rpartition("/")[2] if item.ids and item.ids.pmid else None,
            title=item.display_name,
            year=item.publication_year,
            retracted=item.is_retracted,
        )
        for item in parsed(_Results, payload, NAME).results
    )
