"""What the program adds to the time, the processor and the memory of a run with a model.

    python benchmarks/overhead.py

Needs no data and no network: a search service (0.3 s an answer), twelve sites with a page of 10 kB each (0.5 s) and a
model that plays every role by rule (1 s; the clerk of `tests/modeltown.py`) are servers on loopback, in a process of
their own. Exit status 1 when an expectation does not hold:

- the wall time of a run is at most 1.10 of its critical path, for each level. The critical path is worked out from the
  calls that the servers saw: searches one and then two at a time, pages six at a time, the analyst's calls one after
  the other for each researcher, the judge's all at once, every other role one after the other, and each of these
  stages after the one before; so many turns, each of the seconds that were injected. The longest chain of calls of
  which each began after the one before had ended is shown beside it: where that is longer, something waited that need
  not. The best of three runs counts, after one that does not, in which libraries are loaded and robots.txt is read;
- the processor time of the program itself is at most 5 % of the critical path; that of the process that extracts
  pages, which serves all runs, is shown beside it;
- 50 runs at once in one process take at most 600 MB, and every event that was told is in the store;
- `workflow` with its review over twelve pages of 10 kB sends at most 90,000 characters in all; also where the model
  makes sixty claims of every answer of its analyst, and not the twelve that it was asked for.
"""

import asyncio
import json
import multiprocessing
import resource
import sys
import time
import urllib.parse
from bisect import bisect_right
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from datetime import date
from math import ceil
from multiprocessing.connection import Connection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))

from modeltown import CLERK, Clerk, Rule, Talker, asked_of, completion
from stet.app import App, Operator, Request, WebRequest
from stet.domain.events import Stamped
from stet.domain.report import Report, ReportOutcome
from stet.domain.run import Level
from stet.store import verify_chain

SEARCH_SECONDS, PAGE_SECONDS, MODEL_SECONDS = 0.3, 0.5, 1.0
PAGES, PAGE_CHARACTERS, RUNS, TRIES = 12, 10_000, 50, 3
SEARCHES_AT_ONCE, PAGES_AT_ONCE = 2, 6
WALL, PROCESSOR, MEGABYTES, CHARACTERS = 1.10, 0.05, 600, 90_000
TODAY = date(2026, 11, 30)
TALKER = "local:talker"
QUESTION = "When does the canal toll of Overton start, who pays it, and what does it cost?"
KINDS = ("answer", "part", "part", "scope")
TOPICS = ("When does the toll start?", "Who pays the toll?", "What does it cost?", "Who is exempt?")
SAID = (
    "The canal toll of Overton starts on {day} March 2027 at lock {n}.",
    "The canal toll at lock {n} is paid by the masters of barges.",
    "The canal toll at lock {n} costs {n}0 euros for each barge.",
    "Rowing boats are exempt from the canal toll at lock {n}.",
)
ANSWERS = (r"toll of Overton starts", r"is paid by", r"costs \d+ euros", r"are exempt")
RULES = tuple(
    Rule(text, kind, (f"canal toll {word} lock", f"Overton {word} barge toll"), wanted)
    for text, kind, word, wanted in zip(
        TOPICS, KINDS, ("start", "payer", "price", "exemption"), ANSWERS, strict=True
    )
)


class Call(NamedTuple):
    """A call as a server saw it: what kind or role, when (seconds of the machine), and how much was sent."""

    kind: str
    start: float
    end: float
    characters: int = 0
    tokens: int = 0


class Answered(NamedTuple):
    """What is answered, after how long, and what the call is called."""

    body: str
    seconds: float
    kind: str
    characters: int = 0
    tokens: int = 0


