"""The audit: a sound run passes; a forged one, whose hashes all hold, is found out at the first thing that is wrong."""

import asyncio
import sqlite3
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from stet.app import App, Request
from stet.domain.budget import Budget
from stet.domain.claims import Decision, Label, Outcome
from stet.domain.events import Claimed, Decided, Drafted, Event, Finished, PageRead, Planned, Reviewed
from stet.domain.report import ReportOutcome
from stet.errors import IntegrityError, NotFound
from stet.evaluate.audit import Audit, audit
from stet.store import open_store
from stet.store.sql import SqlStore
from stet.testing import MOMENT

DOCUMENTS = {
    "law.md": (
        "---\ntitle: Ferry ordinance\nurl: https://council.example/ferry\ndate: 2026-05-04\n---\n# Ferry toll\n\n"
        "The ferry toll starts on 1 September 2026 for every lorry.\n\nBicycles are exempt from the ferry toll.\n"
    ),
    "blog.md": (
        "---\ntitle: A blog\nurl: https://blog.example/ferry\ndate: 2026-01-10\n---\n"
        "The ferry toll starts on 1 July 2026 for every lorry.\n"
    ),
}


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """A store with one finished run."""
    folder = tmp_path_factory.mktemp("audited")
    (folder / "docs").mkdir()
    for name, text in DOCUMENTS.items():
        (folder / "docs" / name).write_text(text, encoding="utf-8")
    request = Request(
        question="When does the ferry toll start?",
        documents=(str(folder / "docs"),),
        today=date(2026, 11, 30),
    )
    report = asyncio.run(App(folder / "home").ask(request))
    return folder / "home" / "stet.sqlite", report.run


@pytest.fixture
def store(made: tuple[Path, str]) -> Iterator[SqlStore]:
    """The store, open."""
    with open_store(str(made[0])) as opened:
        yield opened


Change = Callable[[Event], Event | None]


def forged(store: SqlStore, run: str, change: Change) -> str:
    """A run with the same spec, calls and events but for `change` (None leaves one out); every hash is right."""
    new = store.create(store.run(run).spec, MOMENT)
    for call in store.calls(run):
        store.begin(new, call, Budget(searches=999, pages=999))
        store.end(new, call)
    for stamped in store.events(run):
        event = stamped.event
        if isinstance(event, Finished):
            event = event.model_copy(update={"report": event.report.model_copy(update={"run": new})})
        changed = change(event)
        if changed is not None:
            store.append(new, changed, MOMENT)
    return new


def test_a_sound_run_holds_and_is_counted(store: SqlStore, made: tuple[Path, str]) -> None:
    found = audit(store, made[1])
    assert found.report
    assert (
        min(found.events, found.calls, found.pages, found.quotes, found.claims, found.checks, found.reviews)
        > 0
    )
    assert found.events == store.run(made[1]).events
    assert Audit.model_validate_json(found.model_dump_json()) == found


def test_the_same_events_under_another_run_hold_too(store: SqlStore, made: tuple[Path, str]) -> None:
    assert audit(store, forged(store, made[1], lambda event: event)).report


def test_a_run_without_a_report_is_audited_as_far_as_it_goes(store: SqlStore, made: tuple[Path, str]) -> None:
    new = forged(
        store, made[1], lambda event: None if isinstance(event, Finished | Reviewed | Drafted) else event
    )
    found = audit(store, new)
    assert (found.report, found.reviews) == (False, 0)
    assert found.claims > 0


def moved_quote(event: Event) -> Event:
    if not isinstance(event, Claimed):
        return event
    first = event.claims[0]
    quote = first.quotes[0].model_copy(update={"start": first.quotes[0].start + 1})
    return event.model_copy(
        update={"claims": (first.model_copy(update={"quotes": (quote,)}), *event.claims[1:])}
    )


def other_words(event: Event) -> Event:
    if not isinstance(event, Decided):
        return event
    first = event.ledger[0]
    quote = first.quotes[0].model_copy(update={"exact": first.quotes[0].exact.replace("toll", "fare")})
    return event.model_copy(
        update={"ledger": (first.model_copy(update={"quotes": (quote,)}), *event.ledger[1:])}
    )


def higher_score(event: Event) -> Event:
    if not isinstance(event, Decided):
        return event
    first = event.ledger[0]
    assert first.score is not None
    score = first.score.model_copy(update={"value": 0.99, "label": Label.HIGH})
    return event.model_copy(update={"ledger": (first.model_copy(update={"score": score}), *event.ledger[1:])})


def other_decision(event: Event) -> Event:
    if not isinstance(event, Decided):
        return event
    last = event.ledger[-1].model_copy(update={"decision": Decision.UNREVIEWED})
    return event.model_copy(update={"ledger": (*event.ledger[:-1], last)})


