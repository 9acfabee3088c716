import json
from datetime import date

import pytest

from stet.adapters.corpus.manifest import Declared, parse_date, parse_manifest
from stet.domain.evidence import PageStatus


def parse(*rows: object, raw: bytes | None = None):
    text = "\n".join(row if isinstance(row, str) else json.dumps(row) for row in rows)
    return parse_manifest(raw or text.encode(), path="m.jsonl", folder="/docs")


def test_a_line_gives_its_fields_and_others_are_ignored():
    manifest = parse(
        {
            "path": "sub/a.md",
            "url": "https://example.org/a",
            "title": "  An\nordinance ",
            "publisher": "City",
            "published": "2026-03-01",
            "authority": "high",
            "mentions": {"x": 1},
        }
    )
    declared = Declared("An ordinance", "City", "https://example.org/a", date(2026, 3, 1), "manifest")
    assert manifest.declared == {"/docs/sub/a.md": (1, declared)}
    assert not manifest.skipped


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../a.md",
        "sub/../../a.md",
        "C:\\x.pdf",
        "C:x.pdf",
        "\\\\host\\share\\a.md",
        "..",
        "\\x",
    ],
)
def test_paths_that_are_absolute_or_leave_the_folder_are_refused(path):
    manifest = parse({"path": path, "title": "t"})
    assert not manifest.declared
    assert [(item.path, item.status) for item in manifest.skipped] == [("m.jsonl:1", PageStatus.REFUSED_PATH)]


def test_a_path_that_only_looks_like_leaving_is_used():
    assert list(parse({"path": "sub/../a.md"}, {"path": "..a.md"}).declared) == ["/docs/a.md", "/docs/..a.md"]


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        "null",
        "7",
        '"a.md"',
        "{}",
        '{"path": 3}',
        '{"path": ""}',
        '{"path": "a\\u0000"}',
        "[" * 100_000,
    ],
)
def test_a_bad_line_is_listed_and_the_next_one_read(line):
    manifest = parse("", line, {"path": "a.md"})
    assert [(item.path, item.status) for item in manifest.skipped] == [("m.jsonl:2", PageStatus.BROKEN)]
    assert list(manifest.declared) == ["/docs/a.md"]


def test_a_bad_field_is_listed_and_the_others_kept():
    manifest = parse(
        {"path": "a.md", "title": "T", "url": "javascript:x", "published": "soon", "publisher": 3}
    )
    assert manifest.declared["/docs/a.md"][1] == Declared(
        title="T", published_from="manifest, not a date: soon"
    )
    assert (
        manifest.skipped[0].reason
        == "`publisher` is not text; `url` is not a web address; `published`: manifest, not a date: soon"
    )


def test_a_byte_order_mark_and_broken_utf8_are_survived():
    manifest = parse(raw=b'\xef\xbb\xbf{"path": "a.md", "title": "caf\xe9"}\r\n{"path": "b.md"}')
    assert manifest.declared["/docs/a.md"][1].title == "caf\ufffd"
    assert "/docs/b.md" in manifest.declared


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-03-05", (date(2026, 3, 5), "manifest")),
        ("2026-03-05T10:00:00Z", (date(2026, 3, 5), "manifest")),
        ("2026-03", (date(2026, 3, 1), "manifest (month only)")),
        ("2026", (date(2026, 1, 1), "manifest (year only)")),
        ("2026-13-01", (None, None)),
        ("2026-02-30", (None, None)),
        ("0000", (None, None)),
        ("5 March 2026", (date(2026, 3, 5), "manifest")),
        ("20260305", (date(2026, 3, 5), "manifest")),
        ("05/06/2027", (None, None)),
        ("", (None, None)),
        (None, (None, None)),
    ],
)
def test_dates_say_how_exact_they_are(text, expected):
    assert parse_date(text) == expected
