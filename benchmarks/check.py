"""What `stet check` decides without a judge: `python benchmarks/check.py DATA_FOLDER [--pairs N] [--files a,b]`.

DATA_FOLDER holds `claims/*.jsonl.gz` (see its README): pairs of a claim and the text that it cites. Each claim is a
statement that cites its own text; the texts of five other pairs are cited elsewhere, so that another source may fit
better. Printed for each file, with 95 % intervals (Wilson): how many supported and unsupported pairs are called not
supported, by reason, and how many are called supported.
"""

import argparse
import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, date, datetime
from pathlib import Path

from claims_data import Pair, Rate, pairs

from stet.confidence.profile import Profile, load_profile
from stet.domain.base import content_id
from stet.domain.claims import Decision
from stet.domain.evidence import Hit, Page, PageStatus, Source
from stet.domain.question import Query
from stet.ports import Evidence
from stet.research.checking import Desk, Had, check_text
from stet.research.sources import source_of
from stet.texts.values import Citation, CitedText, Statement

FILES = "attributionbench,scifact_sqab,summedits,fib_contrastive"
LONGEST, RIVALS, SEED = 20_000, 5, 11
NOW = datetime(2026, 11, 30, tzinfo=UTC)


def desk_of(texts: Sequence[str], profile: Profile) -> Desk:
    """A desk of which the first text is reference 1."""
    sources: list[Source] = []
    pages: dict[str, Page] = {}
    for number, text in enumerate(dict.fromkeys(texts), 1):
        page = Page(
            status=PageStatus.OK,
            url=f"https://s{number}.example/",
            sha256=content_id(text),
            text=text,
            text_sha256=content_id(text),
            retrieved_at=NOW,
        )
        hit = Hit(url=f"https://s{number}.example/", provider="benchmark", rank=1)
        sources.append(source_of(page, hit, Query(text="", topic=""), profile, number))
        pages[f"S{number}"] = page
    evidence = Evidence(sources=tuple(sources), pages=pages)
    return Desk(evidence, {"1": Had(("S1",), "folder", "")}, profile, date(2026, 11, 30))


def decided(pair: Pair, others: Sequence[Pair], profile: Profile) -> tuple[Decision, str]:
    """What is decided of a claim on its text."""
    mark = Citation(marker="[1]", start=0, end=1, key="1")
    statement = Statement(text=pair.claim, start=0, end=len(pair.claim), citations=(mark,))
    text = CitedText(statements=(statement,), references=(), findings=(), body_end=len(pair.claim))
    desk = desk_of([pair.evidence, *(other.evidence for other in others)], profile)
    (found,) = asyncio.run(check_text(text, desk))
    return found.decision, found.reason


def measure(name: str, given: Sequence[Pair], count: int, profile: Profile) -> None:
    """Print what is decided of a file's pairs."""
    chance = random.Random(SEED)  # noqa: S311 - a sample, and no secret
    mixed = chance.sample(given, len(given))
    print(name)
    for supported in (True, False):
        rejected, passed, reasons = Rate(), Rate(), Counter[str]()
        for pair in [pair for pair in mixed if pair.supported is supported][:count]:
            decision, reason = decided(pair, chance.sample(mixed, RIVALS), profile)
            rejected.add(decision is Decision.UNSUPPORTED)
            passed.add(decision is Decision.SUPPORTED)
            reasons[reason] += decision is Decision.UNSUPPORTED
        told = {reason: number for reason, number in reasons.most_common() if number}
        print(f"  {'supported' if supported else 'unsupported'}, called not supported: {rejected} {told}")
        print(f"  {'supported' if supported else 'unsupported'}, called supported: {passed}")


def main() -> None:
    """Measure every file."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--pairs", type=int, default=100)
    parser.add_argument("--files", default=FILES)
    given = parser.parse_args()
    profile = load_profile("general")
    every = [pair for pair in pairs(given.data) if len(pair.evidence) < LONGEST]
    for name in given.files.split(","):
        measure(name, [pair for pair in every if pair.file == name], given.pairs, profile)


if __name__ == "__main__":
    main()
