"""Wikipedia, in the language of the request; no key.

Source of the format: www.mediawiki.org/wiki/API:Search, `action=query&list=search`, and API:Errors_and_warnings:
errors come with status 200.
"""

import re
from decimal import Decimal
from typing import ClassVar
from urllib.parse import quote

from pydantic import BaseModel

from stet.adapters.http import Http
from stet.adapters.search.leads import Row, answer, noting
from stet.adapters.search.query import fitted, ignored
from stet.adapters.search.scholarly import elsewhere, words
from stet.adapters.search.service import Service, parsed
from stet.errors import BadAnswer, RateLimited, Unavailable
from stet.ports import Answer, Remark, SearchRequest
from stet.report.clean import short

NAME = "wikipedia"
SITE = "https://{lang}.wikipedia.org"
_LANG = re.compile(r"[a-z]{2,3}\Z")
_CHARACTERS = 300  # the search engine refuses longer ones
_MOST_HITS = 50
# The databases lag behind, the search engine has no room, or somebody asks too often.
_PACE = frozenset({"maxlag", "ratelimited", "cirrussearch-too-busy-error"})
_FAULTS = ("internal_api_error", "cirrussearch-backend-error")


class _Error(BaseModel):
    code: str
    info: str = ""


class _Page(BaseModel):
    title: str | None
    snippet: str | None = None


class _Query(BaseModel):
    search: list[_Page]


class _Results(BaseModel):
    error: _Error | None = None
    query: _Query | None = None


class Wikipedia:
    """The Search port over Wikipedia.

    `base_url` is where the API answers, `site` where the articles stand; in both, `{lang}` stands for the language
    of a request.
    """

    name = NAME
    usd: Decimal | None = Decimal(0)
    key_variable: ClassVar[str | None] = None

    def __init__(self, http: Http, base_url: str = SITE, site: str = SITE) -> None:
        self._service = Service(http, NAME)
        self._base = base_url.rstrip("/")
        self._site = site.rstrip("/")

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; articles have no dates, since the service knows only their last edits."""
        text, remarks = fitted(words(request.text), characters=_CHARACTERS)
        lang, foreign = language(request.lang)
        if lang != "en" and "{lang}" not in self._base:
            foreign = (ignored(NAME, "language"),)
        remarks += foreign + ((ignored(NAME, "date"),) if request.since else ())
        away = elsewhere(NAME, self._site.replace("{lang}", lang), request)
        if away or not text:
            return Answer(hits=(), remarks=away)
        params = {
            "action": "query",
            "list": "search",
            "srsearch": text,
            "srlimit": str(min(max(request.limit, 1), _MOST_HITS)),
            "srprop": "snippet",
            "format": "json",
            "formatversion": "2",
            "maxlag": "5",  # as the service asks of programs: answer only while its copies are up to date
        }
        url = f"{self._base.replace('{lang}', lang)}/w/api.php"
        body = await self._service.ask("GET", url, params=params)
        return noting(parse(body, request, self._site), remarks)


def language(code: str | None) -> tuple[str, tuple[Remark, ...]]:
    """The language whose Wikipedia is asked: `en` where none is wanted, or what is wanted is no ISO 639 code."""
    if code is None:
        return "en", ()
    wanted = code.strip().lower()
    if _LANG.match(wanted):
        return wanted, ()
    return "en", (
        ignored(NAME, f"language {short(code, 20)!r}, which is no code; the English one was asked"),
    )


def parse(payload: bytes, request: SearchRequest, site: str = SITE) -> Answer:
    """The answer in a body of `GET /w/api.php`; `site` is where the articles stand.

    Raises:
        RateLimited: the servers lag behind, or were asked too often
        Unavailable: a fault of theirs
        BadAnswer: any other error, or the body has another shape
    """
    found = parsed(_Results, payload, NAME)
    if found.error:
        told = f"{short(found.error.code, 50)}: {short(found.error.info, 200)}"
        if found.error.code in _PACE:
            raise RateLimited(f"{NAME}: asked too often ({told})")
        if found.error.code.startswith(_FAULTS):
            raise Unavailable(f"{NAME} is out of order ({told})")
        raise BadAnswer(f"{NAME}: the request was not accepted ({told})")
    if found.query is None:
        raise BadAnswer(f"{NAME}: the answer holds neither results nor an error")
    site = site.replace("{lang}", language(request.lang)[0])
    rows = [
        Row(url=_address(site, page.title), title=page.title, snippet=page.snippet)
        for page in found.query.search
    ]
    return answer(NAME, rows, request)


def _address(site: str, title: str | None) -> str | None:
    name = quote(title.replace(" ", "_"), safe="/:,;@!$()*'~") if title else ""
    return f"{site}/wiki/{name}" if name else None
