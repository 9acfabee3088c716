"""The review of a draft: six points, code first; approved only when every one of them passes."""

from collections.abc import Iterable, Sequence

from stet.confidence.profile import Profile
from stet.domain.claims import Check, Outcome
from stet.domain.report import ReviewRound
from stet.errors import BudgetExhausted, ProviderError
from stet.ports import Brief, Reviewer
from stet.report.draft import parse
from stet.research.points import POINTS, code_points, written_by_code

__all__ = ["POINTS", "approves", "code_points", "review"]


async def review(draft: str, brief: Brief, profile: Profile, reviewer: Reviewer, number: int) -> ReviewRound:
    """One pass: what code finds, then the six points by the engine's reviewer. No answer is a no.

    A draft whose every sentence code wrote itself has nothing in it that only a reader of meaning could judge; any
    other needs all six points answered, also those on which code found nothing.
    """
    parsed = parse(draft, [entry.key for entry in brief.ledger])
    checks = code_points(parsed, brief, profile)
    if not written_by_code(parsed, brief):
        checks = (*checks, *await _answers(reviewer, draft, brief, checks))
    return ReviewRound(
        round=number,
        approved=approves(checks),
        checks=checks,
        instructions=tuple(f"{check.name}: {check.detail}" for check in _instructive(checks)),
    )


def approves(checks: Sequence[Check]) -> bool:
    """Whether these checks approve a draft: each point has a pass, none a fail, and none was left without an answer.

    What code leaves open a pass of somebody else settles; a doubt of somebody else nobody settles.
    """
    return all(_passes([check for check in checks if check.name == point]) for point in POINTS)


def _passes(checks: Sequence[Check]) -> bool:
    passed = any(check.outcome is Outcome.PASS for check in checks)
    return passed and all(
        check.outcome is Outcome.PASS or (check.outcome is Outcome.UNSURE and check.by == "code")
        for check in checks
    )


def _instructive(checks: Sequence[Check]) -> Iterable[Check]:
    """The checks that keep a draft from approval."""
    for check in checks:
        others = [each for each in checks if each.name == check.name]
        open_still = check.outcome is not Outcome.PASS and not _passes(others)
        if open_still and (check.by != "code" or check.outcome is Outcome.FAIL or len(others) == 1):
            yield check


async def _answers(reviewer: Reviewer, draft: str, brief: Brief, found: Sequence[Check]) -> Sequence[Check]:
    """What the reviewer says of each point; one that cannot be had leaves every point open, and the draft is kept."""
    try:
        given = await reviewer.review(draft, brief, found)
    except (ProviderError, BudgetExhausted) as error:
        detail = f"The reviewer gave no answer: {error.message}."
        return [_unanswered(point, error.code, detail) for point in POINTS]
    # Nobody but code speaks for code.
    said = [check for check in given if check.name in POINTS and check.by != "code"]
    named = {check.name for check in said}
    missing = [point for point in POINTS if point not in named]
    return [*said, *(_unanswered(p, "not_answered", "Nobody judged this point.") for p in missing)]


def _unanswered(point: str, reason: str, detail: str) -> Check:
    return Check(name=point, outcome=Outcome.NOT_RUN, reason=reason, detail=detail, by="model")
