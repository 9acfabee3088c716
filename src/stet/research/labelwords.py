"""Words that rate how sure something is: a label is made by code from a score, and no sentence may raise it."""

from collections.abc import Iterator, Sequence
from typing import Final

from stet.domain.claims import Label
from stet.verify.words import words

_NEAR: Final = 3
"""Words between a rating and what it rates."""

_RATED: Final = frozenset(
    "confidence certainty reliability credibility trustworthiness score label "
    "zuverlässigkeit verlässlichkeit konfidenz gewissheit "
    "confiance fiabilité certitude confianza fiabilidad certeza".split()
)
_RATINGS: Final = {
    **dict.fromkeys(
        "high highest strong full complete absolute total maximum hoch hohe hoher hohem höchste volle "
        "élevé élevée haute forte totale alta alto plena máxima".split(),
        Label.HIGH,
    ),
    **dict.fromkeys(
        "medium moderate middling mittel mittlere mittlerer moyen moyenne modérée media moderada".split(),
        Label.MEDIUM,
    ),
    **dict.fromkeys(
        "low lowest weak poor little niedrig niedrige gering geringe faible basse baja bajo poca".split(),
        Label.LOW,
    ),
}
_RATED_HIGH: Final = (
    "高置信",
    "高可信",
    "置信度高",
    "可信度高",
    "置信度很高",
    "信頼度が高",
    "確度が高",
    "信頼性が高",
)
_CERTAIN: Final = frozenset(
    "certainly certain definitely definitive definitively undoubtedly unquestionably indisputably indisputable "
    "undisputed conclusively conclusive proven proves proof guaranteed guarantees confirmed confirms verified "
    "established unequivocally clearly doubtless doubt "
    "sicherlich zweifellos zweifelsfrei nachweislich bewiesen erwiesen bestätigt eindeutig "
    "certainement indubitablement prouvé prouvée confirmé confirmée "
    "ciertamente demostrado demostrada comprobado confirmado confirmada indudablemente".split()
)


def ratings(text: str, claims: str) -> Iterator[tuple[str, Label]]:
    """Each rating in `text` that `claims` do not give in the same words, and the label that it amounts to."""
    given = set(_ratings(words(claims)))
    yield from (each for each in _ratings(words(text)) if each not in given)
    for sign in _RATED_HIGH:
        if sign in text and sign not in claims:
            yield sign, Label.HIGH


def certainties(text: str, claims: str) -> list[str]:
    """The words of certainty in `text` that do not stand in `claims`."""
    said = set(words(claims))
    return sorted({word for word in words(text) if word in _CERTAIN and word not in said})


def _ratings(said: Sequence[str]) -> Iterator[tuple[str, Label]]:
    for place, word in enumerate(said):
        if word not in _RATED:
            continue
        around = range(max(0, place - _NEAR), min(len(said), place + _NEAR + 1))
        near = [n for n in sorted(around, key=lambda n: abs(n - place)) if said[n] in _RATINGS]
        if near:
            first, last = sorted((near[0], place))
            yield " ".join(said[first : last + 1]), _RATINGS[said[near[0]]]
