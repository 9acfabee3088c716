"""robots.txt (RFC 9309): who may read what, and how often it is asked for."""

import asyncio
import gzip
from collections.abc import Callable
from functools import partial

import pytest
from webkit import ARTICLE, Make, hit

from httpkit import Raw, Reply, Seen, Server, page, routes
from stet.adapters.fetch.robots import Robots, user_agent
from stet.adapters.http import Failure, Http, HttpFailure
from stet.adapters.http.pace import Pace
from stet.domain.evidence import PageStatus
from stet.errors import RateLimited
from stet.testing import FixedClock

PLAIN = {"content-type": "text/plain"}


Robotic = Callable[[Server], Robots]


@pytest.fixture
def robots(client: Callable[..., Http], clock: FixedClock) -> Robotic:
    return lambda server: Robots(client(server), pace=Pace(gap=0.0), clock=clock)


def site(text: str | bytes, status: int = 200) -> dict[str, Reply]:
    return {"/robots.txt": (status, PLAIN, text)}


def test_the_reader_says_who_it_is_and_where_to_complain():
    assert user_agent("1.2") == "stet/1.2"
    assert user_agent("1.2", "https://pier.example/bots") == "stet/1.2 (+https://pier.example/bots)"


@pytest.mark.parametrize(
    ("text", "allowed", "forbidden"),
    [
        ("User-agent: *\nDisallow: /private\n", "/a", "/private/a"),
        ("User-agent: stet\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n", "/b", "/a"),
        ("User-agent: STET/2.0\nDisallow: /a\n\nUser-agent: *\nDisallow: /b\n", "/b", "/a"),
        ("User-agent: stetson\nDisallow: /\n\nUser-agent: *\nDisallow: /b\n", "/a", "/b"),
        ("\ufeffUser-agent: *\r\nDisallow: /b\r\n", "/a", "/b"),
        ("User-agent: other\nUser-agent: stet\nDisallow: /*.pdf$\n", "/a.pdf?x", "/a.pdf"),
        ("User-agent: *\nDisallow: /\nAllow: /open/\n", "/open/a", "/a"),
        ("User-agent: s\nUser-agent: ste\nDisallow: /\n\nUser-agent: *\nDisallow: /b\n", "/a", "/b"),
        ("User-agent: st*\nDisallow: /\n\nUser-agent: *\nDisallow: /b\n", "/a", "/b"),
        ("User-agent: stet-search\nDisallow: /\n\nUser agent Stet # us\nDisallow: /b\n", "/a", "/b"),
        ("User-agent: stet (reader)\nDisallow: /b\n\nUser-agent: *\nDisallow: /\n", "/a", "/b"),
        ("User-agent: *\nDisallow: /caf%C3%A9\n", "/cafe", "/café"),
    ],
)
async def test_rules_are_followed(robots: Robotic, text: str, allowed: str, forbidden: str):
    with Server(routes(site(text.encode()))) as server:
        rules = robots(server)
        assert (await rules.permission(server.url(allowed))).allowed
        refused = await rules.permission(server.url(forbidden))
    assert not refused.allowed
    assert refused.reason == f"{server.url('/robots.txt')} asks readers to stay away from this address"
    assert server.paths == ["/robots.txt"]


@pytest.mark.parametrize(
    ("status", "allowed"), [(401, True), (403, True), (404, True), (410, True), (500, False), (502, False)]
)
async def test_no_rules_allow_everything_and_a_failing_server_nothing_for_now(
    robots: Robotic, clock: FixedClock, status: int, allowed: bool
):
    with Server(routes(site("User-agent: *\nDisallow:\n", status))) as server:
        rules = robots(server)
        first = await rules.permission(server.url("/a"))
        assert first.allowed is allowed
        assert allowed or "for now" in (first.reason or "")
        server.handler = routes(site("User-agent: *\nDisallow:\n"))
        clock.advance(301)
        assert (await rules.permission(server.url("/a"))).allowed
        assert len(server.paths) == (1 if allowed else 2)


async def test_rules_hold_for_a_day(robots: Robotic, clock: FixedClock):
    with Server(routes(site("User-agent: *\nDisallow: /\n"))) as server:
        rules = robots(server)
        for hours in (0, 12, 11.9):
            clock.advance(hours * 3_600)
            assert not (await rules.permission(server.url("/a"))).allowed
        assert len(server.paths) == 1
        server.handler = routes(site(""))
        clock.advance(3_600)
        assert (await rules.permission(server.url("/a"))).allowed


async def test_many_readers_of_one_site_ask_once(robots: Robotic):
    with Server(routes(site("")), delay=0.1) as server:
        rules = robots(server)
        await asyncio.gather(*(rules.permission(server.url(f"/{n}")) for n in range(20)))
        assert server.paths == ["/robots.txt"]


async def test_too_many_requests_is_worth_another_try_and_nothing_is_remembered(robots: Robotic):
    with Server(lambda _: (429, {"retry-after": "0"}, "")) as server:
        rules = robots(server)
        with pytest.raises(RateLimited):
            await rules.permission(server.url("/a"))
        server.handler = routes(site("User-agent: *\nDisallow: /\n"))
        assert not (await rules.permission(server.url("/a"))).allowed


