"""What cannot be used is refused in words, with a code, a hint and the right status."""

import json
import os
from pathlib import Path

import pytest
from stetcli import Cli, process

from stet.domain.base import content_id


def said(err: str) -> dict[str, object]:
    """The error that --json prints last on stderr."""
    return json.loads(err.splitlines()[-1])


@pytest.mark.parametrize(
    ("argv", "code", "words"),
    [
        (["ask", "", "--docs", "."], "bad_question", "empty"),
        (["ask", " \n\t", "--docs", "."], "bad_question", "empty"),
        (["ask", "?!", "--docs", "."], "bad_question", "empty of words"),
        (["ask", "--docs", "."], "bad_question", "no question"),
        (["ask", "why " * 6400, "--docs", "."], "bad_question", "25599"),
        (["ask", "Why?"], "bad_setting", "nothing to read"),
        (["ask", "Why?", "--docs", ""], "bad_setting", "--docs"),
        (["ask", "Why?", "--docs", "no/such/folder"], "not_found", "no/such/folder"),
        (["ask", "Why?", "--docs", "a\0b"], "bad_setting", "--docs"),
        (["ask", "Why?", "--docs", ".", "--level", "best"], "bad_setting", "--level"),
        (["ask", "Why?", "--docs", ".", "--level", "single"], "bad_setting", "single"),
        (["ask", "Why?", "--docs", ".", "--level", "single", "--native-search", "openai"], "bad_setting", "documents"),
        (["ask", "Why?", "--engine", "quote", "--native-search", "openai"], "bad_setting", "quote"),
        (["ask", "Why?", "--docs", ".", "--engine", "magic"], "bad_setting", "magic"),
        (["ask", "Why?", "--docs", ".", "--profile", "nobody"], "bad_setting", "nobody"),
        (["ask", "Why?", "--docs", ".", "--depth", "abyss"], "bad_setting", "--depth"),
        (["ask", "Why?", "--docs", ".", "--today", "2026-13-01"], "bad_setting", "2026-13-01"),
        (["ask", "Why?", "--docs", ".", "--today", "tomorrow"], "bad_setting", "tomorrow"),
        (["ask", "Why?", "--docs", ".", "--max-rounds", "0"], "bad_setting", "--max-rounds"),
        (["ask", "Why?", "--docs", ".", "--max-seconds", "nan"], "bad_setting", "--max-seconds"),
        (["ask", "Why?", "--docs", ".", "--max-pages", "many"], "usage", "--max-pages"),
        (["ask", "Why?", "--docs", ".", "-f", "pdf"], "bad_setting", "pdf"),
        (["ask", "Why?", "--docs", ".", "-f", "html"], "bad_setting", "contradict"),
        (["ask", "Why?", "--docs", ".", "--events"], "bad_setting", "--events"),
        (["ask", "Why?", "--docs", ".", "-o", "no/such/folder/x.md"], "bad_setting", "no/such/folder"),
        (["ask", "Why?", "--resume", "r1"], "bad_setting", "keeps its question"),
        (["ask", "--resume", "nosuchrun"], "not_found", "nosuchrun"),
        (["ask", "-why is it so?", "--docs", "."], "usage", "-w"),
        (["docs", "no/such/folder"], "not_found", "no/such/folder"),
        (["show"], "not_found", "no runs"),
        (["show", "nosuchrun/C3"], "not_found", "nosuchrun"),
        (["show", "/"], "not_found", "no runs"),
        (["audit", "nosuchrun"], "not_found", "nosuchrun"),
        (["runs", "--limit", "0"], "usage", "--limit"),
        (["nosuchcommand"], "usage", "nosuchcommand"),
    ],
)  # fmt: skip
def test_it_is_refused_as_json_with_nothing_on_stdout(
    cli: Cli, argv: list[str], code: str, words: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    status, out, err = cli(*argv, "--json")
    assert (status, out) == (2, "")
    error = said(err)
    assert set(error) == {"code", "message", "hint", "retryable"}
    assert (error["code"], error["retryable"]) == (code, False)
    assert words in str(error["message"])


def test_for_a_reader_it_is_said_in_words_with_the_next_command(cli: Cli) -> None:
    status, out, err = cli("ask", "", "--docs", ".")
    assert (status, out) == (2, "")
    assert err == 'stet: the question is empty of words\n  next: stet ask "your question" --docs FOLDER\n'


def test_levels_are_offered_by_name_and_one_that_the_engine_lacks_is_refused(cli: Cli) -> None:
    err = cli("ask", "Why?", "--docs", ".", "--level", "best").err
    assert "single, workflow, team, reviewed" in err
    status, _, err = cli("ask", "Why?", "--docs", ".", "--level", "single")
    assert status == 2
    assert "the engine quote has none" in err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
def test_a_full_disk_behind_a_file_is_named(cli: Cli, ferry: Path) -> None:
    status, _, err = cli("ask", "When does the ferry toll start?", "--docs", ferry, "-q", "-o", "/dev/full")
    assert status == 2
    assert "/dev/full: no space left" in err


def test_a_question_with_a_dash_is_told_where_to_go_and_works_there(cli: Cli, ferry: Path) -> None:
    assert " -- " in cli("ask", "-why does the fare rise?", "--docs", ferry).err
    status, out, _ = cli("ask", "--plan-only", "--docs", ferry, "--", "-why does the fare rise?")
    assert status == 0
    assert "-why does the fare rise?" in out


@pytest.mark.parametrize("name", ["program", "archive.zip", "empty.txt", "image.png"])
def test_a_file_that_is_no_document_ends_the_run_before_it_begins(
    cli: Cli, tmp_path: Path, name: str
) -> None:
    contents = {"program": b"\x7fELF\x02\x01\x01\x00" + bytes(200), "archive.zip": b"PK\x03\x04" + bytes(60)}
    path = tmp_path / name
    path.write_bytes(contents.get(name, b"" if name == "empty.txt" else b"\x89PNG\r\n\x1a\n" + bytes(100)))
    status, out, err = cli("ask", "Why?", "--docs", path)
    assert (status, out) == (2, "")
    assert f"nothing in {path} can be read" in err
    assert cli("runs").out == ""
    status, out, _ = cli("docs", path)
    assert status == 1
    assert "0 documents" in out


def test_stdin_must_be_text(cli: Cli, ferry: Path) -> None:
    status, _, err = cli("ask", "-", "--docs", ferry, "--json", stdin=b"Why\xff?")
    assert (status, said(err)["code"]) == (2, "bad_question")


@pytest.mark.parametrize("argv", [["runs"], ["show"], ["ask", "Why?", "--docs", "."]])
def test_a_home_that_is_a_file_is_a_clear_error(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, argv: list[str]
) -> None:
    file = tmp_path / "file"
    file.write_text("mine")
    monkeypatch.setenv("STET_HOME", str(file))
    status, out, err = cli(*argv, "--json")
    assert (status, out, said(err)["code"]) == (2, "", "store")
    assert said(err)["message"] == f"{file} is a file, not a folder"
    assert file.read_text() == "mine"


@pytest.mark.skipif(not Path("/proc/self").exists(), reason="needs /proc, where nothing can be made")
def test_a_home_that_cannot_be_made_is_a_clear_error(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STET_HOME", "/proc/stet")
    status, _, err = cli("runs", "--json")
    assert (status, said(err)["code"]) == (2, "store")


def test_a_store_that_is_not_ours_is_left_alone(cli: Cli, clean_environment: Path) -> None:
    store = clean_environment / "stet.sqlite"
    store.write_bytes(b"my diary, not a database")
    before = content_id(store.read_bytes())
    status, _, err = cli("runs", "--json")
    assert (status, said(err)["code"]) == (2, "store")
    assert content_id(store.read_bytes()) == before


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize("argv", [["--help"], ["config", "show"], ["doctor"]])
def test_a_full_disk_behind_stdout_is_an_error_and_no_traceback(tmp_path: Path, argv: list[str]) -> None:
    import subprocess
    import sys

    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            [sys.executable, "-m", "stet", *argv],
            env={**os.environ, "STET_HOME": str(tmp_path / "home")},
            stdout=full, stderr=subprocess.PIPE, text=True, timeout=60, check=False,
        )  # fmt: skip
    assert done.returncode == 2
    assert "stdout: no space left" in done.stderr
    assert "Traceback" not in done.stderr


def test_a_bug_is_a_log_and_a_status(
    cli: Cli, monkeypatch: pytest.MonkeyPatch, clean_environment: Path
) -> None:
    def broken(*_: object, **__: object) -> int:
        raise RuntimeError("deliberate")

    monkeypatch.setattr("stet.cli.settings.paths", broken)
    status, out, err = cli("config", "paths")
    assert (status, out) == (70, "")
    (log,) = (clean_environment / "logs").glob("fault-*.log")
    assert str(log) in err
    assert "Traceback" not in err
    assert "RuntimeError: deliberate" in log.read_text(encoding="utf-8")


def test_it_works_from_another_folder_and_says_so_when_documents_do_not(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    done = process("ask", "Why?", "--docs", "ferry", "--json", home=tmp_path / "home", cwd=elsewhere)
    assert (done.status, said(done.err)["code"]) == (2, "not_found")
