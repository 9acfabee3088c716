"""Corpora: by name, as a run would see them, with no path of this machine."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from stet.config import Serve

HOSTILE = "<img src=x onerror=alert(1)> \u202ejavascript:alert(2)"
HTML = {"Origin": "http://127.0.0.1:8321", "Accept": "text/html"}


@pytest.fixture
async def odd(tmp_path: Path, place_in) -> AsyncIterator:
    """A place that offers a folder with hostile names and a file that cannot be read."""
    folder = tmp_path / "papers"
    folder.mkdir()
    (folder / "<img src=x onerror=alert(1)>.md").write_text(
        f"# {HOSTILE}\n\nThe toll starts in March 2027.\n"
    )
    (folder / "scan.pdf").write_bytes(b"%PDF-1.7 broken")
    serve = Serve(corpora={"papers": str(folder), "gone": str(tmp_path / "gone")})
    async with place_in(tmp_path / "home", None, serve) as made:
        yield made


async def test_what_the_operator_offers_is_listed_and_leads_to_a_question(served):
    client = served.client()
    page = (await client.get("/corpora")).text
    assert "/corpora/toll" in page
    assert "/?corpus=toll" in page
    assert (await client.get("/corpora.json")).json()["corpora"] == ["toll"]


async def test_a_corpus_shows_what_can_be_read_and_what_was_skipped_and_why(odd):
    client = odd.client()
    found = (await client.get("/corpora/papers.json")).json()
    assert (found["total"], found["left_out"]) == (1, 1)
    assert found["skipped"][0]["path"] == "scan.pdf"
    assert found["skipped"][0]["reason"]
    page = (await client.get("/corpora/papers")).text
    assert "scan.pdf" in page
    assert str(odd.place.app.home.parent) not in page
    assert str(odd.place.app.home.parent) not in str(found)


async def test_hostile_names_and_titles_are_inert_on_every_page_of_asking(odd):
    client = odd.client()
    run = await odd.done(client, question=f"{HOSTILE} When does the toll start?", corpora=["papers"])
    asking = {"question": HOSTILE, "corpus": "papers", "do": "plan"}
    pages = [
        await client.get("/corpora/papers"),
        await client.get("/runs", params={"search": HOSTILE}),
        await client.get("/runs"),
        await client.get("/", params={"question": HOSTILE, "corpus": HOSTILE}),
        await client.get("/compare", params={"a": run, "b": run}),
        await client.get(f"/r/{run}/delete"),
        await client.get("/check", params={"run": run}),
        await client.post("/ask", data=asking, headers=HTML),
        await client.post("/ask", data={**asking, "level": HOSTILE, "who": HOSTILE}, headers=HTML),
        await client.post("/check", data={"text": HOSTILE, "corpus": HOSTILE}, headers=HTML),
        await client.get(f"/corpora/{HOSTILE.replace('/', '')}", headers=HTML),
        await client.get("/compare", params={"a": HOSTILE, "b": HOSTILE}, headers=HTML),
    ]
    for answer in pages:
        assert answer.headers["content-type"].startswith("text/html"), answer.request.url
        assert "<img" not in answer.text, answer.request.url
        assert "\u202e" not in answer.text, answer.request.url
        assert 'href="javascript:' not in answer.text
        assert "script-src 'self'" in answer.headers["content-security-policy"]


async def test_a_corpus_that_is_not_offered_or_not_there_is_not_found_and_no_path_is_one(odd):
    client = odd.client()
    for name in ("toll", "%2e%2e", "papers%2f..", "PAPERS", "x" * 500):
        assert (await client.get(f"/corpora/{name}", headers=HTML)).status_code == 404, name
    gone = await client.get("/corpora/gone", headers=HTML)
    assert gone.status_code == 404
    assert str(odd.place.app.home.parent) not in gone.text


async def test_who_may_not_read_sees_names_only(served):
    eve = served.client(served.token("eve", "run"))
    assert (await eve.get("/corpora")).status_code == 200
    assert (await eve.get("/corpora/toll")).status_code == 403
