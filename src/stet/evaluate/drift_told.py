"""A comparison with an earlier result in words: what explains a difference first, then what moved."""

from collections.abc import Iterator
from typing import Final

from stet.evaluate.drift_values import Difference, Drift, DriftRow, Finding, Move, Unit
from stet.report.clean import one_line, short
from stet.report.words import plural

WORDS: Final = {
    Finding.SAME: "same",
    Finding.BETTER: "better",
    Finding.WORSE: "WORSE",
    Finding.MOVED: "moved",
    Finding.PERHAPS: "perhaps",
    Finding.NOISE: "noise",
    Finding.TOO_FEW: "too few",
}
MEANINGS: Final = {
    Finding.PERHAPS: "the interval excludes 0, and one of so many figures does that by chance",
    Finding.TOO_FEW: "so few pairs of a model that no difference could be told from chance",
}
_MOST: Final = 120
_QUIET: Final = (Finding.SAME,)


def told(drift: Drift) -> str:
    """The comparison as plain text; figures that are the same are only counted."""
    return "\n".join(_lines(drift)) + "\n"


def _lines(drift: Drift) -> Iterator[str]:
    before = drift.baseline
    yield (
        f"Compared with {before.day.isoformat()} (stet {one_line(before.version)}): "
        f"{plural(drift.pairs, 'pair')} of cells in {plural(len(drift.rows), 'row')}"
    )
    if drift.differences:
        yield "Not the same:"
        yield from (f"  {difference_told(each)}" for each in drift.differences)
    for row in drift.rows:
        yield from _row(row)
    for finding, meaning in MEANINGS.items():
        if any(move.finding is finding for row in drift.rows for move in row.moves):
            yield f"{WORDS[finding]}: {meaning}"
    yield conclusion(drift)


def conclusion(drift: Drift) -> str:
    """Whether it regressed, in a sentence."""
    if not drift.comparable:
        return "Nothing could be compared, which says neither that it is better nor that it is worse"
    worse = [move for row in drift.rows for move in row.moves if move.regressed]
    if worse:
        return f"Regressed: {plural(len(worse), 'figure')} worse beyond noise"
    return "Not regressed: nothing is worse beyond noise"


def difference_told(each: Difference) -> str:
    """One line; what is long is cut, so that a reader sees that it differs and the file says in what."""
    where = f" {short(each.where, _MOST)}" if each.where else ""
    out = "" if each.pairs is None else f" ({plural(each.pairs, 'pair')} not compared)"
    if max(len(each.baseline), len(each.now)) > _MOST:
        return f"{each.what}{where}{out}: {_apart(each.baseline, each.now)}"
    return f"{each.what}{where}{out}: {one_line(each.baseline) or 'none'} → {one_line(each.now) or 'none'}"


def _apart(before: str, after: str) -> str:
    """The two from shortly before the place where they part."""
    start = 0
    while start < min(len(before), len(after)) and before[start] == after[start]:
        start += 1
    start = max(0, start - 20)
    sides = (f"{'…' if start else ''}{short(text[start : start + _MOST], _MOST)}" for text in (before, after))
    return " → ".join(sides)


def _row(row: DriftRow) -> Iterator[str]:
    chance = ", the same answer every time" if row.certain else ""
    yield f"{row.level.value}, {short(row.player, _MOST)}: {plural(row.pairs, 'pair')}{chance}"
    shown = [move for move in row.moves if move.finding not in _QUIET]
    yield from (f"  {WORDS[move.finding]:<8}{move_told(move)}" for move in shown)
    if len(shown) < len(row.moves):
        yield f"  {WORDS[Finding.SAME]:<8}{plural(len(row.moves) - len(shown), 'figure')}"


def move_told(move: Move) -> str:
    """A figure: from what to what, by how much, and what chance has to do with it."""
    line = f"{one_line(move.title)}: {number(move.baseline, move.unit)} → {number(move.now, move.unit)}"
    if move.difference is not None:
        line += f", {signed(move.difference, move.unit)}"
    if move.low is not None and move.high is not None:
        line += f" [{signed(move.low, move.unit)} to {signed(move.high, move.unit)}]"
    if move.p is not None and move.corrected is not None:
        line += f", p {_chance(move.p)}, of all {_chance(move.corrected)}"
    line += f"; {move.changed} of {plural(move.pairs, 'pair')} differ"
    return line if move.counts or move.finding is not Finding.WORSE else f"{line}; times are not counted"


def number(value: float | None, unit: Unit) -> str:
    """A figure in its unit."""
    if value is None:
        return "undefined"
    if unit == "share":
        return f"{100 * value:.1f} %"
    return f"{_plain(value)} s" if unit == "s" else f"{value:.4f}" if unit == "money" else _plain(value)


def signed(value: float, unit: Unit) -> str:
    """A difference in its unit; that of two shares is in points."""
    sign = "−" if value < 0 else "+"
    if unit == "share":
        return f"{sign}{100 * abs(value):.1f} points"
    return sign + number(abs(value), unit)


def _plain(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.2f}".rstrip("0").rstrip(".")


def _chance(p: float) -> str:
    return f"{p:.3f}" if p >= 0.001 else "< 0.001"
