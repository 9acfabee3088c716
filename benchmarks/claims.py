"""Errors planted in near-verbatim claims, and natural claims: `python benchmarks/claims.py DATA_FOLDER [--show KIND]`.

DATA_FOLDER holds `claims/*.jsonl.gz` (see its README). Printed:

- planted: sentences of the evidence taken as claims, one value swapped for another that the window (±3 sentences) does
  not hold; share caught, and share of unswapped sentences that raise an alarm, by kind, with 95 % Wilson intervals;
- natural: how often a number, date or name of a claim is missing from its evidence, for supported and unsupported
  pairs of each file;
- attribution: supported claims among nineteen other evidences, cited rightly and wrongly;
- speed: whole ladders a second, quote location, and time at 1×, 2× and 4× of hostile texts
  (processor time: other work on the machine does not count).
"""

import argparse
import gzip
import json
import random
import re
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from math import sqrt
from pathlib import Path
from typing import NamedTuple

from stet.domain.claims import Claim, ClaimKind, Outcome
from stet.domain.evidence import Quote, Source
from stet.verify.attribution import CoverageIndex, attribution
from stet.verify.coverage import Window, covers
from stet.verify.evidence import EvidenceIndex
from stet.verify.found import Found, Kind
from stet.verify.ladder import check_claim
from stet.verify.normal import Normalised
from stet.verify.quotes import locate
from stet.verify.sentences import sentences, window
from stet.verify.values import values

NUMERIC = (Kind.NUMBER, Kind.PERCENT, Kind.MONEY, Kind.QUANTITY, Kind.POINTS)
UNIT_SWAPS = (
    ("%", " percentage points"), ("$", "€"), ("£", "$"), ("€", "£"), ("million", "billion"),
    ("billion", "million"), ("bn", "m"),
    ("kilometres", "miles"), ("km", "miles"), ("miles", "km"), ("per cent", "percentage points"),
    ("percent", "percentage points"),
    ("feet", "metres"), ("metres", "feet"), ("years", "months"), ("year", "month"), ("months",
    "weeks"), ("weeks", "days"), ("days", "weeks"),
    ("hours", "minutes"), ("minutes", "seconds"), ("kg", "g"), ("mph", "km/h"), ("m", "bn"),
    ("acres", "hectares"), ("day", "week"),
    ("hour", "minute"), ("week", "month"), ("month", "year"), ("mg", "g"), ("tonnes", "kg"), ("minute", "hour"),
)  # fmt: skip


class Pair(NamedTuple):
    """A claim and the evidence it was judged on by people."""

    file: str
    evidence: str
    claim: str
    supported: bool


class Rate:
    """A share with its 95 % Wilson score interval (Wilson 1927)."""

    def __init__(self) -> None:
        self.hits = self.count = 0

    def add(self, hit: bool) -> None:  # noqa: FBT001
        """Count one case."""
        self.hits += hit
        self.count += 1

    def __str__(self) -> str:
        if not self.count:
            return "no cases"
        share, z = self.hits / self.count, 1.96
        middle = share + z * z / (2 * self.count)
        reach = z * sqrt(share * (1 - share) / self.count + z * z / (4 * self.count**2))
        low, high = ((middle + sign * reach) / (1 + z * z / self.count) for sign in (-1, 1))
        return f"{share:.3f} [{max(0.0, low):.3f}, {high:.3f}] of {self.count}"


def pairs(folder: Path) -> Iterator[Pair]:
    """All pairs of all files."""
    for path in sorted((folder / "claims").glob("*.jsonl.gz")):
        with gzip.open(path, "rt", encoding="utf-8") as lines:
            for line in lines:
                row = json.loads(line)
                yield Pair(
                    path.name.split(".")[0], row["evidence"], row["claim"], row["label"] == "supported"
                )


