"""search: what each provider finds, side by side, and what is said of those that fail."""

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from stetcli import Cli, Result

from httpkit import Reply, Seen, Server, answer, page, routes

ROWS = [
    {
        "url": "https://gazette.example/2026/quay",
        "title": "Quay \x1b[31mworks",
        "content": "The north quay is closed.",
        "publishedDate": "2026-05-04T10:00:00",
    },
    {"url": "https://www.curia.europa.eu/quay", "title": "A judgment", "content": "On quays."},
]
WORKS = {"query": {"search": [{"title": "Quay", "snippet": "A <b>quay</b> is a place."}]}}


class Town:
    """A SearXNG and a Wikipedia of our own, told to `stet` by its settings."""

    def __init__(self, searxng: Server, wikipedia: Server) -> None:
        self.searxng, self.wikipedia = searxng, wikipedia


@pytest.fixture
def town(monkeypatch: pytest.MonkeyPatch) -> Iterator[Town]:
    with (
        Server(routes({"/search": answer({"results": ROWS})})) as searxng,
        Server(routes({"/w/api.php": answer(WORKS)})) as wikipedia,
    ):
        urls = f"searxng={searxng.url('')} wikipedia={wikipedia.url('')} tavily={wikipedia.url('')}"
        monkeypatch.setenv("STET_URLS", urls)
        yield Town(searxng, wikipedia)


def told(result: Result) -> dict[str, Any]:
    """What each provider said, by name."""
    said = json.loads(result.out)
    assert said["schema"] == "stet.search/1"
    return {each["name"]: each for each in said["providers"]}


@pytest.mark.usefixtures("town")
def test_each_provider_stands_under_its_name_with_its_hits_in_their_order(cli: Cli) -> None:
    status, out, err = cli("search", "quay", "-s", "wikipedia,searxng", "--profile", "eu-law")
    assert (status, err) == (0, "")
    lines = out.splitlines()
    assert lines[0].startswith("wikipedia: 1 hit in ")
    place = next(number for number, line in enumerate(lines) if line.startswith("searxng: 2 hits in "))
    assert lines[place + 1 : place + 4] == [
        "  1  Quay [31mworks",
        "     https://gazette.example/2026/quay",
        "     2026-05-04, gazette.example, unknown site, authority 0.15",
    ]
    assert lines[place + 6].startswith("     no date given, europa.eu, ")
    assert "\x1b" not in out


@pytest.mark.usefixtures("town")
def test_as_json_hits_have_rank_address_date_and_the_profile_s_word(cli: Cli) -> None:
    found = told(cli("search", "quay", "-s", "searxng", "--profile", "eu-law", "--json"))["searxng"]
    assert (found["error"], found["usd"]) == (None, "0")
    first = found["hits"][0]
    assert (first["rank"], first["url"]) == (1, "https://gazette.example/2026/quay")
    assert (first["published_at"], first["site"], first["path"]) == ("2026-05-04", "gazette.example", None)
    assert first["authority"] == 0.15
    assert found["hits"][1]["authority"] > 0.15


@pytest.mark.parametrize(
    "named",
    [
        ["--search", "searxng,wikipedia"],
        ["--search", "searxng", "--search", "wikipedia"],
        ["--search", "searxng wikipedia"],
        ["--search", " SearXNG ;wikipedia, searxng"],
    ],
)
def test_every_provider_that_is_named_is_asked_once_however_they_are_parted(
    cli: Cli, town: Town, named: list[str]
) -> None:
    assert list(told(cli("search", "quay", *named, "--json"))) == ["searxng", "wikipedia"]
    assert (len(town.searxng.requests), len(town.wikipedia.requests)) == (1, 1)


