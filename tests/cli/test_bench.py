"""`stet bench`: from task files to a table and a file, stopped and gone on with."""

import json
import os
import signal
import subprocess
from collections import Counter
from pathlib import Path

import pytest
from stetcli import Cli, command, environment

from benchkit import TASK_FILE
from httpkit import Reply
from modeltown import CLERK, Asked, clerk
from stet.app import App
from stet.evaluate.bench.state import held, load_result
from stet.evaluate.bench.values import CellState


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    path = tmp_path / "tasks.toml"
    path.write_text(TASK_FILE, encoding="utf-8")
    return path


def test_the_table_is_printed_and_the_file_holds_what_json_prints(
    cli: Cli, tasks: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.json"
    asked = ("bench", tasks, "--levels", "workflow,reviewed", "--models", "quote", "-o", out)
    done = cli(*asked)
    assert done.status == 0, done.err
    assert done.out.startswith("End to end: each cell searched and read for itself\n")
    assert "1 workflow quote" in done.out
    assert "2/2  start · reviewed · quote · try 1: " in done.err
    before = out.read_bytes()
    again = cli(*asked, "--json", "-q")
    assert again.status == 0, again.err
    assert json.loads(again.out) == json.loads(before)
    assert out.read_bytes() == before
    assert not again.err


def test_the_usual_file_is_one_for_each_order(cli: Cli, tasks: Path, clean_environment: Path) -> None:
    for level in ("workflow", "reviewed", "workflow"):
        assert cli("bench", tasks, "--levels", level, "--models", "quote").status == 0
    kept = list((clean_environment / "benches").glob("end_to_end-*.json"))
    assert len(kept) == 2


def test_another_order_in_the_same_file_is_refused_and_again_keeps_the_old_one(
    cli: Cli, tasks: Path, tmp_path: Path
) -> None:
    out = tmp_path / "out.json"
    asked = ("bench", tasks, "--models", "quote", "-o", out)
    assert cli(*asked, "--levels", "workflow").status == 0
    first = out.read_bytes()
    refused = cli(*asked, "--levels", "team")
    assert refused.status == 2
    assert "its levels differ" in refused.err
    assert out.read_bytes() == first
    done = cli(*asked, "--levels", "team", "--again")
    assert done.status == 0, done.err
    assert (tmp_path / "out-1.json").read_bytes() == first
    assert load_result(out).cells[0].id.level == "team"


def test_a_second_process_at_the_same_file_is_refused(cli: Cli, tasks: Path, tmp_path: Path) -> None:
    out = tmp_path / "out.json"
    with held(out):
        done = cli("bench", tasks, "--models", "quote", "-o", out)
    assert done.status == 2
    assert "another process" in done.err


def test_a_file_of_something_else_is_neither_replaced_nor_moved(
    cli: Cli, tasks: Path, tmp_path: Path
) -> None:
    notes = tmp_path / "notes.json"
    notes.write_text("{}", encoding="utf-8")
    for more in ((), ("--again",)):
        done = cli("bench", tasks, "--models", "quote", "-o", notes, *more)
        assert done.status == 2
        assert "holds no comparison" in done.err
    assert [each.name for each in tmp_path.glob("notes*")] == ["notes.json"]


@pytest.mark.parametrize(
    ("more", "status", "said"),
    [
        (("--models", "openai:gpt-5-mini,quote"), 4, "OPENAI_API_KEY"),
        (("--models", "nonsense"), 2, "names no player"),
        (("--models", "nowhere:model"), 2, "nowhere"),
        (("--models", "native:nobody", "--levels", "single"), 2, "nobody"),
        (("--models", "quote", "--levels", "single"), 2, "nothing to run"),
        (("--models", "quote", "--levels", "expert"), 2, "expert"),
        (("--models", "quote", "--levels", ","), 2, "--levels"),
        (("--models", "quote", "--max-usd", "much"), 2, "--max-usd"),
        (("--models", "quote", "--baseline", "none.json"), 2, "none.json"),
        (("--models", "quote", "--labels", "none.toml"), 2, "none.toml"),
        (("--models", "quote", "--html", "no/such/folder.html"), 2, "no/such"),
        (("--models", "quote", "--judge-model", "openai:gpt-5-mini"), 4, "OPENAI_API_KEY"),
    ],
    ids=range(12),
)
def test_what_cannot_be_done_is_said_before_anything_is_begun(
    cli: Cli, tasks: Path, tmp_path: Path, more: tuple[str, ...], status: int, said: str
) -> None:
    out = tmp_path / "out.json"
    done = cli("bench", tasks, "-o", out, *more)
    assert done.status == status, done.err
    assert said in done.err
    assert not out.exists()
    assert "no runs" in cli("runs").out + cli("runs").err


def test_a_limit_on_money_stops_what_it_must_and_says_so(
    cli: Cli, tasks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.json"
    with clerk() as place:
        monkeypatch.setenv("OPENAI_BASE_URL", place.server.url("/v1"))
        asked = ("bench", tasks, "--levels", "workflow", "--models", f"quote,{CLERK}", "-o", out)
        done = cli(*asked, "--max-usd", "0")
        assert done.status == 3, done.err
        assert [cell.state.value for cell in load_result(out).cells] == ["done", "stopped"]
        assert "the money for all cells was used" in " ".join(done.out.split())
        assert not place.asked
        assert cli(*asked, "--max-usd", "1").status == 0


def test_what_got_worse_than_an_earlier_result_gives_status_1(cli: Cli, tasks: Path, tmp_path: Path) -> None:
    out, before = tmp_path / "out.json", tmp_path / "before.json"
    asked = ("bench", tasks, "--levels", "workflow", "--models", "quote", "-o", out)
    assert cli(*asked).status == 0
    before.write_bytes(out.read_bytes())
    same = cli(*asked, "--baseline", before)
    assert same.status == 0, same.out
    assert "Not regressed" in same.out
    fallen = json.loads(out.read_text(encoding="utf-8"))
    fallen["cells"][0]["measures"]["facts_found"] = 0
    fallen["cells"][0] |= {"approved": False, "outcome": "not_approved"}
    out.write_text(json.dumps(fallen), encoding="utf-8")
    worse = cli(*asked, "--baseline", before)
    assert worse.status == 1, worse.out
    assert "WORSE" in worse.out


def test_a_baseline_of_which_nothing_can_be_compared_says_so_and_gives_status_1(
    cli: Cli, tasks: Path, tmp_path: Path
) -> None:
    out, before = tmp_path / "out.json", tmp_path / "before.json"
    asked = ("bench", tasks, "--levels", "workflow", "--models", "quote", "-o", out)
    assert cli(*asked).status == 0
    other = json.loads(out.read_text(encoding="utf-8"))
    other["order"]["tasks"][0]["question"] = "What does the ferry cost?"
    before.write_text(json.dumps(other), encoding="utf-8")
    done = cli(*asked, "--baseline", before)
    assert done.status == 1, done.out
    assert "Nothing" in done.out


def test_a_page_is_written_beside_the_table(cli: Cli, tasks: Path, tmp_path: Path) -> None:
    page = tmp_path / "bench.html"
    done = cli("bench", tasks, "--levels", "workflow", "--models", "quote", "--html", page)
    assert done.status == 0, done.err
    assert "<svg" in page.read_text(encoding="utf-8")


def words(tasks: Path, out: Path) -> list[str]:
    return command("bench", tasks, "--levels", "workflow,reviewed", "--models", CLERK, "-o", out)


@pytest.mark.skipif(not hasattr(signal, "SIGKILL"), reason="needs SIGKILL")
def test_after_a_kill_the_same_command_finishes_and_repeats_no_finished_call(
    tasks: Path, tmp_path: Path
) -> None:
    home, out = tmp_path / "home", tmp_path / "out.json"
    processes: list[subprocess.Popen[bytes]] = []

    planners: list[Asked] = []

    def killing(asked: Asked, _: int) -> Reply | None:
        # In the second cell, while the first judge of it is asked.
        planners.extend([asked] if asked.role == "planner" else [])
        if asked.role == "judge" and len(planners) == 2 and len(processes) == 1:
            processes[0].kill()
            processes[0].wait()
        return None

    with clerk(failing=killing) as place:
        known = {**environment(home), "OPENAI_BASE_URL": place.server.url("/v1")}
        with subprocess.Popen(words(tasks, out), env=known, cwd=tmp_path, stderr=subprocess.DEVNULL) as first:
            processes.append(first)
            first.wait()
        assert first.returncode == -signal.SIGKILL
        half = load_result(out)
        assert [cell.state for cell in half.cells] == [CellState.DONE, CellState.RUNNING]
        processes.append(first)
        done = subprocess.run(
            words(tasks, out), env=known, cwd=tmp_path, capture_output=True, timeout=100, check=False
        )
        assert done.returncode == 0, done.stderr
        asked = Counter(each.content for each in place.asked)
    whole = load_result(out)
    assert whole.cells[0] == half.cells[0]
    assert (whole.cells[1].state, whole.cells[1].run) == (CellState.DONE, half.cells[1].run)
    # Those whose answers never came are asked again, and nothing else is: a judge may be asked twice at one time.
    again = {content for content, times in asked.items() if times > 1}
    assert 1 <= len(again) <= 2
    assert max(asked.values()) == 2
    assert {each.role for each in place.asked if each.content in again} == {"judge"}
    lost = [cell.measures.lost for cell in whole.cells if cell.measures is not None]
    assert lost[0] == 0
    # One that was killed before it had been sent is lost as well.
    assert len(again) <= lost[1] <= 2
    with App(home).store() as store:
        assert len(store.list_runs()) == 2


@pytest.mark.skipif(os.name == "nt", reason="needs SIGINT of POSIX")
def test_ctrl_c_saves_and_says_how_to_go_on(tasks: Path, tmp_path: Path) -> None:
    home, out = tmp_path / "home", tmp_path / "out.json"
    processes: list[subprocess.Popen[str]] = []

    def interrupting(asked: Asked, before: int) -> Reply | None:
        if asked.role == "analyst" and before == 0:
            processes[0].send_signal(signal.SIGINT)
        return None

    with clerk(failing=interrupting, delay=0.2) as place:
        known = {**environment(home), "OPENAI_BASE_URL": place.server.url("/v1")}
        with subprocess.Popen(
            words(tasks, out), env=known, cwd=tmp_path, stderr=subprocess.PIPE, text=True
        ) as first:
            processes.append(first)
            said = first.communicate(timeout=100)[1]
        assert first.returncode == 130, said
        assert "the same command again" in said
        assert str(out) in said
        half = load_result(out)
        assert [cell.state for cell in half.cells] == [CellState.RUNNING, CellState.WAITING]
        done = subprocess.run(
            words(tasks, out), env=known, cwd=tmp_path, capture_output=True, timeout=100, check=False
        )
        assert done.returncode == 0, done.stderr
    assert load_result(out).cells[0].run == half.cells[0].run


def test_settings_that_changed_on_the_way_are_refused_until_it_is_begun_anew(
    cli: Cli, tasks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "out.json"
    asked = ("bench", tasks, "--levels", "workflow", "--models", f"quote,{CLERK}", "-o", out)
    with clerk() as place:
        monkeypatch.setenv("OPENAI_BASE_URL", place.server.url("/v1"))
        assert cli(*asked, "--max-usd", "0").status == 3
        monkeypatch.setenv("STET_LANG", "fr")
        refused = cli(*asked)
        assert refused.status == 2
        assert "lang was - and is fr" in refused.err
        assert cli(*asked, "--again").status == 0


def test_a_page_takes_the_place_of_no_other_file(cli: Cli, tasks: Path, tmp_path: Path) -> None:
    out, page = tmp_path / "out.json", tmp_path / "page.html"
    asked = ("bench", tasks, "--levels", "workflow", "--models", "quote", "-q", "-o", out, "--html")
    not_there = cli(*asked, out)
    assert (not_there.status, out.exists()) == (2, False)
    assert "is the file of the result" in not_there.err
    assert [cli(*asked, page).status for _ in range(2)] == [0, 0]
    held = {path: path.read_bytes() for path in (out, tasks)}
    for path, before in held.items():
        refused = cli(*asked, path)
        assert (refused.status, path.read_bytes()) == (2, before)
        assert "is no page" in refused.err
