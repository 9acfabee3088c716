"""The REST interface, under `/api/v1`: the words and schemas of the command line, for other programs."""

from fastapi import APIRouter, Depends, Request

from stet.errors import BadSetting
from stet.web.api import checks, events, reading, runs

PREFIX = "/api/v1"

_NAMES = frozenset({"limit", "before", "search", "after"})


async def known_names(request: Request) -> None:
    """Refuse what is asked for under a name that no route knows: a slip of the pen would be left out in silence.

    Raises:
        BadSetting: there is such a name
    """
    unknown = sorted(set(request.query_params) - _NAMES)
    if unknown:
        raise BadSetting(
            f"there is no parameter “{unknown[0][:40]}”", hint=f"known are: {', '.join(sorted(_NAMES))}"
        )


def routers() -> tuple[APIRouter, ...]:
    """The routes, by what they are about."""
    made = tuple(part.router for part in (runs, events, reading, checks))
    outer = APIRouter(prefix=PREFIX, dependencies=[Depends(known_names)])
    for router in made:
        outer.include_router(router)
    return (outer,)
