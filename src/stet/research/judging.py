"""The judge's rung: asked only where code cannot settle a claim, and never of one that has fallen already."""

from collections.abc import Mapping, Sequence
from typing import Final

from stet.domain.claims import Check, Claim, Outcome
from stet.errors import BudgetExhausted, KeyMissing, ProviderError
from stet.ports import Case, Judge
from stet.research.ledger import JUDGE, Bench, unjudged

NOT_SUPPORTED: Final = "Not supported: "
"""What the detail of a judge's fail begins with; the part that fails comes after it."""


async def votes(judge: Judge | None, bench: Bench, claims: Sequence[Claim]) -> Mapping[str, Check]:
    """What the judge says of each claim that needs one, by claim key.

    A judge that cannot be had, or leaves a claim out, has not voted on it: the claim stays unreviewed, neither
    supported nor refuted.
    """
    if judge is None:
        return {}
    asked = [bench.case(claim) for claim in claims if _needs(bench.checks(claim))]
    given = await _asked(judge, asked)
    return {case.claim.key: _sound(given.get(case.claim.key)) for case in asked}


def failing_part(check: Check) -> str | None:
    """The part of the claim that a judge found not to be supported: words of the claim where these could be found."""
    if check.name != JUDGE or check.outcome is not Outcome.FAIL:
        return None
    return check.detail.removeprefix(NOT_SUPPORTED) or None


def _needs(checks: Sequence[Check]) -> bool:
    """Whether the judge's rung is open and no rung of code has failed."""
    return any(unjudged(check) for check in checks) and all(
        check.outcome is not Outcome.FAIL for check in checks
    )


async def _asked(judge: Judge, cases: Sequence[Case]) -> Mapping[str, Check]:
    """A judge's votes; one that fails over some claims is asked for the others without these."""
    if not cases:
        return {}
    try:
        return await judge.judge(cases)
    except (KeyMissing, BudgetExhausted) as error:
        return {case.claim.key: _no_vote(error.code, error.message) for case in cases}
    except ProviderError as error:
        if len(cases) == 1:
            return {cases[0].claim.key: _no_vote(error.code, error.message)}
    middle = len(cases) // 2
    return {**await _asked(judge, cases[:middle]), **await _asked(judge, cases[middle:])}


def _sound(check: Check | None) -> Check:
    if check is None:
        detail = "The judge said nothing of this claim."
        return Check(name=JUDGE, outcome=Outcome.NOT_RUN, reason="no_vote", detail=detail, by="model")
    if check.name != JUDGE:
        detail = f"What came back is no vote of a judge but “{check.name}”."
        return Check(name=JUDGE, outcome=Outcome.NOT_RUN, reason="bad_vote", detail=detail, by="model")
    return check


def _no_vote(code: str, message: str) -> Check:
    detail = f"The judge gave no answer: {message}."
    return Check(name=JUDGE, outcome=Outcome.NOT_RUN, reason=code, detail=detail, by="model")
