"""How many wrong figures the arithmetic of rung 3 explains away.

In sentences of real documents a figure is replaced by one that stands nowhere in its window; what code then "derives"
is a wrong figure that passes.
"""

import random
import re
from collections import Counter, defaultdict
from pathlib import Path
from typing import Final

from claims_data import Rate

from stet.verify.coverage import Window, covers
from stet.verify.found import Found, Kind
from stet.verify.sentences import sentences, window
from stet.verify.values import values

KINDS: Final = (Kind.NUMBER, Kind.PERCENT, Kind.MONEY, Kind.QUANTITY)
TOOLS: Final = ("The figure rose by {}.", "In total it is {}.", "It is {}.", "The share is {}.")
EACH: Final = 6
MOST: Final = 400
_DIGITS: Final = re.compile(r"\d[\d,.]*\d|\d")


def texts(folder: Path) -> dict[str, list[str]]:
    """The plain documents by name of their set."""
    toll = Path(__file__).parent.parent / "examples" / "harbour-toll"
    found = {"harbour-toll": sorted(toll.glob("*.md")), "ai_act": sorted((folder / "ai_act").rglob("*.md"))}
    found["ai_act"] += sorted((folder / "ai_act").rglob("*.txt"))
    return {name: [path.read_text(encoding="utf-8") for path in paths] for name, paths in found.items()}


def wrong(value: Found, rng: random.Random) -> str | None:
    """The words of a figure with another number of about its size; None where it has no digits."""
    match = _DIGITS.search(value.exact)
    if match is None or value.amount is None:
        return None
    most = 100 if value.kind is Kind.PERCENT else max(20, int(min(abs(value.amount), 10**7)) * 2)
    return f"{value.exact[: match.start()]}{rng.randint(1, most)}{value.exact[match.end() :]}"


def derived(folder: Path, show: str | None) -> None:
    """Print, by set and kind, the wrong figures that were not called missing."""
    rng = random.Random(11)  # noqa: S311
    for name, documents in texts(folder).items():
        rates: dict[str, Rate] = defaultdict(Rate)
        formulas: Counter[str] = Counter()
        for said, figure, around in _cases(documents, rng):
            coverage = covers(values(said), around, said)
            mine = [each for each in coverage.derived if each.value.exact == figure]
            for key in ("all", "in its sentence" if len(said) > len(figure) + 24 else "in a bare sentence"):
                rates[key].add(bool(mine))
            formulas.update(re.sub(r"\d[\d,.]*", "n", each.formula)[:60] for each in mine)
            if mine and show == "derived":
                print(f"\n{said}\n  {mine[0].formula}")
        told = "; ".join(f"{key} {rate}" for key, rate in rates.items())
        print(f"wrong figures derived, {name}: {told or 'no cases'}\n  {formulas.most_common(6)}")
    print()


def _cases(documents: list[str], rng: random.Random) -> list[tuple[str, str, Window]]:
    cases: list[tuple[str, str, Window]] = []
    for text in documents:
        spans = sentences(text)
        for span in rng.sample(spans, min(len(spans), MOST // 8)):
            said = text[span.start : span.end]
            if len(said) < 400:
                around = window(text, spans, span.start, span.end)
                cases += _planted(said, text[around.start : around.end], rng)
    rng.shuffle(cases)
    return cases[: MOST * EACH]


def _planted(said: str, around: str, rng: random.Random) -> list[tuple[str, str, Window]]:
    found = [each for each in values(said) if each.kind in KINDS]
    passage = values(around)
    known = {each.amount for each in passage}
    cases: list[tuple[str, str, Window]] = []
    for value in found[:3]:
        for _ in range(EACH):
            other = wrong(value, rng)
            read = values(other) if other else ()
            if other is None or len(read) != 1 or read[0].kind is not value.kind or read[0].amount in known:
                continue
            place = Window(around, passage)
            cases.append((f"{said[: value.start]}{other}{said[value.end :]}", read[0].exact, place))
            cases.append((rng.choice(TOOLS).format(other), read[0].exact, place))
    return cases
