"""`stet show`: a report, or one of its claims or sources."""

import re

from stet.cli.exit import Exit
from stet.cli.page import claim_lines, report_lines, source_lines
from stet.cli.runs import state_of
from stet.cli.setup import reading_app
from stet.cli.terminal import write
from stet.domain.report import Report
from stet.errors import NotFound
from stet.saved import chosen_run, report_of, texts_of, waiting_for, with_people

_PART = re.compile(r"[CSFH][0-9]{1,6}", re.IGNORECASE)


def show(what: str | None, *, as_json: bool) -> int:
    """Print a report (`RUN`), a claim (`RUN/C3`) or a source (`RUN/S3`); without RUN, of the last run."""
    run, part = _split(what)
    with reading_app().store() as store:
        record = chosen_run(store, run)
        try:
            report = with_people(store, report_of(store, record.id))
        except NotFound as error:
            state = state_of(record, waiting_for(store, record.id))
            raise NotFound(f"{error.message}: {state}", hint=error.hint) from error
        texts = texts_of(store, record.id) if part else {}
    if part is None:
        if as_json:
            print(report.model_dump_json(indent=2))
        else:
            write(report_lines(report))
        return Exit.DONE
    entry, source = report.claim(part), report.source(part)
    found = entry or source
    if found is None:
        raise NotFound(f"run {report.run} has no {part}", hint=_known(report, part))
    if as_json:
        print(found.model_dump_json(indent=2))
    elif entry is not None:
        write(claim_lines(report, entry, texts))
    elif source is not None:
        write(source_lines(source, texts.get(source.id)))
    return Exit.DONE


def _split(what: str | None) -> tuple[str | None, str | None]:
    if what is None:
        return None, None
    run, slash, part = what.partition("/")
    if not slash and _PART.fullmatch(run):
        return None, run.upper()
    return run or None, part.upper() or None


def _known(report: Report, part: str) -> str:
    if part.startswith("C"):
        known = [entry.key for entry in report.claims]
    else:
        known = [source.id for source in report.sources if source.id.startswith(part[:1])]
    return f"it has {known[0]} to {known[-1]}" if known else f"see the report: stet show {report.run}"
