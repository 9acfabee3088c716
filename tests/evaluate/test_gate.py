"""Floors: what fails, and every way of lowering one that is not seen at once."""

from datetime import date
from pathlib import Path
from typing import Literal

import pytest

from stet.errors import BadSetting, IntegrityError
from stet.evaluate.gate import (
    Entry,
    Floor,
    Verdict,
    checked,
    faults,
    kept,
    load_floors,
    read_floors,
    seal,
    under,
)
from stet.evaluate.gate_writing import begun, lowered, raised, save_floors, unsealed, written

FIRST, LATER = date(2026, 11, 1), date(2026, 11, 30)
REASON = "The planted names now include hyphens, which the pattern cannot see yet"


def floor(
    name: str = "claims.dates.caught", value: float = 0.9, better: Literal["higher", "lower"] = "higher"
) -> Floor:
    entry = unsealed(value, FIRST, "first measured")
    return begun(
        Floor(
            name=name, measures="share of wrong dates", command="python x.py", better=better, entries=(entry,)
        )
    )


def states(verdicts: tuple[Verdict, ...]) -> dict[str, str]:
    return {verdict.name: verdict.state for verdict in verdicts}


@pytest.mark.parametrize(
    ("better", "value", "state"),
    [
        ("higher", 0.9, "met"),
        ("higher", 1.0, "met"),
        ("higher", 0.8999, "below"),
        ("lower", 0.9, "met"),
        ("lower", 0.0, "met"),
        ("lower", 0.9001, "below"),
        ("higher", float("nan"), "not_a_number"),
        ("higher", float("inf"), "not_a_number"),
        ("lower", float("-inf"), "not_a_number"),
        ("higher", None, "missing"),
    ],
)
def test_a_floor_holds_or_fails(better: Literal["higher", "lower"], value: float | None, state: str):
    (verdict,) = checked([floor("a.b", better=better)], {"a.b": value})
    assert (verdict.state, verdict.passed) == (state, state == "met")
    assert verdict.text.startswith("a.b: ")


def test_what_was_not_measured_fails_and_so_does_what_has_no_floor():
    assert states(checked([floor("a.b")], {})) == {"a.b": "missing"}
    assert states(checked([floor("a.b")], {"a.b": 1.0, "a.c": 1.0})) == {"a.b": "met", "a.c": "no_floor"}
    assert states(checked([], {"a.b": 1.0})) == {"a.b": "no_floor"}


def test_the_last_entry_is_in_force():
    higher = raised(floor("a.b"), 0.95, LATER, "more is caught")
    assert states(checked([higher], {"a.b": 0.92})) == {"a.b": "below"}


def test_a_floor_that_was_ended_asks_for_nothing_and_passes_nothing():
    ended = lowered(floor("a.b"), None, LATER, REASON)
    assert checked([ended], {}) == ()
    assert states(checked([ended], {"a.b": 1.0})) == {"a.b": "no_floor"}
    assert raised(ended, 0.5, LATER, "it is back").bar == 0.5


def test_a_gate_that_finds_none_of_its_floors_does_not_pass():
    with pytest.raises(BadSetting, match="no floor whose name begins with"):
        under([floor("a.b")], "c.")
    assert under([floor("a.b"), floor("c.d")], "c.") == (floor("c.d"),)


def test_written_and_read_they_are_the_same():
    odd = floor("odd.name").model_copy(update={"measures": 'the "share" \\ of 東京 🐟 \x7f'})
    odd = begun(odd)
    floors = (raised(floor(), 0.95, LATER, "better"), odd, lowered(floor("a.z"), None, LATER, REASON))
    assert read_floors(written(floors)) == floors
    assert faults(floors) == ()


def test_a_lower_bar_needs_a_reason_that_is_one():
    for why in ("", "lower", "because because because because because", "a b c d e f g", "first measured"):
        with pytest.raises(BadSetting):
            lowered(floor(), 0.8, LATER, why)
    assert lowered(floor(), 0.8, LATER, REASON).bar == 0.8


def test_the_reason_of_an_earlier_entry_is_no_reason_again():
    once = lowered(floor(), 0.8, LATER, REASON)
    with pytest.raises(BadSetting, match="needs a reason"):
        lowered(once, 0.7, LATER, f"{REASON.upper()}!")


def test_raising_must_raise_and_lowering_must_lower():
    for value in (0.9, 0.8, float("nan")):
        with pytest.raises(BadSetting):
            raised(floor(), value, LATER, REASON)
    for value in (0.9, 0.95, float("nan")):
        with pytest.raises(BadSetting):
            lowered(floor(), value, LATER, REASON)
    with pytest.raises(BadSetting):
        raised(floor(better="lower"), 0.95, LATER, REASON)


