"""A web server on loopback for tests: answers as a test says, hostile bytes too, and remembers what it was asked.

    with Server(lambda seen: (200, {"content-type": "text/plain"}, "hello")) as server:
        reply = await http.request("GET", server.url("/page?x=1"))
        assert server.paths == ["/page?x=1"]

Each connection has a thread of its own, so a handler may sleep. For bytes that are no HTTP, or come slowly, or never
end, a handler returns `Raw`. A client reaches the server only when `server.place` is allowed to be private.
"""

import contextlib
import json
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Self


class Seen(NamedTuple):
    """A request as it came: `path` with its query, header names in lower case, `at` by the monotonic clock."""

    method: str
    path: str
    headers: Mapping[str, str]
    body: bytes
    at: float

    @property
    def json(self) -> object:
        return json.loads(self.body)


@dataclass(frozen=True)
class Raw:
    """Bytes are sent as they are, numbers are seconds to wait; then the connection is closed.

    `parts` may be a generator without end: it is left when the client has gone or the server stops.
    """

    parts: Iterable[bytes | float]


Reply = tuple[int, Mapping[str, str], bytes | str]
"""Status, headers, body. Content-Length is added unless a header gives it or says chunked."""

Handler = Callable[[Seen], Reply | Raw]


def page(body: str, status: int = 200, **headers: str) -> Reply:
    """An HTML page; `last_modified="…"` is the header Last-Modified."""
    return status, {"content-type": "text/html; charset=utf-8", **_named(headers)}, body


def answer(value: object, status: int = 200, **headers: str) -> Reply:
    """A JSON answer."""
    return status, {"content-type": "application/json", **_named(headers)}, json.dumps(value)


def routes(table: Mapping[str, Reply | Raw | Handler]) -> Handler:
    """A handler by path, the query left aside; what is not in the table is 404."""

    def handle(seen: Seen) -> Reply | Raw:
        found = table.get(seen.path.partition("?")[0], (404, {}, b"not here"))
        return found(seen) if callable(found) else found

    return handle


@dataclass
class Server:
    """A server on a free port, between `with` and its end.

    `host` may be another loopback address (`127.0.0.2`, `::1`): to a client they are different hosts. `tls` makes
    it https. `delay` seconds pass before each answer.
    """

    handler: Handler = field(default=lambda _: (200, {}, b"ok"))
    host: str = "127.0.0.1"
    delay: float = 0.0
    tls: ssl.SSLContext | None = None
    requests: list[Seen] = field(default_factory=list[Seen], init=False)
    accepted: int = field(default=0, init=False)
    """Connections, also those on which nothing was asked."""
    at_once: int = field(default=0, init=False)
    """The most requests that were being answered at one time."""
    port: int = field(default=0, init=False)

    def __post_init__(self) -> None:
        self._stop = threading.Event()
        self._lock = threading.Lock()
        self._under_way = 0
        self._open: set[socket.socket] = set()
        self._threads: list[threading.Thread] = []

    @property
    def place(self) -> str:
        """`host:port`, as an operator allows it."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"

    def url(self, path: str = "/") -> str:
        return f"{'http' if self.tls is None else 'https'}://{self.place}{path}"

    @property
    def paths(self) -> list[str]:
        return [seen.path for seen in self.requests]

    def __enter__(self) -> Self:
        family = socket.AF_INET6 if ":" in self.host else socket.AF_INET
        self._listener = socket.create_server((self.host, 0), family=family, backlog=128)
        self._listener.settimeout(0.05)
        self.port = self._listener.getsockname()[1]
        self._accepting = threading.Thread(target=self._accept, daemon=True)
        self._accepting.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stop.set()
        self._accepting.join()
        self._listener.close()
        with self._lock:
            left = list(self._open)
        for connection in left:
            with contextlib.suppress(OSError):
                connection.shutdown(socket.SHUT_RDWR)
        for thread in self._threads:
            thread.join(timeout=5)

    def _accept(self) -> None:
        while not self._stop.is_set():
            try:
                connection, _ = self._listener.accept()
            except TimeoutError:
                continue
            connection.settimeout(None)
            with self._lock:
                self.accepted += 1
                self._open.add(connection)
            thread = threading.Thread(target=self._serve, args=(connection,), daemon=True)
            self._threads.append(thread)
            thread.start()

    def _serve(self, connection: socket.socket) -> None:
        talking = connection
        try:
            if self.tls is not None:
                talking = self.tls.wrap_socket(connection, server_side=True)
            while self._exchange(talking):
                pass
        except (OSError, ValueError):
            pass  # the client has gone, or does not believe the certificate
        finally:
            with self._lock:
                self._open.discard(connection)
            talking.close()
            connection.close()

    def _exchange(self, connection: socket.socket) -> bool:
        """One request and its answer; False when the connection is to be closed."""
        seen = _read(connection)
        if seen is None or self._stop.is_set():
            return False
        with self._lock:
            self.requests.append(seen)
            self._under_way += 1
            self.at_once = max(self.at_once, self._under_way)
        try:
            self._stop.wait(self.delay)
            reply = self.handler(seen)
            if isinstance(reply, Raw):
                self._send_raw(connection, reply)
                return False
            connection.sendall(_written(reply, seen.method))
            return "close" not in seen.headers.get("connection", "")
        finally:
            with self._lock:
                self._under_way -= 1

    def _send_raw(self, connection: socket.socket, reply: Raw) -> None:
        for part in reply.parts:
            if self._stop.is_set():
                return
            if isinstance(part, bytes):
                connection.sendall(part)
            else:
                self._stop.wait(part)


def _read(connection: socket.socket) -> Seen | None:
    data = b""
    while b"\r\n\r\n" not in data:
        more = connection.recv(65_536)
        data += more
        if not more or not data[:1].isalpha():
            return None  # the end, or no HTTP: TLS begins with a number
    head, _, body = data.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = {name.lower(): value.strip() for name, _, value in (line.partition(":") for line in lines)}
    length = int(headers.get("content-length", "0"))
    while len(body) < length:
        more = connection.recv(65_536)
        if not more:
            return None
        body += more
    method, path, _ = first.split(" ", 2)
    return Seen(method, path, headers, body[:length], time.monotonic())


def _written(reply: Reply, method: str) -> bytes:
    status, headers, body = reply
    raw = body.encode() if isinstance(body, str) else body
    names = {name.lower() for name in headers}
    lines = [f"HTTP/1.1 {status} Said", *(f"{name}: {value}" for name, value in headers.items())]
    if not names & {"content-length", "transfer-encoding"}:
        lines.append(f"content-length: {len(raw)}")
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + (b"" if method == "HEAD" else raw)


def _named(headers: Mapping[str, str]) -> dict[str, str]:
    return {name.replace("_", "-"): value for name, value in headers.items()}
