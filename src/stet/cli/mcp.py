"""`stet mcp`: tools for the programs in which models work, on stdin and stdout or over HTTP."""

import asyncio
import logging
import sys
from contextlib import closing
from typing import NamedTuple

from fastapi import FastAPI
from starlette.requests import Request
from starlette.responses import Response

from stet.app.place import Place, Who
from stet.app.running import Running
from stet.app.tokens import BadToken
from stet.cli.exit import Exit
from stet.cli.serve import address_of, doors_of
from stet.cli.setup import app_of
from stet.config import load_settings
from stet.mcp.http import PATH, Known, application, by_request
from stet.mcp.server import at_this_machine, create_server
from stet.mcp.stdio import leave_at_once, over_stdio
from stet.web.auth import BEARER, Doors, who_asks
from stet.web.errors import problem, status_of
from stet.web.limits import Guard
from stet.web.server import listening, serve
from stet.web.sse import Followers


class Wanted(NamedTuple):
    """How to serve, as flags say it."""

    http: bool
    host: str
    port: int


def mcp(wanted: Wanted) -> int:
    """Serve until the client is gone or a signal comes; runs under way are then stopped so that they can be resumed.

    Raises:
        BadSetting: it cannot listen there, or nobody could be told from anybody else
    """
    # The SDK would set up more; what goes wrong in tools is told to the client.
    logging.basicConfig(level=logging.ERROR, format="stet mcp: %(message)s")
    if wanted.http:
        return _over_http(wanted)
    app, settings = app_of(), load_settings()
    if sys.stdin.isatty():
        print("speaking MCP on stdin and stdout, for a program; Ctrl-C stops", file=sys.stderr)

    async def work() -> None:
        running = Running(app, most=settings.serve.runs)
        ended = False
        try:
            ended = await over_stdio(create_server(Place(app, running, settings), at_this_machine))
        finally:
            await running.close()
        if not ended:
            leave_at_once()

    asyncio.run(work())
    return Exit.DONE


def _over_http(wanted: Wanted) -> int:
    app, settings = app_of(), load_settings()
    host = wanted.host.strip().strip("[]")
    doors = doors_of(app, settings, host)

    async def work() -> None:
        with closing(listening(host, wanted.port)) as there:
            running = Running(app, most=settings.serve.runs)
            address, served = address_of(there), served_over_http(Place(app, running, settings), doors)
            try:
                await serve(served, there, lambda: _ready(address, doors))
            finally:
                await running.close()

    asyncio.run(work())
    return Exit.DONE


def served_over_http(place: Place, doors: Doors) -> FastAPI:
    """The application that answers over HTTP, behind the same guard and with the same tokens as `stet serve`."""
    server = create_server(place, by_request)
    inner = application(server)
    # What is mounted is not told that the server begins and ends.
    outer = FastAPI(openapi_url=None, redirect_slashes=False, lifespan=lambda _: server.session_manager.run())
    outer.state.place, outer.state.doors, outer.state.followers = place, doors, Followers()
    outer.mount("/", inner)
    outer.add_middleware(Known, asks=_asks, refuse=_refuse)
    outer.add_middleware(Guard, doors=doors)
    return outer


async def _asks(request: Request) -> Who:
    return await who_asks(request, await BEARER(request))


def _refuse(error: BadToken) -> Response:
    return problem(status_of(error), error.code, error.message, hint=error.hint)


def _ready(address: str, doors: Doors) -> None:
    print(f"serving MCP at {address.rstrip('/')}{PATH}  (Ctrl-C stops)", file=sys.stderr)
    if not doors.loopback or doors.tokens_only:
        print("a token is needed: stet token new NAME --scope read,run", file=sys.stderr)
    sys.stderr.flush()
