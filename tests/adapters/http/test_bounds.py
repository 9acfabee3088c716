"""Whatever a server does, an exchange ends: within its time, its bytes, and little memory."""

import gzip
import tracemalloc
import zlib
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat

import anyio.lowlevel
import pytest

from httpkit import Handler, Raw, Seen, Server
from stet.adapters.http import Bounds, Failure, Http, HttpFailure, Reply

HEAD = b"HTTP/1.1 200 OK\r\n"
LIMIT = 2_000_000
BOUNDS = Bounds(bytes=LIMIT, seconds=20)
SHORT = Bounds(bytes=LIMIT, seconds=0.4)


async def outcome(handler: Handler, bounds: Bounds = BOUNDS, *, method: str = "GET") -> Reply | Failure:
    with Server(handler) as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        try:
            return await http.request(method, server.url("/p?key=secret"), bounds=bounds)
        except HttpFailure as failure:
            return Failure.REFUSED if "secret" in failure.message else failure.failure
        finally:
            await http.aclose()


def raw(*parts: bytes | float | Iterable[bytes | float]) -> Callable[[Seen], Raw]:
    def all_parts() -> Iterator[bytes | float]:
        for part in parts:
            yield from [part] if isinstance(part, bytes | float | int) else part

    return lambda _: Raw(all_parts())


def encoded(encoding: str, body: bytes, times: int = 1) -> Callable[[Seen], Raw]:
    return raw(HEAD + f"Content-Encoding: {encoding}\r\n\r\n".encode(), repeat(body, times))


BOMB = bytes(60_000_000)
TOO_LARGE = {
    "gzip bomb": encoded("gzip", gzip.compress(BOMB)),
    "gzip bomb of many members": encoded("gzip", gzip.compress(bytes(100_000)), 10_000),
    "gzip members without content": encoded("gzip", gzip.compress(b"", mtime=0) * 1_000, 10_000),
    "deflate bomb": encoded("deflate", zlib.compress(BOMB)),
    "endless body": raw(HEAD + b"\r\n", repeat(b"x" * 65_536)),
    "endless chunks": raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", repeat(b"4000\r\n" + b"x" * 16_384 + b"\r\n")),
    "one chunk without end": raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\nFFFFFFFFFFFF\r\n", repeat(b"x" * 65_536)),
    "a chunk's head without end": raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n1;", repeat(b"x" * 65_536)),
    "trailers without end": raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n0\r\n", repeat(b"X-A: b\r\n" * 1_000)),
    "a status line without end": raw(b"HTTP/1.1 200 ", repeat(b"O" * 65_536)),
    "a header without end": raw(HEAD + b"X-Long: ", repeat(b"x" * 65_536)),
    "headers without end": raw(HEAD, repeat(b"X-A: b\r\n" * 1_000)),
    "70 kB of headers": raw(HEAD + b"X-Long: " + b"x" * 70_000 + b"\r\nContent-Length: 2\r\n\r\nok"),
}  # fmt: skip


@pytest.mark.parametrize("name", TOO_LARGE)
async def test_what_is_too_large_is_cut_with_flat_memory(name: str):
    await outcome(raw(HEAD + b"\r\n"))  # so that what is loaded once does not count
    tracemalloc.start()
    try:
        failure = await outcome(TOO_LARGE[name])
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert failure is Failure.TOO_LARGE
    assert peak < 2 * LIMIT, f"{peak:,} bytes were held"


TIMEOUT = {
    "no answer": raw(60.0),
    "slow headers": raw(HEAD, chain.from_iterable(repeat((b"X-A: b\r\n", 0.02)))),
    "a slow body": raw(HEAD + b"\r\n", chain.from_iterable(repeat((b"x", 0.02)))),
    "slow chunks": raw(
        HEAD + b"Transfer-Encoding: chunked\r\n\r\n", chain.from_iterable(repeat((b"1\r\nx\r\n", 0.02)))
    ),
    "a body that stops": raw(HEAD + b"Content-Length: 100\r\n\r\nbegun", 60.0),
    "chunks without a last one": raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n1\r\nx\r\n", 60.0),
    "gzip that stops": raw(
        HEAD + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"begun", mtime=0)[:12], 60.0
    ),
}


