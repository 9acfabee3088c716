"""DuckDuckGo by the library `ddgs`: no key, and no promise either.

There is no public API. `ddgs` knows how the page of results is asked for and where its rows stand, and it passes for
a browser, without which the service answers with a puzzle. So this one provider does not go through
`stet.adapters.http`: no address is looked at, and the library's client takes a proxy from the environment where one
is set, which it offers no way to forbid. It asks one fixed address, follows no redirect, and keeps the same limits
of size and time.
"""

from collections.abc import Mapping
from datetime import UTC, date, datetime
from decimal import Decimal
from functools import partial
from typing import ClassVar, Protocol, cast
from urllib.parse import parse_qs, urlsplit

from anyio import fail_after, to_thread

from stet.adapters.extract.tree import etree
from stet.adapters.http import Bounds, Failure, HttpFailure, Reply
from stet.adapters.search.leads import Row, answer, noting
from stet.adapters.search.query import fitted, ignored, sited
from stet.adapters.search.service import Service
from stet.domain.identity import host
from stet.errors import BadAnswer, RateLimited
from stet.ports import Answer, Remark, SearchRequest

NAME = "duckduckgo"
_ADDRESS = "https://html.duckduckgo.com/html/"
# Not documented; what the page's own form is known to take.
_CHARACTERS = 400
_PUZZLE = (b"anomaly-modal", b"challenge-form", b"bots use DuckDuckGo")
_NOTHING = (b"No results.", b"No  results.", b"no-results", b"result--no-result")
_HINT = "it turns programs away by their network address: wait, or use a provider with a key"
# Regions are a country and a language; a language alone gets the country it is most spoken in.
_REGIONS = {
    region.partition("-")[0]: region.partition("-")[2]
    for region in (
        "ar-xa-ar bg-bg-bg ca-ct-ca cs-cz-cs da-dk-da de-de-de el-gr-el en-us-en es-es-es et-ee-et fi-fi-fi fr-fr-fr"
        " he-il-he hr-hr-hr hu-hu-hu id-id-id it-it-it ja-jp-jp ko-kr-kr lt-lt-lt lv-lv-lv nb-no-no nl-nl-nl no-no-no"
        " pl-pl-pl pt-pt-pt ro-ro-ro ru-ru-ru sk-sk-sk sl-sl-sl sv-se-sv th-th-th tr-tr-tr uk-ua-uk vi-vn-vi zh-cn-zh"
    ).split()
}
_ANYWHERE = "wt-wt"


class DuckDuckGo:
    """The Search port over DuckDuckGo's page of results; `proxy` is the operator's, as a URL."""

    name = NAME
    usd: Decimal | None = Decimal(0)
    key_variable: ClassVar[str | None] = None

    def __init__(self, base_url: str = _ADDRESS, *, proxy: str | None = None) -> None:
        self._service = Service(_Browser(proxy), NAME, hint=_HINT)
        self._url = base_url

    async def search(self, request: SearchRequest) -> Answer:
        """See `stet.ports.Search`; a puzzle for people is a rate limit."""
        if not request.text.strip():
            return Answer(hits=())
        form, remarks = _asked(request, datetime.now(UTC).date())
        body = await self._service.ask("POST", self._url, form=form)
        return noting(parse(body, request), remarks)


def parse(payload: bytes, request: SearchRequest) -> Answer:
    """The answer on a page of results, its rows found where `ddgs` finds them; advertisements are left out.

    Raises:
        RateLimited: the page is a puzzle for people
        BadAnswer: it is neither results nor the words that there are none
    """
    if any(mark in payload for mark in _PUZZLE):
        raise RateLimited(f"{NAME} wants to see a person solve a puzzle", hint=_HINT)
    rows = _rows(payload)
    if not rows and not any(mark in payload for mark in _NOTHING):
        raise BadAnswer(f"{NAME}: the page holds neither results nor the words that there are none")
    return answer(NAME, rows, request)


