import json
import os
import sqlite3
import subprocess
import sys
import time
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from stet.adapters.corpus import Corpus, CorpusLimits
from stet.adapters.corpus.index import Index, Row
from stet.domain.base import content_id
from stet.domain.evidence import PageStatus

TODAY = date(2026, 11, 30)
TEXTS = {
    "toll.md": "# Bridge toll\n\nThe toll on the harbour bridge starts on 1 March 2027.\n",
    "news/ferry.txt": "Ferry timetable\n\nThe ferry leaves every hour from the harbour.\n",
    "law.md": "---\ntitle: Ordinance 12\ndate: 2026-05-04\n---\n\n# Ordinance\n\nVehicles pay a charge.\n",
}


@pytest.fixture
def docs(tmp_path) -> Path:
    folder = tmp_path / "docs"
    for name, text in TEXTS.items():
        write(folder / name, text)
    return folder


def write(path: Path, text: str | bytes) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return path


def opened(docs: Path, today: date = TODAY, **limits: int) -> Corpus:
    bounds = CorpusLimits(**limits)
    return keep(Corpus.open([docs], index_folder=docs.parent / "index", today=today, limits=bounds))


OPEN: list[Corpus] = []


def keep(corpus: Corpus) -> Corpus:
    OPEN.append(corpus)
    return corpus


@pytest.fixture(autouse=True)
def closed():
    """A connection left open is a warning, and so an error, on newer Pythons."""
    yield
    while OPEN:
        OPEN.pop().close()


def rows(docs: Path) -> dict[bytes, Row]:
    index = Index.at(index_file(docs))
    try:
        return {row.key: row for row in index.rows()}
    finally:
        index.close()


def names(corpus: Corpus, question: str) -> list[str]:
    return [Path(hit.path or "").name for hit in corpus.search(question, 10)]


def index_file(docs: Path) -> Path:
    [file] = (docs.parent / "index").glob("*.sqlite")
    return file


def settled() -> None:
    """Let what was just written grow old enough for its stamp to be trusted."""
    time.sleep(0.15)


def test_documents_are_found_by_their_words_and_cited_by_their_path(docs):
    corpus = opened(docs)
    [hit] = corpus.search("When do vehicles pay?", 10)
    assert (hit.url, hit.path, hit.provider, hit.rank) == (f"{docs}/law.md",) * 2 + ("documents", 1)
    assert hit.title == "Ordinance 12"
    assert hit.snippet is not None
    assert "pay a charge" in hit.snippet
    assert names(corpus, "harbour bridge toll") == ["toll.md", "ferry.txt"]
    assert [hit.rank for hit in corpus.search("harbour bridge toll", 10)] == [1, 2]
    assert len(corpus.search("harbour", 1)) == 1
    assert corpus.search("harbour", 0) == corpus.search("harbour", -3) == corpus.search("", 10) == ()
    assert corpus.search("zeppelin", 10) == ()


def test_documents_say_what_was_read(docs):
    corpus = opened(docs)
    assert [d.path for d in corpus.documents] == [
        f"{docs}/{n}" for n in ("law.md", "news/ferry.txt", "toll.md")
    ]
    law = corpus.documents[0]
    assert (law.title, law.title_from) == ("Ordinance 12", "front matter")
    assert (law.published_at, law.published_from) == (date(2026, 5, 4), "front matter")
    assert (law.size, law.sha256) == (len(TEXTS["law.md"]), content_id(TEXTS["law.md"]))
    assert corpus.skipped == corpus.notes == ()


def test_a_page_is_read_from_disk_and_is_what_was_indexed(docs):
    corpus = opened(docs)
    at = datetime(2026, 11, 30, 12, tzinfo=UTC)
    fetched = corpus.fetch(f"{docs}/toll.md", at=at)
    assert fetched.raw == TEXTS["toll.md"].encode()
    page = fetched.page
    assert (page.status, page.path, page.url, page.retrieved_at) == (
        PageStatus.OK,
        f"{docs}/toll.md",
        None,
        at,
    )
    assert "starts on 1 March 2027." in page.text
    assert page.text_sha256 == content_id(page.text)
    assert page.sha256 == content_id(fetched.raw)
    assert [page.text[m.start : m.end] for m in page.marks if m.kind == "heading"] == ["Bridge toll"]


