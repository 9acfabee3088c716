"""The file of a comparison: whole at every moment, in one process's hands, of one order."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from benchkit import QUOTE, cell_of, measures, order_of, toll_task
from stet.domain.run import Level
from stet.errors import BadSetting
from stet.evaluate.bench.book import same_order
from stet.evaluate.bench.state import held, load_result, save_result, set_aside, usual_path
from stet.evaluate.bench.values import BenchResult
from stet.testing import MOMENT


def result_of(cells: int = 1) -> BenchResult:
    return BenchResult(
        order=order_of([Level.REVIEWED], [QUOTE]),
        version="0",
        day=MOMENT.date(),
        updated_at=MOMENT,
        cells=tuple(cell_of(repeat=number, why="w" * 200) for number in range(1, cells + 1)),
    )


def test_a_result_is_read_as_it_was_written(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    save_result(path, result_of())
    assert load_result(path) == result_of()
    assert '"schema": "stet.bench/1"' in path.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{",
        "\ufeff{}",
        '{"schema": "stet.report/1"}',
        "\0" * 9,
        "NaN",
        "[" * 5000,
        '{"schema": "stet.bench/1"}',
    ],
    ids=range(9),
)
def test_what_holds_no_comparison_is_refused_and_left_as_it_is(tmp_path: Path, text: str) -> None:
    path = tmp_path / "notes.json"
    path.write_text(text, encoding="utf-8")
    with pytest.raises(BadSetting, match="holds no comparison"):
        load_result(path)
    assert path.read_text(encoding="utf-8") == text


@pytest.mark.parametrize(
    "changed",
    [
        {"seconds": -5.0},
        {"seconds": "inf"},
        {"usd": "-3"},
        {"cost": "1e1000000"},
        {"measures": {"facts_found": 2000}},
        {"measures": {"forbidden_claimed": 9}},
        {"measures": {"sources": -1}},
        {"measures": {"labelled": {"code": -1}}},
        {"measures": {"metrics": {"claim_support": {"part": 1e999, "of": 2}}}},
        {"measures": {"metrics": {"claim_support": {"part": 20, "of": 10}}}},
        {"measures": {"caught": [{"kind": "date", "planted": 1, "caught": 1, "open": 0, "missed": 1}]}},
        {"approved": True, "outcome": "no_evidence"},
        {"approved": True, "state": "failed"},
    ],
    ids=range(13),
)
def test_a_result_that_says_what_cannot_be_is_refused(tmp_path: Path, changed: dict[str, object]) -> None:
    path = tmp_path / "bench.json"
    save_result(
        path, result_of().model_copy(update={"cells": (cell_of(measures=measures(facts=1, facts_found=1)),)})
    )
    said = json.loads(path.read_text(encoding="utf-8"))
    said["cells"][0]["measures"] |= changed.pop("measures", {})
    said["cells"][0] |= changed
    path.write_text(json.dumps(said), encoding="utf-8")
    with pytest.raises(BadSetting, match="holds no comparison"):
        load_result(path)


def test_a_pipe_or_a_device_holds_no_comparison_and_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.json")
    for path in (tmp_path / "pipe.json", Path(os.devnull)):
        with pytest.raises(BadSetting, match="is no file"):
            load_result(path)


def test_a_file_that_is_not_there_says_how_to_make_one(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="there is no file"):
        load_result(tmp_path / "none.json")


FULL = """
import resource, sys
from pathlib import Path
sys.path[:0] = sys.argv[2:]
from test_state import result_of
from stet.evaluate.bench.state import save_result
resource.setrlimit(resource.RLIMIT_FSIZE, (20_000, 20_000))
try:
    save_result(Path(sys.argv[1]), result_of(2_000))
except OSError as error:
    print(error.filename)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="needs a limit on the size of files")
def test_a_full_disk_leaves_the_result_before_it(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    save_result(path, result_of())
    here = Path(__file__)
    said = subprocess.run(
        [sys.executable, "-c", FULL, str(path), str(here.parent), str(here.parents[2])],
        check=True,
        capture_output=True,
        text=True,
        timeout=100,
    )
    assert said.stdout.strip() == str(path)
    assert load_result(path) == result_of()
    assert [each.name for each in tmp_path.iterdir()] == ["bench.json"]


HOLDING = """
import sys
from pathlib import Path
from stet.evaluate.bench.state import held
with held(Path(sys.argv[1])):
    print("held", flush=True)
    sys.stdin.read()
"""


def test_a_file_is_in_the_hands_of_one_process_until_that_ends_in_any_way(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    with subprocess.Popen(
        [sys.executable, "-c", HOLDING, str(path)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as other:
        assert other.stdout is not None
        assert other.stdout.readline() == "held\n"
        with pytest.raises(BadSetting, match="another process"), held(path):
            pass
        other.kill()
        other.wait()
    with held(path):
        pass
    with held(path):
        pass
    assert not list(tmp_path.iterdir())


def test_a_folder_or_a_device_is_no_file_of_a_comparison(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "no" / "bench.json", Path("/dev/null")):
        with pytest.raises(BadSetting), held(path):
            pass


def test_a_file_is_set_aside_under_a_free_name(tmp_path: Path) -> None:
    path = tmp_path / "bench.json"
    for number in (1, 2):
        path.write_text(str(number), encoding="utf-8")
        assert set_aside(path).name == f"bench-{number}.json"
    assert not path.exists()
    assert (tmp_path / "bench-1.json").read_text(encoding="utf-8") == "1"


def test_another_order_has_another_usual_file_and_is_refused_in_the_same(tmp_path: Path) -> None:
    one, other = order_of([Level.REVIEWED], [QUOTE]), order_of([Level.REVIEWED], [QUOTE], toll_task("b"))
    assert usual_path(tmp_path, one) == usual_path(tmp_path, order_of([Level.REVIEWED], [QUOTE]))
    assert usual_path(tmp_path, one) != usual_path(tmp_path, other)
    same_order(tmp_path / "x.json", result_of(), one)
    with pytest.raises(BadSetting, match="its tasks differ"):
        same_order(tmp_path / "x.json", result_of(), other)
