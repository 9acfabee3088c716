"""The ledger as a table for spreadsheets: a row a claim (RFC 4180, UTF-8)."""

import csv
import io
from collections.abc import Iterable

from stet.domain.base import content_id
from stet.domain.claims import LedgerEntry
from stet.domain.evidence import Quote
from stet.domain.report import Report
from stet.report import people, words
from stet.report.clean import one_line

BOM = "\ufeff"
"""Begins the file: without it Excel takes UTF-8 for the machine's old code page. Others know to skip it."""

_CLAIM = (
    "claim",
    "text",
    "kind",
    "topic",
    "in_report",
    "decision",
    "reason",
    "action",
    "score",
    "label",
    "authority",
    "recency",
    "corroboration",
    "strongest",
    "sites",
    "checks",
    "people",
)
_QUOTE = (
    "stance",
    "exact",
    "source",
    "title",
    "place",
    "site",
    "published",
    "retrieved",
    "start",
    "end",
    "exact_sha256",
    "page_sha256",
)
_FORMULA = tuple("=+-@\t\r＝＋－＠")


def to_ledger_csv(report: Report, *, bom: bool = True) -> str:
    """A row for each claim, in the report's order; its quotes stand side by side in `quote_1_…`, `quote_2_…`.

    `people` is what people said of the claim, as every format words it.
    Text that a spreadsheet would take for a formula has an apostrophe before it, and line breaks are spaces; the
    offsets and `exact_sha256` are those of the words as they stand in the saved text.
    """
    most = max((len(entry.quotes) for entry in report.claims), default=0)
    names = [f"quote_{number}_{name}" for number in range(1, most + 1) for name in _QUOTE]
    out = io.StringIO(newline="")
    rows = csv.writer(out, lineterminator="\r\n")
    rows.writerow([*_CLAIM, *names])
    cited = words.cited_keys(report)
    for entry in report.claims:
        shown = "yes" if entry.key in cited else "no"
        cells = [*_claim(report, entry, shown), *(c for q in entry.quotes for c in _quote(report, q))]
        padding = [""] * (len(_CLAIM) + len(names) - len(cells))
        rows.writerow([*(_cell(cell) for cell in cells), *padding])
    return (BOM if bom else "") + out.getvalue()


def _claim(report: Report, entry: LedgerEntry, shown: str) -> list[str]:
    topic = next((topic.text for topic in report.topics if topic.id == entry.topic), entry.topic)
    score = entry.score
    weighed = ["", "", "", "", "", "", ""]
    if score is not None:
        factors = (f"{factor:g}" for factor in (score.authority, score.recency, score.corroboration))
        weighed = [f"{score.value:.4g}", score.label.value, *factors, score.strongest, " ".join(score.sites)]
    return [
        entry.key,
        entry.text,
        entry.kind.value,
        topic,
        shown,
        entry.decision.value,
        entry.reason,
        entry.action.value,
        *weighed,
        _joined(
            f"{check.name}: {check.outcome.value} ({check.reason}, {check.by})" for check in entry.checks
        ),
        _joined(people.said_of(report, entry.key)),
    ]


def _quote(report: Report, quote: Quote) -> list[str]:
    source = report.source(quote.source)
    return [
        quote.stance.value,
        quote.exact,
        quote.source,
        words.source_title(source),
        words.source_place(source) if source else "",
        (source.site if source else None) or "",
        source.published_at.isoformat() if source and source.published_at else "",
        source.retrieved_at.isoformat() if source and source.retrieved_at else "",
        str(quote.start),
        str(quote.end),
        content_id(quote.exact),
        (source.sha256 if source else None) or "",
    ]


def _joined(parts: Iterable[str]) -> str:
    return "; ".join(parts)


def _cell(text: str) -> str:
    """Text on one line that no spreadsheet calculates."""
    shown = one_line(text)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
