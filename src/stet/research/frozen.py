"""Reading that another run did: the same plan, the same pages, the same passages, without a search or a fetch."""

from typing import TypeVar

from stet.domain.budget import Usage
from stet.domain.events import (
    Assessed,
    Event,
    Given,
    Noted,
    PageFailed,
    PageRead,
    PageSame,
    Planned,
    Searched,
    SearchFailed,
    Selected,
    Stopped,
)
from stet.domain.evidence import Page, Passage
from stet.domain.question import Plan
from stet.errors import ReplayMiss
from stet.ports import Coverage, Evidence
from stet.research.rounds import Read
from stet.research.sources import fetched_pages
from stet.research.team import Team
from stet.research.tools import Frozen, Tools

E = TypeVar("E", bound=Event)

_READING = (
    Planned, Given, Searched, SearchFailed, PageRead, PageFailed, PageSame, Selected, Assessed, Stopped,
)  # fmt: skip
_OF_READING = frozenset({"corpus", "instruction_like_text", "query_cut", "filter_partial", "filter_ignored"})
_STOPS = frozenset({"coverage", "no_new_query", "no_progress", "rounds"})


async def read_again(tools: Tools, frozen: Frozen) -> Read:
    """What the other run read, as events and calls of this one.

    Raises:
        ReplayMiss: the other run did not come as far as to read
    """
    plan = _last(frozen, Planned)
    stopped = _last(frozen, Stopped)
    if plan is None or stopped is None:
        raise ReplayMiss("the run has not read to its end", hint="go on with it first: stet ask --resume RUN")
    for call in frozen.calls:
        if call.state == "done" and call.kind.partition(":")[0] in {"search", "fetch"}:
            counted = call.charged
            tools.journal.adopt(call, Usage(searches=counted.searches, pages=counted.pages))
    for event in frozen.events:
        if isinstance(event, _READING) or (isinstance(event, Noted) and event.code in _OF_READING):
            tools.recorder.emit(event)
    team = Team(tools, plan.plan)
    await team.divide()
    return Read(
        plan=plan.plan,
        team=team,
        evidence=_evidence(tools, frozen),
        coverage=_coverage(frozen, plan.plan),
        number=stopped.round,
        limit=None if stopped.reason in _STOPS else stopped.reason,
    )


def _last(frozen: Frozen, kind: type[E]) -> E | None:
    return next((event for event in reversed(frozen.events) if isinstance(event, kind)), None)


def _evidence(tools: Tools, frozen: Frozen) -> Evidence:
    sources = tuple(event.source for event in frozen.events if isinstance(event, PageRead))
    answers = fetched_pages(frozen.calls)
    pages: dict[str, Page] = {}
    for source in sources:
        saved = tools.pages.page(source.sha256, source.text_sha256)
        answer = answers.get((source.sha256, source.text_sha256, source.path or source.url), saved)
        pages[source.id] = answer.model_copy(update={"text": saved.text, "full_text": saved.full_text})
    selected: dict[str, tuple[Passage, ...]] = {}
    for event in frozen.events:
        if isinstance(event, Selected):
            selected[event.topic] = event.passages
    return Evidence(sources=sources, pages=pages, selected=selected)


def _coverage(frozen: Frozen, plan: Plan) -> Coverage:
    assessed = _last(frozen, Assessed)
    known = {topic.id for topic in plan.topics}
    return Coverage(
        topics=assessed.topics if assessed else (),
        gaps=tuple(gap for gap in assessed.gaps if gap.topic in known) if assessed else (),
        queries=(),
    )
