"""One HTTP exchange for one call, under the vendors' own clients.

The clients bring settings of their own from the environment (addresses, headers, organisations, proxies), repeat
requests, follow redirects and read answers without end. Beneath them all lies this transport, through which they get
nothing but one request to the address that was given, with our headers and our key, and one bounded answer.
"""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import cache
from ssl import SSLContext
from urllib.parse import urlsplit

import httpx2

from stet.adapters.http import Reply
from stet.adapters.keys import without_key
from stet.adapters.models.faults import fault, readable, unreached
from stet.adapters.models.providers import Format, Seat
from stet.errors import BadAnswer, StetError

CONNECT_SECONDS = 10.0
MOST_BYTES = 16_000_000
"""The largest answer that is read; the longest that any model gives is below a tenth of it."""

_KEPT = ("content-type", "accept", "anthropic-version", "anthropic-beta")


class Exchange(httpx2.AsyncBaseTransport):
    """The transport of one call: it answers one request, and remembers what came.

    `reply` is the answer, its body cleared of the key; `fault` is what is wrong with it, whatever the vendor's
    client goes on to make of that.
    """

    def __init__(self, place: Seat) -> None:
        self._place = place
        self._inner = httpx2.AsyncHTTPTransport(
            verify=certificates(), trust_env=False, proxy=place.proxy, retries=0
        )
        self.asked = False
        self.reply: Reply | None = None
        self.fault: StetError | None = None

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """See httpx2; the answer is whole when this returns.

        Raises:
            StetError: there is no answer, or none that can be used; the same stands in `fault`
        """
        if self.asked or not _within(str(request.url), self._place.base_url):
            self.fault = BadAnswer(f"{self._place.provider.name}: a second request for one call is not made")
            raise self.fault
        self.asked = True
        body = b""
        await request.aread()
        own = httpx2.Request(
            request.method,
            request.url,
            headers={**self._headers(request.headers), "content-length": str(len(request.content))},
            content=request.content,
            extensions=request.extensions,
        )
        try:
            answer = await self._inner.handle_async_request(own)
            reply = await self._read(answer)
            self.reply = _scrubbed(reply, self._place.key)
            self.fault = fault(self.reply, self._place)
            body = readable(self.reply, self._place)
        except StetError as error:
            self.fault = error
        except httpx2.TransportError as error:
            self.fault = unreached(self._place.name, type(error).__name__)
        if self.fault is not None:
            raise self.fault
        return httpx2.Response(200, headers={"content-type": "application/json"}, content=body)

    async def aclose(self) -> None:
        """Close the connection."""
        await self._inner.aclose()

    def _headers(self, given: httpx2.Headers) -> dict[str, str]:
        """What the wire format needs and the key; no telemetry, no cookie, nothing from the environment."""
        headers = {name: given[name] for name in _KEPT if name in given}
        headers |= {"accept-encoding": "identity", "user-agent": "stet", "host": _host(self._place.base_url)}
        return headers | key_header(self._place)

    async def _read(self, answer: httpx2.Response) -> Reply:
        headers = {name.lower(): value for name, value in answer.headers.multi_items()}
        if headers.get("content-encoding", "identity").strip().lower() not in ("", "identity"):
            await answer.aclose()
            raise BadAnswer(
                f"{self._place.provider.name}: the answer is packed, though that was not asked for"
            )
        body = bytearray()
        async for chunk in answer.aiter_raw():
            body += chunk
            if len(body) > MOST_BYTES:
                await answer.aclose()
                raise BadAnswer(
                    f"{self._place.provider.name}: the answer is larger than {MOST_BYTES:,} bytes"
                )
        await answer.aclose()
        return Reply(url=self._place.base_url, status=answer.status_code, headers=headers, body=bytes(body))


@asynccontextmanager
async def exchange(place: Seat, seconds: float) -> AsyncGenerator[tuple[httpx2.AsyncClient, Exchange]]:
    """A client for one call, to be given to a vendor's library, and what becomes of the call."""
    transport = Exchange(place)
    limits = httpx2.Timeout(seconds, connect=min(CONNECT_SECONDS, seconds))
    async with httpx2.AsyncClient(
        transport=transport, timeout=limits, trust_env=False, follow_redirects=False
    ) as client:
        yield client, transport


def key_header(place: Seat) -> dict[str, str]:
    """The header that carries the key, as each format has it; empty where there is no key."""
    if not place.key:
        return {}
    if place.provider.format is Format.ANTHROPIC:
        return {"x-api-key": place.key}
    if place.provider.format is Format.GOOGLE:
        return {"x-goog-api-key": place.key}
    return {"authorization": f"Bearer {place.key}"}


@cache
def certificates() -> SSLContext:
    """The certificates of the system, whatever the environment says of others."""
    # Made once: loading the certificates of the system takes longer than the rest of a call on our side.
    return httpx2.create_ssl_context(trust_env=False)


def _host(base_url: str) -> str:
    return urlsplit(base_url).netloc


def _within(url: str, base_url: str) -> bool:
    return url.startswith(f"{base_url}/")


def _scrubbed(reply: Reply, key: str) -> Reply:
    return reply.model_copy(update={"body": without_key(reply.body, key)})
