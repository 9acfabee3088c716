"""read: what the program sees of pages and files, and what becomes of those that cannot be used."""

import json
import os
import threading
from pathlib import Path

import pytest
from stetcli import Cli, Result

from httpkit import Reply, Seen, Server, page, routes

FIELDS = (
    "status", "url", "title", "title_from", "published_at", "published_from", "modified_at", "modified_from", "lang",
    "media_type", "site", "kind", "authority", "text", "full_text", "passages", "pages", "seconds",
)  # fmt: skip
NOTICE = (
    '<!doctype html><html lang="en"><head><title>Quay works at Selby</title>'
    '<meta property="article:published_time" content="2026-05-04">'
    '<meta property="article:modified_time" content="2026-06-01"></head><body>'
    "<nav><a href=/>Home</a> <a href=/all>All notices</a></nav><main><h1>Quay works at Selby</h1>"
    "<p>The north quay of Selby is closed from 3 August 2026 while its piles are replaced.</p>"
    "<h2>Ferries</h2><p>Ferries land at the south quay until the works end; the fare does not change.</p>"
    "</main><footer>Copyright 2019</footer></body></html>"
)
PROFILE = """
title = "Selby"
unknown_site = "unknown"
no_address = "unknown"
corroboration = [1.0]
[kinds]
law = { authority = 1.0, title = "the gazette", official = true }
unknown = { authority = 0.15, title = "unknown site" }
[recency]
bands = [{ days = 90, factor = 1.0 }]
older = 0.2
undated = 0.8
[labels]
high = 0.7
medium = 0.4
[sites.law]
"gazette.example" = "https://gazette.example/1"
"""


@pytest.fixture
def notice(tmp_path: Path) -> Path:
    path = tmp_path / "notice.html"
    path.write_text(NOTICE, encoding="utf-8")
    return path


def seen(result: Result) -> list[dict[str, object]]:
    """One object for each line."""
    return [json.loads(line) for line in result.out.splitlines()]


def statuses(result: Result) -> list[object]:
    return [each["status"] for each in seen(result)]


def pdf(*texts: str) -> bytes:
    """A PDF with a line of text on each page, without a table of offsets."""
    kids = " ".join(f"{4 + 2 * n} 0 R" for n in range(len(texts)))
    objects = [
        "<< /Type /Catalog /Pages 2 0 R >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(texts)} >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
    ]
    for n, text in enumerate(texts):
        drawn = f"BT /F 12 Tf 50 700 Td ({text}) Tj ET"
        box = "/MediaBox [0 0 600 800] /Resources << /Font << /F 3 0 R >> >>"
        objects += [
            f"<< /Type /Page /Parent 2 0 R {box} /Contents {5 + 2 * n} 0 R >>",
            f"<< /Length {len(drawn)} >>\nstream\n{drawn}\nendstream",
        ]
    body = "".join(f"{number} 0 obj\n{item}\nendobj\n" for number, item in enumerate(objects, start=1))
    return f"%PDF-1.4\n{body}trailer\n<< /Size {len(objects) + 1} /Root 1 0 R >>\n%%EOF\n".encode()


def test_a_saved_page_is_one_line_with_these_fields_and_nothing_is_kept(
    cli: Cli, notice: Path, clean_environment: Path
) -> None:
    result = cli("read", notice, "--json")
    assert (result.status, result.err, result.out.count("\n")) == (0, "", 1)
    (found,) = seen(result)
    assert tuple(found) == FIELDS
    assert (found["status"], found["title"], found["lang"]) == ("ok", "Quay works at Selby", "en")
    assert (found["published_at"], found["published_from"]) == ("2026-05-04", "meta")
    assert (found["modified_at"], found["modified_from"]) == ("2026-06-01", "meta")
    assert (found["media_type"], found["pages"], found["site"]) == ("text/html", None, None)
    assert found["url"] == str(notice)
    assert "All notices" in str(found["full_text"])
    assert "All notices" not in str(found["text"])
    assert isinstance(found["seconds"], float)
    assert list(clean_environment.iterdir()) == []


