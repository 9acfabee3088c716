"""A run in one file that another machine can audit: the report, its ledger, and the rows that they follow from.

A bundle that is shared holds what a run keeps when its pages and the words of its calls are let go: quotes, hashes
and decisions. With snapshots it holds the saved pages too, and can be made again from beginning to end.
"""

import hashlib
import io
import json
import tempfile
import zipfile
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from stet._version import __version__
from stet.errors import InputError
from stet.report.crate import NAME as CRATE
from stet.report.crate import Member, Ran, crate
from stet.report.formats import rendered
from stet.saved import report_of, texts_of, with_people
from stet.store import open_store

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

MANIFEST = "manifest-sha256.txt"
MOST_MEMBERS = 5_000
MOST_BYTES = 1 << 30
LARGEST = 256 << 20
"""Members, bytes of all of them unpacked, and bytes of one: more is neither written nor read."""

SUSPECT = 100
"""A member that would shrink more than so many times is stored as it is, and one that did is not unpacked."""

_REPORTS = {"report.html": "html", "report.json": "json", "report.md": "md", "ledger.csv": "csv"}
_TABLES = {
    "calls.jsonl": "calls",
    "events.jsonl": "events",
    "reviews.jsonl": "reviews",
    "pages.jsonl": "run_pages",
}


class TooLarge(InputError):
    """The run does not fit into a bundle."""

    code = "too_large"


def bundle(store: "SqlStore", run: str, *, snapshots: bool = False) -> bytes:
    """The bundle of a run, by its full id: a zip, the same bytes for the same run.

    Raises:
        NotFound: the run has no report
        StoreError: it is under way
        TooLarge: it does not fit
    """
    report_of(store, run)
    with scratch() as copy:
        _copy(store, copy, run)
        if not snapshots:
            at = copy.run(run).updated_at  # not the time of the export: the same run gives the same bytes
            copy.purge_calls(run, at)
            copy.purge_pages(run, at)
        return packed(members_of(copy, run))


@contextmanager
def scratch() -> "Generator[SqlStore]":
    """A store of its own that is gone afterwards."""
    with (
        tempfile.TemporaryDirectory(prefix="stet-") as folder,
        open_store(str(Path(folder) / "run.sqlite")) as store,
    ):
        yield store


def members_of(store: "SqlStore", run: str) -> dict[str, bytes]:
    """Every member of the bundle of a run as a store holds it, by name."""
    from stet.store.carried import lines_of, pages_of, rows_of

    report = with_people(store, report_of(store, run))
    texts, record = texts_of(store, run), store.run(run)
    rows = rows_of(store, run)
    members = {
        name: rendered(report, form, texts, snapshots=True).encode("utf-8", "replace")
        for name, form in _REPORTS.items()
    }
    members["run.json"] = lines_of(rows["runs"])
    members |= {name: lines_of(rows[table]) for name, table in _TABLES.items()}
    members["spec.json"] = record.spec.model_dump_json(indent=2).encode("utf-8", "replace") + b"\n"
    members["profile.json"] = record.spec.profile_json.encode("utf-8", "replace") + b"\n"
    for number, page in enumerate(pages_of(store, run), start=1):
        named = {"sha256": page.sha256, "text_sha256": page.text_sha256, "page": page.page}
        members[f"pages/{number:04}.json"] = json.dumps(named, sort_keys=True).encode() + b"\n"
        members[f"pages/{number:04}.txt"] = page.text
        members[f"pages/{number:04}.raw"] = page.raw
        if page.full_text is not None:
            members[f"pages/{number:04}.full.txt"] = page.full_text
    files = tuple(Member(name, len(data), _hex(data)) for name, data in sorted(members.items()))
    ran = Ran(record.created_at, record.updated_at, record.spec.version)
    members[CRATE] = crate(report, ran, files).encode("utf-8", "replace")
    members["stet.json"] = (
        json.dumps({"schema": "stet.bundle/1", "version": __version__, "run": run}).encode() + b"\n"
    )
    members[MANIFEST] = manifest(members)
    return members


def manifest(members: Mapping[str, bytes]) -> bytes:
    """A line for each member but the manifest itself, as `sha256sum --check` reads it."""
    lines = [f"{_hex(data)}  {name}\n" for name, data in sorted(members.items()) if name != MANIFEST]
    return "".join(lines).encode()


def packed(members: Mapping[str, bytes]) -> bytes:
    """The members as a zip: in order of their names, with no time and no owner in it.

    Raises:
        TooLarge: there are too many, or they are too large
    """
    sizes = [len(data) for data in members.values()]
    if len(sizes) > MOST_MEMBERS or sum(sizes) > MOST_BYTES or max(sizes) > LARGEST:
        raise TooLarge("the run is larger than a bundle may be", hint="leave out --with-snapshots")
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as file:
        for name, data in sorted(members.items()):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.create_system, info.external_attr = 3, 0o100644 << 16
            info.compress_type = zipfile.ZIP_DEFLATED
            if shrinks_too_much(data):
                info.compress_type = zipfile.ZIP_STORED
            file.writestr(info, data, compresslevel=6)
    return out.getvalue()


def shrinks_too_much(data: bytes) -> bool:
    """Whether a reader would take the member for a bomb."""
    import zlib

    return len(zlib.compress(data, 6)) * (SUSPECT // 2) < len(data)


def _copy(store: "SqlStore", copy: "SqlStore", run: str) -> None:
    from stet.store.carried import pages_of, put_page, put_rows, rows_of

    put_rows(copy, rows_of(store, run))
    for page in pages_of(store, run):
        put_page(copy, page)


def _hex(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()
