"""Hostile text in question, document, title, file name, note and name: inert on every page of a report."""

import re
from collections.abc import AsyncIterator, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest

from stet.config import Serve

ATTACK = "<img src=x onerror=alert(1)></script><script>alert(2)</script>\"'><svg/onload=alert(3)>"
BIDI = "\u202eevil\u202c \u2066x\u2069 ze\u200bro\u200d \ufeff"
TITLE = f"{ATTACK} [x](javascript:alert(4)) {BIDI} " + "Long title " * 27
NAMES = (
    "<img src=x onerror=alert(1)>.md",
    "..%2f..%2fetc%2fpasswd.md",
    "javascript:alert(1).html",
    "a\u202egnp.md",
)
QUESTION = f"When does the harbour toll start? {ATTACK} {BIDI} ../../etc/passwd {{{{7*7}}}} {{% raw %}}"
PAGE = """---
title: "{title}"
url: "javascript:alert(5)"
date: 2026-03-0{number}
---
# {title}

The harbour toll starts on {number} March 2027. {attack} {bidi} <a href="javascript:alert(6)">The toll</a> of the
harbour is {number} euros {{{{7*7}}}}. The harbour toll is paid by {attack} vehicles.
"""
UNSEEN = re.compile("[\u200b\u202a-\u202e\u2066-\u2069\ufeff]")
OWN = {"Accept": "text/html", "Origin": "http://127.0.0.1:8321"}


class Parsed(HTMLParser):
    """What of a page could act or lead elsewhere."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.tags: set[str] = set()
        self.attributes: list[tuple[str, str]] = []
        self.scripts: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.add(tag)
        self.attributes += [(name, value or "") for name, value in attrs]
        if tag == "script":
            self.scripts.append(dict(attrs).get("src") or "")


def links(text: str) -> Iterator[str]:
    yield from (
        value for name, value in Parsed(text).attributes if name in {"href", "src", "action", "formaction"}
    )


@pytest.fixture
async def hostile(tmp_path: Path, place_in) -> AsyncIterator[tuple[object, str]]:
    """A place over hostile documents, and a run of it with a hostile decision."""
    folder = tmp_path / "docs"
    folder.mkdir()
    for number, name in enumerate(NAMES, 1):
        text = PAGE.format(title=TITLE.replace('"', "'"), number=number, attack=ATTACK, bidi=BIDI)
        (folder / name).write_text(text, encoding="utf-8")
    async with place_in(tmp_path / "home", serve=Serve(corpora={"evil": str(folder)})) as served:
        client = served.client()
        run = await served.done(client, question=QUESTION, corpora=["evil"])
        key = (await client.get(f"/r/{run}/ledger.json")).json()["claims"][0]["key"]
        said = {"verdict": "unclear", "name": f"N{ATTACK}"[:80], "note": f"{ATTACK} {BIDI}", "then": "next"}
        answer = await client.post(f"/r/{run}/claims/{key}/decide", data=said, headers=OWN)
        assert answer.status_code == 303, answer.text
        yield served, run


async def every_page(served, run: str) -> list[tuple[str, str, str]]:
    """Path, type and text of all pages of a run that can be reached by links."""
    client, seen, todo = served.client(**OWN), dict[str, tuple[str, str]](), [f"/r/{run}"]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        answer = await client.get(path)
        assert answer.status_code == 200, (path, answer.text)
        seen[path] = (answer.headers["content-type"], answer.text)
        assert answer.headers["x-content-type-options"] == "nosniff"
        if answer.headers["content-type"].startswith("text/html"):
            found = (each.partition("#")[0] for each in links(answer.text))
            todo += [
                each for each in found if each.startswith("/r/") and not re.search("/(export|decide)", each)
            ]
    return [(path, *found) for path, found in seen.items()]


async def test_nothing_on_any_page_of_a_report_acts_leads_elsewhere_or_turns_the_text(hostile):
    served, run = hostile
    pages = await every_page(served, run)
    assert len(pages) > 40
    shown = 0
    for path, kind, text in pages:
        if not kind.startswith("text/html"):
            assert kind.split(";")[0] in {"application/json", "text/plain"}
            continue
        parsed = Parsed(text)
        assert not parsed.tags & {"img", "svg", "iframe", "object", "embed", "base", "style"}, path
        assert all(re.fullmatch(r"/static/[0-9a-f]{16}/[a-z]+\.js", each) for each in parsed.scripts), path
        assert not [name for name, _ in parsed.attributes if name.startswith("on") or name == "style"], path
        assert all(re.match("[/#]", each) for each in links(text)), path
        assert not UNSEEN.search(text), path
        assert "49" not in re.findall(r"harbour is \d+ euros (\S+)", text)
        shown += "onerror" in text
    assert shown > 20


async def test_a_hostile_question_names_no_file_but_a_plain_one(hostile):
    served, run = hostile
    client = served.client()
    for form in ("md", "html", "csv", "bundle"):
        header = (await client.get(f"/r/{run}/export/{form}")).headers["content-disposition"]
        assert re.fullmatch(r"attachment; filename=\"[\w.-]+\"; filename\*=UTF-8''[\w.%-]+", header), header
        assert ".." not in header


async def test_a_hostile_name_in_the_cookie_is_text(hostile):
    served, run = hostile
    client = served.client(
        **OWN, Cookie="stet_name=%22%3E%3Cimg%20src%3Dx%20onerror%3Dalert(1)%3E%E2%80%AE%FF"
    )
    text = (await client.get(f"/r/{run}/claims/C1")).text
    assert "img" not in Parsed(text).tags
    assert not UNSEEN.search(text)


@pytest.mark.parametrize(
    "path", ["/r/<img src=x>", "/r/%3Cscript%3E", "/<script>alert(1)</script>", "/r/%E2%80%AE"]
)
async def test_a_hostile_address_is_not_found_and_is_text(served, path):
    answer = await served.client(**OWN).get(path)
    assert answer.status_code == 404
    assert not Parsed(answer.text).tags & {"img"}
    assert not UNSEEN.search(answer.text)
    assert len(Parsed(answer.text).scripts) == 1
