"""What stands of a claim: the first failing rung decides, and what could not be checked is unreviewed."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final

from stet.domain.claims import Action, Check, Claim, ClaimKind, Decision, Outcome

# Wording is a flag for the judge, conflicts are given apart: neither decides by itself.
_NEEDED: Final = ("citation", "quote", "values", "attribution", "judge")
_ON_FAILURE: Final = {
    "citation": Action.REMOVE,
    "quote": Action.REMOVE,
    "values": Action.NARROW,
    "attribution": Action.INVESTIGATE,
    "judge": Action.NARROW,
}
_OWN_WORDS: Final = frozenset({ClaimKind.INFERENCE, ClaimKind.RECOMMENDATION})


def decide(claim: Claim, checks: Iterable[Check], *, in_conflict: bool) -> tuple[Decision, str, Action]:
    """The decision on a claim, the reason code of the check that decided, and what is done with the claim.

    Of several checks of one rung (votes of a judge) every one must pass. A claim that nobody could check is never
    published for being in conflict: unreviewed comes before conflicting. A doubt about the source is the judge's to
    settle: it leaves a claim open only where code alone would have passed it.
    """
    by_rung: dict[str, list[Check]] = {}
    for check in checks:
        by_rung.setdefault(check.name, []).append(check)
    for rung in _NEEDED:
        failed = next((check for check in by_rung.get(rung, ()) if check.outcome is Outcome.FAIL), None)
        votes = {check.outcome for check in by_rung.get(rung, ())}
        if failed is not None and not (rung == "judge" and len(votes) > 1):
            return Decision.UNSUPPORTED, failed.reason, _ON_FAILURE[rung]
    for rung in _NEEDED:
        if rung == "attribution" and _left_to_judge(by_rung):
            continue
        open_check = next(
            (check for check in by_rung.get(rung, ()) if check.outcome is not Outcome.PASS), None
        )
        if open_check is not None or rung not in by_rung:
            action = Action.LABEL_INFERENCE if claim.kind in _OWN_WORDS else Action.INVESTIGATE
            return Decision.UNREVIEWED, open_check.reason if open_check else f"no_{rung}", action
    if in_conflict:
        reason = next(
            (c.reason for c in by_rung.get("conflicts", ()) if c.outcome is Outcome.FAIL), "other_value"
        )
        return Decision.CONFLICTING, reason, Action.ACCEPT
    accepted = by_rung["judge"][0].reason
    return Decision.SUPPORTED, accepted, Action.LABEL_INFERENCE if claim.kind in _OWN_WORDS else Action.ACCEPT


def _left_to_judge(by_rung: Mapping[str, Sequence[Check]]) -> bool:
    """Whether rung 4 has no more than a doubt, and the judge's rung is not passed by code."""
    doubted = {check.outcome for check in by_rung.get("attribution", ())} == {Outcome.UNSURE}
    by_code = any(c.by == "code" and c.outcome is Outcome.PASS for c in by_rung.get("judge", ()))
    return doubted and not by_code
