"""Tasks on the AI Act, made from what is known of it: `python benchmarks/tasks_ai_act.py DATA_FOLDER [--write FOLDER]`.

DATA_FOLDER/ai_act holds 53 documents and `question.json` (see its README). Made are a task for its main question, with
the dates that it expects, that were superseded and that are not to be confused with it, and one for each of its four
sub-questions; their facts were worked out from the documents named with them, and are values and words, no text of
theirs. With --write the tasks are left in FOLDER as `ai-act.jsonl`, and the result as `bench.json`.

Run are engine `quote` and the levels `workflow` and `reviewed`, by `stet bench` in a home of its own; its table is
printed, and after it what became of every fact and every statement that must not be claimed. Exit status that of the
bench.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tasks_ai_act_facts import dates, duties, models, penalties, transition

from stet.app import App
from stet.evaluate.bench.facts import Finding, claimed, found
from stet.evaluate.bench.load import load_tasks
from stet.saved import report_of

LIMITS = {"depth": "standard", "model_calls": 80, "tokens": 400_000, "usd": "1.00"}


def made(data: Path) -> list[dict[str, Any]]:
    """The tasks as they stand in a file."""
    known = json.loads((data / "ai_act" / "question.json").read_text(encoding="utf-8"))
    tasks = [dates(known), models(), penalties(), duties(), transition()]
    common = {
        "documents": [str((data / "ai_act" / "docs").absolute())],
        "profile": "eu-law",
        "today": known["as_of"],
        "limits": LIMITS,
    }
    return [{**task, **common} for task in tasks]


def shown(finding: Finding) -> str:
    """One line on a finding."""
    words = " ".join((finding.sentence or "").split())
    return f"  {finding.verdict:<12} {finding.statement:<14} {words[:150]}"


def show(home: Path, result: Path, tasks: Path) -> None:
    """What became of every fact, for each cell."""
    known = {task.id: task for task in load_tasks([tasks])}
    with App(home).store() as store:
        for cell in json.loads(result.read_text(encoding="utf-8"))["cells"]:
            print(f"\n{cell['id']['task']}, {cell['id']['level']}: {cell['outcome']}")
            if cell["run"] is None or cell["state"] != "done":
                continue
            task, report = known[cell["id"]["task"]], report_of(store, cell["run"])
            for finding in (*found(report, task.facts), *claimed(report, task.forbidden)):
                print(shown(finding))


def main(data: Path, folder: Path) -> int:
    """Write the tasks, run them, show what came of it."""
    folder.mkdir(parents=True, exist_ok=True)
    tasks, result = folder / "ai-act.jsonl", folder / "bench.json"
    tasks.write_text(
        "".join(f"{json.dumps(task, ensure_ascii=False)}\n" for task in made(data)), encoding="utf-8"
    )
    with tempfile.TemporaryDirectory() as home:
        command = [sys.executable, "-m", "stet", "bench", str(tasks), "--levels", "workflow,reviewed"]
        done = subprocess.run(
            [*command, "--models", "quote", "--again", "-q", "-o", str(result)],
            env={**os.environ, "STET_HOME": home},
            check=False,
        )
        if result.is_file():
            show(Path(home), result, tasks)
    return done.returncode


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, metavar="DATA_FOLDER")
    parser.add_argument("--write", type=Path, metavar="FOLDER")
    given = parser.parse_args()
    if given.write is not None:
        raise SystemExit(main(given.data, given.write))
    with tempfile.TemporaryDirectory() as place:
        raise SystemExit(main(given.data, Path(place)))
