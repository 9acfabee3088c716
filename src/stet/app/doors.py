"""The doors of a run, made from its spec: what it searches, reads with, writes to, and who plays its roles."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from stet.adapters.fetch.documents import DocumentFetch
from stet.adapters.search.documents import DocumentSearch
from stet.app.request import QUOTE, profile_in
from stet.domain.events import Failed, Noted, PageFailed, Spoke
from stet.domain.evidence import Fetched, Hit
from stet.domain.question import Plan
from stet.domain.run import RunSpec
from stet.errors import BadAnswer, ReplayMiss
from stet.journal import Journal, Recorder
from stet.ports import Embed, Engine, Fetch, Model
from stet.research.tools import Chain, Fallback, Frozen, Tools

if TYPE_CHECKING:
    from stet.adapters.corpus import Corpus
    from stet.app.app import App
    from stet.store.sql import SqlStore

_SHOWN_SKIPS = 500


class Place(NamedTuple):
    """Where a run goes on: the application, the store, and what it writes its events with."""

    app: "App"
    store: "SqlStore"
    run: str
    spec: RunSpec
    recorder: Recorder


def tools_of(place: Place, corpus: "Corpus | None") -> Tools:
    """Everything a step may use; while the application's web is in use, where the run reads the web."""
    app, spec, web = place.app, place.spec, place.spec.web
    profile = profile_in(spec)
    readers = [app.web.reader(name, spec.today) for name in web.fetchers] if web else []
    documents = DocumentFetch(corpus, app.clock) if corpus is not None else None
    journal = Journal(place.store, place.run, spec.budget, app.clock)
    return Tools(
        searches=(
            *((Chain((DocumentSearch(corpus),)),) if corpus is not None else ()),
            *(app.web.chains(web, profile) if web else ()),
        ),
        fetch=_either(documents, readers),
        fallbacks=readers[1:],
        engine=app.engine(place, journal),
        journal=journal,
        recorder=place.recorder,
        pages=place.store,
        profile=profile,
        clock=app.clock,
        budget=spec.budget,
        today=spec.today,
        level=spec.level,
        before=tuple(_known_before(corpus)) if corpus is not None else (),
        given=tuple(document.path for document in corpus.documents) if corpus is not None else (),
        exclude_sites=web.exclude_sites if web else (),
        since=web.since if web else None,
        lang=web.lang if web else None,
        max_age=web.max_age if web else 0.0,
        embed=embed_of(spec),
        frozen=frozen_of(place),
    )


def engine_of(place: Place, journal: Journal, *, recorded: bool = False) -> Engine:
    """Who plays the roles; `recorded` for a replay, in which nobody is asked."""
    if place.spec.engine == QUOTE:
        from stet.engines.quote import quote_engine

        return quote_engine()
    from stet.app.models import Recorded
    from stet.engines.model import model_engine

    def note(event: Noted | Spoke) -> None:
        place.recorder.emit(event)

    if place.spec.native is not None:
        return replace(
            model_engine({}, journal, note, today=place.spec.today, salt=place.run),
            memory=place.app.models.native(place.spec, journal, note, recorded=recorded),
        )
    make = Recorded if recorded else place.app.models.talking
    models: dict[str, Model] = {role.role: make(role) for role in place.spec.models}

    ended = (e.message for e in place.recorder.recorded if isinstance(e, Failed) and e.code == BadAnswer.code)
    return model_engine(models, journal, note, today=place.spec.today, salt=place.run, ended=ended)


async def planned(app: "App", spec: RunSpec) -> Plan:
    """The plan that a model makes, outside any run: its calls are kept nowhere."""
    from stet.store import open_store

    with TemporaryDirectory() as folder, closing(open_store(str(Path(folder) / "plan.sqlite"))) as store:
        run = store.create(spec, app.clock.now())
        place = Place(app, store, run, spec, Recorder(store, run, app.clock))
        engine = app.engine(place, Journal(store, run, spec.budget, app.clock))
        return await engine.planner.plan(spec.question)


def embed_of(spec: RunSpec) -> Embed | None:
    """The model that ranks passages by meaning, where the run has one."""
    if spec.embed is None:
        return None
    from stet.adapters.semantic import MiniLM

    return MiniLM()


def frozen_of(place: Place) -> Frozen | None:
    """What another run read, where this one writes from that."""
    if place.spec.frozen is None:
        return None
    run = place.spec.frozen
    return Frozen(
        events=tuple(stamped.event for stamped in place.store.events(run)), calls=place.store.calls(run)
    )


class Nowhere:
    """The Fetch port of a run that reads nothing."""

    async def fetch(self, hit: Hit, known: Fetched | None = None) -> Fetched:
        """See `stet.ports.Fetch`.

        Raises:
            ReplayMiss: always
        """
        raise ReplayMiss(f"{hit.url} was not read then, and is not read now")


def _either(documents: Fetch | None, readers: Sequence[Fallback]) -> Fetch:
    """The first reader of pages, the documents, or both; a run over frozen evidence has none."""
    if not readers:
        return documents or Nowhere()
    from stet.app.web import Either

    return Either(documents, readers[0].fetch)


def _known_before(corpus: "Corpus") -> Iterator[PageFailed | Noted]:
    """Documents that could not be read, as failed pages of round 0, and how much there is to read."""
    for skipped in corpus.skipped[:_SHOWN_SKIPS]:
        hit = Hit(url=skipped.path, path=skipped.path, provider="documents", rank=0)
        yield PageFailed(round=0, hit=hit, status=skipped.status, reason=skipped.reason)
    total, left = len(corpus.documents), len(corpus.skipped)
    shown = f" (the first {_SHOWN_SKIPS} of these are listed)" if left > _SHOWN_SKIPS else ""
    yield Noted(code="corpus", message=f"The given documents: {total} can be read, {left} cannot{shown}.")
    for note in corpus.notes:
        yield Noted(code="corpus", message=note)