def planted(all_pairs: list[Pair], show: str | None, most: int = 600) -> None:
    """Swap values of sentences and see whether it is noticed."""
    rng = random.Random(2026)  # noqa: S311
    texts = list(
        dict.fromkeys(pair.evidence for pair in all_pairs if pair.supported and len(pair.evidence) > 200)
    )
    rng.shuffle(texts)
    pool: dict[str, list[Found]] = defaultdict(list)
    for text in texts[:400]:
        for value in values(text):
            pool[value.kind].append(value)
    caught, alarms = defaultdict(Rate), defaultdict(Rate)
    checked, began = 0, time.process_time()
    for text in texts[400:]:
        spans = sentences(text)
        if not spans or min(caught[group].count for group in ("number", "date", "unit", "name")) >= most:
            continue
        span = rng.choice(spans)
        claim = text[span.start : span.end]
        around = window(text, spans, span.start, span.end)
        passage = text[around.start : around.end]
        held = Window(passage, values(passage))
        for group, edited, good in _edits(claim, values(claim), held, pool, rng):
            if caught[group].count >= most:
                continue
            wrong = covers(values(edited), held, edited).missing
            false = covers([good], held, claim).missing
            caught[group].add(bool(wrong))
            alarms[group].add(bool(false))
            checked += 2
            if show == group and (false or not wrong):
                print(
                    f"\n{'ALARM' if false else 'MISSED'} {good.exact!r}\n  claim  {edited[:300]}\n  window "
                    f"{passage[:600]}"
                )
    print("planted         caught                                  false alarms on the true value")
    for group in sorted(caught):
        print(f"  {group:<12}  {caught[group]!s:<38}  {alarms[group]}")
    print(
        f"  {checked / (time.process_time() - began):.0f} claim checks a second, finding sentences and values "
        f"included\n"
    )


def _edits(
    claim: str, found: tuple[Found, ...], held: Window, pool: dict[str, list[Found]], rng: random.Random
) -> Iterator[tuple[str, str, Found]]:
    kinds = {
        "number": [
            v for v in found if v.kind in NUMERIC and v.exact[-1:].isdigit() and v.exact[:1].isdigit()
        ],
        "percent": [v for v in found if v.kind is Kind.PERCENT],
        "money": [v for v in found if v.kind is Kind.MONEY],
        "date": [v for v in found if v.kind is Kind.DATE],
        "name": [v for v in found if v.kind is Kind.NAME],
        "reference": [v for v in found if v.kind is Kind.REFERENCE],
    }
    for group, candidates in kinds.items():
        if not candidates:
            continue
        value = rng.choice(candidates)
        others = [
            o for o in rng.sample(pool[value.kind], min(40, len(pool[value.kind]))) if _foreign(o, held)
        ]
        if others:
            new = others[0].exact
            yield group, claim[: value.start] + new + claim[value.end :], value
    with_unit = [v for v in found if v.kind in NUMERIC and _swapped(v.exact) is not None]
    if with_unit:
        value = rng.choice(with_unit)
        edited = _swapped(value.exact) or value.exact
        if edited.lower() not in held.text.lower():
            yield "unit", claim[: value.start] + edited + claim[value.end :], value


def _swapped(exact: str) -> str | None:
    """The value with another unit; None where it has none that this list knows."""
    for old, new in UNIT_SWAPS:
        edge = r"(?<![A-Za-z])" if old[0].isalpha() else "(?<!US)"
        changed = re.sub(rf"{edge}{re.escape(old)}(?![A-Za-z0-9/²³])", new, exact, count=1)
        if changed != exact:
            return changed.replace("  ", " ")
    return None


def _foreign(other: Found, held: Window) -> bool:
    """Whether no word or number of a value stands in the window."""
    parts = re.findall(r"\w+", other.exact.lower())
    known = set(re.findall(r"\w+", held.text.lower()))
    if other.kind is Kind.NAME:
        return not any(part in known for part in parts)
    return other.exact.lower() not in held.text.lower() and other.normal not in held.normal


