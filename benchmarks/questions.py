"""Questions with known answers through the whole program.

`python benchmarks/questions.py DATA_FOLDER [--most N] [--only SET]`

DATA_FOLDER holds `qa/` with hotpotqa, timeqa, ramdocs and conflictqa as JSON Lines (see its README). For each question
its documents are written to a folder and asked about with the quote engine, profile `general`. Printed per set:

- gold: share of answerable questions with a right answer in a claim decided supported (and in any claim that stands);
- silent: share of unanswerable questions that end without a claim under the question's own topics;
- conflict: share of questions with documents for and against that show a conflict; and how often one is shown where the
  documents agree.
"""

import argparse
import asyncio
import json
import re
import tempfile
import time
from collections.abc import Iterator
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from stet.app import App, Request
from stet.domain.claims import Decision
from stet.domain.report import Report
from stet.errors import StetError

TODAY = date(2026, 11, 30)


class Case(NamedTuple):
    """A question, its documents and what is known of it."""

    question: str
    documents: dict[str, str]
    answers: tuple[str, ...]
    answerable: bool = True
    conflict: bool | None = None


def rows(path: Path) -> Iterator[dict[str, Any]]:
    """The rows of a JSON Lines file."""
    with path.open(encoding="utf-8") as file:
        yield from map(json.loads, file)


def cases(folder: Path, name: str) -> Iterator[Case]:
    """The cases of one set."""
    if name == "hotpotqa":
        for row in rows(folder / "hotpotqa_distractor_100.jsonl"):
            documents = {d["id"]: f"# {d['title']}\n\n{d['text']}" for d in row["documents"]}
            yield Case(row["question"], documents, tuple(row["answers"]))
    elif name == "timeqa":
        articles = {row["id"]: row["paragraphs"] for row in rows(folder / "timeqa_docs.jsonl")}
        for row in rows(folder / "timeqa_human_test.jsonl"):
            documents = {
                str(n): "\n\n".join(articles[d["ref"]])
                for n, d in enumerate(row["documents"])
                if d["ref"] in articles
            }
            yield Case(row["question"], documents, tuple(row["answers"]), answerable=bool(row["answerable"]))
    elif name == "ramdocs":
        for row in rows(folder / "ramdocs.jsonl"):
            said = {d["answer"] for d in row["documents"] if d["answer"] and d["answer"] != "unknown"}
            documents = {d["id"]: d["text"] for d in row["documents"]}
            yield Case(row["question"], documents, tuple(row["answers"]), conflict=len(said) > 1)
    elif name == "conflictqa":
        for row in rows(folder / "conflictqa_strategyqa_300.jsonl"):
            documents = {d["id"]: d["text"] for d in row["documents"]}
            yield Case(row["question"], documents, (), conflict=True)


def plain(text: str) -> str:
    """Letters and digits only, for finding an answer whatever its punctuation."""
    return " ".join(re.findall(r"\w+", text.casefold()))


def holds(report: Report, answers: tuple[str, ...], decisions: frozenset[Decision]) -> bool:
    """Whether an answer stands in a claim with one of `decisions`."""
    texts = [f" {plain(q.exact)} " for c in report.claims if c.decision in decisions for q in c.quotes]
    return any(f" {plain(answer)} " in text for answer in answers for text in texts if plain(answer))


def run(case: Case, home: Path) -> Report | None:
    """The report on one case, or None when the program refused it."""
    with tempfile.TemporaryDirectory() as folder:
        for name, text in case.documents.items():
            (Path(folder) / f"{name}.md").write_text(text, encoding="utf-8")
        request = Request(question=case.question, documents=(folder,), profile="general", today=TODAY)
        try:
            return asyncio.run(App(home).ask(request))
        except StetError as error:
            print(f"  refused: {error.code}: {case.question[:80]}")
            return None


SUPPORTED = frozenset({Decision.SUPPORTED})
STANDING = SUPPORTED | {Decision.CONFLICTING}
NOT_DIRECT = {"Conditions, scope and exceptions", "What changed or is disputed"}


def outcomes(case: Case, report: Report) -> Iterator[tuple[str, bool]]:
    """What one report adds to its set's shares: a name, and whether it was so."""
    direct = {topic.id for topic in report.topics if topic.text not in NOT_DIRECT}
    if case.answers and case.answerable:
        yield "gold in a supported claim", holds(report, case.answers, SUPPORTED)
        yield "gold in a claim that stands", holds(report, case.answers, STANDING)
    if not case.answerable:
        claimed = any(c.topic in direct and c.decision in STANDING for c in report.claims)
        yield "unanswerable, silent", not claimed
    if case.conflict is not None:
        yield "conflict shown" if case.conflict else "conflict shown where none is", bool(report.conflicts)


def measure(folder: Path, name: str, most: int) -> None:
    """Print one set's line."""
    started = time.perf_counter()
    counts: dict[str, list[bool]] = {}
    every = [case for case in cases(folder, name) if case.documents]
    chosen = every[:: max(1, len(every) // most)][:most]
    with tempfile.TemporaryDirectory() as home:
        for case in chosen:
            report = run(case, Path(home))
            for what, so in outcomes(case, report) if report is not None else ():
                counts.setdefault(what, []).append(so)
    seconds = (time.perf_counter() - started) / max(1, len(chosen))
    shares = [f"{what} {sum(of)}/{len(of)} = {sum(of) / len(of):.3f}" for what, of in counts.items()]
    print(f"{name}: {len(chosen)} questions | {' | '.join(shares)} | {seconds:.2f} s each", flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path)
    parser.add_argument("--most", type=int, default=150, help="questions of each set, spread over it")
    parser.add_argument("--only", choices=["hotpotqa", "timeqa", "ramdocs", "conflictqa"])
    options = parser.parse_args()
    for each in [options.only] if options.only else ["hotpotqa", "timeqa", "ramdocs", "conflictqa"]:
        measure(options.data / "qa", each, options.most)
