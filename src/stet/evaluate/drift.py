"""Whether a comparison came out otherwise than an earlier one of the same tasks: paired, with what chance could do.

A row is a level played by somebody. Its pairs are exchanged to see what chance does (`drift_flips`); its figures are
corrected for each other in the same exchange, and for the number of rows by Bonferroni, so that where nothing changed
at most one comparison in twenty says that something did. The engine `quote` has no chance in it where it reads saved
documents: there every difference is a change. What may explain a difference is named before it.
"""

from collections.abc import Sequence
from typing import Final, NamedTuple

from stet.domain.run import Level
from stet.evaluate.bench.values import BenchResult, Experiment
from stet.evaluate.drift_figures import COST, Figure, figures, money
from stet.evaluate.drift_flips import ALPHA, Chance, Differences, chance, smallest, together
from stet.evaluate.drift_pairs import Pair, paired
from stet.evaluate.drift_told import told
from stet.evaluate.drift_values import Drift, DriftRow, Finding, Move, Side

__all__ = ["compared", "told"]
_SAME: Final = 1e-9
"""Two figures that differ by no more than this part of their size are the same."""


def compared(baseline: BenchResult, now: BenchResult, *, seconds: bool = False) -> Drift:
    """What moved from `baseline` to `now`; times make a regression only with `seconds`."""
    pairs = paired(baseline, now)
    rows = [
        _Row(level, player, found, certain=_certain(now, player, found))
        for (level, player), found in pairs.rows.items()
    ]
    # A row that has too few pairs to say anything cannot raise a false alarm either (Tarone 1990).
    tested = sum((not row.certain or seconds) and smallest(len(row.pairs)) <= ALPHA for row in rows)
    return Drift(
        baseline=_side(baseline),
        now=_side(now),
        pairs=sum(len(row.pairs) for row in rows),
        differences=pairs.differences,
        rows=tuple(row.compared(max(1, tested), seconds=seconds) for row in rows),
    )


def _side(result: BenchResult) -> Side:
    return Side(version=result.version, day=result.day, cells=len(result.cells))


def _certain(result: BenchResult, player: str, pairs: Sequence[Pair]) -> bool:
    """Whether the row answers the same every time: by rule, from documents or from what was read before."""
    quotes = any(each.engine == "quote" and each.name == player for each in result.order.players)
    frozen = result.order.experiment is Experiment.FROZEN
    return quotes and (frozen or all(pair.task is not None and not pair.task.search for pair in pairs))


class _Values(NamedTuple):
    """A figure over the pairs of a row: each pair's difference, both means, and what the one is more."""

    figure: Figure
    differences: Differences
    baseline: float | None
    now: float | None

    @property
    def pairs(self) -> int:
        return sum(value is not None for value in self.differences)

    @property
    def changed(self) -> int:
        return sum(bool(value) for value in self.differences)

    @property
    def more(self) -> float | None:
        return None if self.baseline is None or self.now is None else self.now - self.baseline

    @property
    def sign(self) -> float:
        """Which way it went: above 0 is up. A cost per accepted report goes somewhere also where one is undefined."""
        total = sum(value for value in self.differences if value is not None)
        return total if abs(total) > _SAME * sum(abs(value or 0.0) for value in self.differences) else 0.0


class _Row(NamedTuple):
    level: Level
    player: str
    pairs: tuple[Pair, ...]
    certain: bool

    def compared(self, rows: int, *, seconds: bool) -> DriftRow:
        """The row; `rows` are those of the comparison that chance has a part in."""
        cells = [cell for pair in self.pairs for cell in (pair.baseline, pair.now)]
        values = [_values(figure, self.pairs) for figure in figures(cells)]
        values = [each for each in values if each.pairs]
        corrected = together([each.differences for each in values])
        moves = [
            _certain_move(each, seconds=seconds)
            if self.certain and each.figure.unit != "s"
            else _move(each, min(1.0, rows * p), rows, seconds=seconds)
            for each, p in zip(values, corrected, strict=True)
        ]
        return DriftRow(
            level=self.level,
            player=self.player,
            pairs=len(self.pairs),
            certain=self.certain,
            moves=tuple(moves),
        )


