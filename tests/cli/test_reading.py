"""Reading stored runs: show, runs, export, and what reaches the terminal."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stetcli import ORDERS, QUESTION, Cli, Ran, command, environment

from stet.cli.terminal import clean, one_line, table
from stet.domain.report import Report


def report_of(ran: Ran) -> Report:
    return Report.model_validate_json(ran.result.out)


def test_show_reads_the_last_run_and_its_parts(cli: Cli, ran: Ran) -> None:
    report = report_of(ran)
    status, out, err = cli("show")
    assert (status, err) == (0, "")
    assert out.startswith(f"{QUESTION}\nrun {report.run}")
    assert "Sources cited" in out
    assert cli("show", report.run).out == cli("show", report.run[:6]).out == out
    assert Report.model_validate_json(cli("show", "--json").out) == report


def test_a_claim_is_shown_with_its_words_in_context_its_checks_and_its_score(cli: Cli, ran: Ran) -> None:
    report = report_of(ran)
    entry = next(e for e in report.claims if any("September" in q.exact for q in e.quotes))
    status, out, _ = cli("show", f"{report.run}/{entry.key.lower()}")
    assert status == 0
    assert out == cli("show", entry.key).out == cli("show", f"/{entry.key}").out
    assert f"»{entry.quotes[0].exact}«" in out
    assert entry.score is not None
    assert f"{entry.score.value:.2f} {entry.score.label.value}" in out
    for check in entry.checks:
        assert check.name in out
    assert json.loads(cli("show", entry.key, "--json").out)["key"] == entry.key


def test_a_source_is_shown_with_its_date_and_where_that_stands(cli: Cli, ran: Ran) -> None:
    source = next(s for s in report_of(ran).sources if s.url.endswith("/notice"))
    out = cli("show", source.id).out
    assert "4 May 2026" in out
    assert "front matter" in out


@pytest.mark.usefixtures("ran")
def test_what_is_not_there_is_said_with_what_is(cli: Cli) -> None:
    status, _, err = cli("show", "C999")
    assert status == 2
    assert "has no C999" in err
    assert "it has C1 to" in err


def test_nothing_of_a_document_acts_on_the_terminal(cli: Cli, ran: Ran) -> None:
    report = report_of(ran)
    hostile = next(s for s in report.sources if s.path and s.path.endswith("hostile.txt"))
    for argv in (["show"], ["show", hostile.id], *(["show", entry.key] for entry in report.claims), ["runs"]):
        out = cli(*argv).out
        assert not set(out) & {"\x1b", "\u202e", "\r", "\x07"}
    assert ORDERS in cli("export", report.run, "--source", hostile.id).out


def test_the_text_of_a_source_is_exactly_what_offsets_count_in(cli: Cli, ran: Ran, tmp_path: Path) -> None:
    report = report_of(ran)
    texts = {
        s.id: cli("export", report.run, "--source", s.id).out for s in report.sources if s.status == "read"
    }
    quotes = [quote for entry in report.claims for quote in entry.quotes]
    assert quotes
    for quote in quotes:
        assert texts[quote.source][quote.start : quote.end] == quote.exact
    file = tmp_path / "source.txt"
    assert cli("export", report.run, "--source", quotes[0].source, "-o", file).status == 0
    assert file.read_bytes().decode() == texts[quotes[0].source]


@pytest.mark.parametrize(("form", "start"), [("md", "**"), ("html", "<!doctype html>"), ("json", "{")])
def test_export_writes_every_format_and_no_file_twice(
    cli: Cli, ran: Ran, tmp_path: Path, form: str, start: str
) -> None:
    run = report_of(ran).run
    folder = tmp_path / "out"
    folder.mkdir()
    status, out, err = cli("export", run, "-f", form, "-o", folder)
    assert (status, out) == (0, "")
    (file,) = folder.iterdir()
    assert str(file) in err
    assert file.suffix == f".{form}"
    assert file.read_text(encoding="utf-8").lower().startswith(start)
    assert file.read_text(encoding="utf-8").strip() == cli("export", run, "-f", form).out.strip()
    assert cli("export", run, "-f", form, "-o", file).status == 2
    assert cli("export", run, "-f", form, "-o", file, "--force").status == 0
    assert [path.name for path in folder.iterdir()] == [file.name]


def test_runs_are_listed_searched_and_deleted(cli: Cli, ran: Ran) -> None:
    run = report_of(ran).run
    assert run in cli("runs").out
    assert QUESTION in cli("runs").out
    assert json.loads(cli("runs", "--search", "FERRY", "--json").out)["runs"][0]["run"] == run
    assert json.loads(cli("runs", "--search", "zeppelin", "--json").out)["runs"] == []
    status, out, err = cli("runs", "delete", run, "nosuchrun", "--yes")
    assert (status, out) == (2, "")
    assert "nosuchrun" in err
    assert run in cli("runs").out
    status, out, err = cli("runs", "delete", run)
    assert (status, out) == (2, "")
    assert QUESTION in err
    assert "--yes" in err
    assert run in cli("runs").out
    assert cli("runs", "delete", run[:8], run, "--yes") == (0, f"deleted {run}\n", "")
    assert cli("runs").out == ""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal of POSIX")
@pytest.mark.parametrize(("answer", "status"), [("n", 1), ("", 1), ("y", 0)])
def test_on_a_terminal_it_is_asked_before_a_run_is_deleted(ran: Ran, answer: str, status: int) -> None:
    import pty

    run = report_of(ran).run
    keyboard, terminal = pty.openpty()
    os.write(keyboard, f"{answer}\n".encode())
    done = subprocess.run(
        command("runs", "delete", run), stdin=terminal, env=environment(ran.home),
        capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    os.close(keyboard)
    os.close(terminal)
    assert done.returncode == status
    assert QUESTION in done.stderr
    assert "[y/N]" in done.stderr
    assert done.stdout == (f"deleted {run}\n" if status == 0 else "")


@pytest.mark.parametrize("ending", ["odt", "doc", "txt", "jsonl"])
def test_an_ending_that_is_no_format_is_refused_with_the_formats(
    cli: Cli, ran: Ran, tmp_path: Path, ending: str
) -> None:
    run, file = report_of(ran).run, tmp_path / f"report.{ending}"
    for argv in (["export", run], ["ask", QUESTION, "--docs", ran.documents]):
        status, out, err = cli(*argv, "-o", file)
        assert (status, out) == (2, "")
        assert f".{ending}" in err
        assert all(form in err for form in (".md", ".html", ".json"))
        assert not file.exists()
    assert cli("export", run, "-o", file, "-f", "md").status == 0
    assert cli("export", run, "-o", tmp_path / "plain").status == 0
    assert (tmp_path / "plain").read_text(encoding="utf-8") == file.read_text(encoding="utf-8")


def without_rights(*argv: object, home: Path) -> subprocess.CompletedProcess[str]:
    """A command in a process that cannot write where file modes forbid it, the superuser's too."""
    words = command(*argv)
    if sys.platform == "win32":
        pytest.skip("modes of POSIX")
    if os.geteuid() == 0:
        setpriv = shutil.which("setpriv")
        if setpriv is None:
            pytest.skip("the superuser may write everywhere, and there is no setpriv")
        words = [setpriv, "--bounding-set", "-dac_override", "--inh-caps", "-dac_override", *words]
    return subprocess.run(
        words, env=environment(home), capture_output=True, encoding="utf-8", timeout=100, check=False
    )


