"""Which claims of a ledger are shown: by decision, by source, those that the reader has not checked, or a sample."""

from collections.abc import Mapping
from decimal import Decimal, InvalidOperation

from stet.domain.base import Value
from stet.domain.claims import Decision, LedgerEntry
from stet.errors import BadSetting
from stet.report.stakes import drawn
from stet.report.view import weakest_first
from stet.web.pages.reading import Opened


class Filters(Value):
    """What is asked of a ledger; `sample` is so many per cent of all claims, drawn by `seed`, else by the run's id."""

    decision: Decision | None = None
    source: str | None = None
    unchecked: bool = False
    sample: Decimal | None = None
    seed: int | None = None


def filters_of(query: Mapping[str, str]) -> Filters:
    """The filters in the parameters of an address; a field that was left empty asks nothing.

    Raises:
        BadSetting: a value is none
    """
    decision, seed = query.get("decision") or None, query.get("seed", "").strip() or None
    if decision is not None and decision not in list(Decision):
        raise BadSetting("there is no such decision", hint=f"one of: {', '.join(Decision)}")
    if seed is not None and not (seed.isascii() and seed.isdecimal() and len(seed) <= 18):
        raise BadSetting("a seed is a whole number", hint="such as 7")
    return Filters(
        decision=Decision(decision) if decision else None,
        source=(query.get("source") or "")[:20] or None,
        unchecked=query.get("unchecked") == "yes",
        sample=_share(query.get("sample", "")),
        seed=int(seed) if seed else None,
    )


def kept(run: Opened, filters: Filters) -> tuple[LedgerEntry, ...]:
    """The claims that the filters leave, weakest first."""
    entries = weakest_first(run.report.claims)
    if filters.sample is not None:
        keys = [entry.key for entry in run.report.claims]
        chosen = frozenset(drawn(keys, filters.sample, filters.seed, run.record.id))
        entries = tuple(entry for entry in entries if entry.key in chosen)
    checked = run.checked if filters.unchecked else frozenset[str]()
    return tuple(
        entry
        for entry in entries
        if filters.decision in {None, entry.decision}
        and (filters.source is None or any(quote.source == filters.source for quote in entry.quotes))
        and entry.key not in checked
    )


def _share(text: str) -> Decimal | None:
    said = text.strip().removesuffix("%").strip()
    if not said:
        return None
    try:
        share = Decimal(said) if said.isascii() and len(said) <= 8 else Decimal(0)
    except InvalidOperation:
        share = Decimal(0)
    # What is no number at all is neither above nor below anything.
    if not share.is_finite() or not 0 < share <= 100:
        raise BadSetting("a sample is above 0 and at most 100 per cent", hint="such as 20")
    return share