def _values(figure: Figure, pairs: Sequence[Pair]) -> _Values:
    if figure.name == COST:
        return _per_accepted(figure, pairs)
    both = [(figure.of(pair.baseline, pair.task), figure.of(pair.now, pair.task)) for pair in pairs]
    differences = [
        None if before is None or after is None else _less(after, before) for before, after in both
    ]
    kept = [(before, after) for before, after in both if before is not None and after is not None]
    if not kept:
        return _Values(figure, differences, None, None)
    means = [sum(side) / len(kept) for side in zip(*kept, strict=True)]
    return _Values(figure, differences, means[0], means[1])


def _per_accepted(figure: Figure, pairs: Sequence[Pair]) -> _Values:
    """All cost over all accepted reports; undefined with a cost that nobody knows, or where none was accepted.

    A ratio of sums has no difference for each pair. What its numerator is above the common ratio of both sides times
    its denominator has one, whose sum is 0 where nothing changed, and which exchanging a pair turns round (the
    linearised ratio of Cochran 1977, Sampling Techniques, section 6.2).
    """
    known = [(money(pair.baseline.cost), money(pair.now.cost)) for pair in pairs]
    costs = [(before, after) for before, after in known if before is not None and after is not None]
    accepted = [(pair.baseline.approved, pair.now.approved) for pair in pairs]
    reports = [sum(side) for side in zip(*accepted, strict=True)]
    if len(costs) < len(pairs) or not sum(reports):
        return _Values(figure, [None] * len(pairs), None, None)
    spent = [sum(side) for side in zip(*costs, strict=True)]
    common = sum(spent) / sum(reports)
    differences = [
        _less(after - common * now, before - common * then)
        for (before, after), (then, now) in zip(costs, accepted, strict=True)
    ]
    ratios = [cost / count if count else None for cost, count in zip(spent, reports, strict=True)]
    return _Values(figure, differences, ratios[0], ratios[1])


def _less(after: float, before: float) -> float:
    """The difference, 0 where it is no more than rounding."""
    return after - before if abs(after - before) > _SAME * max(abs(after), abs(before)) else 0.0


def _certain_move(values: _Values, *, seconds: bool) -> Move:
    """Where there is no chance every difference counts; one that goes both ways has moved."""
    if not values.changed:
        return _told(values, Finding.SAME, seconds=seconds)
    return _told(values, _way(values), seconds=seconds)


def _move(values: _Values, corrected: float, rows: int, *, seconds: bool) -> Move:
    if not values.changed:
        return _told(values, Finding.SAME, seconds=seconds)
    if rows * smallest(values.pairs) > ALPHA:
        return _told(values, Finding.TOO_FEW, seconds=seconds)
    found = chance(values.differences)
    corrected = max(found.p, corrected)
    beyond = Finding.PERHAPS if found.p <= ALPHA else Finding.NOISE
    finding = _way(values) if corrected <= ALPHA else beyond
    return _told(values, finding, found, corrected, seconds=seconds)


def _way(values: _Values) -> Finding:
    better = values.figure.better
    if better is None or not values.sign:
        return Finding.MOVED
    return Finding.BETTER if (values.sign > 0) == (better == "higher") else Finding.WORSE


def _told(
    values: _Values,
    finding: Finding,
    found: Chance | None = None,
    corrected: float | None = None,
    *,
    seconds: bool,
) -> Move:
    figure = values.figure
    of_ratio = figure.name == COST
    return Move(
        figure=figure.name,
        title=figure.title,
        unit=figure.unit,
        better=figure.better,
        pairs=values.pairs,
        changed=values.changed,
        baseline=values.baseline,
        now=values.now,
        difference=values.more,
        low=None if found is None or of_ratio else found.low,
        high=None if found is None or of_ratio else found.high,
        p=None if found is None else found.p,
        corrected=corrected,
        finding=finding,
        counts=seconds or figure.unit != "s",
    )
