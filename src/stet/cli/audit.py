"""`stet audit`: does the report follow from what is stored?"""

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from stet.cli.exit import Exit
from stet.cli.setup import reading_app
from stet.cli.terminal import Line, write
from stet.report.words import plural
from stet.saved import chosen_run

if TYPE_CHECKING:
    from stet.evaluate.audit import Audit


def audit(run: str | None, *, as_json: bool) -> int:
    """Make a run again and print what was gone through.

    Raises:
        IntegrityError: something does not hold; status 1
    """
    from stet.evaluate.audit import audit as made_again

    # A file has a dot in its name or a folder before it, which no run's id has.
    if run is not None and (run.lower().endswith(".zip") or (not run.isalnum() and Path(run).is_file())):
        return _bundle(Path(run), as_json=as_json)
    with reading_app().store() as store:
        record = chosen_run(store, run)
        found = made_again(store, record.id)
    if as_json:
        print(found.model_dump_json(indent=2))
        return Exit.DONE
    write([Line(f"run {found.run}: {record.spec.question}", "bold"), *_lines(found)])
    return Exit.DONE


def _bundle(path: Path, *, as_json: bool) -> int:
    """Go through a bundle and print what held."""
    from stet.evaluate.bundle_audit import audit_bundle

    found = audit_bundle(path)
    if as_json:
        print(found.model_dump_json(indent=2))
        return Exit.DONE
    again = found.made_again
    lines = [Line(f"run {found.audit.run}: {found.question}", "bold")]
    lines.append(Line(f"ok  bundle   {plural(found.members, 'member')}: every hash as the manifest says"))
    if again is None:
        lines.append(
            Line(
                "--  bundle   written by another version: its pages were not made again, and may say anything"
            )
        )
    else:
        lines.append(Line(f"ok  bundle   {plural(again, 'member')} made again from the rows: the same"))
    write([*lines, *_lines(found.audit)])
    return Exit.DONE


def _lines(found: "Audit") -> Iterator[Line]:
    """What holds, and what cannot be checked any more."""
    events, calls = plural(found.events, "event"), plural(found.calls, "call")
    claims, checks = plural(found.claims, "claim"), plural(found.checks, "check")
    yield Line(f"ok  chain    {events}, {calls}: every hash as it was written")
    if found.calls_gone:
        rows = plural(found.calls_gone, "row of calls", "rows of calls")
        yield Line(f"--  calls    the words of {rows} were let go; what is left of them is as it was then")
    yield Line(f"ok  pages    {plural(found.pages, 'saved page')}: bytes and text as they were read")
    if found.pages_gone:
        yield Line(f"--  pages    {plural(found.pages_gone, 'source')} without a text: it was let go")
    yield Line(f"ok  quotes   {plural(found.quotes, 'quote')} found again, character for character")
    if found.quotes_gone:
        yield Line(
            f"--  quotes   {plural(found.quotes_gone, 'quote')} in texts that were let go: not found again"
        )
    if found.checked_again:
        yield Line(f"ok  claims   {claims} checked again ({checks}), decided and scored: the same")
    else:
        yield Line(
            f"--  claims   {claims}: as they were decided; not checked again, for want of what was let go"
        )
    again = "every point that code answers was answered again: the same"
    yield Line(f"ok  review   {plural(found.reviews, 'review')} made: {again}")
    if found.people:
        yield Line(
            f"ok  people   {plural(found.people, 'decision')} of people, each on a claim of the report"
        )
    if found.report:
        yield Line("ok  report   put together again from the events: the same")
    else:
        yield Line(f"--  report   none yet: stet ask --resume {found.run}")
