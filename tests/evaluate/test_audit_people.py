"""The audit and people: what they said must be of the report's claims, and no stored report may say it for them."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from stet.app import App, Request
from stet.domain.budget import Budget
from stet.domain.events import Event, Finished
from stet.domain.people import People, PersonDecision, ReviewRule, Verdict
from stet.errors import IntegrityError, NotFound
from stet.evaluate.audit import audit
from stet.saved import accepted, decide, report_of
from stet.store import open_store
from stet.store.sql import SqlStore
from stet.testing import MOMENT

TEXT = (
    "---\ntitle: Ferry ordinance\nurl: https://council.example/ferry\ndate: 2026-05-04\n---\n# Ferry toll\n\n"
    "The ferry toll starts on 1 September 2026 for every lorry.\n"
)


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store with one finished run that people must review."""
    folder = tmp_path_factory.mktemp("reviewed")
    (folder / "law.md").write_text(TEXT, encoding="utf-8")
    request = Request(
        question="When does the ferry toll start?",
        documents=(str(folder / "law.md"),),
        today=date(2026, 11, 30),
        require_review=ReviewRule.of("all"),
    )
    report = asyncio.run(App(folder / "home").ask(request))
    assert not report.states.report_accepted
    return folder / "home" / "stet.sqlite", report.run


@pytest.fixture
def store(made: tuple[Path, str]) -> Iterator[SqlStore]:
    with open_store(str(made[0])) as opened:
        yield opened


def said(claim: str) -> PersonDecision:
    return PersonDecision(claim=claim, verdict=Verdict.AGREE, name="A", at=MOMENT)


def copied(store: SqlStore, run: str, change: Callable[[Event], Event] = lambda event: event) -> str:
    """A run with the same spec, calls and events but for `change`; every hash is right."""
    record = store.run(run)
    new = store.create(record.spec, MOMENT)
    for call in store.calls(run):
        store.begin(new, call, Budget(searches=999, pages=999))
        store.end(new, call)
    for stamped in store.events(run):
        event = stamped.event
        if isinstance(event, Finished):
            event = event.model_copy(update={"report": event.report.model_copy(update={"run": new})})
        store.append(new, change(event), MOMENT)
    store.update_run(new, record.status, record.outcome, MOMENT)
    return new


def test_decisions_are_counted_and_make_the_report_accepted(store: SqlStore, made: tuple[Path, str]) -> None:
    run = copied(store, made[1])
    assert not accepted(store, run)
    shown = [decide(store, run, said(entry.key)) for entry in report_of(store, run).claims]
    assert shown[-1].states.report_accepted
    assert accepted(store, run)
    assert not report_of(store, run).states.report_accepted  # the stored one never changes
    assert audit(store, run).people == len(report_of(store, run).claims)


def test_a_claim_that_the_report_does_not_have_is_refused_and_found_out(
    store: SqlStore, made: tuple[Path, str]
) -> None:
    run = copied(store, made[1])
    with pytest.raises(NotFound, match="C99"):
        decide(store, run, said("C99"))
    assert store.decisions(run) == ()
    store.decide(run, said("C99"))
    with pytest.raises(IntegrityError, match="C99"):
        audit(store, run)


def test_a_stored_report_that_speaks_for_people_is_found_out(store: SqlStore, made: tuple[Path, str]) -> None:
    def forge(event: Event) -> Event:
        if not isinstance(event, Finished):
            return event
        people = People(decisions=(said("C1"),), checked=("C1",))
        return event.model_copy(update={"report": event.report.model_copy(update={"people": people})})

    with pytest.raises(IntegrityError, match="people"):
        audit(store, copied(store, made[1], forge))


def test_a_stored_report_that_says_it_was_accepted_is_found_out(
    store: SqlStore, made: tuple[Path, str]
) -> None:
    def forge(event: Event) -> Event:
        if not isinstance(event, Finished):
            return event
        states = event.report.states.model_copy(update={"report_accepted": True})
        return event.model_copy(update={"report": event.report.model_copy(update={"states": states})})

    run = copied(store, made[1], forge)
    assert not accepted(store, run)
    with pytest.raises(IntegrityError, match="states"):
        audit(store, run)


def test_a_run_without_a_report_is_not_accepted_and_cannot_be_decided_on(
    store: SqlStore, made: tuple[Path, str]
) -> None:
    run = store.create(store.run(made[1]).spec, MOMENT)
    assert not accepted(store, run)
    with pytest.raises(NotFound):
        decide(store, run, said("C1"))
