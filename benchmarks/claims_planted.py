"""Errors planted in sentences and in near-paraphrases: the share that code catches, by kind."""

import random
from collections import defaultdict
from collections.abc import Iterable
from typing import NamedTuple

from claims_data import Pair, Rate
from claims_veto import checks_of
from planter import KINDS, plant

from stet.domain.claims import Outcome
from stet.verify.sentences import sentences, window


class Case(NamedTuple):
    """A claim that its passage supports."""

    claim: str
    passage: str


class Result:
    """Rates by kind: `caught` of the planted, `flagged` of those that were not, `alarms` on the true claims."""

    def __init__(self) -> None:
        self.caught: dict[str, Rate] = defaultdict(Rate)
        self.flagged: dict[str, Rate] = defaultdict(Rate)
        self.alarms: dict[str, Rate] = defaultdict(Rate)
        self.missed: list[tuple[str, str, str]] = []
        self.false: list[tuple[str, str, str]] = []


def failing(case: Case) -> tuple[str | None, bool]:
    """The reason for which rung 3 fails a claim, or None; and whether rung 5 routes it to the judge."""
    pair = Pair("planted", 0, case.passage, case.claim, supported=True, kind="")
    by_name = {check.name: check for check in checks_of(pair)}
    failed = by_name["values"].outcome is Outcome.FAIL
    return by_name["values"].reason if failed else None, by_name["wording"].outcome is Outcome.UNSURE


def verbatim(pairs: Iterable[Pair], rng: random.Random, most: int) -> list[Case]:
    """One sentence of each text with its window of three sentences on either side."""
    texts = list(dict.fromkeys(pair.evidence for pair in pairs if len(pair.evidence) > 200))
    rng.shuffle(texts)
    cases: list[Case] = []
    for text in texts[:most]:
        spans = sentences(text)
        if spans:
            one = rng.choice(spans)
            around = window(text, spans, one.start, one.end)
            cases.append(Case(text[one.start : one.end], text[around.start : around.end]))
    return cases


def measure(cases: Iterable[Case], rng: random.Random) -> Result:
    """Plant in every case what can be planted; the true claim is checked once for each error planted in it."""
    result = Result()
    seen: set[str] = set()
    for case in cases:
        planted = [each for each in plant(case.claim, case.passage, rng) if each.text not in seen]
        seen.update(each.text for each in planted)
        true = failing(case)[0] if planted else None
        for each in planted:
            reason, routed = failing(Case(each.text, case.passage))
            # A claim that fails unchanged says nothing about the error planted in it.
            result.alarms[each.kind].add(true is not None)
            if true is not None:
                result.false.append((each.kind, case.claim, case.passage))
                continue
            result.caught[each.kind].add(reason is not None)
            if reason is None:
                result.flagged[each.kind].add(routed)
                result.missed.append((each.kind, f"{each.old} → {each.new}: {each.text}", case.passage))
    return result


def report(title: str, result: Result, show: str | None = None) -> None:
    """Print one line a kind, and with `show` the misses of a kind, or with `alarm` the false alarms."""
    print(
        f"planted, {title:<28} {'caught':<34} {'missed but sent to the judge':<32} alarms on the true claim"
    )
    for kind in KINDS:
        if result.alarms[kind].count:
            print(
                f"  {kind:<34} {result.caught[kind]!s:<34} {result.flagged[kind]!s:<32} {result.alarms[kind]}"
            )
    for kind, claim, passage in result.false if show == "alarm" else result.missed if show else ():
        if show in ("alarm", kind):
            print(f"\n{kind}: {claim}\n  {passage[:700]}")
    print()
