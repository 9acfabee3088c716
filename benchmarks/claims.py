"""What code alone makes of claims: `python benchmarks/claims.py DATA_FOLDER [--half odd] [--all] [--show KIND]`.

DATA_FOLDER holds `claims/*.jsonl.gz` (see its README). Printed:

- veto: the whole ladder without a judge on labelled pairs, by file and type of error: unsupported claims that code lets
  pass, supported ones that it fails, both that it sends to the judge for a reason, balanced accuracy as a veto;
- planted: errors planted in sentences of the evidence, and in the labelled claims that code does not fail, from outside
  the window and from within it; caught, flagged, and alarms on the true claims;
- attribution: supported claims among nineteen other evidences, cited rightly and wrongly;
- derived: wrong figures in sentences of the example and of `ai_act`, and those that arithmetic explains away;
- speed: whole ladders a second, quote location, and time at 1×, 2× and 4× of hostile texts
  (processor time: other work on the machine does not count).

Rules are chosen on the even places of each file and reported on the odd ones, the default. A fixed sample is taken
unless `--all` is given. All shares have 95 % Wilson intervals.
"""

import argparse
import random
from collections.abc import Callable
from pathlib import Path

from claims_data import HALVES, Pair, Rate, half, pairs, sample
from claims_derived import derived
from claims_planted import Case, measure, report, verbatim
from claims_speed import ladders, speed
from claims_veto import veto

from stet.domain.claims import Outcome
from stet.verify.attribution import CoverageIndex, attribution

MOST = 250
TEXTS = 1500


def attributed(all_pairs: list[Pair]) -> None:
    """Right and wrong sources: what fails, and what is only doubted."""
    rng = random.Random(7)  # noqa: S311
    rates = {
        (cited, outcome): Rate() for cited in ("right", "wrong") for outcome in (Outcome.FAIL, Outcome.UNSURE)
    }
    chosen = [
        p
        for p in all_pairs
        if p.supported
        and len(p.evidence) > 200
        and p.file in ("attributionbench", "bump", "summedits", "scifact_sqab")
    ]
    rng.shuffle(chosen)
    for start in range(0, min(len(chosen), 2000) - 20, 20):
        batch = list({pair.evidence: pair for pair in chosen[start : start + 20]}.values())
        index = CoverageIndex({f"S{place}": pair.evidence for place, pair in enumerate(batch)})
        for place, pair in enumerate(batch):
            for cited, at in (("right", place), ("wrong", (place + 7) % len(batch))):
                said = attribution(pair.claim, [f"S{at}"], index).outcome
                for (of, outcome), rate in rates.items():
                    if of == cited:
                        rate.add(said is outcome)
    for (cited, outcome), rate in rates.items():
        word = "failed" if outcome is Outcome.FAIL else "only doubted"
        print(f"attribution: {cited} source {word} {rate}")
    print()


def planted(chosen: list[Pair], show: str | None, most: int | None) -> None:
    """Errors in sentences taken word for word, and in claims in other words."""
    rng = random.Random(5)  # noqa: S311
    supported = [pair for pair in chosen if pair.supported]
    cases = verbatim(supported, rng, TEXTS if most else len(supported))
    report("sentences of the evidence", measure(cases, rng), show)
    claims = [Case(pair.claim, pair.evidence) for pair in sample(supported, most)]
    report("labelled claims", measure(claims, rng), show)


def main() -> None:
    """Read the command line and run the parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--half", choices=(*HALVES, "both"), default="odd")
    parser.add_argument("--all", action="store_true", help="every pair, not a sample")
    parser.add_argument("--show", help="print the cases of a kind of planted error, or of a reason code")
    parser.add_argument("--only", choices=("veto", "planted", "attribution", "derived", "ladders", "speed"))
    asked = parser.parse_args()
    every = list(pairs(asked.folder))
    chosen, most = half(every, asked.half), None if asked.all else MOST
    parts: dict[str, Callable[[], None]] = {
        "veto": lambda: veto(sample(chosen, most), asked.show),
        "planted": lambda: planted(chosen, asked.show, most),
        "attribution": lambda: attributed(every),
        "derived": lambda: derived(asked.folder, asked.show),
        "ladders": lambda: ladders(every),
        "speed": lambda: speed(every),
    }
    for name, part in parts.items():
        if asked.only in (None, name):
            part()


if __name__ == "__main__":
    main()
