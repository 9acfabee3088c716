"""What docs/documents.md says is so."""

import json
import re
from dataclasses import asdict
from datetime import date
from pathlib import Path

from stet.adapters.corpus.manifest import parse_manifest
from stet.adapters.corpus.values import CorpusLimits
from stet.adapters.extract import Limits, extract

PAGE = (Path(__file__).parents[3] / "docs" / "documents.md").read_text(encoding="utf-8")


def block(kind: str) -> str:
    return re.findall(rf"^```{kind}\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL)[0]


def test_the_front_matter_is_read_whole():
    found = extract((block("yaml") + "Words.").encode(), name="a.md", today=date(2026, 11, 30))
    assert found.text == "Words."
    assert found.reason is None
    assert (found.published_at, found.modified_at) == (date(2026, 3, 16), date(2026, 4, 1))
    assert None not in (found.title, found.url, found.publisher, found.lang)


def test_every_key_of_the_table_counts():
    for row in re.findall(
        r"^\| (address|publisher|published|changed|language|title) \| (.*) \|$", PAGE, re.MULTILINE
    ):
        for key in re.findall(r"`(\w+)`", row[1]):
            value = {"address": "https://a.example/", "published": "2026-01-02", "changed": "2026-01-02"}.get(
                row[0], "x"
            )
            found = extract(
                f"---\n{key}: {value}\n---\nWords.".encode(), name="a.md", today=date(2026, 11, 30)
            )
            read = {
                "title": found.title,
                "address": found.url,
                "publisher": found.publisher,
                "published": str(found.published_at),
                "changed": str(found.modified_at),
                "language": found.lang,
            }
            assert read[row[0]] == value, key


def test_the_manifest_is_taken_whole():
    raw = block("json")
    manifest = parse_manifest(raw.encode(), path="m", folder="/d")
    assert manifest.skipped == []
    first, second = (values for _, values in manifest.declared.values())
    assert asdict(first)["title"] == json.loads(raw.splitlines()[0])["title"]
    assert second.published_from == "manifest (month only)"


def test_the_limits_are_those_of_the_program():
    files, document = CorpusLimits(), Limits()
    assert (files.max_bytes, document.raw_bytes, document.text_chars) == (25_000_000, 25_000_000, 5_000_000)
    assert (files.max_files, document.pdf_pages, document.pdf_seconds) == (100_000, 5_000, 30)
    assert (
        "25 MB a file, 5 million characters of text a file, 100,000 files, 5,000 pages and 30 seconds a PDF"
        in PAGE
    )
