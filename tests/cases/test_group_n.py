"""Nothing outside the given folders is read, whoever asks."""

import asyncio
import json
from datetime import date
from pathlib import Path

import pytest

from stet.adapters.corpus import Corpus
from stet.app import App, Request
from stet.domain.evidence import PageStatus
from stet.errors import NotFound
from stet.testing import FixedClock

TODAY = date(2026, 11, 30)
SECRET = "The password of the harbour office is tidewater."


@pytest.fixture
def place(tmp_path: Path) -> Path:
    """A folder to be read, with a secret beside it."""
    docs = tmp_path / "docs"
    docs.mkdir()
    (docs / "a.md").write_text("The harbour office opens at nine.", encoding="utf-8")
    (tmp_path / "secret.md").write_text(SECRET, encoding="utf-8")
    return tmp_path


def named(place: Path) -> list[str]:
    secret = place / "secret.md"
    return [
        "/etc/passwd",
        str(secret),
        secret.as_uri(),
        "file:///etc/passwd",
        "file:secret.md",
        "C:\\x.pdf",
        "\\\\host\\share\\x.pdf",
        f"{place}/docs/../secret.md",
        "../secret.md",
        f"{place}/docs/a.md/../../secret.md",
        f"{place}/docs/./a.md",
        "",
        "\x00",
    ]


def test_no_name_leads_out_of_the_given_folders(place: Path):
    """K118: only the path under which a document was listed opens it."""
    corpus = Corpus.open([place / "docs"], index_folder=place / "index", today=TODAY)
    for name in named(place):
        fetched = corpus.fetch(name)
        assert (fetched.page.status, fetched.page.text, fetched.raw) == (PageStatus.REFUSED_PATH, "", b""), (
            name
        )
    assert corpus.fetch(f"{place}/docs/a.md").page.status is PageStatus.OK
    corpus.close()


def test_what_points_out_of_the_folders_is_refused_and_listed(place: Path):
    """K118: links to files and folders, and lines of a manifest; the report says what was refused."""
    docs = place / "docs"
    (docs / "link.md").symlink_to(place / "secret.md")
    (docs / "up").symlink_to(place)
    lines = [{"path": name, "title": "x"} for name in named(place) if name and "\x00" not in name]
    (docs / "manifest.jsonl").write_text("\n".join(json.dumps(line) for line in lines), encoding="utf-8")
    app = App(place / "home", clock=FixedClock())
    request = Request(
        question="What is the password of the harbour office?", documents=(str(docs),), today=TODAY
    )
    report = asyncio.run(app.ask(request))
    assert SECRET not in report.model_dump_json()
    refused = {Path(s.path or "").name for s in report.sources if s.reason is PageStatus.REFUSED_PATH}
    assert {"link.md", "up"} <= refused
    assert sum(name.startswith("manifest.jsonl:") for name in refused) >= 7


def test_a_document_that_becomes_a_link_is_refused_when_it_is_read(place: Path):
    """K118: it is looked at again at the moment of reading."""
    corpus = Corpus.open([place / "docs"], index_folder=place / "index", today=TODAY)
    (place / "docs" / "a.md").unlink()
    (place / "docs" / "a.md").symlink_to(place / "secret.md")
    page = corpus.fetch(f"{place}/docs/a.md").page
    assert (page.status, page.text) == (PageStatus.REFUSED_PATH, "")
    corpus.close()


@pytest.mark.parametrize("given", ["file:///etc/passwd", "https://example.org/x.pdf", "C:\\x.pdf"])
def test_documents_are_given_as_paths_only(place: Path, given: str):
    """K118: an address is no folder."""
    request = Request(question="What opens at nine?", documents=(given,), today=TODAY)
    with pytest.raises(NotFound):
        asyncio.run(App(place / "home", clock=FixedClock()).ask(request))


@pytest.mark.parametrize(
    "url", ["file:///etc/passwd", "javascript:alert(1)", "data:text/html,x", "//evil.example/x"]
)
def test_an_address_that_a_document_declares_is_a_web_address_or_none(place: Path, url: str):
    """K118: whatever front matter or a page says of itself."""
    docs = place / "docs"
    (docs / "b.md").write_text(f"---\nurl: {url}\n---\n\nThe harbour office is red.", encoding="utf-8")
    canonical = f'<html><head><link rel="canonical" href="{url}"></head><body><p>It is blue at night.</p></body></html>'
    (docs / "c.html").write_text(canonical, encoding="utf-8")
    corpus = Corpus.open([docs], index_folder=place / "index", today=TODAY)
    assert {document.url for document in corpus.documents} == {None}
    corpus.close()
