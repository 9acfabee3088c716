"""docs, doctor and config: what can be read, what works, what is in force."""

import json
from pathlib import Path

import pytest
from stetcli import Cli


def test_docs_lists_dates_and_where_they_stand_and_what_is_skipped(cli: Cli, ferry: Path) -> None:
    (ferry / "broken.pdf").write_bytes(b"%PDF-1.7 and nothing else")
    status, out, _ = cli("docs", ferry, "--today", "2026-11-30")
    assert status == 0
    notice = next(line for line in out.splitlines() if "notice.md" in line)
    assert "2026-05-04 (front matter)" in notice
    assert "undated" in next(line for line in out.splitlines() if "hostile.txt" in line)
    assert "skipped 1" in out
    assert "broken.pdf" in out
    assert "\x1b" not in out
    said = json.loads(cli("docs", ferry, "--json").out)
    assert said["schema"] == "stet.documents/1"
    assert len(said["documents"]) == 3
    assert [item["path"].rsplit("/", 1)[-1] for item in said["skipped"]] == ["broken.pdf"]


def test_a_date_that_has_not_come_is_no_date(cli: Cli, ferry: Path) -> None:
    said = json.loads(cli("docs", ferry, "--today", "2026-02-01", "--json").out)
    dates = {item["path"].rsplit("/", 1)[-1]: item["published_at"] for item in said["documents"]}
    assert dates["notice.md"] is None
    assert dates["blog.md"] == "2026-01-10"


def test_doctor_finds_a_sound_house_and_changes_nothing(cli: Cli, clean_environment: Path) -> None:
    status, out, err = cli("doctor")
    assert (status, err) == (0, "")
    assert all(line.startswith(("ok ", "off ")) for line in out.splitlines())
    assert list(clean_environment.iterdir()) == []
    assert json.loads(cli("doctor", "--json").out)["ok"] is True


def test_doctor_names_what_is_wrong_and_what_to_do(cli: Cli, clean_environment: Path) -> None:
    (clean_environment / "stet.sqlite").write_bytes(b"not a database")
    status, out, _ = cli("doctor")
    assert status == 2
    fault = next(line for line in out.splitlines() if line.startswith("fault"))
    assert "store" in fault
    assert "next:" in out
    (clean_environment / "config.toml").write_text("level = 3")
    assert "config.toml" in cli("doctor").out


def test_doctor_says_which_variables_mean_nothing(cli: Cli, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("STET_LEVELL", "team")
    assert "STET_LEVELL" in cli("doctor").out
    assert "STET_LEVELL" in cli("config", "show").err


def test_config_says_where_a_value_comes_from(
    cli: Cli, clean_environment: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("STET_LEVEL", "team")
    monkeypatch.setenv("STET_STORE", "postgresql+psycopg://me:secret@localhost/stet")
    shown = json.loads(cli("config", "show", "--json").out)
    assert shown["level"] == {"value": "team", "origin": "environment STET_LEVEL"}
    assert shown["home"]["value"] == str(clean_environment)
    everything = cli("config", "show").out + cli("config", "paths").out
    assert "secret" not in everything
    assert str(clean_environment / "indexes") in everything


def test_no_command_at_all_shows_the_help(cli: Cli) -> None:
    status, out, _ = cli()
    assert status == 2
    assert "Usage: stet" in out