def article(n: int, sitting: int) -> str:
    """A page of 10 kB: sentences that answer, among paragraphs that speak of the topics and answer nothing.

    The paragraphs are others in each `sitting`: no run profits from what another remembers of its pages.
    """
    about = ("toll start", "paying a toll", "the cost of barges", "an exempt boat")
    said = [line.format(n=n, day=n) for line in SAID]
    filler = [
        " ".join(
            f"Clause {n}-{i}-{k} on {about[i % 4]} was read aloud in hall {k} of Overton, sitting {sitting}."
            for k in range(8)
        )
        for i in range(30)
    ]
    paragraphs = [*said, *filler]
    text, body = 0, ""
    for paragraph in paragraphs:
        if text + len(paragraph) > PAGE_CHARACTERS:
            break
        text += len(paragraph)
        body += f"<p>{paragraph}</p>\n"
    return (
        f"<!doctype html><html lang=en><head><title>Canal toll of Overton, lock {n}</title></head><body><main>\
<h1>Canal toll of Overton, lock {n}</h1>{body}</main></body></html>"
    )


async def serve(host: str, calls: list[Call], answers: Callable[[str, bytes], Answered]) -> int:
    """Serve on a free port of a host; writes down every call but those for robots.txt."""

    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        try:
            while head := (await reader.readuntil(b"\r\n\r\n")).decode("latin-1"):
                start = time.monotonic()
                lengths = [line for line in head.lower().split("\r\n") if line.startswith("content-length:")]
                body = await reader.readexactly(int(lengths[0].partition(":")[2]) if lengths else 0)
                path = head.split(" ", 2)[1]
                found = path != "/robots.txt"
                said = answers(path, body) if found else Answered("none", 0, "robots")
                await asyncio.sleep(max(0.0, start + said.seconds - time.monotonic()))
                raw = said.body.encode()
                kind = "application/json" if raw.startswith(b"{") else "text/html; charset=utf-8"
                status = "200 OK" if found else "404 Not Found"
                writer.write(
                    f"HTTP/1.1 {status}\r\ncontent-type: {kind}\r\ncontent-length: {len(raw)}\r\n\r\n".encode()
                    + raw
                )
                await writer.drain()
                if found:
                    calls.append(Call(said.kind, start, time.monotonic(), said.characters, said.tokens))
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    return (await asyncio.start_server(talk, host, 0, backlog=500)).sockets[0].getsockname()[1]


