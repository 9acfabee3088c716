"""Task files: what may stand in them, and that whatever is wrong is named by file, task and field."""

import json
from collections.abc import Mapping
from datetime import date
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from stet.errors import BadSetting, InputError, NotFound
from stet.evaluate.bench.load import load_tasks
from stet.evaluate.bench.task import Category, Task

TASK = """
id = "quay"
category = "technical"
question = "When does the quay close?"
documents = ["papers"]
today = 2026-11-30

[[subquestions]]
id = "day"
text = "On which day?"

[[facts]]
id = "closes"
subquestion = "day"
text = "The quay closes on 4 May 2027."
values = ["4 May 2027"]
words = ["quay", "close|shut"]
since = 2026-10-01

[[forbidden]]
id = "june"
why = "superseded"
text = "The quay closes on 9 June 2027."
values = ["9 June 2027"]
words = ["quay", "close|shut"]
"""


def saved(folder: Path, text: str | bytes, name: str = "quay.toml") -> Path:
    (folder / "papers").mkdir(exist_ok=True)
    path = folder / name
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def fields(**changed: object) -> dict[str, Any]:
    """A task as JSON has it, with some fields in place of its own; None takes one out."""
    own: dict[str, object] = {
        "id": "quay",
        "category": "technical",
        "question": "When does the quay close?",
        "documents": ["papers"],
        "today": "2026-11-30",
        "facts": [fact()],
    }
    return {name: value for name, value in {**own, **changed}.items() if value is not None}


def fact(**changed: object) -> dict[str, object]:
    own: dict[str, object] = {
        "id": "closes",
        "text": "The quay closes on 4 May 2027.",
        "values": ["4 May 2027"],
        "words": ["quay", "close|shut"],
    }
    return {name: value for name, value in {**own, **changed}.items() if value is not None}


def loaded(folder: Path, *tasks: Mapping[str, object]) -> tuple[Task, ...]:
    return load_tasks([saved(folder, "\n".join(json.dumps(task) for task in tasks), "quay.jsonl")])


def refused(folder: Path, *tasks: Mapping[str, object]) -> InputError:
    with pytest.raises(InputError) as caught:
        loaded(folder, *tasks)
    assert caught.value.hint
    assert "quay.jsonl" in caught.value.message
    return caught.value


def test_a_toml_file_is_one_task_with_documents_from_its_own_folder(tmp_path: Path):
    (task,) = load_tasks([saved(tmp_path, TASK)])
    assert (task.id, task.category, task.today) == ("quay", Category.TECHNICAL, date(2026, 11, 30))
    assert task.documents == (str(tmp_path / "papers"),)
    assert task.facts[0].since == date(2026, 10, 1)
    assert task.forbidden[0].why == "superseded"


def test_a_toml_file_may_hold_many_tasks(tmp_path: Path):
    one = '[[task]]\nid = "{}"\ncategory = "market"\nquestion = "Why?"\ndocuments = ["papers"]\ntoday = 2026-11-30\n'
    tasks = load_tasks([saved(tmp_path, one.format("a") + one.format("b"))])
    assert [task.id for task in tasks] == ["a", "b"]


def test_a_line_of_jsonl_is_a_task_and_empty_lines_are_none(tmp_path: Path):
    text = f"{json.dumps(fields(id='a'))}\r\n\r\n{json.dumps(fields(id='b'))}\r\n"
    tasks = load_tasks([saved(tmp_path, "\ufeff" + text, "quay.jsonl")])
    assert [task.id for task in tasks] == ["a", "b"]


def test_a_folder_is_all_its_task_files_in_the_order_of_names(tmp_path: Path):
    saved(tmp_path, json.dumps(fields(id="second")), "b.jsonl")
    saved(tmp_path, "﻿" + TASK.replace("\n", "\r\n"), "a.toml")
    saved(tmp_path, "not a task", "notes.md")
    assert [task.id for task in load_tasks([tmp_path])] == ["quay", "second"]


def test_limits_are_the_depths_but_for_those_that_are_given(tmp_path: Path):
    limits = {"depth": "quick", "searches": 2, "usd": "0.10", "seconds": 30}
    (task,) = loaded(tmp_path, fields(limits=limits))
    budget = task.limits.budget()
    assert (budget.rounds, budget.searches, budget.usd, budget.seconds) == (1, 2, Decimal("0.10"), 30.0)