def failed_check(event: Event) -> Event:
    if not isinstance(event, Decided):
        return event
    first = event.ledger[0]
    check = first.checks[0].model_copy(update={"outcome": Outcome.UNSURE})
    first = first.model_copy(update={"checks": (check, *first.checks[1:])})
    return event.model_copy(update={"ledger": (first, *event.ledger[1:])})


def no_conflict(event: Event) -> Event:
    return event.model_copy(update={"conflicts": ()}) if isinstance(event, Decided) else event


def heavier_source(event: Event) -> Event:
    if not isinstance(event, PageRead):
        return event
    return event.model_copy(update={"source": event.source.model_copy(update={"authority": 1.0})})


def newer_source(event: Event) -> Event:
    if not isinstance(event, PageRead):
        return event
    source = event.source.model_copy(update={"published_at": date(2026, 11, 29)})
    return event.model_copy(update={"source": source})


def passing_review(event: Event) -> Event:
    if not isinstance(event, Reviewed):
        return event
    check = event.review.checks[0].model_copy(update={"detail": "It is fine."})
    review = event.review.model_copy(update={"checks": (check, *event.review.checks[1:])})
    return event.model_copy(update={"review": review})


def turned_verdict(event: Event) -> Event:
    if not isinstance(event, Reviewed):
        return event
    return event.model_copy(
        update={"review": event.review.model_copy(update={"approved": not event.review.approved})}
    )


def other_answer(event: Event) -> Event:
    if not isinstance(event, Finished):
        return event
    first = event.report.answer[0].model_copy(update={"text": "The ferry toll is free."})
    return Finished(report=event.report.model_copy(update={"answer": (first, *event.report.answer[1:])}))


def other_outcome(event: Event) -> Event:
    if not isinstance(event, Finished):
        return event
    other = ReportOutcome.NO_EVIDENCE
    return Finished(report=event.report.model_copy(update={"outcome": other}))


def hidden_source(event: Event) -> Event:
    if not isinstance(event, Finished):
        return event
    return Finished(report=event.report.model_copy(update={"sources": event.report.sources[1:]}))


def no_plan(event: Event) -> Event | None:
    return None if isinstance(event, Planned) else event


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (moved_quote, "a quote of C1 among the claims"),
        (other_words, "a quote of C1 in the ledger"),
        (higher_score, "the score of C1 in the ledger"),
        (other_decision, "the decision of C"),
        (failed_check, "of C1 in the ledger was unsure"),
        (no_conflict, "the conflicts were 0 and are 1"),
        (heavier_source, "the authority of S1"),
        (newer_source, "the date of S1"),
        (passing_review, "point cited of review 1"),
        (turned_verdict, "the verdict of review 1"),
        (other_answer, "the answer of the report"),
        (other_outcome, "the outcome of the report"),
        (hidden_source, "the sources of the report"),
        (no_plan, "the plan"),
    ],
)  # fmt: skip
def test_a_forgery_with_right_hashes_is_named(
    store: SqlStore, made: tuple[Path, str], change: Change, words: str
) -> None:
    with pytest.raises(IntegrityError) as caught:
        audit(store, forged(store, made[1], change))
    assert words in caught.value.message


def test_a_source_that_no_call_brought_is_named(store: SqlStore, made: tuple[Path, str]) -> None:
    new = store.create(store.run(made[1]).spec, MOMENT)
    for stamped in store.events(made[1]):
        store.append(new, stamped.event, MOMENT)
    with pytest.raises(IntegrityError, match="the fetch of S1 is not among the calls"):
        audit(store, new)


def test_a_run_of_another_version_is_pointed_to_that_version(store: SqlStore, made: tuple[Path, str]) -> None:
    old = store.create(store.run(made[1]).spec.model_copy(update={"version": "0.0.1"}), MOMENT)
    for stamped in store.events(made[1]):
        store.append(old, stamped.event, MOMENT)
    with pytest.raises(IntegrityError) as caught:
        audit(store, old)
    assert caught.value.hint is not None
    assert "0.0.1" in caught.value.hint


def test_a_changed_byte_in_the_database_is_found_first(made: tuple[Path, str], tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    with sqlite3.connect(made[0]) as source, sqlite3.connect(copy) as target:
        source.backup(target)
        for (name,) in target.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            target.execute(f'DROP TRIGGER "{name}"')
        changed = target.execute(
            "UPDATE events SET event = replace(event, '1 September 2026', '1 October 2026') WHERE run = ?",
            (made[1],),
        )
        assert changed.rowcount > 0
    source.close()
    target.close()
    store = open_store(str(copy))
    with pytest.raises(IntegrityError, match=r"row \d+ of the events"):
        audit(store, made[1])
    store.close()


def test_no_such_run(store: SqlStore) -> None:
    with pytest.raises(NotFound):
        audit(store, "r0")
