"""JSON: the contract, its published schema and the way back."""

import json
from pathlib import Path

import pytest
from harbour import REPORT

from stet.report.json import NotAReport, from_json, schema_text, to_json

PUBLISHED = Path(__file__).parents[2] / "docs" / "schema" / "stet.report-1.json"


def test_a_report_comes_back_equal_and_stable():
    text = to_json(REPORT)
    assert from_json(text) == REPORT
    assert to_json(from_json(text)) == text


def test_the_schema_field_comes_first_and_values_are_plain():
    data = json.loads(to_json(REPORT))
    assert list(data)[:3] == ["schema", "run", "question"]
    assert data["schema"] == "stet.report/1"
    assert data["usage"]["usd"] == "0.00"
    assert data["today"] == "2026-11-30"
    assert data["sources"][0]["published_at"] == "2026-02-03"
    assert data["claims"][0]["quotes"][0]["exact"] == "The toll is collected from 1 July 2027."


def test_the_published_schema_is_the_one_in_use():
    assert PUBLISHED.read_text(encoding="utf-8") == schema_text()


@pytest.mark.parametrize("text", ["", "[]", "{}", '{"schema": "stet.report/2"}', "not json"])
def test_anything_else_is_refused(text: str):
    with pytest.raises(NotAReport, match=r"not a stet\.report/1 document"):
        from_json(text)
