"""What people decide on claims, by a form: kept beside what the program decided, as `stet review` keeps it."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Final
from urllib.parse import quote

from anyio import to_thread
from fastapi import APIRouter, Request
from fastapi.responses import Response

from stet.app.place import Place
from stet.app.tokens import Who, refuse_without
from stet.domain.claims import Action
from stet.domain.people import MOST_NAME, MOST_NOTE, PersonDecision, Verdict
from stet.errors import BadSetting
from stet.report.clean import one_line
from stet.saved import decide
from stet.web.auth import Caller
from stet.web.pages.reading import NAME, Opened, claim_of, opened, reader_of
from stet.web.pages.shell import field, form, see

_YEAR: Final = 365 * 86_400
_FIELDS: Final = ("verdict", "action", "note", "name")


def routes(place: Place) -> APIRouter:
    """The route of the form."""
    router = APIRouter()

    @router.post("/r/{run}/claims/{key}/decide")
    async def decided(request: Request, run: str, key: str, who: Caller) -> Response:
        fields = await form(request)
        said = {name: field(fields, name) for name in _FIELDS}
        after = await to_thread.run_sync(_decide, request, place, who, run, key, said)
        return _onwards(request, after, key, said["name"], onwards=field(fields, "then") == "next")

    return router


def _decide(request: Request, place: Place, who: Who, run: str, key: str, said: Mapping[str, str]) -> Opened:
    """Keep it; the run as it is opened from then on.

    Raises:
        NotAllowed: they may not decide
        NotFound: no such run for them, or no such claim
        BadSetting: the form says something that cannot be said
    """
    refuse_without(who, "run")
    found = opened(request, place, who, run)
    claim = claim_of(found, key).key
    reader = reader_of(request, place, who)
    name = reader.name if reader.given else one_line(said["name"])
    decide(place.store, found.record.id, _decision(place, claim, name or "", said))
    # What they have not checked is counted under the name that they gave now.
    return replace(opened(request, place, who, run), reader=replace(reader, name=name))


def _decision(place: Place, claim: str, name: str, said: Mapping[str, str]) -> PersonDecision:
    verdict, action, note = said["verdict"], said["action"], said["note"]
    if verdict not in list(Verdict):
        raise BadSetting("nothing was said of the claim", hint=f"one of: {', '.join(Verdict)}")
    if action and action not in list(Action):
        raise BadSetting("there is no such action", hint=f"one of: {', '.join(Action)}")
    if not name or len(name) > MOST_NAME:
        raise BadSetting(
            "a decision needs the name of who decides",
            hint=f"fill in your name, at most {MOST_NAME} characters",
        )
    if len(note) > MOST_NOTE:
        raise BadSetting(f"the note has {len(note):,} characters", hint=f"{MOST_NOTE:,} is the most")
    return PersonDecision(
        claim=claim,
        verdict=Verdict(verdict),
        action=Action(action) if action else None,
        note=note or None,
        name=name,
        at=place.app.clock.now(),
    )


def _onwards(request: Request, run: Opened, key: str, name: str, *, onwards: bool) -> Response:
    """To the claim, or to the next one that is not checked; the name is kept for the next time."""
    asked = one_line(name)
    left = [entry.key for entry in run.unchecked if entry.key != key]
    goal = left[0] if onwards and left else key
    answer = see(f"{run.root}/claims/{quote(goal, safe='')}")
    if asked and not run.reader.given:
        secure = request.headers.get("origin", "").lower().startswith("https://")
        answer.set_cookie(
            NAME, quote(asked, safe=""), max_age=_YEAR, httponly=True, samesite="strict", secure=secure
        )
    return answer