def test_a_page_that_changed_since_is_extracted_anew(docs):
    corpus = opened(docs)
    write(docs / "toll.md", "# Bridge toll\n\nThere is no toll.\n")
    page = corpus.fetch(f"{docs}/toll.md").page
    assert page.status is PageStatus.OK
    assert "There is no toll." in page.text
    assert page.sha256 == content_id(b"# Bridge toll\n\nThere is no toll.\n")
    (docs / "toll.md").unlink()
    assert corpus.fetch(f"{docs}/toll.md").page.status is PageStatus.NOT_FOUND
    (docs / "toll.md").symlink_to("/etc/passwd")
    assert corpus.fetch(f"{docs}/toll.md").page.status is PageStatus.REFUSED_PATH


@pytest.mark.parametrize(
    "path", ["/etc/passwd", "file:///x.pdf", "C:\\x.pdf", "../docs/toll.md", "", "a\0b", "\ud800"]
)
def test_only_documents_of_the_given_folders_are_fetched(docs, path):
    fetched = opened(docs).fetch(path)
    assert fetched.page.status is PageStatus.REFUSED_PATH
    assert fetched.raw == b""


def test_bad_files_are_listed_and_fetched_with_their_reason(docs):
    write(docs / "empty.md", "")
    write(docs / "broken.pdf", b"%PDF-1.7\nnothing else")
    write(docs / "photo.md", b"\x89PNG\r\n\x1a\n" + bytes(range(256)))
    write(docs / "big.md", "x" * 3_000)
    corpus = opened(docs, max_bytes=2_000)
    listed = {Path(item.path).name: item.status for item in corpus.skipped}
    assert listed["empty.md"] is PageStatus.EMPTY
    assert listed["big.md"] is PageStatus.TOO_LARGE
    assert listed["photo.md"] is PageStatus.UNSUPPORTED
    assert listed["broken.pdf"] in {PageStatus.BROKEN, PageStatus.NO_TEXT}
    assert all(item.reason for item in corpus.skipped)
    assert len(corpus.documents) == 3
    for item in corpus.skipped:
        page = corpus.fetch(item.path).page
        assert (page.status, page.reason, page.text) == (item.status, item.reason, "")


def test_a_manifest_decides_and_its_url_does_not_identify(docs):
    url = "https://law.example/act#art_1"
    rows = [
        {
            "path": "law.md",
            "title": "The Toll Ordinance",
            "url": url,
            "publisher": "City",
            "published": "2026-06",
        },
        {"path": "toll.md", "url": "https://law.example/act#art_2", "published": "2027-01-01"},
        {"path": "gone.md"},
        {"path": "../outside.md"},
        "nonsense",
    ]
    write(docs / "manifest.jsonl", "\n".join(json.dumps(row) for row in rows))
    corpus = opened(docs)
    law = next(d for d in corpus.documents if d.path.endswith("law.md"))
    assert (law.title, law.title_from, law.publisher, law.url) == (
        "The Toll Ordinance",
        "manifest",
        "City",
        url,
    )
    assert (law.published_at, law.published_from) == (date(2026, 6, 1), "manifest (month only)")
    assert [(item.path.rpartition(":")[2], item.status) for item in corpus.skipped] == [
        ("4", PageStatus.REFUSED_PATH),
        ("5", PageStatus.BROKEN),
        ("3", PageStatus.NOT_FOUND),
    ]
    assert names(corpus, "toll ordinance") == ["law.md", "toll.md"]
    [hit] = corpus.search("vehicles", 10)
    assert (hit.url, hit.path) == (url, f"{docs}/law.md")
    page = corpus.fetch(hit.path or "").page
    assert (page.url, page.path, page.published_from) == (url, hit.path, "manifest (month only)")
    toll = next(d for d in corpus.documents if d.path.endswith("toll.md"))
    assert toll.published_at is None, "a date to come is unknown"
    assert toll.published_from == "manifest, after the as-of date: 2027-01-01"
    assert next(
        d for d in opened(docs, date(2027, 1, 1)).documents if d.path.endswith("toll.md")
    ).published_at


