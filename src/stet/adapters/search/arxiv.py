"""arXiv, preprints; no key.

Source of the format: info.arxiv.org/help/api/user-manual.html, `GET /api/query`, which answers in Atom (RFC 4287).
The service asks for three seconds between requests.
"""

from decimal import Decimal
from typing import ClassVar, cast

from stet.adapters.corpus.stopwords import STOP_WORDS
from stet.adapters.extract.tree import Element, etree
from stet.adapters.http import Http
from stet.adapters.search.leads import Row, answer, noting, published
from stet.adapters.search.query import fitted, ignored
from stet.adapters.search.scholarly import elsewhere, words
from stet.adapters.search.service import Service
from stet.domain.identity import arxiv_of
from stet.errors import BadAnswer, Unavailable
from stet.ports import Answer, Remark, SearchRequest
from stet.report.clean import one_line, short

NAME = "arxiv"
_CHARACTERS, _WORDS = 300, 30
_MOST_HITS = 100
_SITE = "https://arxiv.org"
_LAST_MINUTE = "209912312359"  # a range of dates needs an end
_ATOM = "{http://www.w3.org/2005/Atom}"
_COUNT = "{http://a9.com/-/spec/opensearch/1.1/}totalResults"
_ERRORS = "/api/errors"


class Arxiv:
    """The Search port over arXiv."""

    name = NAME
    usd: Decimal | None = Decimal(0)
    key_variable: ClassVar[str | None] = None

    def __init__(self, http: Http, base_url: str = "https://export.arxiv.org") -> None:
        self._service = Service(http, NAME)
        self._url = f"{base_url.rstrip('/')}/api/query"

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; a hit leads to the page of one version, whose `published_at` is the first's."""
        params, remarks = _asked(request)
        away = elsewhere(NAME, _SITE, request)
        if away or not params["search_query"]:
            return Answer(hits=(), remarks=away)
        body = await self._service.ask("GET", self._url, params=params)
        return noting(parse(body, request), remarks)


def _asked(request: SearchRequest) -> tuple[dict[str, str], tuple[Remark, ...]]:
    text, remarks = fitted(words(request.text), characters=_CHARACTERS, words=_WORDS)
    # Any of the words, the best first: no paper holds all the words of a question. Stop words are left out, or
    # every paper would be one that fits.
    telling = [word for word in text.split() if word.lower() not in STOP_WORDS["en"]] or text.split()
    query = " OR ".join(f'all:"{word}"' for word in telling)
    if query and request.since:
        first = request.since.strftime("%Y%m%d0000")
        query = f"({query}) AND submittedDate:[{first} TO {_LAST_MINUTE}]"
    if request.lang:
        remarks += (ignored(NAME, "language"),)
    params = {
        "search_query": query,
        "max_results": str(min(max(request.limit, 1), _MOST_HITS)),
        "sortBy": "relevance",
        "sortOrder": "descending",
    }
    return params, remarks


def parse(payload: bytes, request: SearchRequest) -> Answer:
    """The answer in a body of `GET /api/query`, an Atom feed.

    Raises:
        Unavailable: papers were found and none was sent, which the service does at times
        BadAnswer: no feed, one with a document type, or one that tells of an error (with status 200)
    """
    feed = _feed(payload)
    entries = feed.findall(f"{_ATOM}entry")
    for entry in entries[:1]:
        if _ERRORS in _text(entry, "id"):
            told = short(_text(entry, "summary"), 200)
            raise BadAnswer(f"{NAME}: the request was not accepted ({told})")
    if not entries:
        _expect_none(feed)
    rows = [
        Row(
            url=_address(_text(entry, "id")),
            title=_text(entry, "title"),
            snippet=_text(entry, "summary"),
            published_at=published(_text(entry, "published")),
        )
        for entry in entries
    ]
    return answer(NAME, rows, request)


def _feed(payload: bytes) -> Element:
    # No entity of a document's own is read, and nothing outside it; a feed needs no document type.
    # Zero bytes are left out of the look, since they stand between the letters of UTF-16.
    if b"<!DOCTYPE" in payload.replace(b"\0", b""):
        raise BadAnswer(f"{NAME}: the answer has a document type, which a feed has not")
    lxml = etree()
    parser = lxml.XMLParser(
        resolve_entities=False, no_network=True, load_dtd=False, remove_comments=True, remove_pis=True
    )
    try:
        root = lxml.fromstring(payload, parser)
    except (lxml.XMLSyntaxError, ValueError):
        raise BadAnswer(f"{NAME}: the answer is no XML, or was cut off") from None
    if root.tag != f"{_ATOM}feed" or root.getroottree().docinfo.doctype:
        raise BadAnswer(f"{NAME}: the answer is no Atom feed")
    return cast("Element", root)


def _expect_none(feed: Element) -> None:
    found = feed.find(_COUNT)
    count = (found.text or "").strip() if found is not None else ""
    if not count.isdecimal():
        raise BadAnswer(f"{NAME}: the feed holds neither papers nor their number")
    if int(count[:9]) > 0:
        raise Unavailable(f"{NAME}: {count[:9]} papers were found and none was sent")


def _text(entry: Element, name: str) -> str:
    found = entry.find(f"{_ATOM}{name}")
    return one_line("".join(found.itertext())) if found is not None else ""


def _address(entry_id: str) -> str | None:
    paper = arxiv_of(entry_id)
    return f"{_SITE}/abs/{paper}" if paper else None
