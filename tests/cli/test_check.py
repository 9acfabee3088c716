"""stet check: texts on folders of sources, on runs, on pages; what is printed, and how it ends."""

import io
import json
import re
import zipfile
from pathlib import Path
from typing import Any

import pytest
from stetcli import Cli, Ran

from httpkit import Server, answer, page
from webtown import ELSEWHERE, article

HARBOUR = Path(__file__).parents[2] / "examples" / "harbour-toll"
TOLL = "When does the harbour toll start, and who has to pay it?"
TEXT = """# The ferry toll

The ferry toll starts on 1 September 2026 for every passenger with a bicycle. [1] Children under nine travel free of
charge. [1] The toll begins in summer. [2] Most of the passengers complain about it. The coffee on board is good. [9]

## Sources

[1] Notice of the harbour office. https://harbour.example/notice
[2] A page elsewhere. https://elsewhere.example/page
"""


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """A text with five statements: verbatim, wrong, on a source that is not there, uncited, dangling."""
    path = tmp_path / "text.md"
    path.write_text(TEXT, encoding="utf-8")
    return path


def test_the_ledger_says_of_every_statement_what_its_source_says(cli: Cli, ferry: Path, text: Path) -> None:
    result = cli("check", text, "--sources", ferry, "--no-fetch")
    assert (result.status, result.err) == (0, "")
    blocks = result.out.split("\n\n")
    assert "1  ✓ supported" in blocks[1]
    assert "“The ferry toll starts on 1 September 2026 for every passenger with a bicycle.”" in blocks[1]
    assert "2  ✕ not supported" in blocks[2]
    assert "“Children under six travel free of charge.”" in blocks[2]
    assert "3  ? not reviewed: its source was not fetched" in blocks[3]
    assert "4  ? not reviewed: it cites nothing" in blocks[4]
    assert "5  ? not reviewed: its citation points at nothing" in blocks[5]
    assert "5 statements: 1 supported · 1 not supported · 3 not reviewed (1 cite nothing)" in result.out
    assert "[2] https://elsewhere.example/page: not fetched" in result.out
    assert "Nobody judged meaning" not in result.out


def test_the_json_has_its_fields_and_offsets_into_the_file_s_text(cli: Cli, ferry: Path, text: Path) -> None:
    found = json.loads(cli("check", text, "--sources", ferry, "--no-fetch", "--json").out)
    assert found["file"] == str(text)
    first = found["statements"][0]
    assert {"text", "start", "end", "citations", "decision", "reason", "checks"} <= first.keys()
    assert TEXT[first["start"] : first["end"]] == f"{first['text']} [1]"
    assert first["citations"] == [{"marker": "[1]", "key": "1", "source": "S1", "resolved": True}]
    assert [s["decision"] for s in found["statements"]] == ["supported", "unsupported", *["unreviewed"] * 3]
    assert found["statements"][4]["citations"][0] == {
        "marker": "[9]", "key": None, "source": None, "resolved": False,
    }  # fmt: skip
    assert [(r["key"], r["cited"], r["source"]) for r in found["references"]] == [
        ("1", True, "S1"),
        ("2", True, None),
    ]
    assert {"kind", "where", "detail"} <= found["findings"][0].keys()
    assert found["counts"]["unsupported"] == 1
    assert found["sources"][0]["path"].endswith("notice.md")