@pytest.mark.parametrize("name", TIMEOUT)
async def test_what_takes_too_long_is_left(name: str):
    with anyio.fail_after(15):
        failure = await outcome(TIMEOUT[name], SHORT)
    assert failure is Failure.TIMEOUT


async def test_many_small_chunks_do_not_escape_the_time_limit():
    sent = raw(HEAD + b"Transfer-Encoding: chunked\r\n\r\n", repeat(b"1\r\nx\r\n" * 10_000))
    failure = await outcome(sent, Bounds(bytes=10**9, seconds=0.4))
    assert failure is Failure.TIMEOUT


async def test_a_host_that_takes_no_connection_is_left_within_the_connect_limit():
    async def never(_host: str, _port: int) -> list[str]:
        await anyio.sleep_forever()
        return []

    http = Http(user_agent="stet-test", resolver=never)
    with anyio.fail_after(15), pytest.raises(HttpFailure) as caught:
        await http.request("GET", "http://example.org/", bounds=Bounds(connect_seconds=0.1, seconds=60))
    await http.aclose()
    assert caught.value.failure is Failure.TIMEOUT


@pytest.mark.parametrize(
    ("sent", "failure"),
    [
        (HEAD + b"Content-Length: 100\r\n\r\ncut", Failure.UNREACHABLE),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\ncu", Failure.UNREACHABLE),
        (HEAD + b"Content-Len", Failure.UNREACHABLE),
        (HEAD + b"Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc", Failure.PROTOCOL),
        (HEAD + b"Content-Length: -2\r\n\r\nabc", Failure.PROTOCOL),
        (HEAD + b"Content-Length: 0x2\r\n\r\nabc", Failure.PROTOCOL),
        (HEAD + b"Transfer-Encoding: chunked\r\n\r\nhello\r\n", Failure.PROTOCOL),
        (HEAD + b"No colon\r\n\r\n", Failure.PROTOCOL),
        (b"HTTP/1.1 999999 OK\r\n\r\n", Failure.PROTOCOL),
        (b"HTTP/1.1 100 Continue\r\n\r\n" * 11 + HEAD + b"Content-Length: 2\r\n\r\nok", Failure.PROTOCOL),
        (b"HTTP/1.1 103 Hints\r\nLink: " + b"x" * 200_000 + b"\r\n\r\n" + HEAD + b"\r\n", Failure.PROTOCOL),
        (b"HTTP/1.1 101 Switching\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n", Failure.PROTOCOL),
        (b"HTTP/2 200\r\n\r\n", Failure.PROTOCOL),
        (b"<html>HTTP 0.9</html>\r\n\r\n", Failure.PROTOCOL),
        (b"\x16\x03\x01\x02\x00\x01\x00\r\n\r\n", Failure.PROTOCOL),
        (HEAD + b"Content-Encoding: br\r\n\r\nxx", Failure.PROTOCOL),
        (HEAD + b"Content-Encoding: gzip\r\n\r\nplain text", Failure.PROTOCOL),
        (HEAD + b"Content-Encoding: gzip\r\n\r\n" + gzip.compress(b"cut", mtime=0)[:-3], Failure.PROTOCOL),
    ],
)
async def test_a_broken_answer_is_none(sent: bytes, failure: Failure):
    assert await outcome(raw(sent)) is failure


async def test_a_length_beyond_the_limit_is_refused_without_reading_on():
    sent: list[int] = []

    def body() -> Iterator[bytes]:
        for n in range(1_000):
            sent.append(n)
            yield b"x" * 65_536

    failure = await outcome(raw(HEAD + b"Content-Length: 65536000\r\n\r\n", body()))
    assert failure is Failure.TOO_LARGE
    assert len(sent) < 200, "only what the buffers of the connection hold"


