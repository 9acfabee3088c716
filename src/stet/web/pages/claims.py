"""A claim's page: its words in context, why it was decided so, what people say of it, and how it was made."""

from typing import Final

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stet.app.place import Place
from stet.domain.base import Value
from stet.domain.claims import Action, LedgerEntry
from stet.domain.people import MOST_NAME, MOST_NOTE, PersonDecision, Verdict, standing
from stet.report.clean import one_line
from stet.web.auth import Caller
from stet.web.pages.making import Made, made_of
from stet.web.pages.reading import Opened, claim_of, opened, texts_of
from stet.web.pages.report import tab
from stet.web.pages.shell import json_page

SAID: Final = {
    Verdict.AGREE: "I agree",
    Verdict.DISAGREE: "I disagree",
    Verdict.UNCLEAR: "It is unclear",
}
ACTIONS: Final = {
    Action.ACCEPT: "keep it",
    Action.NARROW: "narrow it",
    Action.INVESTIGATE: "look for more",
    Action.LABEL_INFERENCE: "label it as an inference",
    Action.REMOVE: "take it out",
}
"""What a person may ask to be done with a claim; nothing does it by itself."""


class ClaimPage(Value):
    """A claim, what people said of it, and the steps that led to it."""

    run: str
    claim: LedgerEntry
    people: tuple[PersonDecision, ...]
    made: tuple[Made, ...]


def routes(place: Place) -> APIRouter:
    """The routes of a claim."""
    router = APIRouter()

    @router.get("/r/{run}/claims/{key}.json")
    def claim_json(request: Request, run: str, key: str, who: Caller) -> Response:
        found = opened(request, place, who, run)
        entry = claim_of(found, key)
        said = found.report.people.decisions if found.report.people else ()
        value = ClaimPage(
            run=found.record.id,
            claim=entry,
            people=tuple(each for each in said if each.claim == entry.key),
            made=made_of(place, found, entry),
        )
        return json_page(value)

    @router.get("/r/{run}/claims/{key}")
    def claim(request: Request, run: str, key: str, who: Caller) -> Response:
        found = opened(request, place, who, run)
        return _page(request, place, found, claim_of(found, key))

    return router


def _page(request: Request, place: Place, run: Opened, entry: LedgerEntry) -> Response:
    report = run.report
    shown = run.shown(texts_of(place, run, {quote.source for quote in entry.quotes}))
    # The sentences are gone through first: a claim's entry leads back to where it is cited.
    for sentences in (report.answer, *(section.sentences for section in report.sections)):
        shown.lines(sentences)
    order = [each.key for each in report.claims]
    at = order.index(entry.key)
    values: dict[str, object] = {
        "claim": shown.claim(at + 1, entry),
        "before": shown.claim_href(order[at - 1]) if at else None,
        "after": shown.claim_href(order[at + 1]) if at + 1 < len(order) else None,
        "said": SAID,
        "actions": ACTIONS,
        "most_note": MOST_NOTE,
        "most_name": MOST_NAME,
        "mine": _mine(run, entry),
        "made": made_of(place, run, entry),
    }
    return tab(request, run, "claim.html.j2", f"claims/{one_line(entry.key)}", values)


def _mine(run: Opened, entry: LedgerEntry) -> PersonDecision | None:
    """What the reader said of the claim last."""
    said = standing(run.report.people.decisions) if run.report.people else ()
    mine = (each for each in said if each.claim == entry.key and each.name == run.reader.name)
    return next(mine, None)
