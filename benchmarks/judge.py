"""A judge by log-probability on labelled pairs, alone and with what code finds.

    python benchmarks/judge.py DATA_FOLDER --model local:NAME --url http://127.0.0.1:8080/v1 [--cache FILE]
        [--calibrate FILE.json] [--cached]
    python benchmarks/judge.py DATA_FOLDER --verbatim
    python benchmarks/judge.py --report

DATA_FOLDER holds `claims/*.jsonl.gz` (see its README). Each file of `LEARNT` is parted in two by a hash of the
evidence, so that no text stands in both. The calibration is fitted on the first halves, on pairs that code does not
refute; its bars are chosen there too, on supports that a fit without the pair's own file gives, so that they hold for
files that were not seen. All is measured on the second halves, and on the files of `FOREIGN`, of which nothing was
learnt. A pair is a claim in other words that quotes the whole of its evidence, of 700 characters at most.

Printed by file: false pass (of unsupported pairs), false rejection (of supported ones), share left unreviewed, balanced
accuracy (a pair that is not passed counts as refused), for code alone (what it does not refute passes), the judge alone
at 0.5, and the calibrated judge after code; 95 % Wilson intervals; the calls. `--calibrate` writes the calibration.
`--cache` keeps the answers of the model, one a line; `--cached` asks nothing and takes the pairs that are there.

`--verbatim` counts, over all pairs of all files, the claims that stand word for word in their evidence, and those of
them that code settles without a judge. `--report` needs no data: calls of the judge in whole runs with the clerk of
tests/modeltown.py.
"""

import argparse
import asyncio
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from claims_data import Pair, Rate, pairs
from claims_veto import checks_of
from judge_pairs import FIRST, LEARNT, SECOND, SEED, WHOLE, Asked, Judged, chosen, refuted

from stet.adapters.models.providers import Access
from stet.adapters.models.talk import Settings, TalkingModel
from stet.domain.base import canonical_json
from stet.domain.claims import Outcome
from stet.engines.model.logprob import PROMPT, known_as
from stet.prompts import prompt
from stet.verify.calibration import Calibration, Labelled, fail_bar, fit, pass_bar, signs
from stet.verify.normal import fold
from stet.verify.sentences import Span, sentences
from stet.verify.verbatim import whole_sentence

if TYPE_CHECKING:
    from modeltown import Clerk

MADE = "2026-11-30"
ALLOWED = 0.05
"""The share of false passes, and of false rejections, for which the bars are chosen."""


class Row:
    """What one way of judging made of the pairs of one file."""

    def __init__(self) -> None:
        self.passed, self.rejected, self.open = Rate(), Rate(), Rate()
        self.kept = Rate()

    def add(self, outcome: Outcome, *, supported: bool) -> None:
        """Count one pair."""
        self.open.add(outcome is Outcome.UNSURE)
        if supported:
            self.rejected.add(outcome is Outcome.FAIL)
            self.kept.add(outcome is Outcome.PASS)
        else:
            self.passed.add(outcome is Outcome.PASS)

    def __str__(self) -> str:
        balanced = (self.kept.share + 1 - self.passed.share) / 2
        return f"{self.passed!s:<30} {self.rejected!s:<30} {self.open!s:<30} {balanced:.3f}"


def verbatim(pair: Pair) -> bool:
    """Whether code settles the claim as a sentence of its source."""
    return checks_of(pair)[-1].outcome is Outcome.PASS


def labelled(judged: Sequence[Judged]) -> list[Labelled]:
    """Pairs for fitting: of those that code leaves to the judge, each file and label weighing the same."""
    counts = Counter((one.pair.file, one.pair.supported) for one in judged)
    mean = len(judged) / len(counts)
    return [
        Labelled(
            signs(one.pair.claim, one.pair.evidence, one.likely),
            one.pair.supported,
            mean / counts[one.pair.file, one.pair.supported],
        )
        for one in judged
    ]


