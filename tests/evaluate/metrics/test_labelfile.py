"""Labels in files: read with every fault named, and written so that what is read back is what was asked."""

import json
import os
import tomllib
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from metrickit import entry, gap, report, said, subject, task

from stet.domain.evidence import Quote
from stet.errors import BadSetting, NotFound
from stet.evaluate.bench.task import Fact, Forbidden
from stet.evaluate.metrics import Judgement, load_labels, template_of
from stet.evaluate.metrics.citing import claim_support
from stet.report.clean import one_line

START = "The toll starts on 1 March 2027."
GOOD = """
name = "A. Reader"

[[label]]
run = "run1"
claim = "C1"
verdict = "overstated"
note = "Only for lorries."

[[label]]
run = "run1"
sentence = "Rafts are free."
verdict = "supported"
name = "B. Other"

[[label]]
run = "run1"
claim = "C2"
verdict = " "
"""


def load(folder: Path, text: str | bytes, name: str = "labels.toml") -> tuple[Judgement, ...]:
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return load_labels(path).judgements


def test_tables_of_toml_are_read_and_empty_verdicts_say_nothing(tmp_path: Path) -> None:
    one, other = load(tmp_path, "\ufeff" + GOOD)
    assert one == Judgement(
        run="run1", claim="C1", verdict="overstated", name="A. Reader", note="Only for lorries."
    )
    assert (other.sentence, other.verdict, other.name, other.by) == (
        "Rafts are free.",
        "supported",
        "B. Other",
        "person",
    )


def test_lines_of_json_are_read(tmp_path: Path) -> None:
    lines = [
        {"run": "run1", "claim": "C1", "verdict": "supported"},
        {"run": "run1", "task": "toll", "fact": "F1", "verdict": "said"},
        {"run": "run1", "claim": "C2", "verdict": ""},
    ]
    text = "\r\n\n".join(json.dumps(line) for line in lines)
    assert [each.thing for each in load(tmp_path, text, "labels.JSONL")] == [("claim", "C1"), ("fact", "F1")]


def test_a_file_without_labels_has_none(tmp_path: Path) -> None:
    assert load(tmp_path, "") == ()
    assert load(tmp_path, "\n \n", "labels.jsonl") == ()


LABEL = '[[label]]\nrun = "run1"\nclaim = "C1"\n'


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("[[label]", "is not valid TOML"),
        ("a = " + "[" * 5_000, "is not valid TOML"),
        ("a = " + "1" * 5_000, "is not valid TOML"),
        (b"\xff\xfe", "is not UTF-8 text"),
        ("label = 3", "name or label is not as it should be"),
        ("name = 3", "name or label is not as it should be"),
        ("[claims]\nC1 = 'supported'", "“claims” is not as it should be"),
        ("label = [1]", "label 1: "),
        (LABEL, "label 1: verdict: Field required"),
        (
            LABEL + 'verdict = "wrong"',
            "label 1: “wrong” is no verdict: use supported, overstated, unsupported",
        ),
        (LABEL + 'verdict = "open"', "“open” is no verdict"),
        (LABEL + "verdict = true", "label 1: verdict: "),
        (LABEL + 'verdict = "supported"\nby = "code"', "what stands in a file of labels is a person's"),
        (LABEL + 'verdict = "supported"\ncolour = "red"', "label 1: colour: Extra inputs"),
        ('[[label]]\nrun = "run1"\nverdict = "said"', "names one claim, one sentence or one fact"),
        (
            f'{LABEL}verdict = "supported"\nname = "Ann"\n{LABEL}verdict = "unsupported"\nname = "Ben"',
            r"label 2: claim “C1” of run run1 is unsupported \(Ben\), and label 1 says supported \(Ann\)",
        ),
    ],
    ids=lambda value: None if isinstance(value, bytes) else value[:24],
)
def test_each_fault_is_named_with_its_place(tmp_path: Path, text: str, wanted: str) -> None:
    with pytest.raises(BadSetting, match=wanted) as caught:
        load(tmp_path, text)
    assert str(tmp_path / "labels.toml") in caught.value.message
    assert caught.value.exit_status == 2


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("{}\nno", "line 1: "),
        ('{"run": "r", "claim": "C1", "verdict": "supported"}\nno', "line 2 is not JSON"),
        ("[" * 100_000, "line 1 is not JSON"),
        ("7", "line 1: "),
        ('{"note": "\\ud800"}', "line 1 is not JSON"),
    ],
    ids=["empty", "text", "deep", "number", "half a pair"],
)
def test_each_fault_of_a_line_is_named_with_its_number(tmp_path: Path, text: str, wanted: str) -> None:
    with pytest.raises(BadSetting, match=wanted):
        load(tmp_path, text, "labels.jsonl")