@pytest.mark.parametrize(
    ("sent", "method", "body"),
    [
        (HEAD + b"Content-Length: 2\r\n\r\nokay then", "GET", b"ok"),
        (HEAD + b"\r\nuntil the end", "GET", b"until the end"),
        (b"HTTP/1.0 200 OK\r\n\r\nold", "GET", b"old"),
        (HEAD + b"Content-Length: 99999999\r\nContent-Encoding: br\r\n\r\n", "HEAD", b""),
        (b"HTTP/1.1 304 Not Modified\r\nContent-Length: 99999999\r\n\r\n", "GET", b""),
        (b"HTTP/1.1 204 No Content\r\nContent-Encoding: gzip\r\n\r\n", "GET", b""),
        (HEAD + b"Content-Encoding: gzip\r\nContent-Length: 0\r\n\r\n", "GET", b""),
        (b"HTTP/1.1 100 Continue\r\n\r\n" + HEAD + b"Content-Length: 2\r\n\r\nok", "GET", b"ok"),
        (b"HTTP/1.1 103 Hints\nLink: a\n\n" * 10 + HEAD + b"Content-Length: 2\r\n\r\nok", "GET", b"ok"),
        (
            HEAD + b"\r\n" + b"HTTP/1.1 100 Continue\r\n\r\n" * 20,
            "GET",
            b"HTTP/1.1 100 Continue\r\n\r\n" * 20,
        ),
        (b"HTTP/1.1 200 \xfcmlaut\r\nX-Name: \xfc\r\nContent-Length: 2\r\n\r\nok", "GET", b"ok"),
    ],
)
async def test_an_odd_answer_is_one_all_the_same(sent: bytes, method: str, body: bytes):
    reply = await outcome(raw(sent), method=method)
    assert isinstance(reply, Reply)
    assert reply.body == body


async def test_a_body_of_exactly_the_limit_is_read_and_one_byte_more_is_not():
    reply = await outcome(lambda _: (200, {}, b"x" * LIMIT))
    assert isinstance(reply, Reply)
    assert len(reply.body) == LIMIT
    packed = gzip.compress(b"y" * LIMIT)
    reply = await outcome(lambda _: (200, {"Content-Encoding": "gzip"}, packed))
    assert isinstance(reply, Reply)
    assert len(reply.body) == LIMIT
    packed = gzip.compress(b"y" * (LIMIT + 1))
    assert await outcome(lambda _: (200, {"Content-Encoding": "gzip"}, packed)) is Failure.TOO_LARGE


@pytest.mark.parametrize("pause", [0.0, 0.001])
async def test_interim_answers_are_not_read_for_ever(pause: float):
    """Those that come in one piece and those that come one by one and cut."""
    flood = (
        [b"HTTP/1.1 100 Contin", pause, b"ue\r\n\r", pause, b"\n"]
        if pause
        else [b"HTTP/1.1 103 E\r\n\r\n" * 500]
    )
    with anyio.fail_after(15):
        assert await outcome(raw(chain.from_iterable(repeat(flood))), BOUNDS) is Failure.PROTOCOL


async def test_other_tasks_get_their_turn_while_a_body_is_decompressed():
    """Seen by what is held each time that another task has its turn."""
    packed = gzip.compress(bytes(40_000_000), mtime=0)
    held: list[int] = []

    async def look() -> None:
        while True:
            await anyio.lowlevel.checkpoint()
            held.append(tracemalloc.get_traced_memory()[0])

    tracemalloc.start()
    try:
        async with anyio.create_task_group() as tasks:
            tasks.start_soon(look)
            reply = await outcome(
                lambda _: (200, {"Content-Encoding": "gzip"}, packed), Bounds(bytes=50_000_000, seconds=20)
            )
            assert isinstance(reply, Reply)
            assert len(reply.body) == 40_000_000
            tasks.cancel_scope.cancel()
    finally:
        tracemalloc.stop()
    assert len([size for size in held if 4_000_000 < size < 36_000_000]) > 10


async def test_members_of_gzip_are_counted_and_too_many_are_too_large():
    one = gzip.compress(b"x", mtime=0)
    reply = await outcome(lambda _: (200, {"Content-Encoding": "gzip"}, one * 10_000))
    assert isinstance(reply, Reply)
    assert reply.body == b"x" * 10_000
    more = await outcome(lambda _: (200, {"Content-Encoding": "gzip"}, one * 10_001))
    assert more is Failure.TOO_LARGE


@pytest.mark.parametrize(
    "handler",
    [
        lambda _: (200, {}, b"y" * 5_000),
        raw(HEAD + b"\r\n", repeat(b"y" * 65_536)),
        lambda _: (200, {"Content-Encoding": "gzip"}, gzip.compress(b"y" * 30_000_000)),
    ],
    ids=["a length", "endless", "a bomb"],
)
async def test_a_body_may_be_cut_where_only_its_beginning_is_wanted(handler: Handler):
    reply = await outcome(handler, Bounds(bytes=3_000, cut=True))
    assert isinstance(reply, Reply)
    assert reply.body == b"y" * 3_000
