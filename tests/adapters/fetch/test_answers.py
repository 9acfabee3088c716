"""What is no page, and why: codes, walls, detours, addresses that may not be asked for."""

from collections.abc import Mapping

import pytest
from webkit import ARTICLE, NO_ROBOTS, STORY, Make, hit

from httpkit import Raw, Server, page, routes
from stet.domain.evidence import Fetched, PageStatus
from stet.errors import RateLimited, Unavailable


@pytest.mark.parametrize(
    ("code", "status"),
    [
        (401, PageStatus.LOGIN),
        (402, PageStatus.PAYWALLED),
        (403, PageStatus.BLOCKED),
        (404, PageStatus.NOT_FOUND),
        (410, PageStatus.GONE),
        (418, PageStatus.ERROR),
        (451, PageStatus.BLOCKED),
        (999, PageStatus.BLOCKED),
        (204, PageStatus.EMPTY),
        (206, PageStatus.ERROR),
        (304, PageStatus.ERROR),
        (300, PageStatus.ERROR),
    ],
)
async def test_a_code_is_a_status_and_its_body_is_no_text(web: Make, code: int, status: PageStatus):
    body = "" if code in {204, 304} else ARTICLE
    with Server(routes({"/robots.txt": NO_ROBOTS, "/a": (code, {}, body)})) as server:
        got = await web(server).fetch(hit(server.url("/a")))
    assert (got.page.status, got.page.text, got.raw) == (status, "", b"")
    assert str(code) in (got.page.reason or "")


@pytest.mark.parametrize(
    ("code", "header", "seconds"),
    [
        (429, "7", 7.0),
        (429, None, None),
        (429, "soon", None),
        (429, "Mon, 30 Nov 2026 12:00:30 GMT", 30.0),
        (429, "Mon, 30 Nov 2026 11:00:00 GMT", 0.0),
        (503, "120", 120.0),
    ],
)
async def test_too_many_requests_is_never_not_found(
    web: Make, code: int, header: str | None, seconds: float | None
):
    """K061, K064: the caller hears when to come back, and writes each attempt down."""
    headers: Mapping[str, str] = {} if header is None else {"retry-after": header}
    with Server(routes({"/a": (code, headers, "not found")})) as server:
        with pytest.raises(RateLimited) as told:
            await web(server).fetch(hit(server.url("/a")))
        assert told.value.retry_after == seconds
        assert server.paths == ["/robots.txt", "/a"]


@pytest.mark.parametrize("code", [500, 502, 503, 520])
async def test_a_failing_server_is_worth_another_try(web: Make, code: int):
    with Server(routes({"/a": (code, {}, "page not found")})) as server, pytest.raises(Unavailable):
        await web(server).fetch(hit(server.url("/a")))


async def test_a_host_that_asked_for_a_long_pause_is_not_asked_again(web: Make):
    with Server(routes({"/a": (429, {"retry-after": "3600"}, ""), "/b": page(ARTICLE)})) as server:
        fetch = web(server)
        with pytest.raises(RateLimited):
            await fetch.fetch(hit(server.url("/a")))
        with pytest.raises(RateLimited) as told:
            await fetch.fetch(hit(server.url("/b")))
        assert 3_500 < (told.value.retry_after or 0) <= 3_600
        assert server.paths == ["/robots.txt", "/a"]


async def test_a_challenge_is_a_block_with_any_code(web: Make):
    """K053: Cloudflare and others say so in a header."""
    challenge = "<title>Just a moment...</title><p>Enable JavaScript and cookies to continue</p>"
    table = {
        "/200": page(challenge),
        "/403": page(challenge, 403, cf_mitigated="challenge"),
        "/503": page(challenge, 503, cf_mitigated="challenge"),
        "/202": page("", 202, x_amzn_waf_action="challenge"),
    }
    with Server(routes(table)) as server:
        for path in table:
            got = await web(server).fetch(hit(server.url(path)))
            assert (got.page.status, got.page.text) == (PageStatus.BLOCKED, "")


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("<title>Page not found</title><p>The page you are looking for does not exist.", PageStatus.NOT_FOUND),
        ("<title>x</title><p>This domain is for sale.", PageStatus.NOT_FOUND),
        ("<title>x</title><p>We value your privacy. We and our partners use cookies.<p>Accept all<p>Reject all",
         PageStatus.BLOCKED),
        ("<title>x</title><p>Please log in to continue.", PageStatus.LOGIN),
        (f"<title>x</title><p>{STORY}<p>Subscribe to continue reading", PageStatus.PAYWALLED),
        ("<title>x</title><body><div id=app></div>", PageStatus.NO_TEXT),
        ("", PageStatus.EMPTY),
        ("  \n ", PageStatus.EMPTY),
    ],
)  # fmt: skip
async def test_what_comes_with_200_and_is_no_page_is_never_evidence(web: Make, body: str, status: PageStatus):
    with Server(routes({"/a": page(body)})) as server:
        got = await web(server).fetch(hit(server.url("/a")))
    assert (got.page.status, got.page.text) == (status, "")
    assert got.page.reason


