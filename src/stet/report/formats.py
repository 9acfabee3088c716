"""The formats of a report: their names, endings and media types, and how each is made."""

from collections.abc import Mapping
from typing import NamedTuple

from stet.domain.report import Report

DOCX = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"


class Format(NamedTuple):
    """A format as `-f NAME` names it, the ending of its files, its media type, and whether it is text."""

    name: str
    ending: str
    media_type: str
    text: bool = True


FORMATS = {
    made.name: made
    for made in (
        Format("md", "md", "text/markdown"),
        Format("html", "html", "text/html"),
        Format("json", "json", "application/json"),
        Format("csv", "csv", "text/csv"),
        Format("csl", "csl.json", "application/vnd.citationstyles.csl+json"),
        Format("bibtex", "bib", "application/x-bibtex"),
        Format("ris", "ris", "application/x-research-info-systems"),
        Format("annotations", "jsonld", "application/ld+json"),
        Format("docx", "docx", DOCX, text=False),
        Format("pdf", "pdf", "application/pdf", text=False),
    )
}


def exported(
    report: Report, form: str, texts: Mapping[str, str], *, every: bool = False, snapshots: bool = False
) -> bytes:
    """The report in any format, as the bytes of a file; otherwise as `rendered`.

    Raises:
        NotInstalled: the format needs an extra that is not there
    """
    match form:
        case "docx":
            from stet.report.docx import to_docx

            return to_docx(report, texts)
        case "pdf":
            from stet.report.pdf import to_pdf

            return to_pdf(report, texts)
        case _:
            return rendered(report, form, texts, every=every, snapshots=snapshots).encode("utf-8", "replace")


def rendered(
    report: Report, form: str, texts: Mapping[str, str], *, every: bool = False, snapshots: bool = False
) -> str:
    """The report in a format that is text, by its name; `texts` are the saved texts by source id.

    With `every` a bibliography lists the sources that were read and not cited, and annotations are of all claims.
    With `snapshots` the page holds the saved texts; what other formats hold of them is the quotes.
    """
    # Modules are loaded where they are used: a command that prints Markdown needs no template engine.
    match form:
        case "html":
            from stet.report.html import to_html

            return to_html(report, texts, snapshots=snapshots)
        case "json":
            from stet.report.json import to_json

            return to_json(report)
        case "annotations":
            from stet.report.annotations import to_annotations

            return to_annotations(report, texts, every=every)
        case "csl" | "bibtex" | "ris":
            return _bibliography(report, form, every=every)
        case "csv":
            from stet.report.ledger_csv import to_ledger_csv

            return to_ledger_csv(report)
        case "md":
            from stet.report.markdown import to_markdown

            return to_markdown(report, texts)
        case _:
            raise ValueError(f"{form} is no format of text")


def _bibliography(report: Report, form: str, *, every: bool) -> str:
    from stet.report.bibtex import to_bibtex
    from stet.report.csl import to_csl
    from stet.report.ris import to_ris

    return {"csl": to_csl, "bibtex": to_bibtex, "ris": to_ris}[form](report, every=every)
