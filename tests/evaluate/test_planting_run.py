"""Errors planted in finished runs: the classic four are caught by code alone, and the clean reports raise no alarm."""

import asyncio
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import pytest

from modeltown import CLERK, TOLL, clerk
from plantkit import Reteller, written_run
from stet.app import App, Request
from stet.domain.budget import Budget
from stet.domain.claims import Check, Decision, Label, Outcome
from stet.domain.run import RoleModel
from stet.errors import NotFound
from stet.evaluate.plant import CHOSEN, restated
from stet.evaluate.planting import planting
from stet.evaluate.planting_models import voices
from stet.evaluate.planting_run import RunExaminer, Stored, planted_run, stored_run, target_of
from stet.evaluate.planting_values import Order, Planting
from stet.ports import Case
from stet.testing import MOMENT

CLASSIC = ("invented_citation", "unsupported_addition", "missing_citation", "moved_by_a_year")


class Finished(NamedTuple):
    """A home and a run in it."""

    home: Path
    stored: Stored


def finished(home: Path, run: str) -> Finished:
    with App(home).store() as store:
        return Finished(home, stored_run(store, run))


@pytest.fixture(scope="module")
def quoted(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A run of the quote engine on the example."""
    home = tmp_path_factory.mktemp("quoted")
    asked = Request(
        question="When does the Harbour Bridge toll start, and what does an unpaid crossing cost?",
        documents=(str(TOLL),),
        profile=str(TOLL / "profile.toml"),
        today=MOMENT.date(),
    )
    return finished(home, asyncio.run(App(home).ask(asked)).run)


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Finished:
    """A run on the example whose report is in other words than its sources'."""
    home = tmp_path_factory.mktemp("written")
    return finished(home, asyncio.run(written_run(home)).run)


async def planted(run: Finished, *kinds: str, each: int = 2) -> tuple[Planting, ...]:
    order = Order(of=run.stored.report.run, each=each, kinds=kinds)
    return await planted_run(run.stored, RunExaminer(run.stored), order)


async def test_the_classic_errors_are_caught_in_quotations_and_the_original_is_approved(
    quoted: Finished,
) -> None:
    told, as_written = await planted(quoted, *CLASSIC)
    assert as_written.clean.approved
    for found in (as_written, told):
        assert found.clean.false_alarms == ()
        assert [trial for trial in found.trials if trial.result != "caught"] == []
        assert {trial.kind for trial in found.trials} == set(CLASSIC)


async def test_the_classic_errors_are_caught_in_a_written_report_with_no_alarm(written: Finished) -> None:
    (found,) = await planted(written, *CLASSIC)
    assert found.clean.false_alarms == ()
    assert not found.clean.approved
    assert found.clean.open
    assert [trial for trial in found.trials if trial.result != "caught"] == []


async def test_what_only_a_judge_could_tell_is_left_open_by_code_and_not_approved(written: Finished) -> None:
    (found,) = await planted(written, "flipped_negation", each=8)
    in_claims = [trial for trial in found.trials if trial.layer == "claim"]
    assert "open" in {trial.result for trial in in_claims}
    assert "missed" not in {trial.result for trial in in_claims}


async def test_scores_and_labels_that_the_ledger_does_not_give_are_caught(written: Finished) -> None:
    (found,) = await planted(written, "raised_label", each=4)
    assert {trial.variant for trial in found.trials} == {"label", "label and score"}
    assert {trial.result for trial in found.trials} == {"caught"}


async def test_a_claim_left_out_with_its_side_of_a_conflict_is_missed(quoted: Finished) -> None:
    # Nothing but the sources tells of it then. The page on limits says so.
    found = (await planted(quoted, "hidden_contradiction"))[1]
    results = {trial.layer: trial.result for trial in found.trials}
    assert results["draft"] == "caught"
    assert results["claim"] == "missed"


async def test_a_report_that_is_told_again_comes_to_the_scores_of_its_claims(quoted: Finished) -> None:
    told = restated(target_of(quoted.stored))
    assert told is not None
    original = RunExaminer(quoted.stored).original(told)
    assert set(original.scores) == {claim.key for claim in told.claims}
    assert any(score.label is Label.HIGH for score in original.scores.values())


async def test_a_strict_judge_and_reviewer_approve_the_original_and_are_asked_of_changed_claims(
    written: Finished,
) -> None:
    with clerk(Reteller(lenient=False)) as place:
        app = App(written.home, operator=place.operator())
        roles = [RoleModel(role=role, model=CLERK) for role in ("judge", "reviewer")]
        order = Order(of="a run", each=1, kinds=("flipped_negation", "dropped_qualifier"))
        with voices(app, written.stored.spec, roles, Budget()) as asked:
            examiner = RunExaminer(written.stored, asked.reviewer, asked.judge)
            (found,) = await planted_run(written.stored, examiner, order)
            first = len(place.asked)
            assert asked.usage.model_calls >= first > 0
            assert asked.usage.tokens > 0
        assert found.clean.approved
        assert {trial.result for trial in found.trials} <= {"caught", "missed"}
        with voices(app, written.stored.spec, roles, Budget()) as again:
            examiner = RunExaminer(written.stored, again.reviewer, again.judge)
            assert await planted_run(written.stored, examiner, order) == (found,)
        assert len(place.asked) == first


class Unsure:
    """A judge that cannot tell."""

    async def judge(self, cases: Sequence[Case]) -> Mapping[str, Check]:
        check = Check(name="judge", outcome=Outcome.UNSURE, reason="cannot_tell", by="model")
        return {case.claim.key: check for case in cases}


async def test_a_judge_that_cannot_tell_raises_no_alarm_and_catches_nothing(written: Finished) -> None:
    order = Order(of="a run", each=4, kinds=("flipped_negation", "changed_number"))
    (found,) = await planted_run(written.stored, RunExaminer(written.stored, judge=Unsure()), order)
    (alone,) = await planted_run(written.stored, RunExaminer(written.stored), order)
    assert found.clean.false_alarms == ()
    assert not found.clean.approved
    assert [trial.result for trial in found.trials] == [trial.result for trial in alone.trials]


async def test_a_claim_that_fell_is_none_that_is_planted_in(written: Finished) -> None:
    fallen = {e.key for e in written.stored.report.claims if e.decision is Decision.UNSUPPORTED}
    (found,) = await planted(written, "changed_number", each=20)
    assert not fallen & {trial.place for trial in found.trials}


def test_a_run_with_no_report_has_nothing_to_plant_in(tmp_path: Path, quoted: Finished) -> None:
    app = App(tmp_path)
    with app.store() as store, pytest.raises(NotFound):
        stored_run(store, store.create(quoted.stored.spec, MOMENT))


async def test_the_original_is_examined_alone_where_no_kind_is_wanted(quoted: Finished) -> None:
    report = RunExaminer(quoted.stored)
    found = await planting(report.original(target_of(quoted.stored)), report, Order(of="a", kinds=()))
    assert found.trials == ()
    assert found.clean.approved
    assert CHOSEN not in {skipped.kind for skipped in found.skipped}