def test_a_profile_that_is_a_path_is_taken_from_the_folder_of_the_task(tmp_path: Path):
    error = refused(tmp_path, fields(profile="own.toml"))
    assert "profile" in error.message
    assert str(tmp_path / "own.toml") in error.message
    assert loaded(tmp_path, fields(profile="eu-law"))[0].profile == "eu-law"


def test_thousands_of_tasks_are_read_and_more_are_refused(tmp_path: Path):
    bare = fields(facts=None)
    lines = [json.dumps({**bare, "id": f"t{number}"}) for number in range(10_001)]
    path = saved(tmp_path, "\n".join(lines[:3_000]), "quay.jsonl")
    assert len(load_tasks([path])) == 3_000
    path.write_text("\n".join(lines), encoding="utf-8")
    with pytest.raises(BadSetting, match="10,000"):
        load_tasks([path])


def test_an_id_stands_once_over_all_files(tmp_path: Path):
    first, second = saved(tmp_path, TASK), saved(tmp_path, TASK, "again.toml")
    with pytest.raises(BadSetting, match=r"again\.toml: task “quay”: id: .*quay\.toml") as caught:
        load_tasks([first, second])
    assert caught.value.hint


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"\x00\x01\x02\xff\xfe", "UTF-8"),
        (b"id = \x00", "not a text file"),
        ("id = ", "TOML"),
        ('id = "a"\nid = "b"', "TOML"),
        ("a = " + "[" * 20_000, "TOML"),
        ("a" + ".a" * 100 + " = 1", "a key of more than 64 parts"),
        (TASK + 'colour = "red"', "colour: no such field"),
        ('[task]\nid = "a"', "double brackets"),
        ("task = [1]", "not a task"),
        ('id = "a"\n[[task]]\nid = "b"', "beside"),
        ("", "id: it is missing"),
        (TASK.replace("today = 2026-11-30", ""), "today: it is missing"),
        (TASK.replace("technical", "gossip"), "category"),
        (TASK + "\n[limits]\nusd = nan", "limits.usd"),
        (TASK + "\n[limits]\nseconds = inf", "limits.seconds"),
        (TASK + "\n[limits]\ntokens = -1", "limits.tokens"),
        (TASK + "\n[limits]\nrounds = 0", "limits.rounds"),
    ],
)
def test_a_file_that_cannot_be_used_is_refused_with_the_place(tmp_path: Path, text: str | bytes, said: str):
    with pytest.raises(BadSetting) as caught:
        load_tasks([saved(tmp_path, text)])
    assert "quay.toml" in caught.value.message
    assert said in f"{caught.value.message} ({caught.value.hint})"
    assert caught.value.hint


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("{", "line 1"),
        ('{"id": "a", "id": "b"}', "“id” stands twice"),
        ('{"limits": {"usd": NaN}}', "NaN"),
        ('{"limits": {"usd": -Infinity}}', "Infinity"),
        ("[" * 200_000, "nested too deeply"),
        ("[]", "not a task"),
        ("1" * 5_000, "JSON"),
        ('{"id": "\\ud800"}', "JSON"),
        ('{"id": 7}', "id"),
        ('{"documents": "papers"}', "documents"),
        ('{"documents": [7]}', "documents"),
        ('{"documents": [""]}', "documents: an empty path"),
        ('{"documents": ["a\\u0000b"]}', "documents"),
    ],
)
def test_a_line_that_is_no_task_is_refused_with_its_number(tmp_path: Path, line: str, said: str):
    with pytest.raises(BadSetting) as caught:
        load_tasks([saved(tmp_path, line, "quay.jsonl")])
    assert "quay.jsonl: line 1" in caught.value.message
    assert said in caught.value.message


def test_a_file_larger_than_any_task_file_is_not_read(tmp_path: Path):
    path = tmp_path / "large.jsonl"
    with path.open("wb") as file:
        file.truncate(32_000_001)
    with pytest.raises(BadSetting, match="larger than 32 MB"):
        load_tasks([path])


def test_what_is_not_there_and_what_is_no_task_file_are_told_apart(tmp_path: Path):
    with pytest.raises(NotFound):
        load_tasks([tmp_path / "none.toml"])
    with pytest.raises(BadSetting, match="not a task file"):
        load_tasks([saved(tmp_path, TASK, "quay.md")])
    (tmp_path / "empty").mkdir()
    with pytest.raises(BadSetting, match=r"no \.toml"):
        load_tasks([tmp_path / "empty"])
    with pytest.raises(BadSetting, match="no task"):
        load_tasks([saved(tmp_path, "\n\n", "quay.jsonl")])
    with pytest.raises(BadSetting, match="too long"):
        load_tasks([Path("x" * 300)])