def _rows(payload: bytes) -> list[Row]:
    from ddgs.engines.duckduckgo import Duckduckgo

    lxml = etree()
    parser = lxml.HTMLParser(remove_comments=True, no_network=True, encoding="utf-8")
    try:
        root = lxml.fromstring(payload, parser)
    except (lxml.XMLSyntaxError, ValueError):
        return []
    if root is None:
        return []
    # Only where things stand is taken from the library: its own reading decodes `%2F` in addresses.
    paths = Duckduckgo.elements_xpath
    rows: list[Row] = []
    for item in cast("list[_Found]", root.xpath(Duckduckgo.items_xpath)):
        url = _target(next((str(link) for link in item.xpath(paths["href"])), ""))
        if url and not url.startswith("https://duckduckgo.com/y.js"):
            title, snippet = ("".join(map(str, item.xpath(paths[part]))) for part in ("title", "body"))
            rows.append(Row(url=url, title=title, snippet=snippet))
    return rows


class _Found(Protocol):
    def xpath(self, path: str) -> list[object]: ...


def _target(link: str) -> str:
    """The address behind a link that counts clicks (`//duckduckgo.com/l/?uddg=…`)."""
    url = f"https:{link}" if link.startswith("//") else link
    if host(url) in ("duckduckgo.com", "www.duckduckgo.com") and urlsplit(url).path == "/l/":
        return parse_qs(urlsplit(url).query).get("uddg", [""])[0]
    return url


def _asked(request: SearchRequest, today: date) -> tuple[dict[str, str], tuple[Remark, ...]]:
    filters, remarks = sited(request.sites, request.exclude_sites, characters=_CHARACTERS // 2)
    query, cut = fitted(request.text, characters=_CHARACTERS, reserved=len(filters) + 1 if filters else 0)
    remarks = (*cut, *remarks)
    region = _REGIONS.get(request.lang or "", _ANYWHERE)
    form = {"q": f"{query} {filters}".strip(), "b": "", "l": region}
    if request.since:
        form["df"] = f"{request.since}..{max(today, request.since)}"
    if request.lang and region == _ANYWHERE:
        remarks = (*remarks, ignored(NAME, f"the language {request.lang}"))
    elif request.lang:
        message = f"{NAME} prefers pages of {region}, and brings others too"
        remarks = (*remarks, Remark(code="filter_partial", message=message))
    return form, remarks


class _Browser:
    """Exchanges as `ddgs` makes them: by a client that passes for a browser, in a thread."""

    def __init__(self, proxy: str | None) -> None:
        self._proxy = proxy

    async def request(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
        json: object | None = None,
        form: Mapping[str, str] | None = None,
        bounds: Bounds | None = None,
    ) -> Reply:
        """See `Http.request`; `headers`, `params` and `json` are not used."""
        limits = bounds or Bounds()
        call = partial(_exchange, self._proxy, method, url, dict(form or {}), limits)
        late = HttpFailure(Failure.TIMEOUT, f"no whole answer within {limits.seconds:g} s")
        try:
            # The client keeps the time itself; this is for the case that it does not.
            with fail_after(limits.seconds + 1):
                reply = await to_thread.run_sync(call, abandon_on_cancel=True)
        except TimeoutError:
            raise late from None
        if reply is None:
            raise late
        return reply


def _exchange(proxy: str | None, method: str, url: str, form: dict[str, str], limits: Bounds) -> Reply | None:
    """One exchange; None where the time was up."""
    import primp
    from ddgs.engines.duckduckgo import Duckduckgo

    engine = Duckduckgo(proxy=proxy, timeout=max(1, int(limits.seconds)))
    client: primp.Client = engine.http_client.client
    try:
        with client.request(
            method, url, data=form, timeout=limits.seconds, follow_redirects=False, stream=True
        ) as answered:
            body = bytearray()
            for chunk in answered.iter_bytes(65_536):
                body += chunk
                if len(body) > limits.bytes:
                    raise HttpFailure(Failure.TOO_LARGE, f"the answer is longer than {limits.bytes:,} bytes")
            headers = {name.lower(): value for name, value in answered.headers.items()}
            return Reply(url=url, status=answered.status_code, headers=headers, body=bytes(body))
    except primp.TimeoutError:
        return None
    except primp.PrimpError as error:
        # The library has one error for an answer that broke off and for one that is damaged.
        raise HttpFailure(Failure.UNREACHABLE, f"no connection, or it broke ({error})") from error