@pytest.mark.parametrize(
    ("asked", "final", "status"),
    [
        ("/2026/pier-closes", "/", PageStatus.NOT_FOUND),
        ("/2026/pier-closes", "/en/index.html", PageStatus.NOT_FOUND),
        ("/2026/pier-closes", "/404", PageStatus.NOT_FOUND),
        ("/minutes", "/account/login", PageStatus.LOGIN),
        ("/minutes", "/consent", PageStatus.BLOCKED),
        ("/", "/en/", PageStatus.OK),
        ("/old", "/2026/pier-closes", PageStatus.OK),
        ("/login", "/login/help", PageStatus.OK),
    ],
)
async def test_a_redirect_to_another_kind_of_page_is_no_answer(
    web: Make, asked: str, final: str, status: PageStatus
):
    with Server(routes({asked: (302, {"location": final}, ""), final: page(ARTICLE)})) as server:
        got = await web(server).fetch(hit(server.url(asked)))
    assert (got.page.status, got.page.final_url) == (status, server.url(final))


@pytest.mark.parametrize(
    "where",
    [
        "http://169.254.169.254/latest/meta-data",
        "http://10.0.0.1/",
        "http://[::1]:1/",
        "http://2130706433:1/",
        "file:///etc/passwd",
        "data:text/html,hello",
        "javascript:alert(1)",
        "ftp://pier.example/a",
        "//user:secret@pier.example/",
        "http://127.0.0.1:1/",
    ],
)
async def test_no_redirect_leads_inside(web: Make, where: str):
    """K116: each hop passes the guard again; by a header or by the page itself."""
    refresh = f'<html><head><meta http-equiv="refresh" content="0;url={where}"></head><body></body></html>'
    with Server(routes({"/a": (302, {"location": where}, ""), "/b": page(refresh)})) as server:
        for path in ("/a", "/b"):
            got = await web(server).fetch(hit(server.url(path)))
            assert (got.page.status, got.raw) == (PageStatus.REFUSED_ADDRESS, b"")


@pytest.mark.parametrize(
    "url",
    [
        "data:text/html,<p>hello",
        "file:///etc/passwd",
        "javascript:alert(1)",
        "ftp://pier.example/a",
        "FILE:///etc/passwd",
        "/etc/passwd",
        "C:\\x.pdf",
        "",
        "   ",
        "http://",
        "http:///path",
        "https://exa mple.org/",
        "http://[::1",
        "http://pier.example:99999999/",
        "http://user:secret@pier.example/",
        "https://pier.example/\x00",
        "http://127.0.0.1/",
        "http://169.254.169.254/",
        "http://localhost/",
        "https://pier.example/" + "a" * 10_000,
        "https://" + "a" * 10_000 + ".example/",
        "\ud800",
    ],
)
async def test_an_address_that_may_not_be_asked_for_is_refused(web: Make, url: str):
    """K116, K118: nothing is opened, nothing asked."""
    got = await web().fetch(hit(url))
    assert (got.page.status, got.raw, got.page.url) == (PageStatus.REFUSED_ADDRESS, b"", url)
    assert got.page.reason
    assert "secret" not in got.page.reason


async def test_a_port_where_nobody_listens_is_no_exception_but_a_status(web: Make):
    with Server() as server:
        pass
    got: Fetched = await web(server).fetch(hit(server.url("/a")))
    assert got.page.status is PageStatus.ERROR
    assert "robots.txt cannot be had" in (got.page.reason or "")


async def test_a_connection_that_breaks_after_robots_txt_is_worth_another_try(web: Make):
    table = {"/robots.txt": NO_ROBOTS, "/a": lambda _: Raw([b""])}
    with Server(routes(table)) as server, pytest.raises(Unavailable):
        await web(server).fetch(hit(server.url("/a")))


async def test_a_json_answer_that_refuses_is_no_page(web: Make):
    kind = {"content-type": "application/json"}
    table = {
        "/robots.txt": NO_ROBOTS,
        "/refused": (200, kind, '{"error":"unauthorized"}'),
        "/told": (200, kind, '{"title": "Pier closes", "text": "' + STORY + '"}'),
    }
    with Server(routes(table)) as server:
        refused = await web(server).fetch(hit(server.url("/refused")))
        told = await web(server).fetch(hit(server.url("/told")))
    assert (refused.page.status, refused.page.text) == (PageStatus.LOGIN, "")
    assert told.page.status is PageStatus.OK
