"""What is wrong with an answer, in one set of words for all services: pure functions over a `Reply`.

Sources: the error pages of the OpenAI, Anthropic and Gemini references, and OpenRouter's; statuses and codes decide
before words do, since words change.
"""

import re

from pydantic import BaseModel, Field, JsonValue, TypeAdapter, ValidationError

from stet.adapters.http import Reply
from stet.adapters.models.providers import WITHOUT, Format, Seat
from stet.adapters.search.service import own_words, parsed, retry_after
from stet.errors import (
    BadAnswer,
    KeyMissing,
    QuotaExceeded,
    RateLimited,
    StetError,
    TooLong,
    Unavailable,
    UnknownModel,
)

_QUOTA = re.compile(
    r"insufficient_quota|insufficient[ _](?:balance|credits|funds)|billing_|billing hard limit|credit[ _]balance"
    r"|spend_limit|usage_limit_exceeded|exceeded_current_quota|perday"
)
_TOO_LONG = re.compile(
    r"context_length_exceeded|maximum context length|prompt is too long|input is too long|context window"
    r"|input token count|reduce the length|exceeds the available context|context size|request too large"
    r"|request_too_large|too many input tokens"
)
_UNKNOWN_MODEL = re.compile(
    r"model_not_found|not_found_error|no such model|is not a valid model|invalid model|unknown model"
    r"|models?\b[^.]{0,120}(?:does not exist|not found|is not found)"
)
_KEYS = re.compile(
    r"api_key_invalid|invalid_api_key|authentication_error|incorrect api key|api key not valid"
)
_SECRET = re.compile(r"\b(?:sk|pk|rk|key|AIza)[-_A-Za-z0-9*]{8,}")
_DELAY = re.compile(r'"retrydelay"\s*:\s*"(\d{1,6}(?:\.\d{1,9})?)s"')


_OBJECT = TypeAdapter(dict[str, JsonValue])


class _Choice(BaseModel):
    message: dict[str, JsonValue]


class _Chat(BaseModel):
    choices: list[_Choice] = Field(min_length=1)


class _Responses(BaseModel):
    output: list[dict[str, JsonValue]]


class _Anthropic(BaseModel):
    content: list[dict[str, JsonValue]]


class _Google(BaseModel):
    candidates: list[dict[str, JsonValue]] = Field(min_length=1)


class _GoogleRefusal(BaseModel):
    promptFeedback: dict[str, JsonValue]  # noqa: N815 - the service's own spelling


class _Counts(BaseModel):
    prompt_tokens: int = Field(default=0, ge=0)
    completion_tokens: int = Field(default=0, ge=0)
    total_tokens: int = 0


class _Failed(BaseModel):
    error: JsonValue = None


_SHAPES: dict[Format, type[BaseModel]] = {
    Format.CHAT: _Chat,
    Format.RESPONSES: _Responses,
    Format.ANTHROPIC: _Anthropic,
}


def fault(reply: Reply, place: Seat) -> StetError | None:
    """What is wrong with a reply, or None where it holds an answer in the format of its provider.

    The errors are those of `stet.ports.Model`, and TooLong and UnknownModel. A key is in none of them.
    """
    if 200 <= reply.status < 300:
        return _unusable(reply, place)
    text = reply.body[:100_000].decode("utf-8", "replace").casefold()
    told = _told(reply)
    return (
        _by_words(reply.status, text, told, place)
        or _by_status(reply, text, told, place)
        or BadAnswer(f"{place.name}: the service did not accept the request ({told})")
    )


def readable(reply: Reply, place: Seat) -> bytes:
    """The body as the vendor's library can read it: it gives up an answer over counts that are no numbers."""
    if place.provider.format is not Format.CHAT or not 200 <= reply.status < 300:
        return reply.body
    try:
        body = _OBJECT.validate_json(reply.body)
    except ValidationError:
        return reply.body
    try:
        _Counts.model_validate(body.get("usage") or {})
    except ValidationError:
        del body["usage"]
        return _OBJECT.dump_json(body)
    return reply.body


def unreached(name: str, why: str) -> Unavailable:
    """No answer at all: a time-out, no connection, or one that broke."""
    return Unavailable(f"{name}: no answer ({why})")


def cleared(text: str) -> str:
    """`text` without anything that looks like a key: services repeat keys, whole or in part."""
    return _SECRET.sub("[key]", text)


def _told(reply: Reply) -> str:
    words = own_words(reply.body)
    return f"{reply.status}: {cleared(words)}" if words else str(reply.status)


