"""Connections only to addresses that were looked at: a network backend for httpcore2.

A name is resolved once, here; every address it has must be public; and those very addresses are connected to. So
there is no moment between the check and the connection in which a name could come to mean something else.
"""
# ruff: noqa: ASYNC109 - httpcore2 gives its backends their time limits as parameters

import re
import socket
import ssl
import time
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Any, NoReturn

import anyio
import httpcore2

from stet.adapters.http.address import Allowed, is_public
from stet.adapters.http.values import Failure, HttpFailure

Resolve = Callable[[str, int], Awaitable[Sequence[str]]]
"""The IP addresses of a host, best first; an OSError where it has none."""

_ADDRESSES_TRIED = 6
_INTERIM_ANSWERS = 10
_INTERIM_BYTES = 16_384
# As h11 reads them: a head ends at an empty line, and a line with or without a carriage return.
_INTERIM = re.compile(rb"HTTP/1\.[0-9] 1(?!01)[0-9]{2}[ \r\n]")
_HEAD_END = re.compile(rb"\n\r?\n")


class Stale(Exception):
    """A connection that had served before was closed by the other side before it answered anything."""


async def resolve(host: str, port: int) -> tuple[str, ...]:
    """The IP addresses that the system knows for a host, in its order of preference."""
    answers = await anyio.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return tuple(dict.fromkeys(str(answer[4][0]) for answer in answers))


