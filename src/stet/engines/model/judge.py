"""The judge: whether words support a claim. Only words that code finds again can raise one."""

from collections.abc import Sequence
from typing import NamedTuple

from stet.domain.claims import Check, Claim, ClaimKind, Outcome
from stet.engines.model.caller import Caller
from stet.engines.model.fences import Data
from stet.engines.model.shapes import VerdictShape
from stet.errors import BadAnswer, BudgetExhausted, KeyMissing, ProviderError
from stet.prompts import prompt
from stet.verify.quotes import locate
from stet.verify.words import words

_FIRST = "Does the text support the claim?"
_SECOND = (
    "Go through the claim part by part: subject, time, amount, condition, strength. Look for a part that the text does "
    "not say, or says otherwise. Only where there is none does the text support the claim."
)
_LEAST_WORDS = 3
_SHOWN = 600


class _Vote(NamedTuple):
    """An outcome, its reason code and its detail; one that contradicts itself is no vote."""

    outcome: Outcome
    reason: str
    detail: str

    @property
    def valid(self) -> bool:
        return self.outcome is not Outcome.NOT_RUN


class ModelJudge:
    """Judges with a model.

    One vote; a second, asked in other words, where code had a doubt or the first vote contradicts itself. Two votes
    that differ settle nothing.
    """

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def judge(self, claim: Claim, window: str, findings: Sequence[Check]) -> Check:
        """See `stet.ports.Judge`; a judge that cannot be had, or read, has not voted."""
        if claim.kind is ClaimKind.QUOTATION:
            detail = "A quotation is supported as a quotation by being found; its meaning was not judged."
            return Check(name="judge", outcome=Outcome.PASS, reason="verbatim", detail=detail)
        doubts = [each for each in findings if _doubts(each)]
        try:
            first = await self._vote(claim, window, doubts, _FIRST)
            if first.valid and not doubts:
                return _check(first)
            second = await self._vote(claim, window, doubts, _SECOND)
        except (ProviderError, KeyMissing, BudgetExhausted) as error:
            reason = "unreadable" if isinstance(error, BadAnswer) else error.code
            return _check(_Vote(Outcome.NOT_RUN, reason, f"The judge gave no answer: {error.message}."))
        return _check(_both(first, second, doubted=bool(doubts)))

    async def _vote(self, claim: Claim, window: str, doubts: Sequence[Check], question: str) -> _Vote:
        data = [Data("text", window), Data("claim", claim.text)]
        if doubts:
            data.append(Data("what a program noticed", "\n".join(f"{c.name}: {c.detail}" for c in doubts)))
        kind = "" if claim.kind is ClaimKind.PARAPHRASE else f" It is offered as {_KINDS[claim.kind]}."
        letter = self._caller.house.letter("", data, f"{question}{kind}")
        said = await self._caller.ask("judge", prompt("judge").text, letter, VerdictShape)
        return _read(said, window)


_KINDS = {
    ClaimKind.INFERENCE: "an inference: it must follow from the text, which need not say it",
    ClaimKind.RECOMMENDATION: "a recommendation: the text must give the reason for it",
    ClaimKind.QUOTATION: "a quotation",
}


def _doubts(check: Check) -> bool:
    """Whether code had a doubt that a reader of meaning must settle."""
    return check.by == "code" and check.name != "judge" and check.outcome in {Outcome.UNSURE, Outcome.FAIL}


def _read(said: VerdictShape, window: str) -> _Vote:
    """A vote, if its label and its grounds agree."""
    relied, failing = _told(said.words), _told(said.failing)
    if said.verdict == "cannot_tell":
        return _Vote(
            Outcome.UNSURE, "cannot_tell", "The judge could not tell whether the words support the claim."
        )
    if said.verdict == "does_not_support":
        if not failing:
            return _invalid("it says that the claim is not supported and names no part of it that is not")
        return _Vote(Outcome.FAIL, "does_not_support", f"Not supported: {failing[:_SHOWN]}")
    if failing:
        return _invalid(f"it says that the claim is supported and that this part is not: {failing[:_SHOWN]}")
    if not relied:
        return _invalid("it says that the claim is supported and names no words that say so")
    found = locate(relied, window)
    if found is None:
        detail = f"The words that the judge relies on are not in the source: “{relied[:_SHOWN]}”"
        return _Vote(Outcome.UNSURE, "words_not_found", detail)
    exact = window[found.start : found.end]
    if len(words(exact)) < _LEAST_WORDS:
        detail = f"The words that the judge relies on are too few to say anything: “{exact}”"
        return _Vote(Outcome.UNSURE, "words_too_few", detail)
    return _Vote(Outcome.PASS, "supports", exact)


def _both(first: _Vote, second: _Vote, *, doubted: bool) -> _Vote:
    """Two votes as one: where code had a doubt both must say the same, else the valid one counts."""
    if not second.valid:
        return second
    if not first.valid:
        # One valid vote is enough only where one would have been asked for.
        return first if doubted else second
    if first.outcome is second.outcome:
        return first
    detail = f"Two votes differ: {first.reason} and {second.reason}."
    return _Vote(Outcome.UNSURE, "votes_differ", detail)


def _invalid(why: str) -> _Vote:
    return _Vote(Outcome.NOT_RUN, "contradictory", f"The judge's answer contradicts itself: {why}.")


def _told(text: str | None) -> str:
    flat = (text or "").strip()
    return "" if flat.casefold().strip(".") in {"none", "null", "n/a", "nothing", "-"} else flat


def _check(vote: _Vote) -> Check:
    return Check(name="judge", outcome=vote.outcome, reason=vote.reason, detail=vote.detail, by="model")
