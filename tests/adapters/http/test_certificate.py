"""Certificates: a bad one is a failure, and nothing is asked of that host in any other way (K125)."""

import os
import shutil
import ssl
import subprocess
from collections.abc import Sequence
from pathlib import Path

import pytest

from httpkit import Server, page
from stet.adapters.http import Failure, Http, HttpFailure


@pytest.fixture(scope="session")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A self-signed certificate for site.example with its key, in one file."""
    openssl = shutil.which("openssl")
    if openssl is None:
        assert "CI" not in os.environ, "CI needs the openssl program"
        pytest.skip("no openssl program to make a certificate with")
    folder = tmp_path_factory.mktemp("certificate")
    command = (
        "req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2 -subj /CN=site.example"
    )
    subprocess.run(
        [
            openssl,
            *command.split(),
            "-addext",
            "subjectAltName=DNS:site.example",
            "-keyout",
            "key",
            "-out",
            "cert",
        ],
        cwd=folder,
        check=True,
        capture_output=True,
    )
    both = folder / "both.pem"
    both.write_bytes((folder / "key").read_bytes() + (folder / "cert").read_bytes())
    return both


@pytest.fixture
def tls(certificate: Path) -> ssl.SSLContext:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    return context


async def loopback(_host: str, _port: int) -> Sequence[str]:
    return ["127.0.0.1"]


def client(server: Server, name: str, trusted: Path | None = None) -> Http:
    return Http(
        user_agent="stet-test",
        allow=[f"{name}:{server.port}"],
        resolver=loopback,
        ssl_context=ssl.create_default_context(cafile=trusted) if trusted else None,
    )


async def test_a_certificate_that_is_the_hosts_and_vouched_for_is_good(
    tls: ssl.SSLContext, certificate: Path
):
    with Server(lambda _: page("<p>over TLS"), tls=tls) as server:
        http = client(server, "site.example", certificate)
        reply = await http.request("GET", f"https://site.example:{server.port}/")
        await http.aclose()
    assert (reply.body, reply.peer) == (b"<p>over TLS", "127.0.0.1")


@pytest.mark.parametrize(("name", "trust"), [("site.example", False), ("other.example", True)])
async def test_a_certificate_nobody_vouches_for_or_of_another_host_is_a_failure_and_nothing_is_asked(
    name: str, trust: bool, tls: ssl.SSLContext, certificate: Path
):
    with Server(tls=tls) as server:
        http = client(server, name, certificate if trust else None)
        with pytest.raises(HttpFailure) as caught:
            await http.request("GET", f"https://{name}:{server.port}/page?key=secret")
        await http.aclose()
    assert caught.value.failure is Failure.CERTIFICATE
    assert name in caught.value.message
    assert "secret" not in caught.value.message
    assert server.requests == []
    assert server.accepted == 1


async def test_variables_of_the_environment_make_no_certificate_good(
    tls: ssl.SSLContext, certificate: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    monkeypatch.setenv("SSL_CERT_DIR", str(certificate.parent))
    with Server(tls=tls) as server:
        http = client(server, "site.example")
        with pytest.raises(HttpFailure) as caught:
            await http.request("GET", f"https://site.example:{server.port}/")
        await http.aclose()
    assert caught.value.failure is Failure.CERTIFICATE


async def test_a_host_that_speaks_no_tls_is_unreachable_and_not_asked_without_it():
    with Server() as server:
        http = client(server, "site.example")
        with pytest.raises(HttpFailure) as caught:
            await http.request("GET", f"https://site.example:{server.port}/")
        await http.aclose()
    assert caught.value.failure is Failure.UNREACHABLE
    assert server.requests == []
