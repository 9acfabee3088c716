"""The route that checks a cited text by anyone."""

from typing import Annotated

from anyio import to_thread
from fastapi import APIRouter, Response
from pydantic import Field

from stet.app.checking_asked import checking_for
from stet.domain.base import Value
from stet.report.checked import CheckedText
from stet.web.api.reading import heavy
from stet.web.auth import At, Caller
from stet.web.errors import errors
from stet.web.place import Place, Who

router = APIRouter(tags=["checking"])

MOST_CHARACTERS = 200_000


class ToCheck(Value):
    """A text and what it is checked on: a corpus of the operator's, a run of yours whose report it is, or both.

    Without either only the citing itself is looked at; an admin's text is checked on all pages that are saved.
    """

    text: Annotated[str, Field(min_length=1, max_length=MOST_CHARACTERS)]
    corpus: Annotated[str, Field(max_length=64)] | None = None
    run: Annotated[str, Field(max_length=40)] | None = None


@router.post("/check", response_model=CheckedText, responses=errors(404))
async def check(asked: ToCheck, who: Caller, place: At) -> Response:
    """Check a cited text in Markdown: what `stet check --json` prints. Code alone checks, nothing is fetched."""
    found = await to_thread.run_sync(_checked, place, who, asked)
    return Response(found, media_type="application/json")


def _checked(place: Place, who: Who, asked: ToCheck) -> str:
    """What was found, as JSON text: of a long text it is megabytes, which are written here beside everybody else."""
    work = checking_for(place, who, asked.text.encode(), corpus=asked.corpus, run=asked.run)
    with heavy():
        return work().found.model_dump_json()
