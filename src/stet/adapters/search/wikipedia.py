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
from stet.errors import BadAnswer, RateLimited
from stet.ports import Answer, Remark, SearchRequest
from stet.report.clean import short

NAME = "wikipedia"
_SITE = "https://{lang}.wikipedia.org"
_LANG = re.compile(r"[a-z]{2,3}\Z")
_CHARACTERS = 300  # the search engine refuses longer ones
_MOST_HITS = 50
# The databases lag behind, or somebody asks too often.
_PACE = frozenset({"maxlag", "ratelimited"})


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
    """The Search port over Wikipedia; in `base_url`, `{lang}` stands for the language of a request."""

    name = NAME
    usd: Decimal | None = Decimal(0)
    key_variable: ClassVar[str | None] = None

    def __init__(self, http: Http, base_url: str = _SITE) -> None:
        self._service = Service(http, NAME)
        self._base = base_url.rstrip("/")

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; articles have no dates, since the service knows only their last edits."""
        text, remarks = fitted(words(request.text), characters=_CHARACTERS)
        lang, foreign = language(request.lang)
        remarks += foreign + ((ignored(NAME, "date"),) if request.since else ())
        base = self._base.replace("{lang}", lang)
        away = elsewhere(NAME, base, request)
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
        body = await self._service.ask("GET", f"{base}/w/api.php", params=params)
        return noting(parse(body, request, base), remarks)


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


def parse(payload: bytes, request: SearchRequest, base: str | None = None) -> Answer:
    """The answer in a body of `GET /w/api.php`; `base` is the site that the articles stand on.

    Raises:
        RateLimited: the servers lag behind, or were asked too often
        BadAnswer: any other error, or the body has another shape
    """
    found = parsed(_Results, payload, NAME)
    if found.error:
        told = f"{short(found.error.code, 50)}: {short(found.error.info, 200)}"
        if found.error.code in _PACE:
            raise RateLimited(f"{NAME} was asked too often ({told})")
        raise BadAnswer(f"{NAME} did not accept the request ({told})")
    if found.query is None:
        raise BadAnswer(f"{NAME}: the answer holds neither results nor an error")
    site = base or _SITE.replace("{lang}", "en")
    rows = [
        Row(url=_address(site, page.title), title=page.title, snippet=page.snippet)
        for page in found.query.search
    ]
    return answer(NAME, rows, request)


def _address(site: str, title: str | None) -> str | None:
    name = quote(title.replace(" ", "_"), safe="/:,;@!$()*'~") if title else ""
    return f"{site}/wiki/{name}" if name else None