def test_a_changed_manifest_changes_by_which_title_a_document_is_found(docs):
    write(docs / "manifest.jsonl", json.dumps({"path": "law.md", "title": "Zebra crossing"}))
    assert names(opened(docs), "zebra") == ["law.md"]
    (docs / "manifest.jsonl").unlink()
    assert names(opened(docs), "zebra") == []
    assert names(opened(docs), "ordinance 12") == ["law.md"]


def test_a_manifest_beside_or_above_the_given_folder_is_not_read(docs):
    write(docs / "manifest.jsonl", json.dumps({"path": "news/ferry.txt", "title": "Secret"}))
    [document] = keep(Corpus.open([docs / "news"], index_folder=docs.parent / "index", today=TODAY)).documents
    assert document.title != "Secret"
    [document] = keep(
        Corpus.open([docs / "news/ferry.txt"], index_folder=docs.parent / "i", today=TODAY)
    ).documents
    assert document.title != "Secret"


def test_the_nearest_manifest_decides(docs):
    write(docs / "manifest.jsonl", json.dumps({"path": "news/ferry.txt", "title": "Outer"}))
    write(docs / "news/manifest.jsonl", json.dumps({"path": "ferry.txt", "title": "Inner"}))
    assert [d.title for d in opened(docs).documents if d.path.endswith("ferry.txt")] == ["Inner"]


def test_a_readme_of_the_collection_is_no_document_unless_the_manifest_says_so(docs):
    write(docs / "README.md", "# About\n\nThe expected answer is March.\n")
    assert len(opened(docs).documents) == 4
    write(docs / "manifest.jsonl", json.dumps({"path": "law.md"}))
    corpus = opened(docs)
    assert [Path(item.path).name for item in corpus.skipped] == ["README.md"]
    assert names(corpus, "expected answer") == []
    write(docs / "manifest.jsonl", json.dumps({"path": "README.md"}))
    assert names(opened(docs), "expected answer") == ["README.md"]


def test_a_date_to_come_is_unknown_until_that_day_without_reading_again(docs):
    write(docs / "future.md", "---\ntitle: Notice\ndate: 2027-02-01\n---\n\nA notice about parking.\n")

    def date_on(today: date) -> date | None:
        return next(d.published_at for d in opened(docs, today).documents if d.path.endswith("future.md"))

    assert date_on(TODAY) is None
    assert date_on(date(2027, 2, 1)) == date(2027, 2, 1)
    assert date_on(TODAY) is None


def test_a_document_whose_date_does_not_count_says_why(docs):
    dates = {"to-come": "2027-02-01", "broken": "9999-99-99", "twofold": "05/06/2026"}
    for name, day in dates.items():
        write(
            docs / f"{name}.md",
            f"---\ntitle: {name}\ndate: {day}\n---\n\nPublished: 3 May 2026\n\nParking.\n",
        )
    write(docs / "plain.md", "Parking.\n")
    write(docs / "manifest.jsonl", json.dumps({"path": "plain.md", "published": "05/06/2026"}))
    corpus = opened(docs)
    said = {
        "to-come": "front matter, after the as-of date: 2027-02-01",
        "broken": "front matter, not a date: 9999-99-99",
        "twofold": "front matter, could be two dates: 05/06/2026",
        "plain": "manifest, could be two dates: 05/06/2026",
    }
    found = {d.title or "": d for d in corpus.documents if d.title in said}
    assert {title: (d.published_at, d.published_from) for title, d in found.items()} == {
        title: (None, where) for title, where in said.items()
    }
    for title, document in found.items():
        page = corpus.fetch(document.path).page
        assert (page.published_at, page.published_from) == (None, said[title])
        assert page.status is PageStatus.OK
        assert said[title] in (page.reason or "")
        assert f"{document.path}: published: {said[title]}" in corpus.notes


