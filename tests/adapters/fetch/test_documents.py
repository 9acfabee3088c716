from datetime import UTC, date, datetime

from stet.adapters.corpus import Corpus
from stet.adapters.fetch.documents import DocumentFetch
from stet.domain.evidence import Hit, PageStatus
from stet.ports import Fetch
from stet.testing import FixedClock

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


async def test_the_port_reads_documents_and_nothing_else(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("# Toll\n\nThe toll starts in March.\n", encoding="utf-8")
    (tmp_path / "secret.md").write_text("secret", encoding="utf-8")
    corpus = Corpus.open([tmp_path / "docs"], index_folder=tmp_path / "index", today=date(2026, 11, 30))
    fetch: Fetch = DocumentFetch(corpus, FixedClock(NOW))
    path = f"{tmp_path}/docs/a.md"
    fetched = await fetch.fetch(Hit(url=path, path=path, provider="documents", rank=1))
    assert fetched.page.status is PageStatus.OK
    assert fetched.page.retrieved_at == NOW
    assert "starts in March" in fetched.page.text
    for other in (
        f"{tmp_path}/secret.md",
        f"{tmp_path}/docs/../secret.md",
        "/etc/passwd",
        "https://example.org/",
    ):
        fetched = await fetch.fetch(Hit(url=other, provider="documents", rank=1))
        assert (fetched.page.status, fetched.raw) == (PageStatus.REFUSED_PATH, b"")
    corpus.close()
