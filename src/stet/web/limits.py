"""What stands before every route: is the request meant for us, is it from where it says, and is it of bounded size?"""

import asyncio
import ipaddress
import re
from collections.abc import Iterable, Mapping
from http import HTTPStatus
from typing import Final

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from stet.web.auth import Doors
from stet.web.errors import problem

MOST_BYTES: Final = 2_000_000
"""Of a request's body, however it comes."""
DEEPEST: Final = 32
"""Levels of JSON in a body; what is asked has four."""
BODY_SECONDS: Final = 30.0
SEND_SECONDS: Final = 60.0
"""How long a body may take to come, and how long an answer may wait for somebody to read on."""

_SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
_HOST = re.compile(r"(\[[0-9A-Fa-f:.]{2,45}\]|[A-Za-z0-9._-]{1,253})(?::[0-9]{1,5})?\Z")
_JSON = re.compile(r"application/(?:[a-z.+-]{1,40}\+)?json\Z", re.ASCII)

HEADERS: Final[Mapping[str, str]] = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Content-Security-Policy": "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    "Cache-Control": "no-store",
}
"""On every answer that does not say otherwise itself."""


class Guard:
    """The outermost part of the application: refuses what no route should see, and bounds what goes in and out."""

    def __init__(self, app: ASGIApp, doors: Doors) -> None:
        self._app = app
        self._doors = doors

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] != "http":
            if scope["type"] == "lifespan":
                await self._app(scope, receive, send)
            return
        answer = _Answer(send)
        headers = Headers(scope=scope)
        # A page may be linked to from anywhere; what programs ask for is no business of other sites' pages.
        guarded = scope["method"] not in _SAFE or scope["path"].startswith("/api/")
        refused = self._refused(headers, guarded=guarded)
        if refused is not None:
            await refused(scope, receive, answer)
            return
        if scope["method"] in _SAFE:
            await self._app(scope, receive, answer)
            return
        body = await _body(receive)
        if not isinstance(body, bytes):
            if body is not None:
                await body(scope, receive, answer)
            return
        unfit = _unfit(scope["path"], headers, body)
        if unfit is not None:
            await unfit(scope, receive, answer)
            return
        await self._app(scope, _Again(body, receive), answer)

    def _refused(self, headers: Headers, *, guarded: bool) -> Response | None:
        hosts = headers.getlist("host")
        host = _host(hosts[0]) if len(hosts) == 1 else None
        if host is None or not self._known(host):
            return problem(
                HTTPStatus.MISDIRECTED_REQUEST,
                "bad_host",
                "this server is not reached under that name",
                hint="the operator lists its names: hosts in the table [serve]",
            )
        if guarded and _from_elsewhere(headers, hosts[0]):
            return problem(HTTPStatus.FORBIDDEN, "cross_origin", "another site's page may not ask for this")
        length = headers.get("content-length", "0")
        if not length.isdecimal() or not length.isascii():
            return problem(HTTPStatus.BAD_REQUEST, "bad_request", "Content-Length is no number")
        if len(length) > 12 or int(length) > MOST_BYTES:
            return _too_large()
        return None

    def _known(self, host: str) -> bool:
        """Whether a name or address is ours.

        An address cannot be made to lead elsewhere, as a name can; one that is not this machine's own is only for a
        server that is bound to it.
        """
        if host == "localhost" or host in self._doors.hosts:
            return True
        try:
            address = ipaddress.ip_address(host.strip("[]"))
        except ValueError:
            return False
        return address.is_loopback or not self._doors.loopback


class _Answer:
    """Sends an answer with our headers, and gives up on who does not read it."""

    def __init__(self, send: Send) -> None:
        self._send = send

    async def __call__(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            headers = MutableHeaders(raw=message["headers"])
            for name, value in HEADERS.items():
                headers.setdefault(name, value)
            message = {**message, "headers": headers.raw}
        # A time-out ends the request; the server then closes the connection.
        async with asyncio.timeout(SEND_SECONDS):
            await self._send(message)


class _Again:
    """A body that was read already, given once more; then what comes after it, which is that the client is gone."""

    def __init__(self, body: bytes, receive: Receive) -> None:
        self._body: bytes | None = body
        self._receive = receive

    async def __call__(self) -> Message:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        return await self._receive()


async def _body(receive: Receive) -> bytes | Response | None:
    """The whole body; an answer where it is too large or too slow; None where the client is gone."""
    parts: list[bytes] = []
    size = 0
    try:
        async with asyncio.timeout(BODY_SECONDS):
            while True:
                message = await receive()
                if message["type"] == "http.disconnect":
                    return None
                parts.append(message.get("body", b""))
                size += len(parts[-1])
                if size > MOST_BYTES:
                    return _too_large()
                if not message.get("more_body", False):
                    return b"".join(parts)
    except TimeoutError:
        return problem(
            HTTPStatus.REQUEST_TIMEOUT, "too_slow", "the body did not come in time", retryable=True
        )


def _too_large() -> Response:
    hint = f"at most {MOST_BYTES:,} bytes"
    return problem(HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "too_large", "the body is too large", hint=hint)


def _unfit(path: str, headers: Headers, body: bytes) -> Response | None:
    """What the REST interface takes is JSON, and not endlessly nested."""
    kind = headers.get("content-type", "").partition(";")[0].strip().lower()
    is_json = _JSON.match(kind) is not None
    if path.startswith("/api/") and body and not is_json:
        return problem(
            HTTPStatus.UNSUPPORTED_MEDIA_TYPE,
            "unsupported_media_type",
            "a body here is JSON",
            hint="send it with: Content-Type: application/json",
        )
    if is_json and depth(body) > DEEPEST:
        return problem(HTTPStatus.BAD_REQUEST, "too_deep", f"JSON of more than {DEEPEST} levels")
    return None


_MARKS = re.compile(rb'"(?:[^"\\]|\\.)*+"?|[\[{]|[\]}]', re.DOTALL)


def depth(body: bytes) -> int:
    """The most levels of arrays and objects that are open at one place of JSON text; in one pass."""
    deepest = level = 0
    for mark in _marks(body):
        level += 1 if mark in b"[{" else -1
        deepest = max(deepest, level)
    return deepest


def _marks(body: bytes) -> Iterable[bytes]:
    return (found for match in _MARKS.finditer(body) if (found := match.group()) in {b"[", b"{", b"]", b"}"})


def _host(header: str) -> str | None:
    """The host of a Host header, without its port."""
    found = _HOST.match(header)
    return found[1].lower().rstrip(".") if found else None


def _from_elsewhere(headers: Headers, host: str) -> bool:
    """Whether a browser says that another site's page asks. Other programs say nothing of that kind."""
    site = headers.get("sec-fetch-site")
    if site is not None and site not in {"same-origin", "none"}:
        return True
    origin = headers.get("origin")
    return origin is not None and origin.lower() not in {f"http://{host.lower()}", f"https://{host.lower()}"}
