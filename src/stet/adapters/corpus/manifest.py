"""`manifest.jsonl`: what the person who gathered a folder says about its documents.

One JSON object a line with `path` (relative to the manifest's folder) and any of `url`, `title`, `publisher`,
`published` (YYYY-MM-DD, YYYY-MM or YYYY). Other fields are ignored.
"""

# Paths may hold bytes that are no text, and a walk of 100,000 files would pay for each Path.
# ruff: noqa: PTH118, PTH206

import json
import os
import re
from dataclasses import dataclass
from datetime import date
from pathlib import PurePosixPath, PureWindowsPath
from typing import Any, cast

from stet.adapters.corpus.values import Skipped
from stet.adapters.extract import Head
from stet.adapters.extract.dates import as_of, no_date
from stet.adapters.extract.datewords import parse_date as read_date
from stet.domain.evidence import PageStatus

_DATE = re.compile(r"(\d{4})(?:-(\d\d)(?:-(\d\d)(?:[T ].{0,40})?)?)?", re.ASCII)
_PRECISION = ("manifest (year only)", "manifest (month only)", "manifest")


@dataclass(frozen=True, slots=True)
class Declared:
    """What a manifest says of one document; `published_from` tells how exact the date was."""

    title: str | None = None
    publisher: str | None = None
    url: str | None = None
    published_at: date | None = None
    published_from: str | None = None


@dataclass(slots=True)
class Manifest:
    """What one manifest declares, by real path and with the line's number; and the lines not used."""

    path: str
    declared: dict[str, tuple[int, Declared]]
    skipped: list[Skipped]


def parse_manifest(raw: bytes, *, path: str, folder: str) -> Manifest:
    """Read a manifest that stands in the resolved `folder`; a line of no use is listed, never an error."""
    manifest = Manifest(path, {}, [])
    for number, line in enumerate(raw.decode("utf-8-sig", "replace").splitlines(), 1):
        if line.strip():
            _line(line, number, folder, manifest)
    return manifest


def _line(line: str, number: int, folder: str, manifest: Manifest) -> None:
    def skip(status: PageStatus, reason: str) -> None:
        manifest.skipped.append(Skipped(f"{manifest.path}:{number}", status, reason))

    try:
        parsed: Any = json.loads(line)
    except (ValueError, RecursionError):
        skip(PageStatus.BROKEN, "not a JSON object")
        return
    row = cast("dict[str, Any]", parsed) if isinstance(parsed, dict) else {}
    name = row.get("path")
    if not isinstance(name, str) or not name or "\0" in name:
        skip(PageStatus.BROKEN, "no `path`")
        return
    relative = os.path.normpath(name)
    if PurePosixPath(name).is_absolute() or PureWindowsPath(name).drive or PureWindowsPath(name).root:
        skip(PageStatus.REFUSED_PATH, f"an absolute path: {name[:200]!r}")
    elif relative.split(os.sep)[0] == "..":
        skip(PageStatus.REFUSED_PATH, f"leaves the manifest's folder: {name[:200]!r}")
    else:
        declared, complaint = _declared(row)
        # The name of a file on disk may not be UTF-8 in this locale; then it simply matches none.
        real = os.path.normpath(os.path.join(folder, relative))
        manifest.declared[real] = (number, declared)
        if complaint:
            skip(PageStatus.BROKEN, complaint)


def _declared(row: dict[str, Any]) -> tuple[Declared, str | None]:
    """The values of a line, and what is wrong with those that are left out."""
    wrong: list[str] = []
    texts: dict[str, str | None] = {}
    for field in ("title", "publisher", "url", "published"):
        value = row.get(field)
        if isinstance(value, int) and not isinstance(value, bool) and field == "published":
            value = str(value)
        if value is not None and not isinstance(value, str):
            wrong.append(f"`{field}` is not text")
            value = None
        texts[field] = " ".join(value.split()) or None if value else None
    url = texts["url"]
    if url and not re.match(r"https?://[^\s/]", url, re.IGNORECASE):
        wrong.append("`url` is not a web address")
        url = None
    at, where = parse_date(texts["published"])
    if texts["published"] and at is None:
        where = no_date("manifest", texts["published"])
        wrong.append(f"`published`: {where}")
    return Declared(texts["title"], texts["publisher"], url, at, where), "; ".join(wrong) or None


def parse_date(text: str | None) -> tuple[date | None, str | None]:
    """A date and how exact it is. A month or year stands for its first day: no age is made smaller.

    Whatever else is one date beyond doubt (`4 May 2026`) is that date.
    """
    match = _DATE.fullmatch(text) if text else None
    if not match:
        day = read_date(text) if text else None
        return day, _PRECISION[-1] if day else None
    given = [int(part) for part in match.groups() if part]
    try:
        return date(*[*given, 1, 1][:3]), _PRECISION[len(given) - 1]
    except ValueError:
        return None, None


def overlaid(head: Head, declared: Declared | None, today: date) -> Head:
    """A document's values with the manifest's over them.

    A day that has not come is no date of anything; where it was found then says so, and so does `reason`.
    """
    changes: dict[str, object] = {}
    published, published_from = head.published_at, head.published_from
    if declared is not None and declared.published_from is not None:
        published, published_from = declared.published_at, declared.published_from
    if published is not None:
        published, published_from = as_of(published, published_from, today)
    if published_from != head.published_from or published != head.published_at:
        changes |= {"published_at": published, "published_from": published_from}
    if head.modified_at is not None and head.modified_at > today:
        changed, changed_from = as_of(head.modified_at, head.modified_from, today)
        changes |= {"modified_at": changed, "modified_from": changed_from}
    if "published_at" in changes and published is None:
        changes["reason"] = "; ".join(filter(None, [head.reason, f"published: {published_from}"]))
    if declared is None:
        return head.model_copy(update=changes) if changes else head
    if declared.title:
        changes |= {"title": declared.title, "title_from": "manifest"}
    if declared.publisher:
        changes |= {"publisher": declared.publisher}
    if declared.url:
        changes |= {"url": declared.url, "url_from": "manifest"}
    return head.model_copy(update=changes)
