"""The cost model: the worked example to the last digit, what is unknown, undefined or left out, and laws of the sum."""

from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from stet.config import Costs
from stet.errors import BadSetting
from stet.evaluate.cost import Counts, cost_of
from stet.evaluate.cost.counting import counts_of_runs
from stet.evaluate.cost.countsfile import read_counts
from stet.evaluate.cost.model import grouped, total_of
from stet.evaluate.cost.values import Breakdown, Searches, Step

EXAMPLES = Path(__file__).parents[3] / "examples" / "costs"
COSTS = Costs.model_validate(
    {
        "searches": {"finder": "0.005"},
        "page": "0.002",
        "infrastructure": "0.01",
        "maintenance": 20,
        "runs_per_month": 1_000,
        "review_seconds": 12,
        "review_hour": 30,
    }
)


def step(role: str = "writer", amount: str | None = "0.1", **fields: object) -> Step:
    given = {"role": role, "provider": "openai", "model": "m", "amount": amount}
    return Step.model_validate({**given, **fields})


def amount(found: Breakdown, name: str) -> Decimal | None:
    line = next(line for line in found.lines if line.line == name)
    return line.amount


def test_the_worked_example_comes_out_to_the_last_digit() -> None:
    file = read_counts(EXAMPLES / "one-report.toml")
    found = cost_of(file.counts(), file.costs)
    planning, drafts = found.lines[0].items
    assert (planning.amount, drafts.amount) == (Decimal("0.0036"), Decimal("0.0640"))
    assert {line.line: line.amount for line in found.lines} == {
        "llm": Decimal("0.0676"),
        "search": Decimal("0.0250"),
        "pages": Decimal("0.0160"),
        "infrastructure": Decimal("0.0100"),
        "maintenance": Decimal("0.0200"),
        "review": Decimal("0.1000"),
    }
    assert (found.total, found.per_accepted) == (Decimal("0.2386"), Decimal("0.2386"))


def test_a_hundred_attempts_of_which_eighty_are_accepted() -> None:
    file = read_counts(EXAMPLES / "hundred-reports.toml")
    found = cost_of(file.counts(), file.costs)
    assert (found.total, found.per_attempt) == (Decimal("23.86"), Decimal("0.2386"))
    assert found.per_accepted == Decimal("0.29825")
    assert not found.undefined


def test_without_an_accepted_one_the_cost_of_one_is_undefined_though_the_total_is_known() -> None:
    found = cost_of(Counts(attempts=3, accepted=0, steps=(step(),)), Costs())
    assert (found.total, found.per_accepted, found.undefined) == (Decimal("0.1"), None, True)


def test_an_unknown_price_leaves_its_line_and_the_total_unknown_and_nothing_else() -> None:
    counts = Counts(
        accepted=1, steps=(step(), step("judge", None, known="0.02")), pages=2, page_amount=Decimal(0)
    )
    found = cost_of(counts, COSTS)
    assert (amount(found, "llm"), amount(found, "pages")) == (None, Decimal("0.004"))
    assert (found.total, found.per_attempt, found.per_accepted, found.undefined) == (None, None, None, False)
    line = found.line("llm")
    assert line is not None
    assert line.known == Decimal("0.12")


@pytest.mark.parametrize(("charged", "expected"), [(None, None), ("0.4", Decimal("0.4"))])
def test_a_search_without_a_price_in_the_table_costs_what_the_journal_says(
    charged: str | None, expected: Decimal | None
) -> None:
    searches = Searches.model_validate({"provider": "other", "count": 2, "amount": charged})
    assert amount(cost_of(Counts(searches=(searches,)), COSTS), "search") == expected


def test_the_price_of_the_table_comes_before_what_the_journal_charged() -> None:
    searches = Searches(provider="finder", count=2, amount=Decimal(7))
    found = cost_of(Counts(searches=(searches,), pages=3, page_amount=Decimal(9)), COSTS)
    assert (amount(found, "search"), amount(found, "pages")) == (Decimal("0.010"), Decimal("0.006"))


def test_what_the_table_does_not_say_is_left_out_and_named() -> None:
    found = cost_of(Counts(reports=1), Costs())
    assert found.left_out == ("infrastructure", "maintenance", "review")
    assert [line.line for line in found.lines] == ["llm", "search", "pages"]
    assert found.total == 0


