"""From a vendor's answer to what was said: text without thinking, why it ended, tokens and money.

Pure functions over pydantic-ai's `ModelResponse`.
"""

import json
import math
import re
from typing import TYPE_CHECKING, cast

from pydantic import BaseModel, ValidationError

from stet.adapters.models.prices import Counted, Prices
from stet.adapters.models.providers import Seat
from stet.domain.base import Value
from stet.errors import BadAnswer
from stet.ports import Ask, Finish, Odds, Said

if TYPE_CHECKING:
    from pydantic_ai.messages import ModelResponse

FIXED_TOKENS = 50
"""What a call costs beside its texts: roles and their marks."""

SHAPE_TOKENS = 400
"""What asking for a shape costs beside the schema: the services' own instructions for tools (Anthropic: 346)."""

_HAIR = 1e-3

_THINKING = r"(?:think|thinking|thought|reasoning)"
_BLOCK = re.compile(rf"\s*<{_THINKING}>(?:(?!<{_THINKING}>).)*?</{_THINKING}>", re.DOTALL | re.IGNORECASE)
_OPEN = re.compile(rf"\s*<{_THINKING}>", re.IGNORECASE)
_CLOSED = re.compile(rf"</{_THINKING}>", re.IGNORECASE)


class _Top(BaseModel):
    token: str
    logprob: float


class _Place(BaseModel):
    top_logprobs: tuple[_Top, ...] = ()


class _Told(BaseModel):
    """What the chat format tells of tokens: https://platform.openai.com/docs/api-reference/chat/object, `logprobs`."""

    logprobs: tuple[_Place, ...] = ()


class Tokens(Value):
    """Tokens of a call as counted; `estimated` where the service counted none of one kind and a bound stands in."""

    counted: Counted
    estimated: bool


def bound_tokens(*texts: str) -> int:
    """More tokens than `texts` have: no tokenizer in use makes more than one token of three bytes of UTF-8."""
    return sum(-(-len(text.encode("utf-8", "surrogatepass")) // 3) for text in texts)


def asked_tokens(ask: Ask) -> int:
    """More tokens than a question has, with its schema and what goes with it."""
    tokens = bound_tokens(ask.system, ask.prompt) + FIXED_TOKENS
    if ask.shape is None:
        return tokens
    shape = ask.shape
    return tokens + bound_tokens(shape.name, shape.description, shape.json_schema) + SHAPE_TOKENS


def said(response: "ModelResponse", ask: Ask, mode: str, place: Seat, prices: Prices) -> Said:
    """What was said; nothing at all is an answer too, which was paid for.

    Raises:
        BadAnswer: the service reports that the model failed
    """
    text = answer_text(response, tool=mode == "tool")
    finish = _finish(response)
    if response.finish_reason == "error" and not text:
        raise BadAnswer(f"{place.name}: the model failed, and said nothing")
    spent = tokens(response, asked=asked_tokens(ask), text=text)
    counted = spent.counted
    model = response.model_name or place.model
    return Said(
        text=text or (_refusal(response) if finish is Finish.REFUSED else ""),
        finish=finish,
        model=model,
        mode=mode,
        input_tokens=counted.input,
        output_tokens=counted.output,
        cached_tokens=counted.cached,
        estimated=spent.estimated,
        usd=prices.usd(place, counted, model=model),
        odds=_odds(response) if ask.odds is not None else (),
    )


def answer_text(response: "ModelResponse", *, tool: bool = False) -> str:
    """The text, or the arguments of the first tool call as JSON text where a tool was asked for and called."""
    from pydantic_ai.messages import TextPart, ToolCallPart

    if tool:
        for part in response.parts:
            if isinstance(part, ToolCallPart):
                given = part.args
                # As it came: to judge broken JSON is the reader's business.
                return given if isinstance(given, str) else json.dumps(given or {}, ensure_ascii=False)
    joined = "".join(part.content for part in response.parts if isinstance(part, TextPart))
    return without_thinking(joined)


def without_thinking(text: str) -> str:
    """`text` without the thinking that it begins with: closed blocks, an unclosed one, and one that was never opened.

    Such tags further on belong to the text. Time is linear in its length.
    """
    start = 0
    while found := _BLOCK.match(text, start):
        start = found.end()
    if _OPEN.match(text, start):
        return ""
    if start == 0 and (closed := _CLOSED.search(text)) and not _OPEN.search(text[: closed.start()]):
        # The template of the server opened it, in a part of the prompt that is not shown.
        start = closed.end()
    return text[start:].lstrip() if start else text


def tokens(response: "ModelResponse", *, asked: int, text: str) -> Tokens:
    """What the service counted; where it counted none, a bound: `asked`, and what `text` has at most."""
    usage = response.usage
    missing = usage.input_tokens <= 0, usage.output_tokens <= 0 and bool(text)
    counted = Counted(
        input=asked if missing[0] else usage.input_tokens,
        output=bound_tokens(text) + FIXED_TOKENS if missing[1] else max(usage.output_tokens, 0),
        cached=max(usage.cache_read_tokens, 0),
        cache_writes=max(usage.cache_write_tokens, 0),
        searches=_searches(response),
    )
    return Tokens(counted=counted, estimated=any(missing))


def _searches(response: "ModelResponse") -> int:
    found: object = getattr(response.usage, "web_searches", 0)
    return found if isinstance(found, int) and found > 0 else 0


def _finish(response: "ModelResponse") -> Finish:
    if response.finish_reason == "length":
        return Finish.LENGTH
    return Finish.REFUSED if response.finish_reason == "content_filter" else Finish.STOP


def _odds(response: "ModelResponse") -> tuple[Odds, ...]:
    """What the first token might have been; empty where the service does not tell, or tells what is no probability."""
    try:
        told = _Told.model_validate(response.provider_details or {})
    except ValidationError:
        return ()
    tops = told.logprobs[0].top_logprobs if told.logprobs else ()
    # Rounding may leave a certain token a hair above probability 1.
    found = [each for each in tops if math.isfinite(each.logprob) and each.logprob < _HAIR]
    ordered = sorted(found, key=lambda one: -one.logprob)
    return tuple(Odds(token=each.token, logprob=min(0.0, each.logprob)) for each in ordered)


def _refusal(response: "ModelResponse") -> str:
    details = cast("dict[str, object]", response.provider_details or {})
    words = details.get("refusal")
    return words if isinstance(words, str) else ""
