"""What is counted of a run: from its stored report, events and pages, its task, the labels and the costs."""

from collections import Counter
from decimal import Decimal
from typing import TYPE_CHECKING, NamedTuple

from stet.app.request import profile_in
from stet.confidence.copies import copy_groups
from stet.confidence.score import independent_sites
from stet.config import Costs
from stet.domain.claims import Decision
from stet.domain.events import Assessed, PageRead, Searched, SearchFailed, Spoke, Stamped
from stet.domain.run import PromptHash, RoleModel
from stet.errors import NotFound
from stet.evaluate.bench.task import Task
from stet.evaluate.bench.values import Caught, Measures
from stet.evaluate.cost import cost_of, counts_of_run
from stet.evaluate.cost.pricing import Pricing
from stet.evaluate.metrics import Labels, Subject, measured
from stet.evaluate.planting_values import Order as Planted
from stet.evaluate.planting_values import Planting
from stet.saved import report_of, texts_of

if TYPE_CHECKING:
    from stet.store.sql import SqlStore


class Spent(NamedTuple):
    """What a run used and was made with, however it ended.

    `models` are the exact ids that services named, `cost` the whole of it by `[costs]`; None is an unknown price.
    """

    seconds: float
    usd: Decimal | None
    cost: Decimal | None
    models: tuple[str, ...]
    roles: tuple[RoleModel, ...]
    prompts: tuple[PromptHash, ...]
    version: str


def spent_of(store: "SqlStore", run: str, costs: Costs, pricing: Pricing | None = None) -> Spent:
    """What a run used, by its full id; `pricing` are the operator's own prices, for calls without another.

    Raises:
        NotFound: there is no such run
    """
    record = store.run(run)
    spoke = (stamped.event for stamped in store.events(run) if isinstance(stamped.event, Spoke))
    return Spent(
        seconds=record.used.seconds,
        usd=record.used.usd,
        cost=cost_of(counts_of_run(store, run, pricing), costs).total,
        models=tuple(dict.fromkeys(event.model for event in spoke)),
        roles=record.spec.models,
        prompts=record.spec.prompts,
        version=record.spec.version,
    )


def subject_of(store: "SqlStore", run: str, task: Task | None, labels: Labels) -> Subject:
    """What is measured of a finished run, by its full id.

    Raises:
        NotFound: there is no such run, or it has no report
    """
    report = report_of(store, run)
    return Subject(report, store.events(run), texts_of(store, run), task, labels)


def measures_of(store: "SqlStore", run: str, task: Task | None, labels: Labels, costs: Costs) -> Measures:
    """What a finished run came to, by its full id; without a task there are no facts to find.

    Raises:
        NotFound: there is no such run, it has no report, or a label names what it does not have
    """
    return measures_from(store, subject_of(store, run, task, labels), costs)


def measures_from(
    store: "SqlStore", subject: Subject, costs: Costs, pricing: Pricing | None = None
) -> Measures:
    """The same of what is measured.

    Raises:
        NotFound: a label names what the run does not have
    """
    report, run = subject.report, subject.report.run
    decisions = Counter(entry.decision for entry in report.claims)
    read = [each.event.source for each in subject.events if isinstance(each.event, PageRead)]
    kinds = profile_in(store.run(run).spec).kinds
    used = report.usage
    return Measures(
        sources=len(read),
        official=sum(source.kind in kinds and kinds[source.kind].official for source in read),
        sites=len(independent_sites(read, copy_groups(subject.texts))),
        rounds=_rounds(subject.events),
        supported=decisions[Decision.SUPPORTED],
        unsupported=decisions[Decision.UNSUPPORTED],
        conflicting=decisions[Decision.CONFLICTING],
        unreviewed=decisions[Decision.UNREVIEWED],
        facts=len(subject.facts),
        facts_found=sum(each.verdict == "said" for each in subject.facts),
        forbidden=len(subject.forbidden),
        forbidden_claimed=sum(each.verdict == "said" for each in subject.forbidden),
        gaps=len(report.gaps),
        seconds=used.seconds,
        searches=used.searches,
        pages=used.pages,
        model_calls=used.model_calls,
        tokens=used.tokens,
        usd=used.usd,
        cost=cost_of(counts_of_run(store, run, pricing), costs).total,
        metrics=measured(subject),
        labelled=subject.labelled,
        lost=sum(call.state == "started" for call in store.calls(run)),
    )


def _rounds(events: tuple[Stamped, ...]) -> int:
    rounds = [e.event.round for e in events if isinstance(e.event, (Assessed, Searched, SearchFailed))]
    return max(rounds, default=0)


async def caught_of(store: "SqlStore", run: str, each: int) -> tuple[Caught, ...]:
    """Errors planted in a run's report and examined by code, by kind; none where it rests on no claims.

    Of a report that quotes, the copy is used that tells its quotations in own words: of a quotation code sees every
    changed word, whatever it means.
    """
    from stet.evaluate.plant import restated
    from stet.evaluate.planting import planting
    from stet.evaluate.planting_run import RunExaminer, stored_run, target_of

    try:
        stored = stored_run(store, run)
    except NotFound:
        return ()
    examiner, written = RunExaminer(stored), target_of(stored)
    original = examiner.original(restated(written) or written)
    return _by_kind(await planting(original, examiner, Planted(of=run, each=each)))


def _by_kind(made: Planting) -> tuple[Caught, ...]:
    results: dict[str, list[str]] = {}
    for trial in made.trials:
        results.setdefault(trial.kind, []).append(trial.result)
    return tuple(
        Caught(
            kind=kind,
            planted=len(each),
            caught=each.count("caught"),
            open=each.count("open"),
            missed=each.count("missed"),
        )
        for kind, each in results.items()
    )
