from datetime import date

from stet.adapters.corpus import Corpus
from stet.adapters.search.documents import DocumentSearch
from stet.ports import Search, SearchRequest


async def test_the_port_finds_documents(tmp_path):
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs/a.md").write_text("# Toll\n\nThe toll starts in March.\n", encoding="utf-8")
    corpus = Corpus.open([tmp_path / "docs"], index_folder=tmp_path / "index", today=date(2026, 11, 30))
    search: Search = DocumentSearch(corpus)
    assert search.name == "documents"
    [hit] = (await search.search(SearchRequest(text="When does the toll start?", limit=5))).hits
    assert (hit.provider, hit.path, hit.title) == ("documents", f"{tmp_path}/docs/a.md", "Toll")
    assert (await search.search(SearchRequest(text="toll", sites=("law.example",)))).hits == ()
    assert (await search.search(SearchRequest(text=""))).hits == ()
    corpus.close()
