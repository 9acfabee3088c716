"""Bills as providers export them, as spreadsheets leave them, and as nobody should send them."""

import csv
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.errors import BadSetting, NotFound
from stet.evaluate.cost.bill import Bill, model_key, read_bill

OPENAI_USAGE = (
    "start_time,end_time,start_time_iso,end_time_iso,project_id,num_model_requests,model,input_tokens,output_tokens,"
    "input_cached_tokens\n"
    "1795910400,1795996800,2026-11-29T00:00:00+00:00,2026-11-30T00:00:00+00:00,p,2,gpt-5-mini-2025-08-07,900,90,100\n"
    "1795996800,1796083200,2026-11-30T00:00:00+00:00,2026-12-01T00:00:00+00:00,,,,,,\n"
)
OPENAI_COSTS = (
    "start_time,end_time,start_time_iso,end_time_iso,amount_value,amount_currency,line_item,project_id\n"
    '1,2,2026-11-29T00:00:00+00:00,x,0.0100000,usd,"gpt-5-mini-2025-08-07, input",p\n'
    '1,2,2026-11-29T00:00:00+00:00,x,0.0200000,usd,"gpt-5-mini-2025-08-07, output",p\n'
    "1,2,2026-11-30T00:00:00+00:00,x,,,,\n"
)
ANTHROPIC_USAGE = (
    "usage_date_utc,model_version,api_key,workspace,usage_type,context_window,usage_input_tokens_no_cache,"
    "usage_input_tokens_cache_write_5m,usage_input_tokens_cache_write_1h,usage_input_tokens_cache_read,"
    "usage_output_tokens,web_search_count\n"
    "2026-11-29,claude-haiku-4-5-20251001,k,Default,standard,≤ 200k,100,20,3,400,50,0\n"
)
ANTHROPIC_COST = (
    "usage_date_utc,model,workspace,api_key,usage_type,context_window,token_type,cost_usd,list_price_usd,cost_type\n"
    "2026-11-29,Claude Haiku 4.5,Default,k,message,≤ 200k,input_no_cache,0.13,0.13,token\n"
    "2026-11-29,Claude Haiku 4.5,Default,k,message,≤ 200k,output,0.02,0.02,token\n"
)
OPENROUTER = (
    "generation_id,created_at,cost_total,cost_web_search,tokens_prompt,tokens_completion,tokens_cached,model_permaslug\n"
    "gen-1,2026-11-29 23:59:59,0.000123,0,800,40,0,openai/gpt-5-mini-2025-08-07\n"
)
OPENROUTER_DAYS = (
    "Date,Slug,Usage,BYOK Usage,Requests,Prompt Tokens,Completion Tokens,Reasoning Tokens\n"
    '"2026-11-29 00:00:00","openai/gpt-5-mini","0.5","0","3","800","40","0"\n'
)
SHORT = "date,model,input_tokens,output_tokens,cost\n"


def read(folder: Path, text: str | bytes, currency: str = "USD") -> Bill:
    path = folder / "bill.csv"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_bill(path, currency)


@pytest.mark.parametrize(
    ("text", "whose", "expected"),
    [
        (OPENAI_USAGE, "OpenAI", (900, 90, 100, None)),
        (OPENAI_COSTS, "OpenAI", (0, 0, 0, "0.03")),
        (ANTHROPIC_USAGE, "Anthropic", (523, 50, 400, None)),
        (ANTHROPIC_COST, "Anthropic", (0, 0, 0, "0.15")),
        (OPENROUTER, "OpenRouter", (800, 40, 0, "0.000123")),
        (OPENROUTER_DAYS, "OpenRouter", (800, 40, 0, "0.5")),
    ],
)
def test_an_export_is_known_by_its_columns(
    tmp_path: Path, text: str, whose: str, expected: tuple[int, int, int, str | None]
) -> None:
    bill = read(tmp_path, text)
    assert (bill.columns.whose, bill.unread_rows, bill.unread) == (whose, 0, [])
    ((key, day), billed) = next(iter(bill.sums.items()))
    cost = None if expected[3] is None else Decimal(expected[3])
    assert (billed.input, billed.output, billed.cached, billed.cost) == (*expected[:3], cost)
    assert day == date(2026, 11, 29)
    assert key in {model_key("gpt-5-mini"), model_key("claude-haiku-4-5")}
    assert len(bill.sums) == 1


