"""What all search services have in common: being asked, being read, and failing in one set of words.

A provider is a `Service` to ask, a pure `parse` of what comes back (`parsed`), and nothing else of its own. How a
query is made to fit stands in `query`, how rows become hits in `leads`.
"""

import json
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import Literal, NoReturn, Protocol, TypeVar

from pydantic import BaseModel, JsonValue, SecretStr, ValidationError

from stet.adapters.http import Bounds, Failure, HttpFailure, Reply
from stet.adapters.keys import without_key
from stet.errors import BadAnswer, KeyMissing, QuotaExceeded, RateLimited, StetError, Unavailable
from stet.report.clean import short

Trouble = Literal["key", "quota", "rate", "down", "moved", "request"]
"""What a reply without a result means: the key, the account, the pace, the service, its address, or our request."""

_BOUNDS = Bounds(bytes=5_000_000, seconds=20.0, connect_seconds=10.0)
# A service that asks for more than a day's pause will not answer in this run.
_LONGEST_PAUSE = 86_400.0
_SAID = ("detail", "error", "errors", "message", "msg", "description", "reason", "tag", "code")
_HALF_PAIR = re.compile(rb"\\u[dD][89a-fA-F]")
_Model = TypeVar("_Model", bound=BaseModel)


_CLASS = re.compile(r" or instance of \w+")
"""What pydantic adds about classes of ours, which mean nothing to a reader."""


class Exchanges(Protocol):
    """What makes single exchanges: `stet.adapters.http.Http`, or a library's client in its place."""

    async def request(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
        json: object | None = None,
        form: Mapping[str, str] | None = None,
        bounds: Bounds | None = None,
    ) -> Reply:
        """See `Http.request`."""
        ...


@dataclass(frozen=True)
class Service:
    """A search service and how it is asked.

    Args:
        http: the client; it follows no redirect, so that a key never reaches another host.
        name: the provider's name; every error begins with it.
        key_variable: the variable that holds its key; None for a service without keys.
        key: the key itself.
        hint: what to do when a service without keys turns the request away.
        reads: what a reply that is no 2xx means, where the service says more than its status does. Where it
            gives None, and by default, the status decides: 401 and 403 key, 402 quota, 429 rate, 408 and 5xx
            down, 3xx moved, any other request.
        bounds: the limits of one exchange.
    """

    http: Exchanges
    name: str
    key_variable: str | None = None
    key: SecretStr | None = None
    hint: str | None = None
    reads: Callable[[Reply], Trouble | None] | None = None
    bounds: Bounds = _BOUNDS

    def secret(self) -> str:
        """The key, for a header.

        Raises:
            KeyMissing: there is none, or what there is cannot be one
        """
        value = self.key.get_secret_value().strip() if self.key else ""
        hint = f"set {self.key_variable}, or search elsewhere with --search"
        if not value:
            raise KeyMissing(f"{self.name} needs a key: {self.key_variable} is not set", hint=hint)
        if not (value.isascii() and value.isprintable()) or " " in value:
            raise KeyMissing(f"{self.name} needs a key: what {self.key_variable} holds is none", hint=hint)
        return value

    async def ask(
        self,
        method: str,
        url: str,
        *,
        headers: Mapping[str, str] | None = None,
        params: Mapping[str, str] | None = None,
        json: object | None = None,
        form: Mapping[str, str] | None = None,
    ) -> bytes:
        """The body of a 2xx answer; a service that repeats the key has it taken out.

        Raises:
            KeyMissing: the key was refused
            QuotaExceeded: the account has nothing left
            RateLimited: asked too often; `retry_after` where the service says so
            Unavailable: time-out, no connection, 5xx; a service without keys that turns us away
            BadAnswer: too large, not HTTP, a redirect, or any other 4xx, with the service's own words
        """
        try:
            reply = await self.http.request(
                method, url, headers=headers, params=params, json=json, form=form, bounds=self.bounds
            )
        except HttpFailure as failure:
            raise self._unanswered(failure) from failure
        reply = reply.model_copy(update={"body": self._scrubbed(reply.body)})
        if 200 <= reply.status < 300:
            return reply.body
        raise self._error(reply)

    def _scrubbed(self, body: bytes) -> bytes:
        key = self.key.get_secret_value().strip() if self.key else ""
        return without_key(body, key)

    def _unanswered(self, failure: HttpFailure) -> StetError:
        message = f"{self.name}: {short(failure.message, 300)}"
        if failure.failure in (Failure.TOO_LARGE, Failure.PROTOCOL):
            return BadAnswer(message)
        if failure.failure is Failure.REFUSED:
            return Unavailable(
                message, hint="write its address as http(s)://host:port, without a user or a password in it"
            )
        return Unavailable(message)

    def _error(self, reply: Reply) -> StetError:
        said = own_words(reply.body)
        told = f"{reply.status}: {said}" if said else str(reply.status)
        trouble = (self.reads(reply) if self.reads else None) or _by_number(reply.status)
        if trouble == "key":
            return self._turned_away(told)
        if trouble == "quota":
            return QuotaExceeded(f"{self.name}: the account has nothing left ({told})")
        if trouble == "rate":
            return RateLimited(f"{self.name} was asked too often ({told})", retry_after=retry_after(reply))
        if trouble == "down":
            return Unavailable(f"{self.name} is out of order ({told})")
        if trouble == "moved":
            return BadAnswer(
                f"{self.name} answered with a redirect ({reply.status}), which is not followed",
                hint="use the address at which the service itself answers",
            )
        return BadAnswer(f"{self.name} did not accept the request ({told})")

    def _turned_away(self, told: str) -> StetError:
        if self.key_variable is None:
            return Unavailable(f"{self.name} refused the request ({told})", hint=self.hint)
        return KeyMissing(
            f"{self.name} refused the key in {self.key_variable} ({told})",
            hint=f"check {self.key_variable} and what its plan allows",
        )


