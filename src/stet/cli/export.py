"""`stet export`: a stored report in a format, or the saved text of a source."""

import sys

from stet.cli.exit import Exit
from stet.cli.output import Destination, destination, known_format
from stet.cli.setup import reading_app
from stet.errors import BadSetting
from stet.saved import report_of, with_people


def export(run: str, form: str | None, output: str | None, source: str | None, *, force: bool) -> int:
    """Write the report of a run, or the text of a source: exactly what the offsets of its quotes count in."""
    if source is not None and form is not None:
        raise BadSetting("--source prints a saved text, which has no format", hint="leave out -f")
    known_format(form)
    with reading_app().store() as store:
        record = store.run(run)
        if source is not None:
            goal = destination(None, output, source, force=force, any_ending=True)
            _put_exactly(goal, store.source_text(record.id, source.upper()))
        else:
            goal = destination(form, output, record.spec.question, force=force)
            goal.deliver(with_people(store, report_of(store, record.id)), store)
    if goal.path is not None:
        print(f"written to {goal.path}", file=sys.stderr)
    return Exit.DONE


def _put_exactly(goal: Destination, text: str) -> None:
    """No line end is added or changed, so that offsets hold."""
    if goal.path is not None:
        goal.put(text)
        return
    sys.stdout.flush()
    sys.stdout.buffer.write(text.encode("utf-8", "surrogatepass"))