class PinnedStream(httpcore2.AsyncNetworkStream):
    """A connection that knows whom it reached, whether the other side has ended it, and what it has answered.

    `get_extra_info` answers `peer` with the IP address and `ended` with a bool, beside what httpcore2 asks for.
    Of one answer at most ten heads with a status below 200 are read: h11 would read on for ever.
    """

    def __init__(self, stream: httpcore2.AsyncNetworkStream, peer: str, deadline: float | None) -> None:
        self._stream = stream
        self._peer = peer
        self._deadline = deadline
        self._ended = False
        self._served = self._answering = False
        self._head: bytes | None = b""
        """The beginning of the answer while it may be an interim one."""
        self._interim = 0

    async def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
        """See httpcore2; empty bytes at the end of the stream.

        Raises:
            Stale: it served before, and nothing of this answer came
            HttpFailure: `protocol`; interim answers go on and on
        """
        unanswered = self._served and not self._answering
        try:
            data = await self._stream.read(max_bytes, timeout)
        except httpcore2.ReadError as error:
            raise (Stale() if unanswered else error) from error
        self._ended = not data
        if unanswered and not data:
            raise Stale
        self._answering = True
        if self._head is not None:
            self._head = self._final(self._head + data)
        return data

    async def write(self, buffer: bytes, timeout: float | None = None) -> None:
        """See httpcore2."""
        if self._answering:
            self._served, self._answering, self._head, self._interim = True, False, b"", 0
        await self._stream.write(buffer, timeout)

    async def aclose(self) -> None:
        """Close the connection."""
        await self._stream.aclose()

    async def start_tls(
        self,
        ssl_context: ssl.SSLContext,
        server_hostname: str | None = None,
        timeout: float | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Wrap the connection in TLS, in what is left of the time for connecting.

        Raises:
            HttpFailure: `certificate`
        """
        if self._deadline is not None:
            timeout = max(0.0, self._deadline - time.monotonic())
        try:
            stream = await self._stream.start_tls(ssl_context, server_hostname, timeout)
        except httpcore2.ConnectError as error:
            if isinstance(error.__cause__, ssl.SSLCertVerificationError):
                why = error.__cause__.verify_message
                raise HttpFailure(
                    Failure.CERTIFICATE, f"the certificate of {server_hostname}: {why}"
                ) from error
            raise
        return PinnedStream(stream, self._peer, self._deadline)

    def get_extra_info(self, info: str) -> Any:
        """See httpcore2, and the class."""
        if info == "peer":
            return self._peer
        if info == "ended":
            return self._ended
        return self._stream.get_extra_info(info)

    def _final(self, head: bytes) -> bytes | None:
        """What is left when interim heads are taken off; None once the answer itself has begun."""
        at = 0
        while _INTERIM.match(head, at):
            end = _HEAD_END.search(head, at)
            if end is None and len(head) - at < _INTERIM_BYTES:
                return head[at:]
            self._interim += 1
            if end is None or self._interim > _INTERIM_ANSWERS:
                raise HttpFailure(Failure.PROTOCOL, "interim answers without end in sight")
            at = end.end()
        # The first thirteen bytes say which kind it is.
        return head[at:] if len(head) - at < 13 else None


class PinnedBackend(httpcore2.AsyncNetworkBackend):
    """Resolves, looks and connects.

    Args:
        allowed: hosts and ports that may be private.
        only: connect to these and to nothing else, which is how a proxy is reached.
        resolver: looks a name up.
    """

    def __init__(
        self, allowed: Allowed = frozenset(), *, only: Allowed | None = None, resolver: Resolve = resolve
    ) -> None:
        self._allowed = allowed if only is None else only
        self._only = only
        self._resolve = resolver
        # httpcore2 defines its name twice, once for where anyio is missing.
        self._network: httpcore2.AsyncNetworkBackend = httpcore2.AnyIOBackend()  # pyright: ignore[reportAttributeAccessIssue]

    async def connect_tcp(
        self,
        host: str,
        port: int,
        timeout: float | None = None,
        local_address: str | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> httpcore2.AsyncNetworkStream:
        """Connect to one of a host's addresses, all of them being public or the host allowed.

        Raises:
            HttpFailure: `refused`, `no_host`
            httpcore2.ConnectError, httpcore2.ConnectTimeout: no address answers
        """
        if self._only is not None and (host, port) not in self._only:
            raise HttpFailure(Failure.REFUSED, f"{host}:{port} is not the proxy")
        deadline = None if timeout is None else time.monotonic() + timeout
        addresses = await self._look_up(host, port, timeout)
        for place, address in enumerate(addresses):
            # What is left is shared among the addresses left, so that a dead one does not take it all.
            share = None if deadline is None else (deadline - time.monotonic()) / (len(addresses) - place)
            try:
                stream = await self._network.connect_tcp(address, port, share, local_address, socket_options)
            except (httpcore2.ConnectError, httpcore2.ConnectTimeout):
                if place + 1 == len(addresses):
                    raise
            else:
                return PinnedStream(stream, address, deadline)
        raise HttpFailure(Failure.NO_HOST, f"{host} has no address")

    async def connect_unix_socket(
        self,
        path: str,
        timeout: float | None = None,
        socket_options: Iterable[httpcore2.SOCKET_OPTION] | None = None,
    ) -> NoReturn:
        """Never: a socket of this machine is no address.

        Raises:
            HttpFailure: `refused`
        """
        raise HttpFailure(Failure.REFUSED, "a socket of this machine is not reached")

    async def sleep(self, seconds: float) -> None:
        """See httpcore2."""
        await anyio.sleep(seconds)

    async def _look_up(self, host: str, port: int, timeout: float | None) -> Sequence[str]:
        try:
            with anyio.fail_after(timeout):
                addresses = await self._resolve(host, port)
        except TimeoutError as error:
            raise HttpFailure(Failure.TIMEOUT, f"{host} was not resolved in time") from error
        except (OSError, UnicodeError) as error:
            raise HttpFailure(Failure.NO_HOST, f"{host} does not resolve") from error
        if not addresses:
            raise HttpFailure(Failure.NO_HOST, f"{host} does not resolve")
        private = [address for address in addresses if not is_public(address)]
        if private and (host, port) not in self._allowed:
            raise HttpFailure(Failure.REFUSED, f"{host} leads to {private[0]}, which is no public address")
        return addresses[:_ADDRESSES_TRIED]
