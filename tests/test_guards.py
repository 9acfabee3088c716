"""The guards of conftest.py guard."""

import os
import socket
from pathlib import Path

import anyio
import pytest


@pytest.mark.parametrize("host", ["192.0.2.1", "2001:db8::1", "example.com"])
def test_the_network_is_refused_and_seen(host: str, refused_addresses: list[str]) -> None:
    with pytest.raises(OSError, match="no network but loopback"):
        socket.create_connection((host, 80), timeout=1)
    assert refused_addresses == [host]
    refused_addresses.clear()


def test_loopback_is_let_through() -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        socket.create_connection(server.getsockname(), timeout=5).close()


async def test_async_tests_run_and_have_no_network_either(refused_addresses: list[str]) -> None:
    with pytest.raises(OSError, match="no network but loopback"):
        await anyio.connect_tcp("example.com", 80)
    refused_addresses.clear()


def test_every_test_has_a_home_of_its_own(clean_environment: Path) -> None:
    assert os.environ["STET_HOME"] == str(clean_environment)
    assert not list(clean_environment.iterdir())
