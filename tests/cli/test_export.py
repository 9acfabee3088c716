"""The command that writes a report, and the one that audits what another machine wrote."""

from pathlib import Path

import pytest
from stetcli import Cli

from stet.report.extra import MODULES

pytestmark = pytest.mark.usefixtures("ran")


def run_of(cli: Cli) -> str:
    return next(word for word in cli("runs").out.split() if word.startswith("r") and len(word) == 12)


@pytest.mark.parametrize(
    ("name", "begins"),
    [
        ("a.csv", "\ufeffclaim,text,"),
        ("a.bib", "\n@"),
        ("a.ris", "TY  - "),
        ("a.csl.json", '[\n  {\n    "id"'),
        ("a.json", '{\n  "schema": "stet.report/1"'),
        ("a.jsonld", '{\n  "@context": "http://www.w3.org/ns/anno.jsonld"'),
        ("a.md", "**"),
    ],
)
def test_the_ending_of_a_file_names_its_format(cli: Cli, tmp_path: Path, name: str, begins: str):
    path = tmp_path / name
    assert cli("export", run_of(cli), "-o", path).status == 0
    assert path.read_text(encoding="utf-8").startswith(begins.lstrip())


def test_a_folder_gets_a_file_with_the_ending_of_its_format(cli: Cli, tmp_path: Path):
    folder = tmp_path / "out"
    folder.mkdir()
    for form in ("csl", "bibtex", "bundle"):
        assert cli("export", run_of(cli), "-f", form, "-o", folder).status == 0
    endings = sorted("".join(path.suffixes) for path in folder.iterdir())
    assert endings == [".bib", ".csl.json", ".zip"]


@pytest.mark.parametrize("snapshots", [[], ["--with-snapshots"]], ids=["shared", "whole"])
def test_a_bundle_is_audited_in_a_home_that_never_saw_the_run(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, snapshots: list[str]
):
    path = tmp_path / "run.zip"
    assert cli("export", run_of(cli), "-o", path, *snapshots).status == 0
    monkeypatch.setenv("STET_HOME", str(tmp_path / "elsewhere"))
    told = cli("audit", path)
    assert told.status == 0
    assert "made again from the rows: the same" in told.out
    assert ("without a text: it was let go" in told.out) is not bool(snapshots)
    path.write_bytes(path.read_bytes()[:-40])
    assert cli("audit", path).status == 2


def test_a_bundle_is_audited_whatever_its_file_is_called(cli: Cli, tmp_path: Path):
    path = tmp_path / "run.bundle"
    assert cli("export", run_of(cli), "-f", "bundle", "-o", path).status == 0
    assert "made again from the rows: the same" in cli("audit", path).out
    path.write_text("no zip")
    told = cli("audit", path)
    assert told.status == 2
    assert "this is no bundle" in told.err


def test_the_bundle_is_among_the_formats_that_are_named(cli: Cli, tmp_path: Path):
    run = run_of(cli)
    assert "bundle" in cli("export", run, "-f", "zip").err
    assert ".zip" in cli("export", run, "-o", tmp_path / "a.txt").err


def test_saved_pages_are_for_bundles_and_pages_alone(cli: Cli):
    told = cli("export", run_of(cli), "--with-snapshots")
    assert told.status == 2
    assert "-f bundle" in told.err
    assert cli("export", run_of(cli), "--with-snapshots", "--source", "S1").status == 2


def test_no_format_holds_more_of_a_saved_text_than_its_quotes_and_their_context(cli: Cli):
    run = run_of(cli)
    whole = cli("export", run, "-f", "html", "--with-snapshots").out
    assert 'id="texts"' in whole
    assert 'id="texts"' not in cli("export", run, "-f", "html").out
    assert len(cli("export", run, "-f", "html").out) < len(whole)


@pytest.mark.parametrize(("name", "begins"), [("a.docx", b"PK\x03\x04"), ("a.pdf", b"%PDF-1.7")])
def test_documents_are_written_as_files(cli: Cli, tmp_path: Path, name: str, begins: bytes):
    path = tmp_path / name
    assert cli("export", run_of(cli), "-o", path).status == 0
    assert path.read_bytes().startswith(begins)


@pytest.mark.parametrize(("form", "module"), [("docx", "docx"), ("pdf", "typst")])
def test_without_its_extra_a_format_says_which_one_to_install(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, form: str, module: str
):
    run = run_of(cli)
    monkeypatch.setitem(MODULES, form, f"{module}_that_is_not_there")
    told = cli("export", run, "-f", form, "-o", tmp_path)
    assert told.status == 2
    assert "not installed" in told.err
    assert f"pip install 'stet-research[{form}]'" in told.err
    assert not list(tmp_path.glob(f"*.{form}"))
