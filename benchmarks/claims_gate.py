"""The gate on planted errors: `python benchmarks/claims_gate.py [DATA_FOLDER]`; exit status 1 where a floor fails.

Errors are planted in the claims of `tests/fixtures` (invented, six languages, in other words than their passages), and
with DATA_FOLDER also in sentences of its texts. Numbers, dates, units and names from outside must be caught, and the
true claims left alone. How many, and how often, stands in `floors.toml`.
"""

import argparse
import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Final

from claims_data import pairs
from claims_planted import Case, Result, measure, report, verbatim

from stet.errors import StetError
from stet.evaluate.gate import Verdict, checked, load_floors, under

FIXTURES: Final = Path(__file__).parent.parent / "tests" / "fixtures"
FLOORS: Final = Path(__file__).parent / "floors.toml"
KINDS: Final = ("number", "date", "unit", "name")
"""Those planted from outside, for which there are floors."""
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


def figures(sample: str, result: Result) -> dict[str, float | None]:
    """What was measured of a sample, by the names of the floors; None of a kind that could not be planted."""
    found: dict[str, float | None] = {}
    for kind in KINDS:
        for what, rate in (("caught", result.caught[kind]), ("alarms", result.alarms[kind])):
            found[f"claims.{sample}.{kind}.{what}"] = rate.share if rate.count else None
    return found


def main() -> int:
    """Run both samples and hold them against their floors."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--show", help="print what was missed of a kind (number, date, …), or `alarm`")
    asked = parser.parse_args()
    try:
        floors = load_floors(FLOORS)
    except StetError as error:
        print(error.message, file=sys.stderr)
        return error.exit_status
    rng = random.Random(2026)  # noqa: S311
    cases = list(invented())
    samples = {"invented": (f"{len(cases)} invented claims", measure(cases * TIMES, rng))}
    if asked.folder is not None:
        supported = [pair for pair in pairs(asked.folder) if pair.supported]
        samples["labelled"] = ("sentences of labelled texts", measure(verbatim(supported, rng, 700), rng))
    failed: list[Verdict] = []
    for sample, (title, result) in samples.items():
        report(title, result, asked.show)
        verdicts = checked(under(floors, f"claims.{sample}."), figures(sample, result))
        failed.extend(verdict for verdict in verdicts if not verdict.passed)
    for verdict in failed:
        print("floor:", verdict.text)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
