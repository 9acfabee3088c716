"""How fast claims are checked, and whether time grows with the input and no faster."""

import time
from collections import Counter
from collections.abc import Callable

from claims_data import Pair
from claims_veto import source

from stet.domain.claims import Claim, ClaimKind, Outcome
from stet.domain.evidence import Quote
from stet.verify.evidence import EvidenceIndex
from stet.verify.ladder import check_claim
from stet.verify.normal import Normalised
from stet.verify.quotes import locate
from stet.verify.sentences import sentences
from stet.verify.values import values


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
        index = EvidenceIndex([source(key) for key in texts], texts)
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
    key = f"S{place}"
    span = index.spans(key)[0]
    quote = Quote(source=key, start=span.start, end=span.end, exact=index.texts[key][span.start : span.end])
    return Claim(key=f"C{place}", text=text, kind=ClaimKind.PARAPHRASE, topic="T1", quotes=(quote,))


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
        "numerals": "三百五十万" * 2_000, "changes": "from 5 to 7 % " * 1_000,
        "halves": "half of the third of " * 1_000,
        "rows": "Ferry 1 | 24 months\n" * 1_000, "compounds": "zweitausend" * 1_000, "vingts": "quatre-vingt-" * 1_000,
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
