"""Files of a report to take away: every format, and the bundle of the whole run."""

from collections.abc import Mapping
from importlib.util import find_spec
from typing import Final
from urllib.parse import quote

from fastapi import APIRouter, Request
from fastapi.responses import Response

from stet.app.place import Place
from stet.errors import NotFound
from stet.evaluate.bundle import bundle
from stet.report.extra import MODULES
from stet.report.formats import FORMATS, exported
from stet.report.names import file_name
from stet.web.api.reading import heavy
from stet.web.auth import Caller
from stet.web.pages.reading import Opened, opened, texts_of

KINDS: Final[Mapping[str, str]] = {
    "html": "One page, with everything in it",
    "md": "Markdown",
    "csv": "Ledger, CSV",
    "json": "JSON",
    "csl": "Sources, CSL-JSON",
    "bibtex": "Sources, BibTeX",
    "ris": "Sources, RIS",
    "annotations": "Quotes, W3C annotations",
    "docx": "DOCX",
    "pdf": "PDF",
    "bundle": "The whole run, as a bundle",
    "bundle-with-pages": "The whole run, with the saved pages",
}
"""What each is called on a page, in the order in which they stand there."""
_BUNDLES: Final[Mapping[str, bool]] = {"bundle": False, "bundle-with-pages": True}
"""Whether a bundle holds the saved pages, without which its quotes cannot be found again."""


def offered() -> Mapping[str, str]:
    """The kinds that can be made here: some need a package that may not be installed."""
    return {
        form: name
        for form, name in KINDS.items()
        if form not in MODULES or find_spec(MODULES[form]) is not None
    }


def routes(place: Place) -> APIRouter:
    """The routes of the files."""
    router = APIRouter()

    @router.get("/r/{run}/export/{form}")
    def export(request: Request, run: str, form: str, who: Caller) -> Response:
        found = opened(request, place, who, run)
        if form in _BUNDLES:
            with heavy():
                data = bundle(place.store, found.record.id, snapshots=_BUNDLES[form])
            return _file(found, data, "zip", "application/zip")
        known = FORMATS.get(form)
        if known is None or form not in KINDS:
            raise NotFound("there is no such format", hint=f"there are: {', '.join(KINDS)}")
        texts = texts_of(place, found, {source.id for source in found.report.sources})
        with heavy():
            data = exported(found.report, form, texts)
        return _file(found, data, known.ending, known.media_type)

    return router


def _file(run: Opened, data: bytes, ending: str, media_type: str) -> Response:
    """To be kept, never shown: nothing in it can act here."""
    name = file_name(run.report.question, ending)
    # RFC 6266: a plain name for all, and the whole of it for those who read UTF-8.
    plain = name.encode("ascii", "ignore").decode() if name.isascii() else f"report.{ending}"
    headers = {
        "Content-Disposition": f"attachment; filename=\"{plain}\"; filename*=UTF-8''{quote(name, safe='')}"
    }
    return Response(data, media_type=media_type, headers=headers)
