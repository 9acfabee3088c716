"""Code alone as a veto on natural claims: what it lets pass, what it refuses wrongly, what it sends to the judge."""

import time
from collections import Counter, defaultdict
from datetime import UTC, datetime

from claims_data import Pair, Rate

from stet.domain.claims import Check, Claim, ClaimKind, Outcome
from stet.domain.evidence import Quote, Source
from stet.verify.evidence import EvidenceIndex
from stet.verify.ladder import check_claim

LEAST = 20
"""Cases a type of error must have for a row of its own."""


class Tally:
    """Counts of one file or one type of error."""

    def __init__(self) -> None:
        self.passed, self.refused = Rate(), Rate()
        self.flagged = {True: Rate(), False: Rate()}
        self.reasons: dict[bool, Counter[str]] = {True: Counter(), False: Counter()}

    def add(self, pair: Pair, checks: tuple[Check, ...]) -> None:
        """Count one pair."""
        failed = next((check for check in checks if check.outcome is Outcome.FAIL), None)
        if pair.supported:
            self.refused.add(failed is not None)
        else:
            self.passed.add(failed is None)
        self.flagged[pair.supported].add(any(check.outcome is Outcome.UNSURE for check in checks))
        if failed is not None:
            self.reasons[pair.supported][failed.reason] += 1
        for check in checks:
            if check.outcome is Outcome.UNSURE:
                self.reasons[pair.supported][f"? {check.reason}"] += 1

    @property
    def balanced(self) -> float | None:
        """Balanced accuracy of "failed by code" as a verdict, or None where one label is absent."""
        if not (self.passed.count and self.refused.count):
            return None
        return (2 - self.passed.share - self.refused.share) / 2


def source(key: str) -> Source:
    """A source with nothing known but its id."""
    then = datetime(2026, 1, 1, tzinfo=UTC)
    return Source(
        id=key, url=key, normalized_url=key, kind="unknown", authority=0.15, retrieved_at=then,
        sha256="", text_sha256="",
    )  # fmt: skip


def checks_of(pair: Pair) -> tuple[Check, ...]:
    """What the ladder finds on a pair: a paraphrase that quotes the whole of its evidence."""
    texts = {"S1": pair.evidence}
    quote = Quote(source="S1", start=0, end=len(pair.evidence), exact=pair.evidence)
    claim = Claim(key="C1", text=pair.claim, kind=ClaimKind.PARAPHRASE, topic="T1", quotes=(quote,))
    return check_claim(claim, EvidenceIndex([source("S1")], texts))


def veto(chosen: list[Pair], show: str | None) -> None:
    """Print the measures of every file, and of every type of error with enough cases."""
    files: dict[str, Tally] = defaultdict(Tally)
    kinds: dict[tuple[str, str], Tally] = defaultdict(Tally)
    began = time.process_time()
    for pair in chosen:
        if not pair.evidence.strip() or not pair.claim.strip():
            continue
        checks = checks_of(pair)
        files[pair.file].add(pair, checks)
        if pair.kind:
            kinds[pair.file, pair.kind].add(pair, checks)
        _show(pair, checks, show)
    print(f"code as a veto: {len(chosen)} pairs, {time.process_time() - began:.0f} s of processor time")
    print(f"  {'':<24} {'false pass':<32} {'false rejection':<32} flagged sup. / uns.   balanced")
    for name in sorted(files):
        _row(name, files[name])
        for (file, kind), tally in sorted(kinds.items()):
            if file == name and tally.passed.count >= LEAST:
                print(f"    {kind[:40]:<42} {tally.passed}  flagged {tally.flagged[False].share:.3f}")
    scores = [tally.balanced for tally in files.values() if tally.balanced is not None]
    if scores:
        print(f"  mean balanced accuracy of {len(scores)} files: {sum(scores) / len(scores):.3f}")
    for supported in (True, False):
        counts = sum((tally.reasons[supported] for tally in files.values()), Counter[str]())
        print(f"  reasons, {'supported' if supported else 'unsupported'}: {counts.most_common(16)}")
    print()


def _row(name: str, tally: Tally) -> None:
    balanced = "" if tally.balanced is None else f"{tally.balanced:.3f}"
    flagged = f"{tally.flagged[True].share:.3f} / {tally.flagged[False].share:.3f}"
    print(f"  {name:<24} {tally.passed!s:<32} {tally.refused!s:<32} {flagged:<22} {balanced}")


def _show(pair: Pair, checks: tuple[Check, ...], show: str | None) -> None:
    """Print a supported pair that was refused or flagged for the reason asked for (`-reason`: an unsupported one)."""
    if show is None or pair.supported is show.startswith("-"):
        return
    for check in checks:
        if check.outcome in (Outcome.FAIL, Outcome.UNSURE) and check.reason == show.lstrip("-"):
            print(f"\n{pair.file} {pair.place} {check.detail}\n  claim    {pair.claim[:300]}")
            print(f"  evidence {pair.evidence[:900]}")
