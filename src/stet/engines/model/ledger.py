"""The ledger as a writer and a reviewer are shown it: claims, not pages."""

from collections.abc import Mapping, Sequence

from stet.domain.claims import Conflict, Decision, LedgerEntry, Scope
from stet.domain.evidence import Source
from stet.domain.report import Gap
from stet.engines.model.fences import Data
from stet.engines.model.packing import named
from stet.ports import Brief

STANDS = frozenset({Decision.SUPPORTED, Decision.CONFLICTING})


def usable(brief: Brief) -> list[LedgerEntry]:
    """The claims that may be written about."""
    return [entry for entry in brief.ledger if entry.decision in STANDS]


def shown_claims(entries: Sequence[LedgerEntry], sources: Sequence[Source]) -> list[Data]:
    """Claims and the sources they stand on, each once."""
    by_id = {source.id: source for source in sources}
    cited = dict.fromkeys(quote.source for entry in entries for quote in entry.quotes)
    listed = "\n".join(f"{each}: {named(by_id[each])}" for each in cited if each in by_id)
    claims = "\n".join(_claim(entry) for entry in entries)
    return [Data("sources", listed), Data("claims", claims)]


def shown_conflicts(conflicts: Sequence[Conflict], keys: Mapping[str, LedgerEntry]) -> list[Data]:
    """Conflicts of which two sides may be written about."""
    lines: list[str] = []
    for conflict in conflicts:
        sides = [key for key in conflict.claims if key in keys]
        if len(sides) > 1:
            how = "the first replaces the others" if conflict.relation == "change" else "not settled"
            values = "; ".join(
                dict.fromkeys(f"{v.value} ({v.claim})" for v in conflict.values if v.claim in sides)
            )
            lines.append(f"{' against '.join(sides)}, {how}: {values}")
    return [Data("conflicts", "\n".join(lines))] if lines else []


def shown_gaps(gaps: Sequence[Gap]) -> list[Data]:
    """What is missing, by topic."""
    return [Data("gaps", "\n".join(f"{gap.topic}: {gap.missing}" for gap in gaps))] if gaps else []


def _claim(entry: LedgerEntry) -> str:
    sources = ", ".join(dict.fromkeys(quote.source for quote in entry.quotes))
    label = f", {entry.score.label.value}" if entry.score else ""
    value = f", value {entry.value}" if entry.value else ""
    head = f"{entry.key} ({entry.topic}, {entry.kind.value}{label}, {sources}{value})"
    return f"{head}: {' '.join(entry.text.split())}{_scope(entry.scope)}"


def _scope(scope: Scope) -> str:
    told = [f"{name}: {text}" for name, text in scope.model_dump().items() if text]
    return f" | {'; '.join(told)}" if told else ""
