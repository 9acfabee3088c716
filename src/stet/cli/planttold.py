"""What `stet plant` prints."""

from collections.abc import Iterator

from stet.cli.terminal import Line, cut, table
from stet.evaluate.plant import KINDS
from stet.evaluate.planting_values import Clean, Planting, Plantings, Share, Tally, Trial, between
from stet.report.words import plural

_FORMS = {
    "as written": "The report as it was written",
    "restated": "The report with its quotations told as claims in own words",
    "text": "The text, examined as by stet check",
}
_SHOWN = 70


def told(found: Plantings) -> Iterator[Line]:
    """The tables, with every error that was not caught and every harmless edit that was refused."""
    yield Line(f"run {found.of}: {found.question}" if found.question else f"file {found.of}", "bold")
    for planting in found.plantings:
        yield Line()
        yield from _planting(planting)
    if found.faults:
        yield Line()
        yield Line(
            f"{plural(found.faults, 'fault')} of the text itself are left out of this: stet check {found.of}"
        )
    if found.unsettled and any(planting.trials for planting in found.plantings):
        yield Line(
            f"not settled in the original: {plural(found.unsettled, 'statement')}; an error in a wrong one may be none"
        )
    usage = found.usage
    price = "at an unknown price" if usage.usd is None else f"{usage.usd:.4f} US dollars"
    yield Line()
    yield Line(f"{plural(usage.model_calls, 'call')} of models, {usage.tokens} tokens, {price}")


def _planting(planting: Planting) -> Iterator[Line]:
    yield Line(_FORMS[planting.form], "bold")
    if planting.form != "text":
        yield Line(f"original: {_verdict(planting.clean)}")
    rows = [
        ("error", "in the", "caught", "95 %", "beside", "open", "missed", "doubted"),
        *map(_row, planting.tallies),
    ]
    for line in table([*rows, _total(planting)]):
        yield Line(line)
    yield from _refused(planting)
    why = dict.fromkeys(skipped.why for skipped in planting.skipped)
    for reason in why:
        titles = [KINDS[skipped.kind].title for skipped in planting.skipped if skipped.why == reason]
        named = ", ".join(titles) if len(titles) < len(KINDS) // 2 else f"{len(titles)} kinds"
        yield Line(f"not planted: {named}: {reason}")
    left = [trial for trial in planting.trials if trial.result != "caught"]
    if left:
        yield Line()
        yield Line("Not caught", "bold")
        yield Line(
            "missed: approved; open: not approved, for want of a judge only; beside: refused for something else"
        )
    for trial in left:
        yield from _trial(trial)


def _refused(planting: Planting) -> Iterator[Line]:
    """How many harmless edits were called wrong, and each of them with its words."""
    share = planting.refused
    if share.of:
        yield Line(f"harmless edits called wrong: {share.hits}/{share.of} ({_interval(share)})")
    for each in planting.harmless:
        if each.refused:
            yield Line(f"FALSE ALARM: {each.title}, {each.layer}, {each.place}: {'; '.join(each.by)}")
            yield from _words(each.before, each.after)


def _verdict(clean: Clean) -> str:
    if clean.false_alarms:
        return f"FALSE ALARM: {'; '.join(clean.false_alarms)}"
    if clean.approved:
        return "approved"
    return f"not approved, for want of a judge: {plural(len(clean.open), 'open point')}"


def _row(tally: Tally) -> tuple[str, ...]:
    caught = f"{tally.caught.hits}/{tally.caught.of}"
    return (
        tally.title,
        tally.layer,
        caught,
        _interval(tally.caught),
        str(tally.beside),
        str(tally.open),
        str(tally.missed),
        str(tally.doubted),
    )


def _total(planting: Planting) -> tuple[str, ...]:
    total = planting.total
    results = [trial.result for trial in planting.trials]
    doubted = sum(tally.doubted for tally in planting.tallies)
    left = (*(str(results.count(each)) for each in ("beside", "open", "missed")), str(doubted))
    return ("all", "", f"{total.hits}/{total.of}", _interval(total), *left)


def _interval(share: Share) -> str:
    return "–" if share.low is None or share.high is None else f"{share.low:.2f}–{share.high:.2f}"


def _trial(trial: Trial) -> Iterator[Line]:
    variant = f" ({trial.variant})" if trial.variant else ""
    yield Line(f"{trial.result}: {KINDS[trial.kind].title}{variant}, {trial.layer}, {trial.place}")
    yield from _words(trial.before, trial.after)


def _words(before: str, after: str) -> Iterator[Line]:
    old, new = (cut(each, 2 * _SHOWN) for each in (before, after))
    if before and after:
        old, new = between(before, after, _SHOWN)
    yield Line(old or "–", indent=4, label="  - ")
    yield Line(new or "–", indent=4, label="  + ")
