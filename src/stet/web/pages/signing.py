"""Signing in with a token, where the server asks for one, and out again."""

from typing import Final

from anyio import to_thread
from fastapi import APIRouter, Request, Response

from stet.app.place import Place
from stet.app.tokens import BadToken, who_has
from stet.web.auth import COOKIE
from stet.web.pages.shell import field, form, own_path, page, see

_DAYS: Final = 30


def routes(place: Place) -> APIRouter:
    """The routes of the sign-in page."""
    router = APIRouter()

    @router.get("/sign-in")
    def sign_in(request: Request) -> Response:
        return _asked(request, own_path(request.query_params.get("to")), None)

    @router.post("/sign-in")
    async def signed_in(request: Request) -> Response:
        fields = await form(request)
        token, to = field(fields, "token"), own_path(field(fields, "to"))
        try:
            await to_thread.run_sync(who_has, place.store, token, place.app.clock.now())
        except BadToken as error:
            return _asked(request, to, error)
        answer = see(to)
        # What stands before us may speak TLS; only the browser says so in a way that nobody else can.
        secure = request.headers.get("origin", "").lower().startswith("https://")
        answer.set_cookie(
            COOKIE, token, max_age=_DAYS * 86400, httponly=True, samesite="strict", secure=secure
        )
        return answer

    @router.post("/sign-out")
    async def signed_out(request: Request) -> Response:
        await form(request)
        answer = see("/sign-in")
        answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer

    return router


def _asked(request: Request, to: str, error: BadToken | None) -> Response:
    values = {"to": to, "error": error}
    return page(request, "sign-in.html.j2", values, title="Sign in", status=401 if error else 200)
