"""What stored runs used: by the journal's rows, in both kinds of store."""

from datetime import timedelta
from decimal import Decimal

import pytest

from costkit import Begin
from stet.config import Costs, OwnPrice
from stet.domain.budget import Usage
from stet.domain.run import RoleModel, RunStatus
from stet.evaluate.cost import cost_of, counts_of_run
from stet.evaluate.cost.counting import review_seconds
from stet.evaluate.cost.pricing import Pricing
from stet.evaluate.cost.reporting import report_of_runs
from stet.evaluate.cost.values import Counts
from stet.store.database import append, run_row, save_run
from stet.store.sql import SqlStore

SEARCH = Usage(searches=1, usd=Decimal("0.008"))
PAGE = Usage(pages=1)


def steps(counts: Counts) -> list[tuple[str, str | None, str, int, Decimal | None]]:
    return [(s.role, s.provider, s.model, s.calls, s.amount) for s in counts.steps]


def test_a_run_is_counted_by_role_provider_and_exact_model(store: SqlStore, journal: Begin) -> None:
    run = journal()
    run.said("writer", usd="0.01")
    run.said("writer", usd="0.02", tokens=(500, 50, 200))
    run.said("judge", usd="0.003", model="gpt-5-mini")
    run.call("search:finder", SEARCH)
    run.call("search:documents", Usage(searches=1))
    run.call("fetch", PAGE)
    counts = counts_of_run(store, run.end())
    assert (counts.attempts, counts.accepted, counts.reports) == (1, 1, 1)
    assert steps(counts) == [
        ("writer", "openai", "gpt-5-mini-2025-08-07", 2, Decimal("0.03")),
        ("judge", "openai", "gpt-5-mini", 1, Decimal("0.003")),
    ]
    writer = counts.steps[0]
    assert (writer.input, writer.output, writer.cached, writer.unsettled) == (1_500, 150, 200, 0)
    assert [(s.provider, s.count, s.amount) for s in counts.searches] == [
        ("finder", 1, Decimal("0.008")),
        ("documents", 1, Decimal(0)),
    ]
    assert (counts.pages, counts.page_amount) == (1, 0)


def test_what_a_run_costs_by_its_journal_is_what_its_meter_says(store: SqlStore, journal: Begin) -> None:
    run = journal()
    run.said(usd="0.0123")
    run.call("model:judge", Usage(model_calls=1, tokens=900, usd=Decimal("0.05")), state="failed")
    run.begin("model:writer", Usage(model_calls=1, tokens=5_000, usd=Decimal("0.07")))
    run.call("search:finder", SEARCH)
    run.call("fetch:tavily-extract", Usage(pages=1, usd=Decimal("0.0016")))
    run.end(RunStatus.INTERRUPTED, None)
    assert (
        cost_of(counts_of_run(store, run.run), Costs()).total == store.used(run.run).usd == Decimal("0.1419")
    )


def test_calls_that_failed_or_were_lost_count_with_what_was_reserved(store: SqlStore, journal: Begin) -> None:
    run = journal()
    run.call("model:judge", Usage(model_calls=1, tokens=900, usd=Decimal("0.05")), state="failed")
    run.begin("model:writer", Usage(model_calls=1, tokens=5_000, usd=None))
    counts = counts_of_run(store, run.end(RunStatus.FAILED, "unavailable"))
    assert (counts.attempts, counts.accepted, counts.reports) == (1, 0, 0)
    assert steps(counts) == [
        ("judge", "openai", "gpt-5-mini", 1, Decimal("0.05")),
        ("writer", "openai", "gpt-5-mini", 1, None),
    ]
    assert [(s.reserved, s.unsettled) for s in counts.steps] == [(900, 1), (5_000, 1)]


@pytest.mark.parametrize("tell", [0, 2])
def test_an_answer_that_events_tell_of_never_or_twice_counts_once(
    store: SqlStore, journal: Begin, tell: int
) -> None:
    run = journal()
    run.said("writer", usd="0.01")
    run.said("judge", usd="0.02", tell=tell, tokens=(70, 7, 5))
    counts = counts_of_run(store, run.end())
    assert steps(counts)[1] == ("judge", "openai", "gpt-5-mini-2025-08-07", 1, Decimal("0.02"))
    assert (counts.steps[1].input, counts.steps[1].cached) == (70, 5)
    assert cost_of(counts, Costs()).total == Decimal("0.03")


def test_reading_that_was_taken_from_another_run_is_paid_there(store: SqlStore, journal: Begin) -> None:
    first = journal(days=1).end()
    run = journal(frozen=first)
    run.call("search:finder", Usage(searches=1, usd=Decimal(0)))
    run.call("fetch", PAGE)
    run.said(usd="0.01")
    counts = counts_of_run(store, run.end())
    assert (counts.searches, counts.pages) == ((), 0)
    assert cost_of(counts, Costs(page=Decimal(1))).total == Decimal("0.01")


