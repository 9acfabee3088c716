"""What sentences make of a statement, by `tests/fixtures/said.txt`: said, contradicted, denied, or none of it.

The file has the truth. Where the reading gets it wrong, the second mark says what it makes of the sentence instead;
there are few of them, and none says more than is there.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

from stet.evaluate.bench.facts import verdict_of
from stet.evaluate.bench.task import Fact, Forbidden, Statement

SAID = Path(__file__).parents[2] / "fixtures" / "said.txt"
MARKS = {"+": "said", "!": "contradicted", "~": "denied", "-": "absent"}


class Row(NamedTuple):
    """A sentence, the statement it is read for, what it makes of that, and what is seen."""

    statement: Statement
    sentence: str
    truth: str
    seen: str


def rows() -> Iterator[Row]:
    fields: dict[str, list[str]] = {}
    for line in SAID.read_text(encoding="utf-8").splitlines():
        mark, _, rest = line.partition(" ")
        if mark == "@":
            fields = {"@": [rest]}
        elif mark in {"v", "w", "u", "f"}:
            fields.setdefault(mark, []).append(rest)
        elif mark and mark[0] in MARKS:
            yield Row(statement(fields), rest, MARKS[mark[0]], MARKS[mark[-1]])


def statement(fields: dict[str, list[str]]) -> Statement:
    text, values, words = fields["@"][0], tuple(fields.get("v", ())), tuple(fields.get("w", ()))
    if "f" not in fields:
        return Fact(id="it", text=text, values=values, words=words)
    return Forbidden(
        id="it",
        text=text,
        values=values,
        words=words,
        why="superseded" if fields["f"] == ["superseded"] else "false",
        unless=tuple(fields.get("u", ())),
    )


ROWS = list(rows())


@pytest.mark.parametrize(
    "row", ROWS, ids=[f"{row.truth}: {row.sentence[:70]} | {row.statement.text[:30]}" for row in ROWS]
)
def test_a_sentence_is_read_as_what_it_says_of_the_statement(row: Row):
    assert verdict_of(row.sentence, row.statement) == row.seen


@pytest.mark.parametrize("row", ROWS[::7], ids=[row.sentence[:70] for row in ROWS[::7]])
def test_sentences_around_it_change_nothing(row: Row):
    text = f"## A heading\n\nThe bridge is old. {row.sentence}\n\nThe ferry runs on Sundays."
    assert verdict_of(text, row.statement) == row.seen


def test_what_the_reading_gets_wrong_is_missed_and_never_invented():
    wrong = [row for row in ROWS if row.seen != row.truth]
    assert {row.seen for row in wrong} <= {"absent"}
    assert len(wrong) <= len(ROWS) // 20