def test_a_home_that_cannot_be_written_can_be_read(ran: Ran) -> None:
    run = report_of(ran).run
    everything = [ran.home, *ran.home.rglob("*")]
    for path in everything:
        path.chmod(0o555 if path.is_dir() else 0o444)
    before = {path: path.stat().st_mtime_ns for path in everything}
    try:
        for argv in (["runs"], ["show", run], ["show", "C1"], ["audit", run], ["export", run, "-f", "html"]):
            done = without_rights(*argv, home=ran.home)
            assert (done.returncode, done.stderr) == (0, "")
            assert done.stdout
        done = without_rights("runs", "delete", run, "--yes", home=ran.home)
        assert (done.returncode, done.stdout) == (2, "")
        assert "cannot be written" in done.stderr
    finally:
        for path in everything:
            path.chmod(0o755 if path.is_dir() else 0o644)
    assert {path: path.stat().st_mtime_ns for path in everything} == before
    assert set(ran.home.rglob("*")) == set(everything[1:])


def test_a_reader_that_goes_away_is_no_crash(ran: Ran) -> None:
    words = subprocess.list2cmdline(command("show"))
    if sys.platform == "win32":
        pytest.skip("needs a shell of POSIX")
    done = subprocess.run(
        ["bash", "-c", f"set -o pipefail; {words} | head -1"],
        env=environment(ran.home), capture_output=True, encoding="utf-8", timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout == f"{QUESTION}\n"


@given(st.text(max_size=200))
def test_clean_text_cannot_act_and_is_clean_already(text: str) -> None:
    cleaned = clean(text)
    assert all(char >= " " or char in "\t\n" for char in cleaned)
    assert not set(cleaned) & set(
        "\x7f\x9b\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f"
    )
    assert clean(cleaned) == cleaned
    assert "\n" not in one_line(text)
    cleaned.encode("utf-8")


def test_words_of_every_script_stay_as_they_are() -> None:
    for text in ("naïve – “quoted”", "雨ニモマケズ", "नमस्ते क्‍ष", "می‌خواهم", "👩‍👩‍👧 [bold]x[/bold]"):
        assert clean(text) == text


@given(st.lists(st.tuples(st.text(max_size=9), st.text(max_size=9)), max_size=9))
def test_a_table_has_a_line_a_row(rows: list[tuple[str, str]]) -> None:
    assert len(table(rows)) == len(rows)
