"""Exchanges: what is sent, what comes back, and that nothing else happens."""

import asyncio
import gc
from collections.abc import Callable

import anyio
import pytest

from httpkit import Raw, Reply, Seen, Server, answer, page, routes
from stet.adapters.http import Bounds, Failure, Http, HttpFailure
from stet.errors import BadSetting


async def test_an_exchange_brings_status_headers_body_and_peer():
    with Server(lambda _: (418, {"X-Kind": "tea", "x-kind": "pot"}, "short")) as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        reply = await http.request("GET", server.url("/a?b=c"))
        await http.aclose()
    assert (reply.status, reply.body, reply.peer) == (418, b"short", "127.0.0.1")
    assert reply.headers["x-kind"] == "tea, pot"
    assert reply.url == server.url("/a?b=c")
    assert server.requests[0].headers["user-agent"] == "stet-test"
    assert server.requests[0].headers["accept-encoding"] == "gzip"


async def test_parameters_json_and_forms_are_sent():
    with Server(lambda seen: answer({"path": seen.path})) as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        await http.request("GET", server.url("/s?lang=en#part"), params={"q": "harbour dues", "key": "ä"})
        await http.request("POST", server.url("/j"), json={"q": "ä"}, headers={"Authorization": "Bearer k"})
        await http.request("post", server.url("/f"), form={"q": "a b"})
        await http.aclose()
    first, second, third = server.requests
    assert first.path == "/s?lang=en&q=harbour+dues&key=%C3%A4"
    assert second.json == {"q": "ä"}
    assert second.headers["authorization"] == "Bearer k"
    assert second.headers["content-type"] == "application/json"
    assert (third.method, third.body) == ("POST", b"q=a+b")
    assert server.accepted == 1, "one connection serves one exchange after another"


async def test_a_server_that_says_nothing_is_unreachable_and_one_that_speaks_no_http_is_told_apart():
    for sent, failure in (
        (b"", Failure.UNREACHABLE),
        (b"220 mail.example ESMTP\r\n\r\n", Failure.PROTOCOL),
    ):
        with Server(lambda _, sent=sent: Raw([sent])) as server:
            http = Http(user_agent="stet-test", allow=[server.place])
            with pytest.raises(HttpFailure) as caught:
                await http.request("GET", server.url("/p?key=secret"))
            await http.aclose()
        assert caught.value.failure is failure
        assert "secret" not in str(caught.value)


async def test_a_header_that_is_none_is_not_sent_and_not_shown():
    with Server() as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        with pytest.raises(HttpFailure) as caught:
            await http.request("GET", server.url(), headers={"Authorization": "Bearer secret\r\nX-More: 1"})
        await http.aclose()
    assert caught.value.failure is Failure.PROTOCOL
    assert "secret" not in str(caught.value)
    assert caught.value.__suppress_context__, "what lies behind it quotes the header"
    assert server.requests == []


async def test_how_the_exchange_is_made_is_not_the_callers_to_choose():
    ours = {"Host": "other.example", "Accept-Encoding": "br", "Content-Length": "7", "User-Agent": "mine"}
    with Server() as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        await http.request("GET", server.url(), headers=ours)
        await http.aclose()
    sent = server.requests[0].headers
    assert sent["host"] == server.place
    assert (sent["accept-encoding"], sent["user-agent"]) == ("gzip", "mine")
    assert "content-length" not in sent


async def test_no_cookie_is_kept():
    with Server(lambda _: (200, {"Set-Cookie": "seen=1"}, b"")) as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        for _ in range(2):
            await http.request("GET", server.url())
        await http.aclose()
    assert all("cookie" not in seen.headers for seen in server.requests)


async def test_many_tasks_share_one_client_within_its_number_of_connections():
    with Server(delay=0.02) as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        async with anyio.create_task_group() as tasks:
            for n in range(150):
                tasks.start_soon(http.request, "GET", server.url(f"/{n}"))
        await http.aclose()
    assert len(set(server.paths)) == 150
    assert 1 < server.at_once <= 64


async def test_one_exchange_that_fails_does_not_harm_the_next():
    with Server(routes({"/slow": Raw([60.0]), "/": page("<p>well")})) as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        for _ in range(3):
            with pytest.raises(HttpFailure):
                await http.request("GET", server.url("/slow"), bounds=Bounds(seconds=0.05))
            assert (await http.request("GET", server.url())).body == b"<p>well"
        await http.aclose()


def test_one_client_serves_one_event_loop_after_another_and_leaves_nothing_open():
    with Server() as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        for _ in range(3):
            assert asyncio.run(http.request("GET", server.url())).status == 200
        assert server.accepted == 3
        gc.collect()  # a connection left open would warn here, and a warning is an error


async def test_a_client_may_be_used_again_after_it_was_closed():
    with Server() as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        for _ in range(2):
            await http.request("GET", server.url())
            await http.aclose()
        await http.aclose()
    assert server.accepted == 2


@pytest.mark.parametrize(
    "proxy", ["", "proxy.example:8080", "socks5://127.0.0.1:1080", "http://", "http://a:b"]
)
def test_a_proxy_that_cannot_be_read_is_a_bad_setting(proxy: str):
    with pytest.raises(BadSetting):
        Http(user_agent="stet-test", proxy=proxy)


def closing(after: int) -> tuple[Callable[[Seen], Raw | Reply], list[int]]:
    """Answers as one that keeps connections, and closes each, unread, when its next request comes."""
    seen = [0]

    def handle(_: Seen) -> Raw | Reply:
        seen[0] += 1
        return Raw([]) if seen[0] % (after + 1) == 0 else (200, {}, b"ok")

    return handle, seen


async def test_a_connection_that_is_closed_as_it_is_used_again_is_no_failure():
    handler, seen = closing(after=2)
    with Server(handler) as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        for _ in range(20):
            assert (await http.request("GET", server.url())).body == b"ok"
        await http.aclose()
    assert seen[0] == 20 + 9, "each broken exchange was made once more"
    assert server.accepted == 10


async def test_what_changes_something_is_not_sent_twice_by_itself():
    handler, seen = closing(after=1)
    with Server(handler) as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        await http.request("POST", server.url(), json={})
        with pytest.raises(HttpFailure) as caught:
            await http.request("POST", server.url("/p?key=secret"), json={})
        await http.aclose()
    assert caught.value.failure is Failure.UNREACHABLE
    assert "secret" not in caught.value.message
    assert seen[0] == 2


async def test_a_new_connection_or_an_answer_begun_is_not_tried_again():
    parts = iter([(200, {}, b"ok"), Raw([b"HTTP/1.1 200 OK\r\nConten"]), Raw([])])
    with Server(lambda _: next(parts)) as server:
        http = Http(user_agent="stet-test", allow=[server.place])
        await http.request("GET", server.url())
        for _ in range(2):
            with pytest.raises(HttpFailure) as caught:
                await http.request("GET", server.url())
            assert caught.value.failure is Failure.UNREACHABLE
        await http.aclose()
    assert len(server.paths) == 3