def natural(all_pairs: list[Pair], show: str | None, most: int = 700) -> None:
    """Missing values of natural claims."""
    groups = {
        "number": set(NUMERIC),
        "date": {Kind.DATE},
        "ordinal": {Kind.ORDINAL},
        "reference": {Kind.REFERENCE},
        "name": {Kind.NAME},
    }  # fmt: skip
    rates: dict[tuple[str, str, bool], Rate] = defaultdict(Rate)
    seen: Counter[tuple[str, bool]] = Counter()
    for pair in all_pairs:
        if seen[pair.file, pair.supported] >= most:
            continue
        seen[pair.file, pair.supported] += 1
        found = values(pair.claim)
        held = Window(pair.evidence, values(pair.evidence))
        for group, kinds in groups.items():
            mine = [value for value in found if value.kind in kinds]
            if not mine:
                continue
            missing = covers(mine, held, pair.claim).missing
            rates[pair.file, group, pair.supported].add(bool(missing))
            if show == f"natural-{group}" and missing and pair.supported:
                print(f"\n{pair.file}: {missing[0].exact!r} {missing[0].reason}")
                print(f"  claim    {pair.claim[:300]}\n  evidence {pair.evidence[:700]}")
    print("natural: a value of the claim is missing from the evidence      supported / unsupported")
    for file in sorted({key[0] for key in rates}):
        for group in groups:
            if rates[file, group, True].count + rates[file, group, False].count >= 20:
                print(
                    f"  {file:<24} {group:<10} {rates[file, group, True]!s:<36} {rates[file, group, False]}"
                )
    print()


def attributed(all_pairs: list[Pair]) -> None:
    """Right and wrong sources."""
    rng = random.Random(7)  # noqa: S311
    right, wrong = Rate(), Rate()
    chosen = [
        p
        for p in all_pairs
        if p.supported
        and len(p.evidence) > 200
        and p.file in ("attributionbench", "bump", "summedits", "scifact_sqab")
    ]
    rng.shuffle(chosen)
    for start in range(0, min(len(chosen), 2000) - 20, 20):
        batch = list({pair.evidence: pair for pair in chosen[start : start + 20]}.values())
        index = CoverageIndex({f"S{place}": pair.evidence for place, pair in enumerate(batch)})
        for place, pair in enumerate(batch):
            right.add(attribution(pair.claim, [f"S{place}"], index).outcome is Outcome.FAIL)
            wrong.add(
                attribution(pair.claim, [f"S{(place + 7) % len(batch)}"], index).outcome is Outcome.FAIL
            )
    print(f"attribution: wrong source caught {wrong}; right source refused {right}\n")


def ladders(all_pairs: list[Pair]) -> None:
    """Whole ladders a second."""
    chosen = [
        pair
        for pair in all_pairs
        if pair.file in ("summedits", "bump", "attributionbench") and pair.evidence.strip()
    ][:4000:2]
    read = took = 0.0
    outcomes: Counter[str] = Counter()
    for start in range(0, len(chosen), 60):
        batch = chosen[start : start + 60]
        texts = {f"S{place}": pair.evidence for place, pair in enumerate(batch)}
        began = time.process_time()
        index = EvidenceIndex([_source(source) for source in texts], texts)
        _ = index.coverage
        read += time.process_time() - began
        claims = [_claim(place, pair.claim, index) for place, pair in enumerate(batch)]
        began = time.process_time()
        for claim in claims:
            checks = check_claim(claim, index)
            outcomes[
                next((f"{c.name} {c.reason}" for c in checks if c.outcome is Outcome.FAIL), "judge")
            ] += 1
        took += time.process_time() - began
    size = sum(len(pair.evidence) for pair in chosen)
    print(
        f"ladders: {len(chosen) / took:.0f} claims a second, each with its own window, 60 sources at a time"
    )
    print(
        f"  before that {read:.2f} s to read {size / 1e6:.1f} million characters of sources; first failing "
        f"rungs: {outcomes.most_common(5)}\n"
    )


def _claim(place: int, text: str, index: EvidenceIndex) -> Claim:
    source = f"S{place}"
    span = index.spans(source)[0]
    quote = Quote(
        source=source, start=span.start, end=span.end, exact=index.texts[source][span.start : span.end]
    )
    return Claim(key=f"C{place}", text=text, kind=ClaimKind.PARAPHRASE, topic="T1", quotes=(quote,))