def test_front_matter_that_cannot_be_read_is_a_note_on_a_document_that_can(docs):
    write(docs / "bad.md", "---\ntitle: a: b\n---\n\nParking is free.\n")
    corpus = opened(docs)
    [document] = [d for d in corpus.documents if d.path.endswith("bad.md")]
    assert (document.reason or "").startswith("front matter could not be read: ")
    assert document.title == "bad"
    assert corpus.notes == (f"{document.path}: {document.reason}",)
    assert corpus.fetch(document.path).page.text == "Parking is free."


def test_only_the_first_faults_are_named(docs):
    for number in range(30):
        write(docs / f"{number:02}.md", "---\ntitle: a: b\n---\n\nParking is free.\n")
    notes = opened(docs).notes
    assert len(notes) == 21
    assert notes[-1].startswith("10 more")


def test_a_name_that_is_no_text_still_gives_a_title(docs):
    try:
        Path(os.fsdecode(os.fsencode(docs) + b"/bad\xff\xfe.md")).write_text("Parking.", encoding="utf-8")
    except OSError:
        pytest.skip("this file system takes only names that are text")
    assert "bad\ufffd\ufffd" in {d.title for d in opened(docs).documents}


def test_search_can_be_kept_to_sites(docs):
    rows = [
        {"path": "toll.md", "url": "https://www.city.example/toll"},
        {"path": "news/ferry.txt", "url": "https://notcity.example/"},
    ]
    write(docs / "manifest.jsonl", "\n".join(map(json.dumps, rows)))
    corpus = opened(docs)
    assert [Path(h.path or "").name for h in corpus.search("harbour", 10, ("city.example",))] == ["toll.md"]
    assert corpus.search("harbour", 10, ("other.example", "")) == ()


def test_japanese_is_found_by_two_characters_and_by_one(docs):
    write(docs / "ja.md", "# 港の橋\n\n港の橋の通行税は三月から始まる。\n")
    write(docs / "zh.md", "# 桥\n\n对高风险人工智能系统的规定。\n")
    corpus = opened(docs)
    assert names(corpus, "通行") == ["ja.md"]
    assert names(corpus, "税") == ["ja.md"]
    assert names(corpus, "高风险系统什么时候适用？") == ["zh.md"]


def test_words_are_found_without_their_accents_and_endings(docs):
    write(docs / "fr.md", "# Règlement\n\nLes péages augmentés.\n")
    assert names(opened(docs), "reglement peages") == ["fr.md"]
    assert names(opened(docs), "vehicle charges") == ["law.md"]


def test_an_unchanged_file_is_not_read_again(docs):
    settled()
    opened(docs)
    target = docs / "toll.md"
    info = target.stat()
    # Other bytes under the same stamp cannot be made from outside (ctime): the index is told so.
    with sqlite3.connect(index_file(docs)) as db:
        db.execute("UPDATE documents SET sha256 = 'sha256:marked' WHERE key = ?", (os.fsencode(target),))
    db.close()
    assert next(d.sha256 for d in opened(docs).documents if d.path.endswith("toll.md")) == "sha256:marked"
    os.utime(target, ns=(info.st_atime_ns, info.st_mtime_ns + 10**9))
    [digest] = [d.sha256 for d in opened(docs).documents if d.path.endswith("toll.md")]
    assert digest == content_id(TEXTS["toll.md"])


def test_a_touched_file_keeps_its_row_and_a_changed_one_does_not(docs):
    settled()
    opened(docs)
    before = rows(docs)
    os.utime(docs / "toll.md", ns=(1, 1))
    write(docs / "law.md", "# Ordinance\n\nNo charge at all.\n")
    corpus = opened(docs)
    after = rows(docs)
    assert after[os.fsencode(docs / "toll.md")].id == before[os.fsencode(docs / "toll.md")].id
    assert after[os.fsencode(docs / "law.md")].id != before[os.fsencode(docs / "law.md")].id
    assert names(corpus, "vehicles") == []
    assert names(corpus, "no charge at all") == ["law.md"]


