"""Content as it comes: types, characters, sizes, titles, dates."""

from collections.abc import Mapping
from datetime import date

import pytest
from webkit import ARTICLE, NO_ROBOTS, STORY, Make, hit

from httpkit import Raw, Server, page, routes
from stet.adapters.fetch.web import WebLimits
from stet.adapters.http import Bounds
from stet.domain.evidence import PageStatus


def pdf(text: str) -> bytes:
    """A PDF of one page without a table of offsets, so the reader looks for its objects."""
    content = f"BT /F 12 Tf 50 700 Td ({text}) Tj ET"
    objects = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
    )
    body = "".join(f"{number} 0 obj\n{item}\nendobj\n" for number, item in enumerate(objects, start=1))
    return f"%PDF-1.4\n{body}trailer\n<< /Size 6 /Root 1 0 R >>\n%%EOF\n".encode()


@pytest.mark.parametrize(
    ("path", "declared"),
    [
        ("/download?id=1", "application/pdf"),
        ("/download?id=1", "application/octet-stream"),
        ("/page.html", "text/html; charset=utf-8"),
        ("/a", "image/png"),
        ("/a", None),
    ],
)
async def test_a_pdf_is_known_by_its_bytes(web: Make, path: str, declared: str | None):
    """K050: neither the address nor the header decides."""
    headers: Mapping[str, str] = {} if declared is None else {"content-type": declared}
    with Server(
        routes({path.partition("?")[0]: (200, headers, pdf("The quarry is 61 metres deep."))})
    ) as server:
        got = await web(server).fetch(hit(server.url(path)))
    assert (got.page.status, got.page.media_type) == (PageStatus.OK, "application/pdf")
    assert got.page.text == "The quarry is 61 metres deep."
    assert got.page.marks[0].kind == "page"


async def test_what_lies_about_its_type_is_read_as_what_it_is_or_not_at_all(web: Make):
    table = {
        "/x.pdf": (200, {"content-type": "application/pdf"}, ARTICLE),
        "/page": (200, {"content-type": "text/html"}, b"\x89PNG\r\n\x1a\n" + bytes(200)),
        "/cut.pdf": (200, {"content-type": "application/pdf"}, pdf("x")[:60]),
        "/notes": (200, {"content-type": "text/plain"}, "The north pier is closed."),
        "/zip": (200, {"content-type": "text/html"}, b"PK\x03\x04" + bytes(100)),
    }
    with Server(routes(table)) as server:
        got = {path: (await web(server).fetch(hit(server.url(path)))).page for path in table}
    assert [got[path].status for path in table] == [
        PageStatus.OK, PageStatus.UNSUPPORTED, PageStatus.BROKEN, PageStatus.OK, PageStatus.BROKEN,
    ]  # fmt: skip
    assert got["/x.pdf"].media_type == "text/html"
    assert got["/notes"].media_type == "text/plain"


@pytest.mark.parametrize(
    ("text", "encoding", "declared", "meta"),
    [
        ("北部码头因维修关闭。", "gbk", None, "gb2312"),
        ("北の桟橋は修理のため閉鎖される。", "shift_jis", None, "shift_jis"),
        ("北の桟橋は修理のため閉鎖される。", "shift_jis", "shift_jis", None),
        ("Der Kai bleibt – „vorläufig“ – für Fußgänger geschlossen.", "cp1252", "utf-8", None),
        ("Le quai fermé jusqu'à l'été.", "utf-8", "iso-8859-1", "iso-8859-1"),
        ("Der Kai bleibt für Fußgänger geschlossen.", "cp1252", "x-no-such-charset", "klingon"),
    ],
)
async def test_characters_come_out_right(
    web: Make, text: str, encoding: str, declared: str | None, meta: str | None
):
    """K056."""
    head = f"<meta charset={meta}>" if meta else ""
    body = f"<html><head>{head}<title>{text}</title></head><body><p>{text * 4}</p></body></html>".encode(
        encoding
    )
    kind = f"text/html; charset={declared}" if declared else "text/html"
    with Server(routes({"/a": (200, {"content-type": kind}, body)})) as server:
        got = await web(server).fetch(hit(server.url("/a")))
    assert (got.page.status, got.page.title, got.page.text) == (PageStatus.OK, text, text * 4)


async def test_large_deep_and_endless_pages_end_within_the_limits(web: Make):
    def endless():
        yield b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\n\r\n"
        while True:
            yield b"<p>more" * 10_000

    table = {
        "/30mb": page("<p>" + "x" * 30_000_000),
        "/deep": page("<div>" * 200_000 + STORY * 3),
        "/endless": lambda _: Raw(endless()),
        "/slow": lambda _: Raw([b"HTTP/1.1 200 OK\r\n\r\n<p>", 60.0]),
    }
    limits = WebLimits(exchange=Bounds(bytes=25_000_000, seconds=5.0))
    with Server(routes(table)) as server:
        got = {path: (await web(server, limits=limits).fetch(hit(server.url(path)))).page for path in table}
    assert got["/30mb"].status is PageStatus.TOO_LARGE
    assert got["/endless"].status is PageStatus.TOO_LARGE
    assert got["/slow"].status is PageStatus.TIMEOUT
    assert got["/deep"].status in {PageStatus.OK, PageStatus.BROKEN, PageStatus.TOO_LARGE}


@pytest.mark.parametrize(
    ("body", "path", "title", "title_from"),
    [
        ("<h1>The north pier</h1><p>" + STORY, "/a", "The north pier", "h1"),
        ("<p>" + STORY, "/news/pier-closes.html?x=1", "pier-closes", "url"),
        ("<p>" + STORY, "/%E6%A1%9F/", "桟", "url"),
        ("<p>" + STORY, "/", "127.0.0.1", "url"),
    ],
)
async def test_a_title_is_the_pages_own_or_derived_from_its_address(
    web: Make, body: str, path: str, title: str, title_from: str
):
    """K005: never the search result's."""
    with Server(
        lambda seen: NO_ROBOTS if seen.path == "/robots.txt" else page(f"<html><body>{body}")
    ) as server:
        got = await web(server).fetch(hit(server.url(path)))
    assert (got.page.title, got.page.title_from) == (title, title_from)


@pytest.mark.parametrize(
    ("meta", "told", "day", "place"),
    [
        ("", date(2026, 9, 1), date(2026, 9, 1), "provider"),
        ("2026-08-01", date(2026, 9, 1), date(2026, 8, 1), "meta"),
        ("", date(2027, 1, 1), None, "provider, after the as-of date: 2027-01-01"),
        ("2027-01-01", date(2026, 9, 1), None, "meta, after the as-of date: 2027-01-01"),
        ("", None, None, None),
    ],
)
async def test_the_date_of_a_provider_counts_only_where_the_page_has_none(
    web: Make, meta: str, told: date | None, day: date | None, place: str | None
):
    tag = f"<meta property='article:published_time' content='{meta}'>" if meta else ""
    with Server(routes({"/a": page(ARTICLE.replace("<head>", f"<head>{tag}"))})) as server:
        got = await web(server).fetch(hit(server.url("/a"), published_at=told))
    assert (got.page.published_at, got.page.published_from) == (day, place)
