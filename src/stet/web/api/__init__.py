"""The REST interface, under `/api/v1`: the words and schemas of the command line, for other programs."""

from fastapi import APIRouter

from stet.web.api import checks, events, reading, runs

PREFIX = "/api/v1"


def routers() -> tuple[APIRouter, ...]:
    """The routes, by what they are about."""
    made = tuple(part.router for part in (runs, events, reading, checks))
    outer = APIRouter(prefix=PREFIX)
    for router in made:
        outer.include_router(router)
    return (outer,)
