"""Keys, cookies, authorisation headers and passwords, planted wherever they could come in, are kept nowhere.

Every cell of the store (pages unpacked), every byte of every file at home, and all that is printed is searched.
"""

import base64
import sqlite3
import zlib
from collections.abc import Iterator
from pathlib import Path

import pytest

from httpkit import Reply, Seen, Server, answer, page
from stet.cli import main
from webtown import NOTE, ORDINANCE, QUESTION, Town, town

PLANTED = "Plant3d-"
"""With which every secret begins; none of them may be found, whole or in base64."""

KEYS = {
    "OPENAI_API_KEY": f"{PLANTED}openai-2f91c0",
    "ANTHROPIC_API_KEY": f"{PLANTED}anthropic-77aa01",
    "TAVILY_API_KEY": f"{PLANTED}tavily-51bb02",
    "BRAVE_API_KEY": f"{PLANTED}brave-90cc03",
    "SOMEBODY_ELSES_TOKEN": f"{PLANTED}environment-12dd04",
}
PASSWORD = f"{PLANTED}password-63ee05"
COOKIE = f"{PLANTED}cookie-84ff06"
HEADERS = {
    "set-cookie": f"session={COOKIE}; Path=/",
    "www-authenticate": f'Bearer realm="{PLANTED}realm"',
    "authorization": f"Bearer {PLANTED}header",
    "x-api-key": f"{PLANTED}x-api-key",
    "proxy-authorization": f"Basic {PLANTED}proxy",
}


