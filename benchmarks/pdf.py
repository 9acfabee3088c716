"""What is read of PDF files: `python benchmarks/pdf.py DATA_FOLDER`.

DATA_FOLDER/pdf holds 25 files with `manifest.jsonl` (see its README). Each is read as a run reads it, by
`stet.adapters.extract.extract`, and again cut to half its length. Printed per file: status, pages, seconds (best of
three), words beside Poppler's count, and how each expected snippet was found. A snippet is compared by
`stet.verify.quotes.locate`, which is how quotes are compared: as it is ("exact"), in the typographic form of
`stet.verify.normal` ("typography"), else by its letters and digits with equal numbers, signs and words ("fuzzy").
"… down columns" means that it is in `full_text` only, which has tables read down their columns. "rows" means that its
beginning and its end stand in two lines that follow each other, and "not" that it is in neither text; neither counts as
found. In the line below the table, snippets that were read down columns are counted apart.

Exit status 1 when a target is missed:

- every snippet is found, or the file is said to be what the manifest says: encrypted, or without text;
- pages are marked as many as the manifest counts; no reader crashes or runs out of its time, whole or cut;
- a reader's process needs at most 400 MB, and a file of 100 pages or more at most 2 s.
"""

import json
import resource
import sys
import time
from datetime import date
from itertools import pairwise
from pathlib import Path
from typing import Any, NamedTuple

from stet.adapters.extract import Extracted, extract
from stet.domain.evidence import PageStatus
from stet.verify.normal import fold
from stet.verify.quotes import locate

TODAY = date(2026, 11, 30)
TRIES = 3
MOST_MB, MOST_SECONDS, LONG = 400, 2.0, 100
DOWN = " down columns"
STOPPED = "the PDF reader stopped"


class Read(NamedTuple):
    """One file as it was read: the manifest's row, what came of it, the best time and how snippets were found."""

    row: dict[str, Any]
    found: Extracted
    seconds: float
    ways: tuple[str, ...]

    @property
    def pages(self) -> int:
        """Pages that are marked."""
        return sum(mark.kind == "page" for mark in self.found.marks)


def in_rows(snippet: str, text: str) -> bool:
    """Whether a snippet begins in one line and ends in the next."""
    words = fold(snippet).split()
    lines = [fold(line) for line in text.split("\n") if line.strip()]
    return any(
        " ".join(words[:cut]) in upper and " ".join(words[cut:]) in lower
        for upper, lower in pairwise(lines)
        for cut in range(1, len(words))
    )


def way(snippet: str, read: Extracted) -> str:
    """How a snippet is found in a file: exact, typography or fuzzy, the same down columns, rows or not."""
    found = locate(snippet, read.text)
    if found is not None:
        return found.way
    found = locate(snippet, read.full_text) if read.full_text else None
    if found is not None:
        return found.way + DOWN
    return "rows" if in_rows(snippet, read.text) else "not"


def timed(row: dict[str, Any], raw: bytes) -> tuple[Extracted, float]:
    """A file as it is extracted, and the seconds that took."""
    started = time.perf_counter()
    found = extract(raw, name=row["file"], today=TODAY)
    return found, time.perf_counter() - started


def read(row: dict[str, Any], raw: bytes) -> Read:
    """Read one file several times."""
    found, seconds = timed(row, raw)
    seconds = min(seconds, *(timed(row, raw)[1] for _ in range(TRIES - 1)))
    return Read(row, found, seconds, tuple(way(s, found) for s in row["expected_snippets"]))


def expected_status(row: dict[str, Any]) -> PageStatus:
    """What the manifest says of a file."""
    if row["encrypted"] != "no":
        return PageStatus.ENCRYPTED
    return PageStatus.OK if row["poppler_words"] else PageStatus.NO_TEXT


def faults_of(each: Read) -> list[str]:
    """What is wrong with one file."""
    row, found = each.row, each.found
    faults: list[str] = []
    if found.status is not expected_status(row):
        faults.append(f"{found.status.value} ({found.reason}), not {expected_status(row).value}")
    elif found.status is PageStatus.OK:
        pairs = zip(row["expected_snippets"], each.ways, strict=True)
        faults += [f"“{snippet}”: {how}" for snippet, how in pairs if how in {"not", "rows"}]
        if each.pages != row["pages"]:
            faults.append(f"{each.pages} pages are marked, not {row['pages']}")
    if row["pages"] >= LONG and each.seconds > MOST_SECONDS:
        faults.append(f"{row['pages']} pages took {each.seconds:.2f} s")
    return [f"{row['file'].rpartition('/')[2]}: {fault}" for fault in faults]


def cut_faults(row: dict[str, Any], raw: bytes) -> list[str]:
    """What is wrong with half a file: a reader that crashed or ran out of its time."""
    found = extract(raw[: len(raw) // 2], name=row["file"], today=TODAY)
    crashed = found.status is PageStatus.TIMEOUT or (found.reason or "").startswith(STOPPED)
    return [f"half of {row['file']}: {found.status.value} ({found.reason})"] if crashed else []


def show(each: Read) -> None:
    """One line of the table."""
    row, found = each.row, each.found
    words = f"{len(found.text.split())}/{row['poppler_words']}"
    print(
        f"{row['kind']:30} {found.status.value:10} {each.pages:4} {each.seconds:6.2f} {words:>13} "
        f" {', '.join(each.ways) or '-'}{f' | {found.reason}' if found.reason else ''}"
    )


def main(data: Path) -> int:
    """Read every file and say what does not hold."""
    folder = data / "pdf"
    rows = [json.loads(line) for line in (folder / "manifest.jsonl").read_text(encoding="utf-8").splitlines()]
    print(f"{'kind':30} {'status':10} {'pages':>4} {'sec':>5} {'words/Poppler':>13}  snippets")
    faults: list[str] = []
    ways: list[str] = []
    for row in rows:
        raw = (folder / row["file"]).read_bytes()
        each = read(row, raw)
        show(each)
        faults += [*faults_of(each), *cut_faults(row, raw)]
        ways += each.ways if each.found.status is PageStatus.OK else ()
    # The figure of a child is never below that of its parent when it was started.
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    if peak > MOST_MB:
        faults.append(f"a reader needed {peak:.0f} MB")
    right = sum(how not in {"not", "rows"} for how in ways)
    down = sum(how.endswith(DOWN) for how in ways)
    print(
        f"snippets found: {right} of {len(ways)} in files with text, {down} of them down columns;"
        f" peak of the largest reader: {peak:.0f} MB"
    )
    for fault in faults:
        print(f"does not hold: {fault}")
    print("everything expected holds" if not faults else f"{len(faults)} expectations do not hold")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    raise SystemExit(main(Path(sys.argv[1])))
