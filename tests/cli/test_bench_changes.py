"""`stet bench` where something is not as it was: documents, prices, costs, times."""

import json
from pathlib import Path

import pytest
from stetcli import Cli

from benchkit import TASK_FILE
from modeltown import CLERK, TOLL, clerk
from stet.evaluate.bench.state import load_result


@pytest.fixture
def tasks(tmp_path: Path) -> Path:
    """A task over documents of its own."""
    (tmp_path / "docs").mkdir()
    for name in ("02-ordinance-31-2026-amendment.md", "03-city-page.html"):
        (tmp_path / "docs" / name).write_bytes((TOLL / name).read_bytes())
    path = tmp_path / "tasks.toml"
    path.write_text(TASK_FILE.replace(str(TOLL), str(tmp_path / "docs")), encoding="utf-8")
    return path


def test_documents_that_changed_on_the_way_are_refused_and_named(
    cli: Cli, tasks: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, page = tmp_path / "out.json", tmp_path / "docs" / "03-city-page.html"
    asked = ("bench", tasks, "--levels", "workflow", "--models", f"quote,{CLERK}", "-o", out)
    with clerk() as place:
        monkeypatch.setenv("OPENAI_BASE_URL", place.server.url("/v1"))
        assert cli(*asked, "--max-usd", "0").status == 3
        whole = page.read_bytes()
        page.write_bytes(whole + b"<p>More.</p>")
        refused = cli(*asked)
        assert refused.status == 2
        assert "documents have changed since the comparison began, of: start" in refused.err
        page.write_bytes(whole)
        before = tmp_path / "before.json"
        assert cli(*asked).status == 0
        before.write_bytes(out.read_bytes())
        page.write_bytes(whole + b"<p>More.</p>")
        # What has ended is shown as it is.
        assert cli(*asked).status == 0
        done = cli(*asked, "--again", "--baseline", before)
    assert done.status == 1, done.out
    assert "content of documents start (2 pairs not compared)" in done.out
    assert "Nothing could be compared" in done.out


def test_other_costs_are_counted_with_and_named(
    cli: Cli, tasks: Path, tmp_path: Path, clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out, before, own = tmp_path / "out.json", tmp_path / "before.json", clean_environment / "config.toml"
    asked = ("bench", tasks, "--levels", "workflow", "--models", CLERK, "-o", out)
    with clerk() as place:
        monkeypatch.setenv("OPENAI_BASE_URL", place.server.url("/v1"))
        own.parent.mkdir(exist_ok=True)
        own.write_text("[costs]\npage = 0\n", encoding="utf-8")
        assert cli(*asked).status == 0
        before.write_bytes(out.read_bytes())
        own.write_text("[costs]\npage = 0.25\n", encoding="utf-8")
        done = cli(*asked, "--baseline", before)
        assert "the costs have changed" in done.err
        assert "tool costs: " in done.out
        (cell,) = load_result(out).cells
        assert cell.measures is not None
        assert cell.cost == cell.measures.cost == cell.measures.pages / 4
        assert "the costs have changed" not in cli(*asked).err


def test_times_count_only_where_that_is_asked_for(cli: Cli, tasks: Path, tmp_path: Path) -> None:
    out, before = tmp_path / "out.json", tmp_path / "before.json"
    asked = ("bench", tasks, "--levels", "workflow", "--models", "quote", "--runs", "6", "-o", out)
    assert cli(*asked).status == 0
    fast = json.loads(out.read_text(encoding="utf-8"))
    for cell in fast["cells"]:
        cell["seconds"] = cell["measures"]["seconds"] = 0.001
    before.write_text(json.dumps(fast), encoding="utf-8")
    assert cli(*asked, "--baseline", before).status == 0
    slower = cli(*asked, "--baseline", before, "--count-seconds")
    assert slower.status == 1, slower.out
    assert "Regressed" in slower.out
    alone = cli(*asked, "--count-seconds")
    assert alone.status == 2
    assert "--baseline FILE" in alone.err
