"""What planting comes to: every error with what became of it, harmless edits that were refused, shares and counts."""

from typing import Literal

from stet.domain.base import Value
from stet.domain.budget import Usage
from stet.evaluate.plant import CONTROLS, KINDS, Skipped
from stet.evaluate.plant.values import Layer

Result = Literal["caught", "beside", "open", "missed"]
"""`beside`: a check said no, but of something else than the error."""
Z95 = 1.959964


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

    `caught` are those that a check failed on which could speak of them, `beside` those that only another failed on;
    `doubted` those not caught on which code at least raised a doubt.
    """

    kind: str
    title: str
    layer: Layer
    caught: Share
    beside: int = 0
    open: int
    missed: int
    doubted: int


class Harmless(Value):
    """An edit that changes no meaning. `refused`: a check said no that does not say so of the original: `by` which."""

    kind: str
    title: str
    layer: Layer
    variant: str
    place: str
    before: str
    after: str
    refused: bool
    by: tuple[str, ...] = ()
    detail: str = ""


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
    harmless: tuple[Harmless, ...] = ()
    skipped: tuple[Skipped, ...]

    @property
    def refused(self) -> Share:
        """Harmless edits that were called wrong."""
        return share(sum(each.refused for each in self.harmless), len(self.harmless))

    @property
    def total(self) -> Share:
        """Errors of every kind that were caught."""
        return share(sum(trial.result == "caught" for trial in self.trials), len(self.trials))


class Plantings(Value):
    """All that was planted in one report or text, in each of its forms, and what it took.

    `faults` are what was found in a text by anyone before anything was planted in it, and `unsettled` the statements of
    it that may be planted in and that nobody found right as they are.
    """

    of: str
    question: str
    plantings: tuple[Planting, ...]
    faults: int = 0
    unsettled: int = 0
    usage: Usage = Usage()

    def fell_short(self, least: float) -> bool:
        """Whether there was a false alarm, or a smaller share than `least` of the errors was caught.

        A false alarm is one on the original, or on a harmless edit of it.
        """
        trials = [trial.result for planting in self.plantings for trial in planting.trials]
        alarmed = any(planting.clean.false_alarms or planting.refused.hits for planting in self.plantings)
        return alarmed or trials.count("caught") < least * len(trials)


class Order(Value):
    """What is planted: `each` of every kind and layer, by chance from `seed`; `of` what, and in which form.

    `kinds` are those of errors and of harmless edits.
    """

    of: str
    form: str = "as written"
    seed: int = 0
    each: int = 3
    kinds: tuple[str, ...] = (*KINDS, *CONTROLS)


def share(hits: int, of: int) -> Share:
    """A share with its interval."""
    if not of:
        return Share(hits=hits, of=of)
    rate, z2 = hits / of, Z95 * Z95
    middle = (rate + z2 / (2 * of)) / (1 + z2 / of)
    half = Z95 * ((rate * (1 - rate) + z2 / (4 * of)) / of) ** 0.5 / (1 + z2 / of)
    return Share(hits=hits, of=of, low=max(0.0, middle - half), high=min(1.0, middle + half))


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
