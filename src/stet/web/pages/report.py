"""The report of a run, by its tabs: what it says, its ledger, where sources disagree, what fell, its sources."""

from collections.abc import Mapping
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stet.app.place import Place
from stet.domain.base import Value
from stet.domain.claims import Conflict, Decision, LedgerEntry
from stet.domain.report import ListedSource, Removed
from stet.domain.run import RunStatus
from stet.report import acts, view, words
from stet.report.clean import short
from stet.report.json import to_json
from stet.web.auth import Caller
from stet.web.pages import live
from stet.web.pages.filters import Filters, filters_of, kept
from stet.web.pages.reading import Answer, Opened, of_run, opened
from stet.web.pages.shell import json_page, page

_TITLE: Final = 80


class LedgerPage(Value):
    """The claims that a filter leaves, weakest first, and how many there are in all."""

    run: str
    filters: Filters
    claims_in_all: int
    claims: tuple[LedgerEntry, ...]


class DisagreementsPage(Value):
    """Where sources give different things."""

    run: str
    conflicts: tuple[Conflict, ...]


class NotSupportedPage(Value):
    """Claims that do not stand, and sentences that were taken out."""

    run: str
    claims: tuple[LedgerEntry, ...]
    removed: tuple[Removed, ...]


class SourcesPage(Value):
    """All sources: cited, read, found, failed."""

    run: str
    sources: tuple[ListedSource, ...]


def tab(request: Request, run: Opened, template: str, name: str, values: Mapping[str, object]) -> Response:
    """A page of a report, within its head and tabs; `name` is the last part of its path."""
    question = short(run.report.question, _TITLE)
    title = f"{_named(name)}: {question}" if name else question
    return page(request, template, {**run.frame(), "tab": name, **values}, title=title)


def _named(path: str) -> str:
    """A page by its path within the report: `claims/C1` is Claim C1."""
    part, _, key = path.partition("/")
    return f"{part.removesuffix('s').capitalize()} {key}" if key else part.replace("-", " ").capitalize()


def routes(place: Place) -> APIRouter:
    """The routes of a report's tabs; each is there as JSON too."""
    router = APIRouter()

    @router.get("/r/{run}.json")
    def read_json(request: Request, run: str, who: Caller) -> Response:
        return json_page(to_json(opened(request, place, who, run).report))

    @router.get("/r/{run}")
    def read(request: Request, run: str, who: Caller) -> Response:
        done = place.visible(who, run).status is RunStatus.DONE
        waiting = None if done else live.waiting(request, place, who, run)
        return _read(request, opened(request, place, who, run)) if waiting is None else waiting

    for name, (shown, value) in _PAGES.items():
        router.add_api_route(f"/r/{{run}}/{name}", of_run(place, shown))
        router.add_api_route(f"/r/{{run}}/{name}.json", of_run(place, value))
    return router


def _read(request: Request, run: Opened) -> Response:
    report, shown = run.report, run.shown()
    keys = words.cited_keys(report)
    values: dict[str, object] = {
        "answer": shown.lines(report.answer),
        "sections": [(section.heading, shown.lines(section.sentences)) for section in report.sections],
        "gaps": [(view.topic_of(report, gap), gap) for gap in report.gaps],
        "disagreements": view.disagreements(report),
        "fallen": view.not_supported(report),
        # Paper has no pane: the words stand at its end.
        "cited": [shown.claim(i, entry) for i, entry in enumerate(report.claims, 1) if entry.key in keys],
    }
    return tab(request, run, "read.html.j2", "", values)


def _ledger(request: Request, run: Opened) -> Response:
    filters = filters_of(request.query_params)
    shown, numbers = run.shown(), {entry.key: i for i, entry in enumerate(run.report.claims, 1)}
    cited = {quote.source for entry in run.report.claims for quote in entry.quotes}
    values: dict[str, object] = {
        "ledger": [shown.claim(numbers[entry.key], entry) for entry in kept(run, filters)],
        "filters": filters,
        "decisions": list(Decision),
        "cited": [source for source in run.report.sources if source.id in cited],
        "query": request.url.query,
    }
    return tab(request, run, "ledger.html.j2", "ledger", values)


def _ledger_json(request: Request, run: Opened) -> Response:
    filters = filters_of(request.query_params)
    claims, number = kept(run, filters), len(run.report.claims)
    return json_page(LedgerPage(run=run.record.id, filters=filters, claims_in_all=number, claims=claims))


def _disagreements(request: Request, run: Opened) -> Response:
    shown = run.shown()
    sides = [(d, [shown.side(side) for side in d.sides]) for d in view.disagreements(run.report)]
    return tab(request, run, "disagreements.html.j2", "disagreements", {"disagreements": sides})


def _disagreements_json(_: Request, run: Opened) -> Response:
    return json_page(DisagreementsPage(run=run.record.id, conflicts=run.report.conflicts))


def _not_supported(request: Request, run: Opened) -> Response:
    report, shown = run.report, run.shown()
    fallen = view.not_supported(report)
    values: dict[str, object] = {
        "fallen": [shown.claim(i, entry) for i, entry in enumerate(fallen, 1)],
        "sentences_out": [
            (each, [shown.marker(key) for key in each.claims]) for each in acts.sentences_out(report)
        ],
    }
    return tab(request, run, "not-supported.html.j2", "not-supported", values)


def _not_supported_json(_: Request, run: Opened) -> Response:
    fallen, out = view.not_supported(run.report), acts.sentences_out(run.report)
    return json_page(NotSupportedPage(run=run.record.id, claims=fallen, removed=out))


def _sources(request: Request, run: Opened) -> Response:
    values: dict[str, object] = {"lists": view.source_lists(run.report), "shown": run.shown()}
    return tab(request, run, "sources.html.j2", "sources", values)


def _sources_json(_: Request, run: Opened) -> Response:
    return json_page(SourcesPage(run=run.record.id, sources=run.report.sources))


_PAGES: Final[Mapping[str, tuple[Answer, Answer]]] = {
    "ledger": (_ledger, _ledger_json),
    "disagreements": (_disagreements, _disagreements_json),
    "not-supported": (_not_supported, _not_supported_json),
    "sources": (_sources, _sources_json),
}
"""The tabs beside the text, each for people and for programs."""