def test_an_entry_is_not_dated_before_the_one_above_it():
    with pytest.raises(BadSetting, match="is before"):
        raised(floor(), 0.95, date(2026, 10, 1), "better")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("value = 0.9\n", "value = 0.5\n"),
        ("value = 0.9\n", ""),
        ('better = "higher"', 'better = "lower"'),
        ("share of wrong dates", "share of right dates"),
        ("python x.py", "true"),
        ("first measured", "first measured again"),
        ("2026-11-01", "2026-10-01"),
        ('["claims.dates.caught"]', '["claims.dates.other"]'),
    ],
)
def test_every_edit_in_place_breaks_the_seal(tmp_path: Path, old: str, new: str):
    text = written((floor(),))
    assert old in text
    changed = text.replace(old, new)
    if old.startswith('["'):
        changed = changed.replace('[["claims.dates.caught"', '[["claims.dates.other"')
    path = tmp_path / "floors.toml"
    path.write_text(changed, encoding="utf-8")
    with pytest.raises(IntegrityError, match="seal does not hold"):
        load_floors(path)


def test_an_edit_of_an_early_entry_is_seen_though_a_later_one_is_in_force(tmp_path: Path):
    text = written((raised(floor(), 0.95, LATER, "more is caught"),)).replace(
        "value = 0.9\n", "value = 0.91\n"
    )
    (tmp_path / "floors.toml").write_text(text, encoding="utf-8")
    with pytest.raises(IntegrityError, match="entry 1"):
        load_floors(tmp_path / "floors.toml")


def test_an_entry_between_two_others_breaks_the_seals_after_it():
    three = raised(raised(floor(), 0.92, LATER, "more"), 0.95, LATER, "still more")
    without = three.model_copy(update={"entries": (three.entries[0], three.entries[2])})
    assert [fault.split(":")[0] for fault in faults([without])] == ["claims.dates.caught, entry 2"]


def test_a_lowered_entry_sealed_by_hand_without_a_reason_is_found():
    first = floor()
    entry = Entry(value=0.5, date=LATER, why="ok", seal="sha256:" + "0" * 64)
    sealed = entry.model_copy(update={"seal": seal(first, first.entries, entry)})
    cheated = first.model_copy(update={"entries": (*first.entries, sealed)})
    assert [fault for fault in faults([cheated]) if "does not say why" in fault]


def test_seals_made_anew_break_with_the_version_before():
    honest, cheated = floor(value=0.9), floor(value=0.5)
    assert faults([cheated]) == ()
    assert kept([honest], [cheated]) == ("claims.dates.caught: its past was changed",)


def test_a_floor_or_a_last_entry_taken_out_breaks_with_the_version_before():
    grown = raised(floor(), 0.95, LATER, "more is caught")
    assert faults([floor()]) == ()
    assert kept([grown], [floor()]) == ("claims.dates.caught: its past was changed",)
    assert "is gone" in kept([grown], [])[0]
    assert kept([floor()], [grown, floor("a.new")]) == ()


@pytest.mark.parametrize(
    "text",
    [
        "= 1",
        "x = 1",
        '["a.b"]\nmeasures = "m"\ncommand = "c"\nbetter = "higher"\nentries = []',
        '["a.b"]\nmeasures = "m"\ncommand = "c"\nbetter = "sideways"\n',
        '["../a"]\nmeasures = "m"\ncommand = "c"\nbetter = "higher"\n',
        "[" * 5000,
        "a = " + "[" * 5000,
        written((floor(),)).replace("value = 0.9", "value = nan"),
        written((floor(),)).replace("value = 0.9", "value = inf"),
        written((floor(),)).replace("value = 0.9", "value = true"),
        written((floor(),)).replace("value = 0.9", 'value = "0.9"'),
        written((floor(),)) + written((floor(),)),
        written((floor(),)).replace("better", "worse = 1\nbetter"),
    ],
)
def test_what_is_no_file_of_floors_is_refused(text: str):
    with pytest.raises(BadSetting, match="the floors cannot be read"):
        read_floors(text)


def test_a_file_that_cannot_be_read_is_said_so(tmp_path: Path):
    with pytest.raises(BadSetting, match="cannot be read"):
        load_floors(tmp_path / "none.toml")
    (tmp_path / "bytes.toml").write_bytes(b"\xff\xfe")
    with pytest.raises(BadSetting, match="cannot be read"):
        load_floors(tmp_path / "bytes.toml")


def test_saving_refuses_to_lose_the_past_and_leaves_the_file_as_it_was(tmp_path: Path):
    path, before = tmp_path / "floors.toml", (floor(),)
    save_floors(path, (), before)
    text = path.read_text(encoding="utf-8")
    with pytest.raises(BadSetting, match="is gone"):
        save_floors(path, before, ())
    assert path.read_text(encoding="utf-8") == text
    assert [each.name for each in tmp_path.iterdir()] == ["floors.toml"]


def test_a_line_of_its_own_cannot_be_smuggled_in_by_a_reason():
    for why in ("more\nvalue = 0", "more\rx", ""):
        with pytest.raises(BadSetting, match="no entry"):
            unsealed(0.95, LATER, why)
