"""The pages of the operator's corpora: what there is, and of each what can be read and what was skipped, and why."""

from datetime import date
from pathlib import PurePath
from typing import Final, Literal

from fastapi import APIRouter, Request
from fastapi.responses import Response
from pydantic import ConfigDict, Field

from stet.app.place import Place
from stet.app.tokens import Who, refuse_without
from stet.domain.base import Value
from stet.domain.evidence import PageStatus
from stet.errors import NotFound
from stet.report import words
from stet.web.api.reading import heavy
from stet.web.auth import Caller
from stet.web.pages.shell import json_page, page

MOST_SHOWN: Final = 500
"""Documents, and skipped files, that are listed one by one."""


class CorpusNames(Value):
    """What the operator offers: schema `stet.corpora/1`."""

    schema_: Literal["stet.corpora/1"] = Field(default="stet.corpora/1", alias="schema")
    corpora: tuple[str, ...]

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)


class CorpusDocument(Value):
    """A document that can be read; `path` is within the corpus, `size` counts bytes."""

    path: str
    size: int
    title: str | None
    published_at: date | None
    published_from: str | None


class CorpusSkipped(Value):
    """A file that cannot be used, and why."""

    path: str
    status: PageStatus
    reason: str


class CorpusSeen(Value):
    """A corpus as a run would see it: schema `stet.corpus/1`. `total` and `left_out` count all of them."""

    schema_: Literal["stet.corpus/1"] = Field(default="stet.corpus/1", alias="schema")
    name: str
    total: int
    size: int
    left_out: int
    documents: tuple[CorpusDocument, ...]
    skipped: tuple[CorpusSkipped, ...]
    notes: tuple[str, ...]

    model_config = ConfigDict(populate_by_name=True, serialize_by_alias=True)


def routes(place: Place) -> APIRouter:
    """The routes of corpora."""
    router = APIRouter()

    @router.get("/corpora")
    def corpora(request: Request, who: Caller) -> Response:
        values = {"names": place.offer.corpora, "may_read": who.may("read")}
        return page(request, "corpora.html.j2", values, title="Corpora")

    @router.get("/corpora.json")
    def corpora_json(who: Caller) -> Response:
        del who
        return json_page(CorpusNames(corpora=place.offer.corpora))

    @router.get("/corpora/{name}.json")
    def corpus_json(name: str, who: Caller) -> Response:
        return json_page(_seen(place, who, name))

    @router.get("/corpora/{name}")
    def corpus(request: Request, name: str, who: Caller) -> Response:
        seen = _seen(place, who, name)
        values = {"seen": seen, "words": words, "most": MOST_SHOWN}
        return page(request, "corpus.html.j2", values, title=f"Corpus {words.heading(name)}")

    return router


def _seen(place: Place, who: Who, name: str) -> CorpusSeen:
    """A corpus, scanned now; only what changed since the last time is read.

    Raises:
        NotFound: the operator offers none of this name, or its folder is not there
        NotAllowed: they may not read
        Busy: too much is being read at this moment
    """
    refuse_without(who, "read")
    if name not in place.offer.corpora:
        raise NotFound("there is no such corpus", hint="see what the operator offers: /corpora")
    folder = place.folder(name)
    with heavy():
        corpus = place.app.corpus([folder], place.app.clock.now().date())
        corpus.close()

    def within(path: str) -> str:
        place_in = PurePath(path)
        return place_in.relative_to(folder).as_posix() if place_in.is_relative_to(folder) else place_in.name

    return CorpusSeen(
        name=name,
        total=len(corpus.documents),
        size=sum(document.size for document in corpus.documents),
        left_out=len(corpus.skipped),
        documents=tuple(
            CorpusDocument(
                path=within(each.path),
                size=each.size,
                title=each.title,
                published_at=each.published_at,
                published_from=each.published_from,
            )
            for each in corpus.documents[:MOST_SHOWN]
        ),
        skipped=tuple(
            CorpusSkipped(
                path=within(each.path), status=each.status, reason=each.reason.replace(folder, name)
            )
            for each in corpus.skipped[:MOST_SHOWN]
        ),
        notes=tuple(note.replace(folder, name) for note in corpus.notes),
    )
