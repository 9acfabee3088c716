"""A process of ours leaves what it has loaded out of the collector's passes, from its second run on."""

import subprocess
import sys
from pathlib import Path

import pytest

RUNS = """
import asyncio, gc, sys
from datetime import date
from pathlib import Path
from stet.app import App, Request

app = App(Path(sys.argv[1]), own_process=sys.argv[2] == "own")
request = Request(question="When does the toll start?", documents=(sys.argv[1] + "/a.md",), today=date(2026, 11, 30))
for _ in range(3):
    asyncio.run(app.ask(request))
    print(gc.get_freeze_count() > 0)
"""


@pytest.mark.parametrize(
    ("whose", "frozen"), [("own", "False True True"), ("another's", "False False False")]
)
def test_only_a_process_of_ours_settles_and_only_when_a_run_has_loaded_all(
    tmp_path: Path, whose: str, frozen: str
):
    (tmp_path / "a.md").write_text(
        "# Toll\n\nThe toll of Overton starts on 1 March 2026.\n", encoding="utf-8"
    )
    command = [sys.executable, "-c", RUNS, str(tmp_path), whose]
    done = subprocess.run(command, check=True, capture_output=True, text=True, cwd=tmp_path)
    assert done.stdout.split() == frozen.split()
