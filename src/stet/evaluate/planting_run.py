"""A stored run as a text to plant in, and its examiner: the ledger made again, then the review of the draft."""

from collections.abc import Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, NamedTuple

from stet.confidence.profile import Profile
from stet.domain.base import value_id
from stet.domain.claims import Check, Claim, Conflict, Decision, LedgerEntry, Outcome, Score
from stet.domain.events import Drafted, PageRead, Planned, Selected
from stet.domain.evidence import Page, Passage, Source
from stet.domain.question import Plan
from stet.domain.report import Report
from stet.domain.run import RunSpec
from stet.errors import NotFound
from stet.evaluate.plant import Swapper, Target, restated, swapped
from stet.evaluate.planting import Finding, Watch, planting, unwatched
from stet.evaluate.planting_values import Order, Planting
from stet.ports import Brief, Evidence, Judge, Reviewer
from stet.report.draft import parse
from stet.research.judging import votes
from stet.research.ledger import JUDGE, Bench, unjudged
from stet.research.review import code_points, review
from stet.research.sources import fetched_pages
from stet.saved import report_of

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

_UNANSWERED = frozenset({Outcome.UNSURE, Outcome.NOT_RUN})
_YES = "Taken as judged, so that only what code itself says is counted."


class Stored(NamedTuple):
    """A finished run with all that its report is examined on."""

    spec: RunSpec
    plan: Plan
    evidence: Evidence
    report: Report
    draft: str

    @property
    def profile(self) -> Profile:
        """The profile that the run was made with."""
        return Profile.model_validate_json(self.spec.profile_json)


def stored_run(store: "SqlStore", run: str) -> Stored:
    """A run by its full id.

    Raises:
        NotFound: it has no report, or nothing was written in it
    """
    report, spec = report_of(store, run), store.run(run).spec
    events = [stamped.event for stamped in store.events(run)]
    plan = next((event.plan for event in reversed(events) if isinstance(event, Planned)), None)
    draft = next((event.markdown for event in reversed(events) if isinstance(event, Drafted)), None)
    if plan is None or draft is None or not report.claims:
        raise NotFound(
            f"the report of run {run} rests on no claims: there is nothing to plant errors in",
            hint="choose a run whose report has claims: stet runs",
        )
    read = [event.source for event in events if isinstance(event, PageRead)]
    selected = {event.topic: event.passages for event in events if isinstance(event, Selected)}
    return Stored(spec, plan, _evidence(store, run, read, selected), report, draft)


def _evidence(
    store: "SqlStore", run: str, read: Sequence[Source], selected: Mapping[str, tuple[Passage, ...]]
) -> Evidence:
    answers = fetched_pages(store.calls(run))
    pages: dict[str, Page] = {}
    for source in read:
        saved = store.page(source.sha256, source.text_sha256)
        answer = answers.get((source.sha256, source.text_sha256, source.path or source.url), saved)
        pages[source.id] = answer.model_copy(update={"text": saved.text, "full_text": saved.full_text})
    return Evidence(sources=tuple(read), pages=pages, selected=selected)


def target_of(stored: Stored) -> Target:
    """What a planter gets of a run."""
    report, evidence = stored.report, stored.evidence
    return Target(
        text=stored.draft,
        claims=tuple(_claim(entry) for entry in report.claims),
        sources={source.id: evidence.text(source.id) for source in evidence.sources},
        names={source.id: source.title for source in evidence.sources if source.title},
        scores={entry.key: entry.score for entry in report.claims if entry.score is not None},
        conflicts=tuple(conflict.claims for conflict in report.conflicts),
        gaps=report.gaps,
    )


def _claim(entry: LedgerEntry) -> Claim:
    return Claim(**{name: getattr(entry, name) for name in Claim.model_fields})


class _Nobody:
    """A reviewer who leaves every point open."""

    async def review(self, draft: str, brief: Brief, found: Sequence[Check] = ()) -> tuple[Check, ...]:
        """See `stet.ports.Reviewer`."""
        return ()