def calibrated(judged: Sequence[Judged], model: str) -> Calibration:
    """Coefficients from all pairs; bars from supports that a fit without the pair's own file gives."""
    scored: list[tuple[float, bool]] = []
    for file in sorted({one.pair.file for one in judged}):
        others = fit(labelled([one for one in judged if one.pair.file != file]))
        for one in judged:
            if one.pair.file == file:
                found = others.support(signs(one.pair.claim, one.pair.evidence, one.likely))
                scored.append((found, one.pair.supported))
    whole = fit(labelled(judged))
    top, low = pass_bar(scored, ALLOWED), fail_bar(scored, ALLOWED)
    return Calibration(
        model=known_as(model),
        prompt=prompt(PROMPT).sha256,
        made=MADE,
        seed=SEED,
        data=f"first halves of {', '.join(LEARNT)}; bars by leaving a file out, {ALLOWED:.0%} allowed",
        count=len(judged),
        weights=tuple(round(w, 4) for w in whole.weights),
        bias=round(whole.bias, 4),
        pass_at=None if top is None else round(top, 4),
        fail_at=None if low is None else round(low, 4),
    )


def outcome(one: Judged, known: Calibration) -> Outcome:
    """What the calibrated judge makes of a pair, after code."""
    if refuted(one.pair):
        return Outcome.FAIL
    if verbatim(one.pair):
        return Outcome.PASS
    support = known.support(signs(one.pair.claim, one.pair.evidence, one.likely))
    if known.pass_at is not None and support >= known.pass_at:
        return Outcome.PASS
    return Outcome.FAIL if known.fail_at is not None and support <= known.fail_at else Outcome.UNSURE


def auc(scored: Sequence[tuple[float, bool]]) -> float:
    """The chance that a supported pair scores above an unsupported one, ties counting half."""
    good = [score for score, supported in scored if supported]
    bad = [score for score, supported in scored if not supported]
    wins = sum((g > b) + (g == b) / 2 for g in good for b in bad)
    return wins / (len(good) * len(bad)) if good and bad else 0.0


def measured(judged: Sequence[Judged], known: Calibration) -> None:
    """Print the three ways of judging by file, and over the files together."""
    ways: dict[str, Callable[[Judged], Outcome]] = {
        "code alone": lambda one: Outcome.FAIL if refuted(one.pair) else Outcome.PASS,
        "judge alone at 0.5": lambda one: Outcome.PASS if one.likely > 0.5 else Outcome.FAIL,
        "judge and code, calibrated": lambda one: outcome(one, known),
    }
    groups = {"files learnt from, second halves": SECOND, "files not seen": WHOLE}
    for title, part in groups.items():
        mine = [one for one in judged if one.part == part]
        for way, decide in ways.items():
            print(f"\n{title}: {way}")
            print(f"  {'':<22} {'false pass':<30} {'false rejection':<30} {'unreviewed':<30} balanced")
            rows: dict[str, Row] = defaultdict(Row)
            for one in mine:
                found = decide(one)
                rows[one.pair.file].add(found, supported=one.pair.supported)
                rows["all"].add(found, supported=one.pair.supported)
            for file in sorted(rows, key=lambda name: (name == "all", name)):
                print(f"  {file:<22} {rows[file]}")
        alone = auc([(one.likely, one.pair.supported) for one in mine])
        weighed = auc(
            [
                (known.support(signs(o.pair.claim, o.pair.evidence, o.likely)), o.pair.supported)
                for o in mine
                if not refuted(o.pair)
            ]
        )
        print(
            f"  area under the curve: judge alone {alone:.3f}; calibrated, of what code leaves, {weighed:.3f}"
        )


