"""stet runs purge and what comes after it: the report stands, its quotes stay, the audit says what is gone."""

import json
import sqlite3
from datetime import UTC, datetime, timedelta

import pytest
from stetcli import QUESTION, Cli, Ran

from stet.domain.run import RunStatus
from stet.store import open_store

WORDS = b"every passenger with a bicycle"


def run_of(ran: Ran) -> str:
    return json.loads(ran.result.out)["run"]


def keep(ran: Ran, **spans: str) -> None:
    lines = "\n".join(f'{name} = "{span}"' for name, span in spans.items())
    (ran.home / "config.toml").write_text(f"[retention]\n{lines}\n", encoding="utf-8")


def age(ran: Ran, run: str, days: float) -> None:
    """Make a run older than it is."""
    with open_store(str(ran.home / "stet.sqlite")) as store:
        record = store.run(run)
        at = datetime.now(UTC) - timedelta(days=days)
        store.update_run(run, record.status, record.outcome, at)


@pytest.fixture
def old(ran: Ran) -> str:
    run = run_of(ran)
    age(ran, run, 100)
    return run


@pytest.mark.usefixtures("ran")
def test_without_a_word_on_it_nothing_is_let_go(cli: Cli) -> None:
    said = cli("runs", "purge", "--yes")
    assert said.status == 2
    assert "[retention]" in said.err


def test_what_is_young_stays_and_what_would_go_is_said_first(cli: Cli, ran: Ran, old: str) -> None:
    keep(ran, pages="90d")
    dry = cli("runs", "purge", "--dry-run")
    assert dry.status == 0
    assert old in dry.out
    assert "saved pages" in dry.out
    assert cli("runs", "purge").status == 2  # nobody is there to be asked
    assert cli("audit", old).out.count("--  ") == 0
    keep(ran, pages="101d")
    said = cli("runs", "purge", "--yes")
    assert (said.status, said.out) == (0, "")
    assert "nothing is past its time" in said.err


def test_a_purged_run_is_read_and_audited_and_cannot_be_made_again(cli: Cli, ran: Ran, old: str) -> None:
    cli("review", old, "C1", "agree", "--name", "A")
    age(ran, old, 100)
    before = json.loads(cli("export", old, "-f", "json").out)
    keep(ran, pages="90d", calls="30d")
    said = cli("runs", "purge", "--yes", "--json")
    assert said.status == 0
    assert {row["what"] for row in json.loads(said.out)["due"]} == {"pages", "calls"}
    assert json.loads(cli("export", old, "-f", "json").out) == before
    audit = cli("audit", old)
    assert audit.status == 0, audit.err
    assert "were let go" in audit.out
    assert "1 decision of people" in audit.out
    told = json.loads(cli("audit", old, "--json").out)
    assert told["quotes"] == told["pages"] == 0
    assert told["quotes_gone"] > 0
    assert told["checked_again"] is False
    page = cli("export", old, "-f", "html")
    assert page.status == 0
    assert "not part of this page" in page.out
    for argv in (
        ["show", old],
        ["show", f"{old}/C1"],
        ["show", f"{old}/S1"],
        ["export", old],
        ["runs"],
        ["cost", old],
    ):
        assert cli(*argv).status == 0, argv
    for argv in (["replay", old], ["ask", "--replay", old]):
        refused = cli(*argv)
        assert refused.status == 2, argv
        assert "cannot be made again" in refused.err
    assert cli("export", old, "--source", "S1").status == 2
    again = cli("runs", "purge", "--yes")
    assert "nothing is past its time" in again.err


def test_after_calls_alone_are_gone_quotes_are_found_still(cli: Cli, ran: Ran, old: str) -> None:
    keep(ran, calls="30d")
    assert cli("runs", "purge", "-y").status == 0
    told = json.loads(cli("audit", old, "--json").out)
    assert told["quotes"] > 0
    assert (told["quotes_gone"], told["pages_gone"]) == (0, 0)
    assert told["calls_gone"] > 0


def test_a_forged_quote_in_a_page_that_is_there_is_found_after_calls_went(
    cli: Cli, ran: Ran, old: str
) -> None:
    keep(ran, calls="30d")
    cli("runs", "purge", "-y")
    raw = sqlite3.connect(ran.home / "stet.sqlite", isolation_level=None)
    raw.execute("DROP TRIGGER events_update")
    raw.execute("UPDATE events SET event = replace(event, 'bicycle', 'tricycle') WHERE kind = 'claimed'")
    raw.close()
    said = cli("audit", old)
    assert said.status == 1
    assert "is not what was written" in said.err


def test_a_run_past_its_time_is_deleted_and_that_is_recorded(cli: Cli, ran: Ran, old: str) -> None:
    young = json.loads(cli("ask", QUESTION, "--docs", ran.documents, "--today", "2026-11-30", "--json").out)[
        "run"
    ]
    assert WORDS in (ran.documents / "notice.md").read_bytes()
    keep(ran, pages="30d", runs="90d")
    assert cli("runs", "purge", "-y").status == 0
    assert [row["run"] for row in json.loads(cli("runs", "--json").out)["runs"]] == [young]
    (gone,) = json.loads(cli("runs", "--deleted", "--json").out)["runs"]
    assert (gone["run"], gone["why"]) == (old, "retention")
    refused = cli("show", old)
    assert "it was deleted on" in refused.err
    assert cli("audit", young).status == 0  # it keeps the pages that both had read
    cli("runs", "delete", young, "-y")
    assert [row["why"] for row in json.loads(cli("runs", "--deleted", "--json").out)["runs"]] == [
        "asked",
        "retention",
    ]
    assert WORDS not in b"".join(p.read_bytes() for p in ran.home.glob("stet.sqlite*"))


def test_a_run_under_way_is_left_alone_however_old(cli: Cli, ran: Ran, old: str) -> None:
    raw = sqlite3.connect(ran.home / "stet.sqlite", isolation_level=None)
    assert raw.execute("SELECT count(*) FROM pages").fetchone()[0]
    raw.close()
    with open_store(str(ran.home / "stet.sqlite")) as store:
        store.update_run(old, RunStatus.RUNNING, None, datetime.now(UTC) - timedelta(days=999))
    keep(ran, pages="1d", calls="1d", runs="1d")
    assert "nothing is past its time" in cli("runs", "purge", "-y").err
    assert cli("audit", old).status == 0


@pytest.mark.parametrize("span", ["0", "12h", "soon", "-1d"])
def test_a_span_that_is_none_or_less_than_a_day_is_refused(cli: Cli, ran: Ran, span: str) -> None:
    keep(ran, pages=span)
    said = cli("runs", "purge", "-y")
    assert said.status == 2
    assert "retention.pages" in said.err


def test_settings_show_how_long_things_are_kept(cli: Cli, ran: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    keep(ran, pages="90d", runs="2y")
    assert "pages=90d runs=2y" in cli("config", "show").out
    monkeypatch.setenv("STET_RETENTION", "calls=30d")
    assert "calls=30d" in cli("config", "show").out


def test_an_interrupted_run_that_let_its_calls_go_is_not_gone_on_with(cli: Cli, ran: Ran, old: str) -> None:
    with open_store(str(ran.home / "stet.sqlite")) as store:
        store.update_run(old, RunStatus.INTERRUPTED, None, datetime.now(UTC) - timedelta(days=100))
    keep(ran, calls="30d")
    assert cli("runs", "purge", "-y").status == 0
    refused = cli("ask", "--resume", old)
    assert refused.status == 2
    assert "cannot be made again" in refused.err
