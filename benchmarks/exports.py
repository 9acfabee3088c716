"""Every format of a report of 500 claims and 200 sources: bytes and seconds, and what the page's bytes are.

python benchmarks/exports.py [CLAIMS SOURCES]
"""

import re
import sys
import time
from datetime import UTC, date, datetime
from decimal import Decimal

from stet.domain.claims import Action, Check, ClaimKind, Decision, Label, LedgerEntry, Outcome, Score
from stet.domain.evidence import Quote
from stet.domain.report import (
    ListedSource,
    Report,
    ReportOutcome,
    ReportQuery,
    ReportTopic,
    ReportUsage,
    Review,
    Section,
    Sentence,
    States,
)
from stet.report.extra import NotInstalled
from stet.report.formats import FORMATS, exported

MOST = 1_500_000
"""Bytes of the page that are wanted at most."""

TOPICS = 5
SENTENCE = "In the year {year} the harbour of Ellery counted {number} lorries of more than 7.5 tonnes on the bridge. "
FILLER = (
    "The council heard the desk for roads and kept the minutes of that day in the archive of the town hall. "
)


def main() -> int:
    """Print a line a format; exit 1 where the page is larger than wanted."""
    claims, sources = (int(word) for word in sys.argv[1:3]) if len(sys.argv) > 2 else (500, 200)
    report, texts = made(claims, sources)
    print(f"{claims} claims, {sources} sources, {sum(map(len, texts.values())):,} characters of saved texts")
    page = b""
    for form in FORMATS:
        for snapshots in (False, True) if form == "html" else (False,):
            began = time.perf_counter()
            try:
                data = exported(report, form, texts, every=True, snapshots=snapshots)
            except NotInstalled as error:
                print(f"{form:12} {error}")
                continue
            took = time.perf_counter() - began
            print(f"{form + ' with texts' if snapshots else form:16} {len(data):>10,} bytes {took:6.2f} s")
            page = data if form == "html" and not snapshots else page
    for part, size in parts(page.decode()):
        print(f"  page: {part:12} {size:>10,} bytes")
    return int(len(page) > MOST)


def parts(page: str) -> list[tuple[str, int]]:
    """The bytes of each section of a page, and of the data in it."""
    found = re.findall(r'<section id="([^"]+)".*?</section>', page, re.DOTALL)
    whole = re.finditer(r'<section id="[^"]+".*?</section>', page, re.DOTALL)
    sizes = [(name, len(each.group().encode())) for name, each in zip(found, whole, strict=True)]
    data = re.search(r'<script type="application/json".*?</script>', page, re.DOTALL)
    return [*sizes, ("data", len(data.group().encode()) if data else 0)]


def made(claims: int, sources: int) -> tuple[Report, dict[str, str]]:
    """A report as runs make them, with two quotes a claim, and the saved texts that they stand in."""
    texts: dict[str, str] = {}
    said: dict[int, list[Quote]] = {number: [] for number in range(claims)}
    for source in range(sources):
        body = FILLER * 12
        for number in range(claims):
            if source in {number % sources, (number * 7 + 1) % sources}:
                words = SENTENCE.format(year=1900 + number % 120, number=1_000 + number).strip()
                quote = Quote(
                    source=f"S{source + 1}", start=len(body), end=len(body) + len(words), exact=words
                )
                said[number].append(quote)
                body += f"{words} {FILLER * 3}"
        texts[f"S{source + 1}"] = body + FILLER * 60
    entries = tuple(_claim(number, tuple(quotes)) for number, quotes in said.items())
    return _report(entries, sources), texts


def _claim(number: int, quotes: tuple[Quote, ...]) -> LedgerEntry:
    details = {
        "citation": "The source was read and given to the writer.",
        "quote": "The words stand in the saved text exactly.",
        "values": "",
        "attribution": "",
        "wording": "",
        "judge": "A quotation is supported as one by being found.",
        "conflicts": "",
    }
    checks = tuple(
        Check(name=name, outcome=Outcome.PASS, reason="exact", detail=told) for name, told in details.items()
    )
    sites = tuple(f"site{quote.source.lower()}.example" for quote in quotes)
    return LedgerEntry(
        key=f"C{number + 1}",
        text=quotes[0].exact,
        kind=ClaimKind.QUOTATION,
        topic=f"T{number % TOPICS + 1}",
        quotes=quotes,
        checks=checks,
        decision=Decision.SUPPORTED,
        reason="exact",
        action=Action.ACCEPT,
        score=Score(
            value=0.6, label=Label.MEDIUM, authority=0.5, recency=1.0, corroboration=1.2,
            strongest=quotes[0].source, sites=sites,
        ),
    )  # fmt: skip


def _source(number: int) -> ListedSource:
    url = f"https://sites{number}.example/harbour/bridge/minutes-of-the-council-{number}.html"
    return ListedSource(
        id=f"S{number}", url=url, normalized_url=url, providers=("tavily",),
        title=f"Minutes of the council of Ellery on the harbour bridge, part {number}", title_from="title",
        site=f"sites{number}.example", kind="press", authority=0.5, published_at=date(2026, 5, 1 + number % 28),
        published_from="json-ld", retrieved_at=datetime(2026, 11, 30, 9, 30, tzinfo=UTC), media_type="text/html",
        sha256="sha256:" + f"{number:064x}", status="read", cited=True, query=f"harbour bridge lorries {number % 24}",
    )  # fmt: skip


def _report(entries: tuple[LedgerEntry, ...], sources: int) -> Report:
    topics = tuple(
        ReportTopic(id=f"T{n + 1}", text=f"What was counted in part {n + 1}?", covered=True)
        for n in range(TOPICS)
    )
    sections = tuple(
        Section(
            heading=topic.text,
            sentences=tuple(
                Sentence(text=f"According to the council: “{entry.text}”", claims=(entry.key,))
                for entry in entries
                if entry.topic == topic.id
            ),
        )
        for topic in topics
    )
    return Report(
        run="r0123456789a", question="How many lorries crossed the harbour bridge, year by year?", level="reviewed",
        engine="quote", today=date(2026, 11, 30), profile="general", outcome=ReportOutcome.APPROVED,
        states=States(
            evidence_retrieved=True, coverage_passed=True, report_accepted=True, needs_human_review=False
        ),
        topics=topics, answer=tuple(Sentence(text=e.text, claims=(e.key,)) for e in entries[:5]), sections=sections,
        claims=entries, sources=tuple(_source(number) for number in range(1, sources + 1)),
        queries=tuple(
            ReportQuery(text=f"harbour bridge lorries {n}", topic=f"T{n % TOPICS + 1}", round=1, hits=8)
            for n in range(24)
        ),
        review=Review(approved=True),
        usage=ReportUsage(searches=24, pages=sources, model_calls=0, tokens=0, usd=Decimal(0), seconds=61.5),
    )  # fmt: skip


if __name__ == "__main__":
    sys.exit(main())
