"""People decide on claims: by arguments, and claim by claim in a terminal; what a rule asks for decides acceptance."""

import io
import json
import os
import pty
import select
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from stetcli import QUESTION, Cli, Ran, command, environment

from stet.cli import main
from stet.saved import accepted, report_of
from stet.store import open_store

HOSTILE = '<img src=x onerror=alert(1)> [x](javascript:alert(1)) \x1b[31m\u202e</script> "quoted"'


Typing = Callable[..., tuple[int, str]]


class Typed(io.StringIO):
    """A terminal at which somebody types."""

    def isatty(self) -> bool:
        return True


@pytest.fixture
def typing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Typing:
    """Run a command before a person who types: `typing("a\\nq\\n", "review", run)`; both streams as one text."""

    def call(typed: str, *argv: object) -> tuple[int, str]:
        monkeypatch.setattr(sys, "stdin", Typed(typed))
        capsys.readouterr()
        monkeypatch.setattr(sys.stderr, "isatty", lambda: True)
        status = main([str(word) for word in argv])
        said = capsys.readouterr()
        return status, said.out + said.err

    return call


def run_of(ran: Ran) -> str:
    return json.loads(ran.result.out)["run"]


def asked(cli: Cli, ran: Ran, rule: str) -> dict[str, object]:
    """A run whose report people must review."""
    said = cli(
        "ask", QUESTION, "--docs", ran.documents, "--today", "2026-11-30", "--require-review", rule, "--json"
    )
    assert said.out, said.err
    assert said.status == 1
    return json.loads(said.out)


def state(cli: Cli, run: object) -> dict[str, object]:
    return json.loads(cli("review", run, "--json").out)


def test_a_decision_by_arguments_is_kept_counted_and_shown_in_every_format(cli: Cli, ran: Ran) -> None:
    run = run_of(ran)
    said = cli("review", run, "c1", "agree", "--name", "N. Marsh", "--note", "seen in the register")
    assert said.status == 0
    assert "N. Marsh agrees" in said.out
    total = len(json.loads(ran.result.out)["claims"])
    for argv in (["show", run], ["export", run], ["export", run, "-f", "html"]):
        assert f"People checked 1 of {total} claims" in cli(*argv).out, argv
    for argv in (["show", f"{run}/C1"], ["export", run], ["export", run, "-f", "html"]):
        assert "seen in the register" in cli(*argv).out, argv
    exported = json.loads(cli("export", run, "-f", "json").out)
    (kept,) = exported["people"]["decisions"]
    assert (kept["claim"], kept["verdict"], kept["name"]) == ("C1", "agree", "N. Marsh")
    assert exported["people"]["checked"] == ["C1"]
    assert cli("audit", run).status == 0


def test_the_last_word_of_a_person_counts_and_all_are_kept(cli: Cli, ran: Ran) -> None:
    run = run_of(ran)
    for verdict in ("agree", "disagree"):
        assert cli("review", run, "C1", verdict, "--name", "A").status == 0
    cli("review", run, "C1", "unclear", "--name", "B", "--action", "narrow")
    shown = cli("show", f"{run}/C1").out
    assert "A agrees" in shown
    assert "(before)" in shown.split("A agrees")[1].splitlines()[0]
    assert "A disagrees" in shown
    assert "asks: narrow" in shown
    assert "1 disagree" in cli("show", run).out
    assert "agree ·" not in cli("show", run).out.replace("disagree ·", "")
    assert len(state(cli, run)["decisions"]) == 3  # pyright: ignore[reportArgumentType]


def test_the_stored_report_and_a_replay_of_it_do_not_change(cli: Cli, ran: Ran) -> None:
    run = run_of(ran)
    with open_store(str(ran.home / "stet.sqlite")) as store:
        before = report_of(store, run)
        cli("review", run, "C1", "disagree", "--name", "A")
        assert report_of(store, run) == before
    assert cli("replay", run).err.endswith("byte for byte\n")


@pytest.mark.parametrize(
    ("argv", "says"),
    [
        (["C1"], "go together"),
        (["C1", "maybe", "--name", "A"], "agree, disagree, unclear"),
        (["C999", "agree", "--name", "A"], "no claim C999"),
        (["C1", "agree"], "name"),
        (["C1", "agree", "--name", " \u200b "], "name"),
        (["C1", "agree", "--name", "A", "--note", "x" * 2001], "2,000"),
        (["C1", "agree", "--name", "A", "--action", "shred"], "label_inference"),
        (["--note", "x"], "belong to a claim"),
        (["--sample", "0%"], "20%"),
        (["--sample", "101"], "20%"),
        (["--seed", "3"], "--sample"),
    ],
)
def test_what_cannot_be_kept_is_refused_and_nothing_is_kept(
    cli: Cli, ran: Ran, argv: list[str], says: str
) -> None:
    run = run_of(ran)
    said = cli("review", run, *argv)
    assert said.status == 2
    assert says in said.err
    assert state(cli, run)["decisions"] == []


