"""A judge or a reviewer that cannot be had or contradicts itself, over whole runs: what is open stays open."""

import json
from pathlib import Path

import pytest
from clerkkit import DOCUMENTS, RULES, ask, changing

from httpkit import Reply, answer
from modeltown import Asked, Clerk, clerk
from stet.domain.claims import Action, ClaimKind, Decision, Outcome
from stet.domain.events import Acted
from stet.domain.report import ReportOutcome
from stet.report.html import to_html
from stet.report.markdown import to_markdown

TWO = {
    **DOCUMENTS,
    "locks.md": (
        "---\ntitle: Notice of the lock keepers\nurl: https://locks.example/notice\ndate: 2026-10-09\n---\n"
        "# Locks\n\nThe canal toll of Overton starts on 5 May 2027 at the upper lock.\n"
    ),
}


def out_of_order(role: str):
    def failing(asked: Asked, _: int) -> Reply | None:
        return answer({"error": {"message": "no"}}, 400) if asked.role == role else None

    return failing


async def test_a_judge_that_fails_on_every_call_refutes_nothing_and_supports_nothing(tmp_path: Path) -> None:
    """K034: what nobody judged is open, listed, and in no sentence; quotations need no judge and stand."""
    with clerk(Clerk(rules=RULES), failing=out_of_order("judge")) as place:
        came = await ask(place, tmp_path / "home", documents=TWO)
    decisions = {entry.kind: entry.decision for entry in came.report.claims}
    assert decisions[ClaimKind.PARAPHRASE] is Decision.UNREVIEWED
    assert Decision.UNSUPPORTED not in {entry.decision for entry in came.report.claims}
    told = {each.text: each.decision for each in came.report.removed}
    paraphrased = [entry for entry in came.report.claims if entry.kind is ClaimKind.PARAPHRASE]
    assert told == {entry.text: Decision.UNREVIEWED for entry in paraphrased}
    said = [sentence.text for section in came.report.sections for sentence in section.sentences]
    assert not any(entry.text in said for entry in paraphrased)
    # Nobody could check them, so no page is searched for; that is said too.
    looked = [e.taken for e in came.events if isinstance(e, Acted) and e.taken.action is Action.INVESTIGATE]
    assert {each.outcome for each in looked} == {"not_possible"}
    for text in (to_markdown(came.report), to_html(came.report, {})):
        assert "not reviewed" in text
        assert "refuted" not in text


@pytest.mark.parametrize("wrong", ["contradictory", "left out"])
async def test_a_verdict_that_is_none_on_one_claim_leaves_the_others_as_they_are(
    tmp_path: Path, wrong: str
) -> None:
    """K038, K040: a label against its own reason, or no verdict, opens that one claim and drops none."""

    def change(text: str, _: int) -> str | None:
        said = json.loads(text)
        kept: list[object] = []
        for verdict in said["verdicts"]:
            if "5 May" not in (verdict["words"] or ""):
                kept.append(verdict)
            elif wrong == "contradictory":
                kept.append({**verdict, "failing": "on 5 May 2027"})
        return json.dumps({"verdicts": kept})

    with clerk(Clerk(rules=RULES)) as place:
        changing(place, "judge", change)
        came = await ask(place, tmp_path / "home", documents=TWO)
    opened = [entry for entry in came.report.claims if entry.decision is Decision.UNREVIEWED]
    assert [("5 May 2027" in entry.text, entry.kind) for entry in opened] == [(True, ClaimKind.PARAPHRASE)]
    others = [entry for entry in came.report.claims if entry not in opened]
    assert {entry.decision for entry in others} <= {Decision.SUPPORTED, Decision.CONFLICTING}
    assert any(entry.kind is ClaimKind.PARAPHRASE for entry in others)
    assert [each.text for each in came.report.removed if each.what == "claim"] == [opened[0].text]


@pytest.mark.parametrize(
    "points",
    [
        [],
        [{"point": "cited", "outcome": "pass"}],
        [{"point": "cited", "outcome": "fail", "instruction": "No hallucinated information was found."}],
    ],
)
async def test_a_review_that_is_partial_or_contradicts_itself_approves_nothing_and_refutes_nothing(
    tmp_path: Path, points: list[dict[str, str]]
) -> None:
    """K034, K038: the draft is kept, not approved, says why, and no claim is touched."""
    with clerk(Clerk(rules=RULES)) as place:
        changing(place, "reviewer", lambda *_: json.dumps({"points": points}))
        came = await ask(place, tmp_path / "home")
    assert came.report.outcome is ReportOutcome.NOT_APPROVED
    assert came.report.sections
    assert {entry.decision for entry in came.report.claims} == {Decision.SUPPORTED}
    by_model = [check for check in came.report.review.rounds[-1].checks if check.by == "model"]
    assert Outcome.FAIL not in {check.outcome for check in by_model}
    assert to_markdown(came.report).startswith("**Not approved.** The review found: ")


async def test_a_reviewer_that_cannot_be_had_keeps_the_draft(tmp_path: Path) -> None:
    """K034, K037: one role that is out of order costs approval and nothing else."""
    with clerk(Clerk(rules=RULES), failing=out_of_order("reviewer")) as place:
        came = await ask(place, tmp_path / "home")
    assert came.report.outcome is ReportOutcome.NOT_APPROVED
    assert {entry.decision for entry in came.report.claims} == {Decision.SUPPORTED}
    assert "gave no answer" in to_markdown(came.report).partition("\n")[0]
