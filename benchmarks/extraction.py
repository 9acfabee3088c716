"""Web pages against what people say is in them: `python benchmarks/extraction.py DATA_FOLDER`.

DATA_FOLDER/extraction holds pages.jsonl and gzip files (see its README). Each page goes through `extract` as a saved
page would, on 30 November 2026, one after another in this process. Printed for every page, and for the two halves of
the pages (by the last digit of a page's hash, even or odd: rules are tuned on the even ones alone). Exit status 1 when
a target is missed.

- *token F1*: tokens are runs of letters and digits in lower case, in scripts without spaces each character; precision
  and recall over the two multisets of tokens, F1 a page, mean over the pages of a data set. (The scrapinghub benchmark
  itself counts 4-grams of tokens, which is stricter on order and gives other figures.) A page without text counts 0.
- *wanted*, *unwanted*: share of the must_have and must_not segments that stand in the main text.
- *full text*: share of the sentences of the expected texts that stand in the full text, of all sets with one.
- *dates*: of different pages with a true date, the share with that day, with another one, with none. A day of a page
  known to have none counts as wrong. A date without a place that it comes from is a fault.
- *ms*: median processor time of a page (what it takes on a core of its own, whatever else runs).

Texts are compared in lower case and with one space for any white space and for none around marks and symbols, in the
typographic normal form of quotations.

`--reference` measures trafilatura without comments and htmldate's original date beside it. `--misses N` prints the N
worst pages of each set.
"""

import argparse
import gzip
import json
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import date
from importlib import import_module
from pathlib import Path
from typing import Any

from stet.adapters.extract import extract
from stet.verify.normal import fold
from stet.verify.sentences import sentences

TODAY = date(2026, 11, 30)
TARGETS = {
    "scrapinghub": (">=", 0.95),
    "readability": (">=", 0.93),
    "wanted": (">=", 0.94),
    "full text": (">=", 0.985),
    "date exact": (">=", 0.90),
    "date wrong": ("<=", 0.03),
    "unplaced": ("<=", 0),
    "ms": ("<=", 40),
}
TOKEN = re.compile(
    r"[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]|[^\W_\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff]+"
)
GAP = re.compile(r"\s*([^\w\s]|_)\s*|\s+")


@dataclass
class Read:
    """What a reader made of a page."""

    text: str
    full_text: str | None
    published: date | None
    published_from: str | None
    status: str = "ok"


Reader = Callable[[bytes, str | None], Read]


@dataclass
class Scores:
    """Sums over some of the pages."""

    f1: dict[str, list[tuple[float, str]]] = field(default_factory=dict[str, list[tuple[float, str]]])
    segments: Counter[str] = field(default_factory=Counter[str])
    dates: Counter[str] = field(default_factory=Counter[str])
    seconds: list[float] = field(default_factory=list[float])
    notes: list[str] = field(default_factory=list[str])

    def figures(self) -> dict[str, float]:
        """Every measure by its name."""
        found = {name: statistics.fmean(f for f, _ in rows) for name, rows in self.f1.items()}
        for name in ("wanted", "unwanted", "full text"):
            found[name] = self.segments[name] / max(1, self.segments[f"{name} of"])
        for name in ("exact", "wrong", "none"):
            found[f"date {name}"] = self.dates[name] / max(1, self.dates["of"])
        found["unplaced"] = self.dates["unplaced"]
        found["ms"] = 1000 * statistics.median(self.seconds)
        return found


def ours(raw: bytes, url: str | None) -> Read:
    """The page as the program reads it."""
    found = extract(raw, name="page.html", url=url, today=TODAY)
    return Read(found.text, found.full_text, found.published_at, found.published_from, found.status)


def reference(raw: bytes, url: str | None) -> Read:
    """The page as trafilatura and htmldate read it."""
    import htmldate

    # Not a package of ours: it is installed for the comparison.
    trafilatura = import_module("trafilatura")
    text = trafilatura.extract(raw, url=url, include_comments=False) or ""
    day = htmldate.find_date(raw, url=url, original_date=True)
    return Read(text, text, date.fromisoformat(day) if day else None, "htmldate")


def tokens(text: str) -> Counter[str]:
    """The multiset of tokens."""
    return Counter(TOKEN.findall(text.lower()))


def f1(found: str, expected: str) -> float:
    """F1 of two multisets of tokens."""
    ours, theirs = tokens(found), tokens(expected)
    both = (ours & theirs).total()
    return 2 * both / (ours.total() + theirs.total()) if both else 0.0