def test_offsets_of_passages_count_characters_of_the_text(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "note.md"
    path.write_text("# Töne 𝄞\n\nDer Kai ist zu.\n\n## Fähren 𝄞\n\nSie legen südlich an.\n", encoding="utf-8")
    (found,) = seen(cli("read", path, "--json"))
    text, passages = str(found["text"]), found["passages"]
    assert isinstance(passages, list)
    shown = [(text[p["start"] : p["end"]], p["heading"], p["page"]) for p in passages]
    assert shown == [
        ("Der Kai ist zu.", "Töne 𝄞", None),
        ("Sie legen südlich an.", "Töne 𝄞 › Fähren 𝄞", None),
    ]
    assert found["full_text"] == text


def test_url_is_where_a_saved_file_came_from_and_the_profile_judges_that(
    cli: Cli, notice: Path, tmp_path: Path
) -> None:
    profile = tmp_path / "selby.toml"
    profile.write_text(PROFILE, encoding="utf-8")
    address = "https://www.gazette.example/2026/quay"
    (found,) = seen(cli("read", notice, "--url", address, "--profile", profile, "--json"))
    assert found["url"] == address
    assert (found["site"], found["kind"], found["authority"]) == ("gazette.example", "law", 1.0)
    assert (
        "gazette.example: the gazette, authority 1"
        in cli("read", notice, "--url", address, "--profile", profile).out
    )


@pytest.mark.parametrize(
    ("argv", "words"),
    [
        (["a.html", "b.html", "--url", "https://a.example/"], "one saved file"),
        (["https://a.example/x", "--url", "https://a.example/"], "one saved file"),
        (["a.html", "--url", "nowhere"], "not an address"),
        (["a.html", "--today", "soon"], "soon"),
        (["a.html", "--profile", "nobody"], "nobody"),
        ([""], "empty"),
        (["a\0b"], "NUL"),
    ],
)
def test_what_cannot_be_meant_is_refused_before_anything_is_read(
    cli: Cli, argv: list[str], words: str
) -> None:
    status, out, err = cli("read", *argv, "--json")
    assert (status, out) == (2, "")
    assert words in json.loads(err)["message"]


def test_a_day_that_has_not_come_is_no_date(cli: Cli, notice: Path) -> None:
    (found,) = seen(cli("read", notice, "--today", "2026-05-20", "--json"))
    assert found["published_at"] == "2026-05-04"
    assert found["modified_at"] is None
    (found,) = seen(cli("read", notice, "--today", "2026-01-01", "--json"))
    assert found["published_at"] is None
    assert "2026-05-04" in str(found["published_from"])


def test_bad_files_are_told_in_their_place_and_stop_nothing(cli: Cli, notice: Path, tmp_path: Path) -> None:
    pipe, broken, empty = tmp_path / "pipe", tmp_path / "broken.pdf", tmp_path / "empty.txt"
    os.mkfifo(pipe)
    broken.write_bytes(b"%PDF-1.7 and nothing else")
    empty.write_bytes(b"")
    places = (notice, tmp_path, pipe, "/dev/zero", broken, empty, notice)
    result = cli("read", *places, "--json")
    assert result.status == 1
    assert statuses(result) == ["ok", "unsupported", "unsupported", "unsupported", "broken", "empty", "ok"]
    assert [each["url"] for each in seen(result)] == [str(place) for place in places]
    for why in (
        f"unsupported: {tmp_path}: a folder",
        f"unsupported: {pipe}: a named pipe",
        "/dev/zero: a device",
    ):
        assert why in result.err


def test_a_file_that_is_not_there_is_an_error_after_all_others_were_read(cli: Cli, notice: Path) -> None:
    result = cli("read", "no/such/file", notice, "--json")
    assert result.status == 2
    assert statuses(result) == ["not_found", "ok"]
    error = json.loads(result.err.splitlines()[-1])
    assert (error["code"], error["message"]) == ("not_found", "no such file: no/such/file")
    assert "https://gazette.example/1" in cli("read", "gazette.example/1").err


def test_a_link_is_read_as_what_it_leads_to(cli: Cli, notice: Path, tmp_path: Path) -> None:
    (tmp_path / "link.html").symlink_to(notice)
    (tmp_path / "nowhere.html").symlink_to(tmp_path / "gone")
    result = cli("read", tmp_path / "link.html", tmp_path / "nowhere.html", "--json")
    assert (result.status, statuses(result)) == (2, ["ok", "not_found"])


def test_a_file_over_the_limit_is_not_read(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "large.txt"
    with path.open("wb") as file:
        file.truncate(25_000_001)
    result = cli("read", path, "--json")
    assert (result.status, statuses(result)) == (1, ["too_large"])


def test_a_pdf_has_pages_and_its_passages_say_which(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "plan.pdf"
    path.write_bytes(pdf("The quay is closed.", "The quay opens in spring."))
    (found,) = seen(cli("read", path, "--json"))
    assert (found["status"], found["pages"], found["media_type"]) == ("ok", 2, "application/pdf")
    assert "The quay opens in spring." in str(found["text"])
    assert isinstance(found["passages"], list)
    assert found["passages"][0]["page"] == 1
    assert "2 pages" in cli("read", path).out


def test_for_a_reader_the_facts_come_before_the_first_passages(cli: Cli, notice: Path) -> None:
    status, out, err = cli("read", notice)
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == f"ok: {notice}"
    assert "  published  2026-05-04 (meta)" in lines
    assert "  site       no address: unknown site, authority 0.15 (profile general)" in lines
    assert any(line.strip().endswith("under “Quay works at Selby › Ferries”") for line in lines)
    assert "--json" in lines[-1]


def test_what_a_page_says_cannot_harm_a_terminal(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "a\x1b[2Jb.html"
    hostile = NOTICE.replace("Quay works", "\u202eQuay &#27;[31m works").replace(
        "north", "\x1b]0;x\x07north\u200b"
    )
    path.write_text(hostile, encoding="utf-8")
    result = cli("read", path, tmp_path / "c\x1b[2Jd")
    assert "Quay" in result.out
    assert not set("\x1b\x07\u202e\u200b") & set(result.out + result.err)


@pytest.mark.parametrize(
    "address",
    [
        "javascript:alert(1)", "data:text/html,<p>Hello.", "ftp://a.example/x", "file:///etc/passwd", "http://",
        "http://[::1", "https://me:secret@a.example/", f"https://a.example/{'x' * 10_000}", "http://169.254.169.254/",
        "http://0x7f.1/", "http://[::ffff:10.0.0.1]/", "http://a.example:22/",
    ],
)  # fmt: skip
def test_an_address_that_may_not_be_asked_for_has_a_status(cli: Cli, address: str) -> None:
    result = cli("read", address, "--json")
    assert (result.status, statuses(result)) == (1, ["refused_address"])
    assert result.err.startswith("refused_address: ")


def test_a_page_is_read_as_in_a_run(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, clean_environment: Path
) -> None:
    table = {
        "/robots.txt": (200, {"content-type": "text/plain"}, "User-agent: stet\nDisallow: /private/"),
        "/old": (301, {"location": "/notice"}, ""),
        "/notice": page(NOTICE),
        "/private/x": page(NOTICE),
        "/gone": (410, {}, ""),
        "/down": (500, {}, ""),
    }
    monkeypatch.setenv("STET_CONTACT", "mailto:desk@selby.example")
    with Server(routes(table)) as server:
        places = [server.url(path) for path in ("/old", "/private/x", "/gone", "/missing", "/down")]
        refused = cli("read", server.url("/notice"), "--json")
        assert (refused.status, statuses(refused), server.accepted) == (1, ["refused_address"], 0)
        monkeypatch.setenv("STET_ALLOW_HOST", server.place)
        result = cli("read", *places, "--json")
        agents = {request.headers["user-agent"] for request in server.requests}
    assert result.status == 1
    assert statuses(result) == ["ok", "robots", "gone", "not_found", "error"]
    assert seen(result)[0]["url"] == server.url("/notice")
    assert seen(result)[0]["site"] == "127.0.0.1"
    assert "/private/x" not in server.paths
    assert "the server failed (500)" in result.err
    assert all(agent.endswith("(+mailto:desk@selby.example)") for agent in agents)
    assert list(clean_environment.iterdir()) == []


def test_pages_of_several_hosts_are_fetched_side_by_side_and_told_in_order(
    cli: Cli, monkeypatch: pytest.MonkeyPatch
) -> None:
    both = threading.Barrier(2, timeout=20)

    def meet(request: Seen) -> Reply:
        if request.path == "/robots.txt":
            return 404, {}, b""
        both.wait()
        return page(NOTICE)

    with Server(meet) as one, Server(meet, host="127.0.0.2") as other:
        monkeypatch.setenv("STET_ALLOW_HOST", f"{one.place} {other.place}")
        result = cli("read", one.url("/x"), other.url("/x"), "--json")
    assert (result.status, statuses(result)) == (0, ["ok", "ok"])
    assert [each["site"] for each in seen(result)] == ["127.0.0.1", "127.0.0.2"]
