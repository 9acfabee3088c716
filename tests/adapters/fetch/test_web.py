"""Pages on the web: how the reader gets to them, and what it knows of them."""

from datetime import UTC, date, datetime

from webkit import ARTICLE, STORY, Make, hit

from httpkit import Seen, Server, page, routes
from stet.domain.base import content_id
from stet.domain.evidence import PageStatus
from stet.ports import Fetch
from stet.testing import FixedClock


async def test_a_page_is_read_with_all_that_is_known_of_it(web: Make, clock: FixedClock):
    head = (
        "<title>Pier closes</title><link rel=canonical href='/pier'>"
        "<meta property='article:published_time' content='2026-10-02'>"
    )
    body = ARTICLE.replace("<title>Pier closes</title>", head)
    with Server(
        routes({"/a": (301, {"location": "/b#top"}, ""), "/b": page(body, etag='"1"', last_modified="Fri")})
    ) as server:
        fetch: Fetch = web(server)
        got = await fetch.fetch(hit(server.url("/a#part"), published_at=date(2020, 1, 1)))
        seen = got.page
        assert (seen.status, seen.reason, seen.title, seen.title_from) == (
            PageStatus.OK,
            None,
            "Pier closes",
            "title",
        )
        assert (seen.url, seen.final_url) == (server.url("/a#part"), server.url("/b"))
        assert seen.canonical_url == server.url("/pier")
        assert (seen.published_at, seen.published_from) == (date(2026, 10, 2), "meta")
        assert (seen.etag, seen.last_modified, seen.fetcher, seen.lang) == ('"1"', "Fri", "http", "en")
        assert (seen.sha256, seen.text_sha256) == (content_id(got.raw), content_id(seen.text))
        assert seen.retrieved_at == clock.at
        assert "harbour master" in seen.text
        assert seen.full_text is not None
        assert server.paths == ["/robots.txt", "/a", "/b"]
        assert {s.headers["user-agent"] for s in server.requests} == {"stet/1.0"}


async def test_redirects_are_followed_five_times_and_never_round(web: Make):
    def handle(seen: Seen):
        number = int(seen.path[1:]) if seen.path[1:].isdigit() else 0
        if seen.path == "/round":
            return 302, {"location": "/about"}, ""
        if seen.path == "/about":
            return 302, {"location": "/round"}, ""
        return (302, {"location": f"/{number - 1}"}, "") if number else page(ARTICLE)

    with Server(handle) as server:
        fetch = web(server)
        assert (await fetch.fetch(hit(server.url("/5")))).page.status is PageStatus.OK
        far = (await fetch.fetch(hit(server.url("/6")))).page
        assert (far.status, far.reason) == (PageStatus.ERROR, "more than 5 redirects")
        before = len(server.paths)
        round_ = (await fetch.fetch(hit(server.url("/round")))).page
        assert (round_.status, round_.reason) == (PageStatus.ERROR, "its redirects lead round in a circle")
        assert len(server.paths) == before + 2
        nowhere = web(server)
        server.handler = lambda _: (302, {}, "")
        assert (await nowhere.fetch(hit(server.url("/a")))).page.status is PageStatus.ERROR


async def test_a_page_that_sends_its_reader_on_is_followed_where_it_has_no_text(web: Make):
    onward = (
        '<html><head><!-- <meta http-equiv=refresh content="0;/no"> -->'
        "<meta content='1; URL=\"/b?x=1&amp;y=2\"' HTTP-EQUIV=Refresh></head>{}"
    )
    table = {
        "/a": page(onward.format("<body>Redirecting…</body></html>")),
        "/header": page("<p>Wait", refresh="0; url=/b"),
        "/slow": page(onward.format("<body>Wait</body></html>").replace("'1;", "'30;")),
        "/long": page(onward.format(f"<body><p>{STORY * 5}</body></html>")),
        "/itself": page(
            '<html><head><meta http-equiv="refresh" content="5"></head><body>Live scores</body></html>'
        ),
        "/b": page(ARTICLE),
    }
    with Server(routes(table)) as server:
        read = {path: (await web(server).fetch(hit(server.url(path)))).page for path in table}
    assert read["/a"].final_url == server.url("/b?x=1&y=2")
    assert read["/header"].final_url == server.url("/b")
    assert [read[p].final_url for p in ("/slow", "/long", "/itself")] == [
        server.url(p) for p in ("/slow", "/long", "/itself")
    ]


async def test_what_did_not_change_is_the_known_page_read_again(web: Make, clock: FixedClock):
    def handle(seen: Seen):
        if seen.path == "/a" and seen.headers.get("if-none-match") == '"1"':
            return 304, {"etag": '"1"'}, ""
        return page(ARTICLE, etag='"1"', last_modified="Sun, 29 Nov 2026 10:00:00 GMT")

    with Server(handle) as server:
        fetch = web(server)
        first = await fetch.fetch(hit(server.url("/a")))
        clock.advance(3_600)
        again = await fetch.fetch(hit(server.url("/a")), known=first)
        assert again.raw == first.raw
        assert again.page == first.page.model_copy(
            update={"retrieved_at": datetime(2026, 11, 30, 13, tzinfo=UTC)}
        )
        sent = server.requests[-1].headers
        assert sent["if-modified-since"] == "Sun, 29 Nov 2026 10:00:00 GMT"
        bare = first.model_copy(
            update={"page": first.page.model_copy(update={"etag": None, "last_modified": None})}
        )
        await fetch.fetch(hit(server.url("/a")), known=bare)
        assert not {"if-none-match", "if-modified-since"} & server.requests[-1].headers.keys()


async def test_a_browser_is_asked_only_where_the_static_page_has_no_text(web: Make):
    class Shown:
        def __init__(self, url: str, html: str) -> None:
            self.final_url, self.status, self.html, self.headers = (
                url,
                200,
                html,
                {"content-type": "text/html"},
            )

    class Browser:
        def __init__(self) -> None:
            self.asked: list[str] = []

        async def render(self, url: str) -> Shown:
            self.asked.append(url)
            return Shown(url, ARTICLE)

    browser = Browser()
    table = {
        "/app": page("<html><head><title>x</title></head><body><div id=app></div>"),
        "/text": page(ARTICLE),
    }
    with Server(routes(table)) as server:
        fetch = web(server, browser=browser)
        app, text = [(await fetch.fetch(hit(server.url(path)))).page for path in table]
    assert browser.asked == [server.url("/app")]
    assert (app.status, app.fetcher, app.title) == (PageStatus.OK, "browser", "Pier closes")
    assert (text.status, text.fetcher) == (PageStatus.OK, "http")
