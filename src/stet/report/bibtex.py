"""The sources of a report as BibTeX, for LaTeX; made from the CSL items."""

import re

from stet.domain.report import Report
from stet.report.csl import Item, items

_TYPES = {"article-journal": "article", "article-newspaper": "article", "paper-conference": "inproceedings"}
_CONTAINERS = {"article": "journal", "inproceedings": "booktitle"}
# Braces are counted by BibTeX even behind a backslash, so they are named and not escaped.
_SPECIAL = {
    "\\": r"\textbackslash{}",
    "{": r"\textbraceleft{}",
    "}": r"\textbraceright{}",
    "~": r"\textasciitilde{}",
    "^": r"\textasciicircum{}",
    "<": r"\textless{}",
    ">": r"\textgreater{}",
    **{sign: f"\\{sign}" for sign in "#$%&_"},
}
_ESCAPED = re.compile("[" + re.escape("".join(_SPECIAL)) + "]")


def to_bibtex(report: Report, *, every: bool = False) -> str:
    """An entry for each source that the report cites, in UTF-8; with `every` for those too that were only read.

    Titles stand in two braces, so that styles leave their capitals alone. Addresses stand as they are: they hold no
    brace, backslash or white space.
    """
    return "\n".join(_entry(item) for item in items(report, every=every))


def escaped(text: str) -> str:
    """`text` as LaTeX that prints it: no command, comment, group or alignment in it."""
    return _ESCAPED.sub(lambda found: _SPECIAL[found.group()], text)


def _entry(item: Item) -> str:
    kind = _TYPES.get(item.type, "misc")
    fields = {"title": f"{{{escaped(item.title)}}}"}
    if item.container_title:
        fields[_CONTAINERS.get(kind, "howpublished")] = escaped(item.container_title)
    if item.issued:
        year, month, day = item.issued.date_parts[0]
        fields |= {"year": f"{year:04}", "month": str(month), "date": f"{year:04}-{month:02}-{day:02}"}
    fields |= {"url": item.url or "", "doi": item.doi or ""}
    if item.accessed:
        fields["urldate"] = "{:04}-{:02}-{:02}".format(*item.accessed.date_parts[0])
    fields["note"] = escaped(item.note)
    lines = [f"  {name} = {{{value}}},\n" for name, value in fields.items() if value]
    return f"@{kind}{{{item.id},\n{''.join(lines)}}}\n"