def found_in(home: Path) -> list[str]:
    """Where a planted word is: in files as they are, and in the cells of the store."""
    words = [PLANTED.encode(), base64.b64encode(f"user:{PASSWORD}".encode()).rstrip(b"=")[:-1]]
    places = [str(path) for path in home.rglob("*") if path.is_file() and _holds(path.read_bytes(), words)]
    raw = sqlite3.connect(home / "stet.sqlite")
    for (table,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'table'").fetchall():
        for row in raw.execute(f"SELECT * FROM {table}").fetchall():
            places += [f"{table}: {cell!r:.300}" for cell in row if _holds(_bytes(cell), words)]
    raw.close()
    return places


def _bytes(cell: object) -> bytes:
    if isinstance(cell, bytes):
        return zlib.decompress(cell)
    return str(cell).encode("utf-8", "surrogatepass")


def _holds(data: bytes, words: list[bytes]) -> bool:
    return any(word in data for word in words)


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    home = tmp_path / "home"
    monkeypatch.setenv("STET_HOME", str(home))
    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    return home


def echo(seen: Seen) -> dict[str, object]:
    """What a careless service gives back of what it was sent."""
    return {"error": {"message": f"refused: {dict(seen.headers)} {seen.body.decode('utf-8', 'replace')}"}}


@pytest.fixture
def place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    """A town whose pages set cookies, redirect to addresses with passwords, and whose search finds such addresses."""

    def ordinance(_: Seen) -> Reply:
        status, headers, body = page(ORDINANCE)
        return status, {**headers, **HEADERS}, body

    def moved(seen: Seen) -> Reply:
        where = f"http://user:{PASSWORD}@{seen.headers['host']}/note"
        return 302, {"location": where, **HEADERS}, f"moved to {where}"

    def refused(_: Seen) -> Reply:
        return 401, {"content-type": "text/plain", **HEADERS}, "no"

    official = {"/ordinance": ordinance, "/locked": refused}
    with town(tmp_path, official, {"/note": page(NOTE), "/moved": moved}) as made:
        made.found[f"http://user:{PASSWORD}@{made.elsewhere.place}/note"] = "Ferry fee of Port Selby, again"
        for name, value in made.environment().items():
            monkeypatch.setenv(name, value)
        yield made


def test_a_run_over_the_web_keeps_no_secret(
    home: Path, place: Town, capsys: pytest.CaptureFixture[str]
) -> None:
    main(["ask", QUESTION, "-s", "searxng", "--profile", place.profile, "--events"])
    said = capsys.readouterr()
    assert "page_read" in said.out
    assert "redirected: the address has a user name or password in it" in said.out
    assert "/moved" in place.elsewhere.paths
    assert PLANTED not in said.out + said.err
    assert found_in(home) == []


@pytest.mark.usefixtures("home")
def test_pages_are_asked_for_without_cookies_or_credentials(place: Town) -> None:
    main(["ask", QUESTION, "-s", "searxng", "--profile", place.profile, "-q"])
    for server in (place.official, place.elsewhere, place.search):
        for seen in server.requests:
            assert not {"cookie", "authorization", "proxy-authorization"} & set(seen.headers)
            assert PLANTED not in str(seen)


@pytest.mark.parametrize("status", [200, 400, 401, 403, 429, 500])
@pytest.mark.parametrize("name", ["tavily", "brave"])
def test_a_search_service_that_gives_back_its_key_is_kept_without_it(
    home: Path, place: Town, name: str, status: int, monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:  # fmt: skip
    with Server(lambda seen: answer(echo(seen), status, retry_after="0")) as service:
        monkeypatch.setenv("STET_URLS", f"{name}={service.url('')}")
        monkeypatch.setenv("STET_ALLOW_HOST", f"{service.place} {place.official.place}")
        main(["ask", QUESTION, "-s", name, "--profile", place.profile])
        assert service.requests
        assert any(PLANTED in str(seen) for seen in service.requests)  # it was sent where it belongs
    said = capsys.readouterr()
    assert PLANTED not in said.out + said.err
    assert found_in(home) == []


@pytest.mark.parametrize("status", [200, 400, 401, 429, 500])
def test_a_model_that_gives_back_its_key_is_kept_without_it(
    home: Path,
    tmp_path: Path,
    status: int,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (tmp_path / "notice.md").write_text(
        "# Toll\n\nThe ferry toll starts on 1 September 2026.\n", encoding="utf-8"
    )
    with Server(lambda seen: answer(echo(seen), status, retry_after="0")) as service:
        monkeypatch.setenv("OPENAI_BASE_URL", service.url("/v1"))
        monkeypatch.setenv("STET_ALLOW_HOST", service.place)
        main(["ask", QUESTION, "--docs", str(tmp_path / "notice.md"), "-m", "openai:echo"])
        assert any(PLANTED in str(seen) for seen in service.requests)
    said = capsys.readouterr()
    assert PLANTED not in said.out + said.err
    assert found_in(home) == []


def test_passwords_in_the_addresses_of_services_and_of_a_proxy_are_not_kept(
    home: Path, place: Town, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with Server(lambda seen: (407, HEADERS, f"who are you? {dict(seen.headers)}")) as proxy:
        monkeypatch.setenv("STET_PROXY", f"http://user:{PASSWORD}@{proxy.place}")
        monkeypatch.setenv("STET_ALLOW_HOST", f"{proxy.place} {place.elsewhere.place}")
        main(["ask", QUESTION, "-s", "searxng", "--profile", place.profile, "--max-age", "0"])
        main(["config", "show"])
        main(["doctor"])
        assert any("proxy-authorization" in seen.headers for seen in proxy.requests)
    monkeypatch.delenv("STET_PROXY")
    before = len(place.search.requests)
    address = place.search.url("").replace("://", f"://user:{PASSWORD}@")
    monkeypatch.setenv("SEARXNG_URL", address)
    status = main(["ask", QUESTION, "-s", "searxng", "--profile", place.profile, "--max-age", "0"])
    said = capsys.readouterr()
    assert status != 0 or len(place.search.requests) > before
    assert PLANTED not in said.out + said.err
    assert found_in(home) == []


def test_a_password_in_the_address_of_a_model_is_not_kept(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "notice.md").write_text(
        "# Toll\n\nThe ferry toll starts on 1 September 2026.\n", encoding="utf-8"
    )
    with Server(lambda seen: answer(echo(seen), 500)) as service:
        monkeypatch.setenv("STET_ALLOW_HOST", service.place)
        monkeypatch.setenv("OPENAI_BASE_URL", service.url("/v1").replace("://", f"://user:{PASSWORD}@"))
        assert main(["ask", QUESTION, "--docs", str(tmp_path / "notice.md"), "-m", "openai:echo"]) == 2
        main(["doctor"])
    said = capsys.readouterr()
    assert PLANTED not in said.out + said.err
    assert not (home / "stet.sqlite").exists() or found_in(home) == []


def test_a_fault_of_ours_logs_no_secret(
    home: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> None:
        raise RuntimeError("no words of anybody's")

    monkeypatch.setattr("stet.cli.docs.docs", broken)
    assert main(["docs", "."]) == 70
    capsys.readouterr()
    logs = [path.read_text(encoding="utf-8") for path in (home / "logs").iterdir()]
    assert logs
    assert PLANTED not in "".join(logs)


def test_what_is_searched_for_would_be_found(home: Path, tmp_path: Path) -> None:
    (tmp_path / "notice.md").write_text(f"# Toll\n\nThe ferry toll {PLANTED}x starts.\n", encoding="utf-8")
    main(["ask", QUESTION, "--docs", str(tmp_path / "notice.md"), "-q"])
    assert any(place.startswith("pages") for place in found_in(home))
