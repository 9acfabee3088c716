"""`stet serve`: pages and the REST interface, until a signal says to stop."""

import asyncio
import socket
import sys
import webbrowser
from contextlib import closing
from typing import NamedTuple

from stet.app import App
from stet.app.place import Place
from stet.app.running import Running
from stet.app.tokens import any_token
from stet.cli.exit import Exit
from stet.cli.setup import app_of
from stet.config import Settings, load_settings
from stet.errors import BadSetting
from stet.web.auth import Doors, is_loopback
from stet.web.server import create_app, listening
from stet.web.server import serve as serve_until_stopped


class Wanted(NamedTuple):
    """Where and how to serve, as flags say it."""

    host: str
    port: int
    open_page: bool
    max_runs: int | None
    tokens_only: bool


def serve(wanted: Wanted) -> int:
    """Serve until Ctrl-C or TERM; runs under way are then stopped so that they can be resumed.

    Raises:
        BadSetting: it cannot listen there, or nobody could be told from anybody else
    """
    settings = load_settings()
    app = app_of(settings)
    host = wanted.host.strip().strip("[]")
    doors = doors_of(app, settings, host, tokens_only=wanted.tokens_only)

    async def work() -> None:
        with closing(listening(host, wanted.port)) as there:
            running = Running(app, most=wanted.max_runs or settings.serve.runs)
            address, served = address_of(there), create_app(Place(app, running, settings), doors)
            try:
                await serve_until_stopped(served, there, lambda: _ready(address, doors, settings, wanted))
            finally:
                print("stopping: runs under way are kept, and can be resumed", file=sys.stderr)
                await running.close()

    asyncio.run(work())
    return Exit.DONE


def doors_of(app: App, settings: Settings, host: str, *, tokens_only: bool = False) -> Doors:
    """How a server is reached that listens at `host`.

    Raises:
        BadSetting: others can reach it, and there is no token to know them by
    """
    doors = Doors(
        loopback=is_loopback(host),
        hosts=frozenset(
            {*(name.lower() for name in settings.serve.hosts), *([host.lower()] if host else [])}
        ),
        tokens_only=tokens_only or settings.serve.tokens_only,
    )
    with app.store() as store:
        tokens = any_token(store)
    if not doors.loopback and not tokens:
        raise BadSetting(
            f"others can reach {host or 'every address'}, and there is no token to know them by",
            hint="make one first: stet token new NAME --scope read,run",
        )
    return doors


def _ready(address: str, doors: Doors, settings: Settings, wanted: Wanted) -> None:
    print(f"serving at {address}  (Ctrl-C stops)", file=sys.stderr)
    if doors.loopback and not doors.tokens_only:
        print("whoever uses this machine needs no token; others: stet token new NAME", file=sys.stderr)
    else:
        print("a token is needed: stet token new NAME --scope read,run", file=sys.stderr)
    if not settings.serve.corpora:
        print("no documents are offered yet: see docs/server.md, [serve.corpora]", file=sys.stderr)
    sys.stderr.flush()
    if wanted.open_page:
        webbrowser.open(address)


def address_of(there: socket.socket) -> str:
    """Where a socket listens, as an address to open."""
    name, port = there.getsockname()[:2]
    return f"http://[{name}]:{port}/" if ":" in name else f"http://{name}:{port}/"
