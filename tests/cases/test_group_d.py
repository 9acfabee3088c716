"""Reading: types, charsets, bad files, walls, adapters that answer something else."""

import gzip
from collections.abc import Iterator, Mapping, Sequence
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from casekit import Plans, engine_with, hit, over, over_folder
from townkit import ask

from httpkit import Raw, Seen, page
from stet.adapters.extract import extract
from stet.domain.budget import Budget
from stet.domain.events import PageFailed, SearchFailed
from stet.domain.evidence import Hit, PageStatus
from stet.domain.report import ReportOutcome
from stet.report.markdown import to_markdown
from stet.testing import CannedWeb, canned_page
from webtown import ORDINANCE, article, town

TODAY = date(2026, 11, 30)
DEEP = "How deep is the quarry of Lenten Hill?"
SAID = "The quarry of Lenten Hill is 61 metres deep at its northern wall."
PASSWORD = (
    f"/Encrypt << /Filter /Standard /V 1 /R 2 /P -4 /O <{'41' * 32}> /U <{'42' * 32}> >>"
    f" /ID [<{'43' * 16}> <{'43' * 16}>]"
)


def pdf(content: str, trailer: str = "") -> bytes:
    """A PDF of one page that draws this; it has no table of offsets, so the reader looks for its objects."""
    objects = (
        "<< /Type /Catalog /Pages 2 0 R >>",
        "<< /Type /Pages /Kids [4 0 R] /Count 1 >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] /Contents 5 0 R /Resources << /Font << /F 3 0 R >> >> >>",
        f"<< /Length {len(content)} >>\nstream\n{content}\nendstream",
    )
    body = "".join(f"{number} 0 obj\n{item}\nendobj\n" for number, item in enumerate(objects, start=1))
    return f"%PDF-1.4\n{body}trailer\n<< /Size 6 /Root 1 0 R {trailer} >>\n%%EOF\n".encode()


def drawn(text: str) -> str:
    return f"BT /F 12 Tf 50 700 Td ({text}) Tj ET"


@pytest.mark.parametrize(
    ("name", "declared"),
    [
        ("download?id=1", "application/pdf"),
        ("download?id=1", "application/octet-stream"),
        ("download", None),
        ("page.html", "text/html; charset=utf-8"),
        ("notes.txt", "text/plain"),
    ],
)
def test_a_pdf_is_known_by_its_bytes(name: str, declared: str | None):
    """K050: neither a name nor a header decides."""
    found = extract(pdf(drawn(SAID)), name=name, declared_type=declared, today=TODAY)
    assert (found.status, found.media_type, found.text) == (PageStatus.OK, "application/pdf", SAID)
    page = extract(
        b"<html><body><p>Not a PDF at all.</p></body></html>",
        name="x.pdf",
        declared_type=declared,
        today=TODAY,
    )
    assert (page.status, page.text) == (PageStatus.OK, "Not a PDF at all.")


def test_bad_files_are_listed_by_kind_and_the_run_goes_on(tmp_path: Path):
    """K052, K053: cut off, scanned, with a password, a wall: each a failed source with its reason."""
    wall = "<html><head><title>Just a moment...</title></head><body><p>Enable JavaScript and cookies to continue</p>"
    documents: dict[str, str | bytes] = {
        "good.pdf": pdf(drawn(SAID)),
        "cut.pdf": pdf(drawn(SAID))[:60],
        "scan.pdf": pdf("0 0 100 100 re f"),
        "secret.pdf": pdf(drawn(SAID), PASSWORD),
        "wall.html": wall,
        "empty.md": " \n",
        "picture.md": b"\x89PNG\r\n\x1a\n" + bytes(200),
    }
    report = over_folder(tmp_path, DEEP, documents)
    assert report.outcome is ReportOutcome.APPROVED
    failed = {Path(s.path or "").name: s.reason for s in report.sources if s.status == "failed"}
    assert failed == {
        "cut.pdf": PageStatus.BROKEN,
        "scan.pdf": PageStatus.NO_TEXT,
        "secret.pdf": PageStatus.ENCRYPTED,
        "wall.html": PageStatus.BLOCKED,
        "empty.md": PageStatus.EMPTY,
        "picture.md": PageStatus.UNSUPPORTED,
    }
    shown = to_markdown(report)
    assert "### Failed (6)" in shown
    assert all(name in shown for name in failed)
    assert [quote.page for claim in report.claims for quote in claim.quotes] == [1]