def test_an_edit_right_after_opening_is_seen_though_the_stamp_may_be_the_same(docs):
    opened(docs)
    info = (docs / "toll.md").stat()
    write(docs / "toll.md", TEXTS["toll.md"].replace("March", "April"))
    os.utime(docs / "toll.md", ns=(info.st_atime_ns, info.st_mtime_ns))
    assert "April" in opened(docs).fetch(f"{docs}/toll.md").page.text


def damage_nothing(file: Path) -> None:
    file.unlink()


def damage_text(file: Path) -> None:
    file.write_bytes(b"this is no database" * 1_000)


def damage_middle(file: Path) -> None:
    raw = bytearray(file.read_bytes())
    raw[4096:] = os.urandom(len(raw) - 4096)
    file.write_bytes(raw)


def damage_foreign(file: Path) -> None:
    file.unlink()
    with sqlite3.connect(file) as db:
        db.execute("CREATE TABLE documents (id INTEGER)")
    db.close()


def damage_version(file: Path) -> None:
    with sqlite3.connect(file) as db:
        db.execute("PRAGMA user_version = 999")
    db.close()


def damage_rows(file: Path) -> None:
    with sqlite3.connect(file) as db:
        db.execute("UPDATE documents SET head = '{'")
    db.close()


@pytest.mark.parametrize(
    "damage", [damage_nothing, damage_text, damage_middle, damage_foreign, damage_version, damage_rows]
)
def test_an_index_that_is_damaged_foreign_or_of_another_version_is_made_again(docs, damage):
    opened(docs).close()
    damage(index_file(docs))
    corpus = opened(docs)
    assert names(corpus, "harbour bridge toll") == ["toll.md", "ferry.txt"]
    assert corpus.notes == ()
    corpus.close()
    assert names(opened(docs), "vehicles") == ["law.md"]


def test_an_index_damaged_while_it_is_open_is_made_again_in_memory(docs):
    corpus = opened(docs)
    corpus._index._db.execute("DROP TABLE passages")
    assert names(corpus, "harbour bridge toll") == ["toll.md", "ferry.txt"]
    assert "memory" in corpus.notes[0]


def test_where_no_index_can_be_kept_it_is_in_memory_and_a_note_says_so(docs):
    write(docs.parent / "index", "a file, not a folder")
    corpus = opened(docs)
    assert names(corpus, "harbour bridge toll") == ["toll.md", "ferry.txt"]
    assert corpus.fetch(f"{docs}/toll.md").page.status is PageStatus.OK
    assert len(corpus.notes) == 1
    assert "memory" in corpus.notes[0]


def test_a_full_disk_is_survived(docs):
    opened(docs).close()
    file = index_file(docs)
    with sqlite3.connect(file) as db:
        pages = db.execute("PRAGMA page_count").fetchone()[0]
    db.close()
    write(
        docs / "long.md", "# Long\n\n" + "\n\n".join(f"Paragraph {n} about bridges." for n in range(20_000))
    )

    class Full(Index):
        @classmethod
        def at(cls, path):
            index = super().at(path)
            index._db.execute(f"PRAGMA max_page_count = {pages + 2}")
            return index

    from stet.adapters.corpus import corpus as module

    original, module.Index = module.Index, Full
    try:
        corpus = opened(docs)
    finally:
        module.Index = original
    assert "full" in corpus.notes[0]
    assert "long.md" in names(corpus, "bridges")


