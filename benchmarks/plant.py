"""Errors planted in finished reports, and what code alone makes of them.

`python benchmarks/plant.py [DATA_FOLDER] [--each N] [--seed N]`

Reports: three questions on `examples/harbour-toll` with the quote engine; the same folder written in other words than
its sources' by a scripted model (`tests/plantkit.py`); and, where DATA_FOLDER is given, the questions of `ai_act.py`.
Reports of quotations are planted in as they were written and once more told as claims in own words ("restated"). No
model judges or reviews: what only such a one could tell is left open.

Printed by form, kind and layer: errors caught by a check that failed, with 95 % Wilson intervals; refused for something
else (beside); left open; missed (approved); doubted. Then the harmless edits that were called wrong, with their words.
Exit status 1 when in a report as it was written (quoted or in other words) one of the four classic errors is not
caught, or such a report raises an alarm when it is clean.
"""

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import date
from pathlib import Path

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT / "tests"))

from ai_act import OTHERS  # noqa: E402 - found on the path that is set above

from plantkit import written_run  # noqa: E402
from stet.app import App, Request  # noqa: E402
from stet.domain.report import ReportOutcome  # noqa: E402
from stet.evaluate.plant import KINDS  # noqa: E402
from stet.evaluate.planting import tallies  # noqa: E402
from stet.evaluate.planting_run import RunExaminer, planted_run, stored_run  # noqa: E402
from stet.evaluate.planting_values import Harmless, Order, Planting, Trial, share  # noqa: E402

TOLL = ROOT / "examples" / "harbour-toll"
TOLL_QUESTIONS = (
    "When does the Harbour Bridge toll start, who pays it, and what does an unpaid crossing cost?",
    "What is the penalty for crossing the Harbour Bridge without paying the toll?",
    "Which vehicles are exempt from the Harbour Bridge toll?",
)
AS_WRITTEN = ("quoted", "written")
CLASSIC = ("invented_citation", "unsupported_addition", "missing_citation", "moved_by_a_year")


def requests(data: Path | None) -> Iterator[Request]:
    """What is asked of the quote engine."""
    today = date(2026, 11, 30)
    for question in TOLL_QUESTIONS:
        profile = str(TOLL / "profile.toml")
        yield Request(question=question, documents=(str(TOLL),), profile=profile, today=today)
    if data is not None:
        import json

        folder = data / "ai_act"
        asked = [
            json.loads((folder / "question.json").read_text(encoding="utf-8"))["question"],
            *OTHERS.values(),
        ]
        for question in asked:
            yield Request(question=question, documents=(str(folder),), profile="eu-law", today=today)


def planted(app: App, run: str, each: int, seed: int) -> tuple[Planting, ...]:
    """Everything planted in one run."""
    with app.store() as store:
        stored = stored_run(store, run)
    order = Order(of=run, each=each, seed=seed)
    return asyncio.run(planted_run(stored, RunExaminer(stored), order))


def told(form: str, planting: Planting, question: str, seconds: float) -> None:
    """One line on a report."""
    results = [trial.result for trial in planting.trials]
    clean = planting.clean
    alarms = f"FALSE ALARM {clean.false_alarms}" if clean.false_alarms else "no alarm"
    counts = ", ".join(f"{results.count(each)} {each}" for each in ("caught", "beside", "open", "missed"))
    refused = f"harmless edits refused {planting.refused.hits} of {planting.refused.of}"
    said = f"clean {alarms}; {counts} of {len(results)}; {refused}; {seconds:.0f} s"
    print(f"{form}: {question[:60]}…: {said}", flush=True)


def table(form: str, trials: Sequence[Trial]) -> None:
    """The rows of one form, as they stand in RESULTS.md."""
    print(
        f"\n{form}\n| error | in the | caught | beside | open | missed | doubted |\n|---|---|---|---|---|---|---|"
    )
    for tally in tallies(trials):
        caught = tally.caught
        rate = f"{caught.hits}/{caught.of} ({caught.low or 0:.2f}–{caught.high or 0:.2f})"
        counts = f"{tally.beside} | {tally.open} | {tally.missed} | {tally.doubted}"
        print(f"| {tally.title} | {tally.layer} | {rate} | {counts} |")
    every = share(sum(trial.result == "caught" for trial in trials), len(trials))
    print(f"| all | | {every.hits}/{every.of} ({every.low or 0:.2f}–{every.high or 0:.2f}) | | | | |")


def controls(form: str, edits: Sequence[Harmless]) -> None:
    """Harmless edits by kind and layer, and each that was refused."""
    print(f"\n{form}: harmless edits\n| edit | in the | called wrong |\n|---|---|---|")
    for title, layer in dict.fromkeys((edit.title, edit.layer) for edit in edits):
        group = [edit.refused for edit in edits if (edit.title, edit.layer) == (title, layer)]
        of = share(sum(group), len(group))
        print(f"| {title} | {layer} | {of.hits}/{of.of} ({of.low or 0:.2f}–{of.high or 0:.2f}) |")
    every = share(sum(edit.refused for edit in edits), len(edits))
    print(f"| all | | {every.hits}/{every.of} ({every.low or 0:.2f}–{every.high or 0:.2f}) |")
    for edit in edits:
        if edit.refused:
            print(
                f"false alarm, {edit.layer}, {'; '.join(edit.by)}: {edit.before[:160]} → {edit.after[:160]}"
            )


def faults(forms: dict[str, list[Trial]], alarms: Sequence[str]) -> Iterator[str]:
    """What must hold and does not."""
    yield from (f"a clean report raises an alarm: {alarm}" for alarm in alarms)
    for form in AS_WRITTEN:
        for trial in forms.get(form, []):
            if trial.kind in CLASSIC and trial.result != "caught":
                title = KINDS[trial.kind].title
                yield f"{form}: {title} is {trial.result}: {trial.before[:120]} → {trial.after[:120]}"


def main(data: Path | None, each: int, seed: int) -> int:
    """Plant in everything and say what does not hold."""
    forms: dict[str, list[Trial]] = {}
    harmless: dict[str, list[Harmless]] = {}
    alarms: list[str] = []
    with tempfile.TemporaryDirectory() as home:
        app = App(Path(home))
        runs = [("quoted", request.question, asyncio.run(app.ask(request))) for request in requests(data)]
        runs.append(("written", "in other words", asyncio.run(written_run(Path(home)))))
        for kind, question, report in runs:
            if report.outcome is ReportOutcome.NO_EVIDENCE or not report.claims:
                print(f"{kind}: {question[:60]}…: nothing was written")
                continue
            started = time.perf_counter()
            for planting in planted(app, report.run, each, seed):
                form = "restated" if planting.form == "restated" else kind
                told(form, planting, question, time.perf_counter() - started)
                forms.setdefault(form, []).extend(planting.trials)
                harmless.setdefault(form, []).extend(planting.harmless)
                if form in AS_WRITTEN:
                    alarms += [f"{question}: {alarm}" for alarm in planting.clean.false_alarms]
    for form, trials in forms.items():
        table(form, trials)
        if harmless[form]:
            controls(form, harmless[form])
    found = list(faults(forms, alarms))
    print(*(f"does not hold: {fault}" for fault in found), sep="\n")
    print("everything expected holds" if not found else f"{len(found)} expectations do not hold")
    return 1 if found else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, nargs="?")
    parser.add_argument(
        "--each", type=int, default=6, help="at most so many of a kind in one place of a report"
    )
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    raise SystemExit(main(options.data, options.each, options.seed))
