"""What runs cost together, in parts, and one by one."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from stet.config import Costs
from stet.domain.run import RunStatus
from stet.evaluate.cost.counting import counted, counts_of_runs, is_taken
from stet.evaluate.cost.model import cost_of, grouped, total_of
from stet.evaluate.cost.pricing import Pricing
from stet.evaluate.cost.values import CostReport, Counts, RunCost

if TYPE_CHECKING:
    from stet.store.costs import Charged
    from stet.store.sql import SqlStore


def report_of_runs(
    store: "SqlStore", of: str, runs: Sequence["Charged"], pricing: Pricing, costs: Costs
) -> CostReport:
    """What these runs cost; `of` says for a reader which they are. A single one is not listed beside its sum.

    Raises:
        BadSetting: an amount is in another currency than `costs`
    """
    each = [counted(run, pricing, taken=is_taken(store, run)) for run in runs]
    report = report_of_counts(of, counts_of_runs(each), costs)
    states = [run.status for run in runs]
    listed = (
        tuple(_run(run, counts, costs) for run, counts in zip(runs, each, strict=True))
        if len(runs) > 1
        else ()
    )
    return report.model_copy(
        update={
            "running": states.count(RunStatus.RUNNING),
            "failed": states.count(RunStatus.FAILED),
            "interrupted": states.count(RunStatus.INTERRUPTED),
            "runs": listed,
        }
    )


def report_of_counts(of: str, counts: Counts, costs: Costs) -> CostReport:
    """What these counters come to.

    Raises:
        BadSetting: an amount is in another currency than `costs`
    """
    return CostReport(
        of=of,
        breakdown=cost_of(counts, costs),
        by_role=grouped(counts.steps, "role"),
        by_model=grouped(counts.steps, "model"),
        by_provider=grouped(counts.steps, "provider"),
        unsettled=sum(step.unsettled for step in counts.steps),
        estimated=sum(step.estimated for step in counts.steps),
    )


def _run(run: "Charged", counts: Counts, costs: Costs) -> RunCost:
    total, known = total_of(counts, costs)
    return RunCost(
        run=run.run,
        status=run.status.value,
        outcome=run.outcome,
        accepted=counts.accepted > 0,
        created_at=run.created_at,
        total=total,
        known=known,
    )
