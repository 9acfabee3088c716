"""What a judge's probability is worth, together with what code finds: logistic regression on labelled pairs.

Pure Python, fitted by Newton's method with a ridge (Hoerl and Kennard 1970); the coefficients are data. A probability
counts at equal numbers of supported and unsupported claims, as the pairs are weighed in fitting.
"""

from collections.abc import Sequence
from itertools import pairwise
from math import exp, log
from typing import Final, NamedTuple

from pydantic import Field

from stet.domain.base import Value
from stet.verify.values import missing_values
from stet.verify.wording import flags
from stet.verify.words import content_stems, words

SIGNS: Final = ("judge", "missing", "flags", "covered", "pairs")
"""What is weighed, in the order of `Signs`."""

_CLIP: Final = 1e-4
_RIDGE: Final = 1.0
_ROUNDS: Final = 30
_FAR: Final = 30.0


class Signs(NamedTuple):
    """What speaks for a claim or against it.

    `judge` is the logit of the judge's probability, `missing` and `flags` how many values of the claim its text lacks
    and how many differences of wording there are (three at most), `covered` the share of the claim's words that the
    text has, `pairs` the share of its pairs of neighbouring words that stand so in the text.
    """

    judge: float
    missing: float
    flags: float
    covered: float
    pairs: float


class Calibration(Value):
    """Coefficients for one model and one prompt, and what they come from.

    Support is 1 / (1 + exp(−(`bias` + Σ `weights` · signs))). From `pass_at` on a claim passes, up to `fail_at` it
    fails; None where no bar keeps the error that was allowed. `prompt` is the content id of the prompt.
    """

    model: str
    prompt: str
    made: str
    seed: int
    data: str
    count: int
    weights: tuple[float, ...] = Field(min_length=len(SIGNS), max_length=len(SIGNS))
    bias: float
    pass_at: float | None
    fail_at: float | None

    def support(self, signs: Signs) -> float:
        """The probability that a claim is supported."""
        return Fit(self.weights, self.bias).support(signs)


class Labelled(NamedTuple):
    """Signs and whether people found the claim supported; `weight` is what the pair counts in fitting."""

    signs: Signs
    supported: bool
    weight: float = 1.0


class Fit(NamedTuple):
    """Coefficients: one weight for each of `SIGNS`, and the bias."""

    weights: tuple[float, ...]
    bias: float

    def support(self, signs: Signs) -> float:
        """See `Calibration.support`."""
        return _squashed(self.bias + sum(w * x for w, x in zip(self.weights, signs, strict=True)))


def signs(claim: str, text: str, probability: float) -> Signs:
    """The signs of a claim on its text; `probability` is the judge's that the text supports it, from 0 to 1."""
    clipped = min(max(probability, _CLIP), 1 - _CLIP)
    return Signs(
        judge=log(clipped / (1 - clipped)),
        missing=float(min(3, len(missing_values(claim, text)))),
        flags=float(min(3, len(flags(claim, text)))),
        covered=_share(content_stems(claim), set(content_stems(text))),
        pairs=_share(_pairs(claim), set(_pairs(text))),
    )


def fit(rows: Sequence[Labelled]) -> Fit:
    """The coefficients that make the rows likeliest, kept small by a ridge on all but the bias.

    Raises:
        ValueError: there are no rows of one of the two labels
    """
    if len({row.supported for row in rows}) < 2:
        raise ValueError("both labels are needed")
    beta = [0.0] * (len(SIGNS) + 1)
    for _ in range(_ROUNDS):
        step = _step(rows, beta)
        beta = [b + s for b, s in zip(beta, step, strict=True)]
        if max(abs(s) for s in step) < 1e-9:
            break
    return Fit(tuple(beta[1:]), beta[0])


def pass_bar(scored: Sequence[tuple[float, bool]], most: float) -> float | None:
    """The lowest support from which at most a share `most` of the unsupported claims passes; None where there is none.

    `scored` are supports and labels. A support that an unsupported claim has is never split: equal ones pass together.
    """
    wrong = sorted((support for support, supported in scored if not supported), reverse=True)
    if not wrong:
        return None
    allowed = int(most * len(wrong))
    return min((s for s, _ in scored if len(wrong) <= allowed or s > wrong[allowed]), default=None)


def fail_bar(scored: Sequence[tuple[float, bool]], most: float) -> float | None:
    """The highest support up to which at most a share `most` of the supported claims fails; None for none."""
    turned = pass_bar([(-support, not supported) for support, supported in scored], most)
    return None if turned is None else -turned


def _step(rows: Sequence[Labelled], beta: Sequence[float]) -> list[float]:
    """One step of Newton's method on the penalised log-likelihood."""
    size = len(beta)
    gradient = [0.0] + [-_RIDGE * b for b in beta[1:]]
    curve = [[_RIDGE if i == j and i else 0.0 for j in range(size)] for i in range(size)]
    for row in rows:
        x = (1.0, *row.signs)
        p = _squashed(sum(b * v for b, v in zip(beta, x, strict=True)))
        for i in range(size):
            gradient[i] += row.weight * (row.supported - p) * x[i]
            for j in range(size):
                curve[i][j] += row.weight * p * (1 - p) * x[i] * x[j]
    curve[0][0] += 1e-9
    return _solved(curve, gradient)


def _solved(matrix: list[list[float]], right: list[float]) -> list[float]:
    """The solution of a linear system, by elimination with pivots."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda k: abs(rows[k][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for k in range(size):
            if k != i:
                by = rows[k][i] / rows[i][i]
                rows[k] = [a - by * b for a, b in zip(rows[k], rows[i], strict=True)]
    return [row[-1] / row[i] for i, row in enumerate(rows)]


def _squashed(value: float) -> float:
    return 1 / (1 + exp(-min(max(value, -_FAR), _FAR)))


def _share(wanted: Sequence[object], there: set[object] | set[str] | set[tuple[str, str]]) -> float:
    return sum(each in there for each in wanted) / len(wanted) if wanted else 1.0


def _pairs(text: str) -> list[tuple[str, str]]:
    return list(pairwise(words(text)))
