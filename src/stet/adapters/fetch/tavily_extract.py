"""Pages as Tavily reads them: for sites that keep this reader out.

Source of the format: docs.tavily.com, `POST /extract`. Five pages that could be read cost one credit, 0.008 US
dollars at the public price; a page that could not costs nothing.
"""

from datetime import date
from urllib.parse import urldefrag

from pydantic import BaseModel, SecretStr

from stet.adapters.extract import Extracted, Limits
from stet.adapters.extract.walls import find_wall
from stet.adapters.fetch import pages, statuses
from stet.adapters.fetch.apart import Apart
from stet.adapters.http import Bounds, Http, HttpFailure, Reply
from stet.adapters.http.address import read_address
from stet.adapters.search.service import Service, Trouble, parsed
from stet.domain.evidence import Fetched, Hit, PageStatus
from stet.errors import BadAnswer
from stet.ports import Clock
from stet.report.clean import short

NAME = "tavily-extract"
KEY_VARIABLE = "TAVILY_API_KEY"
_SECONDS = 30
# The service's own limit comes first, so that it can say what happened.
_BOUNDS = Bounds(bytes=25_000_000, seconds=_SECONDS + 15)
_DOCUMENT = Limits()


class _Result(BaseModel):
    raw_content: str | None = None


class _Failed(BaseModel):
    error: str | None = None


class _Answer(BaseModel):
    results: list[_Result]
    failed_results: list[_Failed] = []


class TavilyExtract:
    """The Fetch port over Tavily's `/extract`.

    What is saved is the Markdown that the service made of the page. An address that is not public never reaches
    the service, not even one that the operator lets this program reach.

    Args:
        http: makes the exchanges.
        key: the service's key; None is an error only when a page is asked for.
        clock: when a page was read.
        today: a date after it is unknown.
        apart: extracts, in processes of its own; whoever made it closes it.
        base_url: where the service answers.
    """

    def __init__(
        self,
        http: Http,
        key: SecretStr | None,
        *,
        clock: Clock,
        today: date,
        apart: Apart,
        base_url: str = "https://api.tavily.com",
    ) -> None:
        self._service = Service(http, NAME, key_variable=KEY_VARIABLE, key=key, reads=_reads, bounds=_BOUNDS)
        self._url = f"{base_url.rstrip('/')}/extract"
        self._clock = clock
        self._today = today
        self._apart = apart

    async def fetch(self, hit: Hit, known: Fetched | None = None) -> Fetched:
        """See `stet.ports.Fetch`; the service cannot say whether what is known still holds, so it reads anew.

        Raises:
            KeyMissing, RateLimited, QuotaExceeded, Unavailable, BadAnswer: of the service, not of the page
        """
        url = urldefrag(hit.url.strip()).url
        try:
            read_address(url)
        except HttpFailure as error:
            return self._failed(hit, statuses.of_failure(error), url)
        text = parse(await self._ask(url))
        if isinstance(text, statuses.Verdict):
            return self._failed(hit, text, url)
        raw = text.encode("utf-8", "replace")
        found = _behind_no_wall(
            await self._apart.extract(
                raw, name="", declared_type="text/markdown", url=url, today=self._today, limits=_DOCUMENT
            )
        )
        reply = Reply(url=url, status=200, headers={}, body=raw)
        return pages.read(hit, found, reply, at=self._clock.now(), today=self._today, fetcher=NAME)

    async def _ask(self, url: str) -> bytes:
        headers = {"Authorization": f"Bearer {self._service.secret()}"}
        fields = {"urls": [url], "extract_depth": "basic", "format": "markdown", "timeout": _SECONDS}
        return await self._service.ask("POST", self._url, headers=headers, json=fields)

    def _failed(self, hit: Hit, verdict: statuses.Verdict, url: str) -> Fetched:
        failed = pages.failed(hit, verdict, url, self._clock.now())
        return failed.model_copy(update={"page": failed.page.model_copy(update={"fetcher": NAME})})


def parse(payload: bytes) -> str | statuses.Verdict:
    """The Markdown of the one page asked for, or why there is none.

    Raises:
        BadAnswer: the body has another shape
    """
    answer = parsed(_Answer, payload, NAME)
    if answer.results:
        text = answer.results[0].raw_content
        return text if text is not None else statuses.Verdict(PageStatus.NO_TEXT, f"{NAME} found no text")
    if answer.failed_results:
        said = short(answer.failed_results[0].error or "it does not say why", 200)
        return statuses.Verdict(PageStatus.ERROR, f"{NAME} could not read it: {said}")
    raise BadAnswer(f"{NAME}: the answer has neither a page nor a failure")


def _behind_no_wall(found: Extracted) -> Extracted:
    wall = find_wall(found.title, found.text) if found.status is PageStatus.OK else None
    if wall is None:
        return found
    return Extracted(status=wall.status, reason=wall.reason, media_type=found.media_type)


def _reads(reply: Reply) -> Trouble | None:
    # 432: the plan is used up; 433: the limit of paying as one goes is.
    return "quota" if reply.status in (432, 433) else None
