"""`stet plant`: known errors in copies of a report, and which of them the reviewer catches."""

from collections.abc import Iterator
from typing import NamedTuple

from stet.cli.exit import Exit
from stet.cli.setup import reading_app
from stet.cli.terminal import Line, table, write
from stet.errors import BadSetting
from stet.evaluate.plant import KINDS
from stet.evaluate.planting import Planting, Plantings, Share, Tally, Trial, between
from stet.report.words import plural
from stet.saved import chosen_run

_FORMS = {"as written": "as it was written", "restated": "its quotations told as claims in own words"}
_SHOWN = 70


class Wanted(NamedTuple):
    """What is planted, and what is printed of it."""

    each: int
    seed: int
    kinds: tuple[str, ...]
    fail_under: float | None
    as_json: bool


def plant(run: str | None, wanted: Wanted) -> int:
    """Plant errors in a run's report and print what the reviewer made of them.

    Raises:
        NotFound: no such run, or one with nothing to plant errors in
        BadSetting: there is no such kind
    """
    import asyncio

    from stet.evaluate.planting_run import planted_run, stored_run

    unknown = [kind for kind in wanted.kinds if kind not in KINDS]
    if unknown:
        raise BadSetting(
            f"there is no kind of error “{unknown[0][:40]}”", hint=f"choose of: {', '.join(KINDS)}"
        )
    with reading_app().store() as store:
        record = chosen_run(store, run)
        stored = stored_run(store, record.id)
    kinds = wanted.kinds or tuple(KINDS)
    found = asyncio.run(planted_run(stored, seed=wanted.seed, each=wanted.each, kinds=kinds))
    if wanted.as_json:
        print(found.model_dump_json(indent=2))
    else:
        write(_lines(found))
    fell = wanted.fail_under is not None and found.fell_short(wanted.fail_under)
    return Exit.NOT_ACCEPTED if fell else Exit.DONE


def _lines(found: Plantings) -> Iterator[Line]:
    yield Line(f"run {found.of}: {found.question}", "bold")
    for planting in found.plantings:
        yield Line()
        yield from _planting(planting)
    usage = found.usage
    price = "at an unknown price" if usage.usd is None else f"{usage.usd:.4f} US dollars"
    yield Line()
    yield Line(f"{plural(usage.model_calls, 'call')} of models, {usage.tokens} tokens, {price}")


def _planting(planting: Planting) -> Iterator[Line]:
    yield Line(f"The report {_FORMS[planting.form]}", "bold")
    clean = planting.clean
    verdict = (
        "approved"
        if clean.approved
        else f"not approved, for nobody judged {plural(len(clean.open), 'point')}"
    )
    alarms = "; ".join(clean.false_alarms)
    yield Line(f"original: {f'FALSE ALARM: {alarms}' if alarms else verdict}")
    rows = [("error", "in the", "caught", "95 %", "open", "missed"), *map(_row, planting.tallies)]
    for line in table([*rows, _total(planting)]):
        yield Line(line)
    for skipped in planting.skipped:
        yield Line(f"not planted: {KINDS[skipped.kind].title}: {skipped.why}")
    left = [trial for trial in planting.trials if trial.result != "caught"]
    if left:
        yield Line()
        yield Line("Not caught (missed: approved; open: only for want of a judge not approved)", "bold")
    for trial in left:
        yield from _trial(trial)


def _row(tally: Tally) -> tuple[str, ...]:
    caught = f"{tally.caught.hits}/{tally.caught.of}"
    return (tally.title, tally.layer, caught, _interval(tally.caught), str(tally.open), str(tally.missed))


def _total(planting: Planting) -> tuple[str, ...]:
    total = planting.total
    results = [trial.result for trial in planting.trials]
    left = (str(results.count("open")), str(results.count("missed")))
    return ("all", "", f"{total.hits}/{total.of}", _interval(total), *left)


def _interval(share: Share) -> str:
    return "–" if share.low is None or share.high is None else f"{share.low:.2f}–{share.high:.2f}"


def _trial(trial: Trial) -> Iterator[Line]:
    old, new = between(trial.before, trial.after, _SHOWN)
    variant = f" ({trial.variant})" if trial.variant else ""
    yield Line(f"{trial.result}: {KINDS[trial.kind].title}{variant}, {trial.layer}, {trial.place}")
    yield Line(old or "–", indent=4, label="  - ")
    yield Line(new or "–", indent=4, label="  + ")
