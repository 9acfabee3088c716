"""Which cells of two results are compared with each other, and what else than their answers is not the same."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import PurePath
from typing import Final, NamedTuple

from stet.domain.base import canonical_json
from stet.domain.run import Level
from stet.evaluate.bench.task import Task
from stet.evaluate.bench.values import BenchResult, Cell, CellId, CellState
from stet.evaluate.drift_values import Difference

_ENDED: Final = (CellState.DONE, CellState.FAILED)
_MOST: Final = 6
"""How many of a list of names are told."""
_DIGITS: Final = 12


class Pair(NamedTuple):
    """The same cell in both results."""

    baseline: Cell
    now: Cell
    task: Task | None


class Paired(NamedTuple):
    """The pairs by row, and what is not the same; what takes pairs out of the comparison stands first."""

    rows: Mapping[tuple[Level, str], tuple[Pair, ...]]
    differences: tuple[Difference, ...]


def paired(baseline: BenchResult, now: BenchResult) -> Paired:
    """Cells of the same task, level, player and repeat, where the task and its budget are the same."""
    earlier, later = _by_id(baseline), _by_id(now)
    both = [cell for cell in now.cells if cell.id in earlier and later[cell.id] is cell]
    if baseline.order.experiment is not now.order.experiment:
        told = Difference(
            what="experiment",
            baseline=baseline.order.experiment.value,
            now=now.order.experiment.value,
            pairs=len(both),
        )
        return Paired({}, (told, *_settings(baseline, now)))
    changed = tuple(_tasks(baseline, now, [cell.id.task for cell in both]))
    left_out = {each.where for each in changed if each.pairs is not None}
    tasks = {task.id: task for task in now.order.tasks}
    rows: dict[tuple[Level, str], list[Pair]] = {}
    for cell in both:
        before = earlier[cell.id]
        if cell.id.task not in left_out and _whole(before) and _whole(cell):
            rows.setdefault((cell.id.level, cell.id.player), []).append(
                Pair(before, cell, tasks.get(cell.id.task))
            )
    found = (
        *changed,
        *_unfinished([(earlier[cell.id], cell) for cell in both if cell.id.task not in left_out]),
        *_killed([(earlier[cell.id], cell) for cell in both if cell.id.task not in left_out]),
        *_one_sided(earlier.keys(), later.keys()),
        *_settings(baseline, now),
        *_makings([pair for pairs in rows.values() for pair in pairs]),
    )
    return Paired({row: tuple(pairs) for row, pairs in rows.items()}, found)


def _by_id(result: BenchResult) -> dict[CellId, Cell]:
    """Of a cell that stands there twice the first counts."""
    return {cell.id: cell for cell in reversed(result.cells)}


def _tasks(baseline: BenchResult, now: BenchResult, named: Sequence[str]) -> Iterator[Difference]:
    """Tasks whose text, budget or documents are not the same: what is asked or allowed is another thing."""
    count = Counter(named)
    earlier = {task.id: task for task in baseline.order.tasks}
    for task in now.order.tasks:
        before = earlier.get(task.id)
        if before is None or not count[task.id]:
            continue
        held = [side.documents.get(task.id) for side in (baseline, now)]
        if None not in held and held[0] != held[1]:
            yield Difference(
                what="content of documents",
                where=task.id,
                baseline=_short(held[0]),
                now=_short(held[1]),
                pairs=count.pop(task.id, 0),
            )
        for what, told in _TOLD.items():
            if told(before) != told(task):
                yield Difference(
                    what=what,
                    where=task.id,
                    baseline=told(before),
                    now=told(task),
                    pairs=count.pop(task.id, 0),
                )


def _short(digest: str | None) -> str:
    return (digest or "none").removeprefix("sha256:")[:_DIGITS]


def _text(task: Task) -> str:
    """All of a task but where its documents lie and what it may spend; which sources say a fact changes nothing."""
    listed = {"facts": {"__all__": {"sources"}}, "forbidden": {"__all__": {"sources"}}}
    told = task.model_dump(
        mode="json", exclude={"documents": True, "limits": True, "profile": True, **listed}
    )
    return canonical_json({**told, "profile": PurePath(task.profile).name if task.profile else None})


def _documents(task: Task) -> str:
    """By their names, since another checkout lies in another folder; what they hold is compared apart."""
    return ", ".join(sorted(PurePath(each).name for each in task.documents))


_TOLD: Final[Mapping[str, Callable[[Task], str]]] = {
    "task": _text,
    "budget": lambda task: canonical_json(task.limits.budget()),
    "documents": _documents,
}


def _unfinished(both: Sequence[tuple[Cell, Cell]]) -> Iterator[Difference]:
    earlier = sum(before.state not in _ENDED for before, _ in both)
    later = sum(cell.state not in _ENDED for _, cell in both)
    if earlier or later:
        pairs = sum(before.state not in _ENDED or cell.state not in _ENDED for before, cell in both)
        yield Difference(what="cells that did not end", baseline=str(earlier), now=str(later), pairs=pairs)


def _whole(cell: Cell) -> bool:
    return cell.state in _ENDED and not _lost(cell)


def _lost(cell: Cell) -> int:
    return cell.measures.lost if cell.measures is not None else 0


def _killed(both: Sequence[tuple[Cell, Cell]]) -> Iterator[Difference]:
    """Cells that were killed on the way, and could do less for it: calls without an end count against their limits."""
    ended = [pair for pair in both if all(cell.state in _ENDED for cell in pair)]
    told = [str(sum(_lost(cell) > 0 for cell in side)) for side in zip(*ended, strict=True)]
    if told and told != ["0", "0"]:
        pairs = sum(any(map(_lost, pair)) for pair in ended)
        yield Difference(what="cells that were killed on the way", baseline=told[0], now=told[1], pairs=pairs)


def _one_sided(earlier: Iterable[CellId], later: Iterable[CellId]) -> Iterator[Difference]:
    before, after = set(earlier), set(later)
    only = (before - after, after - before)
    if any(only):
        told = [
            _listed(f"{each.task}/{each.level}/{each.player}/{each.repeat}" for each in side) for side in only
        ]
        yield Difference(
            what="cells on one side only", baseline=told[0], now=told[1], pairs=len(only[0]) + len(only[1])
        )


def _settings(baseline: BenchResult, now: BenchResult) -> Iterator[Difference]:
    """What holds for a whole result."""
    unknown = [bool(side.documents) for side in (baseline, now)]
    if any(unknown) and not all(unknown):
        told = ["known" if each else "not known" for each in unknown]
        yield Difference(what="content of documents", baseline=told[0], now=told[1])
    if baseline.version != now.version:
        yield Difference(what="version", baseline=baseline.version, now=now.version)
    if baseline.order.plant != now.order.plant:
        yield Difference(what="planted errors", baseline=str(baseline.order.plant), now=str(now.order.plant))
    if baseline.order.judge != now.order.judge:
        before, after = baseline.order.judge or "none", now.order.judge or "none"
        yield Difference(what="judge of the claims", baseline=before, now=after)
    for name in sorted(baseline.tools.keys() | now.tools.keys()):
        before, after = baseline.tools.get(name, "none"), now.tools.get(name, "none")
        if before != after:
            yield Difference(what="tool", where=name, baseline=before, now=after)


def _makings(pairs: Sequence[Pair]) -> Iterator[Difference]:
    """What the cells that are compared were made with: versions of their own, exact models, settings, prompts."""
    for what, told in _MADE.items():
        earlier, later = ({one for cell in side for one in told(cell)} for side in _sides(pairs))
        if earlier != later:
            yield Difference(what=what, baseline=_listed(earlier - later), now=_listed(later - earlier))


def _sides(pairs: Sequence[Pair]) -> tuple[list[Cell], list[Cell]]:
    return [pair.baseline for pair in pairs], [pair.now for pair in pairs]


_MADE: Final[Mapping[str, Callable[[Cell], Iterable[str]]]] = {
    "version of a cell": lambda cell: [cell.version] if cell.version else [],
    "model": lambda cell: [f"{cell.id.player}: {model}" for model in cell.models],
    "role": lambda cell: [f"{cell.id.player}: {canonical_json(role)}" for role in cell.roles],
    "prompt": lambda cell: [f"{prompt.name} {prompt.sha256}" for prompt in cell.prompts],
}


def _listed(names: Iterable[str]) -> str:
    """Some of the names, in order."""
    ordered = sorted(names)
    more = f", and {len(ordered) - _MOST} more" if len(ordered) > _MOST else ""
    return (", ".join(ordered[:_MOST]) or "none") + more
