"""The floors under our own benchmarks: `python benchmarks/floors.py check|raise|lower|end|new …`; see docs/drift.md.

`check` looks at the seals of the file and holds it against every version of it that the repository has; exit status 1
where something was changed in place, taken out, or lowered without a reason. It measures nothing: the benchmarks do.
"""

import argparse
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Final

from stet.errors import StetError
from stet.evaluate.gate import Floor, faults, kept, load_floors, read_floors
from stet.evaluate.gate_writing import begun, lowered, raised, save_floors, unsealed

FILE: Final = Path(__file__).parent / "floors.toml"


def versions(path: Path) -> list[tuple[str, str]]:
    """Every committed version of the file: the commit's short name and the text; none without git."""
    git = shutil.which("git")
    if git is None:
        return []
    ask = (git, "-C", str(path.parent))
    listed = subprocess.run(
        [*ask, "log", "--format=%h", "--", path.name], capture_output=True, text=True, check=False
    )
    shown = [
        (commit, subprocess.run([*ask, "show", f"{commit}:./{path.name}"], capture_output=True, check=False))
        for commit in listed.stdout.split()
    ]
    # A commit that took the file away shows nothing of it.
    return [(commit, done.stdout.decode("utf-8", "replace")) for commit, done in shown if not done.returncode]


def history(path: Path, floors: tuple[Floor, ...]) -> list[str]:
    """What earlier versions say and the file does not."""
    found: list[str] = []
    for commit, text in versions(path):
        try:
            earlier = read_floors(text)
        except StetError:
            continue  # such a version was no file of floors: it could not have been in force
        if not faults(earlier):
            found += [f"{fault} (since {commit})" for fault in kept(earlier, floors)]
    return found


def check(path: Path) -> int:
    """Look at seals and history."""
    floors = load_floors(path)
    found = history(path, floors)
    for fault in found:
        print(f"broken: {fault}")
    if not found:
        print(f"{len(floors)} floors, all seals hold")
    return 1 if found else 0


def change(asked: argparse.Namespace) -> int:
    """Add an entry, or a floor."""
    path: Path = asked.file
    floors = load_floors(path) if path.exists() or asked.what != "new" else ()
    mine = next((floor for floor in floors if floor.name == asked.name), None)
    if (mine is None) != (asked.what == "new"):
        print(f"{asked.name}: {'there is no such floor' if mine is None else 'there is one already'}")
        return 2
    if mine is None:
        entry = unsealed(asked.value, date.today(), asked.why)  # noqa: DTZ011
        changed = begun(
            Floor(
                name=asked.name,
                measures=asked.measures,
                command=asked.command,
                better=asked.better,
                entries=(entry,),
            )
        )
        save_floors(path, floors, (*floors, changed))
    else:
        add = raised if asked.what == "raise" else lowered
        changed = add(mine, asked.value, date.today(), asked.why)  # noqa: DTZ011
        save_floors(path, floors, tuple(changed if floor is mine else floor for floor in floors))
    print(f"{changed.name}: {changed.bar}, {len(changed.entries)} entries")
    return 0


def parsed() -> argparse.Namespace:
    """The command line."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument(
        "--file", type=Path, default=FILE, help="the file of floors (floors.toml beside this)"
    )
    commands = parser.add_subparsers(dest="what", required=True)
    commands.add_parser("check", help="look at the seals and the history")
    for name, means in (
        ("raise", "ask for more"),
        ("lower", "ask for less, with a reason"),
        ("end", "ask for nothing any more, with a reason"),
        ("new", "a floor that is not there yet"),
    ):
        command = commands.add_parser(name, help=means)
        command.add_argument("name")
        if name == "end":
            command.set_defaults(value=None)
        else:
            command.add_argument("value", type=float)
        command.add_argument("--why", required=True)
        if name == "new":
            command.add_argument("--measures", required=True)
            command.add_argument("--command", required=True)
            command.add_argument("--better", choices=("higher", "lower"), default="higher")
    return parser.parse_args()


def main() -> int:
    """Do what was asked."""
    asked = parsed()
    try:
        return check(asked.file) if asked.what == "check" else change(asked)
    except StetError as error:
        print(f"{error.message}{f' ({error.hint})' if error.hint else ''}", file=sys.stderr)
        return error.exit_status


if __name__ == "__main__":
    sys.exit(main())
