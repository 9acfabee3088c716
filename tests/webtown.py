"""A small web on loopback: pages on two hosts, one of them official, and a search service that finds them."""

import urllib.parse
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from httpkit import Handler, Reply, Seen, Server, answer, page

OFFICIAL, ELSEWHERE = "127.0.0.1", "127.0.0.2"

PROFILE = f"""
title = "The town"
unknown_site = "unknown"
no_address = "unknown"
corroboration = [1.0, 1.2, 1.4]
[kinds]
law = {{ authority = 1.0, title = "the town's gazette", official = true }}
unknown = {{ authority = 0.15, title = "unknown site" }}
[recency]
bands = [{{ days = 90, factor = 1.0 }}, {{ days = 182, factor = 0.8 }}, {{ days = 365, factor = 0.5 }}]
older = 0.2
undated = 0.8
[labels]
high = 0.7
medium = 0.4
[sites.law]
"{OFFICIAL}" = "http://{OFFICIAL}/ordinance"
"""

QUESTION = "When does the ferry fee of Port Selby start, and who pays it?"


def article(title: str, body: str, published: str | None = None, head: str = "") -> str:
    """An HTML page with a main text."""
    dated = f'<meta property="article:published_time" content="{published}">' if published else ""
    return (
        f"<!doctype html><html lang=en><head><title>{title}</title>{dated}{head}</head>"
        f"<body><nav><a href=/>Home</a></nav><main><h1>{title}</h1>{body}</main></body></html>"
    )


ORDINANCE = article(
    "Ordinance on the ferry fee of Port Selby",
    "<p>The ferry fee of Port Selby starts on 1 March 2027.</p>"
    "<p>The ferry fee is paid by the drivers of motor vehicles that cross by the ferry of Port Selby.</p>"
    "<p>Pedestrians and cyclists are exempt from the ferry fee of Port Selby.</p>",
    "2026-11-02",
)
NOTE = article(
    "Port Selby: what the new ferry fee means",
    "<p>From 1 March 2027 the ferry fee of Port Selby starts, the town says in its gazette.</p>"
    "<p>Drivers pay the ferry fee at the quay of Port Selby before they board.</p>",
    "2026-11-10",
)


@dataclass
class Town:
    """The servers, and how a program is told to reach them."""

    official: Server
    elsewhere: Server
    search: Server
    folder: Path
    found: dict[str, str] = field(default_factory=dict[str, str])
    """What the search service gives: addresses and titles."""

    @property
    def profile(self) -> str:
        """The town's profile, as a file."""
        path = self.folder / "town.toml"
        path.write_text(PROFILE, encoding="utf-8")
        return str(path)

    def environment(self) -> dict[str, str]:
        """What an operator sets."""
        places = f"{self.official.place} {self.elsewhere.place}"
        return {"SEARXNG_URL": self.search.url(""), "STET_ALLOW_HOST": places}

    def searches(self) -> list[str]:
        """The queries that came, with their `site:` words."""
        return [
            urllib.parse.parse_qs(urllib.parse.urlsplit(seen.path).query)["q"][0]
            for seen in self.search.requests
        ]


@contextmanager
def town(
    folder: Path, official: Mapping[str, Reply | Handler], elsewhere: Mapping[str, Reply | Handler]
) -> Generator[Town]:
    """The town, open; every page can be found under its path."""
    made: list[Town] = []

    def find(seen: Seen) -> Reply:
        asked = urllib.parse.parse_qs(urllib.parse.urlsplit(seen.path).query)["q"][0]
        wanted = [
            {"url": url, "title": title, "content": "a lead"}
            for url, title in made[0].found.items()
            if "site:" not in asked or f"//{OFFICIAL}:" in url
        ]
        return answer({"query": asked, "results": wanted, "unresponsive_engines": []})

    with (
        Server(_pages(official), host=OFFICIAL) as first,
        Server(_pages(elsewhere), host=ELSEWHERE) as second,
        Server(find) as search,
    ):
        made.append(Town(first, second, search, folder))
        for server, pages in ((first, official), (second, elsewhere)):
            for path in pages:
                if path != "/robots.txt":
                    made[0].found[server.url(path)] = f"Ferry fee of Port Selby, {path.strip('/')}"
        yield made[0]


def _pages(table: Mapping[str, Reply | Handler]) -> Handler:
    def handle(seen: Seen) -> Reply:
        found = table.get(seen.path) or table.get(seen.path.partition("?")[0]) or (404, {}, b"not here")
        made = found(seen) if callable(found) else found
        assert isinstance(made, tuple)
        return made

    return handle


__all__ = ["ELSEWHERE", "NOTE", "OFFICIAL", "ORDINANCE", "QUESTION", "Town", "article", "page", "town"]
