"""Real documents that disagree about one date: `python benchmarks/ai_act.py DATA_FOLDER`.

DATA_FOLDER/ai_act holds 53 documents with a manifest and `question.json` (see its README). Asks its question and four
more with the quote engine, profile `eu-law`, on 30 November 2026, in a fresh store, each in a process of its own as
a person would, and prints what came first, how long it took and the peak memory. Exit status 1 when an expectation
does not hold:

- the first claim gives 2 December 2027 and comes from EU law or the Commission;
- 2 August 2026 is there as a conflicting or superseded value, with its sources;
- nothing that is only proposed, and no vendor's older date, stands as supported without the conflict;
- the penalty for prohibited practices is Article 99(3)'s; a price that no document gives ends without an answer.
"""

import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

OTHERS = {
    "penalties": "What are the penalties for prohibited AI practices?",
    "general-purpose": "Which obligations apply to providers of general-purpose AI models?",
    "transition": "Which high-risk AI systems already on the market are exempt?",
    "price": "What is the price of the Lexbeam enterprise licence?",
}
STANDING = {"supported", "conflicting"}


def ask(question: str, documents: Path, home: str) -> tuple[dict[str, Any], float]:
    """The report as JSON, and the wall time of the whole command in seconds."""
    command = [sys.executable, "-m", "stet", "ask", question, "--docs", str(documents), "--profile", "eu-law"]
    started = time.perf_counter()
    done = subprocess.run(
        [*command, "--today", "2026-11-30", "--json", "-q"],
        env={**os.environ, "STET_HOME": home},
        capture_output=True,
        text=True,
        check=False,
    )
    seconds = time.perf_counter() - started
    if done.returncode not in {0, 1}:
        raise SystemExit(f"exit {done.returncode}: {done.stderr}")
    return json.loads(done.stdout), seconds


def first_claim(report: dict[str, Any]) -> dict[str, Any] | None:
    """The first claim of the short answer."""
    keys = [key for sentence in report["answer"] for key in sentence["claims"]]
    return next((claim for claim in report["claims"] if keys and claim["key"] == keys[0]), None)


def faults_of_the_date(report: dict[str, Any], expected: dict[str, Any]) -> list[str]:
    """What is wrong with the answer to the main question."""
    sources = {source["id"]: source for source in report["sources"]}
    faults: list[str] = []
    first = first_claim(report)
    if first is None or first["value"] != expected["answer_date"]:
        faults.append(f"the first claim gives {first and first['value']}")
    elif sources[first["quotes"][0]["source"]]["kind"] not in {"law", "eu_body"}:
        faults.append("the first claim is not from EU law or the Commission")
    old = [claim for claim in report["claims"] if claim["value"] == expected["superseded_date"]]
    if not old:
        faults.append("the superseded date is not shown")
    wrong = [claim for claim in old if claim["decision"] != "conflicting"]
    faults += [f"{claim['key']} gives the superseded date as {claim['decision']}" for claim in wrong]
    in_conflicts = {value["value"] for conflict in report["conflicts"] for value in conflict["values"]}
    if expected["superseded_date"] not in in_conflicts:
        faults.append("the superseded date is in no conflict")
    for claim in report["claims"]:
        others = {expected["answer_date"], expected["superseded_date"]}
        if claim["value"] and claim["value"] not in others and claim["decision"] == "supported":
            faults.append(f"{claim['key']} stands supported with {claim['value']}")
    return faults


def show(name: str, report: dict[str, Any], seconds: float) -> None:
    """One line on a report, and its first claim."""
    first = first_claim(report)
    decisions = [claim["decision"] for claim in report["claims"]]
    counts = ", ".join(f"{decisions.count(d)} {d}" for d in dict.fromkeys(decisions))
    print(f"{name}: {report['outcome']}, {seconds:.2f} s, {counts or 'no claims'}; first:", end=" ")
    print(f"{first['value']} | {' '.join(first['text'].split())[:150]}" if first else "none")


def main(data: Path) -> int:
    """Ask everything and say what does not hold."""
    documents = data / "ai_act"
    known = json.loads((documents / "question.json").read_text(encoding="utf-8"))
    with tempfile.TemporaryDirectory() as home:
        report, seconds = ask(known["question"], documents, home)
        show("main question, first run", report, seconds)
        faults = faults_of_the_date(report, known["expected"])
        for name, question in OTHERS.items():
            other, took = ask(question, documents, home)
            show(name, other, took)
            first = first_claim(other)
            if name == "price" and (other["answer"] or not other["gaps"]):
                faults.append("a price is answered that no document gives")
            if name == "penalties" and (first is None or "35000000" not in (first["value"] or "")):
                faults.append("the penalty for prohibited practices is not first")
            if name != "price" and first is None:
                faults.append(f"{name}: no answer")
    peak = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    print(f"peak memory of the largest run: {peak:.0f} MB")
    for fault in faults:
        print(f"does not hold: {fault}")
    print("everything expected holds" if not faults else f"{len(faults)} expectations do not hold")
    return 1 if faults else 0


if __name__ == "__main__":
    if len(sys.argv) != 2:
        raise SystemExit(__doc__)
    raise SystemExit(main(Path(sys.argv[1])))
