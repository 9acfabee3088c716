"""`stet cost`: the example files, stored runs, a bill, and what cannot be used."""

import json
from datetime import timedelta
from pathlib import Path

import pytest
from stetcli import Cli

from costkit import NOW, Journal
from stet.config import load_settings
from stet.domain.run import RoleModel, RunStatus
from stet.store import open_store

EXAMPLES = Path(__file__).parents[2] / "examples" / "costs"
CAST = (RoleModel(role="writer", model="openrouter:openai/gpt-5-mini", window=32_000),)
BILL = "created_at,cost_total,tokens_prompt,tokens_completion,tokens_cached,model_permaslug\n"


def write_run(
    usd: str | None, status: RunStatus = RunStatus.DONE, outcome: str | None = "approved", days: int = 0
) -> str:
    """A run in the home of the test."""
    with open_store(load_settings().store) as store:
        run = Journal(store, NOW - timedelta(days=days), CAST, None)
        run.said(usd=usd, model="openai/gpt-5-mini")
        return run.end(status, outcome)


@pytest.mark.parametrize("file", ["one-report.toml", "hundred-reports.toml"])
def test_the_worked_example_is_printed_line_by_line(cli: Cli, file: str) -> None:
    done = cli("cost", "--counts", EXAMPLES / file)
    assert done.status == 0, done.err
    lines = {" ".join(line.split()[-1:]): line for line in done.out.splitlines()}
    assert "0.2386" in lines["total"]
    for amount, what in (
        ("0.0036", "planning"),
        ("0.0640", "drafts"),
        ("0.0250", "searches"),
        ("0.0160", "pages"),
        ("0.0100", "infrastructure"),
        ("0.0200", "maintenance"),
        ("0.1000", "review by people"),
    ):
        assert any(f" {amount}  " in line and what in line for line in done.out.splitlines()), (amount, what)


def test_the_cost_of_an_accepted_report_is_that_of_all_attempts_by_those_accepted(cli: Cli) -> None:
    done = cli("cost", "--counts", EXAMPLES / "hundred-reports.toml")
    assert "an accepted report costs 0.29825 USD" in done.out
    found = json.loads(cli("cost", "--counts", EXAMPLES / "hundred-reports.toml", "--json").out)
    assert found["schema"] == "stet.cost/1"
    assert found["breakdown"]["per_accepted"] == "0.29825"
    assert found["breakdown"]["total"] == "23.86"


def test_the_last_run_is_meant_where_none_is_named(cli: Cli) -> None:
    write_run("0.5", days=1)
    run = write_run("0.25")
    done = cli("cost")
    assert done.status == 0, done.err
    assert f"run {run}" in done.out
    assert "0.2500  total" in done.out
    assert "not in [costs], and left out: infrastructure, maintenance, review by people" in done.out


def test_all_attempts_of_a_time_count_and_those_that_failed_are_told(cli: Cli) -> None:
    write_run("0.3", days=2)
    write_run("0.1", RunStatus.FAILED, "unavailable", days=1)
    write_run("0.2", RunStatus.INTERRUPTED, None, days=5)
    write_run("9", days=4_000)
    done = cli("cost", "--since", "2020-01-01")
    assert "runs since 2020-01-01: 3 attempts, 1 accepted" in done.out
    assert "counted with what they used: 1 failed, 1 interrupted" in done.out
    assert "an accepted report costs 0.6000 USD" in done.out
    found = json.loads(cli("cost", "--since", "2020-01-01", "--json").out)
    assert [(run["total"], run["accepted"]) for run in found["runs"]] == [
        ("0.2", False),
        ("0.3", True),
        ("0.1", False),
    ]


