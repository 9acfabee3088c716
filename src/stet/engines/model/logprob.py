"""A judge by log-probability: one word of a model, and how likely `yes` was against `no`.

A small model says yes far too readily, so its probability alone decides nothing. It counts by a calibration, on pairs
that people labelled and together with what code finds; a model without one leaves every claim unsure.
"""

import asyncio
from collections.abc import Mapping, Sequence
from functools import cache
from hashlib import sha256
from importlib.resources import files
from math import exp
from typing import Final

from stet.domain.claims import Check, ClaimKind, Outcome
from stet.engines.model.caller import Caller, tokens
from stet.engines.model.votes import QUOTED, Vote, no_answer
from stet.errors import BadAnswer, BudgetExhausted, KeyMissing, ProviderError
from stet.ports import Case, Odds
from stet.prompts import prompt
from stet.research.judging import NOT_SUPPORTED
from stet.research.searching import together
from stet.verify.calibration import Calibration, signs
from stet.verify.sentences import sentences
from stet.verify.words import content_stems

BY_ODDS: Final = "logprob:"
"""What the name of a judge's model begins with, where it is asked in this way."""

PROMPT: Final = "judge_logprob"
TOPS: Final = 20
"""How many of the likeliest first tokens are asked for: the most that services tell."""

_AT_ONCE: Final = 4
"""Calls under way together: a model on a processor answers one after the other, and each has only so long."""

_LEAST_MASS: Final = 0.5
"""A first token that is less likely than this to be yes or no is no answer to the question."""

_MARK: Final = 4


class LogprobJudge:
    """Judges with the probabilities of a model's first token, one claim a call.

    Args:
        caller: asks the model of the role `judge`.
        calibrations: by the model's name as `known_as` makes it.
    """

    def __init__(self, caller: Caller, calibrations: Mapping[str, Calibration]) -> None:
        self._caller = caller
        self._calibrations = calibrations

    async def judge(self, cases: Sequence[Case]) -> Mapping[str, Check]:
        """See `stet.ports.Judge`; a judge that cannot be had, or read, has not voted."""
        turn = asyncio.Semaphore(_AT_ONCE)

        async def check(case: Case) -> Check:
            async with turn:
                return await self._check(case)

        checks = await together(check(case) for case in cases)
        return {case.claim.key: check for case, check in zip(cases, checks, strict=True)}

    async def _check(self, case: Case) -> Check:
        if case.claim.kind is ClaimKind.QUOTATION:
            return QUOTED
        return (await self._vote(case)).check()

    async def _vote(self, case: Case) -> Vote:
        system, letter = prompt(PROMPT).text, letter_of(case.window, case.claim.text, self._caller.house.salt)
        if tokens(letter) > self._caller.room("judge", system):
            return no_answer("too_long", "the claim and its text do not fit into the judge's window")
        try:
            said = await self._caller.odds("judge", system, letter, TOPS)
        except (ProviderError, KeyMissing, BudgetExhausted) as error:
            return no_answer("unreadable" if isinstance(error, BadAnswer) else error.code, error.message)
        likely = probability(said.odds)
        if likely is None:
            return no_answer(
                "unreadable", "its first word is neither yes nor no, or it tells no probabilities"
            )
        if case.claim.kind is not ClaimKind.PARAPHRASE:
            detail = f"Whether a text supports an inference was not measured for {known_as(said.model)}."
            return Vote(Outcome.UNSURE, "not_calibrated", detail)
        return weighed(case, likely, self._calibrations.get(known_as(said.model)))


def letter_of(text: str, claim: str, salt: str = "") -> str:
    """What is asked of one claim: text and claim between marks that neither of them holds.

    Shorter than `fences.fenced`: a small model reads slowly, and is asked of one text alone.
    """
    digits = sha256(f"{salt}\0{text}\0{claim}".encode("utf-8", "surrogatepass")).hexdigest()
    held = (text.casefold(), claim.casefold())
    # Some page holds every mark of four digits; none holds this one at every length.
    sizes = (size for size in range(_MARK, len(digits)) if not any(digits[:size] in each for each in held))
    mark = digits[: next(sizes, len(digits))]
    at = f"<<<{mark}"
    return f"{at} text>>>\n{text}\n{at} claim>>>\n{claim}\n{at} end>>>\nDoes the text support the claim?"


def probability(odds: Sequence[Odds]) -> float | None:
    """How likely `yes` is where it is one of yes and no; None where the first token is likely neither."""
    mass = {"yes": 0.0, "no": 0.0}
    for each in odds:
        word = each.token.strip().casefold()
        if word in mass:
            mass[word] += exp(each.logprob)
    both = sum(mass.values())
    return mass["yes"] / both if both >= _LEAST_MASS else None


def known_as(model: str) -> str:
    """A model's name without the folder and the ending of its file: what calibrations go by."""
    return model.replace("\\", "/").rsplit("/", 1)[-1].removesuffix(".gguf").casefold()


def weighed(case: Case, likely: float, known: Calibration | None) -> Vote:
    """The vote that a probability is worth; nothing passes or fails by one that nobody has measured."""
    if known is None or known.prompt != prompt(PROMPT).sha256:
        detail = f"The model gives {likely:.2f} for support, and nobody has measured what that is worth."
        return Vote(Outcome.UNSURE, "not_calibrated", detail)
    support = known.support(signs(case.claim.text, case.window, likely))
    said = f"Support {support:.2f} (the model alone: {likely:.2f})"
    if known.pass_at is not None and support >= known.pass_at:
        detail = f"{said}, the bar is {known.pass_at:.2f}; the nearest words: “{_nearest(case)}”"
        return Vote(Outcome.PASS, "supports", detail)
    if known.fail_at is not None and support <= known.fail_at:
        return Vote(Outcome.FAIL, "does_not_support", f"{NOT_SUPPORTED}{case.claim.text}")
    return Vote(Outcome.UNSURE, "below_bar", f"{said}: too little to pass, too much to fail.")


@cache
def calibrations() -> Mapping[str, Calibration]:
    """The calibrations that come with the program, by model."""
    found: dict[str, Calibration] = {}
    folder = files("stet.engines.model") / "calibrations"
    for each in sorted(folder.iterdir(), key=lambda one: one.name) if folder.is_dir() else ():
        if each.name.endswith(".json"):
            known = Calibration.model_validate_json(each.read_text(encoding="utf-8"))
            found[known_as(known.model)] = known
    return found


def _nearest(case: Case) -> str:
    """The sentence of the window that has most of the claim's words: where a reader looks first."""
    wanted = set(content_stems(case.claim.text))
    text = case.window
    best = max(
        sentences(text), key=lambda s: len(wanted & set(content_stems(text[s.start : s.end]))), default=None
    )
    return "" if best is None else " ".join(text[best.start : best.end].split())[:600]
