"""The pages: the same runs, words and rules as everywhere, for people with a browser."""

from collections.abc import Callable
from typing import Final

from fastapi import APIRouter

from stet.app.place import Place
from stet.web.pages import (
    assets,
    beside,
    checking,
    claims,
    corpora,
    deciding,
    exporting,
    home,
    live,
    report,
    running,
    runs,
    signing,
    sources,
)
from stet.web.pages.shell import prepare

PARTS: Final[tuple[Callable[[Place], APIRouter], ...]] = (
    assets.routes,
    signing.routes,
    home.routes,
    runs.routes,
    live.routes,
    beside.routes,
    checking.routes,
    corpora.routes,
    report.routes,
    claims.routes,
    deciding.routes,
    sources.routes,
    running.routes,
    running.words,
    exporting.routes,
)
"""The routes of each module; where two would fit, the earlier one answers."""


def router(place: Place) -> APIRouter:
    """All pages of a place. None of them stands in the OpenAPI document: `.json` pages are what programs read."""
    prepare()
    outer = APIRouter(include_in_schema=False)
    for routes in PARTS:
        outer.include_router(routes(place))
    return outer
