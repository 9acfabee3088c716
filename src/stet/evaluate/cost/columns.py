"""Which column of a bill says what, by the names that providers give them.

- OpenAI, usage: start_time, start_time_iso, num_model_requests, model, input_tokens, output_tokens,
  input_cached_tokens; costs: start_time_iso, amount_value, amount_currency, line_item
- Anthropic, usage: usage_date_utc, model_version, usage_input_tokens_no_cache, …_cache_write_5m, …_cache_write_1h,
  …_cache_read, usage_output_tokens; cost: usage_date_utc, model, token_type, cost_usd, list_price_usd
- OpenRouter, activity: created_at, cost_total, tokens_prompt, tokens_completion, tokens_cached, model_permaslug; by
  day: Date, Slug, Usage, BYOK Usage, Requests, Prompt Tokens, Completion Tokens
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from stet.config import USD

_MODEL = (
    "model_version",
    "model_permaslug",
    "slug",
    "model",
    "model_id",
    "model_name",
    "snapshot_id",
    "line_item",
)
_DAY = (
    "usage_date_utc", "start_time_iso", "start_time", "usage_date", "date", "date_utc", "day", "created_at",
    "timestamp", "time",
)  # fmt: skip
_INPUT = ("input_tokens", "prompt_tokens", "tokens_prompt", "n_context_tokens_total")
_INPUT_PARTS = (
    "usage_input_tokens_no_cache", "usage_input_tokens_cache_write", "usage_input_tokens_cache_write_5m",
    "usage_input_tokens_cache_write_1h", "usage_input_tokens_cache_read",
)  # fmt: skip
_CACHED = (
    "usage_input_tokens_cache_read", "input_cached_tokens", "tokens_cached", "cached_tokens", "cached_input_tokens",
)  # fmt: skip
_OUTPUT = (
    "usage_output_tokens", "output_tokens", "completion_tokens", "tokens_completion", "n_generated_tokens_total",
)  # fmt: skip
_COST = (
    "cost_total", "cost_usd", "amount_usd", "amount_value", "total_cost_usd", "total_cost", "cost", "amount", "usage",
)  # fmt: skip
_CURRENCY = ("amount_currency", "currency", "cost_currency")
_OF: tuple[tuple[str, tuple[str, ...], frozenset[str]], ...] = (
    ("Anthropic", ("anthropic",), frozenset({"usage_date_utc"})),
    ("OpenRouter", ("openrouter",), frozenset({"model_permaslug", "byok_usage"})),
    (
        "OpenAI",
        ("openai", "openai-responses"),
        frozenset({"num_model_requests", "amount_value", "n_context_tokens_total"}),
    ),
)
"""Whose export it is, by a column that no other has, and the providers that are billed by it."""

_OTHER = re.compile(r"[^a-z0-9]+")


class Columns(NamedTuple):
    """Places of columns, from 0; None and nothing for one that is not there.

    `currency` is what the amounts are in, where the names say so; `whose` the provider's export, if it is known.
    """

    width: int
    model: int
    day: int
    input: tuple[int, ...]
    cached: int | None
    output: int | None
    cost: int | None
    currency_in: int | None
    currency: str | None
    whose: str | None
    providers: tuple[str, ...]

    @property
    def tokens(self) -> bool:
        """Whether tokens are counted in it."""
        return bool(self.input) or self.output is not None


def columns_of(header: Sequence[str]) -> Columns | None:
    """The columns that a header names; None where it lacks a model, a day, or anything that is counted."""
    names = [_OTHER.sub("_", name.casefold()[:200]).strip("_") for name in header]
    model, when = _first(names, _MODEL), _first(names, _DAY)
    whole = _first(names, _INPUT)
    parts = tuple(names.index(name) for name in _INPUT_PARTS if name in names)
    cost, output = _first(names, _COST), _first(names, _OUTPUT)
    counted = whole is not None or parts or cost is not None or output is not None
    if model is None or when is None or not counted:
        return None
    whose, providers = next(
        ((name, providers) for name, providers, marks in _OF if marks & set(names)), (None, ())
    )
    dollars = cost is not None and (names[cost].endswith("_usd") or whose == "OpenRouter")
    return Columns(
        width=len(names),
        model=model,
        day=when,
        input=parts or ((whole,) if whole is not None else ()),
        cached=_first(names, _CACHED),
        output=output,
        cost=cost,
        currency_in=_first(names, _CURRENCY),
        currency=USD if dollars else None,
        whose=whose,
        providers=providers,
    )


def _first(names: Sequence[str], wanted: Sequence[str]) -> int | None:
    return next((names.index(name) for name in wanted if name in names), None)
