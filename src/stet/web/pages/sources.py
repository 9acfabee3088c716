"""A source's page: what is known of it, and its saved text with the quoted words marked. Text and nothing else."""

from typing import Final
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import PlainTextResponse, Response

from stet.app.place import Place
from stet.domain.base import Value
from stet.domain.report import ListedSource
from stet.errors import NotFound
from stet.report.clean import one_line
from stet.web.auth import Caller
from stet.web.pages.reading import Opened, opened, texts_of
from stet.web.pages.report import tab
from stet.web.pages.shell import json_page

_CUT: Final = 200_000
"""Characters of a text that stand in JSON; the whole of it is at the source's `.txt`."""


class Marked(Value):
    """Words of a source that a claim quotes: `[start, end)` of its text, in characters."""

    claim: str
    start: int
    end: int
    exact: str


class SourcePage(Value):
    """A source, what is quoted of it, and its text; None where none was saved, or it was let go."""

    run: str
    source: ListedSource
    quoted: tuple[Marked, ...]
    text: str | None
    whole: bool


def routes(place: Place) -> APIRouter:
    """The routes of a source."""
    router = APIRouter()

    @router.get("/r/{run}/sources/{source}.json")
    def source_json(request: Request, run: str, source: str, who: Caller) -> Response:
        found = opened(request, place, who, run)
        listed = _source(found, source)
        text = texts_of(place, found, {listed.id}).get(listed.id)
        value = SourcePage(
            run=found.record.id,
            source=listed,
            quoted=_quoted(found, listed),
            text=None if text is None else text[:_CUT],
            whole=text is not None and len(text) <= _CUT,
        )
        return json_page(value)

    @router.get("/r/{run}/sources/{source}.txt")
    def source_text(request: Request, run: str, source: str, who: Caller) -> Response:
        found = opened(request, place, who, run)
        text = texts_of(place, found, {source}).get(source)
        if text is None:
            raise NotFound(f"no text of {source[:20]} is saved", hint="see the sources of the run")
        return PlainTextResponse(text.encode("utf-8", "replace"))

    @router.get("/r/{run}/sources/{source}")
    def source_page(request: Request, run: str, source: str, who: Caller) -> Response:
        found = opened(request, place, who, run)
        return _page(request, place, found, _source(found, source))

    return router


def _page(request: Request, place: Place, run: Opened, listed: ListedSource) -> Response:
    shown = run.shown(texts_of(place, run, {listed.id}))
    values: dict[str, object] = {
        "source": listed,
        "shown": shown,
        "text": shown.text(listed, unquoted=True),
        "quoting": list(dict.fromkeys(each.claim for each in _quoted(run, listed))),
        "plain": f"{run.root}/sources/{quote(listed.id, safe='')}.txt",
    }
    return tab(request, run, "source.html.j2", f"sources/{one_line(listed.id)}", values)


def _source(run: Opened, source: str) -> ListedSource:
    found = run.report.source(source)
    if found is None:
        raise NotFound(f"run {run.record.id} has no source {source[:20]}", hint="see the sources of the run")
    return found


def _quoted(run: Opened, listed: ListedSource) -> tuple[Marked, ...]:
    return tuple(
        Marked(claim=entry.key, start=each.start, end=each.end, exact=each.exact)
        for entry in run.report.claims
        for each in entry.quotes
        if each.source == listed.id
    )
