"""A report that a run made, edited by hand, checked on what the run read."""

import re
from collections.abc import Mapping
from typing import Final, NamedTuple, Self

from stet.app.app import App
from stet.app.checking_sources import RUN, Gathered
from stet.domain.claims import LedgerEntry
from stet.domain.events import PageRead
from stet.domain.evidence import Page, Source, Stance
from stet.domain.report import Report
from stet.errors import NotFound
from stet.research.checking import Had
from stet.research.checking_marks import marks_of_page, marks_of_reference, names_file, same_title
from stet.saved import report_of
from stet.texts.values import Citation, CitedText, Reference, Statement

_KEY: Final = re.compile(r"(?<![A-Za-z0-9])([CS][0-9]{1,6})(?![A-Za-z0-9])")
_OURS: Final = frozenset(
    {
        "disagreements",
        "what we could not support",
        "gaps",
        "claims",
        "score factors",
        "sources",
        "how it was made",
        "notes",
    }
)
"""The parts of an exported report that the program writes about its sentences: they are no statements of it."""
_HEADING: Final = re.compile(r"^## (.{1,200})$", re.MULTILINE)


class RunEvidence(NamedTuple):
    """What a run read, and its report."""

    report: Report
    sources: Mapping[str, tuple[Source, Page]]

    @classmethod
    def of(cls, app: App, run: str) -> Self:
        """The evidence of a run.

        Raises:
            NotFound: no such run, or it has no report
        """
        with app.store() as store:
            record = store.run(run)
            report = report_of(store, record.id)
            read = [s.event.source for s in store.events(record.id) if isinstance(s.event, PageRead)]
            found: dict[str, tuple[Source, Page]] = {}
            for source in read:
                try:
                    found[source.id] = source, store.page(source.sha256, source.text_sha256)
                except NotFound:
                    continue
        return cls(report, found)


def from_run(cited: CitedText, text: str, evidence: RunEvidence, gathered: Gathered) -> CitedText:
    """Take what a run read for the keys of its report (`C3`, `S1`) and for references that name a source of it.

    Returns the text as the run's report reads: with those keys known, and without the parts that the program wrote
    about its own sentences.
    """
    for source, page in evidence.sources.values():
        gathered.keep(source, page)
        gathered.had[source.id] = Had((source.id,), RUN, f"{source.id} of run {evidence.report.run}")
    for entry in evidence.report.claims:
        gathered.had[entry.key] = _of_claim(entry, evidence)
    for reference in cited.references:
        if reference.key not in gathered.had and (source := _named(reference, evidence)) is not None:
            gathered.had[reference.key] = Had((source,), RUN, f"{source} of run {evidence.report.run}")
    apart = _apart(text)
    statements = tuple(
        _keyed(each, gathered.had)
        for each in cited.statements
        if not any(start <= each.start < end for start, end in apart)
    )
    findings = tuple(
        finding
        for finding in cited.findings
        if not any(key[1] in gathered.had for key in _KEY.finditer(finding.where))
        and (finding.start is None or not any(start <= finding.start < end for start, end in apart))
    )
    return cited.model_copy(update={"statements": statements, "findings": findings})


def _of_claim(entry: LedgerEntry, evidence: RunEvidence) -> Had:
    supporting = [quote.source for quote in entry.quotes if quote.stance is Stance.SUPPORTS]
    sources = tuple(dict.fromkeys(source for source in supporting if source in evidence.sources))
    return Had(sources, RUN, f"claim {entry.key} of run {evidence.report.run}")


def _named(reference: Reference, evidence: RunEvidence) -> str | None:
    marks = marks_of_reference(reference)
    for source, page in evidence.sources.values():
        if marks & marks_of_page(page):
            return source.id
    named = [
        source.id
        for source, _ in evidence.sources.values()
        if (source.path and names_file(reference, source.path)) or same_title(reference.title, source.title)
    ]
    return named[0] if len(named) == 1 else None


def _keyed(statement: Statement, had: Mapping[str, Had]) -> Statement:
    """The statement with its markers pointing at the run's keys where they name one."""
    return statement.model_copy(update={"citations": tuple(_key(each, had) for each in statement.citations)})


def _key(citation: Citation, had: Mapping[str, Had]) -> Citation:
    if citation.key in had:
        return citation
    found = next((key[1] for key in _KEY.finditer(citation.marker) if key[1] in had), None)
    return citation if found is None else citation.model_copy(update={"key": found})


def _apart(text: str) -> list[tuple[int, int]]:
    """Where the program's own parts stand."""
    headings = [(match.start(), match[1].strip().casefold()) for match in _HEADING.finditer(text)]
    ends = [*(start for start, _ in headings[1:]), len(text)]
    return [(start, end) for (start, name), end in zip(headings, ends, strict=True) if name in _OURS]
