"""`stet export`: a stored report in a format, a bundle of the whole run, or the saved text of a source."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from stet.cli.exit import Exit
from stet.cli.output import Destination, destination, save
from stet.cli.setup import reading_app
from stet.errors import BadSetting
from stet.ports import RunRecord
from stet.saved import report_of, with_people

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

BUNDLE = "bundle"


class Wanted(NamedTuple):
    """What is written beside the usual: sources that are not cited, saved pages; over a file that is there."""

    every: bool
    snapshots: bool
    force: bool


def export(run: str, form: str | None, output: str | None, source: str | None, wanted: Wanted) -> int:
    """Write the report of a run, its bundle, or the text of a source: exactly what offsets of quotes count in."""
    if source is not None and form is not None:
        raise BadSetting("--source prints a saved text, which has no format", hint="leave out -f")
    whole = form == BUNDLE or (form is None and source is None and str(output).lower().endswith(".zip"))
    if wanted.snapshots and source is not None:
        raise BadSetting(
            "--source prints a saved text: there is nothing to add", hint="leave out --with-snapshots"
        )
    with reading_app().store() as store:
        record = store.run(run)
        if whole:
            path = _bundled(store, record, output, wanted)
        elif source is not None:
            goal = destination(None, output, source, force=wanted.force, any_ending=True)
            _put_exactly(goal, store.source_text(record.id, source.upper()))
            path = goal.path
        else:
            goal = destination(form, output, record.spec.question, force=wanted.force, bundle=True)
            if wanted.snapshots and goal.form != "html":
                raise BadSetting(
                    "--with-snapshots is for a bundle or a page", hint="add -f bundle or -f html"
                )
            report = with_people(store, report_of(store, record.id))
            goal.deliver(report, store, every=wanted.every, snapshots=wanted.snapshots)
            path = goal.path
    if path is not None:
        print(f"written to {path}", file=sys.stderr)
    return Exit.DONE


def _bundled(store: "SqlStore", record: RunRecord, output: str | None, wanted: Wanted) -> Path | None:
    """Write the bundle; without a name beside the reader, named after the question."""
    from stet.evaluate.bundle import bundle
    from stet.report.names import file_name

    if output == "-" and sys.stdout.isatty():
        raise BadSetting("a bundle is no text for a terminal", hint="name a file with -o")
    name = output or file_name(record.spec.question, "zip")
    if output is not None and output != "-" and Path(output).is_dir():
        name = str(Path(output) / file_name(record.spec.question, "zip"))
    goal = destination(None, name, "", force=wanted.force, any_ending=True)
    data = bundle(store, record.id, snapshots=wanted.snapshots)
    if goal.path is None:
        sys.stdout.flush()
        sys.stdout.buffer.write(data)
    else:
        save(goal.path, data, force=wanted.force)
    return goal.path


def _put_exactly(goal: Destination, text: str) -> None:
    """No line end is added or changed, so that offsets hold."""
    if goal.path is not None:
        goal.put(text)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass"))
