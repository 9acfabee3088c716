"""The sources of a report as CSL-JSON, the form that reference managers and citation processors read.

Fields as in the schema of the Citation Style Language's input data (csl-data.json, 1.0.2): an array of items, of
which each has an `id` and a `type`. BibTeX and RIS are made from these items.
"""

import json
from datetime import date

from pydantic import ConfigDict, Field

from stet.domain.base import Value
from stet.domain.report import ListedSource, Report
from stet.report.cited import Cited, bibliography, doi, link, note, title
from stet.report.clean import one_line

_TYPES = {
    "law": "legislation",
    "news": "article-newspaper",
    "news_agency": "article-newspaper",
    "journal": "article-journal",
    "review": "article-journal",
    "conference": "paper-conference",
    "preprint": "article",
    "blog": "post-weblog",
    "encyclopaedia": "entry-encyclopedia",
}
_PAGES = frozenset({"text/html", "application/xhtml+xml"})


class Day(Value):
    """A date: year, month, day."""

    date_parts: tuple[tuple[int, int, int]] = Field(serialization_alias="date-parts")

    model_config = ConfigDict(serialize_by_alias=True)


class Item(Value):
    """An entry of a bibliography; what is not known is left out. Nobody is named as author by guessing."""

    id: str
    type: str
    title: str
    container_title: str | None = Field(default=None, serialization_alias="container-title")
    issued: Day | None = None
    accessed: Day | None = None
    url: str | None = Field(default=None, serialization_alias="URL")
    doi: str | None = Field(default=None, serialization_alias="DOI")
    note: str

    model_config = ConfigDict(serialize_by_alias=True)


def items(report: Report, *, every: bool = False) -> tuple[Item, ...]:
    """An item for each source that the report cites; with `every` for those too that were only read."""
    return tuple(_item(report, each) for each in bibliography(report, every=every))


def to_csl(report: Report, *, every: bool = False) -> str:
    """The items as a JSON array."""
    listed = [
        item.model_dump(mode="json", by_alias=True, exclude_none=True) for item in items(report, every=every)
    ]
    return json.dumps(listed, ensure_ascii=False, indent=2) + "\n"


def _item(report: Report, cited: Cited) -> Item:
    source = cited.source
    return Item(
        id=cited.key,
        type=_type(source),
        title=title(source),
        container_title=one_line(source.site) if source.site else None,
        issued=_day(source.published_at),
        accessed=_day(source.retrieved_at.date() if source.retrieved_at else None),
        url=link(source),
        doi=doi(source),
        note=note(report, source),
    )


def _type(source: ListedSource) -> str:
    if source.kind in _TYPES:
        return _TYPES[source.kind]
    if source.doi or source.arxiv:
        return "article"
    if source.path or (source.media_type is not None and source.media_type not in _PAGES):
        return "document"
    return "webpage"


def _day(day: date | None) -> Day | None:
    return None if day is None else Day(date_parts=((day.year, day.month, day.day),))
