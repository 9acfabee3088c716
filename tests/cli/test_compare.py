"""`stet compare`: finished runs side by side, and saved passages given to players."""

import json
from pathlib import Path

import pytest
from stetcli import QUESTION, Cli, Ran


def run_of(ran: Ran) -> str:
    return str(json.loads(ran.result.out)["run"])


def test_runs_are_shown_side_by_side_with_what_makes_them_not_comparable(
    cli: Cli, ran: Ran, tmp_path: Path
) -> None:
    first = run_of(ran)
    asked = ("ask", QUESTION, "--docs", ran.documents, "--today", "2026-11-29", "--json", "-q")
    second = json.loads(cli(*asked, "--level", "team").out)["run"]
    done = cli("compare", first, second, "-o", tmp_path / "two.json")
    assert done.status == 0, done.err
    assert "2 different dates to reckon from" in " ".join(done.out.split())
    kept = json.loads((tmp_path / "two.json").read_text(encoding="utf-8"))
    assert [cell["run"] for cell in kept["cells"]] == [first, second]
    assert json.loads(cli("compare", first, second, "--json").out)["cells"] == kept["cells"]
    assert cli("compare", first, second, "-o", tmp_path / "two.json").status == 2


def test_what_a_run_read_is_given_to_players_again(cli: Cli, ran: Ran, tmp_path: Path) -> None:
    out = tmp_path / "frozen.json"
    asked = (
        "compare",
        run_of(ran),
        "--frozen",
        "--levels",
        "workflow,reviewed",
        "--models",
        "quote",
        "-o",
        out,
    )
    done = cli(*asked)
    assert done.status == 0, done.err
    assert done.out.startswith("Frozen evidence: ")
    kept = json.loads(out.read_text(encoding="utf-8"))
    assert kept["order"]["experiment"] == "frozen"
    assert {cell["id"]["task"] for cell in kept["cells"]} == {run_of(ran)}
    before = len(json.loads(cli("runs", "--json").out)["runs"])
    assert cli(*asked).status == 0
    assert len(json.loads(cli("runs", "--json").out)["runs"]) == before


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("RUN",), "two runs"),
        (("RUN", "nosuch"), "nosuch"),
        (("nosuch", "--frozen", "--models", "quote"), "nosuch"),
        (("RUN", "RUN", "--models", "quote"), "--frozen"),
        (("RUN", "--frozen", "--models", "quote", "--levels", "single"), "nothing to run"),
        (("RUN", "--frozen", "--models", "quote", "--tasks", "none.toml"), "none.toml"),
    ],
    ids=range(6),
)
def test_what_cannot_be_compared_says_why(cli: Cli, ran: Ran, argv: tuple[str, ...], said: str) -> None:
    done = cli("compare", *(word.replace("RUN", run_of(ran)) for word in argv))
    assert done.status == 2
    assert said in done.err