def plain(text: str) -> str:
    """The form in which texts are compared."""
    return GAP.sub(lambda m: m[1] or " ", fold(text).lower()).strip()


def score_dates(row: dict[str, Any], read: Read, scores: Scores) -> None:
    """Compare the day."""
    true = row["published"] if isinstance(row["published"], str) else None
    day = read.published.isoformat() if read.published else None
    scores.dates["unplaced"] += bool(day and not read.published_from)
    if true is None:
        scores.dates["wrong"] += day is not None
    else:
        scores.dates["of"] += 1
        scores.dates["none" if day is None else "exact" if day == true[:10] else "wrong"] += 1
    if day != (true and true[:10]):
        scores.notes.append(f"{row['id']}: date {day} from {read.published_from}, true {true} {row['url']}")


def score(row: dict[str, Any], read: Read, scores: Scores) -> None:
    """Compare the text."""
    if expected := row["expected_text"]:
        scores.f1.setdefault(row["dataset"], []).append((f1(read.text, expected), row["id"]))
        full = plain(read.full_text or "")
        spans = [plain(expected[s.start : s.end]) for s in sentences(expected)]
        missing = [span for span in spans if span not in full]
        scores.segments["full text"] += len(spans) - len(missing)
        scores.segments["full text of"] += len(spans)
        scores.notes += [f"{row['id']}: not in the full text: {span[:150]}" for span in missing]
    text = plain(read.text)
    for name, key in (("wanted", "must_have"), ("unwanted", "must_not")):
        for segment in row[key] or ():
            there = plain(segment) in text
            scores.segments[f"{name} of"] += 1
            scores.segments[name] += there
            if there == (name == "unwanted"):
                scores.notes.append(f"{row['id']}: {name} {'kept' if there else 'lost'}: {segment}")
    if read.status != "ok":
        scores.notes.append(f"{row['id']}: {read.status}")


def measure(rows: Sequence[dict[str, Any]], folder: Path, reader: Reader) -> dict[str, Scores]:
    """The scores of all pages and of the two halves."""
    found = {"all": Scores(), "even": Scores(), "odd": Scores()}
    dated: set[str] = set()
    for row in rows:
        raw = gzip.decompress((folder / row["html_path"]).read_bytes())
        started = time.process_time()
        read = reader(raw, row["url"])
        seconds = time.process_time() - started
        for scores in (found["all"], found["odd" if int(row["html_sha256"][-1], 16) % 2 else "even"]):
            scores.seconds.append(seconds)
            score(row, read, scores)
            if row["published"] and row["html_sha256"] not in dated:
                score_dates(row, read, scores)
        dated |= {row["html_sha256"]} if row["published"] else set()
    return found


def show(title: str, measured: dict[str, Scores]) -> list[str]:
    """Print the table; what misses its target among all pages."""
    figures = {half: scores.figures() for half, scores in measured.items()}
    print(f"{title:<14}{'all':>8}{'even':>8}{'odd':>8}  target")
    missed: list[str] = []
    for name, value in figures["all"].items():
        sign, target = TARGETS.get(name, ("", 0))
        others = "".join(f"{figures[half].get(name, 0):>8.3f}" for half in ("even", "odd"))
        print(f"{name:<14}{value:>8.3f}{others}  {f'{sign} {target}' if sign else ''}")
        if sign and (value < target if sign == ">=" else value > target):
            missed.append(f"{name}: {value:.3f}, wanted {sign} {target}")
    counts = measured["all"]
    print(f"dates {dict(counts.dates)}; segments {dict(counts.segments)}; pages {len(counts.seconds)}")
    return missed


def main(data: Path, *, beside: bool, misses: int) -> int:
    """Measure and say what is missed."""
    folder = data / "extraction"
    with (folder / "pages.jsonl").open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    # Modules load with the first page, which is not what a page costs.
    ours(b"<html><body><h1>Toll</h1><p>From 3 March 2026.</p></body></html>", None)
    measured = measure(rows, folder, ours)
    missed = show("stet", measured)
    if misses:
        for name, pages in measured["all"].f1.items():
            print(name, *(f"{f:.3f} {page}" for f, page in sorted(pages)[:misses]), sep="\n  ")
        print(*measured["all"].notes, sep="\n")
    if beside:
        show("trafilatura", measure(rows, folder, reference))
    for fault in missed:
        print(f"missed: {fault}")
    print("every target is met" if not missed else f"{len(missed)} targets are missed")
    return 1 if missed else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--reference", action="store_true")
    parser.add_argument("--misses", type=int, default=0)
    given = parser.parse_args()
    raise SystemExit(main(given.data, beside=given.reference, misses=given.misses))
