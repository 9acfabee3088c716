"""`stet ask`: the report on stdout, the rest on stderr; stopped runs go on where they were."""

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from stetcli import QUESTION, Cli, Ran, command, environment

from stet.cli.exit import Exit
from stet.domain.events import EVENT, Finished
from stet.domain.report import Report


def test_the_report_is_one_json_document_on_stdout(finished: Ran) -> None:
    status, out, err = finished.result
    report = Report.model_validate_json(out)
    assert json.loads(out)["schema"] == "stet.report/1"
    assert report.question == QUESTION
    assert report.today.isoformat() == "2026-11-30"
    assert status == (Exit.DONE if report.states.report_accepted else Exit.NOT_ACCEPTED)
    assert report.states.evidence_retrieved
    assert any("1 September 2026" in quote.exact for entry in report.claims for quote in entry.quotes)
    for stage in ("plan", "docs", "round 1", "check"):
        assert any(line.startswith(stage) for line in err.splitlines())


def test_the_last_lines_say_what_to_do_next(finished: Ran) -> None:
    last = finished.result.err.splitlines()[-3:]
    run = json.loads(finished.result.out)["run"]
    assert [line.split()[0] for line in last] == ["doubt", "share", "audit"]
    assert all(run in line for line in last)


def test_events_come_one_a_line_and_the_report_is_the_last(cli: Cli, ferry: Path) -> None:
    status, out, err = cli("ask", QUESTION, "--docs", ferry, "--today", "2026-11-30", "--events", "-q")
    stamped = [json.loads(line) for line in out.splitlines()]
    events = [EVENT.validate_python(line["event"]) for line in stamped]
    assert [line["number"] for line in stamped] == list(range(1, len(stamped) + 1))
    assert events[0].kind == "started"
    assert isinstance(events[-1], Finished)
    assert stamped[-1]["event"]["report"]["schema"] == "stet.report/1"
    assert err == ""
    assert status in {0, 1}


def test_a_file_gets_the_report_in_the_format_of_its_name(cli: Cli, ferry: Path, tmp_path: Path) -> None:
    page = tmp_path / "report.html"
    status, out, err = cli(
        "ask", "-", "--docs", ferry, "-d", ferry / "blog.md", "-o", page, stdin=QUESTION.encode()
    )
    assert status in {0, 1}
    assert out == ""
    assert f"Written to {page}" in err
    assert page.read_text(encoding="utf-8").lower().startswith("<!doctype html>")
    before = page.read_bytes()
    status, _, err = cli("ask", QUESTION, "--docs", ferry, "-o", page)
    assert status == 2
    assert "--force" in err
    assert page.read_bytes() == before


def test_what_the_documents_do_not_answer_is_not_answered(cli: Cli, ferry: Path) -> None:
    status, out, err = cli("ask", "What does a zeppelin cost in 雨ニモマケズ?", "--docs", ferry, "--json")
    report = Report.model_validate_json(out)
    assert status == Exit.NOT_ACCEPTED, err
    assert report.outcome.value == "no_evidence"
    assert report.answer == ()
    assert "雨ニモマケズ" in report.question


def test_a_limit_before_anything_could_be_read_is_status_3(cli: Cli, ferry: Path) -> None:
    status, out, err = cli("ask", QUESTION, "--docs", ferry, "--max-seconds", "0.000001", "-q", "--json")
    assert status == Exit.BUDGET
    assert out == ""
    assert json.loads(err)["code"] == "budget"


def test_the_plan_alone_makes_no_run(cli: Cli, ferry: Path) -> None:
    status, out, err = cli("ask", QUESTION, "--docs", ferry, "--plan-only", "--json")
    plan = json.loads(out)
    assert (status, err) == (0, "")
    assert plan["question"] == QUESTION
    assert plan["queries"]
    assert cli("runs").out == ""


def start(ferry: Path, home: Path) -> subprocess.Popen[str]:
    """A run in a process of its own that has just begun."""
    words = command("ask", QUESTION, "--docs", ferry, "--events", "--today", "2026-11-30")
    running = subprocess.Popen(
        words, env=environment(home), stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8"
    )
    assert running.stdout is not None
    assert '"started"' in running.stdout.readline()
    return running


@pytest.mark.skipif(sys.platform == "win32", reason="signals of POSIX")
@pytest.mark.parametrize("how", ["ctrl-c", "kill", "closed pipe"])
def test_a_stopped_run_is_saved_and_goes_on(cli: Cli, how: str, ferry: Path, clean_environment: Path) -> None:
    running = start(ferry, clean_environment)
    assert running.stdout is not None
    if how == "closed pipe":
        running.stdout.close()
        assert running.stderr is not None
        err = running.stderr.read()
        running.wait(60)
        running.stderr.close()
    else:
        running.send_signal(signal.SIGKILL if how == "kill" else signal.SIGINT)
        err = running.communicate(timeout=60)[1]
    listed = json.loads(cli("runs", "--json").out)["runs"]
    assert len(listed) == 1
    run = listed[0]["run"]
    if how == "kill":
        assert listed[0]["status"] == "running"
    else:
        assert running.returncode == Exit.INTERRUPTED
        assert listed[0]["status"] == "interrupted"
        assert f"stet ask --resume {run}" in err
    resumed = cli("ask", "--resume", run, "--json")
    assert resumed.status in {0, 1}, resumed.err
    assert json.loads(resumed.out)["run"] == run
    assert cli("audit", run).status == 0
    again = cli("ask", "--resume", run, "--json", "-q")
    assert (again.out, again.err) == (resumed.out, "")
