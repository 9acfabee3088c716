"""Replay: a stored run answers every call, and nothing else does."""

import json
from collections.abc import Iterator

from stet.domain.base import canonical_json
from stet.errors import BudgetExhausted, IntegrityError, ProviderError, RateLimited, ReplayMiss, StetError
from stet.ports import CallRecord, CallStore


class Tape:
    """The calls of a stored run, by key; read at the first question."""

    def __init__(self, store: CallStore, run: str) -> None:
        self._store = store
        self._run = run
        self._calls: dict[str, CallRecord] | None = None

    def answer(self, kind: str, key: str) -> str:
        """The response that the stored run got, or the error that it met.

        Raises:
            ReplayMiss: the stored run never made this call, or never heard its end
            StetError: the stored run's call failed for good; the error is of the same kind, in the same words
        """
        if self._calls is None:
            self._calls = {}
            for call in self._store.calls(self._run):
                known = self._calls.get(call.key)
                if known is None or known.state != "done":
                    self._calls[call.key] = call
        call = self._calls.get(key)
        if call is None or call.state == "started":
            what = "never made" if call is None else "never got an answer to"
            raise ReplayMiss(
                f"run {self._run} {what} this {kind} call ({key})",
                hint="a replay asks exactly what was asked then; to ask more, start a new run",
            )
        if call.response is not None:
            return call.response
        raise stored_error(call.error or "{}")


def error_text(error: StetError) -> str:
    """An error as JSON text: its code, words and hint, and what else it takes to raise it again."""
    extra: dict[str, object] = {}
    if isinstance(error, RateLimited):
        extra = {"retry_after": error.retry_after}
    elif isinstance(error, BudgetExhausted):
        extra = {"limit": error.limit, "allowed": error.allowed}
    return canonical_json({"code": error.code, "message": error.message, "hint": error.hint, **extra})


def stored_error(text: str) -> StetError:
    """The error that `error_text` wrote down.

    Raises:
        IntegrityError: the text is not what `error_text` writes
    """
    match json.loads(text):
        case {"code": "budget", "limit": str(limit), "allowed": str(allowed)}:
            return BudgetExhausted(limit, allowed=allowed)
        case {"code": "rate_limited", "message": str(message), "retry_after": retry_after}:
            return RateLimited(message, retry_after=retry_after)
        case {"code": str(code), "message": str(message), "hint": hint}:
            # A code from a newer or a third party's tree is still an error of somebody else's service.
            kind = next((kind for kind in _kinds(StetError) if kind.code == code), ProviderError)
            return kind(message, hint=hint)
        case _:
            raise IntegrityError("a failed call does not say how it failed")


def _kinds(root: type[StetError]) -> Iterator[type[StetError]]:
    for kind in root.__subclasses__():
        yield kind
        yield from _kinds(kind)