def _by_number(status: int) -> Trouble:
    known: dict[int, Trouble] = {401: "key", 402: "quota", 403: "key", 408: "down", 429: "rate"}
    if status in known:
        return known[status]
    if status >= 500:
        return "down"
    return "moved" if 300 <= status < 400 else "request"


def parsed(model: type[_Model], body: bytes, provider: str) -> _Model:
    """A service's answer as `model`, which ignores the fields that it does not name.

    Raises:
        BadAnswer: no JSON (HTML, empty, cut, NaN), or JSON of another shape; says where, and the service's words
    """
    if not body.strip():
        raise BadAnswer(f"{provider}: the answer is empty")
    try:
        value = _json(body)
    except (ValueError, RecursionError):
        what = "a page of HTML" if body.lstrip()[:1] == b"<" else "no JSON, or was cut off"
        raise BadAnswer(f"{provider}: the answer is {what}") from None
    try:
        return model.model_validate(value)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
    at = ".".join(str(step) for step in first["loc"]) or "the top"
    said = own_words(body) if isinstance(value, dict) else None
    raise BadAnswer(
        f"{provider}: the answer has another shape at {at}: {short(_CLASS.sub('', first['msg']), 200)}"
        + (f"; the service says: {said}" if said else "")
    )


def _json(body: bytes) -> JsonValue:
    value: JsonValue = json.loads(body, parse_constant=_no_number)
    if _HALF_PAIR.search(body):
        # A service that cuts its snippets by UTF-16 units leaves half a pair, which is no text.
        value = json.loads(json.dumps(value, ensure_ascii=False).encode("utf-8", "replace"))
    return value


def _no_number(name: str) -> NoReturn:
    raise ValueError(name)


def own_words(body: bytes) -> str | None:
    """What a service says of its own failure: one line of at most 200 characters, or None where it says nothing.

    Found under the usual names of an error object, at any of a few depths; a short plain text is taken whole.
    """
    if len(body) > 100_000:
        return None
    try:
        found = _first_text(_json(body))
    except (ValueError, RecursionError):
        text = body.decode("utf-8", "replace").strip()
        found = None if "<" in text or "{" in text else text
    return (short(found, 200) or None) if found else None


def _first_text(value: JsonValue, depth: int = 0) -> str | None:
    if isinstance(value, str):
        return value.strip() or None
    if depth > 4:
        return None
    within: list[JsonValue] = []
    if isinstance(value, list):
        within = value[:3]
    elif isinstance(value, dict):
        within = [value[name] for name in _SAID if name in value]
    return next((text for item in within if (text := _first_text(item, depth + 1))), None)


def retry_after(reply: Reply) -> float | None:
    """The pause that a reply asks for, in seconds from 0 to a day; None where it names none.

    `Retry-After` is a number of seconds or a date (RFC 9110, 10.2.3); a date counts from the server's own `Date`.
    """
    value = reply.headers.get("retry-after", "").strip()
    if re.fullmatch(r"\d{1,12}(\.\d{1,6})?", value, re.ASCII):
        return min(float(value), _LONGEST_PAUSE)
    until = _http_date(value)
    if until is None:
        return None
    now = _http_date(reply.headers.get("date", "")) or datetime.now(UTC)
    return min(max((until - now).total_seconds(), 0.0), _LONGEST_PAUSE)


def _http_date(text: str) -> datetime | None:
    try:
        when = parsedate_to_datetime(text)
    except (ValueError, TypeError, IndexError, OverflowError):
        return None
    return when if when.tzinfo else when.replace(tzinfo=UTC)
