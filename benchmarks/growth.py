"""How work grows with pages and with claims: `python benchmarks/growth.py`.

Invented pages of about 10 kB, 4, 40 and 400 of them, each with one sentence on the question; then 5, 50 and 500 claims
on 40 pages. For each step the processor time, and the time per page (or claim) as a ratio to the smallest size: 1.0 is
linear growth, more is worse. Peak memory of the process last.
"""

import asyncio
import random
import resource
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from typing import NamedTuple

from stet.confidence.copies import copy_groups
from stet.confidence.profile import load_profile
from stet.domain.base import content_id
from stet.domain.claims import Claim, ClaimKind
from stet.domain.evidence import Page, PageStatus, Quote, Source
from stet.engines.quote.analyst import RuleAnalyst
from stet.engines.quote.planner import make_plan
from stet.ports import Evidence
from stet.research.ledger import Bench
from stet.research.passages import PassageIndex

QUESTION = "When does the harbour bridge toll start?"
WHEN = datetime(2026, 11, 30, tzinfo=UTC)
TODAY = date(2026, 11, 30)
WORDS = [
    f"{a}{b}{c}"
    for a in ("ba", "co", "di", "fo", "gu", "la")
    for b in ("n", "r", "st", "ll")
    for c in ("er", "a", "ing", "o")
]


class Folder(NamedTuple):
    """Pages by source id and their sources."""

    sources: tuple[Source, ...]
    pages: dict[str, Page]


def page_text(number: int) -> str:
    """About 10 kB of invented prose with one sentence that answers."""
    dice = random.Random(number)  # noqa: S311  no secret, the same text each time
    lines = [" ".join(dice.choices(WORDS, k=14)).capitalize() + "." for _ in range(110)]
    lines[dice.randrange(len(lines))] = (
        f"The harbour bridge toll starts on {1 + number % 28} March 2027, says office {number}."
    )
    return "\n\n".join(" ".join(lines[i : i + 5]) for i in range(0, len(lines), 5))


def folder(count: int) -> Folder:
    """`count` pages as if they had been read; no page is in two folders, so no size profits from another's caches."""
    sources: list[Source] = []
    pages: dict[str, Page] = {}
    for n in range(1, count + 1):
        text = page_text(1000 * count + n)
        key = content_id(text)
        pages[f"S{n}"] = Page(status=PageStatus.OK, sha256=key, text_sha256=key, text=text, retrieved_at=WHEN)
        sources.append(
            Source(
                id=f"S{n}",
                url=f"https://site-{n}.example/",
                normalized_url=f"https://site-{n}.example/",
                site=f"site-{n}.example",
                kind="unknown",
                authority=0.15,
                retrieved_at=WHEN,
                sha256=key,
                text_sha256=key,
            )
        )
    return Folder(tuple(sources), pages)


def timed(run: Callable[[], object], calls: int = 2) -> float:
    """Processor time of one call in seconds; the best of `calls`."""
    times: list[float] = []
    for _ in range(calls):
        started = time.process_time()
        run()
        times.append(time.process_time() - started)
    return min(times)


def report(name: str, sizes: list[int], seconds: list[float]) -> None:
    """One line: times, and growth per item against the smallest size."""
    base = seconds[0] / sizes[0]
    shown = " | ".join(f"{n}: {s:.3f} s (×{s / n / base:.2f})" for n, s in zip(sizes, seconds, strict=True))
    print(f"{name}: {shown}", flush=True)


def index_of(made: Folder) -> PassageIndex:
    """The passages of all pages."""
    index = PassageIndex()
    for source in made.sources:
        index.add(source.id, made.pages[source.id])
    return index


def evidence_of(made: Folder) -> Evidence:
    """Pages with the passages selected for each topic, as many as a run of that size would take."""
    index = index_of(made)
    selected = {
        topic.id: index.select([QUESTION, topic.text], limit=10 * len(made.sources), characters=6000)
        for topic in make_plan(QUESTION).topics
    }
    return Evidence(sources=made.sources, pages=made.pages, selected=selected)


def claims_on(made: Folder, count: int) -> tuple[Claim, ...]:
    """Quotations, one paragraph's first sentence each."""
    claims: list[Claim] = []
    for n in range(count):
        source = made.sources[n % len(made.sources)]
        text = made.pages[source.id].text
        start = text.index("\n\n", (n * 37) % (len(text) // 2)) + 2
        end = text.index(".", start) + 1
        quote = Quote(source=source.id, start=start, end=end, exact=text[start:end])
        claims.append(
            Claim(key=f"C{n + 1}", text=quote.exact, kind=ClaimKind.QUOTATION, topic="T2", quotes=(quote,))
        )
    return tuple(claims)


def main() -> None:
    """Print the growth of every step."""
    plan, profile = make_plan(QUESTION), load_profile("general")
    sizes = [4, 40, 400]
    folders = [folder(n) for n in sizes]
    report("cut and index pages", sizes, [timed(lambda f=f: index_of(f)) for f in folders])
    evidences = [evidence_of(f) for f in folders]
    # Read once only: a second time the small sizes would come out of caches that the large one does not fit in.
    asyncio.run(RuleAnalyst().analyse(plan, evidence_of(folder(1))))
    report(
        "find claims",
        sizes,
        [timed(lambda e=e: asyncio.run(RuleAnalyst().analyse(plan, e)), calls=1) for e in evidences],
    )
    texts = [{s.id: f.pages[s.id].text for s in f.sources} for f in folders]
    report("near-copies", sizes, [timed(lambda t=t: copy_groups(t)) for t in texts])
    claims = [asyncio.run(RuleAnalyst().analyse(plan, e)) for e in evidences]
    pairs = list(zip(evidences, claims, strict=True))
    report(
        "ledger, pages",
        sizes,
        [timed(lambda p=p: Bench(plan, p[0], profile, TODAY).ledger(p[1])) for p in pairs],
    )
    counts = [5, 50, 500]
    many = [claims_on(folders[1], n) for n in counts]
    whole = evidences[1].model_copy(update={"selected": {}})
    report(
        "ledger, claims",
        counts,
        [timed(lambda c=c: Bench(plan, whole, profile, TODAY).ledger(c)) for c in many],
    )
    print(f"peak memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


if __name__ == "__main__":
    main()