FEE = "The ferry fee of Port Selby starts on 9 September 2029."
PDF = {"content-type": "application/pdf"}
WALLS = {
    "cloudflare": "<title>Attention Required!</title><h1>Please enable cookies.</h1>"
    "<h2>Sorry, you have been blocked</h2><p>You are unable to access this site</p>",
    "consent": "<title>Ferry fee</title><p>We value your privacy. We and our partners use cookies."
    "<p>Accept all<p>Reject all",
    "teaser": f"<title>Ferry fee</title><p>{FEE} {FEE}<p>Subscribe to continue reading",
    "login": "<title>Ferry fee</title><p>Please log in to continue.",
}


def test_walls_and_bad_files_of_the_web_are_listed_and_the_run_goes_on(tmp_path: Path):
    """K050, K052, K053, K056: all with status 200, among two pages that can be read."""
    bad = {
        "/cut": (200, PDF, pdf(drawn(FEE))[:60]),
        "/scan": (200, PDF, pdf("0 0 100 100 re f")),
        "/secret": (200, PDF, pdf(drawn(FEE), PASSWORD)),
        "/download": (200, {"content-type": "application/octet-stream"}, pdf(drawn("The ferry is blue."))),
        "/gbk": (200, {"content-type": "text/html"}, article("渡轮费用", "<p>The ferry is blue.</p>",
                 head="<meta charset=gb2312>").encode("gbk")),
    }  # fmt: skip
    walls = {f"/{name}": page(body) for name, body in WALLS.items()}
    with town(tmp_path, walls | {"/ordinance": page(ORDINANCE)}, bad) as place:
        asked = ask(place, tmp_path / "home", budget=Budget(pages=30, pages_per_query=20))
    assert asked.failed == {
        "cut": PageStatus.BROKEN,
        "scan": PageStatus.NO_TEXT,
        "secret": PageStatus.ENCRYPTED,
        "cloudflare": PageStatus.BLOCKED,
        "consent": PageStatus.BLOCKED,
        "teaser": PageStatus.PAYWALLED,
        "login": PageStatus.LOGIN,
    }
    assert asked.read() == {
        "ordinance": "Ordinance on the ferry fee of Port Selby",
        "download": "download",
        "gbk": "渡轮费用",
    }
    assert asked.report.outcome is ReportOutcome.APPROVED
    assert not any("2029" in claim.text for claim in asked.report.claims)
    assert all(source.detail for source in asked.report.sources if source.status == "failed")


def test_a_page_that_unpacks_to_too_much_or_never_ends_is_cut_and_the_run_goes_on(tmp_path: Path):
    """K058: gzip is cut at the limit; br and zstd are never asked for and never unpacked; no length is needed."""
    html = {"content-type": "text/html"}
    bombs = {
        "/gzip": (200, html | {"content-encoding": "gzip"}, gzip.compress(bytes(60_000_000))),
        "/br": (200, html | {"content-encoding": "br"}, bytes(100)),
        "/zstd": (200, html | {"content-encoding": "zstd"}, bytes(100)),
        "/chunked": (200, html, b""),
    }

    def endless() -> Iterator[bytes]:
        yield b"HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ntransfer-encoding: chunked\r\n\r\n"
        while True:
            yield b"10000\r\n" + bytes(65_536) + b"\r\n"

    with town(tmp_path, {"/ordinance": page(ORDINANCE)}, bombs) as place:
        usual = place.elsewhere.handler

        def handle(seen: Seen) -> tuple[int, Mapping[str, str], bytes | str] | Raw:
            return Raw(endless()) if seen.path == "/chunked" else usual(seen)

        place.elsewhere.handler = handle
        asked = ask(place, tmp_path / "home", budget=Budget(pages_per_query=9))
        accepted = {seen.headers.get("accept-encoding") for seen in place.elsewhere.requests}
    assert asked.failed == {
        "gzip": PageStatus.TOO_LARGE,
        "br": PageStatus.ERROR,
        "zstd": PageStatus.ERROR,
        "chunked": PageStatus.TOO_LARGE,
    }
    assert accepted == {"gzip"}
    assert asked.report.outcome is ReportOutcome.APPROVED


