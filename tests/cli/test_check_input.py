"""stet check on files of other formats, on files without text, and with options that cannot be used."""

import io
import json
import re
import zipfile
from pathlib import Path

import pytest
from checktext import write_text
from stetcli import Cli, Ran


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """A text with five statements."""
    return write_text(tmp_path)


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
            (("--sources", "no-such-folder"), "give --sources an existing folder or file", 2),
            (("--run", "r0000000"), "no run r0000000", 2),
            (("--judge-model", "openai:gpt-5"), "OPENAI_API_KEY", 4),
            (("--judge-model", "nobody:model"), "nobody", 2),
            (("--html", "no/such/folder/page.html"), "--html: there is no folder", 2),
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

    def test_why_no_source_can_be_read_is_said_at_once(self, cli: Cli, text: Path, tmp_path: Path) -> None:
        folder = tmp_path / "sources"
        folder.mkdir()
        (folder / "a.pdf").write_bytes(b"%PDF-1.7 nothing more")
        result = cli("check", text, "--sources", folder, "--no-fetch")
        assert result.status == 2
        assert re.search(r"can be read: \S*a\.pdf: \w", result.err)
        (folder / "b.md").write_text("The ferry toll starts on 1 September 2026.")
        result = cli("check", text, "--sources", folder, "--no-fetch")
        assert result.status == 0
        assert "1 file of" in result.err
        assert "a.pdf: " in result.err
