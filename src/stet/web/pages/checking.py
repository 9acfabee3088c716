"""The page that checks a cited text by anyone: pasted or uploaded, by code alone, with nothing fetched.

What was found is kept for a while in this process, for who asked, so that its page can be loaded anew; nothing of it is
written to the store.
"""

import re
import secrets
from collections import OrderedDict
from threading import Lock
from typing import Final, NamedTuple

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import Response
from starlette.datastructures import FormData, UploadFile

from stet.app.checking import Checked
from stet.app.checking_asked import PASTED, checking_for
from stet.app.place import Place
from stet.app.tokens import Who, refuse_without
from stet.domain.base import Value
from stet.errors import BadSetting, NotFound, StetError
from stet.report import words
from stet.report.checked_html import shown_of
from stet.report.clean import short
from stet.web.api.checks import MOST_CHARACTERS
from stet.web.api.reading import heavy
from stet.web.auth import Caller
from stet.web.errors import Problem, told
from stet.web.pages.shell import field, form, json_page, page, see

_MOST_KEPT: Final = 32
_LONGEST_NAME: Final = 120
_NO_NAME = re.compile(r"[\x00-\x1f\x7f/\\:]")


class ToCheck(Value):
    """What is to be checked, and what on: a text or a file, a corpus of the operator's, a run of theirs."""

    name: str
    raw: bytes
    text: str = ""
    corpus: str = ""
    run: str = ""


class _Entry(NamedTuple):
    owner: str | None
    checked: Checked


class Kept:
    """The texts that were checked last, under ids that cannot be guessed; each is for who had it checked."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._entries: OrderedDict[str, _Entry] = OrderedDict()

    def put(self, who: Who, checked: Checked) -> str:
        """Keep what was found, and return its id."""
        name = secrets.token_hex(12)
        with self._lock:
            self._entries[name] = _Entry(who.token, checked)
            while len(self._entries) > _MOST_KEPT:
                self._entries.popitem(last=False)
        return name

    def get(self, who: Who, name: str) -> Checked:
        """What was found of a text.

        Raises:
            NotFound: nothing of this id is kept for them
        """
        with self._lock:
            found = self._entries.get(name)
        if found is None or found.owner != who.token:
            raise NotFound("this check is not kept any more", hint="check the text again")
        return found.checked


def routes(place: Place) -> APIRouter:
    """The routes of checking."""
    router = APIRouter()
    kept = Kept()

    @router.get("/check")
    def check(request: Request, who: Caller, run: str = "", corpus: str = "") -> Response:
        return _form(request, place, who, ToCheck(name="", raw=b"", run=run[:40], corpus=corpus[:64]))

    @router.post("/check")
    async def checked(request: Request, who: Caller) -> Response:
        async with _Fields(request) as fields:
            said = await _said(fields)
        try:
            found = await to_thread.run_sync(_found, place, who, said)
        except StetError as error:
            status, problem = told(error, place)
            return await to_thread.run_sync(_form, request, place, who, said, problem, status)
        return see(f"/check/{kept.put(who, found)}")

    @router.post("/check.json")
    async def checked_json(request: Request, who: Caller) -> Response:
        async with _Fields(request) as fields:
            said = await _said(fields)
        return json_page((await to_thread.run_sync(_found, place, who, said)).found)

    @router.get("/check/{name}.json")
    def result_json(name: str, who: Caller) -> Response:
        return json_page(kept.get(who, name).found)

    @router.get("/check/{name}")
    def result(request: Request, name: str, who: Caller) -> Response:
        checked = kept.get(who, name)
        values = {**shown_of(checked.found, checked.text), "name": name}
        return page(
            request, "checked-page.html.j2", values, title=f"{words.heading(checked.found.file)}, checked"
        )

    return router


class _Fields:
    """The fields of a form, whose files are closed afterwards."""

    def __init__(self, request: Request) -> None:
        self._request = request
        self._fields = FormData()

    async def __aenter__(self) -> FormData:
        self._fields = await form(self._request)
        return self._fields

    async def __aexit__(self, *_: object) -> None:
        await self._fields.close()


async def _said(fields: FormData) -> ToCheck:
    file, text = fields.get("file"), field(fields, "text")
    name, raw = PASTED, b""
    if isinstance(file, UploadFile) and file.filename:
        name, raw = _name(file.filename), await file.read()
    return ToCheck(
        name=name, raw=raw, text=text, corpus=field(fields, "corpus")[:64], run=field(fields, "run")[:40]
    )


def _name(given: str) -> str:
    """The name of a file without its folders: it is shown, says what kind of file it is, and opens nothing."""
    return short(_NO_NAME.split(given)[-1].strip(". "), _LONGEST_NAME) or PASTED


def _found(place: Place, who: Who, said: ToCheck) -> Checked:
    """What is found of a text; as `stet check` finds it, but nothing is fetched and nobody judges.

    Raises:
        BadSetting: there is no text, two of them, or too much of it
        StetError: it cannot be read, or what it is to be checked on is not there
    """
    refuse_without(who, "read")
    if bool(said.text) == bool(said.raw):
        raise BadSetting("paste a text or choose a file, and not both" if said.raw else "there is no text")
    if len(said.text) > MOST_CHARACTERS:
        raise BadSetting(f"the text has more than {MOST_CHARACTERS:,} characters", hint="check it in parts")
    raw = said.raw or said.text.encode("utf-8", "replace")
    work = checking_for(place, who, raw, name=said.name, corpus=said.corpus or None, run=said.run or None)
    with heavy():
        return work()


def _form(
    request: Request,
    place: Place,
    who: Who,
    said: ToCheck,
    problem: Problem | None = None,
    status: int = 200,
) -> Response:
    values: dict[str, object] = {
        "said": said,
        "problem": problem,
        "corpora": place.offer.corpora,
        "runs": place.runs(who, 20) if who.may("read") else (),
        "admin": who.admin,
        "most": f"{MOST_CHARACTERS:,}",
        "words": words,
    }
    return page(request, "checking.html.j2", values, title="Check a text", status=status)