def test_two_processes_at_once_are_safe(docs):
    for number in range(60):
        write(docs / f"n{number}.md", f"# Note {number}\n\nThe harbour note number {number}.\n")
    code = (
        "import sys; from datetime import date; from pathlib import Path\n"
        "from stet.adapters.corpus import Corpus\n"
        "c = Corpus.open([Path(sys.argv[1])], index_folder=Path(sys.argv[2]), today=date(2026, 11, 30))\n"
        "print(len(c.documents), len(c.search('harbour', 100)), c.notes)"
    )
    command = [sys.executable, "-c", code, str(docs), str(docs.parent / "index")]
    running = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    answers = {process.communicate(timeout=60)[0].strip() for process in running}
    assert answers == {"63 62 ()"}


def test_roots_in_another_order_share_an_index(docs):
    write(docs.parent / "more/a.md", "# More\n\nMore words.\n")
    folder = docs.parent / "index"
    keep(Corpus.open([docs, docs.parent / "more"], index_folder=folder, today=TODAY))
    keep(Corpus.open([docs.parent / "more", docs / "../docs"], index_folder=folder, today=TODAY))
    assert len(list(folder.glob("*.sqlite"))) == 1


def test_a_long_document_competes_with_a_short_one(docs):
    filler = "\n\n".join(f"Paragraph {n} speaks of gardens, parks and benches at length." for n in range(600))
    answer = "\n\n## Lighthouse fees\n\nThe lighthouse fee is four crowns for each visit.\n\n"
    write(docs / "faq.md", f"# Questions\n\n{filler}{answer}{filler}")
    write(docs / "short.md", "# A lighthouse\n\nThe lighthouse is white.\n")
    [first, *_] = opened(docs).search("What is the lighthouse fee for a visit?", 10)
    assert first.url.endswith("faq.md")
    assert first.snippet is not None
    assert "four crowns" in first.snippet


WORDS = st.lists(
    st.sampled_from(["toll", "bridge", "harbour", "税金", "the", "1,000", "é"]), min_size=1, max_size=12
)
EDITS = st.lists(st.tuples(st.sampled_from("abcd"), st.none() | WORDS), min_size=1, max_size=8)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(EDITS)
def test_the_index_of_an_edited_folder_is_that_of_a_fresh_one(tmp_path_factory, edits):
    base = tmp_path_factory.mktemp("edited")
    docs = base / "docs"
    write(docs / "first.md", "# First\n\ntoll bridge\n")
    for name, words in edits:
        file = docs / f"{name}.md"
        if words is None:
            file.unlink(missing_ok=True)
        else:
            write(file, f"# {words[0]}\n\n{' '.join(words)}.\n")
        opened(docs).close()
    edited = opened(docs)
    fresh = Corpus.open([docs], index_folder=base / "fresh", today=TODAY)
    assert edited.documents == fresh.documents
    assert edited.skipped == fresh.skipped
    for question in ("toll", "bridge harbour", "税金", "1,000 é the toll"):
        assert edited.search(question, 10) == fresh.search(question, 10)
    edited.close()
    fresh.close()


@pytest.fixture(scope="module")
def shared(tmp_path_factory):
    docs = tmp_path_factory.mktemp("shared") / "docs"
    for name, text in TEXTS.items():
        write(docs / name, text)
    corpus = Corpus.open([docs], index_folder=docs.parent / "index", today=TODAY)
    yield corpus
    corpus.close()


HOSTILE = [
    '"',
    "'",
    "*",
    "NEAR(",
    "a AND",
    "OR OR",
    "NOT",
    "title:x",
    "{a b}:c",
    "^a",
    "-",
    "\0",
    "\ud800",
    "%",
    "((",
    "a+b",
]


@settings(max_examples=300, deadline=1_000)
@given(st.text(max_size=300) | st.lists(st.sampled_from(HOSTILE), max_size=8).map(" ".join))
def test_any_question_has_an_answer(shared, question):
    hits = shared.search(question, 10)
    assert len(hits) <= 3


@pytest.mark.parametrize("unit", ["toll ", "税", '"', "a" * 50, "(", "NEAR(a b) ", "\ud800", "é"])
def test_a_long_question_is_answered_in_time(shared, unit):
    started = time.process_time()
    shared.search(unit * (1_000_000 // len(unit)), 10)
    assert time.process_time() - started < 2
