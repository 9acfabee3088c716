"""The judge's rung: asked only where code cannot settle a claim, and never of one that has fallen already."""

from collections.abc import Mapping, Sequence

from stet.domain.claims import Check, Claim, Outcome
from stet.errors import BudgetExhausted, KeyMissing, ProviderError
from stet.ports import Judge
from stet.research.ledger import JUDGE, Bench, unjudged
from stet.research.searching import together


async def votes(judge: Judge | None, bench: Bench, claims: Sequence[Claim]) -> Mapping[str, Check]:
    """What the judge says of each claim that needs one, by claim key; asked side by side.

    A judge that cannot be had has not voted: the claim stays unreviewed, neither supported nor refuted.
    """
    if judge is None:
        return {}
    asked = [claim for claim in claims if _needs(bench.checks(claim))]
    answers = await together(_vote(judge, bench, claim) for claim in asked)
    return {claim.key: check for claim, check in zip(asked, answers, strict=True)}


def _needs(checks: Sequence[Check]) -> bool:
    """Whether the judge's rung is open and no rung of code has failed."""
    return any(unjudged(check) for check in checks) and all(
        check.outcome is not Outcome.FAIL for check in checks
    )


async def _vote(judge: Judge, bench: Bench, claim: Claim) -> Check:
    try:
        check = await judge.judge(claim, bench.window(claim), bench.checks(claim))
    except (ProviderError, KeyMissing, BudgetExhausted) as error:
        detail = f"The judge gave no answer: {error.message}."
        return Check(name=JUDGE, outcome=Outcome.NOT_RUN, reason=error.code, detail=detail, by="model")
    if check.name != JUDGE:
        detail = f"What came back is no vote of a judge but “{check.name}”."
        return Check(name=JUDGE, outcome=Outcome.NOT_RUN, reason="bad_vote", detail=detail, by="model")
    return check