def test_undefined_and_unknown_are_two_words(cli: Cli) -> None:
    none = write_run("0.3", outcome="not_approved")
    unknown = write_run(None)
    assert "an accepted report costs undefined: none was accepted" in cli("cost", none).out
    done = cli("cost", unknown)
    assert "an accepted report costs unknown: a price is not known" in done.out
    assert "undefined" not in done.out
    both = cli("cost", none, unknown).out
    assert "an accepted report costs unknown" in both
    assert "(0.3000 of it known)" in both


def test_the_table_of_the_settings_counts(cli: Cli, clean_environment: Path) -> None:
    (clean_environment / "config.toml").write_text(
        "[costs]\ninfrastructure = 0.5\nreview_hour = 36\nreview_seconds = 100\n", encoding="utf-8"
    )
    write_run("0.1")
    assert "1.6000  total" in cli("cost").out
    assert "infrastructure=0.5" in cli("config", "show").out


def test_dollars_of_the_journal_are_refused_beside_another_currency(
    cli: Cli, clean_environment: Path
) -> None:
    config = clean_environment / "config.toml"
    config.write_text('[costs]\ncurrency = "EUR"\n', encoding="utf-8")
    write_run("0.1")
    done = cli("cost")
    assert done.status == 2
    assert "two currencies" in done.err
    price = 'at = "openrouter"\nmodel = "openai/gpt-5-mini"\ninput = 1000\noutput = 0\ncurrency = "EUR"\n'
    config.write_text(f'[costs]\ncurrency = "EUR"\n[[prices]]\n{price}', encoding="utf-8")
    assert "1.0000  total" in cli("cost").out


def test_a_bill_is_compared_by_day_and_model_and_what_cannot_be_read_is_named(
    cli: Cli, tmp_path: Path
) -> None:
    write_run("0.01")
    bill = tmp_path / "bill.csv"
    bill.write_text(
        BILL + "2026-11-30,0.02,1000,100,0,openai/gpt-5-mini\nyesterday,1,1,1,0,x\n", encoding="utf-8"
    )
    done = cli("cost", "--bill", bill)
    assert done.status == 0, done.err
    assert "bill of OpenRouter" in done.out
    assert "-50.00%" in done.out
    assert "line 3: “yesterday” is not a date" in done.out
    found = json.loads(cli("cost", "--bill", bill, "--json").out)
    assert (found["schema"], found["total"]["amount"], found["unreadable_rows"]) == (
        "stet.bill/1",
        "-0.01",
        1,
    )


def test_what_a_bill_says_cannot_move_the_cursor(cli: Cli, tmp_path: Path) -> None:
    write_run("0.01")
    bill = tmp_path / "bill.csv"
    bill.write_text(BILL + "2026-11-30,1,1,1,0,\x1b[2Jm\n\x1b[2J,1,1,1,0,m\n", encoding="utf-8")
    assert "\x1b" not in cli("cost", "--bill", bill).out


@pytest.mark.parametrize(
    ("argv", "said"),
    [
        (("r0", "--since", "30d"), "not both"),
        (("--counts", "x.toml", "--since", "30d"), "alone"),
        (("--counts", "x.toml", "--bill", "b.csv"), "alone"),
        (("--counts", "none.toml"), "no file none.toml"),
        (("--bill", "none.csv"), "no file none.csv"),
        (("--since", "lately"), "--since"),
        (("--since", "999999y"), "--since"),
        (("--since", "2026-13-01"), "--since"),
        (("nosuchrun",), "nosuchrun"),
        ((), "no runs yet"),
    ],
)
def test_what_cannot_be_used_says_what_can(cli: Cli, argv: tuple[str, ...], said: str) -> None:
    done = cli("cost", *argv)
    assert done.status == 2
    assert said in done.err
    assert "next:" in done.err


def test_no_run_of_a_time_costs_nothing_and_none_is_accepted(cli: Cli) -> None:
    write_run("0.1", days=3)
    done = cli("cost", "--since", "2026-11-29")
    assert done.status == 0
    assert "0 attempts" in done.out
    assert "undefined" in done.out
