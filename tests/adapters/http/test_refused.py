"""No private address is connected to, whatever it is written as and whatever leads there (K116).

A listener on loopback counts connections; the suite's own guard fails a test that reaches for anything else.
"""

from collections.abc import Iterator, Sequence

import httpcore2
import pytest

from httpkit import Server, page
from stet.adapters.http import Failure, Http, HttpFailure
from stet.adapters.http import address as address_module
from stet.adapters.http.backend import PinnedBackend, Resolve

LOOPBACK = """
127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0x7F.0x0.0x0.0x1 0177.1 0177.0.0.1 017700000001 127.0.0.1.
127.000.000.001 0x7f.0.1 127.0x1 0.0.0.0 0 0x0 １２７.０.０.１ 127。0。0。1 ①②⑦.⓪.⓪.① [::1] [::] [0:0:0:0:0:0:0:1]
[::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::7f00:1] [::ffff:0:127.0.0.1] [64:ff9b::127.0.0.1]
[64:ff9b::7f00:1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::1] [2606:4700::5efe:127.0.0.1]
localhost LOCALHOST localhost. a.localhost localhost.localdomain
""".split()
OTHERS = """
10.0.0.1 0xa000001 167772161 012.0.0.1 169.254.169.254 2852039166 0xa9fea9fe 0xA9.0xFE.0xA9.0xFE 0251.0376.0251.0376
[::ffff:169.254.169.254] [fd00:ec2::254] metadata.google.internal 100.100.100.200 192.0.0.192 168.63.129.16
172.16.0.1 192.168.1.1 100.64.0.1 192.88.99.1 198.18.0.1 203.0.113.1 224.0.0.1 239.255.255.250 255.255.255.255
[::ffff:10.0.0.1] [64:ff9b::10.0.0.1] [2002:a00:1::1] [fe80::1] [fec0::1] [ff02::1] [2001:db8::1]
wiki.internal printer.local router.home.arpa intranet
""".split()


