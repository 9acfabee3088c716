"""How near reading comes to the ideal schedule, and whether many runs keep to a site's limit.

    python benchmarks/fetching.py

Needs no data and no network: the sites are servers on loopback, in a process of their own, that answer after a delay.
Exit status 1 when an expectation does not hold:

- 12 pages from 6 hosts are read within 1.15 of the ideal schedule under the politeness limits (8 requests at once,
  2 for a host, 0.5 s between two starts of a host, robots.txt first), the start of the reader's process included;
- 50 runs that share one pace against a site that answers 429 above 20 requests a second are told so in the first
  five seconds only, and every page is read.
"""

import asyncio
import heapq
import multiprocessing
import time
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import UTC, date, datetime
from multiprocessing.connection import Connection
from typing import NamedTuple

from stet.adapters.fetch.apart import Apart
from stet.adapters.fetch.robots import Robots, user_agent
from stet.adapters.fetch.web import WebFetch
from stet.adapters.http import Http
from stet.adapters.http.pace import Pace
from stet.domain.evidence import Hit, PageStatus
from stet.errors import RateLimited

HOSTS = tuple(f"127.0.0.{n}" for n in range(1, 7))
ROBOTS_SECONDS = 0.1
PAGE_SECONDS = (0.2, 0.35, 0.5, 0.65, 0.8, 1.1)
PAGES_PER_HOST = 2
IN_ALL, AT_ONCE, GAP = 8, 2, 0.5
ALLOWED = 1.15
RUNS, PAGES_PER_RUN, PER_SECOND, WARM_UP = 50, 6, 20, 5.0
TEXT = (
    "<html><head><title>Pier</title></head><body><h1>Pier</h1>"
    + "<p>The north pier is closed for repairs.</p>" * 40
)


class Clock:
    """The time of this machine."""

    def now(self) -> datetime:
        """See `stet.ports.Clock`."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """See `stet.ports.Clock`."""
        return time.monotonic()


Answer = Callable[[str], Awaitable[bytes]]


def http(status: str, body: str = "", headers: str = "") -> bytes:
    """The bytes of an answer."""
    raw = body.encode()
    return (
        f"HTTP/1.1 {status}\r\ncontent-type: text/html\r\n{headers}content-length: {len(raw)}\r\n\r\n".encode()
        + raw
    )


def slow(seconds: float) -> Answer:
    """Answers every page after so long."""

    async def answer(path: str) -> bytes:
        await asyncio.sleep(ROBOTS_SECONDS if path == "/robots.txt" else seconds)
        return http("404 Not Found") if path == "/robots.txt" else http("200 OK", TEXT)

    return answer


def limited() -> Answer:
    """Answers 429 to what is more than `PER_SECOND` requests within any second."""
    recent: deque[float] = deque()

    async def answer(path: str) -> bytes:
        now = time.monotonic()
        while recent and now - recent[0] >= 1:
            recent.popleft()
        if len(recent) >= PER_SECOND:
            return http("429 Too Many Requests", headers="retry-after: 1\r\n")
        recent.append(now)
        await asyncio.sleep(0.05)
        return http("404 Not Found") if path == "/robots.txt" else http("200 OK", TEXT)

    return answer


async def serve(host: str, answer: Answer) -> int:
    """Serve on a free port of a host and return it."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := await reader.readuntil(b"\r\n\r\n"):
                writer.write(await answer(head.split(b" ", 2)[1].decode()))
                await writer.drain()
        except (asyncio.IncompleteReadError, ConnectionError):
            writer.close()

    server = await asyncio.start_server(talk, host, 0)
    return server.sockets[0].getsockname()[1]


def sites(pipe: Connection) -> None:
    """The servers' process: sends their places, the slow ones first, and serves until it is ended."""

    async def main() -> None:
        places = [f"{h}:{await serve(h, slow(s))}" for h, s in zip(HOSTS, PAGE_SECONDS, strict=True)]
        pipe.send([*places, f"127.0.0.7:{await serve('127.0.0.7', limited())}"])
        await asyncio.Event().wait()

    asyncio.run(main())


class Job(NamedTuple):
    """A request as it waits: since when, in which order, of which host, how long it takes."""

    ready: float
    number: int
    host: int
    seconds: float
    robots: bool