def test_an_unknown_price_is_known_once_the_operator_gives_one_long_calls_at_their_own(
    store: SqlStore, journal: Begin
) -> None:
    run = journal(models=[RoleModel(role="writer", model="cometapi:m", window=1_000_000)])
    run.said(usd=None, tokens=(100_000, 1_000, 40_000))
    run.said(usd=None, tokens=(300_000, 1_000, 0))
    run.end()
    assert cost_of(counts_of_run(store, run.run), Costs()).total is None
    price = {
        "model": "m",
        "input": 2,
        "output": 10,
        "cached": "0.2",
        "long": {"over": 200_000, "input": 4, "output": 15},
    }
    expected = Decimal("0.06") * 2 + Decimal("0.04") * Decimal("0.2") + Decimal("0.01")
    expected += Decimal("0.3") * 4 + Decimal("0.015")
    for at in ("cometapi", "https://api.cometapi.com/v1/"):
        own = OwnPrice.model_validate({**price, "at": at})
        counts = counts_of_run(store, run.run, Pricing((own,)))
        assert cost_of(counts, Costs()).total == expected


def test_what_the_journal_was_told_stands_before_an_own_price(store: SqlStore, journal: Begin) -> None:
    run = journal()
    run.said(usd="0.01")
    own = OwnPrice(at="openai", model="gpt-5-mini", input=Decimal(99), output=Decimal(99))
    assert counts_of_run(store, run.end(), Pricing((own,))).steps[0].amount == Decimal("0.01")


def test_in_another_currency_own_prices_in_it_take_the_place_of_dollars(
    store: SqlStore, journal: Begin
) -> None:
    run = journal()
    run.said(usd="0.01", tokens=(1_000_000, 0, 0))
    own = OwnPrice(at="openai", model="gpt-5-mini", input=Decimal("0.3"), output=Decimal(9), currency="EUR")
    counts = counts_of_run(store, run.end(), Pricing((own,), "EUR"))
    assert (counts.steps[0].amount, counts.steps[0].currency) == (Decimal("0.3"), "EUR")
    assert cost_of(counts, Costs(currency="EUR")).total == Decimal("0.3")
    assert counts_of_run(store, run.run, Pricing((own,))).steps[0].amount == Decimal("0.01")


def test_the_model_of_an_answer_from_memory_is_the_writers(store: SqlStore, journal: Begin) -> None:
    run = journal()
    run.said("single", usd=None)
    own = OwnPrice(at="openai", model="gpt-5-mini", input=Decimal(1), output=Decimal(0))
    assert counts_of_run(store, run.end(), Pricing((own,))).steps[0].amount == Decimal("0.001")


def test_runs_of_a_time_are_told_one_by_one_and_together(store: SqlStore, journal: Begin) -> None:
    states = ((RunStatus.DONE, "approved"), (RunStatus.DONE, "not_approved"), (RunStatus.FAILED, "budget"))
    for number, (status, outcome) in enumerate(
        (*states, (RunStatus.INTERRUPTED, None), (RunStatus.RUNNING, None))
    ):
        run = journal(days=number)
        run.said(usd="0.1")
        run.end(status, outcome)
    old = journal(days=400)
    old.said(usd="9")
    old.end()
    runs = store.charged(since=old.at + timedelta(days=1))
    report = report_of_runs(store, "all", runs, Pricing(), Costs())
    found = report.breakdown
    assert (found.attempts, found.accepted, found.total, found.per_accepted) == (
        5,
        1,
        Decimal("0.5"),
        Decimal("0.5"),
    )
    assert (report.running, report.failed, report.interrupted) == (1, 1, 1)
    assert [(run.outcome, run.accepted, run.total) for run in report.runs][-1] == (
        "approved",
        True,
        Decimal("0.1"),
    )
    assert len(report.runs) == 5
    assert report_of_runs(store, "none", store.charged([]), Pricing(), Costs()).breakdown.total == 0


def test_review_is_measured_between_the_claims_of_one_person_without_long_pauses() -> None:
    day = "2026-11-30T"
    reviews = [
        ("Ann", f"{day}10:00:00+00:00"),
        ("Ben", f"{day}10:00:30+00:00"),
        ("Ann", f"{day}10:01:30.5+00:00"),
        ("Ann", f"{day}14:00:00+00:00"),
        ("Ann", f"{day}14:00:10+00:00"),
    ]
    assert review_seconds(reviews) == Decimal("100.5")
    assert review_seconds(reviews[:2]) is None
    assert review_seconds([]) is None
    assert review_seconds([("Ann", "now"), ("Ann", "then")]) is None


def test_measured_review_goes_into_the_sum(store: SqlStore, journal: Begin) -> None:
    run = journal()
    run.end()
    with store.database.writing() as connection:
        row = run_row(connection, run.run, lock=True)
        for second in ("00", "36"):
            review = {"claim": "C1", "verdict": "agree", "action": None, "note": None, "name": "Ann"}
            row = append(connection, row, "reviews", {**review, "at": f"2026-11-30T10:00:{second}+00:00"})
        save_run(connection, row)
    counts = counts_of_run(store, run.run)
    assert (counts.reports, counts.measured, counts.review_seconds) == (1, 1, 36)
    assert cost_of(counts, Costs(review_hour=Decimal(100), review_seconds=Decimal(9))).total == 1