def test_measured_seconds_of_review_come_before_those_of_the_table() -> None:
    counts = Counts(attempts=3, reports=3, measured=1, review_seconds=Decimal(60))
    assert amount(cost_of(counts, COSTS), "review") == Decimal("0.5") + 2 * Decimal("0.1")


def test_review_by_the_hour_without_any_seconds_is_unknown_and_without_a_report_nothing() -> None:
    costs = Costs(review_hour=Decimal(30))
    assert amount(cost_of(Counts(reports=1), costs), "review") is None
    assert amount(cost_of(Counts(reports=0), costs), "review") == 0


def test_a_quotient_without_end_is_not_rounded_as_it_is_shown() -> None:
    costs = Costs(maintenance=Decimal(20), runs_per_month=3_000)
    found = cost_of(Counts(attempts=3_000, accepted=7), costs)
    assert found.total == 20
    assert found.per_accepted is not None
    assert abs(found.per_accepted * 7 - 20) < Decimal("1e-25")
    assert found.per_accepted != round(found.per_accepted, 20)


@pytest.mark.parametrize(
    ("counts", "said"),
    [
        (Counts(steps=(step(),)), "the price of m"),
        (Counts(searches=(Searches(provider="other", count=1, amount=Decimal("0.1")),)), "a search by other"),
        (Counts(pages=1, page_amount=Decimal("0.1")), "the price of a page"),
    ],
)
def test_money_of_two_currencies_is_refused(counts: Counts, said: str) -> None:
    with pytest.raises(BadSetting) as error:
        cost_of(counts, Costs(currency="EUR"))
    assert said in error.value.message
    assert "EUR" in (error.value.hint or "")


def test_what_costs_nothing_does_so_in_every_currency() -> None:
    counts = Counts(
        steps=(step(amount="0"), step("judge", "0.2", currency="EUR")),
        searches=(Searches(provider="documents", count=3, amount=Decimal(0)),),
    )
    assert cost_of(counts, Costs(currency="EUR")).total == Decimal("0.2")


def test_models_are_grouped_by_role_model_and_provider() -> None:
    steps = (
        step("a", "0.1", calls=2),
        step("b", None, known="0.3"),
        step("b", "0.2", provider=None, model="n"),
    )
    assert [(g.name, g.calls, g.amount, g.known) for g in grouped(steps, "role")] == [
        ("a", 2, Decimal("0.1"), Decimal("0.1")),
        ("b", 2, None, Decimal("0.5")),
    ]
    assert [g.name for g in grouped(steps, "provider")] == ["openai", "unknown"]
    assert [g.amount for g in grouped(steps, "model")] == [None, Decimal("0.2")]


MONEY = st.decimals(min_value=0, max_value=1_000, places=9, allow_nan=False, allow_infinity=False)
COUNTS = st.builds(
    Counts,
    attempts=st.integers(1, 50),
    accepted=st.integers(0, 50),
    steps=st.lists(st.builds(step, amount=MONEY.map(str)), max_size=4).map(tuple),
    searches=st.lists(
        st.builds(
            Searches, provider=st.sampled_from(["finder", "other"]), count=st.integers(0, 9), amount=MONEY
        ),
        max_size=3,
    ).map(tuple),
    pages=st.integers(0, 50),
    reports=st.integers(0, 50),
)


@given(COUNTS)
@settings(deadline=None)
def test_the_lines_add_up_to_the_total_and_no_line_is_negative(counts: Counts) -> None:
    found = cost_of(counts, COSTS)
    assert total_of(counts, COSTS) == (found.total, found.known)
    assert found.total == sum((line.amount or Decimal(0) for line in found.lines), Decimal(0))
    assert all(line.amount is not None and line.amount >= 0 for line in found.lines)
    assert found.undefined == (counts.accepted == 0)


@given(st.lists(COUNTS, min_size=1, max_size=4))
@settings(deadline=None)
def test_runs_together_cost_what_they_cost_one_by_one_in_any_order(each: list[Counts]) -> None:
    together = cost_of(counts_of_runs(each), COSTS)
    alone = [cost_of(counts, COSTS).total or Decimal(0) for counts in each]
    assert together.total == sum(alone, Decimal(0))
    assert cost_of(counts_of_runs(each[::-1]), COSTS).total == together.total
