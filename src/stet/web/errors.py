"""Errors as those who ask over a network see them: a status and `{code, message, hint, retryable}`, never more."""

import logging
from http import HTTPStatus
from typing import TYPE_CHECKING, Any, Final

from fastapi import FastAPI, Request
from fastapi.exceptions import RequestValidationError
from fastapi.responses import JSONResponse, Response
from starlette.exceptions import HTTPException
from starlette.routing import Match

from stet.app.alone import UnderWay
from stet.app.hiding import Hidden, hidden_of, without
from stet.app.tokens import BadToken, NotAllowed
from stet.domain.base import Value
from stet.errors import (
    BudgetExhausted,
    Busy,
    InputError,
    IntegrityError,
    KeyMissing,
    NotFound,
    ProviderError,
    Refused,
    ReplayMiss,
    StetError,
    StoreError,
    Unavailable,
)
from stet.report.clean import short

if TYPE_CHECKING:
    from stet.app.place import Place

_LOG = logging.getLogger("stet.web")
_MOST = 600
"""Characters of a message: what was sent may stand in it."""


class Problem(Value):
    """What went wrong: a stable code, a sentence, what to do next, and whether trying again makes sense."""

    code: str
    message: str
    hint: str | None = None
    retryable: bool = False


class NotUnderWay(StetError):
    """What was asked of a run fits only one that goes on in this process."""

    code = "not_under_way"
    exit_status = 2


STATUS: Final[tuple[tuple[type[StetError], HTTPStatus], ...]] = (
    (BadToken, HTTPStatus.UNAUTHORIZED),
    (NotAllowed, HTTPStatus.FORBIDDEN),
    (Refused, HTTPStatus.FORBIDDEN),
    (NotFound, HTTPStatus.NOT_FOUND),
    (NotUnderWay, HTTPStatus.CONFLICT),
    (UnderWay, HTTPStatus.CONFLICT),
    (ReplayMiss, HTTPStatus.CONFLICT),
    (IntegrityError, HTTPStatus.CONFLICT),
    (StoreError, HTTPStatus.SERVICE_UNAVAILABLE),
    (InputError, HTTPStatus.UNPROCESSABLE_ENTITY),
    (BudgetExhausted, HTTPStatus.TOO_MANY_REQUESTS),
    (Busy, HTTPStatus.SERVICE_UNAVAILABLE),
    (KeyMissing, HTTPStatus.SERVICE_UNAVAILABLE),
    (Unavailable, HTTPStatus.SERVICE_UNAVAILABLE),
    (ProviderError, HTTPStatus.BAD_GATEWAY),
)
"""The status of each error; the first that fits. What is in none of these is our own fault."""

_OF_HTTP: Final = {
    400: "bad_request",
    404: "not_found",
    405: "no_such_method",
    413: "too_large",
    415: "unsupported_media_type",
}


def status_of(error: StetError) -> HTTPStatus:
    """The status with which an error is answered."""
    fits = (status for kind, status in STATUS if isinstance(error, kind))
    return next(fits, HTTPStatus.INTERNAL_SERVER_ERROR)


def problem(
    status: int, code: str, message: str, *, hint: str | None = None, retryable: bool = False
) -> JSONResponse:
    """An answer that says what went wrong."""
    said = Problem(code=code, message=_cut(message), hint=hint and _cut(hint), retryable=retryable)
    headers: dict[str, str] = {}
    if status == HTTPStatus.UNAUTHORIZED:
        headers["WWW-Authenticate"] = "Bearer"
    if status == HTTPStatus.SERVICE_UNAVAILABLE and retryable:
        headers["Retry-After"] = "5"
    return JSONResponse(said.model_dump(), status, headers)


def told(error: StetError, place: "Place") -> tuple[int, Problem]:
    """An error as who asks sees it, and its status: for a page that goes on with what was asked."""
    return _of(error, hidden_of(place))


