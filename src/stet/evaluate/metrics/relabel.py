"""Labels by a model that had no part in the run: every claim judged afresh, by the judge of `stet check`."""

from typing import TYPE_CHECKING

from stet.confidence.profile import Profile
from stet.domain.budget import Budget, Usage
from stet.domain.claims import Check, Claim, Outcome
from stet.domain.events import PageRead, Planned, Selected, Stamped, Started
from stet.domain.evidence import Page, PageStatus, Passage, Source
from stet.domain.run import RoleModel, RunSpec
from stet.errors import NotFound
from stet.evaluate.metrics.defaults import plan_of, says_too_much
from stet.evaluate.metrics.labels import Judgement, Labels, Truth
from stet.evaluate.metrics.subject import Subject
from stet.ports import Evidence, Judge
from stet.research.judging import votes
from stet.research.ledger import Bench

if TYPE_CHECKING:
    from stet.app import App


async def relabelled(subject: Subject, judge: Judge) -> Subject:
    """The subject with a judge's labels on its claims, marked as the judge's; a person's stay above a model's.

    Asked are all claims that code does not settle by itself: one that fails a check of code stays as it is, for no
    judge may raise it, and a quotation is supported by being found. A claim that the judge cannot tell becomes open;
    one on which it gave no vote keeps the label that it had. Sentences are not judged.

    Raises:
        NotFound: the events do not tell how the run was begun
        BadSetting: the judge is a person, and another one has said otherwise
        StetError: what the judge raises beyond not answering
    """
    bench = _bench(subject)
    given = {source.id for source in _sources(subject.events)} & set(subject.texts)
    claims = [
        Claim(**{name: getattr(entry, name) for name in Claim.model_fields})
        for entry in subject.report.claims
        if all(quote.source in given for quote in entry.quotes)
    ]
    said = await votes(judge, bench, claims)
    texts = {claim.key: claim.text for claim in claims}
    new = tuple(
        Judgement(run=subject.report.run, claim=key, verdict=truth, by=check.by, note=check.detail)
        for key, check in said.items()
        if check.by != "code" and (truth := _truth(texts[key], check)) is not None
    )
    return subject.with_labels(subject.labels.joined(Labels(judgements=new)))


async def relabelled_by(
    app: "App", spec: RunSpec, role: RoleModel, limits: Budget, subject: Subject
) -> tuple[Subject, Usage]:
    """As `relabelled`, by a model whose calls are written down beside the user's store, and what it took.

    Raises:
        BadSetting, KeyMissing: the model cannot be asked
        StoreError: the journal cannot be written
        NotFound: as `relabelled`
    """
    from stet.evaluate.planting_models import voices

    with voices(app, spec, (role.model_copy(update={"role": "judge"}),), limits) as asked:
        return (await relabelled(subject, asked.judge) if asked.judge else subject), asked.usage


def _truth(claim: str, check: Check) -> Truth | None:
    if check.outcome is Outcome.FAIL:
        return "overstated" if says_too_much(claim, check) else "unsupported"
    if check.outcome is Outcome.UNSURE and check.by == "model":
        return "open"
    return "supported" if check.outcome is Outcome.PASS else None


def _bench(subject: Subject) -> Bench:
    """What the claims were weighed on, as far as events and texts tell."""
    spec = next((each.event.spec for each in subject.events if isinstance(each.event, Started)), None)
    if spec is None:
        raise NotFound(f"the events of run {subject.report.run} do not tell how it was begun")
    planned = [each.event.plan for each in subject.events if isinstance(each.event, Planned)]
    plan = planned[-1] if planned else plan_of(subject.report)
    profile = Profile.model_validate_json(spec.profile_json)
    return Bench(plan, _evidence(subject), profile, subject.report.today)


def _sources(events: tuple[Stamped, ...]) -> list[Source]:
    return [each.event.source for each in events if isinstance(each.event, PageRead)]


def _evidence(subject: Subject) -> Evidence:
    sources = _sources(subject.events)
    pages = {each.id: _page(each, subject.texts[each.id]) for each in sources if each.id in subject.texts}
    selected: dict[str, tuple[Passage, ...]] = {}
    for stamped in subject.events:
        if isinstance(stamped.event, Selected):
            selected[stamped.event.topic] = stamped.event.passages
    if not selected:  # events that do not tell what was given: then all of each text was
        whole = (Passage(id=key, source=key, start=0, end=len(page.text)) for key, page in pages.items())
        selected[""] = tuple(whole)
    return Evidence(sources=tuple(sources), pages=pages, selected=selected)


def _page(source: Source, text: str) -> Page:
    return Page(
        status=PageStatus.OK,
        url=source.url,
        path=source.path,
        sha256=source.sha256,
        text=text,
        text_sha256=source.text_sha256,
        title=source.title,
        publisher=source.publisher,
        published_at=source.published_at,
        retrieved_at=source.retrieved_at,
    )
