"""The sources of a report as RIS, which Zotero, EndNote and Mendeley read; made from the CSL items.

A line is a tag of two signs, two spaces, a hyphen, a space and a value, and ends with CR LF; `TY` opens a record and
`ER` closes it (the RIS format specification of Research Information Systems). Values stand on one line each, so that
none can begin or end a record.
"""

from stet.domain.report import Report
from stet.report.csl import Day, Item, items

_TYPES = {
    "webpage": "ELEC",
    "legislation": "STAT",
    "article-newspaper": "NEWS",
    "article-journal": "JOUR",
    "paper-conference": "CPAPER",
    "article": "UNPB",
    "post-weblog": "BLOG",
    "entry-encyclopedia": "ENCYC",
}


def to_ris(report: Report, *, every: bool = False) -> str:
    """A record for each source that the report cites; with `every` for those too that were only read."""
    return "".join(_record(item) for item in items(report, every=every))


def _record(item: Item) -> str:
    fields = [
        ("TY", _TYPES.get(item.type, "GEN")),
        ("ID", item.id),
        ("TI", item.title),
        ("T2", item.container_title),
        ("PY", f"{item.issued.date_parts[0][0]:04}" if item.issued else None),
        ("DA", _date(item.issued)),
        ("Y2", _date(item.accessed)),
        ("UR", item.url),
        ("DO", item.doi),
        ("N1", item.note),
    ]
    lines = [f"{tag}  - {value}" for tag, value in fields if value]
    return "\r\n".join([*lines, "ER  - ", "", ""])


def _date(day: Day | None) -> str | None:
    """Such as 2026/11/30/, the last part being free text."""
    return None if day is None else "{:04}/{:02}/{:02}/".format(*day.date_parts[0])