def test_days_on_which_nothing_was_billed_are_counted_and_no_fault(tmp_path: Path) -> None:
    assert read(tmp_path, OPENAI_USAGE).empty == 1
    assert read(tmp_path, OPENAI_COSTS).empty == 1


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Claude Haiku 4.5", "claude-haiku-4-5-20251001"),
        ("anthropic/claude-4.5-haiku-20251001", "anthropic/claude-haiku-4.5"),
        ("Claude 3.5 Sonnet 2024-10-22", "claude-3-5-sonnet-20241022"),
        ("gpt-5-mini-2025-08-07, input", "openai/gpt-5-mini"),
    ],
)
def test_names_of_one_model_are_one(one: str, other: str) -> None:
    assert model_key(one) == model_key(other)


@pytest.mark.parametrize(
    ("one", "other"), [("gpt-5", "gpt-5-mini"), ("gpt-4.1", "gpt-4"), ("claude-haiku-4-5", "claude-haiku-4")]
)
def test_names_of_two_models_stay_two(one: str, other: str) -> None:
    assert model_key(one) != model_key(other)


@pytest.mark.parametrize(
    ("row", "cost", "tokens"),
    [
        ('2026-11-29,m,"1,234",5,"1,234.50"', "1234.50", 1_234),
        ('2026-11-29,m,10.0,5,"$0.25"', "0.25", 10),
        ('2026-11-29,m,10,5,"0,25"', "0.25", 10),
        ("2026-11-29,m,10,5,1.5e-05", "0.000015", 10),
        ("2026-11-29,m,10,5,0.5 USD", "0.5", 10),
        ("1795953600,m,10,5,USD 0.5", "0.5", 10),
        ("2026-11-29T23:30:00-01:00,m,10,5,1", "1", 10),
        ("2026-11-29,m,10,5,1,,", "1", 10),
        ("2026-11-29,=cmd|' /C calc'!A0,10,5,1", "1", 10),
    ],
)
def test_numbers_and_days_are_read_as_they_are_written(
    tmp_path: Path, row: str, cost: str, tokens: int
) -> None:
    bill = read(tmp_path, SHORT + row + "\n")
    assert bill.unread == []
    ((_, day), billed) = next(iter(bill.sums.items()))
    assert (billed.cost, billed.input) == (Decimal(cost), tokens)
    assert day == date(2026, 11, 30 if "-01:00" in row else 29)


def test_a_spreadsheets_export_with_mark_semicolons_and_decimal_commas(tmp_path: Path) -> None:
    text = "\ufeffdate;model;input_tokens;output_tokens;Cost (USD)\r\n2026-11-29;m;1.234;5;0,125\r\n"
    billed = next(iter(read(tmp_path, text).sums.values()))
    assert (billed.input, billed.cost) == (1_234, Decimal("0.125"))
    assert next(iter(read(tmp_path, text.encode("utf-16")).sums.values())) == billed


def test_quoted_line_ends_and_a_title_above_the_header(tmp_path: Path) -> None:
    text = (
        'Usage of the team\n\nnote,date,model,cost\n"a\nb",2026-11-29,m,1\nc,2026-11-29,m,2\n,nonsense,m,3\n'
    )
    bill = read(tmp_path, text)
    assert next(iter(bill.sums.values())).cost == 3
    assert [row.line for row in bill.unread] == [7]