class Answers:
    """A search or a fetch whose answer is not what was agreed."""

    name = "changed"
    usd = Decimal(0)

    def __init__(self, answer: object) -> None:
        self.answer = answer

    async def search(self, _: object) -> object:
        return self.answer

    async def fetch(self, *_: object) -> object:
        return self.answer


@pytest.mark.parametrize(
    "answer", [None, {"results": []}, "no results", object(), [{"link": "https://a.example/"}], 7]
)
def test_a_search_that_answers_something_else_has_failed(tmp_path: Path, answer: object):
    """K055: it is told as a failure, and the next provider is asked; it is never taken for no hits."""
    web = CannedWeb([canned_page("https://quarry.example/", SAID, title="Quarry")])
    engine = engine_with(planner=Plans("quarry of Lenten Hill"))
    came = over(tmp_path, DEEP, [Answers(answer), web], web, engine=engine)  # type: ignore[list-item]
    failed = [event for event in came.events if isinstance(event, SearchFailed)]
    assert {(event.provider, event.code) for event in failed} == {("changed", "bad_answer")}
    assert type(answer).__name__ in failed[0].message
    assert came.done.outcome is ReportOutcome.APPROVED
    assert {call.state for call in came.calls if call.kind == "search:changed"} == {"failed"}


@pytest.mark.parametrize("answer", [None, {"text": SAID}, SAID, b"%PDF", object()])
def test_a_fetch_that_answers_something_else_has_failed(tmp_path: Path, answer: object):
    """K055: no empty page is made of it."""
    found: Sequence[Hit] = [hit("https://quarry.example/")]
    search = CannedWeb([canned_page(found[0].url, SAID, title="Quarry")])
    came = over(tmp_path, DEEP, [search], Answers(answer))  # type: ignore[arg-type]
    (failed,) = [event for event in came.events if isinstance(event, PageFailed)]
    assert failed.status is PageStatus.ERROR
    assert "wrong shape" in failed.reason
    assert came.done.outcome is ReportOutcome.NO_EVIDENCE
    assert not came.done.states.evidence_retrieved


@pytest.mark.parametrize(
    ("title", "encoding", "label"),
    [
        ("港口大桥的通行费", "gbk", "gb2312"),
        ("港の橋の通行料について", "shift_jis", "Shift_JIS"),
        ("Prix du péage – “l’été”", "cp1252", "utf-8"),
        ("항구 다리 통행료", "euc_kr", "euc-kr"),
        ("Цена проезда по мосту", "cp1251", "windows-1251"),
    ],
)
def test_titles_of_every_charset_are_readable_in_the_report(
    tmp_path: Path, title: str, encoding: str, label: str
):
    """K056: the label may be the page's only clue, or wrong."""
    head = f'<html><head><meta charset="{label}"><title>{title}</title></head>'
    raw = f"{head}<body><h1>{title}</h1><p>{title}. {SAID}</p></body></html>".encode(encoding)
    report = over_folder(tmp_path, DEEP, {"page.html": raw})
    (source,) = [s for s in report.sources if s.status == "read"]
    assert source.title == title
    assert title in to_markdown(report).replace("\\", "")


@pytest.mark.parametrize("size", ["100%", "12.5px", "auto", "", "-1", "9" * 400, "NaN", "١٢"])
def test_sizes_that_are_no_numbers_are_no_error(size: str):
    """K059: on every element that may carry one."""
    page = (
        f'<html><body><h1>Quarry</h1><img src="a.png" width="{size}" height="{size}">'
        f'<table width="{size}" border="{size}"><tr><td width="{size}" colspan="{size}" rowspan="{size}">{SAID}</td>'
        f'</tr></table><ol start="{size}"><li value="{size}">It is wet.</li></ol></body></html>'
    )
    found = extract(page.encode(), name="a.html", today=TODAY)
    assert found.status is PageStatus.OK
    assert SAID in found.text
    assert "It is wet." in found.text
