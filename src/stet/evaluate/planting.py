"""How good is the reviewer? Errors are planted in copies of a report, and every copy is examined like the original.

Nothing that the planter knows reaches the examiner: it gets a report, makes its ledger again from the claims and the
saved texts, and reviews its draft. A copy that is not approved because a check failed is `caught`, or `beside` where no
such check speaks of the error; one that is not approved only because nobody could judge is `open`; one that is approved
is `missed`. Copies with a harmless edit are examined beside them: a check that fails on one is a false alarm.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Protocol

from stet.domain.base import Value
from stet.domain.claims import Check, Outcome
from stet.evaluate.plant import CONTROLS, KINDS, Planted, Target, edited, plant
from stet.evaluate.plant.values import Layer
from stet.evaluate.planting_values import Clean, Harmless, Order, Planting, Result, Tally, Trial, share

ATTRIBUTION = "attribution"


class Finding(Value):
    """What an examination found: `failed` are checks that said no, `open` those that nobody answered.

    `doubts` are flags of code that settle nothing and that a judge is told of.
    """

    approved: bool
    failed: tuple[Check, ...] = ()
    open: tuple[Check, ...] = ()
    doubts: tuple[Check, ...] = ()

    @property
    def result(self) -> Result:
        """Whether an error in what was examined is caught, left open or missed."""
        if self.approved:
            return "missed"
        return "caught" if self.failed else "open"


Watch = Callable[[int, int], None]
"""Is told of progress."""


def unwatched(*_: int) -> None:
    """Progress that nobody wants to hear of."""


class Examiner(Protocol):
    """Reviews a report."""

    async def examine(self, report: Target) -> Finding:
        """What the reviewer says of it, everything made again.

        Raises:
            StetError: what the journal and the models raise
        """
        ...


async def planting(
    report: Target,
    examiner: Examiner,
    order: Order,
    more: Sequence[Planted] = (),
    watch: Watch = unwatched,
) -> Planting:
    """Plant, examine the original and every copy, and count; `more` are copies by another planter.

    `watch` is told how many of how many copies were examined.

    Raises:
        StetError: what the journal and the models raise
    """
    planted, skipped = plant(report, seed=order.seed, each=order.each, kinds=order.kinds)
    first = await examiner.examine(report)
    known = frozenset((*first.failed, *first.doubts))
    copies = (*planted, *more)
    controls = edited(report, seed=order.seed, each=order.each, kinds=order.kinds)
    seen: list[Trial] = []
    for copy in (*copies, *controls):
        watch(len(seen), len(copies) + len(controls))
        seen.append(_trial(copy, await examiner.examine(copy.report), known))
    trials = seen[: len(copies)]
    return Planting(
        of=order.of,
        form=order.form,
        seed=order.seed,
        each=order.each,
        clean=Clean(
            approved=first.approved,
            false_alarms=tuple(f"{_named(check)}: {check.detail}" for check in first.failed),
            open=tuple(_named(check) for check in first.open),
        ),
        tallies=tallies(trials),
        trials=tuple(trials),
        harmless=tuple(_harmless(each) for each in seen[len(copies) :]),
        skipped=skipped,
    )


def _trial(planted: Planted, found: Finding, known: Collection[Check]) -> Trial:
    """What a copy came to. A check that says the same of the original says nothing of the error.

    One that fails on the original is told by its name and reason: its detail lists what else it finds.
    """
    alarms = {_named(check) for check in known if check.outcome is Outcome.FAIL}
    failed = tuple(check for check in found.failed if _named(check) not in alarms)
    doubts = tuple(check for check in found.doubts if check not in known)
    result = found.model_copy(update={"failed": failed}).result
    speaking = [check for check in failed if _speaks(planted.kind, check)]
    if result == "caught" and not speaking:
        result = "beside"
    shown = speaking or failed or doubts or found.open
    return Trial(
        **planted.model_dump(exclude={"report"}),
        result=result,
        by=_each_once(failed),
        doubts=_each_once(doubts),
        detail=shown[0].detail if shown else "",
    )


def _speaks(kind: str, check: Check) -> bool:
    """Whether a check that failed can speak of an error of this kind.

    That another source fits better tells of a source that is wrong, and of nothing else.
    """
    return check.name != ATTRIBUTION or kind not in KINDS or KINDS[kind].of_sources


def _harmless(trial: Trial) -> Harmless:
    """A copy that nothing is wrong in."""
    refused = trial.result in {"caught", "beside"}
    shown = trial.model_dump(exclude={"result", "doubts", "detail"})
    detail = trial.detail if refused else ""
    return Harmless(**shown, title=CONTROLS[trial.kind].title, refused=refused, detail=detail)


def _each_once(checks: Iterable[Check]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(_named(check) for check in checks))


def _named(check: Check) -> str:
    return f"{check.name}: {check.reason}"


def tallies(trials: Iterable[Trial]) -> tuple[Tally, ...]:
    """Trials by kind and layer, in the order of the kinds."""
    groups: dict[tuple[str, Layer], list[Trial]] = {}
    for trial in trials:
        groups.setdefault((trial.kind, trial.layer), []).append(trial)
    order = list(KINDS)
    return tuple(
        _tally(kind, layer, group)
        for (kind, layer), group in sorted(groups.items(), key=lambda item: order.index(item[0][0]))
    )


def _tally(kind: str, layer: Layer, group: Sequence[Trial]) -> Tally:
    results = [trial.result for trial in group]
    return Tally(
        kind=kind,
        title=KINDS[kind].title,
        layer=layer,
        caught=share(results.count("caught"), len(results)),
        beside=results.count("beside"),
        open=results.count("open"),
        missed=results.count("missed"),
        doubted=sum(bool(trial.doubts) for trial in group if trial.result != "caught"),
    )
