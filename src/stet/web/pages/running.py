"""How a run was made: its timeline, every prompt and answer, what it cost by step, its settings, and its exports."""

from datetime import datetime
from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stet.app.place import Place
from stet.domain.base import Value
from stet.domain.events import Stamped, Started
from stet.domain.run import RunSpec
from stet.errors import BadSetting, NotFound
from stet.evaluate.audit import Audit, audit
from stet.evaluate.cost.money import shown
from stet.evaluate.cost.values import LINES, CostReport
from stet.ports import CallRecord
from stet.web.api.reading import heavy
from stet.web.auth import Caller
from stet.web.pages.exporting import offered
from stet.web.pages.making import asked_of, pretty, said_of, what_of
from stet.web.pages.reading import Opened, of_run, opened
from stet.web.pages.report import tab
from stet.web.pages.shell import json_page
from stet.web.pages.timeline import told
from stet.web.sse import seen

_MOST_SHOWN: Final = 300_000
"""Characters of an event or an answer on a page; the whole of it is in its JSON."""


class Told(Value):
    """An event in words."""

    number: int
    at: datetime
    kind: str
    words: str


class CallLine(Value):
    """A call without its answer: what was asked of whom, how it ended, how long it took, what it used."""

    number: int
    kind: str
    asked: str | None
    attempt: int
    state: str
    seconds: float | None
    tokens: int
    usd: str | None


class RunPage(Value):
    """All of a run but its report; `cost` is None where what is stored of it cannot be read any more."""

    run: str
    spec: RunSpec
    events: tuple[Told, ...]
    calls: tuple[CallLine, ...]
    cost: CostReport | None


def routes(place: Place) -> APIRouter:
    """The routes of a run's making."""
    router = APIRouter()

    @router.get("/r/{run}/run.json")
    def run_json(request: Request, run: str, who: Caller) -> Response:
        return json_page(_made(place, opened(request, place, who, run), whole=who.admin))

    @router.get("/r/{run}/run")
    def run_page(request: Request, run: str, who: Caller) -> Response:
        found = opened(request, place, who, run)
        made = _made(place, found, whole=who.admin)
        values = {
            "made": made,
            "kinds": offered(),
            "lines": LINES,
            "amount": shown,
            # The profile is long, and stands in the JSON.
            "settings": made.spec.model_dump_json(indent=2, exclude={"profile_json"}),
        }
        return tab(request, found, "run.html.j2", "run", values)

    def audited(request: Request, run: Opened) -> Response:
        return tab(request, run, "audit.html.j2", "audit", {"audit": _audit(place, run)})

    router.add_api_route("/r/{run}/audit", of_run(place, audited))
    router.add_api_route("/r/{run}/audit.json", of_run(place, lambda _, run: json_page(_audit(place, run))))
    return router


def words(place: Place) -> APIRouter:
    """The routes of single events and calls, with all their words."""
    router = APIRouter()

    @router.get("/r/{run}/events/{number}.json")
    def event_json(request: Request, run: str, number: str, who: Caller) -> Response:
        found = opened(request, place, who, run)
        return json_page(seen(_event(found, number), whole=who.admin))

    @router.get("/r/{run}/events/{number}")
    def event(request: Request, run: str, number: str, who: Caller) -> Response:
        found = opened(request, place, who, run)
        stamped = seen(_event(found, number), whole=who.admin)
        text = stamped.event.model_dump_json(indent=2)
        values = {"stamped": stamped, "told": told(stamped.event), "text": text, "most": _MOST_SHOWN}
        return tab(request, found, "event.html.j2", f"events/{stamped.number}", values)

    @router.get("/r/{run}/calls/{number}.json")
    def call_json(request: Request, run: str, number: str, who: Caller) -> Response:
        return json_page(_call(place, opened(request, place, who, run), number))

    @router.get("/r/{run}/calls/{number}")
    def call(request: Request, run: str, number: str, who: Caller) -> Response:
        found = opened(request, place, who, run)
        record = _call(place, found, number)
        values: dict[str, object] = {
            "call": record,
            "line": _line(int(number), record),
            "asked": asked_of(record),
            "answer": said_of(record),
            "pretty": pretty,
            "most": _MOST_SHOWN,
        }
        return tab(request, found, "call.html.j2", f"calls/{int(number)}", values)

    return router


def _made(place: Place, run: Opened, *, whole: bool) -> RunPage:
    calls = place.store.calls(run.record.id)
    return RunPage(
        run=run.record.id,
        spec=_spec(run, whole=whole),
        events=tuple(
            Told(number=s.number, at=s.at, kind=s.event.kind, words=told(s.event)) for s in run.events
        ),
        calls=tuple(_line(number, call) for number, call in enumerate(calls, 1)),
        cost=_cost(place, run.record.id),
    )


def _spec(run: Opened, *, whole: bool) -> RunSpec:
    """The settings as who asks sees them."""
    started = seen(
        Stamped(number=1, at=run.record.created_at, event=Started(spec=run.record.spec)), whole=whole
    )
    assert isinstance(started.event, Started)  # noqa: S101 - it was one
    return started.event.spec


def _cost(place: Place, run: str) -> CostReport | None:
    from stet.evaluate.cost.pricing import pricing_of
    from stet.evaluate.cost.reporting import report_of_runs

    settings = place.settings
    try:
        charged = place.store.charged((run,))
        return report_of_runs(place.store, f"run {run}", charged, pricing_of(settings), settings.costs)
    except BadSetting:
        # Prices in two currencies do not add up, and the rest of the page is no worse for it.
        return None


def _line(number: int, call: CallRecord) -> CallLine:
    took = None if call.ended_at is None else (call.ended_at - call.started_at).total_seconds()
    used = call.charged
    usd = None if used.usd is None else f"{used.usd.normalize():f}"
    return CallLine(
        number=number,
        kind=call.kind,
        asked=what_of(call),
        attempt=call.attempt,
        state=call.state,
        seconds=took,
        tokens=used.tokens,
        usd=usd,
    )


def _event(run: Opened, number: str) -> Stamped:
    found = next((s for s in run.events if str(s.number) == number), None)
    if found is None:
        raise NotFound(f"run {run.record.id} has no such event", hint="see its timeline")
    return found


def _call(place: Place, run: Opened, number: str) -> CallRecord:
    calls = place.store.calls(run.record.id)
    wanted = int(number) if number.isascii() and number.isdecimal() and len(number) < 9 else 0
    if not 0 < wanted <= len(calls):
        raise NotFound(f"run {run.record.id} has no such call", hint="see its list of calls")
    return calls[wanted - 1]


def _audit(place: Place, run: Opened) -> Audit:
    with heavy():
        return audit(place.store, run.record.id)