def _of(error: StetError, hidden: Hidden) -> tuple[int, Problem]:
    message, hint = without(error.message, hidden), error.hint and without(error.hint, hidden)
    retryable = error.retryable
    if isinstance(error, StoreError):
        _LOG.error("%s", error.message)
        message, hint, retryable = "the store cannot be used at this moment", None, True
    said = Problem(code=error.code, message=_cut(message), hint=hint and _cut(hint), retryable=retryable)
    return status_of(error), said


def add_handlers(app: FastAPI, place: "Place") -> None:
    """Have every error of the application answered as a `Problem`."""
    hidden = hidden_of(place)

    async def ours(request: Request, error: Exception) -> Response:
        assert isinstance(error, StetError)  # noqa: S101 - registered for it alone
        status, said = _of(error, hidden)
        answer = problem(status, said.code, said.message, hint=said.hint, retryable=said.retryable)
        return _told(request, answer)

    async def unfit(request: Request, error: Exception) -> Response:
        assert isinstance(error, RequestValidationError)  # noqa: S101 - registered for it alone
        return _told(request, problem(HTTPStatus.UNPROCESSABLE_ENTITY, "bad_request", _unfit(error)))

    async def of_http(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)  # noqa: S101 - registered for it alone
        code = _OF_HTTP.get(error.status_code, "bad_request" if error.status_code < 500 else "bug")
        answer = problem(error.status_code, code, HTTPStatus(error.status_code).phrase.lower())
        answer.headers.update(error.headers or {})
        if error.status_code == HTTPStatus.METHOD_NOT_ALLOWED:
            answer.headers["Allow"] = ", ".join(sorted(_methods(request)))
        return _told(request, answer)

    async def fault(request: Request, error: Exception) -> Response:
        # What happened is in the server's log, by Starlette; who asks is told that it did.
        said = f"a fault in stet ({type(error).__name__})"
        return _told(request, problem(HTTPStatus.INTERNAL_SERVER_ERROR, "bug", said))

    app.add_exception_handler(StetError, ours)
    app.add_exception_handler(RequestValidationError, unfit)
    app.add_exception_handler(HTTPException, of_http)
    app.add_exception_handler(Exception, fault)


def _told(request: Request, answer: JSONResponse) -> Response:
    """The answer as it is; as a page for a browser that asked for one."""
    path, accepted = request.url.path, request.headers.get("accept", "")
    if path.startswith("/api/") or path.endswith(".json") or "text/html" not in accepted:
        return answer
    from stet.web.pages.shell import error_page

    told = error_page(request, answer.status_code, Problem.model_validate_json(bytes(answer.body)))
    for name in ("allow", "retry-after", "www-authenticate"):
        if name in answer.headers and told.status_code == answer.status_code:
            told.headers[name] = answer.headers[name]
    return told


def _methods(request: Request) -> set[str]:
    """All methods of the path that was asked for; the framework itself names those of its first route alone."""
    return {
        method
        for method in ("DELETE", "GET", "HEAD", "PATCH", "POST", "PUT")
        for route in request.app.routes
        if route.matches({**request.scope, "method": method})[0] is Match.FULL
    }


def errors(*statuses: int, text: bool = False) -> dict[int | str, dict[str, Any]]:
    """How a route documents its errors: those that every route has, and these.

    Where a route answers with `text`, its errors are JSON all the same.
    """
    always = {400, 401, 403, 405, 408, 413, 415, 421, 422, 500, 503}
    in_json = {"content": {"application/json": {"schema": {"$ref": "#/components/schemas/Problem"}}}}
    said: dict[str, Any] = in_json if text else {"model": Problem}
    return {
        status: {**said, "description": HTTPStatus(status).phrase} for status in sorted({*always, *statuses})
    }


def _unfit(error: RequestValidationError) -> str:
    """The first thing that does not fit, by its place; what was sent is not repeated."""
    first: dict[str, Any] = error.errors()[0]
    where = ".".join(str(part)[:40] for part in first["loc"][:6])
    return f"{where}: {first['msg']}"


def _cut(text: str) -> str:
    return short(text, _MOST)
