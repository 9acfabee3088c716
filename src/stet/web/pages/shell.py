"""What every page has: its frame and headers, who looks at it, forms that come from our own pages, and errors.

A page asks for nothing from outside, runs no script but ours and none within itself, and says everything without one.
Text of others reaches it through templates alone, which escape it and make it harmless.
"""

from collections.abc import Mapping
from http import HTTPStatus
from typing import Final
from urllib.parse import quote, urlsplit

from fastapi import Request
from fastapi.responses import HTMLResponse, RedirectResponse, Response
from pydantic import BaseModel
from starlette.datastructures import FormData

from stet.errors import InputError
from stet.report.html import environment
from stet.web.auth import COOKIE
from stet.web.errors import Problem
from stet.web.limits import MOST_BYTES
from stet.web.pages.assets import static

HEADERS: Final[Mapping[str, str]] = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self';"
        " base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
    ),
    # Without a referrer a browser hides the origin of our own forms too, and they could not be told from others'.
    "Referrer-Policy": "same-origin",
}
SECTIONS: Final = (("/", "Ask"), ("/runs", "Runs"), ("/check", "Check"), ("/corpora", "Corpora"))
"""The links in the head of every page."""
_WITHIN: Final = {"r": "/runs", "compare": "/runs"}
"""Pages that belong to a section by another name."""
_FIELDS: Final = 200


class CrossOrigin(InputError):
    """A form that came from nowhere: a browser says where from."""

    code = "cross_origin"


def page(
    request: Request, template: str, values: Mapping[str, object], *, title: str, status: int = 200
) -> HTMLResponse:
    """A page by a template that extends `base.html.j2`; `values` are what the template shows.

    The frame has `title`, `static(name)` for the addresses of files, and `section`, the link that is the page's own.
    """
    section = urlsplit(request.url.path).path.split("/")[1]
    frame: dict[str, object] = {
        "title": title,
        "static": static,
        "site_links": SECTIONS,
        "section": _WITHIN.get(section, f"/{section}"),
        "path": request.url.path,
        "signed_in": COOKIE in request.cookies,
    }
    text = environment("stet.web.pages").get_template(template).render({**frame, **values})
    # What no encoding can hold came from a document, and is as good as not readable.
    return HTMLResponse(text.encode("utf-8", "replace"), status, HEADERS)


def prepare() -> None:
    """Compile the templates: nobody's first page has to wait for it."""
    made = environment("stet.web.pages")
    for name in made.list_templates(extensions=["j2"]):
        made.get_template(name)


def json_page(value: BaseModel | str) -> Response:
    """The same page for programs: a value, or JSON text that is one already."""
    text = value if isinstance(value, str) else value.model_dump_json(indent=2)
    return Response(text.encode("utf-8", "replace"), media_type="application/json")


def see(address: str) -> RedirectResponse:
    """Where to go after a form: a page of ours, by a path of ours, that can be loaded anew without doing it again."""
    return RedirectResponse(address, HTTPStatus.SEE_OTHER)


def own_path(text: str | None, otherwise: str = "/") -> str:
    """`text` where it is a path on this server, else `otherwise`: what came with a request leads nowhere else."""
    if not text or len(text) > 2000 or not text.startswith("/") or text[1:2] in {"/", "\\"}:
        return otherwise
    # Browsers drop tabs and line ends from addresses, and read a backslash as a slash.
    return quote(text, safe="/?&=#%:,+@!$'()*;~") if text.isprintable() and "\\" not in text else otherwise


async def form(request: Request) -> FormData:
    """The fields of a form that one of our pages sent.

    The server has refused other sites' already; here a browser must have said that it is ours.

    Raises:
        CrossOrigin: nothing says where it came from
    """
    if not any(name in request.headers for name in ("origin", "sec-fetch-site", "authorization")):
        raise CrossOrigin(
            "nothing says which page this form came from", hint="programs ask under /api/v1, with JSON"
        )
    return await request.form(max_files=4, max_fields=_FIELDS, max_part_size=MOST_BYTES)


def field(fields: FormData, name: str) -> str:
    """What stands in a field of a form, without white space around it; empty where there is no such text."""
    found = fields.get(name)
    return found.replace("\r\n", "\n").strip() if isinstance(found, str) else ""


def error_page(request: Request, status: int, said: Problem) -> Response:
    """An error as a page, in the words of the interface for programs.

    Who has no token, or one that opens nothing, is asked for one, and comes back to where they wanted to go.
    """
    if status == HTTPStatus.UNAUTHORIZED and request.method in {"GET", "HEAD"}:
        wanted = request.url.path + (f"?{request.url.query}" if request.url.query else "")
        answer: Response = see(f"/sign-in?to={quote(wanted, safe='')}")
        if COOKIE in request.cookies:
            answer.delete_cookie(COOKIE, httponly=True, samesite="strict")
        return answer
    values = {"said": said, "status": status, "phrase": HTTPStatus(status).phrase}
    return page(request, "error.html.j2", values, title=HTTPStatus(status).phrase, status=status)
