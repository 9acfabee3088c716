"""The gate on planted errors: `python benchmarks/claims_gate.py [DATA_FOLDER]`; exit status 1 where a bar is not met.

Errors are planted in the claims of `tests/fixtures` (invented, six languages, in other words than their passages), and
with DATA_FOLDER also in sentences of its texts. Numbers, dates, units and names from outside must be caught, and the
true claims left alone.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from claims_data import pairs
from claims_planted import Case, Result, measure, report, verbatim

FIXTURES: Final = Path(__file__).parent.parent / "tests" / "fixtures"
CAUGHT: Final = 0.90
ALARMS: Final = {"number": 0.05, "date": 0.05, "unit": 0.05, "name": 0.10}
TIMES: Final = 3
"""How often each invented claim is planted in, each time with another error."""


def invented() -> Iterator[Case]:
    """The fair claims of the fixtures, each with its passage."""
    for name in ("passages.txt", "forms.txt"):
        passage = ""
        for line in (FIXTURES / name).read_text(encoding="utf-8").splitlines():
            if line.startswith("+ "):
                yield Case(line[2:], passage)
            elif line and line[0] not in "#=-":
                passage = line


def short(result: Result) -> list[str]:
    """What does not meet its bar, in words."""
    found: list[str] = []
    for kind, most in ALARMS.items():
        caught, alarms = result.caught[kind], result.alarms[kind]
        if not caught.count or caught.share < CAUGHT:
            found.append(f"{kind}: caught {caught}, bar {CAUGHT}")
        if alarms.share > most:
            found.append(f"{kind}: alarms {alarms}, bar {most}")
    return found


def main() -> int:
    """Run both samples and hold them against the bars."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--show", help="print what was missed of a kind (number, date, …), or `alarm`")
    asked = parser.parse_args()
    rng = random.Random(2026)  # noqa: S311
    cases = list(invented())
    samples = {f"{len(cases)} invented claims": measure(cases * TIMES, rng)}
    if asked.folder is not None:
        supported = [pair for pair in pairs(asked.folder) if pair.supported]
        samples["sentences of labelled texts"] = measure(verbatim(supported, rng, 700), rng)
    failed: list[str] = []
    for title, result in samples.items():
        report(title, result, asked.show)
        failed.extend(f"{title}: {each}" for each in short(result))
    for each in failed:
        print("below the bar:", each)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
