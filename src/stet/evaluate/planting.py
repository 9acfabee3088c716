"""How good is the reviewer? Errors are planted in copies of a report, and every copy is examined like the original.

Nothing that the planter knows reaches the examiner: it gets a report, makes its ledger again from the claims and the
saved texts, and reviews its draft. A copy that is not approved because a check failed is `caught`; one that is not
approved only because nobody could judge is `open`; one that is approved is `missed`.
"""

from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Literal, Protocol

from stet.domain.base import Value
from stet.domain.budget import Usage
from stet.domain.claims import Check, Outcome
from stet.evaluate.plant import KINDS, Planted, Skipped, Target, plant
from stet.evaluate.plant.values import Layer

Result = Literal["caught", "open", "missed"]
Z95 = 1.959964


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


class Share(Value):
    """`hits` of `of`, with the 95 % Wilson score interval (Wilson 1927); no interval of nothing."""

    hits: int
    of: int
    low: float | None = None
    high: float | None = None


class Trial(Value):
    """One planted error and what became of it.

    `by` are the checks that said no, each as `name: reason`; `doubts` those that only raised a doubt, which none did
    on the original.
    """

    kind: str
    layer: Layer
    variant: str
    place: str
    before: str
    after: str
    result: Result
    by: tuple[str, ...]
    doubts: tuple[str, ...] = ()
    detail: str = ""


class Tally(Value):
    """What became of the errors of a kind in a layer.

    `caught` are those that a check failed on; `doubted` those of the others on which code at least raised a doubt.
    """

    kind: str
    title: str
    layer: Layer
    caught: Share
    open: int
    missed: int
    doubted: int


class Clean(Value):
    """What the reviewer says of the original: a check that fails on it is a false alarm."""

    approved: bool
    false_alarms: tuple[str, ...] = ()
    open: tuple[str, ...] = ()


class Planting(Value):
    """All that was planted in one text and found; `form` says whether its statements are quotations or written."""

    of: str
    form: str
    seed: int
    each: int
    clean: Clean
    tallies: tuple[Tally, ...]
    trials: tuple[Trial, ...]
    skipped: tuple[Skipped, ...]

    @property
    def total(self) -> Share:
        """Errors of every kind that were caught."""
        return share(sum(trial.result == "caught" for trial in self.trials), len(self.trials))


class Plantings(Value):
    """All that was planted in one report or text, in each of its forms, and what it took.

    `faults` are what was found in a text by anyone before anything was planted in it.
    """

    of: str
    question: str
    plantings: tuple[Planting, ...]
    faults: int = 0
    usage: Usage = Usage()

    def fell_short(self, least: float) -> bool:
        """Whether the original raised an alarm somewhere, or a smaller share than `least` of the errors was caught."""
        trials = [trial.result for planting in self.plantings for trial in planting.trials]
        alarmed = any(planting.clean.false_alarms for planting in self.plantings)
        return alarmed or trials.count("caught") < least * len(trials)


class Order(Value):
    """What is planted: `each` of every kind and layer, by chance from `seed`; `of` what, and in which form."""

    of: str
    form: str = "as written"
    seed: int = 0
    each: int = 3
    kinds: tuple[str, ...] = tuple(KINDS)


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
    trials: list[Trial] = []
    for copy in copies:
        watch(len(trials), len(copies))
        trials.append(_trial(copy, await examiner.examine(copy.report), known))
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
        skipped=skipped,
    )


def _trial(planted: Planted, found: Finding, known: Collection[Check]) -> Trial:
    """What a copy came to. A check that says the same of the original says nothing of the error.

    One that fails on the original is told by its name and reason: its detail lists what else it finds.
    """
    alarms = {_named(check) for check in known if check.outcome is Outcome.FAIL}
    failed = tuple(check for check in found.failed if _named(check) not in alarms)
    doubts = tuple(check for check in found.doubts if check not in known)
    told = found.model_copy(update={"failed": failed})
    shown = failed or doubts or found.open
    return Trial(
        **planted.model_dump(exclude={"report"}),
        result=told.result,
        by=_each_once(failed),
        doubts=_each_once(doubts),
        detail=shown[0].detail if shown else "",
    )


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
        open=results.count("open"),
        missed=results.count("missed"),
        doubted=sum(bool(trial.doubts) for trial in group if trial.result != "caught"),
    )


def between(before: str, after: str, most: int) -> tuple[str, str]:
    """What differs between two texts, each with at most `most` characters before and behind it."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return _cut(before, start, len(before) - end, most), _cut(after, start, len(after) - end, most)


def _cut(text: str, start: int, end: int, most: int) -> str:
    first, last = max(0, start - most), min(len(text), end + most)
    shown = " ".join(text[first:last].split())
    return f"{'…' if first else ''}{shown}{'…' if last < len(text) else ''}"


def share(hits: int, of: int) -> Share:
    """A share with its interval."""
    if not of:
        return Share(hits=hits, of=of)
    rate, z2 = hits / of, Z95 * Z95
    middle = (rate + z2 / (2 * of)) / (1 + z2 / of)
    half = Z95 * ((rate * (1 - rate) + z2 / (4 * of)) / of) ** 0.5 / (1 + z2 / of)
    return Share(hits=hits, of=of, low=max(0.0, middle - half), high=min(1.0, middle + half))
