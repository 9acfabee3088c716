"""Addresses, identity and the whole of a collection."""

from collections.abc import Mapping
from pathlib import Path

import pytest
from casekit import Plans, engine_with, hit, over, over_folder
from townkit import ask

from httpkit import Seen, answer, page
from stet.adapters.corpus.corpus import on_site
from stet.confidence.profile import load_profile
from stet.domain.budget import Budget
from stet.domain.events import PageRead
from stet.report.markdown import to_markdown
from stet.testing import CannedWeb, ScriptedSearch, canned_page
from webtown import article, town

BELL = "The old bell of Norwick weighs 412 kilograms and hangs in the north tower."
WEIGHT = "What does the old bell of Norwick weigh?"
SIX = (
    "https://norwick.example/bell?a=1&b=2",
    "http://norwick.example/bell?a=1&b=2",
    "https://www.norwick.example/bell/?b=2&a=1",
    "HTTPS://NORWICK.example:443/bell?a=1&b=2#tower",
    "https://norwick.example/./x/../bell?a=1&b=2&utm_source=mail",
    "https://norwick.example/%62ell?a=1&b=2",
)
DISTINCT = (
    "https://norwick.example/bell?ref=v1",
    "https://norwick.example/bell?ref=v2",
    "https://norwick.example/bell?id=1&id=2",
    "https://norwick.example/bell?id=1&id=3",
    "https://norwick.example/bell?x=1&copyright=2",
    "https://norwick.example/Bell",
    "https://counternorwick.example/bell",
)


def read(place: Path, *lists: tuple[str, ...]) -> tuple[list[str], list[str], list[str]]:
    """Addresses fetched, read as sources, and listed in all, when each query's answer is one of the lists."""
    web = CannedWeb(canned_page(url, f"{BELL} Seen at {url}", title="Bell") for urls in lists for url in urls)
    answers = [[hit(url, rank) for rank, url in enumerate(urls, start=1)] for urls in lists]
    queries = Plans(*(f"bell {number}" for number in range(len(lists))))
    budget = Budget(searches=20, pages=40, pages_per_query=10, rounds=1)
    came = over(
        place, WEIGHT, [ScriptedSearch(answers)], web, engine=engine_with(planner=queries), budget=budget
    )
    sources = [event.source.url for event in came.events if isinstance(event, PageRead)]
    return web.fetched, sources, [source.url for source in came.done.sources]


def test_the_same_two_pages_for_three_queries_are_two_sources(tmp_path: Path):
    """K041: lists are never extended with themselves."""
    two = (DISTINCT[0], DISTINCT[1])
    fetched, sources, listed = read(tmp_path, two, two, two[::-1])
    assert sorted(fetched) == sorted(sources) == sorted(listed) == sorted(two)


def test_six_spellings_of_one_address_are_one_source(tmp_path: Path):
    """K043: fetched once, numbered once, and listed once; the spelling that came first is the one shown."""
    fetched, sources, listed = read(tmp_path, SIX[:3], SIX[3:])
    assert fetched == sources == listed == [SIX[0]]


def test_addresses_that_only_look_alike_stay_apart(tmp_path: Path):
    """K044, K046: each is fetched exactly as it was given."""
    fetched, sources, listed = read(tmp_path, DISTINCT)
    assert sorted(fetched) == sorted(sources) == sorted(listed) == sorted(DISTINCT)


def test_addresses_that_only_look_alike_are_asked_for_as_they_were_found(tmp_path: Path):
    """K044: through the answer of a search, the guard and the wire; nothing is read as an entity."""
    alike = ("/fee?id=1&id=2", "/fee?id=1&id=3&copyright=2", "/Fee?ref=v1", "/fee?ref=v2")

    def told(seen: Seen) -> tuple[int, Mapping[str, str], bytes | str]:
        return page(article("Ferry fee", f"<p>The ferry fee of Port Selby is told at {seen.path}.</p>"))

    with town(tmp_path, {}, {"/fee": told, "/Fee": told}) as place:
        place.found = dict.fromkeys((place.elsewhere.url(path) for path in alike), "Ferry fee of Port Selby")
        asked = ask(place, tmp_path / "home", budget=Budget(pages_per_query=9))
        paths = [path for path in place.elsewhere.paths if path != "/robots.txt"]
    assert sorted(paths) == sorted(alike)
    assert len(asked.read()) == len(alike)


