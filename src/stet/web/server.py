"""The application that is served, and the server that serves it until it is told to stop."""

import asyncio
import signal
import socket
import threading
from collections.abc import Callable, Generator
from contextlib import contextmanager
from typing import Final

import uvicorn
from fastapi import FastAPI
from uvicorn.protocols.http.h11_impl import H11Protocol

from stet._version import __version__
from stet.app.place import Place
from stet.errors import BadSetting
from stet.web.api import routers
from stet.web.auth import Doors
from stet.web.errors import add_handlers
from stet.web.limits import Guard
from stet.web.pages import router as pages
from stet.web.sse import Followers

MOST_CONNECTIONS: Final = 500
HEADER_SECONDS: Final = 15.0
"""How long the head of a request may take to come, on a new connection or after an answer."""
_LARGEST_HEAD: Final = 32_768
_IDLE_SECONDS: Final = 20
_STOP_SECONDS: Final = 10


def create_app(place: Place, doors: Doors | None = None) -> FastAPI:
    """The application over a place: the REST interface, and the pages.

    `doors` say how it is reached; by default from this machine alone.
    """
    doors = doors or Doors()
    app = FastAPI(
        title="stet",
        version=__version__,
        description="Research whose every sentence leads to exact words in a saved page.",
        docs_url=None,
        redoc_url=None,
        openapi_url="/api/v1/openapi.json",
        # Another slash is another address, and no redirect by a Host header.
        redirect_slashes=False,
    )
    app.state.place, app.state.doors, app.state.followers = place, doors, Followers()
    for router in (*routers(), pages(place)):
        app.include_router(router)
    add_handlers(app, place)
    app.add_middleware(Guard, doors=doors)
    return app


class Patient(H11Protocol):
    """HTTP/1.1 with patience that ends: who begins a request and does not go on is let go."""

    _head: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:
        """See asyncio."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """See asyncio."""
        self._wait_no_more()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """See asyncio."""
        super().data_received(data)
        if self._between_requests():
            if self._head is None:
                self._wait()
        else:
            self._wait_no_more()

    def _between_requests(self) -> bool:
        """Whether no request is under way whose head has come."""
        # There is no cycle before the first request.
        done: bool = getattr(self.cycle, "response_complete", True)
        return done

    def _wait(self) -> None:
        self._head = self.loop.call_later(HEADER_SECONDS, self._give_up)

    def _wait_no_more(self) -> None:
        if self._head is not None:
            self._head.cancel()
            self._head = None

    def _give_up(self) -> None:
        self._head = None
        if self._between_requests() and not self.transport.is_closing():
            self.transport.close()


class Server(uvicorn.Server):
    """A server that ends its streams before it waits for its requests, and ends well when it is told to."""

    def __init__(self, config: uvicorn.Config, followers: Followers, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._followers, self._ready = followers, ready

    def stop(self) -> None:
        """What a signal does."""
        self.should_exit = True

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """See uvicorn."""
        self._followers.close()
        await super().shutdown(sockets)

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        """Being told to stop is how a server ends: no status of an interruption. A second time means at once."""
        if threading.current_thread() is not threading.main_thread():
            # Signals are the main thread's.
            yield
            return
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.handle_exit, number, None)
        try:
            yield
        finally:
            for number in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(number)


def listening(host: str, port: int) -> socket.socket:
    """A socket that listens there.

    Raises:
        BadSetting: it cannot
    """
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        made = socket.socket(found[0], socket.SOCK_STREAM)
        try:
            made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            made.bind(found[4])
            made.listen(128)
        except OSError:
            made.close()
            raise
    except (OSError, OverflowError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise BadSetting(
            f"cannot listen at {host}, port {port}: {why}", hint="give another --port or --host"
        ) from error
    return made


async def serve(app: FastAPI, there: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until a signal says to stop; then end the streams and wait a little for the requests under way.

    `ready` is called as soon as requests are answered.

    The runs are the caller's to stop: close the place after this.
    """
    config = uvicorn.Config(
        app,
        http=Patient,
        ws="none",
        lifespan="on",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        limit_concurrency=MOST_CONNECTIONS,
        timeout_keep_alive=_IDLE_SECONDS,
        timeout_graceful_shutdown=_STOP_SECONDS,
        h11_max_incomplete_event_size=_LARGEST_HEAD,
    )
    followers = app.state.followers
    assert isinstance(followers, Followers)  # noqa: S101 - put there by create_app
    server = Server(config, followers, ready)
    app.state.stop = server.stop
    await server.serve([there])
