"""The audit of a bundle, without the store that it came from.

Its rows are loaded into a store of their own, which is audited as any store is; then every member is made again from
that store and compared, byte for byte. So nothing in a bundle is taken on trust but the run's own beginning.
"""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from stet._version import __version__
from stet.domain.base import Value
from stet.errors import IntegrityError, StetError, StoreError
from stet.evaluate.audit import Audit, audit
from stet.evaluate.bundle import MANIFEST, manifest, members_of, scratch
from stet.evaluate.bundle_read import NotABundle, read_members
from stet.report.crate import NAME as CRATE

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

_TABLES = {
    "run.json": "runs",
    "calls.jsonl": "calls",
    "events.jsonl": "events",
    "reviews.jsonl": "reviews",
    "pages.jsonl": "run_pages",
}


class BundleAudit(Value):
    """What held: the run's audit, how many members were as the manifest says, and how many could be made again.

    `question` is the run's. `made_again` is None where the bundle was written by another version, whose pages look
    otherwise.
    """

    question: str
    members: int
    made_again: int | None
    audit: Audit


def audit_bundle(path: Path) -> BundleAudit:
    """Go through a bundle.

    Raises:
        NotABundle: the file is none, or does harm
        IntegrityError: naming the first thing that does not hold
        OSError: it cannot be read
    """
    members = dict(read_members(path))
    about = _about(members)
    if members.get(MANIFEST) != manifest(members):
        raise IntegrityError(f"{_first_wrong(members)}: it is not as the manifest says")
    with scratch() as store:
        _load(store, members)
        run = about["run"]
        try:
            found = audit(store, run)
            question = store.run(run).spec.question
        except StetError:
            raise
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise IntegrityError(f"run {run}: its rows cannot be read: {str(error)[:200]}") from error
        again = _made_again(store, run, members) if about["version"] == __version__ else None
        if again is None:
            _same_report(store, run, members)
    return BundleAudit(question=question, members=len(members), made_again=again, audit=found)


def _about(members: Mapping[str, bytes]) -> dict[str, str]:
    named = _json(members.get("stet.json"), "stet.json")
    if named.get("schema") != "stet.bundle/1" or not all(
        isinstance(named.get(k), str) for k in ("run", "version")
    ):
        raise NotABundle("this is no bundle: it does not say which run it holds")
    return {key: cast("str", named[key]) for key in ("run", "version")}


def _first_wrong(members: Mapping[str, bytes]) -> str:
    told = set((members.get(MANIFEST) or b"").splitlines())
    wrong = [line for line in manifest(members).splitlines() if line not in told]
    return wrong[0].decode("ascii", "replace").partition("  ")[2] if wrong else MANIFEST


def _load(store: "SqlStore", members: Mapping[str, bytes]) -> None:
    """Write what the members say into the store, whatever it is: the audit doubts it."""
    import sqlalchemy.exc as sx

    from stet.store.carried import SavedPage, put_page, put_rows

    tables = {
        table: [_json(line, name) for line in members.get(name, b"").splitlines()]
        for name, table in _TABLES.items()
    }
    try:
        put_rows(store, tables)
        for name in sorted(members):
            if name.startswith("pages/") and name.endswith(".json"):
                stem, named = name.removesuffix(".json"), _json(members[name], name)
                ids = (named.get("sha256"), named.get("text_sha256"), named.get("page"))
                raw, text = members.get(f"{stem}.raw"), members.get(f"{stem}.txt")
                if raw is None or text is None or not all(isinstance(each, str) for each in ids):
                    raise IntegrityError(f"{name}: the page is not whole")
                sha256, text_sha256, page = (str(each) for each in ids)
                put_page(
                    store, SavedPage(sha256, text_sha256, page, raw, text, members.get(f"{stem}.full.txt"))
                )
    except (StoreError, sx.SQLAlchemyError, UnicodeError) as error:
        what = str(getattr(error, "message", "")) or type(error).__name__
        raise IntegrityError(f"the rows of the bundle are not those of a run: {what}") from error


def _made_again(store: "SqlStore", run: str, members: Mapping[str, bytes]) -> int:
    again = members_of(store, run)
    # What lists the members comes last: the member that is wrong is named, not its line in a list.
    for name in sorted(again.keys() | members.keys(), key=lambda name: (name in {MANIFEST, CRATE}, name)):
        if again.get(name) != members.get(name):
            raise IntegrityError(f"{name}: it does not follow from the rows of the run")
    return len(again)


def _same_report(store: "SqlStore", run: str, members: Mapping[str, bytes]) -> None:
    """What another version wrote may have other fields; those that both know say the same.

    The version is what the bundle says of itself: it must not be a way to carry another report.
    """
    ours, theirs = members_of(store, run).get("report.json"), members.get("report.json")
    if ours is not None and not _agree(_json(ours, "report.json"), _json(theirs, "report.json")):
        raise IntegrityError("report.json: it does not say what the rows of the run say")


def _agree(ours: object, theirs: object) -> bool:
    if isinstance(ours, dict) and isinstance(theirs, dict):
        mine, other = cast("dict[str, object]", ours), cast("dict[str, object]", theirs)
        return all(_agree(mine[key], other[key]) for key in mine.keys() & other.keys())
    if isinstance(ours, list) and isinstance(theirs, list):
        these, those = cast("list[object]", ours), cast("list[object]", theirs)
        return len(these) == len(those) and all(map(_agree, these, those))
    return ours == theirs


def _json(text: bytes | None, name: str) -> dict[str, Any]:
    try:
        found = json.loads(text or b"")
    except (ValueError, RecursionError) as error:
        raise NotABundle(f"{name} is missing or no JSON") from error
    if not isinstance(found, dict):
        raise NotABundle(f"{name} does not hold what it should")
    return cast("dict[str, Any]", found)