class RunExaminer:
    """Examines reports on the evidence of a run.

    What the run's own judge said of a claim still holds of an equal one. Without a judge of its own a changed claim
    has no vote, and a report that rests on it is left open.

    Args:
        stored: the run.
        reviewer: answers the points that code leaves open; None for code alone.
        judge: judges the claims that nobody judged yet; None for code alone.
    """

    def __init__(self, stored: Stored, reviewer: Reviewer | None = None, judge: Judge | None = None) -> None:
        self._stored, self._reviewer, self._judge = stored, reviewer or _Nobody(), judge
        self._profile = stored.profile
        self._bench = Bench(stored.plan, stored.evidence, self._profile, stored.spec.today)
        self._votes: dict[str, Check] = {}
        self._original: tuple[Claim, ...] = ()

    def original(self, report: Target) -> Target:
        """The report that copies are made of, with the scores and conflicts that its claims come to."""
        self._original = report.claims
        yes = self._as_judged(report, {})
        ledger, conflicts = self._bench.ledger(report.claims, yes)
        scores = {entry.key: entry.score for entry in ledger if entry.score is not None}
        found = tuple(conflict.claims for conflict in conflicts)
        return report.model_copy(update={"scores": scores, "conflicts": found})

    async def examine(self, report: Target) -> Finding:
        """See `stet.evaluate.planting.Examiner`."""
        given = await self._given(report.claims)
        brief, wrong_scores = self._brief(report, given)
        said = await review(report.text, brief, self._profile, self._reviewer, 1)
        by_others = [check for check in said.checks if check.by != "code"]
        failed = [*wrong_scores, *self._failed(report, given)]
        failed += [check for check in by_others if check.outcome is Outcome.FAIL]
        left = [check for check in said.checks if check.outcome in _UNANSWERED]
        left += _unreviewed(report, brief.ledger)
        approved = said.approved and not wrong_scores
        return Finding(
            approved=approved,
            failed=tuple(failed),
            open=() if approved else tuple(left),
            doubts=_doubts(report, brief.ledger, said.checks),
        )

    async def _given(self, claims: Sequence[Claim]) -> dict[str, Check]:
        """The votes on claims, by key: the run's own, and those of this examiner's judge."""
        known = {**self._stored_votes, **self._votes}
        new = [claim for claim in claims if value_id(claim) not in known]
        for key, check in (await votes(self._judge, self._bench, new)).items():
            claim = next(each for each in new if each.key == key)
            self._votes[value_id(claim)] = known[value_id(claim)] = check
        return {claim.key: known[value_id(claim)] for claim in claims if value_id(claim) in known}

    @cached_property
    def _stored_votes(self) -> dict[str, Check]:
        """What the run's judge said; not where this examiner has one of its own."""
        if self._judge is not None:
            return {}
        said: dict[str, Check] = {}
        for entry in self._stored.report.claims:
            for check in entry.checks:
                if check.name == JUDGE and check.by != "code":
                    said[value_id(_claim(entry))] = check
        return said

    def _brief(self, report: Target, given: Mapping[str, Check]) -> tuple[Brief, list[Check]]:
        """What the draft is reviewed beside, with the scores that the report states, and those that do not hold."""
        ledger, conflicts = self._bench.ledger(report.claims, given)
        if report.claims != self._original:
            return self._beside(report, ledger, conflicts), []
        stated = [entry.model_copy(update={"score": report.scores.get(entry.key)}) for entry in ledger]
        wrong = [
            _differs(entry.key, entry.score, made.score)
            for entry, made in zip(stated, ledger, strict=True)
            if entry.score != made.score
        ]
        return self._beside(report, tuple(stated), conflicts), wrong

    def _beside(
        self, report: Target, ledger: tuple[LedgerEntry, ...], conflicts: tuple[Conflict, ...]
    ) -> Brief:
        sources = self._stored.evidence.sources
        return Brief(
            plan=self._stored.plan, sources=sources, ledger=ledger, conflicts=conflicts, gaps=report.gaps
        )

    def _failed(self, report: Target, given: Mapping[str, Check]) -> list[Check]:
        """The checks that say no even if everybody who was not asked had said yes."""
        brief, _ = self._brief(report, {**given, **self._as_judged(report, given)})
        used = _used(report, brief.ledger)
        rungs = [
            check
            for entry in brief.ledger
            if entry.key in used and entry.decision is Decision.UNSUPPORTED
            for check in entry.checks
            if check.outcome is Outcome.FAIL
        ]
        points = code_points(parse(report.text, [e.key for e in brief.ledger]), brief, self._profile)
        return [*rungs, *(point for point in points if point.outcome is Outcome.FAIL)]

    def _as_judged(self, report: Target, given: Mapping[str, Check]) -> dict[str, Check]:
        """A yes for every claim that only a judge could say something of, and none said anything that settles it."""
        yes = Check(name=JUDGE, outcome=Outcome.PASS, reason="supports", detail=_YES, by="model")
        settled = {key for key, vote in given.items() if vote.outcome not in _UNANSWERED}
        return {
            claim.key: yes
            for claim in report.claims
            if claim.key not in settled and any(unjudged(check) for check in self._bench.checks(claim))
        }


async def planted_run(
    stored: Stored,
    examiner: RunExaminer,
    order: Order,
    swapper: Swapper | None = None,
    watch: Watch = unwatched,
) -> tuple[Planting, ...]:
    """Errors planted in a run's report: where it quotes, told as claims in own words; and as it was written.

    The first comes first because it says more: of a quotation code sees every changed word, whatever it means.

    `swapper` plants too, in its way; `watch` is told of progress.

    Raises:
        StetError: what the journal and the models raise
    """
    written = target_of(stored)
    told = restated(written)
    forms = {**({"restated": told} if told is not None else {}), "as written": written}
    found: list[Planting] = []
    for form, report in forms.items():
        original = examiner.original(report)
        more = await swapped(original, swapper) if swapper is not None else ()
        of_form = order.model_copy(update={"form": form})
        found.append(await planting(original, examiner, of_form, more, watch))
    return tuple(found)


def _used(report: Target, ledger: Sequence[LedgerEntry]) -> set[str]:
    draft = parse(report.text, [entry.key for entry in ledger])
    return {key for sentence in draft.sentences for key in sentence.claims}


def _unreviewed(report: Target, ledger: Sequence[LedgerEntry]) -> list[Check]:
    used = _used(report, ledger)
    open_entries = [e for e in ledger if e.key in used and e.decision is Decision.UNREVIEWED]
    return [
        Check(name=JUDGE, outcome=Outcome.NOT_RUN, reason=entry.reason, detail=f"{entry.key} is unreviewed.")
        for entry in open_entries
    ]


def _doubts(report: Target, ledger: Sequence[LedgerEntry], points: Sequence[Check]) -> tuple[Check, ...]:
    """The doubts of code, on the draft and on the claims that it rests on."""
    used = _used(report, ledger)
    seen = [*points, *(check for entry in ledger if entry.key in used for check in entry.checks)]
    return tuple(check for check in seen if check.by == "code" and check.outcome is Outcome.UNSURE)


def _differs(key: str, stated: Score | None, made: Score | None) -> Check:
    shown = [f"{score.value:.2f} ({score.label.value})" if score else "none" for score in (stated, made)]
    detail = f"The score of {key} is stated as {shown[0]} and is {shown[1]}."
    return Check(name="score", outcome=Outcome.FAIL, reason="differs", detail=detail)
