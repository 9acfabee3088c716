"""What stands around the figures of a comparison: which experiment it is, what failed and why, what made it."""

from collections.abc import Iterable, Iterator, Sequence

from stet.domain.run import PromptHash
from stet.evaluate.bench.book import finished
from stet.evaluate.bench.layout import Group, folded
from stet.evaluate.bench.sums import Row, tasks_of
from stet.evaluate.bench.values import BenchResult, Cell, CellState, Experiment
from stet.report.clean import short
from stet.report.words import plural

_SHORT_HASH = 8
_LONGEST = 300
_EXPERIMENTS = {
    Experiment.END_TO_END: "End to end: each cell searched and read for itself",
    Experiment.FROZEN: "Frozen evidence: each cell wrote from the same saved passages, and read nothing",
}


def _group(title: str, said: Iterable[str]) -> Group:
    return Group(title, (), tuple(said))


def heading(result: BenchResult) -> Group:
    """Which experiment it is, how large, by which version, and what a reader must know of it."""
    cells = result.cells
    ended = sum(finished(cell) for cell in cells)
    tries = max((cell.id.repeat for cell in cells), default=0)
    size = (
        f"{plural(len(tasks_of(result)), 'subject')}, {plural(len(cells), 'cell')} ({ended} ended), "
        f"{plural(tries, 'try', 'tries')} of each; stet {result.version}, begun {result.day.isoformat()}"
    )
    said = [size, *(line for note in result.notes for line in folded(note))]
    return _group(_EXPERIMENTS[result.order.experiment], said)


def failures(result: BenchResult) -> Iterator[Group]:
    """Every cell that failed, could not be measured, was stopped or was killed on the way, and why."""
    said = [line for cell in result.cells for line in _failure(cell)]
    if said:
        yield _group("What failed, or was stopped", said)


def _failure(cell: Cell) -> Iterator[str]:
    where = f"{short(cell.id.task, 60)}, {cell.id.level.value}, {cell.id.player}, try {cell.id.repeat}"
    if cell.state is CellState.STOPPED:
        yield from folded(f"{where}: stopped: the money for all cells was used")
    elif cell.error is not None:
        yield from folded(f"{where}: {cell.error}: {short(cell.why or 'no reason was given', _LONGEST)}")
    if cell.measures is not None and cell.measures.lost:
        calls = plural(cell.measures.lost, "call")
        yield from folded(f"{where}: killed on the way: {calls} without a known end count against its limits")


def made_with(result: BenchResult, rows: Sequence[Row]) -> Iterator[Group]:
    """The rows by their whole names with exact models; prompts, versions, settings, and who labelled."""
    said: list[str] = []
    for row in rows:
        said += folded(f"{row.number}  {row.level.value} {row.player}{_models(row)}")
    said += _prompts(result.cells)
    versions = dict.fromkeys(cell.version for cell in result.cells if cell.version is not None)
    if len(versions) > 1:
        said += folded(f"the cells were made by several versions of stet: {', '.join(versions)}")
    if result.tools:
        kept = [f"{name} {value}" for name, value in result.tools.items() if value != "-"]
        said += folded("; ".join(kept), "settings: ")
    said += folded(_labelled(rows), "labels of claims: ")
    yield _group("What was compared", said)


def _models(row: Row) -> str:
    """The exact models of a row, as the services named them."""
    named = dict.fromkeys(model for cell in row.cells for model in cell.models)
    roles = dict.fromkeys(f"{role.role} {role.model}" for cell in row.cells for role in cell.roles)
    several = len({role.partition(" ")[2] for role in roles}) > 1
    parts = [f"answered as {', '.join(named)}"] if named else []
    parts += [f"roles: {', '.join(roles)}"] if several else []
    return f" ({'; '.join(parts)})" if parts else ""


def _prompts(cells: Sequence[Cell]) -> Iterator[str]:
    hashes: dict[str, dict[str, None]] = {}
    for prompt in (prompt for cell in cells for prompt in cell.prompts):
        hashes.setdefault(prompt.name, {})[_hash(prompt)] = None
    if hashes:
        listed = ", ".join(f"{name} {'|'.join(known)}" for name, known in hashes.items())
        yield from folded(listed, "prompts: ")
    if any(len(known) > 1 for known in hashes.values()):
        yield from folded("some cells were made with other prompts than others: they are not comparable")


def _hash(prompt: PromptHash) -> str:
    return prompt.sha256.removeprefix("sha256:")[:_SHORT_HASH]


def _labelled(rows: Sequence[Row]) -> str:
    counts: dict[str, int] = {}
    for row in rows:
        for by, count in row.labelled().items():
            counts[by] = counts.get(by, 0) + count
    given = [f"{count:,} by {by}" for by, count in counts.items() if count]
    return ", ".join(given) or "none"
