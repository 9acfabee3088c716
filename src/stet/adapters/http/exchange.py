"""One exchange on a pool of connections, within its bounds."""

from collections.abc import Mapping
from contextlib import AbstractAsyncContextManager, aclosing
from dataclasses import dataclass
from itertools import chain

import anyio.lowlevel
import httpcore2

from stet.adapters.http.address import DEFAULT_PORT
from stet.adapters.http.backend import Stale
from stet.adapters.http.body import Decoder
from stet.adapters.http.message import Outgoing
from stet.adapters.http.values import Bounds, Failure, HttpFailure

# Status codes whose answer has no body, whatever its headers say.
_BODILESS = (204, 304)
_TURN = 32
_STALE_CONNECTIONS = 8
_AGAIN = frozenset(("GET", "HEAD"))
_HEAD_TOO_LARGE = 431


@dataclass(frozen=True, slots=True)
class Incoming:
    """What came back; the body is decompressed."""

    status: int
    headers: Mapping[str, str]
    body: bytes
    peer: str | None


async def exchange(pool: httpcore2.AsyncConnectionPool, outgoing: Outgoing, limits: Bounds) -> Incoming:
    """Send a request and read its answer, whole.

    A server may close an idle connection just when it is used again. A GET or HEAD is then sent once more, on a
    connection that is not known to be closed (RFC 9112, section 9.3.1).

    Raises:
        HttpFailure: there is no answer
        TimeoutError: the time is up, where the caller's own limit has not said so before
    """
    tries = _STALE_CONNECTIONS if outgoing.method in _AGAIN else 1
    for _ in range(tries):
        try:
            return await _exchange(pool, outgoing, limits)
        except Stale:
            # It has left the pool; the next one is another, and in the end a new one, which is never stale.
            continue
    raise HttpFailure(
        Failure.UNREACHABLE, f"{outgoing.address.shown}: the connection was closed before an answer came"
    )


async def _exchange(pool: httpcore2.AsyncConnectionPool, outgoing: Outgoing, limits: Bounds) -> Incoming:
    shown = outgoing.address.shown
    stream: httpcore2.AsyncNetworkStream | None = None
    try:
        async with _open(pool, outgoing, limits) as response:
            stream = _stream(response)
            headers = _headers(response, limits)
            body = await _body(response, headers, outgoing.method, limits)
            return Incoming(response.status, headers, body, _info(stream, "peer"))
    except HttpFailure as error:
        raise HttpFailure(error.failure, f"{shown}: {error.message}") from error.__cause__
    except TimeoutError:
        raise
    except httpcore2.LocalProtocolError:
        # Its message may quote a header, which may be a key.
        raise HttpFailure(Failure.PROTOCOL, f"{shown}: the request cannot be sent as HTTP") from None
    except httpcore2.RemoteProtocolError as error:
        raise _misspoken(shown, error, stream) from error
    except httpcore2.TimeoutException as error:
        raise HttpFailure(Failure.TIMEOUT, f"{shown}: no connection in time") from error
    except (httpcore2.NetworkError, httpcore2.ProxyError, OSError) as error:
        raise HttpFailure(Failure.UNREACHABLE, f"{shown}: {_why(error, stream)}") from error


def _open(
    pool: httpcore2.AsyncConnectionPool, outgoing: Outgoing, limits: Bounds
) -> AbstractAsyncContextManager[httpcore2.Response]:
    address = outgoing.address
    # A proxy is told the whole address, where a port that needs no saying is out of place.
    port = None if address.port == DEFAULT_PORT[address.scheme] else address.port
    return pool.stream(
        outgoing.method,
        httpcore2.URL(scheme=address.scheme, host=address.host, port=port, target=address.target),
        headers=list(outgoing.headers),
        content=outgoing.content,
        extensions={"timeout": {"connect": limits.connect_seconds}},
    )


def _headers(response: httpcore2.Response, limits: Bounds) -> dict[str, str]:
    # h11 holds at most 100 KiB of a head before it is whole, so that is the limit of all limits.
    size = sum(len(name) + len(value) + 4 for name, value in response.headers)
    if size > limits.header_bytes:
        raise HttpFailure(
            Failure.TOO_LARGE, f"{size:,} bytes of headers; at most {limits.header_bytes:,} are read"
        )
    found: dict[str, str] = {}
    for raw_name, raw_value in response.headers:
        name, value = raw_name.decode("latin-1").lower(), raw_value.decode("latin-1")
        found[name] = f"{found[name]}, {value}" if name in found else value
    return found


async def _body(
    response: httpcore2.Response, headers: Mapping[str, str], method: str, limits: Bounds
) -> bytes:
    if method == "HEAD" or response.status in _BODILESS:
        return b""
    length = headers.get("content-length", "")
    if length.isdigit() and int(length) > limits.bytes and not limits.cut:
        raise _too_large(f"a body of {int(length):,} bytes", limits)
    decoder = Decoder(headers.get("content-encoding", ""))
    body = bytearray()
    read = steps = 0
    async with aclosing(response.aiter_stream()) as stream:
        async for chunk in stream:
            # What came compressed is counted as well: empty gzip members can go on for ever.
            read += len(chunk)
            for piece in chain(decoder.feed(chunk), (b"",)):
                body += piece
                if max(read, len(body)) > limits.bytes:
                    if limits.cut:
                        return bytes(body[: limits.bytes])
                    raise _too_large("the body goes on", limits)
                steps += 1
                if steps % _TURN == 0:
                    # Small chunks come many from one read, and one chunk may be packed a thousandfold; other
                    # tasks get their turn, and the time limit its say.
                    await anyio.lowlevel.checkpoint()
    decoder.end()
    return bytes(body)


def _too_large(what: str, limits: Bounds) -> HttpFailure:
    return HttpFailure(Failure.TOO_LARGE, f"{what}; at most {limits.bytes:,} bytes are read")


def _misspoken(
    shown: str, error: httpcore2.RemoteProtocolError, stream: httpcore2.AsyncNetworkStream | None
) -> HttpFailure:
    """What came is not HTTP; or it is, and was cut off."""
    # What h11 found wrong is the argument of httpcore2's error, and carries a status; a plain text says that
    # nothing came at all.
    found: object = error.args[0] if error.args else None
    status: object = getattr(found, "error_status_hint", None)
    if status == _HEAD_TOO_LARGE:
        return HttpFailure(Failure.TOO_LARGE, f"{shown}: headers without end in sight")
    if status is None or _info(stream, "ended"):
        return HttpFailure(Failure.UNREACHABLE, f"{shown}: the connection broke before the answer was whole")
    # What was found is not shown: a server may send back the key that it was sent.
    return HttpFailure(Failure.PROTOCOL, f"{shown}: what came is not HTTP")


def _why(error: Exception, stream: httpcore2.AsyncNetworkStream | None) -> str:
    if isinstance(error, httpcore2.ProxyError):
        return "the proxy does not connect to it"
    return "no connection" if stream is None else "the connection broke before the answer was whole"


def _stream(response: httpcore2.Response) -> httpcore2.AsyncNetworkStream:
    return response.extensions["network_stream"]  # pyright: ignore[reportUnknownMemberType, reportUnknownVariableType]


def _info(stream: httpcore2.AsyncNetworkStream | None, name: str) -> str | None:
    """What a connection of ours says about itself; see `stet.adapters.http.backend.PinnedStream`."""
    found: object = stream.get_extra_info(name) if stream is not None else None
    return str(found) if found else None