def ideal() -> float:
    """When the last page is there if nothing but the limits and the delays takes time: first come, first served."""
    waiting = [Job(0.0, n, n, ROBOTS_SECONDS, robots=True) for n in range(len(HOSTS))]
    running: list[tuple[float, Job]] = []
    last_start = [-GAP] * len(HOSTS)
    now, number = 0.0, len(HOSTS)
    while waiting or running:
        for job in sorted(j for j in waiting if j.ready <= now):
            of_host = sum(1 for _, other in running if other.host == job.host)
            if len(running) < IN_ALL and of_host < AT_ONCE and last_start[job.host] + GAP <= now:
                waiting.remove(job)
                heapq.heappush(running, (now + job.seconds, job))
                last_start[job.host] = now
        starts = [t for j in waiting if (t := max(j.ready, last_start[j.host] + GAP)) > now]
        now = min([*starts, *(end for end, _ in running)])
        while running and running[0][0] <= now:
            _, done = heapq.heappop(running)
            for _ in range(PAGES_PER_HOST if done.robots else 0):
                waiting.append(Job(now, number, done.host, PAGE_SECONDS[done.host], robots=False))
                number += 1
    return now


class Shared(NamedTuple):
    """What all runs of a process share."""

    http: Http
    pace: Pace
    robots: Robots
    apart: Apart

    def fetch(self) -> WebFetch:
        """The reader of one run."""
        return WebFetch(
            self.http,
            clock=Clock(),
            today=date(2026, 11, 30),
            pace=self.pace,
            robots=self.robots,
            apart=self.apart,
        )


def shared(places: list[str], pace: Pace) -> Shared:
    """New ones, for these servers."""
    client = Http(allow=places, user_agent=user_agent("benchmark"))
    return Shared(client, pace, Robots(client, pace=pace, clock=Clock()), Apart())


async def schedule(places: list[str]) -> list[str]:
    """Twelve pages from six hosts; returns what does not hold."""
    common = shared(places, Pace(in_all=IN_ALL, at_once=AT_ONCE, gap=GAP))
    fetch = common.fetch()
    urls = [f"http://{place}/{number}" for number in range(PAGES_PER_HOST) for place in places]
    started = time.perf_counter()
    got = await asyncio.gather(*(fetch.fetch(Hit(url=url, provider="benchmark", rank=1)) for url in urls))
    seconds = time.perf_counter() - started
    await common.http.aclose()
    common.apart.close()
    best = ideal()
    print(
        f"{len(urls)} pages from {len(places)} hosts: {seconds:.2f} s; ideal {best:.2f} s; {seconds / best:.2f} of it"
    )
    faults = [
        f"{g.page.url}: {g.page.status} ({g.page.reason})" for g in got if g.page.status is not PageStatus.OK
    ]
    return faults + ([f"more than {ALLOWED} of the ideal schedule"] if seconds > ALLOWED * best else [])


async def crowd(place: str) -> list[str]:
    """Fifty runs against one site with a limit; returns what does not hold."""
    common = shared([place], Pace(in_all=RUNS, at_once=8, gap=0.02))
    told: list[float] = []
    started = time.perf_counter()

    async def run(number: int) -> int:
        fetch, read = common.fetch(), 0
        for page in range(PAGES_PER_RUN):
            hit = Hit(url=f"http://{place}/{number}/{page}", provider="benchmark", rank=1)
            while True:
                try:
                    read += (await fetch.fetch(hit)).page.status is PageStatus.OK
                    break
                except RateLimited as error:
                    told.append(time.perf_counter() - started)
                    await asyncio.sleep(error.retry_after or 1.0)
        return read

    read = sum(await asyncio.gather(*(run(number) for number in range(RUNS))))
    seconds = time.perf_counter() - started
    await common.http.aclose()
    common.apart.close()
    late = [at for at in told if at > WARM_UP]
    print(
        f"{RUNS} runs, {RUNS * PAGES_PER_RUN} pages of a site with {PER_SECOND} requests a second: {read} read in"
        f" {seconds:.1f} s ({read / seconds:.1f} a second); {len(told)} answers 429,"
        f" {len(late)} after the first {WARM_UP:g} s"
    )
    faults = [f"{len(late)} answers 429 after warm-up"] if late else []
    return faults + ([f"only {read} pages were read"] if read < RUNS * PAGES_PER_RUN else [])


def main() -> int:
    """Measure both and say what does not hold."""
    here, there = multiprocessing.Pipe()
    servers = multiprocessing.get_context("spawn").Process(target=sites, args=(there,), daemon=True)
    servers.start()
    *places, limited_place = here.recv()
    faults = asyncio.run(schedule(places)) + asyncio.run(crowd(limited_place))
    servers.terminate()
    servers.join()
    for fault in faults:
        print(f"does not hold: {fault}")
    print("everything expected holds" if not faults else f"{len(faults)} expectations do not hold")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
