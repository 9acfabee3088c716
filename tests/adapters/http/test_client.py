"""Exchanges: what is sent, what comes back, and that nothing else happens."""

import pytest

from httpkit import Raw, Server, answer
from stet.adapters.http import Failure, Http, HttpFailure


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