def test_documents_that_are_not_there_are_named(tmp_path: Path):
    error = refused(tmp_path, fields(documents=["nowhere"]))
    assert isinstance(error, NotFound)
    assert str(tmp_path / "nowhere") in error.message
    assert "task “quay”: documents" in error.message
    assert isinstance(refused(tmp_path, fields(documents=["x" * 5_000])), NotFound)


PART = {"id": "day", "text": "On which day?"}
CLOSED = {"id": "never", "why": "false", "text": "The quay has closed.", "words": ["quay", "close"]}


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"documents": []}, "documents: neither"),
        ({"question": "  "}, "question"),
        ({"question": "why " * 2_000}, "question"),
        ({"question": "Is it\0open?"}, "question: a control character"),
        ({"today": 0}, "today: a number is no day"),
        ({"facts": [fact(since=1.5)]}, "since: a number is no day"),
        ({"limits": {"tokens": True}}, "limits.tokens: true and false are no numbers"),
        ({"limits": {"usd": False}}, "limits.usd: true and false are no numbers"),
        ({"limits": {"usd": "1e1000000"}}, "limits.usd"),
        ({"id": ""}, "id"),
        ({"id": "a\nb"}, "id"),
        ({"facts": [fact(), fact()]}, "“closes” stands twice"),
        ({"forbidden": [{**CLOSED, "id": "closes"}]}, "“closes” stands twice"),
        ({"subquestions": [PART, PART], "facts": [fact(subquestion="day")]}, "“day” stands twice"),
        ({"subquestions": [PART]}, "facts “closes”: subquestion: it is missing"),
        ({"facts": [fact(subquestion="hour")]}, "there is no “hour”"),
        ({"subquestions": [PART], "facts": []}, "subquestions “day”: no fact answers it"),
        (
            {"subquestions": [{**PART, "unanswerable": True}], "facts": [fact(subquestion="day")]},
            "unanswerable, and a fact answers it",
        ),
        ({"facts": [fact(values=[], words=[])]}, "neither values nor words"),
        ({"facts": [fact(values=[], words=["the|a"], text="The quay.")]}, "neither values nor words"),
        ({"facts": [fact(values=["soon"])]}, "values: “soon” is not one value"),
        ({"facts": [fact(values=["Port Ellery"])]}, "is not one value"),
        ({"facts": [fact(values=["4 May 2027 and 5 May 2027"])]}, "is not one value"),
        ({"facts": [fact(values=["4 May 2027 at the quay"])]}, "is not one value"),
        ({"facts": [fact(words=["quay|"])]}, "empty alternative"),
        ({"facts": [fact(words=["—"])]}, "empty alternative"),
        ({"facts": [fact(words=["quay", "open"])]}, "text: read by its own values and words, it is absent"),
        ({"facts": [fact(text="The quay does not close on 4 May 2027?")]}, "text: read by"),
        ({"facts": [fact(text="")]}, "text"),
        ({"facts": [fact(text="The quay closes. " * 100)]}, "text"),
        ({"facts": [fact(since="2026-12-01")]}, "since: 2026-12-01 is after today"),
        ({"facts": [{**fact(), "tone": "grave"}]}, "facts[1].tone: no such field"),
        ({"facts": [fact(values="4 May 2027")]}, "facts[1].values"),
        ({"forbidden": [{**CLOSED, "why": "rumour"}]}, "forbidden[1].why"),
        ({"forbidden": [{**CLOSED, "text": "The quay closes soon."}]}, "says this as well"),
        (
            {
                "forbidden": [
                    {**fact(), "id": "same", "why": "false", "text": "The quay shuts on 4 May 2027."}
                ]
            },
            "says this as well",
        ),
    ],
)
def test_a_task_that_would_measure_nothing_or_the_wrong_thing_is_refused(
    tmp_path: Path, changed: dict[str, object], said: str
):
    assert said in refused(tmp_path, fields(**changed)).message


def test_a_statement_and_its_denial_are_no_ambiguity(tmp_path: Path):
    stays = {"id": "stays", "text": "The quay does not close.", "words": ["quay", "close|shut"]}
    (task,) = loaded(tmp_path, fields(facts=[stays], forbidden=[CLOSED]))
    assert task.forbidden[0].id == "never"