@pytest.mark.parametrize(
    ("url", "inside"),
    [
        ("https://example.com/x", True),
        ("https://news.example.com/x", True),
        ("https://EXAMPLE.com./x", True),
        ("https://counterexample.com/x", False),
        ("https://example.com.evil.example/x", False),
        ("https://evil.example/?u=https://example.com/", False),
        ("https://example.com@evil.example/", False),
    ],
)
def test_a_site_is_no_part_of_a_name(url: str, inside: bool):
    """K046: a restriction to sites compares whole labels of the host."""
    assert on_site(url, ["example.com"]) is inside


@pytest.mark.parametrize("name", ["eu-law", "general", "science"])
def test_a_rule_for_a_site_takes_no_look_alike(name: str):
    """K047: neither a name that ends like a site nor one that begins like it."""
    profile = load_profile(name)
    for rule in profile.rules:
        assert profile.classify(rule.sample).kind == rule.kind
        for other in (f"not{rule.host}", f"{rule.host}.evil.example"):
            found = profile.rule_for(f"https://{other}{rule.path}")
            assert found is None or found.host != rule.host, other


def test_a_part_of_a_collection_is_never_shown_as_the_whole(tmp_path: Path):
    """K049: twelve items and room for five."""
    items: dict[str, str | bytes] = {
        f"module-{n}/props.md": f"# Module {n}\n\nModule {n} of the harbour software pins the library to version {n}.4."
        for n in range(12)
    }
    question = "Which version does every module of the harbour software pin the library to?"
    report = over_folder(tmp_path, question, items, budget=Budget(pages=5))
    (note,) = [note for note in report.notes if "given documents were read" in note]
    assert note.startswith("5 of the 12 given documents were read.")
    assert "5 of the 12 given documents were read" in to_markdown(report)
    assert report.usage.pages == 5


def test_a_part_of_what_was_found_is_never_shown_as_the_whole(tmp_path: Path):
    """K049: twelve pages in two answers, room for five; the others are listed."""
    pages = {
        f"/module-{n}": page(article(f"Module {n}", f"<p>Module {n} pins the harbour library to {n}.4.</p>"))
        for n in range(6)
    }
    with town(tmp_path, pages, pages) as place:

        def by_place(seen: Seen) -> tuple[int, Mapping[str, str], bytes | str]:
            host = place.official if "site%3A" in seen.path else place.elsewhere
            wanted = [url for url in place.found if url.startswith(host.url(""))]
            return answer({"results": [{"url": url, "title": "A module"} for url in wanted]})

        place.search.handler = by_place
        question = "Which version does every module pin the harbour library to?"
        report = ask(place, tmp_path / "home", question=question, budget=Budget(pages=5)).report
    (note,) = [note for note in report.notes if "pages on the web" in note]
    assert note.startswith("5 of at least 12 pages on the web were read.")
    assert "the limit on pages came first" in note
    listed = [source.url for source in report.sources if source.status == "found"]
    assert len(listed) == 7
    shown = to_markdown(report)
    assert "5 of at least 12 pages on the web were read" in shown
    assert all(url in shown for url in listed)


def test_nothing_is_said_of_pages_left_where_all_were_read(tmp_path: Path):
    """K049: a page that failed, or is one with another, is not left either."""
    same = page(article("Fee", "<p>The ferry fee of Port Selby starts on 1 March 2027.</p>"))
    with town(tmp_path, {"/fee": same}, {"/gone": page("gone", 410)}) as place:
        place.found[place.official.url("/fee?utm_source=mail")] = "Ferry fee of Port Selby"
        report = ask(place, tmp_path / "home").report
    assert {source.status for source in report.sources} == {"read", "failed"}
    assert not [note for note in report.notes if "pages on the web" in note]