async def judged(arguments: argparse.Namespace) -> tuple[list[Judged], int, int]:
    """The sample with what the model says, how many pairs have no answer, and the calls made now."""
    model = None
    if not arguments.cached:
        model = TalkingModel(
            f"logprob:{arguments.model}", Access(base_url=arguments.url), Settings(seconds=600)
        )
    asked = Asked(model, arguments.cache)
    found: list[Judged] = []
    left = 0
    for pair, part in chosen(list(pairs(arguments.folder))):
        likely = await asked.likely(pair)
        if likely is None:
            left += 1
        else:
            found.append(Judged(pair, part, likely))
    return found, left, asked.calls


def settled(every: Sequence[Pair]) -> None:
    """Print how many claims stand word for word in their evidence, and how many of these code settles, by label."""
    counts: Counter[tuple[str, bool]] = Counter()
    for pair in every:
        wanted = fold(pair.claim).rstrip(".")
        if len(wanted) < 10 or wanted not in fold(pair.evidence):
            continue
        whole = Span(0, len(pair.evidence))
        found = whole_sentence(pair.claim, pair.evidence, sentences(pair.evidence), whole)
        counts["contained", pair.supported] += 1
        counts["settled", pair.supported] += found is not None
    for name in ("contained", "settled"):
        print(f"{name}: {counts[name, True]} supported, {counts[name, False]} unsupported pairs")


async def reported() -> None:
    """Calls of the judge in whole runs: over the invented collection, and over five pages with six claims each."""
    sys.path.insert(0, str(Path(__file__).parents[1] / "tests"))
    from modeltown import ASKED, TOLL, Clerk, Rule

    await _run("harbour-toll", ASKED, TOLL, Clerk())
    rule = Rule(
        "When does the toll start?", "answer", ("canal toll start Overton",), r"toll of Overton starts"
    )
    with TemporaryDirectory() as folder:
        for n in range(1, 6):
            days = (
                f"The canal toll of Overton starts on {day} March 2027 at lock {n}{day}."
                for day in range(1, 7)
            )
            (Path(folder) / f"{n}.md").write_text("\n\n".join(days))
        question = "When does the canal toll of Overton start?"
        await _run(
            "five pages", question, Path(folder), Clerk(rules=(rule, rule._replace(text="Since when?")))
        )


async def _run(name: str, question: str, documents: Path, playing: "Clerk") -> None:
    from modeltown import CLERK, clerk
    from stet.app import App, Request

    with clerk(playing) as town, TemporaryDirectory() as home:
        app = App(Path(home), operator=town.operator())
        asked = Request(question=question, engine="model", model=CLERK, documents=(str(documents),))
        report = await app.ask(asked)
    kinds = Counter(claim.kind.value for claim in report.claims)
    print(f"{name}, with the clerk: {len(town.of('judge'))} calls of the judge for {dict(kinds)}")


def main() -> None:
    """Read the command line, ask and print."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--model", default="local:model")
    parser.add_argument("--url", default="http://127.0.0.1:8080/v1")
    parser.add_argument("--known-as", help="the name that the service gives its model")
    parser.add_argument("--cache", type=Path)
    parser.add_argument("--cached", action="store_true")
    parser.add_argument("--calibrate", type=Path)
    parser.add_argument("--report", action="store_true")
    parser.add_argument("--verbatim", action="store_true")
    asked = parser.parse_args()
    if asked.report:
        asyncio.run(reported())
        return
    if asked.folder is None:
        parser.error("DATA_FOLDER is needed")
    if asked.verbatim:
        settled(list(pairs(asked.folder)))
        return
    found, left, calls = asyncio.run(judged(asked))
    print(f"{len(found)} pairs judged by {asked.model}, {calls} calls now; {left} pairs without an answer")
    learnt = [one for one in found if one.part == FIRST and not refuted(one.pair)]
    known = calibrated(learnt, asked.known_as or asked.model.partition(":")[2])
    print(canonical_json(known))
    measured(found, known)
    if asked.calibrate:
        asked.calibrate.write_text(json.dumps(known.model_dump(mode="json"), indent=2) + "\n")


if __name__ == "__main__":
    main()
