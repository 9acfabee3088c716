"""The list of runs as a page shows it: where each is in words, how old, what it cost, and which are wanted."""

from collections.abc import Sequence
from datetime import datetime
from typing import Final, Literal, NamedTuple

from pydantic import ConfigDict, Field

from stet.app.listing import ListedRun
from stet.app.place import MOST_LISTED, Place
from stet.app.tokens import Who
from stet.domain.base import Value
from stet.domain.report import ReportOutcome
from stet.domain.run import RunStatus
from stet.errors import BadSetting
from stet.ports import RunRecord
from stet.report.clean import short
from stet.report.words import humanise

PAGE: Final = 50
_MOST_LOOKED_AT: Final = 2_000
"""Runs that are looked through for one page: further ones are a page of their own."""
STATES: Final = (
    *(RunStatus.RUNNING.value, RunStatus.INTERRUPTED.value, RunStatus.FAILED.value),
    *(ReportOutcome.APPROVED.value, ReportOutcome.NOT_APPROVED.value, ReportOutcome.NO_EVIDENCE.value),
)
"""What can be looked for: where a run is, and how one that is done came out."""


class Row(NamedTuple):
    """A run as a row of the list."""

    run: ListedRun
    state: str
    kind: str
    waits: str | None
    cost: str
    age: str
    resumable: bool


class RunsPage(Value):
    """Runs, newest first, and the run before which the next page begins: schema `stet.runs/1` with a place to go on."""

    schema_: Literal["stet.runs/1"] = Field(default="stet.runs/1", alias="schema")
    runs: tuple[ListedRun, ...]
    before: str | None = None

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)


class Found(NamedTuple):
    """The runs of a page; `before` is where the next page begins, None after the last one."""

    records: tuple[RunRecord, ...]
    before: str | None


def wanted_state(text: str) -> str | None:
    """The state that is looked for; None for all of them.

    Raises:
        BadSetting: there is no such state
    """
    if text and text not in STATES:
        raise BadSetting(f"there is no state “{short(text, 40)}”", hint=f"choose of: {', '.join(STATES)}")
    return text or None


def find(place: Place, who: Who, search: str, state: str | None, before: str | None) -> Found:
    """A page of their runs with `search` in the question and in this state, older than the run `before`.

    Raises:
        NotAllowed: they may not read
        NotFound: `before` is no run that they see
    """
    found: list[RunRecord] = []
    looked = 0
    size = PAGE + 1 if state is None else MOST_LISTED
    while looked < _MOST_LOOKED_AT:
        records = place.runs(who, size, before, search or None)
        for record in records:
            if len(found) == PAGE:
                return Found(tuple(found), found[-1].id)
            if state is None or state_of(record.status, record.outcome) == state:
                found.append(record)
        looked += len(records)
        if len(records) < size:
            return Found(tuple(found), None)
        before = records[-1].id
    return Found(tuple(found), before)


def state_of(status: RunStatus, outcome: str | None) -> str:
    """Where a run is: how it came out where it is done, else its status."""
    return outcome if status is RunStatus.DONE and outcome else status.value


def with_review(said: str, outcome: str | None, *, accepted: bool) -> str:
    """How a run came out, and what is missing where it is approved and not accepted."""
    waits = outcome == ReportOutcome.APPROVED.value and not accepted
    return f"{said}, people still have to review it" if waits else said


def rows(runs: Sequence[ListedRun], now: datetime) -> tuple[Row, ...]:
    """Runs as rows, as of `now`."""
    return tuple(_row(run, now) for run in runs)


def _row(run: ListedRun, now: datetime) -> Row:
    kind = state_of(run.status, run.outcome)
    state = humanise(kind)
    if run.status is RunStatus.FAILED and run.outcome:
        state += f" ({humanise(run.outcome)})"
    state = with_review(state, kind, accepted=run.accepted)
    waits = run.waiting_for[0] if run.waiting_for else None
    return Row(
        run=run,
        state=state,
        kind=kind,
        waits=f"{short(waits.call, 80)}, for {age(waits.since, now)}" if waits else None,
        cost="price unknown" if run.used.usd is None else f"{run.used.usd.normalize():f} USD",
        age=age(run.created_at, now),
        resumable=run.status in {RunStatus.INTERRUPTED, RunStatus.FAILED},
    )


def age(then: datetime, now: datetime) -> str:
    """How long ago: 3 days; 2 hours; 5 minutes; 12 seconds."""
    seconds = max(0, int((now - then).total_seconds()))
    for size, unit in ((86_400, "day"), (3_600, "hour"), (60, "minute")):
        if seconds >= size:
            number = seconds // size
            return f"{number} {unit}{'' if number == 1 else 's'}"
    return f"{seconds} second{'' if seconds == 1 else 's'}"
