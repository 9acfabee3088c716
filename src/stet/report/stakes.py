"""Which claims of a report people must look at: by what hangs on them, all of them, or a sample."""

import re
from collections.abc import Sequence
from decimal import ROUND_CEILING, Decimal

from stet.domain.base import value_id
from stet.domain.claims import Decision, LedgerEntry
from stet.domain.people import ReviewRule
from stet.domain.report import Report
from stet.report.words import cited_keys

_LAW = re.compile(
    r"\b(?:Acts?|Bills?|Orders?|Codes?|(?i:laws?|regulations?|directives?|ordinances?|statutes?|treat(?:y|ies)"
    r"|conventions?|decrees?|verordnung(?:en)?|richtlinien?|gesetze?|lois?|règlements?|ley(?:es)?|reglamentos?"
    r"|directivas?)|[CTF]-\d{1,4}/\d{2})\b"
)
"""Kinds of laws and numbers of cases: a law that is named without a number of its own is as weighty as one with it."""


def needed(report: Report, rule: ReviewRule) -> tuple[str, ...]:
    """The claims that a rule asks for, in the report's order.

    Only claims that a sentence rests on: what fell is in no sentence, and nobody has to agree with it. High stakes
    are claims of the short answer, those with money, a date, a law or a reference to a part of a document in them, and
    those that are in a conflict.
    """
    cited = cited_keys(report)
    entries = [entry for entry in report.claims if entry.key in cited]
    if rule.percent is not None:
        return drawn([entry.key for entry in entries], rule.percent, rule.seed, report.run)
    if rule.kind == "all":
        return tuple(entry.key for entry in entries)
    answer = {key for sentence in report.answer for key in sentence.claims}
    disputed = {key for conflict in report.conflicts for key in conflict.claims}
    return tuple(e.key for e in entries if e.key in answer or e.key in disputed or _weighty(e))


def drawn(keys: Sequence[str], percent: Decimal, seed: int | None, run: str) -> tuple[str, ...]:
    """A sample of so many per cent, rounded up; the same keys, seed (or else run) and share give the same again.

    Each key is put at the place that the hash of seed and key gives it, and the first are taken: a larger share
    holds the smaller one.
    """
    most = int((len(keys) * percent / 100).to_integral_value(ROUND_CEILING))
    order = sorted(keys, key=lambda key: value_id([run if seed is None else seed, key]))
    chosen = frozenset(order[:most])
    return tuple(key for key in keys if key in chosen)


def _weighty(entry: LedgerEntry) -> bool:
    if entry.decision is Decision.CONFLICTING:
        return True
    from stet.verify.found import Kind
    from stet.verify.values import measured_values

    high = {Kind.MONEY, Kind.DATE, Kind.REFERENCE}
    texts = (entry.text, entry.value or "")
    if any(_LAW.search(text) for text in texts):
        return True
    return any(found.kind in high for text in texts for found in measured_values(text))
