"""`stet runs`: what is in the store."""

import json
import sys
from collections.abc import Sequence
from datetime import UTC, datetime

from stet.app.alone import UnderWay, goes_on_somewhere
from stet.app.listing import ListedRun, OpenCall, listed
from stet.cli.exit import Exit
from stet.cli.setup import app_of, reading_app
from stet.cli.terminal import cut, table
from stet.domain.run import RunStatus
from stet.errors import BadSetting
from stet.ports import RunRecord
from stet.report.words import plural
from stet.saved import Waiting


def list_runs(search: str | None, limit: int, *, as_json: bool) -> int:
    """Print the runs, newest first."""
    with reading_app().store() as store:
        records = store.list_runs(limit, search=search)
        runs = listed(store, records)
    if as_json:
        print(json.dumps(runs.model_dump(mode="json"), indent=2, ensure_ascii=False))
    elif records:
        print("\n".join(table(map(_cells, records, runs.runs))))
    else:
        said = (
            f"no run has “{cut(search, 60)}” in its question"
            if search
            else 'no runs yet: stet ask "your question" --docs FOLDER'
        )
        print(said, file=sys.stderr)
    return Exit.DONE


def delete_runs(runs: list[str], *, yes: bool) -> int:
    """Delete runs; none is deleted when one of them cannot be found, or the reader does not say yes.

    Raises:
        BadSetting: nobody is there to be asked, and `yes` was not given
        NotFound: one of them is not there
        UnderWay: one of them goes on
    """
    app = app_of()
    with app.store() as store:
        records = list({record.id: record for record in map(store.run, runs)}.values())
        for record in records:
            if goes_on_somewhere(app.home, record.id):
                raise UnderWay(f"run {record.id} goes on", hint="stop it first, where it was started")
        if not yes and not _agreed(records):
            print("nothing was deleted", file=sys.stderr)
            return Exit.NOT_ACCEPTED
        for record in records:
            store.delete_run(record.id)
            print(f"deleted {record.id}")
        store.sweep(datetime.now(UTC))
    return Exit.DONE


def list_deleted(*, as_json: bool) -> int:
    """Print the runs that were deleted, the last one first."""
    with reading_app().store() as store:
        gone = store.forgotten()[::-1]
    if as_json:
        rows = [each.model_dump(mode="json") for each in gone]
        print(json.dumps({"schema": "stet.deleted/1", "runs": rows}, indent=2))
    elif gone:
        cells = ((each.run, f"{each.at.astimezone():%Y-%m-%d %H:%M}", each.why) for each in gone)
        print("\n".join(table(cells)))
    else:
        print("no run was deleted", file=sys.stderr)
    return Exit.DONE


def _agreed(records: Sequence[RunRecord]) -> bool:
    """Say what will be gone, and ask."""
    for line in table(map(_cells, records, [None] * len(records))):
        print(line, file=sys.stderr)
    runs = plural(len(records), "run")
    if not sys.stdin.isatty():
        raise BadSetting(
            f"{runs} would be deleted for good, with saved pages that no other run names",
            hint="add --yes to delete without being asked",
        )
    print(f"Delete {runs} and the saved pages that no other run names? There is no way back. [y/N] ", end="",
          file=sys.stderr, flush=True)  # fmt: skip
    return sys.stdin.readline().strip().casefold() in {"y", "yes"}


def state_of(record: RunRecord, waiting: Sequence[Waiting | OpenCall]) -> str:
    """Where a run is, in words: its outcome, or how long it has been silent and what it waits for."""
    state = record.outcome if record.status is RunStatus.DONE and record.outcome else record.status.value
    if record.status is RunStatus.RUNNING:
        # A run that was killed cannot say so: how long it has been silent tells.
        state += f", last step {_age(record.updated_at)} ago"
    elif record.status is RunStatus.FAILED and record.outcome:
        state += f" ({record.outcome})"
    if waiting:
        more = f" and {len(waiting) - 1} more" if len(waiting) > 1 else ""
        state += f", waiting for {cut(waiting[0].call, 60)} since {_age(waiting[0].since)}{more}"
    return state


def _cells(record: RunRecord, row: ListedRun | None) -> tuple[str, ...]:
    when = record.created_at.astimezone().strftime("%Y-%m-%d %H:%M")
    state = state_of(record, row.waiting_for if row else ())
    if record.spec.require_review is not None and record.status is RunStatus.DONE:
        state += (
            ", accepted"
            if row is not None and row.accepted
            else f", not accepted (review: {record.spec.require_review})"
        )
    return record.id, when, state, cut(record.spec.question, 80)


def _age(then: datetime) -> str:
    seconds = max(0, int((datetime.now(UTC) - then).total_seconds()))
    for size, unit in ((86400, "d"), (3600, "h"), (60, "min")):
        if seconds >= size:
            return f"{seconds // size} {unit}"
    return f"{seconds} s"