def test_what_is_no_file_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="there is no file"):
        load_labels(tmp_path / "none.toml")
    with pytest.raises(BadSetting, match="cannot be read"):
        load_labels(tmp_path)
    with pytest.raises(BadSetting, match="no file"):
        load_labels(Path(os.devnull))
    with pytest.raises(BadSetting, match="cannot be read"):
        load_labels(Path("a\0b.toml"))


def test_a_template_asks_once_about_each_thing_that_is_published_and_tells_no_verdict() -> None:
    claims = [entry(1, START), entry(2, "Rafts are free.")]
    made = report(
        claims,
        answer=[said(START, "C1")],
        body=[said(START, "C1"), said("In short:"), said("Bare words here."), said("Gap: it – nothing.")],
        gaps=(gap("T1", "nothing"),),
    )
    forbidden = Forbidden(id="X1", text="It began.", words=("began",), why="false")
    fact = Fact(id="F1", text="It starts.\nLater.", words=("starts",))
    text = template_of(made, task(fact, forbidden=[forbidden]))
    asked = tomllib.loads(text)["label"]
    things = [{key: each[key] for key in ("claim", "sentence", "fact") if key in each} for each in asked]
    assert things == [
        {"claim": "C1"},
        {"sentence": START},
        {"sentence": "Bare words here."},
        {"fact": "F1"},
        {"fact": "X1"},
    ]
    assert {each["verdict"] for each in asked} == {""}
    assert "# it rests on C1\n" in text
    assert "# it names no claim\n" in text
    assert "#   S1: “The toll" in text
    assert "# It starts. Later.\n" in text


def test_a_filled_in_template_is_read_and_used(tmp_path: Path) -> None:
    made = report([entry(1, START)], body=[said(START, "C1")])
    text = template_of(made)
    assert load(tmp_path, text) == ()
    filled = text.replace('claim = "C1"', 'claim = "C1"\nnote = "seen"', 1).replace(
        'verdict = ""\nnote = ""', "", 1
    )
    filled = filled.replace('note = "seen"', 'note = "seen"\nverdict = "unsupported"', 1)
    (label,) = load(tmp_path, filled)
    assert label == Judgement(run="run1", claim="C1", verdict="unsupported", note="seen")
    assert claim_support(subject(made, labels=[label])).part == 0


@given(text=st.text(max_size=60), key=st.text(max_size=8), words=st.text(max_size=30))
def test_a_template_of_any_text_is_toml_and_leads_back_to_its_sentences(
    text: str, key: str, words: str
) -> None:
    claim = entry(1, text).model_copy(
        update={"key": key, "quotes": (Quote(source=f"S1{words}", start=0, end=len(words), exact=words),)}
    )
    made = report([claim], body=[said(text, key), said(words)])
    asked = tomllib.loads(template_of(made, task(Fact(id=key, text=words))))["label"]
    assert [each["claim"] for each in asked if "claim" in each] == [one_line(key)]
    told = subject(made)
    known = {one_line(sentence.text) for sentence in told.statements} - {""}
    assert {each["sentence"] for each in asked if "sentence" in each} == known


@given(text=st.text(max_size=200) | st.binary(max_size=200).map(lambda raw: raw.decode("latin-1")))
def test_any_file_is_read_or_refused(text: str, tmp_path_factory: pytest.TempPathFactory) -> None:
    folder = tmp_path_factory.getbasetemp()
    for name in ("any.toml", "any.jsonl"):
        with suppress(BadSetting):
            assert all(
                each.by == "person" for each in load(folder, text.encode("utf-8", "surrogatepass"), name)
            )