def test_the_name_may_be_a_setting_and_is_never_the_login(
    cli: Cli, ran: Ran, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("USER", "login-of-somebody")
    assert cli("review", run_of(ran), "C1", "agree").status == 2
    monkeypatch.setenv("STET_NAME", "N. Marsh")
    assert "N. Marsh agrees" in cli("review", run_of(ran), "C1", "agree").out


def test_a_projects_file_cannot_say_who_decides_or_what_is_forgotten(
    cli: Cli, ran: Ran, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    for said in ('name = "Somebody"', '[retention]\nruns = "1d"'):
        (tmp_path / "stet.toml").write_text(said, encoding="utf-8")
        assert "a project's file cannot set this" in cli("review", run_of(ran)).err


def test_a_sample_is_drawn_again_by_its_seed_and_a_larger_one_holds_it(cli: Cli, ran: Ran) -> None:
    run = run_of(ran)

    def drawn(*argv: str) -> set[str]:
        return set(json.loads(cli("review", run, *argv, "--json").out)["wanted"])

    total = len(json.loads(ran.result.out)["claims"])
    half = drawn("--sample", "50%", "--seed", "7")
    assert half == drawn("--sample", "50", "--seed", "7")
    assert len(half) == -(-total // 2)
    assert half <= drawn("--sample", "75%", "--seed", "7")
    assert len(drawn("--sample", "100%")) == total
    assert any(drawn("--sample", "50%", "--seed", str(seed)) != half for seed in range(8))


def test_a_rule_keeps_a_report_from_being_accepted_until_people_agree(cli: Cli, ran: Ran) -> None:
    report = asked(cli, ran, "all")
    run = report["run"]
    assert report["outcome"] == "approved"
    assert report["states"]["report_accepted"] is False  # pyright: ignore[reportIndexIssue]
    found = state(cli, run)
    assert found["open"] == found["needed"] != []
    assert "not accepted" in cli("show", run).out
    needed: list[str] = found["needed"]  # pyright: ignore[reportAssignmentType]

    def everywhere() -> set[bool]:
        """Whether it is accepted, as every place says it."""
        row = next(r for r in json.loads(cli("runs", "--json").out)["runs"] if r["run"] == run)
        exported = json.loads(cli("export", run, "-f", "json").out)
        with open_store(str(ran.home / "stet.sqlite")) as store:
            kept = accepted(store, str(run))
        statuses = {
            cli(*argv).status == 0 for argv in (["replay", run], ["ask", "--resume", run], ["review", run])
        }
        return {row["accepted"], exported["states"]["report_accepted"], kept, *statuses}

    for key in needed[:-1]:
        cli("review", run, key, "agree", "--name", "A")
    assert everywhere() == {False}
    assert cli("review", run, needed[-1], "agree", "--name", "A").status == 0
    assert everywhere() == {True}
    cli("review", run, needed[0], "unclear", "--name", "B")
    assert everywhere() == {False}
    cli("review", run, needed[0], "agree", "--name", "B")
    assert everywhere() == {True}
    assert cli("audit", run).status == 0


def test_high_stakes_are_not_all_claims_and_a_sample_is_in_the_spec(cli: Cli, ran: Ran) -> None:
    every = state(cli, asked(cli, ran, "all")["run"])["needed"]
    stakes = state(cli, asked(cli, ran, "high-stakes")["run"])["needed"]
    found = state(cli, asked(cli, ran, "high-stakes")["run"])
    assert set(found["wanted"][: len(stakes)]) == set(stakes)  # pyright: ignore[reportIndexIssue, reportArgumentType]
    assert "not accepted (review: high-stakes)" in cli("runs").out
    assert set(stakes) <= set(every)  # pyright: ignore[reportArgumentType]
    assert stakes
    sample = state(cli, asked(cli, ran, "sample:1%,seed=3")["run"])
    assert sample["rule"] == {"kind": "sample", "percent": "1", "seed": 3}
    assert len(sample["needed"]) == 1  # pyright: ignore[reportArgumentType]


@pytest.mark.parametrize(
    "rule", ["some", "sample:0%", "sample:200%", "sample:20", "sample:٢%", "all,seed=1", " "]
)
def test_a_rule_that_is_none_is_refused(cli: Cli, ferry: Path, rule: str) -> None:
    said = cli("ask", QUESTION, "--docs", ferry, "--require-review", rule)
    assert said.status == 2
    assert "--require-review" in said.err


def test_letters_decide_claim_by_claim_and_what_was_decided_is_not_asked_again(
    typing: Typing, ran: Ran
) -> None:
    run = run_of(ran)
    total = len(json.loads(ran.result.out)["claims"])
    status, said = typing("n\nseen\na\ns\nwhat?\nd\nq\n", "review", run, "--name", "A")
    assert status == 0
    assert f"claim 1 of {total} to look at" in said
    assert "»" in said  # a quote in its context
    assert f"People checked 2 of {total} claims (1 agree · 1 disagree)" in said
    again = typing("u\n" * (2 * total), "review", run, "--name", "A")[1]
    assert f"claim 1 of {total - 2} to look at" in again
    assert "to look at" not in typing("", "review", run, "--name", "A")[1]
    assert f"claim 1 of {total} to look at" in typing("", "review", run, "--name", "B")[1]
    assert "seen" in typing("", "export", run)[1]


def test_a_pasted_text_is_no_answer_by_its_first_letter(typing: Typing, ran: Ran) -> None:
    run = run_of(ran)
    typing("n\nfirst line\nand a second line\nagreed, more or less\ndown\nq\n", "review", run, "--name", "A")
    assert "People checked" not in typing("", "show", run)[1]


def test_ctrl_c_keeps_what_was_said(typing: Typing, ran: Ran, monkeypatch: pytest.MonkeyPatch) -> None:
    class Interrupted(Typed):
        def readline(self, *_: object) -> str:
            line = super().readline()
            if not line:
                raise KeyboardInterrupt
            return line

    run = run_of(ran)
    before = sys.modules[__name__].__dict__["Typed"]
    monkeypatch.setitem(sys.modules[__name__].__dict__, "Typed", Interrupted)
    status, said = typing("a\n", "review", run, "--name", "A")
    monkeypatch.setitem(sys.modules[__name__].__dict__, "Typed", before)
    assert status == 130
    assert "1 decision kept" in said
    assert f"stet review {run}" in said
    assert "People checked 1 of" in typing("", "show", run)[1]


def test_hostile_notes_and_names_are_inert_in_every_format(cli: Cli, ran: Ran) -> None:
    run = run_of(ran)
    assert cli("review", run, "C1", "agree", "--name", HOSTILE[:79], "--note", HOSTILE).status == 0
    for argv in (["show", f"{run}/C1"], ["show", run], ["review", run], ["export", run]):
        said = cli(*argv).out
        assert "\x1b" not in said
        assert "\u202e" not in said
    page = cli("export", run, "-f", "html").out
    body = page.split('<script type="application/json"')[0]
    assert "<img" not in body
    assert "\u202e" not in page
    assert page.count("</script>") == 2
    assert "[x](javascript:" not in cli("export", run).out
    assert json.loads(cli("export", run, "-f", "json").out)["people"]["decisions"][0]["note"] == HOSTILE


def test_half_a_character_in_a_note_is_no_fault_of_ours(cli: Cli, ran: Ran) -> None:
    run = run_of(ran)
    assert cli("review", run, "C1", "agree", "--name", "A\udcff").status == 2
    assert cli("review", run, "C1", "agree", "--name", "A", "--note", "caf\udce9").status == 0
    assert "caf\ufffd" in cli("show", f"{run}/C1").out


def test_in_a_real_terminal_claims_are_asked_for(ran: Ran) -> None:
    run = run_of(ran)
    ours, theirs = pty.openpty()
    process = subprocess.Popen(
        command("review", run, "--name", "A"),
        env={**environment(ran.home), "TERM": "xterm"},
        stdin=theirs, stdout=theirs, stderr=theirs,
    )  # fmt: skip
    os.close(theirs)
    said = b""
    typed = False
    while select.select([ours], [], [], 60)[0]:
        try:
            said += os.read(ours, 65536)
        except OSError:
            break
        if not typed and b"[q]uit > " in said:
            os.write(ours, b"a\nq\n")
            typed = True
    os.close(ours)
    assert process.wait(60) == 0
    assert b"People checked 1 of" in said
