"""A bill beside our counters: what agrees, what differs by how much, what stands on one side alone."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from costkit import Begin
from stet.domain.budget import Usage
from stet.domain.run import RoleModel
from stet.errors import BadSetting
from stet.evaluate.cost.bill import read_bill
from stet.evaluate.cost.pricing import Pricing
from stet.evaluate.cost.reconcile import Reconciled, reconciled
from stet.store.sql import SqlStore

HEADER = "created_at,cost_total,tokens_prompt,tokens_completion,tokens_cached,model_permaslug\n"
OURS = (RoleModel(role="writer", model="openrouter:openai/gpt-5-mini", window=32_000),)


def compare(folder: Path, store: SqlStore, text: str, pricing: Pricing | None = None) -> Reconciled:
    path = folder / "bill.csv"
    path.write_text(text, encoding="utf-8")
    return reconciled(read_bill(path, "USD"), store.charged(), pricing or Pricing())


def test_a_bill_that_says_what_we_count_has_no_difference(
    tmp_path: Path, store: SqlStore, journal: Begin
) -> None:
    run = journal(models=OURS)
    for _ in range(2):
        run.said(tokens=(500, 50, 100), usd="0.0100", model="openai/gpt-5-mini")
    run.end()
    found = compare(
        tmp_path, store, HEADER + "2026-11-30 08:00:00,0.02,1000,100,200,openai/gpt-5-mini-2025-08-07\n"
    )
    (row,) = found.rows
    assert (row.model, row.day) == ("openai/gpt-5-mini", date(2026, 11, 30))
    assert (row.tokens, row.amount, row.tokens_share, row.amount_share) == (0, 0, 0, 0)
    assert (found.total.tokens, found.total.amount) == (0, 0)
    assert (found.whose, found.providers, found.outside) == ("OpenRouter", ("openrouter",), 0)


def test_differences_are_ours_less_theirs_and_a_share_of_theirs(
    tmp_path: Path, store: SqlStore, journal: Begin
) -> None:
    run = journal(models=OURS)
    run.said(tokens=(500, 100, 0), usd="0.03", model="openai/gpt-5-mini")
    run.end()
    text = HEADER + "2026-11-30,0.02,700,100,0,openai/gpt-5-mini\n2026-11-30,5,1,1,0,openai/gpt-5\n"
    other, row = compare(tmp_path, store, text).rows
    assert (row.tokens, row.tokens_share, row.amount, row.amount_share) == (-200, -0.25, Decimal("0.01"), 0.5)
    assert (other.model, other.ours, other.tokens, other.amount) == ("openai/gpt-5", None, -2, -5)


def test_what_we_alone_count_stands_alone_without_a_share(
    tmp_path: Path, store: SqlStore, journal: Begin
) -> None:
    for days in (0, 1, 2):
        run = journal(days=days, models=OURS)
        run.said(model="openai/gpt-5-mini", usd="0.01")
        run.end()
    text = HEADER + "2026-11-30,0.01,1000,100,0,openai/gpt-5-mini\n2026-11-28,1,1,1,0,x/y\n"
    found = compare(tmp_path, store, text)
    alone = [row for row in found.rows if row.theirs is None]
    assert [(row.day, row.amount, row.amount_share) for row in alone] == [
        (date(2026, 11, 28), Decimal("0.01"), None),
        (date(2026, 11, 29), Decimal("0.01"), None),
    ]


def test_calls_to_other_providers_and_on_other_days_are_no_part_of_it(
    tmp_path: Path, store: SqlStore, journal: Begin
) -> None:
    for days, models in (
        (0, OURS),
        (3, OURS),
        (0, (RoleModel(role="writer", model="openai:gpt-5", window=1_000),)),
    ):
        run = journal(days=days, models=models)
        run.said(model=models[0].model.partition(":")[2], usd="0.01")
        run.call("model:writer", Usage(model_calls=1, tokens=5, usd=Decimal(1)), state="failed")
        run.end()
    found = compare(tmp_path, store, HEADER + "2026-11-30,0.01,1000,100,0,openai/gpt-5-mini\n")
    assert [row.amount for row in found.rows] == [0]
    assert (found.outside, found.unsettled) == (1, 2)


def test_what_a_side_does_not_tell_is_not_compared(tmp_path: Path, store: SqlStore, journal: Begin) -> None:
    run = journal()
    run.said(usd=None)
    run.end()
    (row,) = compare(tmp_path, store, "date,model,cost\n2026-11-30,gpt-5-mini,3\n").rows
    assert (row.tokens, row.tokens_share, row.amount, row.amount_share) == (None, None, None, None)
    assert row.theirs is not None
    assert (row.theirs.input, row.theirs.amount) == (None, 3)


def test_an_empty_bill_compares_nothing(tmp_path: Path, store: SqlStore, journal: Begin) -> None:
    run = journal(models=OURS)
    run.said(model="openai/gpt-5-mini")
    run.end()
    found = compare(tmp_path, store, HEADER)
    assert (found.rows, found.outside, found.total.ours, found.first) == ((), 1, None, None)


def test_our_dollars_are_not_compared_with_another_currency(
    tmp_path: Path, store: SqlStore, journal: Begin
) -> None:
    run = journal()
    run.said(usd="0.01")
    run.end()
    path = tmp_path / "bill.csv"
    path.write_text("date,model,cost,currency\n2026-11-30,gpt-5-mini,3,EUR\n", encoding="utf-8")
    with pytest.raises(BadSetting, match="USD and the bill in EUR"):
        reconciled(read_bill(path, "EUR"), store.charged(), Pricing(currency="EUR"))
