"""Serving over streamable HTTP: one request, one answer, and no session that anybody could take over."""

from collections.abc import Awaitable, Callable
from http import HTTPStatus
from typing import Final

from mcp.server.transport_security import TransportSecuritySettings
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.types import ASGIApp, Receive, Scope, Send

from stet.app.place import Who
from stet.app.tokens import BadToken
from stet.mcp.desk import Ctx
from stet.mcp.edge import Server

PATH: Final = "/mcp"
Asks = Callable[[Request], Awaitable[Who]]
Refuse = Callable[[BadToken], Response]


def application(server: Server) -> Starlette:
    """The server as an application, at `PATH`. Hosts, origins and sizes are looked at by who stands before it."""
    return server.streamable_http_app(
        streamable_http_path=PATH,
        stateless_http=True,
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )


class Known:
    """Lets through who is known, and tells the tools who that is.

    `asks` says who sends a request, and raises `BadToken` where nobody is known by it; `refuse` answers that.
    """

    def __init__(self, app: ASGIApp, asks: Asks, refuse: Refuse) -> None:
        self._app, self._asks, self._refuse = app, asks, refuse

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        if scope["method"] != "POST":
            # There are no sessions to end, and no streams without a question.
            refused = Response(status_code=HTTPStatus.METHOD_NOT_ALLOWED, headers={"Allow": "POST"})
            await refused(scope, receive, send)
            return
        try:
            who = await self._asks(Request(scope))
        except BadToken as error:
            await self._refuse(error)(scope, receive, send)
            return
        scope.setdefault("state", {})["who"] = who
        await self._app(scope, receive, send)


def by_request(context: Ctx) -> Who:
    """Who asks, as `Known` found them.

    Raises:
        BadToken: nobody was found; nothing is done for somebody unknown
    """
    scope: Scope = getattr(context.request_context.request, "scope", {})
    who = scope.get("state", {}).get("who")
    if not isinstance(who, Who):
        raise BadToken("a token is needed here", hint="send it as: Authorization: Bearer TOKEN")
    return who