def test_providers_are_asked_side_by_side(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    both = threading.Barrier(2, timeout=20)

    def meet(request: Seen) -> Reply:
        both.wait()
        return answer(WORKS if request.path.startswith("/w/") else {"results": ROWS})

    with Server(meet) as one, Server(meet) as other:
        monkeypatch.setenv("STET_URLS", f"searxng={one.url('')} wikipedia={other.url('')}")
        found = told(cli("search", "quay", "-s", "searxng,wikipedia", "--json"))
    assert [each["error"] for each in found.values()] == [None, None]


def test_one_that_fails_is_listed_with_its_error_beside_those_that_answer(cli: Cli, town: Town) -> None:
    town.searxng.handler = lambda _: page("down", status=503)
    result = cli("search", "quay", "-s", "searxng,wikipedia,tavily", "--json")
    found = told(result)
    assert result.status == 0
    codes = {name: each["error"] and each["error"]["code"] for name, each in found.items()}
    assert codes == {"searxng": "unavailable", "wikipedia": None, "tavily": "key_missing"}
    out = cli("search", "quay", "-s", "searxng,tavily").out
    assert "searxng: unavailable: " in out
    assert "TAVILY_API_KEY" in out


@pytest.mark.parametrize(
    ("reply", "named", "status"),
    [
        (page("down", status=503), "searxng", 5),
        (page("what?"), "searxng", 5),
        (page("down", status=503), "searxng,tavily", 5),
        (answer({"results": []}), "searxng,tavily", 0),
        (answer({"detail": "no such key"}, status=401), "tavily", 4),
        (answer({"results": []}), "brave,exa", 4),
    ],
)
def test_the_exit_status_says_whether_anybody_answered(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, reply: Reply, named: str, status: int
) -> None:
    with Server(lambda _: reply) as server:
        monkeypatch.setenv("STET_URLS", f"searxng={server.url('')} tavily={server.url('')}")
        if named == "tavily":
            monkeypatch.setenv("TAVILY_API_KEY", "made-up-key")
        result = cli("search", "quay", "--search", named)
    assert result.status == status
    assert "made-up-key" not in result.out + result.err


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["", "-s", "wikipedia"], "bad_question", "empty"),
        (["quay " * 1000, "-s", "wikipedia"], "bad_question", "4000"),
        (["quay"], "bad_setting", "no provider is named"),
        (["quay", "-s", "altavista"], "bad_setting", "altavista"),
        (["quay", "-s", ","], "bad_setting", "“,”"),
        (["quay", "-s", "wikipedia", "--site", "nowhere"], "bad_setting", "--site"),
        (["quay", "-s", "wikipedia", "--since", "long ago"], "bad_setting", "--since"),
        (["quay", "-s", "wikipedia", "--limit", "0"], "usage", "--limit"),
        (["quay", "--docs", "no/such/folder"], "not_found", "no/such/folder"),
    ],
)
def test_what_cannot_be_asked_is_refused(cli: Cli, argv: list[str], code: str, words: str) -> None:
    status, out, err = cli("search", *argv, "--json")
    assert (status, out) == (2, "")
    error = json.loads(err.splitlines()[-1])
    assert error["code"] == code
    assert words in error["message"]


def test_filters_reach_the_provider_and_what_it_brings(cli: Cli, town: Town) -> None:
    given = (
        "--site",
        "https://www.gazette.example/",
        "--since",
        "2026-05-01",
        "--lang",
        "en",
        "--limit",
        "1",
    )
    (found,) = told(cli("search", "quay", "-s", "searxng", *given, "--json")).values()
    assert [hit["url"] for hit in found["hits"]] == ["https://gazette.example/2026/quay"]
    (asked,) = town.searxng.paths
    assert "site%3Agazette.example" in asked
    assert "language=en" in asked
    (found,) = told(
        cli("search", "quay", "-s", "searxng", "--exclude-site", "gazette.example", "--json")
    ).values()
    assert [hit["rank"] for hit in found["hits"]] == [1]
    assert found["hits"][0]["site"] == "europa.eu"


@pytest.mark.usefixtures("town")
def test_documents_are_searched_too_and_have_the_dates_that_stand_in_them(cli: Cli, ferry: Path) -> None:
    found = told(cli("search", "ferry toll", "--docs", ferry, "-s", "searxng", "--json"))
    assert list(found) == ["documents", "searxng"]
    dates = {hit["path"].rpartition("/")[2]: hit["published_at"] for hit in found["documents"]["hits"]}
    assert dates == {"notice.md": "2026-05-04", "blog.md": "2026-01-10", "hostile.txt": None}


def test_what_is_asked_of_documents_leaves_the_house_only_where_the_same_place_says_so(
    cli: Cli, town: Town, ferry: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STET_SEARCH", "searxng")
    assert list(told(cli("search", "ferry toll", "--docs", ferry, "--json"))) == ["documents"]
    assert town.searxng.accepted == 0
    assert list(told(cli("search", "ferry toll", "--json"))) == ["searxng"]


def test_a_search_that_leads_only_to_placeholders_is_remarked_on(cli: Cli, town: Town) -> None:
    """K110: a service that is not set up answers like that."""
    town.searxng.handler = lambda _: answer(
        {"results": [{"url": "https://example.com/", "title": "Example"}]}
    )
    assert "suspicious: searxng leads only to example.com" in cli("search", "quay", "-s", "searxng").out


@pytest.mark.usefixtures("town")
def test_nothing_is_kept(cli: Cli, clean_environment: Path) -> None:
    assert cli("search", "quay", "-s", "searxng").status == 0
    assert list(clean_environment.iterdir()) == []
