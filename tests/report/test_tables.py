"""The ledger as a table, and quotes as annotations."""

import csv
import io
import json

import pytest
from harbour import CLAIMS, HOSTILE, REPORT, TEXTS

from stet.domain.report import Report
from stet.report.annotations import to_annotations
from stet.report.ledger_csv import to_ledger_csv


def rows(report: Report) -> list[dict[str, str]]:
    return list(csv.DictReader(io.StringIO(to_ledger_csv(report, bom=False), newline="")))


def test_the_ledger_has_a_row_for_each_claim_with_its_quotes_beside_it():
    table = rows(REPORT)
    assert [row["claim"] for row in table] == [entry.key for entry in CLAIMS]
    first = table[0]
    assert (first["decision"], first["score"], first["label"]) == ("supported", "1", "high")
    assert (first["authority"], first["recency"], first["corroboration"]) == ("1", "1", "1.4")
    assert first["quote_1_exact"] == "The toll is collected from 1 July 2027."
    assert TEXTS["S2"][int(first["quote_1_start"]) : int(first["quote_1_end"])] == first["quote_1_exact"]
    assert first["quote_1_published"] == "2026-10-12"
    assert first["quote_3_source"] == "S6"
    assert table[5]["in_report"] == "no"
    assert table[5]["quote_2_exact"] == ""


def test_the_file_begins_with_a_mark_that_says_utf_8():
    assert to_ledger_csv(REPORT).startswith("\ufeffclaim,text,")
    assert to_ledger_csv(REPORT).count("\r\n") == len(CLAIMS) + 1


@pytest.mark.parametrize(
    "text", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r\n=1", "＝1", " =cmd|' /C calc'!A0"]
)
def test_no_cell_is_a_formula(text: str):
    report = REPORT.model_copy(
        update={"claims": tuple(e.model_copy(update={"text": text, "topic": text}) for e in CLAIMS)}
    )
    for row in rows(report):
        assert row["text"].startswith("'")
        assert row["topic"].startswith("'")
        assert not [cell for cell in row.values() if cell[:1] in tuple("=+-@\t\r＝＋－＠")[:] and cell]


def test_hostile_words_stay_in_their_cell():
    report = REPORT.model_copy(
        update={"claims": (CLAIMS[0].model_copy(update={"text": f'a",b\r\n"{HOSTILE}\u202e'}),)}
    )
    row = rows(report)[0]
    assert row["text"] == f'a",b "{HOSTILE}�'
    assert row["decision"] == "supported"


def test_an_annotation_finds_its_words_by_what_they_are_and_by_where_they_stand():
    made = json.loads(to_annotations(REPORT, TEXTS))
    assert made["@context"] == "http://www.w3.org/ns/anno.jsonld"
    items = made["first"]["items"]
    assert made["total"] == len(items)
    ids = [item["id"] for item in items]
    assert len(set(ids)) == len(ids)
    assert not any(":C6:" in each for each in ids)
    first = items[0]
    quoted, place, fragment = first["target"]["selector"]
    text = TEXTS["S2"]
    assert text[place["start"] : place["end"]] == quoted["exact"]
    assert text[place["start"] - 32 : place["start"]] == quoted["prefix"]
    assert text[place["end"] :].startswith(quoted["suffix"])
    assert fragment["value"].startswith(":~:text=")
    assert first["target"]["source"] == "https://law.ellery.example/2026/31"
    assert first["target"]["state"]["cached"].startswith("ni:///sha-256;IiIi")
    assert [body["value"] for body in first["body"][1:]] == ["decision: supported", "stance: supports"]


def test_annotations_of_all_claims_can_be_asked_for_and_need_no_texts():
    every = json.loads(to_annotations(REPORT, {}, every=True))
    assert every["total"] == sum(len(entry.quotes) for entry in CLAIMS)
    assert "prefix" not in every["first"]["items"][0]["target"]["selector"][0]
    assert not any("javascript:" in item["target"]["source"] for item in every["first"]["items"])