@pytest.mark.parametrize(
    "path",
    [
        "/a/../private/x",
        "/./private/x",
        "/a/%2e%2e/private/x",
        "/a\\..\\private/x",
        "/b/.%2E/./private/x?q=1",
    ],
)
async def test_dot_segments_are_no_way_round_a_rule(robots: Robotic, web: Make, path: str):
    table = {**site("User-agent: *\nDisallow: /private\n"), "/a": (302, {"location": path}, "")}
    with Server(routes(table)) as server:
        assert not (await robots(server).permission(server.url(path))).allowed
        for asked in (path, "/a"):
            got = await web(server).fetch(hit(server.url(asked)))
            assert got.page.status is PageStatus.ROBOTS
            assert (got.page.final_url or "").startswith(server.url("/private/x"))
        assert not any("private" in seen for seen in server.paths)


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be", "utf-32-le", "utf-32-be", "utf-8"])
async def test_rules_are_read_in_the_encoding_that_their_first_bytes_name(robots: Robotic, encoding: str):
    body = "\ufeffUser-agent: *\nDisallow: /b\n".encode(encoding)
    with Server(routes(site(body))) as server:
        assert (await robots(server).permission(server.url("/a"))).allowed
        assert not (await robots(server).permission(server.url("/b"))).allowed


async def test_redirects_are_followed_five_times_and_never_inside(robots: Robotic):
    def handle(seen: Seen, hops: int) -> Reply:
        number = 0 if seen.path == "/robots.txt" else int(seen.path[1:])
        if number == hops:
            return 200, PLAIN, "User-agent: *\nDisallow: /\n"
        return 301, {"location": f"/{number + 1}"}, ""

    for hops, allowed in ((5, False), (6, True)):
        with Server(partial(handle, hops=hops)) as server:
            assert (await robots(server).permission(server.url("/a"))).allowed is allowed
            assert len(server.paths) == 6
    with Server(lambda _: (301, {"location": "http://169.254.169.254/robots.txt"}, "")) as server:
        with pytest.raises(HttpFailure) as caught:
            await robots(server).permission(server.url("/a"))
        assert caught.value.failure is Failure.REFUSED


async def test_only_the_first_half_megabyte_of_rules_is_read(robots: Robotic):
    early, late = "User-agent: *\nDisallow: /early\n", "Disallow: /late\n"
    with Server(routes(site(early + "# filler\n" * 60_000 + late))) as server:
        rules = robots(server)
        assert not (await rules.permission(server.url("/early"))).allowed
        assert (await rules.permission(server.url("/late"))).allowed


@pytest.mark.parametrize(
    ("headers", "packed"), [({}, False), ({"content-encoding": "gzip"}, True)], ids=["large", "a bomb"]
)
async def test_what_follows_the_first_half_megabyte_closes_no_site(
    robots: Robotic, headers: dict[str, str], packed: bool
):
    """RFC 9309, section 2.5: parse what was read and go on."""
    text = b"User-agent: *\nDisallow: /early\n" + b"# filler\n" * 3_400_000
    body = gzip.compress(text, mtime=0) if packed else text
    with Server(lambda _: (200, {**PLAIN, **headers}, body)) as server:
        rules = robots(server)
        assert not (await rules.permission(server.url("/early"))).allowed
        assert (await rules.permission(server.url("/a"))).allowed
        assert len(server.paths) == 1


@pytest.mark.parametrize(
    "body",
    [
        b"", b"\x00\xff" * 100, b"<html><body>Not found</body></html>", b"Disallow: /\n", b"User-agent\n:\n::\n",
        b"User-agent: *\nDisallow: /" + b"*a" * 50_000 + b"$\n", b"User-agent: *\nCrawl-delay: soon\n",
    ],
)  # fmt: skip
async def test_what_is_no_rule_forbids_nothing(robots: Robotic, body: bytes):
    with Server(routes(site(body))) as server:
        assert (await robots(server).permission(server.url("/a" * 2_000))).allowed


@pytest.mark.parametrize(("asked", "delay"), [("3", 3.0), ("0.5", 0.5), ("86400", 10.0)])
async def test_a_crawl_delay_is_kept_up_to_ten_seconds(robots: Robotic, asked: str, delay: float):
    with Server(routes(site(f"User-agent: *\nCrawl-delay: {asked}\n"))) as server:
        assert (await robots(server).permission(server.url("/a"))).delay == delay


async def test_a_forbidden_page_is_not_asked_for_nor_one_behind_a_redirect(web: Make):
    table = {
        **site("User-agent: *\nDisallow: /private\n"),
        "/a": (302, {"location": "/private/b"}, ""),
        "/private/b": page(ARTICLE),
    }
    with Server(routes(table)) as server:
        for path in ("/private/b", "/a"):
            got = await web(server).fetch(hit(server.url(path)))
            assert (got.page.status, got.raw) == (PageStatus.ROBOTS, b"")
        assert "/private/b" not in server.paths


async def test_each_site_that_a_redirect_leads_to_is_asked(web: Make):
    with Server(host="127.0.0.2") as other, Server() as server:
        server.handler = routes({"/a": (302, {"location": other.url("/b")}, "")})
        other.handler = routes(site("User-agent: *\nDisallow: /\n"))
        got = await web(server, other).fetch(hit(server.url("/a")))
        assert (got.page.status, got.page.final_url) == (PageStatus.ROBOTS, other.url("/b"))
        assert other.paths == ["/robots.txt"]


async def test_rules_that_cannot_be_had_close_the_site_for_now(web: Make):
    table = {"/robots.txt": lambda _: Raw([b""]), "/a": page(ARTICLE)}
    with Server(routes(table)) as server:
        got = await web(server).fetch(hit(server.url("/a")))
        assert got.page.status is PageStatus.ERROR
        assert "/a" not in server.paths
