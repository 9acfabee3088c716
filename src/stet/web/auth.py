"""Who asks: a token in the `Authorization` header or in the cookie of a page, or the person at this machine."""

import ipaddress
from dataclasses import dataclass
from typing import Annotated, Final

from anyio import to_thread
from fastapi import Depends, Request, Security
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer

from stet.app.place import Place
from stet.app.tokens import BadToken, Who, who_has

COOKIE: Final = "stet_token"
"""Where a page keeps the token of who signed in. It is set HttpOnly and SameSite=Strict."""

_FORWARDED = ("forwarded", "x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-real-ip", "via")
"""Headers that proxies add: what comes through one does not come from the person at this machine."""

BEARER = HTTPBearer(auto_error=False, description="A token: stet token new NAME --scope read,run")


@dataclass(frozen=True)
class Doors:
    """How the server is reached: bound to this machine alone or not, under which names, and whether without a token."""

    loopback: bool = True
    hosts: frozenset[str] = frozenset()
    tokens_only: bool = False


def is_loopback(host: str) -> bool:
    """Whether an address is this machine's own and nobody else's."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


async def the_place(request: Request) -> Place:
    """The place that this application serves."""
    place = request.app.state.place
    assert isinstance(place, Place)  # noqa: S101 - put there by create_app
    return place


async def who_asks(
    request: Request, bearer: Annotated[HTTPAuthorizationCredentials | None, Security(BEARER)] = None
) -> Who:
    """Who asks.

    Raises:
        BadToken: a token is needed and there is none, or it opens nothing
    """
    place, doors = await the_place(request), request.app.state.doors
    assert isinstance(doors, Doors)  # noqa: S101 - put there by create_app
    token = bearer.credentials if bearer is not None else request.cookies.get(COOKIE)
    if token is not None or request.headers.get("authorization") is not None:
        return await to_thread.run_sync(who_has, place.store, token or "", place.app.clock.now())
    if doors.loopback and not doors.tokens_only and _here(request):
        return Who()
    raise BadToken("a token is needed here", hint="send it as: Authorization: Bearer TOKEN")


def _here(request: Request) -> bool:
    near = request.client is not None and is_loopback(request.client.host)
    return near and not any(name in request.headers for name in _FORWARDED)


Caller = Annotated[Who, Depends(who_asks)]
At = Annotated[Place, Depends(the_place)]
