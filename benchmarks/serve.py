"""Many followers of one run: `python benchmarks/serve.py [FOLDER] [--followers N] [--question TEXT]`.

Starts `stet serve` in a process of its own over FOLDER (the invented collection of examples/, if none is given),
starts a run, and follows it with N streams on loopback, each of which breaks off once and takes up again. Prints
whether every event came to each exactly once, the server's memory, and how long its answers took meanwhile.
"""

import argparse
import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Generator
from contextlib import contextmanager
from pathlib import Path

import httpx2

EXAMPLE = Path(__file__).parents[1] / "examples" / "harbour-toll"
TARGET_MB = 300
BREAK_AFTER = 7


@contextmanager
def serving(folder: Path) -> Generator[tuple[str, int]]:
    """The address of a server over the folder, and its process."""
    with tempfile.TemporaryDirectory() as home:
        Path(home, "config.toml").write_text(
            f"[serve.corpora]\ndocs = {json.dumps(str(folder.resolve()))}\n", encoding="utf-8"
        )
        command = [sys.executable, "-m", "stet", "serve", "--port", "0"]
        environ = {**os.environ, "STET_HOME": home}
        with subprocess.Popen(command, env=environ, stderr=subprocess.PIPE, text=True, cwd=home) as process:
            assert process.stderr is not None
            yield process.stderr.readline().split()[2], process.pid
            process.terminate()
            process.wait(60)


def megabytes(process: int) -> float:
    """The most memory that a process had resident, in MB (10^6 bytes)."""
    status = Path(f"/proc/{process}/status").read_text(encoding="ascii")
    line = next(line for line in status.splitlines() if line.startswith("VmHWM"))
    return int(line.split()[1]) * 1024 / 1e6


async def numbers(client: httpx2.AsyncClient, path: str, after: int) -> AsyncIterator[int]:
    """The numbers of events of a stream, as they come."""
    headers = {"Accept": "text/event-stream", "Last-Event-ID": str(after)}
    async with client.stream("GET", path, headers=headers) as answer:
        async for line in answer.aiter_lines():
            if line.startswith("id: "):
                yield int(line[4:])


async def followed(client: httpx2.AsyncClient, path: str) -> list[int]:
    """All numbers that one follower hears; the first stream breaks off after a few."""
    heard: list[int] = []
    async for number in numbers(client, path, 0):
        heard.append(number)
        if len(heard) >= BREAK_AFTER:
            break
    after = heard[-1] if heard else 0
    return [*heard, *[number async for number in numbers(client, path, after)]]


async def asked_meanwhile(client: httpx2.AsyncClient, path: str) -> list[float]:
    """Seconds that a question after the run's status took, again and again until it is done."""
    took: list[float] = []
    while True:
        start = time.perf_counter()
        status = (await client.get(path)).json()["status"]
        took.append(time.perf_counter() - start)
        if status != "running":
            return took
        await asyncio.sleep(0.05)


async def measure(address: str, process: int, followers: int, question: str) -> bool:
    """Print what was measured; whether every event came once to each, within the memory."""
    limits = httpx2.Limits(max_connections=followers + 10)
    async with httpx2.AsyncClient(base_url=address, timeout=600, limits=limits) as client:
        before = megabytes(process)
        start = time.perf_counter()
        started = await client.post("/api/v1/runs", json={"question": question, "corpora": ["docs"]})
        run = f"/api/v1/runs/{started.json()['run']}"
        streams = (followed(client, f"{run}/events") for _ in range(followers))
        *heard, took = await asyncio.gather(*streams, asked_meanwhile(client, run))
        seconds = time.perf_counter() - start
        events = (await client.get(run)).json()["events"]
    whole = list(range(1, events + 1))
    right = sum(each == whole for each in heard)
    most = megabytes(process)
    slowest = sorted(took)
    print(f"{followers} followers of {events} events: {right} heard each once, in {seconds:.1f} s")
    print(
        f"memory of the server at most {most:.0f} MB (before the run {before:.0f} MB), target {TARGET_MB} MB"
    )
    print(
        f"status meanwhile: median {slowest[len(slowest) // 2]:.3f} s, slowest {slowest[-1]:.3f} s of {len(took)}"
    )
    return right == followers and most <= TARGET_MB


def main() -> int:
    """Status 1 where an event was lost or came twice, or the server took more memory than it may."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else None)
    parser.add_argument("folder", nargs="?", type=Path, default=EXAMPLE)
    parser.add_argument("--followers", type=int, default=100)
    parser.add_argument("--question", default="When does the harbour bridge toll start, and for whom?")
    given = parser.parse_args()
    with serving(given.folder) as (address, process):
        return not asyncio.run(measure(address, process, given.followers, given.question))


if __name__ == "__main__":
    sys.exit(main())
