"""The command for maintainers, as it is run: on a file of its own, and in a repository of its own."""

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent.parent
FLOORS = ROOT / "benchmarks" / "floors.py"
REASON = "The planted names now include hyphens, which the pattern cannot see yet"


def floors(file: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, str(FLOORS), "--file", str(file), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False, cwd=file.parent)


def git(folder: Path, *arguments: str) -> None:
    who = ("-c", "user.name=somebody", "-c", "user.email=somebody@example.org")
    subprocess.run(["git", "-C", str(folder), *who, *arguments], check=True, capture_output=True)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "floors.toml"
    new = (
        "new",
        "a.caught",
        "0.9",
        "--measures",
        "what is caught",
        "--command",
        "python a.py",
        "--why",
        "first",
    )
    done = floors(path, *new)
    assert done.returncode == 0, done.stderr
    return path


def test_a_floor_is_made_raised_and_checked(file: Path):
    assert floors(file, "raise", "a.caught", "0.95", "--why", "more is caught").returncode == 0
    done = floors(file, "check")
    assert (done.returncode, done.stdout) == (0, "1 floors, all seals hold\n")
    assert "value = 0.95" in file.read_text(encoding="utf-8")


def test_lowering_without_a_reason_changes_nothing(file: Path):
    before = file.read_bytes()
    done = floors(file, "lower", "a.caught", "0.5", "--why", "flaky")
    assert (done.returncode, "needs a reason" in done.stderr) == (2, True)
    assert file.read_bytes() == before
    assert floors(file, "lower", "a.caught", "0.5", "--why", REASON).returncode == 0


@pytest.mark.parametrize("value", ["nan", "inf", "-inf"])
def test_a_bar_that_is_no_number_is_refused(file: Path, value: str):
    assert floors(file, "raise", "a.caught", value, "--why", REASON).returncode == 2
    assert floors(file, "lower", "a.caught", "--why", REASON, "--", value).returncode == 2


def test_names_that_are_there_or_not_are_told_apart(file: Path):
    assert floors(file, "raise", "a.other", "1", "--why", "x").returncode == 2
    again = ("new", "a.caught", "0.1", "--measures", "m", "--command", "c", "--why", "again")
    assert floors(file, *again).returncode == 2


def test_an_edit_by_hand_is_exit_status_one(file: Path):
    file.write_text(file.read_text(encoding="utf-8").replace("0.9", "0.1"), encoding="utf-8")
    done = floors(file, "check")
    assert (done.returncode, "seal does not hold" in done.stderr) == (1, True)


def test_a_file_made_anew_with_right_seals_breaks_with_the_history(file: Path):
    folder = file.parent
    git(folder, "init", "-q")
    git(folder, "add", "floors.toml")
    git(folder, "commit", "-q", "-m", "floors")
    assert floors(file, "check").returncode == 0
    file.unlink()
    cheat = (
        "new",
        "a.caught",
        "0.1",
        "--measures",
        "what is caught",
        "--command",
        "python a.py",
        "--why",
        "first",
    )
    assert floors(file, *cheat).returncode == 0
    done = floors(file, "check")
    assert (done.returncode, "its past was changed" in done.stdout) == (1, True)
    git(folder, "commit", "-q", "-a", "-m", "nothing to see")
    assert floors(file, "check").returncode == 1


def test_the_floors_of_this_project_hold():
    done = subprocess.run(
        [sys.executable, str(FLOORS), "check"], capture_output=True, text=True, check=False, cwd=ROOT
    )
    assert done.returncode == 0, done.stdout + done.stderr