@pytest.fixture
def listener(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """A server whose port counts as a port of the web, so that only its address can be what is refused."""
    with Server() as server:
        monkeypatch.setattr(address_module, "_WEB_PORTS", (80, 443, server.port))
        yield server


def known(**names: str) -> Resolve:
    """A resolver that knows these names; `_` stands for the dot, a comma separates addresses."""

    async def look_up(host: str, _port: int) -> Sequence[str]:
        found = names.get(host.replace(".", "_"))
        if found is None:
            raise OSError(host)
        return found.split(",")

    return look_up


async def refusal(http: Http, url: str) -> HttpFailure:
    with pytest.raises(HttpFailure) as caught:
        await http.request("GET", url)
    await http.aclose()
    return caught.value


@pytest.mark.parametrize("host", [*LOOPBACK, *OTHERS])
async def test_a_private_address_in_any_spelling_is_refused_and_not_connected_to(host: str, listener: Server):
    failure = await refusal(Http(user_agent="stet-test"), f"http://{host}:{listener.port}/?key=secret")
    assert failure.failure is Failure.REFUSED
    assert "secret" not in failure.message
    assert listener.accepted == 0


async def test_the_listener_would_have_seen_a_connection(listener: Server):
    http = Http(user_agent="stet-test", allow=[listener.place])
    reply = await http.request("GET", f"http://0x7f.1:{listener.port}/")
    await http.aclose()
    assert (reply.status, listener.accepted) == (200, 1)
    assert listener.requests[0].headers["host"] == listener.place


@pytest.mark.parametrize(
    "answers",
    [
        "127.0.0.1",
        "::1",
        "93.184.215.14,127.0.0.1",
        "127.0.0.1,93.184.215.14",
        "2606:4700::1111,::ffff:127.0.0.1",
        "93.184.215.14,10.0.0.1",
        "fe80::1%eth0",
        "0.0.0.0",
        "not an address",
    ],
)
async def test_a_name_with_any_private_address_is_refused_and_none_of_them_connected_to(
    answers: str, listener: Server
):
    http = Http(user_agent="stet-test", resolver=known(example_org=answers))
    failure = await refusal(http, f"http://example.org:{listener.port}/")
    assert failure.failure is Failure.REFUSED
    assert listener.accepted == 0


async def test_a_name_is_resolved_once_and_what_it_means_later_makes_no_difference(listener: Server):
    asked: list[str] = []

    async def rebinding(host: str, _port: int) -> Sequence[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["127.0.0.2"]

    http = Http(user_agent="stet-test", allow=[f"example.org:{listener.port}"], resolver=rebinding)
    reply = await http.request("GET", f"http://example.org:{listener.port}/")
    await http.aclose()
    assert asked == ["example.org"]
    assert reply.peer == "127.0.0.1"
    assert listener.requests[0].headers["host"] == f"example.org:{listener.port}"


async def test_a_name_public_at_first_and_private_later_is_looked_at_again(listener: Server):
    answers = [["192.0.1.7"], ["127.0.0.1"]]
    tried: list[str] = []

    async def rebinding(_host: str, _port: int) -> Sequence[str]:
        return answers.pop(0)

    class Nowhere(httpcore2.AsyncNetworkBackend):
        async def connect_tcp(self, host: str, *_: object, **__: object) -> httpcore2.AsyncNetworkStream:
            tried.append(host)
            raise httpcore2.ConnectError

    backend = PinnedBackend(resolver=rebinding)
    backend._network = Nowhere()
    with pytest.raises(httpcore2.ConnectError):
        await backend.connect_tcp("example.org", listener.port, timeout=5)
    with pytest.raises(HttpFailure) as caught:
        await backend.connect_tcp("example.org", listener.port, timeout=5)
    assert caught.value.failure is Failure.REFUSED
    assert tried == ["192.0.1.7"]
    assert listener.accepted == 0


async def test_a_redirect_is_an_answer_and_is_not_followed(listener: Server):
    with Server(lambda _: (302, {"Location": listener.url("/inside")}, b"")) as outside:
        http = Http(user_agent="stet-test", allow=[outside.place])
        reply = await http.request("GET", outside.url())
        assert (reply.status, reply.headers["location"]) == (302, listener.url("/inside"))
        failure = await refusal(http, reply.headers["location"])
    assert failure.failure is Failure.REFUSED
    assert listener.accepted == 0


async def test_a_name_that_leads_to_an_allowed_address_is_not_allowed_by_that(listener: Server):
    http = Http(user_agent="stet-test", allow=[listener.place], resolver=known(example_org="127.0.0.1"))
    assert (await refusal(http, f"http://example.org:{listener.port}/")).failure is Failure.REFUSED
    assert listener.accepted == 0


async def test_a_name_that_does_not_resolve_is_told_apart():
    http = Http(user_agent="stet-test", resolver=known(empty_example=""))
    assert (await refusal(http, "http://nowhere.example/")).failure is Failure.NO_HOST


async def test_a_dead_address_does_not_keep_from_a_living_one(listener: Server):
    # 127.0.0.2 refuses, since the listener is bound to 127.0.0.1 alone.
    http = Http(
        user_agent="stet-test",
        allow=[f"example.org:{listener.port}"],
        resolver=known(example_org="127.0.0.2,::1,127.0.0.1"),
    )
    reply = await http.request("GET", f"http://example.org:{listener.port}/")
    await http.aclose()
    assert reply.peer == "127.0.0.1"


async def test_nobody_listening_is_unreachable():
    with Server() as gone:
        pass
    http = Http(user_agent="stet-test", allow=[gone.place])
    assert (await refusal(http, gone.url())).failure is Failure.UNREACHABLE


async def test_a_socket_file_is_never_connected_to():
    with pytest.raises(HttpFailure) as caught:
        await PinnedBackend().connect_unix_socket("/run/some.sock")
    assert caught.value.failure is Failure.REFUSED


@pytest.mark.parametrize("name", ["HTTP_PROXY", "http_proxy", "ALL_PROXY", "all_proxy"])
async def test_a_proxy_of_the_environment_is_not_used(
    name: str, monkeypatch: pytest.MonkeyPatch, listener: Server
):
    with Server(lambda _: page("<p>the proxy")) as proxy:
        monkeypatch.setenv(name, proxy.url())
        http = Http(user_agent="stet-test", allow=[listener.place])
        reply = await http.request("GET", listener.url())
        await http.aclose()
    assert reply.body == b"ok"
    assert proxy.accepted == 0


async def test_a_proxy_that_is_given_is_asked_and_private_addresses_still_are_not():
    with Server(lambda _: page("<p>the proxy")) as proxy:
        there = proxy.url("").replace("http://", "http://name:pass%20word@")
        http = Http(user_agent="stet-test", proxy=there, resolver=known())
        with pytest.raises(HttpFailure):
            await http.request("GET", "http://127.0.0.1/")
        with pytest.raises(HttpFailure) as nowhere:
            await http.request("GET", "http://example.org/")
        await http.aclose()
        assert proxy.accepted == 0, "the proxy's name is resolved like any other"
        assert nowhere.value.failure is Failure.NO_HOST
        http = Http(user_agent="stet-test", proxy=there)
        reply = await http.request("GET", "http://example.org/page?q=1")
        for host in ("127.0.0.1", "10.0.0.1", "localhost", "wiki.internal", "0x7f.1"):
            assert (await refusal(http, f"http://{host}/")).failure is Failure.REFUSED
    assert reply.body == b"<p>the proxy"
    assert proxy.paths == ["http://example.org/page?q=1"]
    assert proxy.requests[0].headers["host"] == "example.org"
    assert proxy.requests[0].headers["proxy-authorization"] == "Basic bmFtZTpwYXNzIHdvcmQ="
