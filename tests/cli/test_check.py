"""stet check: texts on folders of sources, on runs, on pages; what is printed, and how it ends."""

import json
from pathlib import Path
from typing import Any

import pytest
from checktext import TEXT, write_text
from stetcli import Cli

from modeltown import clerk

HARBOUR = Path(__file__).parents[2] / "examples" / "harbour-toll"
TOLL = "When does the harbour toll start, and who has to pay it?"


@pytest.fixture
def text(tmp_path: Path) -> Path:
    """A text with five statements."""
    return write_text(tmp_path)


def test_the_ledger_says_of_every_statement_what_its_source_says(cli: Cli, ferry: Path, text: Path) -> None:
    result = cli("check", text, "--sources", ferry, "--no-fetch")
    assert (result.status, result.err) == (0, "")
    blocks = result.out.split("\n\n")
    assert "1  ✓ supported" in blocks[1]
    assert "“The ferry toll starts on 1 September 2026 for every passenger with a bicycle.”" in blocks[1]
    assert "2  ✕ not supported" in blocks[2]
    assert "“Children under six travel free of charge.”" in blocks[2]
    assert "3  ? not reviewed: its source was not fetched" in blocks[3]
    assert "4  ? not reviewed: it cites nothing" in blocks[4]
    assert "5  ? not reviewed: its citation points at nothing" in blocks[5]
    assert "5 statements: 1 supported · 1 not supported · 3 not reviewed (1 cite nothing)" in result.out
    assert "[2] https://elsewhere.example/page: not fetched" in result.out
    assert "Nobody judged meaning" not in result.out


def test_the_json_has_its_fields_and_offsets_into_the_file_s_text(cli: Cli, ferry: Path, text: Path) -> None:
    found = json.loads(cli("check", text, "--sources", ferry, "--no-fetch", "--json").out)
    assert found["file"] == str(text)
    first = found["statements"][0]
    assert {"text", "start", "end", "citations", "decision", "reason", "checks"} <= first.keys()
    assert TEXT[first["start"] : first["end"]] == f"{first['text']} [1]"
    assert first["citations"] == [{"marker": "[1]", "key": "1", "source": "S1", "resolved": True}]
    assert [s["decision"] for s in found["statements"]] == ["supported", "unsupported", *["unreviewed"] * 3]
    assert found["statements"][4]["citations"][0] == {
        "marker": "[9]", "key": None, "source": None, "resolved": False,
    }  # fmt: skip
    assert [(r["key"], r["cited"], r["source"]) for r in found["references"]] == [
        ("1", True, "S1"),
        ("2", True, None),
    ]
    assert {"kind", "where", "detail"} <= found["findings"][0].keys()
    assert found["counts"]["unsupported"] == 1
    assert found["sources"][0]["path"].endswith("notice.md")