def _source(key: str) -> Source:
    return Source(
        id=key,
        url=key,
        normalized_url=key,
        kind="unknown",
        authority=0.15,
        retrieved_at=datetime(2026, 1, 1, tzinfo=UTC),
        sha256="",
        text_sha256="",
    )


def speed(all_pairs: list[Pair]) -> None:
    """Quote location, and growth with the input."""
    prose = "\n\n".join(dict.fromkeys(pair.evidence for pair in all_pairs if len(pair.evidence) > 500))
    absent = "nobody ever wrote these words about the harbour bridge and its toll of the year"
    for size in (15_000, 1_000_000):
        text = prose[:size]
        began = time.process_time()
        page = Normalised(text)
        made = time.process_time() - began
        locate(absent, page)
        for name, quote in (
            ("present", text[size // 2 : size // 2 + 200]),
            ("absent", absent),
            ("typography", text[size // 2 : size // 2 + 200].replace(" ", "\u00a0")),
        ):
            began = time.process_time()
            for _ in range(20):
                locate(quote, page)
            print(
                f"locate {name:<10} in {size:>9} characters: {(time.process_time() - began) / 20 * 1000:.3f} ms "
                f"(normal form {made * 1000:.0f} ms)"
            )
    hostile = {
        "prose": prose[:200_000], "ellipses": "… " * 5_000, "digits": "1" * 10_000,
        "grouped": "1 234 " * 2_000, "commas": "1,234," * 2_000,
        "capitals": "Aa " * 4_000, "points": "(a) x:\n" * 1_500, "dots": "a." * 5_000,
        "brackets": "[1" * 5_000, "months": "May 1 " * 2_000,
        "words": "twenty-one " * 1_000, "cjk": "日本。" * 4_000, "hyphens": "-\n" * 5_000,
        "articles": "Article 1, " * 10_000, "phones": "+1 1" * 3_000,
        "marks": "e\u0301\u0301" * 3_000, "spaces": " " * 10_000, "money": "$1 m " * 2_000, "slashes": "1/2/" * 3_000,
    }  # fmt: skip
    works: dict[str, Callable[[str], object]] = {
        "normal": lambda text: Normalised(text).letters,
        "sentences": sentences,
        "values": values,
        "locate": lambda text: locate(text[len(text) // 3 : len(text) // 3 + 300] + " x … y z", text),
    }
    worst: list[tuple[float, str]] = []
    for name, text in hostile.items():
        for work, run in works.items():
            took = [min(_timed(run, text * times) for _ in range(3)) for times in (1, 2, 4)]
            if took[2] > 0.02:
                growth = (took[1] / took[0], took[2] / took[1])
                each = took[0] * 1e9 / len(text)
                line = f"{work} of {name}: {each:.0f} ns a character, ×{growth[0]:.1f}, ×{growth[1]:.1f}"
                worst.append((max(growth), line))
    print("time at twice the input, the five worst (2.0 is linear):")
    for _, line in sorted(worst, reverse=True)[:5]:
        print("  ", line)
    print("slowest:", max(worst, key=lambda each: float(each[1].split(": ")[1].split(" ")[0]))[1])


def _timed(run: Callable[[str], object], text: str) -> float:
    began = time.process_time()
    run(text)
    return time.process_time() - began


def main() -> None:
    """Read the command line and run the parts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", type=Path)
    parser.add_argument(
        "--show", help="print the cases of one kind: number, date, unit, name, … or natural-number, …"
    )
    parser.add_argument("--only", choices=("planted", "natural", "attribution", "ladders", "speed"))
    asked = parser.parse_args()
    every = list(pairs(asked.folder))
    parts: dict[str, Callable[[], None]] = {
        "planted": lambda: planted(every, asked.show),
        "natural": lambda: natural(every, asked.show),
        "attribution": lambda: attributed(every),
        "ladders": lambda: ladders(every),
        "speed": lambda: speed(every),
    }
    for name, part in parts.items():
        if asked.only in (None, name):
            part()


if __name__ == "__main__":
    main()