def servers(pipe: Connection) -> None:
    """The servers' process: sends their places, then the calls whenever it is asked for them, until it is ended."""
    calls: list[Call] = []
    found: list[str] = []
    queries = [query for rule in RULES for query in rule.queries]
    served: Counter[int] = Counter()
    played = {CLERK: Clerk(rules=RULES, each=2), TALKER: Talker(rules=RULES, each=2)}

    def search(path: str, _: bytes) -> Answered:
        text = urllib.parse.parse_qs(urllib.parse.urlsplit(path).query)["q"][0]
        first = 2 * queries.index(text) % PAGES if text in queries else 0
        ranked = [*found[first:], *found[:first]]
        hits = [{"url": url, "title": "Canal toll of Overton", "content": "a lead"} for url in ranked]
        return Answered(json.dumps({"query": text, "results": hits}), SEARCH_SECONDS, "search")

    def model(_: str, body: bytes) -> Answered:
        asked = asked_of(json.loads(body), 0)
        said = completion(played[f"local:{asked.body['model']}"], asked)
        sent = asked.characters
        return Answered(json.dumps(said), MODEL_SECONDS, asked.role, sent, sent // 4)

    def page(n: int) -> Answered:
        served[n] += 1
        return Answered(article(n, served[n]), PAGE_SECONDS, "page")

    async def main() -> None:
        pages = [await serve(f"127.0.1.{n}", calls, lambda _, __, n=n: page(n)) for n in range(1, PAGES + 1)]
        found.extend(f"http://127.0.1.{n}:{port}/toll" for n, port in enumerate(pages, start=1))
        pipe.send([await serve("127.0.0.1", calls, search), await serve("127.0.0.1", calls, model), *pages])
        loop = asyncio.get_running_loop()
        while True:
            await loop.run_in_executor(None, pipe.recv)
            pipe.send(calls[:])
            calls.clear()

    asyncio.run(main())


def app_at(home: Path, ports: Sequence[int]) -> App:
    """The program, told of the servers."""
    search, model, *pages = ports
    return App(
        home,
        own_process=True,  # as every command has it
        operator=Operator(
            allow_host=tuple(f"127.0.1.{n}:{port}" for n, port in enumerate(pages, start=1)),
            urls={"searxng": f"http://127.0.0.1:{search}", "local": f"http://127.0.0.1:{model}/v1"},
        ),
    )


def asking(
    app: App, level: Level, told: list[Stamped] | None = None, model: str = CLERK
) -> Awaitable[Report]:
    """A run that asks anew for everything."""
    web = WebRequest(search=("searxng",), official=False, max_age=0)
    request = Request(question=QUESTION, web=web, engine="model", model=model, level=level, today=TODAY)
    return app.ask(request, [told.append] if told is not None else [])


def ideal(calls: Sequence[Call], researchers: int) -> float:
    """Seconds of the critical path of a run, as the docstring of this module has it."""
    count = Counter(call.kind for call in calls)
    searches = min(1, count["search"]) + ceil(max(0, count["search"] - 1) / SEARCHES_AT_ONCE)
    one_by_one = sum(count[role] for role in ("planner", "supervisor", "writer", "reviewer", "single"))
    models = one_by_one + ceil(count["analyst"] / researchers) + min(1, count["judge"])
    return (
        searches * SEARCH_SECONDS
        + ceil(count["page"] / PAGES_AT_ONCE) * PAGE_SECONDS
        + models * MODEL_SECONDS
    )


def chain(calls: Sequence[Call]) -> float:
    """The longest sum of seconds of calls of which each began after the one before had ended."""
    ordered = sorted(calls, key=lambda call: call.end)
    ends = [call.end for call in ordered]
    best = [0.0]
    for number, call in enumerate(ordered):
        before = bisect_right(ends, call.start, 0, number)
        best.append(max(best[-1], best[before] + call.end - call.start))
    return best[-1]


class Measured(NamedTuple):
    """One run: seconds of wall time, critical path, chain, processor here and in the extracting process."""

    wall: float
    ideal: float
    chain: float
    processor: float
    extracting: float
    report: Report
    calls: list[Call]


def spent(who: int) -> float:
    """Seconds of the processor."""
    used = resource.getrusage(who)
    return used.ru_utime + used.ru_stime


async def measure(app: App, level: Level, pipe: Connection, model: str = CLERK) -> Measured:
    """One run of a level."""
    told: list[Stamped] = []
    own, others, start = spent(resource.RUSAGE_SELF), spent(resource.RUSAGE_CHILDREN), time.monotonic()
    report = await asking(app, level, told, model)
    wall = time.monotonic() - start
    own, others = spent(resource.RUSAGE_SELF) - own, spent(resource.RUSAGE_CHILDREN) - others
    pipe.send(level)
    calls: list[Call] = pipe.recv()
    parts = [event.parts for event in (each.event for each in told) if event.kind == "divided"]
    researchers = len(parts[0]) if parts else 1
    return Measured(wall, ideal(calls, researchers), chain(calls), own, others, report, calls)


async def levels(ports: Sequence[int], pipe: Connection, home: Path) -> list[str]:
    """Every level alone; returns what does not hold."""
    faults: list[str] = []
    app = app_at(home, ports)
    print("level       wall  critical  chain  wall/crit.  own CPU  of crit.  extracting  calls  outcome")
    for level in Level:
        await measure(app, level, pipe)
        tries = [await measure(app, level, pipe) for _ in range(TRIES)]
        best = min(tries, key=lambda each: each.wall / each.ideal)
        share, busy = best.wall / best.ideal, min(each.processor for each in tries) / best.ideal
        print(
            f"{level:9} {best.wall:5.2f} s  {best.ideal:5.2f} s {best.chain:5.2f} s  {share:10.3f} "
            f"{busy * best.ideal:6.2f} s  {busy:7.1%} {best.extracting:9.2f} s  {len(best.calls):5}  "
            f"{best.report.outcome.value}"
        )
        faults += sent(level, best)
        if share > WALL:
            faults.append(f"{level}: {share:.3f} of the critical path")
        if busy > PROCESSOR:
            faults.append(f"{level}: {busy:.1%} of the critical path are spent by the program itself")
        approved = best.report.outcome is ReportOutcome.APPROVED
        if approved is not (level in {Level.WORKFLOW, Level.REVIEWED}):
            faults.append(f"{level}: {best.report.outcome.value}")
    many = await measure(app, Level.WORKFLOW, pipe, TALKER)
    print(f"workflow with sixty claims an answer: {len(many.report.claims)} claims went on")
    return faults + sent(Level.WORKFLOW, many)


def sent(level: Level, measured: Measured) -> list[str]:
    """Print what was sent by role; returns what is too much."""
    models = [call for call in measured.calls if call.characters]
    total = sum(call.characters for call in models)
    parts: list[str] = []
    for role in dict.fromkeys(call.kind for call in models):
        mine = [call for call in models if call.kind == role]
        characters, tokens = sum(call.characters for call in mine), sum(call.tokens for call in mine)
        parts.append(f"{role} {len(mine)}× {characters:,} ({tokens:,})")
    print(f"    sent {total:,} characters (tokens): {', '.join(parts)}")
    read = sum(source.status == "read" for source in measured.report.sources)
    if level is not Level.WORKFLOW:
        return []
    faults = [f"{read} pages were read, and not {PAGES}"] if read != PAGES else []
    return faults + ([f"{total} characters were sent"] if total > CHARACTERS else [])


def crowd(ports: Sequence[int], home: Path, pipe: Connection) -> None:
    """Fifty runs at once, in a process of their own; sends the seconds, the megabytes and what does not hold."""

    async def main() -> tuple[float, float, list[str]]:
        app = app_at(home, ports)
        told: list[list[Stamped]] = [[] for _ in range(RUNS)]
        start = time.monotonic()
        reports = await asyncio.gather(*(asking(app, Level.REVIEWED, each) for each in told))
        seconds = time.monotonic() - start
        faults: list[str] = []
        with app.store() as store:
            for report, heard in zip(reports, told, strict=True):
                kept = store.events(report.run)
                whole = [each.number for each in heard] == list(range(1, len(kept) + 1))
                if tuple(heard) != kept or not whole:
                    faults.append(f"{report.run}: {len(heard)} events were told, {len(kept)} are kept")
                if report.outcome is not ReportOutcome.APPROVED:
                    faults.append(f"{report.run}: {report.outcome.value}")
                verify_chain(store, report.run)
        scale = 1e6 if sys.platform == "darwin" else 1e3
        return seconds, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / scale, faults

    pipe.send(asyncio.run(main()))


def many(ports: Sequence[int], home: Path) -> list[str]:
    """Fifty runs at once; returns what does not hold."""
    here, there = multiprocessing.Pipe()
    runs = multiprocessing.get_context("spawn").Process(target=crowd, args=(ports, home, there))
    runs.start()
    there.close()
    try:
        seconds, megabytes, faults = here.recv()
    except EOFError:
        return ["the process with many runs ended with an error"]
    runs.join()
    print(f"{RUNS} runs at once: {seconds:.1f} s, {megabytes:.0f} MB at most, {len(faults)} faults")
    return faults + ([f"{megabytes:.0f} MB for {RUNS} runs"] if megabytes > MEGABYTES else [])


def main() -> int:
    """Measure, and say what does not hold."""
    here, there = multiprocessing.Pipe()
    process = multiprocessing.get_context("spawn").Process(target=servers, args=(there,), daemon=True)
    process.start()
    ports: list[int] = here.recv()
    with TemporaryDirectory() as folder:
        faults = asyncio.run(levels(ports, here, Path(folder))) + many(ports, Path(folder) / "many")
    process.terminate()
    process.join()
    for fault in faults:
        print(f"does not hold: {fault}")
    print("everything expected holds" if not faults else f"{len(faults)} expectations do not hold")
    return 1 if faults else 0


if __name__ == "__main__":
    raise SystemExit(main())
