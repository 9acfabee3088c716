"""`stet plant` on a run and on a text by anyone."""

import json
from pathlib import Path

import pytest
from stetcli import Cli

TEXT = (
    "# The ferry\n\nThe ferry toll starts on 1 September 2026 for every passenger with a bicycle [1]. "
    "Children under six travel free of charge [1].\n\n## Sources\n\n"
    "[1] Notice of the harbour office. https://harbour.example/notice\n"
)
CLASSIC = "invented_citation,unsupported_addition,missing_citation,moved_by_a_year"


@pytest.mark.usefixtures("ran")
def test_a_run_is_planted_in_and_every_error_that_is_not_caught_is_listed(cli: Cli) -> None:
    done = cli("plant", "--each", "1")
    assert done.status == 0, done.err
    lines = done.out.splitlines()
    assert lines[0].startswith("run r")
    assert any(line.startswith("date moved by a year") for line in lines)
    assert any(line.startswith("all ") for line in lines)
    assert "0 calls of models, 0 tokens" in lines[-1]


@pytest.mark.usefixtures("ran")
def test_json_is_one_document_with_every_error_in_full(cli: Cli) -> None:
    done = cli("plant", "--kind", CLASSIC, "--each", "2", "--json")
    found = json.loads(done.out)
    assert [planting["form"] for planting in found["plantings"]] == ["restated", "as written"]
    for planting in found["plantings"]:
        assert planting["clean"]["false_alarms"] == []
        assert {trial["kind"] for trial in planting["trials"]} == set(CLASSIC.split(","))
        assert {trial["result"] for trial in planting["trials"]} == {"caught"}
        assert all(trial["by"] for trial in planting["trials"])


@pytest.mark.usefixtures("ran")
def test_the_same_seed_prints_the_same(cli: Cli) -> None:
    first = cli("plant", "--each", "1", "--seed", "7", "--kind", "changed_number")
    assert first.out == cli("plant", "--each", "1", "--seed", "7", "--kind", "changed_number").out


@pytest.mark.usefixtures("ran")
def test_a_gate_gives_its_status(cli: Cli) -> None:
    assert cli("plant", "--kind", CLASSIC, "--fail-under", "1").status == 0
    assert cli("plant", "--kind", "flipped_negation", "--fail-under", "1").status == 1


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("nosuchrun",), "nosuchrun"),
        (("--kind", "typo"), "invented_citation"),
        (("--kind", ","), "invented_citation"),
        (("--planter-model", "nonsense"), "nonsense"),
        (("text.md", "--sources", "."), "text.md"),
    ],
)
@pytest.mark.usefixtures("ran")
def test_what_cannot_be_used_says_what_can(cli: Cli, argv: tuple[str, ...], said: str) -> None:
    done = cli("plant", *argv)
    assert done.status == 2
    assert said in done.err


def test_a_text_is_planted_in_beside_its_sources(cli: Cli, ferry: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.md"
    text.write_text(TEXT, encoding="utf-8")
    done = cli("plant", text, "--sources", ferry, "--json", "--kind", CLASSIC)
    assert done.status == 0, done.err
    (planting,) = json.loads(done.out)["plantings"]
    assert planting["form"] == "text"
    results = {(trial["kind"], trial["variant"]): trial["result"] for trial in planting["trials"]}
    assert results["moved_by_a_year", ""] == "caught"
    assert results["invented_citation", "in place"] == "caught"
    assert results["missing_citation", ""] == "caught"
    assert "missed" not in results.values()


def test_a_text_may_come_from_stdin(cli: Cli, ferry: Path) -> None:
    done = cli("plant", "-", "--sources", ferry, "--json", "--kind", "missing_citation", stdin=TEXT.encode())
    assert done.status == 0, done.err
    assert {trial["result"] for trial in json.loads(done.out)["plantings"][0]["trials"]} == {"caught"}


def test_footnotes_whose_keys_have_no_figure_are_planted_in(cli: Cli, ferry: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.md"
    text.write_text(TEXT.replace("[1] N", "[^a]: N").replace("[1]", "[^a]"), encoding="utf-8")
    done = cli("plant", text, "--sources", ferry, "--json", "--kind", CLASSIC)
    assert done.status == 0, done.err
    (planting,) = json.loads(done.out)["plantings"]
    assert {trial["kind"] for trial in planting["trials"]} == set(CLASSIC.split(","))


def test_kinds_without_room_are_told_of_once_for_each_reason(cli: Cli, ferry: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.md"
    text.write_text("The ferry toll starts on 1 September 2026 (Harbour office, 2026).\n", encoding="utf-8")
    done = cli("plant", text, "--sources", ferry)
    assert done.status == 0, done.err
    assert [line for line in done.out.splitlines() if line.startswith("not planted")] == [
        "not planted: 17 kinds: no statement ends with a key or mark"
    ]


@pytest.mark.usefixtures("ran")
def test_harmless_edits_are_planted_too_and_those_refused_are_shown_with_their_words(cli: Cli) -> None:
    done = cli("plant", "--kind", "synonym,moved_sentence", "--json")
    assert done.status == 0, done.err
    edits = [each for planting in json.loads(done.out)["plantings"] for each in planting["harmless"]]
    assert edits
    assert all(each["before"] != each["after"] for each in edits)
    shown = cli("plant", "--kind", "synonym,moved_sentence").out
    assert shown.count("FALSE ALARM:") == sum(each["refused"] for each in edits)
    assert "harmless edits called wrong: " in shown


def test_a_text_without_its_sources_is_refused_with_what_to_say(cli: Cli, tmp_path: Path) -> None:
    text = tmp_path / "text.md"
    text.write_text(TEXT, encoding="utf-8")
    done = cli("plant", text)
    assert done.status == 2
    assert "--sources FOLDER" in done.err


def test_models_that_plant_and_review_are_for_runs(cli: Cli, ferry: Path, tmp_path: Path) -> None:
    text = tmp_path / "text.md"
    text.write_text(TEXT, encoding="utf-8")
    done = cli("plant", text, "--sources", ferry, "--planter-model", "local:any")
    assert done.status == 2
    assert "--planter-model" in done.err
