"""The pages of a report of 500 claims and 200 sources: `python benchmarks/pages.py [CLAIMS SOURCES]`.

Serves a run with such a report in this process, asks for each page on loopback, and prints milliseconds to the first
byte and to the last, and bytes. Exits 1 where a page is slower or larger than wanted.
"""

import asyncio
import statistics
import sys
import tempfile
import time
from datetime import UTC, datetime
from pathlib import Path

import httpx2
from exports import made
from stored import spec

from stet.app import App
from stet.app.place import Place
from stet.app.running import Running
from stet.config import load_settings
from stet.domain.base import content_id
from stet.domain.events import Finished, PageRead, Started
from stet.domain.evidence import Page, PageStatus, Source
from stet.domain.report import ListedSource
from stet.domain.run import RunStatus
from stet.ports import Fetched
from stet.web.server import create_app, listening, serve

FIRST_BYTE = 1.0
MOST = 1_500_000
"""Seconds and bytes that are wanted at most."""
TIMES = 5
PATHS = (
    "",
    "/ledger",
    "/disagreements",
    "/not-supported",
    "/sources",
    "/run",
    "/claims/C250",
    "/sources/S100",
    ".json",
    "/ledger.json",
)


def stored(place: Place, claims: int, sources: int) -> str:
    """A run with such a report, as the store keeps runs."""
    report, texts = made(claims, sources)
    store, now = place.store, place.app.clock.now()
    run = store.create(spec(1), now)
    store.append(run, Started(spec=spec(1)), now)
    listed: list[ListedSource] = []
    for source in report.sources:
        fetched = _fetched(source, texts[source.id])
        store.put(fetched)
        store.append(run, PageRead(round=1, source=_source(source, fetched.page)), now)
        listed.append(source.model_copy(update={"sha256": fetched.page.sha256}))
    whole = report.model_copy(update={"run": run, "sources": tuple(listed)})
    store.append(run, Finished(report=whole), now)
    store.update_run(run, RunStatus.DONE, report.outcome, now)
    return run


def _fetched(source: ListedSource, text: str) -> Fetched:
    raw = text.encode()
    page = Page(
        url=source.url,
        final_url=source.url,
        status=PageStatus.OK,
        retrieved_at=source.retrieved_at or datetime.now(UTC),
        sha256=content_id(raw),
        text_sha256=content_id(raw),
        text=text,
    )
    return Fetched(page=page, raw=raw)


def _source(source: ListedSource, page: Page) -> Source:
    fields = {name: getattr(source, name) for name in Source.model_fields if hasattr(source, name)}
    return Source.model_validate({**fields, "sha256": page.sha256, "text_sha256": page.text_sha256})


async def asked(client: httpx2.AsyncClient, path: str) -> tuple[float, float, int]:
    """Seconds to the first byte and to the last, and bytes."""
    began, first, size = time.perf_counter(), 0.0, 0
    async with client.stream("GET", path, headers={"Accept": "text/html"}) as answer:
        assert answer.status_code == 200, path
        async for part in answer.aiter_raw():
            first = first or time.perf_counter() - began
            size += len(part)
    return first, time.perf_counter() - began, size


async def measured(claims: int, sources: int) -> int:
    """Print a line a page; how many are slower or larger than wanted."""
    with tempfile.TemporaryDirectory() as home:
        settings = load_settings(home=Path(home), environ={}, folder=Path(home))
        running = Running(App(Path(home)), most=1)
        place, ready, over = Place(running.app, running, settings), asyncio.Event(), 0
        run, app = stored(place, claims, sources), create_app(place)
        print(f"{claims} claims, {sources} sources, {TIMES} times each")
        with listening("127.0.0.1", 0) as there:
            served = asyncio.create_task(serve(app, there, ready.set))
            await ready.wait()
            address = f"http://127.0.0.1:{there.getsockname()[1]}"
            async with httpx2.AsyncClient(base_url=address, timeout=60) as client:
                for path in PATHS:
                    times = [await asked(client, f"/r/{run}{path}") for _ in range(TIMES)]
                    first, last = (statistics.median(each[n] for each in times) for n in (0, 1))
                    worst, size = max(each[0] for each in times), times[0][2]
                    print(
                        f"{path or '/':15} first byte {first * 1000:6.0f} ms (at most {worst * 1000:.0f})"
                        f"  last {last * 1000:6.0f} ms  {size:>10,} bytes"
                    )
                    over += worst > FIRST_BYTE or (size > MOST and not path.endswith(".json"))
            app.state.stop()
            await served
        await running.close()
    return over


def main() -> int:
    """Measure what was asked for."""
    claims, sources = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (500, 200)
    return int(asyncio.run(measured(claims, sources)) > 0)


if __name__ == "__main__":
    sys.exit(main())
