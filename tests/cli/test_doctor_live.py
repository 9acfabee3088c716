"""doctor: which providers are set up, and what they answer when they are asked."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from stetcli import Cli, Result

from httpkit import Seen, Server, answer, page

NAMES = (
    "tavily", "brave", "exa", "searxng", "duckduckgo", "wikipedia", "openalex", "arxiv", "crossref", "europepmc",
)  # fmt: skip
ROWS = {"results": [{"url": "https://library.example/", "title": "A library", "content": "Books."}]}


@pytest.fixture
def service(monkeypatch: pytest.MonkeyPatch) -> Iterator[Server]:
    """One service that stands for all providers; without a say of its own it turns everything away."""
    with Server(lambda _: page("not here", status=404)) as server:
        monkeypatch.setenv(
            "STET_URLS", " ".join(f"{name}={server.url('')}" for name in NAMES if name != "searxng")
        )
        yield server


def findings(result: Result) -> dict[str, Any]:
    return {each["name"]: each for each in json.loads(result.out)["findings"]}


def only(service: Server, path: str, reply: object) -> None:
    """Answer with `reply` under `path`, and turn away the rest."""

    def handle(seen: Seen) -> Any:
        return reply if seen.path.startswith(path) else page("not here", status=404)

    service.handler = handle


def test_every_provider_is_listed_with_what_it_needs_and_nobody_is_asked(
    cli: Cli, service: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("BRAVE_API_KEY", "made-up-key")
    monkeypatch.setenv("SEARXNG_URL", "http://me:secret@searx.example/")
    result = cli("doctor", "--json")
    assert result.status == 0
    found = findings(result)
    assert set(NAMES) <= found.keys()
    assert (found["tavily"]["state"], found["tavily"]["ok"]) == ("off", True)
    assert "TAVILY_API_KEY is not set" in found["tavily"]["seen"]
    assert (found["brave"]["state"], found["wikipedia"]["state"]) == ("ok", "ok")
    assert "BRAVE_API_KEY is set" in found["brave"]["seen"]
    assert "searx.example" in found["searxng"]["seen"]
    assert "OPENALEX_API_KEY" in found["openalex"]["seen"]
    assert "made-up-key" not in result.out
    assert "secret" not in result.out
    assert service.accepted == 0


def test_live_asks_each_that_is_set_up_once_and_says_what_it_costs(
    cli: Cli, service: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "made-up-key")
    only(service, "/search", answer(ROWS))
    result = cli("doctor", "--live", "--json")
    assert result.err == "asking 7 providers once each; at most 0.008 USD in all\n"
    found = findings(result)
    assert found["tavily"]["state"] == "ok"
    assert "1 hit in " in found["tavily"]["seen"]
    assert found["tavily"]["seen"].endswith("0.008 USD")
    assert [found[name]["state"] for name in ("brave", "exa", "searxng")] == ["off", "off", "off"]
    assert len([path for path in service.paths if path.startswith("/search")]) == 1


def test_a_key_that_is_refused_is_a_fault(cli: Cli, service: Server, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TAVILY_API_KEY", "made-up-key")
    only(service, "/search", answer({"detail": "no such key: made-up-key"}, status=401))
    result = cli("doctor", "--live")
    assert result.status == 2
    line = next(line for line in result.out.splitlines() if " tavily " in line)
    assert line.startswith("fault")
    assert "key_missing" in line
    assert "made-up-key" not in result.out


def test_a_search_that_leads_only_to_placeholders_is_a_warning_and_no_fault(
    cli: Cli, service: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    """K110: a SearXNG that is not set up knows only example.com."""
    monkeypatch.setenv("SEARXNG_URL", service.url(""))
    only(service, "/search", answer({"results": [{"url": "https://example.com/", "title": "Example"}]}))
    found = findings(cli("doctor", "--live", "--json"))["searxng"]
    assert (found["ok"], found["state"]) == (True, "warn")
    assert "leads only to example.com" in found["seen"]
    only(service, "/search", answer({"results": []}))
    assert findings(cli("doctor", "--live", "--json"))["searxng"]["state"] == "warn"


def test_one_that_hangs_is_left_after_its_time_and_holds_up_no_other(
    cli: Cli, service: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("stet.cli.webfindings._SECONDS", 1.0)
    monkeypatch.setenv("TAVILY_API_KEY", "made-up-key")
    with Server(delay=30) as slow:
        monkeypatch.setenv("SEARXNG_URL", slow.url(""))
        only(service, "/search", answer(ROWS))
        found = findings(cli("doctor", "--live", "--json"))
    assert found["searxng"]["state"] == "fault"
    assert "no answer within 1 s" in found["searxng"]["seen"]
    assert found["tavily"]["state"] == "ok"


def test_a_provider_that_nobody_chose_may_fail_with_a_warning(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, service: Server, refused_addresses: list[str]
) -> None:
    keyless = ("duckduckgo", "wikipedia", "openalex", "arxiv", "europepmc")
    monkeypatch.setenv("STET_URLS", " ".join(f"{name}={service.url('')}" for name in keyless))
    found = findings(cli("doctor", "--live", "--json"))
    assert refused_addresses == ["api.crossref.org"]
    refused_addresses.clear()
    assert (found["crossref"]["ok"], found["crossref"]["state"]) == (True, "warn")
    assert "unavailable" in found["crossref"]["seen"]
    assert found["wikipedia"]["state"] == "fault"  # asked at an address that was set


def test_what_is_switched_on_and_not_there_is_a_fault_and_else_none(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    assert findings(cli("doctor", "--json"))["browser"]["state"] == "off"
    monkeypatch.setenv("STET_BROWSER", "1")
    result = cli("doctor", "--json")
    assert result.status == 2
    found = findings(result)["browser"]
    assert (found["state"], "stet-research[browser]" in found["hint"]) == ("fault", True)
    assert "none found" in found["seen"]


def test_how_pages_are_asked_for_is_said(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "no contact set (STET_CONTACT)" in findings(cli("doctor", "--json"))["web"]["seen"]
    monkeypatch.setenv("STET_CONTACT", "mailto:desk@selby.example")
    monkeypatch.setenv("STET_ALLOW_HOST", "10.0.0.7:8080")
    monkeypatch.setenv("STET_PROXY", "http://me:secret@proxy.example:3128")
    seen = findings(cli("doctor", "--json"))["web"]["seen"]
    assert "(+mailto:desk@selby.example)" in seen
    assert "10.0.0.7:8080" in seen
    assert "proxy.example" in seen
    assert "secret" not in seen
    monkeypatch.setenv("STET_ALLOW_HOST", "http://a b/")
    result = cli("doctor", "--json")
    assert (result.status, findings(result)["web"]["state"]) == (2, "fault")
