"""The server itself: slow and lost clients, and how it stops."""

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx2
import pytest

from stet.domain.run import RunStatus
from stet.errors import BadSetting
from stet.store import open_store
from stet.web import server as serving
from stet.web import sse
from stet.web.server import listening

ROOT = Path(__file__).parents[2]
TOLL = ROOT / "examples" / "harbour-toll"


@asynccontextmanager
async def listened(app) -> AsyncGenerator[tuple[str, int]]:
    """The address of a server in this process, stopped as a signal would."""
    ready = asyncio.Event()
    with listening("127.0.0.1", 0) as there:
        task = asyncio.create_task(serving.serve(app, there, ready.set))
        await asyncio.wait_for(ready.wait(), 10)
        yield there.getsockname()
        os.kill(os.getpid(), signal.SIGTERM)
        await asyncio.wait_for(task, 20)


async def until(so: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not so():  # noqa: ASYNC110 - nobody tells when
            await asyncio.sleep(0.01)


async def test_who_never_ends_the_head_of_a_request_is_let_go(served, monkeypatch):
    monkeypatch.setattr(serving, "HEADER_SECONDS", 0.2)
    async with listened(served.app) as address:
        for begun in (
            b"",
            b"GET / HTTP/1.1\r\nHost: 127",
            b"GET /api/v1/offer HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
        ):
            reader, writer = await asyncio.open_connection(*address)
            writer.write(begun)
            if begun.endswith(b"\r\n\r\n"):
                assert await reader.readuntil(b"\r\n\r\n")
                writer.write(b"GET / HT")
            await asyncio.wait_for(reader.read(), 5)
            assert reader.at_eof()
            writer.close()


async def test_a_head_without_end_is_refused(served):
    async with listened(served.app) as address:
        reader, writer = await asyncio.open_connection(*address)
        writer.write(b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nX: " + b"a" * 100_000)
        assert b" 400 " in await asyncio.wait_for(reader.readline(), 5)
        writer.close()


async def test_a_follower_who_is_gone_is_noticed_and_one_who_stays_hears_that_we_live(served, monkeypatch):
    monkeypatch.setattr(sse, "HEARTBEAT", 0.1)
    store = served.place.store
    request = served.place.request_of(served.asked)
    # A run of another process, which goes on and says nothing.
    run = store.create(served.place.app.spec(request), served.place.app.clock.now())
    async with listened(served.app) as (host, port):
        reader, writer = await asyncio.open_connection(host, port)
        writer.write(f"GET /api/v1/runs/{run}/events HTTP/1.1\r\nHost: {host}:{port}\r\n\r\n".encode())
        assert await asyncio.wait_for(reader.readuntil(b": still here"), 10)
        assert served.app.state.followers._number == 1
        writer.close()
        await until(lambda: served.app.state.followers._number == 0)
        assert served.place.running._feeds == {}


async def test_a_follower_who_reads_nothing_is_given_up(served, monkeypatch):
    monkeypatch.setattr("stet.web.limits.SEND_SECONDS", 0.3)
    client = served.client()
    run = await served.done(client)
    async with listened(served.app) as address:
        sock = socket.socket()
        sock.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 2048)
        sock.connect(address)
        ask = f"GET /api/v1/runs/{run}/events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode()
        sock.sendall(ask)
        await until(lambda: served.app.state.followers._number == 1)
        await until(lambda: served.app.state.followers._number == 0)
        sock.close()


async def test_streams_end_when_the_server_stops(served):
    request = served.place.request_of(served.asked)
    run = served.place.store.create(served.place.app.spec(request), served.place.app.clock.now())
    async with listened(served.app) as (host, port), httpx2.AsyncClient() as client:
        following = asyncio.create_task(
            client.get(f"http://{host}:{port}/api/v1/runs/{run}/events", timeout=30)
        )
        await until(lambda: served.app.state.followers._number == 1)
        served.app.state.followers.close()
        answer = await asyncio.wait_for(following, 5)
    assert "event: end" not in answer.text


def test_where_nobody_can_listen_is_an_error_of_the_setting():
    with listening("127.0.0.1", 0) as there, pytest.raises(BadSetting, match="cannot listen"):
        listening("127.0.0.1", there.getsockname()[1])


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_told_to_stop_it_keeps_the_runs_so_that_they_can_be_resumed(tmp_path, number):
    (tmp_path / "config.toml").write_text(f'[serve.corpora]\ntoll = "{TOLL}"\n')
    environ = {**os.environ, "STET_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "stet", "serve", "--port", "0"]
    with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, cwd=tmp_path, text=True) as process:
        assert process.stderr is not None
        address = process.stderr.readline().split()[2]
        asked = {"question": "When does the harbour bridge toll start?", "corpora": ["toll"]}
        run = httpx2.post(f"{address}api/v1/runs", json=asked, timeout=30).json()["run"]
        with httpx2.stream("GET", f"{address}api/v1/runs/{run}/events", timeout=30) as stream:
            first = next(stream.iter_lines())
            process.send_signal(number)
            assert first.startswith("retry")
            assert process.wait(20) == 0
        assert "resumed" in process.stderr.read()
    store = open_store(str(tmp_path / "stet.sqlite"))
    record = store.run(run)
    store.close()
    assert record.status in {RunStatus.INTERRUPTED, RunStatus.DONE}


def test_nobody_serves_to_others_without_a_token(tmp_path):
    environ = {**os.environ, "STET_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "stet", "serve", "--host", "0.0.0.0", "--port", "0"]
    done = subprocess.run(
        command, env=environ, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False
    )
    assert done.returncode == 2
    assert "stet token new" in done.stderr


def test_a_token_is_printed_once_and_alone_on_stdout(tmp_path):
    environ = {**os.environ, "STET_HOME": str(tmp_path)}

    def stet(*words: str) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "stet", *words]
        return subprocess.run(
            command, env=environ, capture_output=True, text=True, cwd=tmp_path, timeout=60, check=False
        )

    made = stet("token", "new", "ann", "--scope", "read,run", "--max-usd", "0.50", "--max-runs-a-day", "3")
    text = made.stdout.strip()
    assert made.returncode == 0
    assert text.startswith("stet_t")
    assert len(made.stdout.splitlines()) == 1
    listed = stet("token", "list", "--json")
    assert json.loads(listed.stdout)[0]["name"] == "ann"
    secret = text.rsplit("_", 1)[-1] if "_" not in text[17:] else text[17:]
    assert secret not in listed.stdout + stet("token", "list").stdout
    assert secret.encode() not in b"".join(
        path.read_bytes() for path in tmp_path.rglob("*") if path.is_file()
    )
    assert stet("token", "new", "ann", "--scope", "read").returncode == 2
    assert stet("token", "new", "bob", "--scope", "all").returncode == 2
    assert stet("token", "new", "bob", "--scope", "read", "--max-usd", "NaN").returncode == 2
    assert stet("token", "revoke", "ann").returncode == 0
    assert stet("token", "revoke", "ann").returncode == 2