def _unusable(reply: Reply, place: Seat) -> StetError | None:
    try:
        error = parsed(_Failed, reply.body, place.name).error
        if not error:
            parsed(_shape(reply, place), reply.body, place.name)
            return None
    except BadAnswer as bad:
        hint = f"is {place.base_url} the address of the interface, with its path?" if _html(reply) else None
        return BadAnswer(cleared(bad.message), hint=hint)
    # An error in spite of the status; gateways put the status that they mean into its code.
    meant = _status_in(error)
    text = reply.body[:100_000].decode("utf-8", "replace").casefold()
    told = f"an error with status {reply.status}: {cleared(own_words(reply.body) or 'no words')}"
    behind = reply.model_copy(update={"status": meant or 200})
    return (
        _by_words(behind.status, text, told, place)
        or _by_status(behind, text, told, place)
        or BadAnswer(f"{place.name}: the service failed ({told})")
    )


def _shape(reply: Reply, place: Seat) -> type[BaseModel]:
    if place.provider.format is Format.GOOGLE:
        # A question that is refused as such has no candidates.
        return _GoogleRefusal if b'"promptFeedback"' in reply.body else _Google
    return _SHAPES[place.provider.format]


def _html(reply: Reply) -> bool:
    return reply.body.lstrip()[:1] == b"<"


def _status_in(error: JsonValue) -> int | None:
    if not isinstance(error, dict):
        return None
    code = error.get("code", error.get("status"))
    number = int(code) if isinstance(code, str) and code.isdecimal() and len(code) == 3 else code
    if isinstance(number, int) and 400 <= number < 600:
        return number
    known = {
        "rate_limit_exceeded": 429, "rate_limit_error": 429, "server_error": 500, "overloaded_error": 529,
        "resource_exhausted": 429, "unavailable": 503, "api_error": 500,
    }  # fmt: skip
    words = (error.get(name) for name in ("code", "type", "status"))
    return next(
        (known[word.casefold()] for word in words if isinstance(word, str) and word.casefold() in known), None
    )


def _by_words(status: int, text: str, told: str, place: Seat) -> StetError | None:
    """What codes and words say where a status alone would mislead."""
    if status == 402 or (_QUOTA.search(text) and status < 500):
        return QuotaExceeded(f"{place.provider.name}: the account has nothing left ({told})", hint=WITHOUT)
    if (status in (200, 400, 413, 422, 429) and _TOO_LONG.search(text)) or status == 413:
        return TooLong(f"{place.name}: the request is too long for it ({told})")
    if status in (200, 400, 422) and _KEYS.search(text):
        return _turned_away(told, place)
    if status in (200, 400, 404, 422) and _UNKNOWN_MODEL.search(text):
        return UnknownModel(
            f"{place.provider.name} knows no model {place.model!r} ({told})",
            hint="look at the service's list of models, and at how it spells them",
        )
    return None


def _by_status(reply: Reply, text: str, told: str, place: Seat) -> StetError | None:
    status = reply.status
    if 300 <= status < 400:
        return BadAnswer(
            f"{place.name}: the service answered with a redirect ({status}), which is not followed",
            hint="use the address at which the service itself answers",
        )
    if status in (401, 403):
        return _turned_away(told, place)
    if status == 404:
        return UnknownModel(
            f"{place.provider.name} has nothing there for {place.model!r} ({told})",
            hint=f"either the model is unknown, or {place.base_url} lacks a part of its path, such as /v1",
        )
    if status == 429:
        return RateLimited(f"{place.name} was asked too often ({told})", retry_after=_pause(reply, text))
    if status == 408 or status >= 500:
        return Unavailable(f"{place.name} is out of order ({told})")
    return None


def _turned_away(told: str, place: Seat) -> KeyMissing:
    variable = place.provider.key_variable
    if not place.key:
        return KeyMissing(f"{place.provider.name} wants a key ({told})", hint=f"set {variable}, or {WITHOUT}")
    return KeyMissing(
        f"{place.provider.name} refused the key in {variable} ({told})",
        hint=f"check {variable} and what its plan allows, or {WITHOUT}",
    )


def _pause(reply: Reply, text: str) -> float | None:
    """Seconds, from `Retry-After`, `Retry-After-Ms` (OpenAI) or `RetryInfo` in the body (Gemini)."""
    precise = reply.headers.get("retry-after-ms", "").strip()
    if re.fullmatch(r"\d{1,9}", precise, re.ASCII):
        return int(precise) / 1000
    asked = retry_after(reply)
    if asked is not None:
        return asked
    found = _DELAY.search(text)
    return float(found[1]) if found else None