@pytest.mark.parametrize(
    ("row", "why"),
    [
        ("29/11/2026,m,1,1,1", "is not a date"),
        (",m,1,1,1", "no date"),
        ("2026-11-29,m,ten,1,1", "“ten” is not a number"),
        ("2026-11-29,m,1.5,1,1", "not a number of tokens"),
        ("2026-11-29,m,-5,1,1", "not a number of tokens"),
        ("2026-11-29,m,1,1,=1+1", "is not a number"),
        ("2026-11-29,m,1,1,nan", "is not a number"),
        ("2026-11-29,m,1,1", "4 cells and not 5"),
        ("2026-11-29,m,1,1,0,12", "6 cells and not 5"),
        ("2026-11-29,m,1,1," + "9" * 99, "more than 80 characters"),
    ],
)
def test_a_row_that_cannot_be_read_is_named_and_not_guessed_at(tmp_path: Path, row: str, why: str) -> None:
    bill = read(tmp_path, f"{SHORT}2026-11-29,m,1,1,1\n{row}\n2026-11-29,m,2,1,1\n")
    assert [(each.line, why in each.why) for each in bill.unread] == [(3, True)]
    assert (bill.rows, bill.unread_rows, next(iter(bill.sums.values())).input) == (3, 1, 3)


def test_of_many_unreadable_rows_the_first_are_named_and_all_are_counted(tmp_path: Path) -> None:
    bill = read(tmp_path, SHORT + "x,m,1,1,1\n" * 250)
    assert (bill.unread_rows, len(bill.unread), bill.unread[-1].line) == (250, 100, 101)


def test_credits_are_subtracted_and_told_apart(tmp_path: Path) -> None:
    bill = read(tmp_path, SHORT + "2026-11-29,m,1,1,3\n2026-11-29,,,,-1.50\n2026-11-29,m,,,(0.25)\n")
    assert bill.credits == Decimal("-1.75")
    assert {billed.model: billed.cost for billed in bill.sums.values()} == {
        "m": Decimal("2.75"),
        "no model": Decimal("-1.50"),
    }


def test_tokens_without_a_cost_leave_the_cost_unknown(tmp_path: Path) -> None:
    bill = read(tmp_path, SHORT + "2026-11-29,m,1,1,3\n2026-11-29,m,7,1,\n")
    assert [billed.cost for billed in bill.sums.values()] == [None]


@pytest.mark.parametrize(
    "text",
    [
        SHORT + "2026-11-29,m,1,1,€0.5\n",
        SHORT + "2026-11-29,m,1,1,0.5 EUR\n",
        "date,model,cost,currency\n2026-11-29,m,1,eur\n",
    ],
)
def test_a_bill_in_another_currency_is_refused(tmp_path: Path, text: str) -> None:
    with pytest.raises(BadSetting, match=r"in EUR \(line 2\) and \[costs\] in USD"):
        read(tmp_path, text)
    assert read(tmp_path, text, "EUR").named


def test_a_bill_in_dollars_by_the_name_of_its_column_is_refused_beside_euros(tmp_path: Path) -> None:
    with pytest.raises(BadSetting, match="in USD"):
        read(tmp_path, ANTHROPIC_COST, "EUR")


@pytest.mark.parametrize(
    "text",
    [
        b"",
        b"\x00\x01\x02",
        b"a,b,c\n1,2,3\n",
        b"date,model\n2026-11-29,m\n",
        SHORT.encode() + b'"' + b"x" * 200_000,
        b"x" * 1_100_000,
        SHORT.encode() + b'2026-11-29,"' + b'\n","' * 1_200,
        b"\xff\xfe\x00",
    ],
)
def test_what_is_no_bill_is_refused_with_what_one_needs(tmp_path: Path, text: bytes) -> None:
    limit = csv.field_size_limit()
    with pytest.raises(BadSetting) as error:
        read(tmp_path, text)
    assert "export" in (error.value.hint or "")
    assert csv.field_size_limit() == limit


def test_no_file_is_said(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no file"):
        read_bill(tmp_path / "none.csv", "USD")


@given(st.lists(st.lists(st.text(max_size=12), min_size=4, max_size=6), max_size=8))
def test_every_row_is_billed_empty_or_named(
    tmp_path_factory: pytest.TempPathFactory, rows: list[list[str]]
) -> None:
    path = tmp_path_factory.mktemp("bill") / "bill.csv"
    with path.open("w", encoding="utf-8", newline="", errors="replace") as file:
        file.write(SHORT)
        csv.writer(file).writerows(rows)
    bill = read_bill(path, "USD")
    assert bill.rows == sum(billed.rows for billed in bill.sums.values()) + bill.empty + bill.unread_rows