def test_several_texts_are_an_array_in_their_order(cli: Cli, ferry: Path, text: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.md"
    other.write_text("Nothing is cited here at all.\n", encoding="utf-8")
    found = json.loads(cli("check", other, text, "--sources", ferry, "--no-fetch", "--json").out)
    assert [each["file"] for each in found] == [str(other), str(text)]


@pytest.mark.parametrize(
    ("gates", "status"),
    [
        (("unsupported",), 1),
        (("conflicting",), 0),
        (("uncited",), 1),
        (("conflicting,unreviewed",), 1),
        (("conflicting", "uncited"), 1),
        ((), 0),
    ],
)
def test_a_gate_ends_with_status_1_where_it_found_something(
    cli: Cli, ferry: Path, text: Path, gates: tuple[str, ...], status: int
) -> None:
    flags = [word for gate in gates for word in ("--fail-on", gate)]
    assert cli("check", text, "--sources", ferry, "--no-fetch", *flags).status == status


def test_stdin_is_checked_like_a_file(cli: Cli, ferry: Path) -> None:
    result = cli("check", "-", "--sources", ferry, "--no-fetch", "--json", stdin=TEXT.encode())
    found = json.loads(result.out)
    assert (found["file"], found["counts"]["supported"]) == ("-", 1)


def test_the_page_shows_the_text_and_escapes_all_of_it(cli: Cli, ferry: Path, tmp_path: Path) -> None:
    hostile = tmp_path / "hostile.md"
    hostile.write_text(
        TEXT.replace("Most of the passengers complain about it.", "<script>alert(1)</script> Most complain."),
        encoding="utf-8",
    )
    target = tmp_path / "page.html"
    result = cli("check", hostile, "--sources", ferry, "--no-fetch", "--html", target)
    assert result.status == 0
    made = target.read_text(encoding="utf-8")
    assert "<script>alert" not in made
    assert "&lt;script&gt;" in made
    assert '<a class="cite v-unsupported" id="mark-2" href="#statement-2"' in made
    assert "<mark>Children under six travel free of charge.</mark>" in made
    assert "default-src &#39;none&#39;" in made or "default-src 'none'" in made
    again = cli("check", hostile, "--no-fetch", "--html", target)
    assert (again.status, "is there already" in again.err) == (2, True)


def edited_toll(cli: Cli, folder: Path) -> tuple[str, Path]:
    """A finished run over the example, and its report with one figure changed, a sentence added, a mark removed."""
    assert cli("ask", TOLL, "--docs", HARBOUR, "--today", "2026-11-30", "-q").status == 0
    run = cli("runs").out.split()[0]
    report = cli("export", run, "-f", "md").out
    for old, new in (
        ("mass of more than 3.5 tonnes.” [[C4]](#c4)", "mass of more than 7.5 tonnes.” [[C4]](#c4)"),
        ("upkeep of the Harbour Bridge.” [[C8]](#c8)", "upkeep of the Harbour Bridge.” [[C8]](#c8) Boats pay too."),
        ("Buses in scheduled public service are exempt from the toll.” [[C9]](#c9)",
         "Buses in scheduled public service are exempt from the toll.”"),
    ):  # fmt: skip
        assert old in report
        report = report.replace(old, new)
    path = folder / "edited.md"
    path.write_text(report, encoding="utf-8")
    return run, path


def test_an_edited_report_is_checked_on_its_run(cli: Cli, tmp_path: Path) -> None:
    run, path = edited_toll(cli, tmp_path)
    result = cli("check", path, "--run", run, "--no-fetch", "--json", "--fail-on", "unsupported")
    assert result.status == 1
    found: dict[str, Any] = json.loads(result.out)
    decided = {s["text"][-60:]: (s["decision"], s["reason"]) for s in found["statements"]}
    wrong = [s for s in found["statements"] if s["decision"] == "unsupported"]
    assert {s["reason"] for s in wrong} == {"altered"}
    assert all("7.5 tonnes" in s["text"] for s in wrong)
    assert any("3.5 tonnes" in w["exact"] for w in wrong[0]["words"])
    assert decided["Boats pay too."] == ("unreviewed", "uncited")
    (bus,) = [s for s in found["statements"] if "Buses in scheduled public service are exempt" in s["text"]]
    assert (bus["decision"], bus["citations"]) == ("unreviewed", [])
    kept = [s for s in found["statements"] if s["decision"] == "supported"]
    assert len(kept) >= 8
    assert all(s["words"] for s in kept)
    removed = [f["where"] for f in found["findings"] if f["kind"] == "removed"]
    assert any("mass of more than" in where or "Harbour Bridge toll" in where for where in removed)


def test_a_report_that_nobody_edited_keeps_the_decisions_of_its_run(cli: Cli, tmp_path: Path) -> None:
    assert cli("ask", TOLL, "--docs", HARBOUR, "--today", "2026-11-30", "-q").status == 0
    run = cli("runs").out.split()[0]
    path = tmp_path / "report.md"
    path.write_text(cli("export", run, "-f", "md").out, encoding="utf-8")
    gates = "unsupported,uncited,unreviewed"
    result = cli("check", path, "--run", run, "--no-fetch", "--json", "--fail-on", gates)
    assert result.status == 0
    found = json.loads(result.out)
    assert found["findings"] == []
    assert {s["decision"] for s in found["statements"]} <= {"supported", "conflicting"}


def test_the_example_is_checked_on_its_folder(cli: Cli, tmp_path: Path) -> None:
    text = tmp_path / "toll.md"
    text.write_text(
        "The Harbour Bridge toll starts on 1 September 2027. [1][2]\n\n"
        "The toll applies to goods vehicles of more than 7.5 tonnes. [1]\n\n"
        "# Sources\n\n[1] Harbour Bridge toll. https://cityofportellery.example/harbour-bridge-toll\n"
        "[2] SwiftTag for the Harbour Bridge\n",
        encoding="utf-8",
    )
    found = json.loads(cli("check", text, "--sources", HARBOUR, "--no-fetch", "--json").out)
    assert [s["decision"] for s in found["statements"]] == ["conflicting", "unsupported"]


class TestPages:
    """Pages that a text cites are fetched, saved, and compared with what was saved."""

    BODY = "<p>The quay of Port Selby is 240 metres long. It was built in 1934 by the town.</p>"

    def cited(self, server: Server, folder: Path) -> Path:
        path = folder / "cited.md"
        path.write_text(
            f"The quay of Port Selby is 240 metres long. [1]\n\nThe quay was built in 1943. [1]\n\n"
            f"The crane lifts 12 tonnes. [2]\n\n## References\n\n"
            f"1. The quay. {server.url('/quay')}\n2. The crane. {server.url('/crane')}\n",
            encoding="utf-8",
        )
        return path

    def test_a_page_that_can_be_had_is_checked_on_and_one_that_is_not_there_is_not_found(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        quay = page(article("The quay", self.BODY * 4))
        with Server(
            lambda seen: quay if seen.path == "/quay" else page("gone", status=404), host=ELSEWHERE
        ) as server:
            monkeypatch.setenv("STET_ALLOW_HOST", server.place)
            result = cli("check", self.cited(server, tmp_path), "--json")
            found = json.loads(result.out)
            assert result.err == "reading 2 cited pages\n"
            assert [(s["decision"], s["reason"]) for s in found["statements"]] == [
                ("supported", "verbatim"),
                ("unsupported", "date_absent"),
                ("unreviewed", "not_found"),
            ]
            assert [r["state"] for r in found["references"]] == ["fetched", "not_found"]
            assert [f["kind"] for f in found["findings"] if f["kind"] != "no_title"].count("unreachable") == 1
            asked = [path for path in server.paths if path != "/robots.txt"]
            assert sorted(asked) == ["/crane", "/quay"]
            # Once more within a day: what was had is not asked for again.
            cli("check", self.cited(server, tmp_path), "-q")
            again = [path for path in server.paths if path != "/robots.txt"]
            assert again.count("/quay") == 1

    def test_a_page_that_changed_is_told_and_checked_as_it_is_now(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        bodies = [self.BODY * 4, self.BODY.replace("240", "260") * 4]
        with Server(lambda _: page(article("The quay", bodies[0])), host=ELSEWHERE) as server:
            monkeypatch.setenv("STET_ALLOW_HOST", server.place)
            path = self.cited(server, tmp_path)
            cli("check", path, "-q")
            bodies.pop(0)
            path.write_text(path.read_text(encoding="utf-8") + "\n", encoding="utf-8")
            found = json.loads(cli("check", path, "--max-age", "0", "--json", "-q").out)
            assert found["statements"][0]["decision"] == "unsupported"
            changed = [f for f in found["findings"] if f["kind"] == "changed_since"]
            assert len(changed) == 2

    def test_without_the_network_a_saved_page_is_checked_on(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Server(lambda _: page(article("The quay", self.BODY * 4)), host=ELSEWHERE) as server:
            monkeypatch.setenv("STET_ALLOW_HOST", server.place)
            path = self.cited(server, tmp_path)
            cli("check", path, "-q")
        found = json.loads(cli("check", path, "--no-fetch", "--json").out)
        assert found["references"][0]["state"] == "saved"
        assert found["statements"][0]["decision"] == "supported"

    def test_an_outage_is_never_said_to_be_a_missing_page(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Server(lambda _: page("busy", status=503), host=ELSEWHERE) as server:
            monkeypatch.setenv("STET_ALLOW_HOST", server.place)
            found = json.loads(cli("check", self.cited(server, tmp_path), "--json", "-q").out)
        assert {s["decision"] for s in found["statements"]} == {"unreviewed"}
        reasons = {s["reason"] for s in found["statements"]}
        assert not reasons & {"not_found", "gone"}
        (told, _) = [f["detail"] for f in found["findings"] if f["kind"] == "unreachable"]
        assert "says nothing of whether the page exists" in told

    def test_no_more_pages_are_fetched_than_the_limit_says(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Server(lambda _: page(article("The quay", self.BODY * 4)), host=ELSEWHERE) as server:
            monkeypatch.setenv("STET_ALLOW_HOST", server.place)
            found = json.loads(
                cli("check", self.cited(server, tmp_path), "--max-pages", "1", "--json", "-q").out
            )
            assert [path for path in server.paths if path != "/robots.txt"] == ["/quay"]
        assert found["statements"][2]["reason"] == "page_limit"

    def test_checks_are_no_runs_to_show(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with Server(lambda _: page(article("The quay", self.BODY * 4)), host=ELSEWHERE) as server:
            monkeypatch.setenv("STET_ALLOW_HOST", server.place)
            cli("check", self.cited(server, tmp_path), "-q")
        assert "check of" not in cli("runs").out


class TestWorks:
    """Works named by DOI, PMID or arXiv id are looked up where pages may be fetched."""

    TEXT = (
        "Harbour seals sleep at sea. [1] They dive to 300 metres. [2] Their young swim at once. [3] They molt. [4]\n\n"
        "## References\n\n"
        "[1] Lund, I. (2019). Sleep of harbour seals at sea. https://doi.org/10.5555/seal.1\n"
        "[2] Berg, O. (2011). Diving depths of harbour seals. https://doi.org/10.5555/seal.2\n"
        "[3] Tolby, K. (2015). First swims of seal pups. PMID: 31415926\n"
        "[4] Molt in seals. https://arxiv.org/abs/2101.00001v2\n"
    )

    def checked(
        self, cli: Cli, folder: Path, index: Server, monkeypatch: pytest.MonkeyPatch
    ) -> dict[str, list[str]]:
        monkeypatch.setenv("STET_URLS", f"openalex={index.url('')}")
        path = folder / "seals.md"
        path.write_text(self.TEXT, encoding="utf-8")
        kinds: dict[str, list[str]] = {}
        for finding in json.loads(cli("check", path, "--json", "-q", "--max-pages", "1").out)["findings"]:
            kinds.setdefault(finding["kind"], []).append(finding["detail"])
        return kinds

    def test_what_was_retracted_is_another_work_or_of_another_year_is_told(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, refused_addresses: list[str]
    ) -> None:
        works = [
            {"doi": "https://doi.org/10.5555/seal.1", "display_name": "Sleep of harbour seals at sea",
             "publication_year": 2019, "is_retracted": True},
            {"doi": "https://doi.org/10.5555/SEAL.2", "display_name": "Tax law of small islands, a survey",
             "publication_year": 2014, "is_retracted": False},
            {"doi": None, "ids": {"pmid": "https://pubmed.ncbi.nlm.nih.gov/31415926"},
             "display_name": "First swims of seal pups", "publication_year": 2015, "is_retracted": False},
        ]  # fmt: skip
        with Server(lambda _: answer({"results": works})) as index:
            found = self.checked(cli, tmp_path, index, monkeypatch)
            asked = [path for path in index.paths if path.startswith("/works")]
        refused_addresses.clear()  # the pages themselves cannot be had here
        assert len(asked) == 2
        assert ["Sleep of harbour seals" in told for told in found["retracted"]] == [True]
        assert ["Tax law" in told for told in found["title_differs"]] == [True]
        assert ["of 2014, not 2011" in told for told in found["year_differs"]] == [True]
        (unknown,) = found["unknown_work"]
        assert "DOI 10.48550/arxiv.2101.00001" in unknown
        assert "may exist all the same" in unknown

    @pytest.mark.parametrize("status", [429, 500, 503])
    def test_an_index_that_does_not_answer_says_nothing_of_a_work(
        self,
        cli: Cli,
        tmp_path: Path,
        monkeypatch: pytest.MonkeyPatch,
        refused_addresses: list[str],
        status: int,
    ) -> None:
        with Server(lambda _: page("busy", status=status)) as index:
            found = self.checked(cli, tmp_path, index, monkeypatch)
        refused_addresses.clear()
        assert len(found["not_looked_up"]) == 4
        assert all("says nothing of whether the work exists" in told for told in found["not_looked_up"])
        assert not found.keys() & {"unknown_work", "retracted", "title_differs"}

    def test_nothing_is_looked_up_where_nothing_may_be_fetched(self, cli: Cli, tmp_path: Path) -> None:
        path = tmp_path / "seals.md"
        path.write_text(self.TEXT, encoding="utf-8")
        found = json.loads(cli("check", path, "--json", "--no-fetch").out)["findings"]
        assert not {f["kind"] for f in found} & {"unknown_work", "not_looked_up"}


class TestForms:
    """Files of other formats keep their links and notes as citations."""

    def test_links_and_notes_of_html(self, cli: Cli, tmp_path: Path, ferry: Path) -> None:
        path = tmp_path / "page.html"
        path.write_text(
            "<html><body><h1>Toll</h1><p>Children under six travel free of charge "
            '<a href="https://harbour.example/notice">[1]</a>.</p></body></html>',
            encoding="utf-8",
        )
        (one,) = json.loads(cli("check", path, "--sources", ferry, "--no-fetch", "--json").out)["statements"]
        assert (one["decision"], one["citations"][0]["source"]) == ("supported", "S1")

    def test_links_of_word_documents(self, cli: Cli, tmp_path: Path, ferry: Path) -> None:
        path = tmp_path / "text.docx"
        path.write_bytes(docx("Children under six travel free of charge", "https://harbour.example/notice"))
        (one,) = json.loads(cli("check", path, "--sources", ferry, "--no-fetch", "--json").out)["statements"]
        assert (one["decision"], one["citations"][0]["source"]) == ("supported", "S1")

    def test_a_page_of_a_run_is_refused_and_markdown_is_asked_for(
        self, cli: Cli, ran: Ran, tmp_path: Path
    ) -> None:
        path = tmp_path / "report.html"
        path.write_text(
            "<html><body><p>A page of a report that was exported.</p></body></html>", encoding="utf-8"
        )
        run = cli("runs").out.split()[0]
        result = cli("check", path, "--run", run, "--no-fetch")
        assert (result.status, "stet export RUN -f md" in result.err) == (2, True)


def docx(words: str, url: str) -> bytes:
    """A Word document of one paragraph that ends in a link."""
    office = "http://schemas.openxmlformats.org"
    package = "application/vnd.openxmlformats-package"
    main = f"{office}/officeDocument/2006/relationships/officeDocument"
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{office}/package/2006/content-types"><Default Extension="rels" '
        f'ContentType="{package}.relationships+xml"/><Override PartName="/word/document.xml" '
        'ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
        "_rels/.rels": f'<Relationships xmlns="{office}/package/2006/relationships"><Relationship Id="r1" '
        f'Type="{main}" Target="word/document.xml"/></Relationships>',
        "word/_rels/document.xml.rels": f'<Relationships xmlns="{office}/package/2006/relationships"><Relationship '
        f'Id="r2" Type="{office}/officeDocument/2006/relationships/hyperlink" Target="{url}" TargetMode="External"/>'
        "</Relationships>",
        "word/document.xml": f'<w:document xmlns:w="{office}/wordprocessingml/2006/main" '
        f'xmlns:r="{office}/officeDocument/2006/relationships"><w:body><w:p><w:r><w:t xml:space="preserve">{words} '
        '</w:t></w:r><w:hyperlink r:id="r2"><w:r><w:t>[1]</w:t></w:r></w:hyperlink><w:r><w:t>.</w:t></w:r></w:p>'
        "</w:body></w:document>",
    }
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w") as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return made.getvalue()


class TestBadInput:
    """What cannot be checked is said, with what to do, and stops nothing else."""

    @pytest.mark.parametrize(
        ("content", "says"),
        [
            (b"", "no word"),
            (b"\x00\x01\x02\x03" * 4000, "binary data"),
            (b"\x89PNG\r\n\x1a\n" + b"\x00" * 2000, "image/png"),
            (b"  \n\n ... \n", "no word"),
            (b"PK\x03\x04 not a zip at all", "damaged"),
        ],
    )
    def test_a_file_without_text_is_refused_with_status_2(
        self, cli: Cli, tmp_path: Path, content: bytes, says: str
    ) -> None:
        path = tmp_path / "given.md"
        path.write_bytes(content)
        result = cli("check", path, "--no-fetch")
        assert (result.status, result.out) == (2, "")
        assert says in result.err

    def test_a_file_that_is_not_there_or_is_a_folder(self, cli: Cli, tmp_path: Path) -> None:
        missing = cli("check", tmp_path / "none.md", "--no-fetch")
        assert (missing.status, "no such file" in missing.err, "next: check the path" in missing.err) == (
            2,
            True,
            True,
        )
        folder = cli("check", tmp_path, "--no-fetch")
        assert (folder.status, "a folder, not a file" in folder.err) == (2, True)

    def test_a_file_that_is_too_large_is_refused_before_it_is_read(self, cli: Cli, tmp_path: Path) -> None:
        path = tmp_path / "large.md"
        with path.open("wb") as file:
            file.truncate(50_000_000)
        result = cli("check", path, "--no-fetch")
        assert (result.status, "more than 25000000 bytes" in result.err) == (2, True)

    def test_one_bad_file_of_several_stops_none_of_the_others(
        self, cli: Cli, tmp_path: Path, text: Path, ferry: Path
    ) -> None:
        result = cli("check", tmp_path / "a.md", text, tmp_path / "b.md", "--sources", ferry, "--no-fetch")
        assert result.status == 2
        assert "5 statements" in result.out
        assert re.findall(r"no such file: \S*/([ab])\.md", result.err) == ["b", "a"]

    @pytest.mark.parametrize(
        ("flags", "says", "status"),
        [
            (("--fail-on", "everything"), "there is no “everything”", 2),
            (("--fail-on", ","), "there is no", 2),
            (("--sources", "no-such-folder"), "no such file or folder", 2),
            (("--run", "r0000000"), "no run r0000000", 2),
            (("--judge-model", "openai:gpt-5"), "OPENAI_API_KEY", 4),
            (("--judge-model", "nobody:model"), "nobody", 2),
            (("--html", "no/such/folder/page.html"), "there is no folder", 2),
            (("--max-age", "soon"), "--max-age", 2),
        ],
    )
    def test_an_option_that_cannot_be_used_is_said_before_anything_is_read(
        self, cli: Cli, text: Path, flags: tuple[str, ...], says: str, status: int
    ) -> None:
        result = cli("check", text, "--no-fetch", *flags)
        assert (result.status, result.out) == (status, "")
        assert says in result.err

    def test_a_page_is_of_one_text(self, cli: Cli, text: Path, tmp_path: Path) -> None:
        result = cli("check", text, "-", "--html", tmp_path / "page.html", "--no-fetch")
        assert (result.status, "one text" in result.err) == (2, True)
