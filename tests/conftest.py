"""What every test gets: a home of its own, no settings from outside, and no network but loopback."""

import ipaddress
import os
import socket
import sys
import uuid
from collections.abc import Iterator
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parent))  # for `httpkit`, which any test may import

# Variables that would let the machine that runs the tests change what they see.
_OURS = (
    "STET_",
    "OPENAI_",
    "ANTHROPIC_",
    "GEMINI_",
    "GOOGLE_",
    "COMETAPI_",
    "TAVILY_",
    "BRAVE_",
    "EXA_",
    "SEARXNG_",
)
_KEPT = {"STET_TEST_POSTGRES"}
_TERMINAL = ("NO_COLOR", "FORCE_COLOR", "COLUMNS", "LINES", "TERM")

_refused: list[str] = []

_connect, _connect_ex, _getaddrinfo = socket.socket.connect, socket.socket.connect_ex, socket.getaddrinfo


class NetworkUsed(OSError):
    """A test reached for the network; an OSError, as the code under test would meet offline."""


def _check(host: object) -> None:
    """Let loopback and local sockets through."""
    if not isinstance(host, str) or host in {"", "localhost"}:
        return
    try:
        inside = ipaddress.ip_address(host.split("%", 1)[0]).is_loopback
    except ValueError:
        inside = False
    if not inside:
        _refused.append(host)
        msg = f"a test tried to reach {host!r}: tests have no network but loopback"
        raise NetworkUsed(msg)


def _guarded_connect(self: socket.socket, address: object) -> None:
    if isinstance(address, tuple):
        _check(address[0])
    return _connect(self, address)  # pyright: ignore[reportArgumentType]


def _guarded_connect_ex(self: socket.socket, address: object) -> int:
    if isinstance(address, tuple):
        _check(address[0])
    return _connect_ex(self, address)  # pyright: ignore[reportArgumentType]


def _guarded_getaddrinfo(host: object, *args: object, **kwargs: object) -> object:
    _check(host.decode() if isinstance(host, bytes) else host)
    return _getaddrinfo(host, *args, **kwargs)  # pyright: ignore[reportArgumentType]


@pytest.fixture(autouse=True)
def refused_addresses() -> Iterator[list[str]]:
    """Fail a test whose code reached for the network, even where that code tolerated the error.

    A test that means to do so takes this list and clears it.
    """
    _refused.clear()
    yield _refused
    assert not _refused, f"the network was reached for: {_refused}"


@pytest.fixture(autouse=True, scope="session")
def no_network() -> Iterator[None]:
    """Refuse every address but loopback, by name or by number."""
    patch = pytest.MonkeyPatch()
    patch.setattr(socket.socket, "connect", _guarded_connect)
    patch.setattr(socket.socket, "connect_ex", _guarded_connect_ex)
    patch.setattr(socket, "getaddrinfo", _guarded_getaddrinfo)
    yield
    patch.undo()


@pytest.fixture(autouse=True)
def clean_environment(monkeypatch: pytest.MonkeyPatch, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Hide the machine's settings; give `stet` a home that is thrown away. Returns that home."""
    for name in list(os.environ):
        if (name.startswith(_OURS) and name not in _KEPT) or name in _TERMINAL:
            monkeypatch.delenv(name)
    home = tmp_path_factory.mktemp("home")
    monkeypatch.setenv("STET_HOME", str(home))
    monkeypatch.setenv("COLUMNS", "100")
    return home


@pytest.fixture(scope="session")
def anyio_backend() -> str:
    """Async tests run on asyncio, as the program does."""
    return "asyncio"


@pytest.fixture(params=["sqlite", pytest.param("postgres", marks=pytest.mark.postgres)])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[str]:
    """Where an empty store may be made: a file, and a schema of its own in PostgreSQL where there is one."""
    if request.param == "sqlite":
        yield str(tmp_path / "store.db")
        return
    server = os.environ.get("STET_TEST_POSTGRES")
    if not server:
        pytest.skip("no PostgreSQL: STET_TEST_POSTGRES is not set (see scripts/postgres-for-tests)")
    import psycopg

    schema = f"stet_{uuid.uuid4().hex}"
    with psycopg.connect(server.replace("+psycopg", "", 1), autocommit=True) as connection:
        connection.execute(f"CREATE SCHEMA {schema}".encode())
        yield f"{server}{'&' if '?' in server else '?'}options=-csearch_path%3D{schema}"
        connection.execute(f"DROP SCHEMA {schema} CASCADE".encode())