def test_several_texts_are_an_array_in_their_order(cli: Cli, ferry: Path, text: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.md"
    other.write_text("Nothing is cited here at all.\n", encoding="utf-8")
    found = json.loads(cli("check", other, text, "--sources", ferry, "--no-fetch", "--json").out)
    assert [each["file"] for each in found] == [str(other), str(text)]


@pytest.mark.parametrize(
    ("gates", "status"),
    [
        (("unsupported",), 1),
        (("conflicting",), 0),
        (("uncited",), 1),
        (("conflicting,unreviewed",), 1),
        (("conflicting", "uncited"), 1),
        ((), 0),
    ],
)
def test_a_gate_ends_with_status_1_where_it_found_something(
    cli: Cli, ferry: Path, text: Path, gates: tuple[str, ...], status: int
) -> None:
    flags = [word for gate in gates for word in ("--fail-on", gate)]
    assert cli("check", text, "--sources", ferry, "--no-fetch", *flags).status == status


def test_data_is_refused_as_no_text(cli: Cli, tmp_path: Path) -> None:
    data = tmp_path / "answer.json"
    data.write_text('{"answer": "Tolls rose [1].", "year": 2026}', encoding="utf-8")
    result = cli("check", data, "--no-fetch", "--json")
    assert (result.status, result.out) == (2, "")
    assert "data (JSON) and no text" in result.err
    assert "give Markdown" in result.err


def test_an_entry_that_led_to_a_file_is_not_said_to_lead_nowhere(
    cli: Cli, ferry: Path, tmp_path: Path
) -> None:
    text = tmp_path / "named.md"
    text.write_text("Children travel free of charge [1].\n\n## Sources\n\n[1] notice.md\n", encoding="utf-8")
    read = json.loads(cli("check", text, "--sources", ferry, "--no-fetch", "--json").out)
    assert [each["kind"] for each in read["findings"]] == []
    alone = json.loads(cli("check", text, "--no-fetch", "--json").out)
    assert [each["kind"] for each in alone["findings"]] == ["no_address"]


def test_stdin_is_checked_like_a_file(cli: Cli, ferry: Path) -> None:
    result = cli("check", "-", "--sources", ferry, "--no-fetch", "--json", stdin=TEXT.encode())
    found = json.loads(result.out)
    assert (found["file"], found["counts"]["supported"]) == ("-", 1)


def test_the_page_shows_the_text_and_escapes_all_of_it(cli: Cli, ferry: Path, tmp_path: Path) -> None:
    hostile = tmp_path / "hostile.md"
    hostile.write_text(
        TEXT.replace("Most of the passengers complain about it.", "<script>alert(1)</script> Most complain."),
        encoding="utf-8",
    )
    target = tmp_path / "page.html"
    result = cli("check", hostile, "--sources", ferry, "--no-fetch", "--html", target)
    assert result.status == 0
    made = target.read_text(encoding="utf-8")
    assert "<script>alert" not in made
    assert "&lt;script&gt;" in made
    assert '<a class="cite v-unsupported" id="mark-2" href="#statement-2"' in made
    assert "<mark>Children under six travel free of charge.</mark>" in made
    assert "default-src &#39;none&#39;" in made or "default-src 'none'" in made
    again = cli("check", hostile, "--no-fetch", "--html", target)
    assert (again.status, "is there already" in again.err) == (2, True)


def edited_toll(cli: Cli, folder: Path) -> tuple[str, Path]:
    """A finished run over the example, and its report with one figure changed, a sentence added, a mark removed."""
    assert cli("ask", TOLL, "--docs", HARBOUR, "--today", "2026-11-30", "-q").status == 0
    run = cli("runs").out.split()[0]
    report = cli("export", run, "-f", "md").out
    for old, new in (
        ("mass of more than 3.5 tonnes.” [[C4]](#c4)", "mass of more than 7.5 tonnes.” [[C4]](#c4)"),
        ("upkeep of the Harbour Bridge.” [[C8]](#c8)", "upkeep of the Harbour Bridge.” [[C8]](#c8) Boats pay too."),
        ("Buses in scheduled public service are exempt from the toll.” [[C9]](#c9)",
         "Buses in scheduled public service are exempt from the toll.”"),
    ):  # fmt: skip
        assert old in report
        report = report.replace(old, new)
    path = folder / "edited.md"
    path.write_text(report, encoding="utf-8")
    return run, path


def test_an_edited_report_is_checked_on_its_run(cli: Cli, tmp_path: Path) -> None:
    run, path = edited_toll(cli, tmp_path)
    result = cli("check", path, "--run", run, "--no-fetch", "--json", "--fail-on", "unsupported")
    assert result.status == 1
    found: dict[str, Any] = json.loads(result.out)
    decided = {s["text"][-60:]: (s["decision"], s["reason"]) for s in found["statements"]}
    wrong = [s for s in found["statements"] if s["decision"] == "unsupported"]
    assert {s["reason"] for s in wrong} == {"altered"}
    assert all("7.5 tonnes" in s["text"] for s in wrong)
    assert any("3.5 tonnes" in w["exact"] for w in wrong[0]["words"])
    assert decided["Boats pay too."] == ("unreviewed", "uncited")
    (bus,) = [s for s in found["statements"] if "Buses in scheduled public service are exempt" in s["text"]]
    assert (bus["decision"], bus["citations"]) == ("unreviewed", [])
    kept = [s for s in found["statements"] if s["decision"] == "supported"]
    assert len(kept) >= 8
    assert all(s["words"] for s in kept)
    removed = [f["where"] for f in found["findings"] if f["kind"] == "removed"]
    assert any("mass of more than" in where or "Harbour Bridge toll" in where for where in removed)


def test_a_report_that_nobody_edited_keeps_the_decisions_of_its_run(cli: Cli, tmp_path: Path) -> None:
    assert cli("ask", TOLL, "--docs", HARBOUR, "--today", "2026-11-30", "-q").status == 0
    run = cli("runs").out.split()[0]
    path = tmp_path / "report.md"
    path.write_text(cli("export", run, "-f", "md").out, encoding="utf-8")
    gates = "unsupported,uncited,unreviewed"
    result = cli("check", path, "--run", run, "--no-fetch", "--json", "--fail-on", gates)
    assert result.status == 0
    found = json.loads(result.out)
    assert found["findings"] == []
    assert {s["decision"] for s in found["statements"]} <= {"supported", "conflicting"}


def test_the_example_is_checked_on_its_folder(cli: Cli, tmp_path: Path) -> None:
    text = tmp_path / "toll.md"
    text.write_text(
        "The Harbour Bridge toll starts on 1 September 2027. [1][2]\n\n"
        "The toll applies to goods vehicles of more than 7.5 tonnes. [1]\n\n"
        "# Sources\n\n[1] Harbour Bridge toll. https://cityofportellery.example/harbour-bridge-toll\n"
        "[2] SwiftTag for the Harbour Bridge\n",
        encoding="utf-8",
    )
    found = json.loads(cli("check", text, "--sources", HARBOUR, "--no-fetch", "--json").out)
    assert [s["decision"] for s in found["statements"]] == ["conflicting", "unsupported"]


def test_a_judge_is_asked_once_and_only_of_what_code_cannot_settle(
    cli: Cli, ferry: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "text.md"
    path.write_text(
        TEXT.replace("Children under nine travel free", "Travel is free for children under six"), "utf-8"
    )
    with clerk() as town:
        monkeypatch.setenv("STET_URLS", f"local={town.server.url('/v1')}")
        flags = ("--sources", ferry, "--no-fetch", "--judge-model", "local:clerk", "--json")
        found = json.loads(cli("check", path, *flags).out)
        assert [s["decision"] for s in found["statements"][:2]] == ["supported", "supported"]
        assert [s["reason"] for s in found["statements"][:2]] == ["verbatim", "supports"]
        asked = len(town.asked)
        assert set(town.roles()) == {"judge"}
        assert json.loads(cli("check", path, *flags).out)["statements"] == found["statements"]
        assert len(town.asked) == asked, "what was judged today is not asked again"


def in_run(cli: Cli, folder: Path, *changes: tuple[str, str]) -> tuple[str, Path]:
    """A finished run over the example, and its report with these changes made by hand."""
    assert cli("ask", TOLL, "--docs", HARBOUR, "--today", "2026-11-30", "-q").status == 0
    run = cli("runs").out.split()[0]
    report = cli("export", run, "-f", "md").out
    for old, new in changes:
        assert old in report
        report = report.replace(old, new, 1)
    path = folder / "edited.md"
    path.write_text(report, encoding="utf-8")
    return run, path


def test_a_key_that_the_run_does_not_have_points_at_nothing(cli: Cli, tmp_path: Path) -> None:
    run, path = in_run(cli, tmp_path, ("[[C9]](#c9)", "[[C99]](#c99)"), ("[[C8]](#c8)", "[C98]"))
    result = cli("check", path, "--run", run, "--no-fetch", "--json", "--fail-on", "dangling")
    assert result.status == 1
    found = json.loads(result.out)
    assert [f["where"] for f in found["findings"] if f["kind"] == "dangling"] == ["C98", "C99"]
    lost = [s for s in found["statements"] if s["reason"] == "dangling"]
    assert [s["citations"][0]["resolved"] for s in lost] == [False, False]
    assert found["counts"]["citations"] - found["counts"]["resolved"] == 2


def test_words_that_were_changed_since_stay_in_conflict_without_their_warning(
    cli: Cli, tmp_path: Path
) -> None:
    run, path = in_run(cli, tmp_path, (" (changed since)", ""))
    before = json.loads(cli("check", path, "--run", run, "--no-fetch", "--json").out)
    assert "removed" in {f["kind"] for f in before["findings"]}
    assert cli("check", path, "--run", run, "--no-fetch", "--fail-on", "removed").status == 1
    path.write_text(cli("export", run, "-f", "md").out, encoding="utf-8")
    whole = json.loads(cli("check", path, "--run", run, "--no-fetch", "--json").out)
    assert before["counts"]["conflicting"] == whole["counts"]["conflicting"]


def test_one_edited_line_of_a_list_leaves_the_others_as_they_were(cli: Cli, tmp_path: Path) -> None:
    run, path = in_run(
        cli, tmp_path, ("**Changed to: 1 September 2027**", "**Changed to: 1 September 2026**")
    )
    found = json.loads(cli("check", path, "--run", run, "--no-fetch", "--json").out)
    (wrong,) = [s for s in found["statements"] if s["decision"] == "unsupported"]
    assert wrong["text"] == "Changed to: 1 September 2026"
    assert "1 September 2026" in wrong["checks"][2]["detail"]
    assert {f["kind"] for f in found["findings"]} == {"removed"}
    assert len(found["findings"]) == 1


def test_a_quotation_that_a_source_does_not_have_is_not_called_a_lost_page(
    cli: Cli, ferry: Path, tmp_path: Path
) -> None:
    text = tmp_path / "quoted.md"
    text.write_text(
        "“Nobody on this coast has ever paid for a zebra.” [1]\n\n"
        "[1] Nine short essays about gardens. https://harbour.example/notice\n",
        encoding="utf-8",
    )
    out = cli("check", text, "--sources", ferry, "--no-fetch").out
    assert "The words in quotation marks are not in S1" in out
    assert "no such page" not in out
    found = json.loads(cli("check", text, "--sources", ferry, "--no-fetch", "--json").out)
    assert [f["kind"] for f in found["findings"]] == ["title_differs"]


def test_an_entry_may_name_its_file_beside_its_title(cli: Cli, ferry: Path, tmp_path: Path) -> None:
    text = tmp_path / "named.md"
    text.write_text(
        "The ferry toll starts in autumn. [1]\n\n## Sources\n\n[1] A notice of some office. notice.md\n"
    )
    found = json.loads(cli("check", text, "--sources", ferry, "--no-fetch", "--json").out)
    assert [(r["state"], r["source"]) for r in found["references"]] == [("folder", "S1")]
