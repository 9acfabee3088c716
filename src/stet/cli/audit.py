"""`stet audit`: does the report follow from what is stored?"""

from stet.cli.exit import Exit
from stet.cli.setup import reading_app
from stet.cli.terminal import Line, write
from stet.report.words import plural
from stet.saved import chosen_run


def audit(run: str | None, *, as_json: bool) -> int:
    """Make a run again and print what was gone through.

    Raises:
        IntegrityError: something does not hold; status 1
    """
    from stet.evaluate.audit import audit as made_again

    with reading_app().store() as store:
        record = chosen_run(store, run)
        found = made_again(store, record.id)
    if as_json:
        print(found.model_dump_json(indent=2))
        return Exit.DONE
    events, calls = plural(found.events, "event"), plural(found.calls, "call")
    claims, checks = plural(found.claims, "claim"), plural(found.checks, "check")
    again = "every point that code answers was answered again: the same"
    lines = [
        Line(f"run {found.run}: {record.spec.question}", "bold"),
        Line(f"ok  chain    {events}, {calls}: every hash as it was written"),
        Line(f"ok  pages    {plural(found.pages, 'saved page')}: bytes and text as they were read"),
        Line(f"ok  quotes   {plural(found.quotes, 'quote')} found again, character for character"),
        Line(f"ok  claims   {claims} checked again ({checks}), decided and scored: the same"),
        Line(f"ok  review   {plural(found.reviews, 'review')} made: {again}"),
    ]
    if found.report:
        lines.append(Line("ok  report   put together again from the events: the same"))
    else:
        lines.append(Line(f"--  report   none yet: stet ask --resume {found.run}"))
    write(lines)
    return Exit.DONE
