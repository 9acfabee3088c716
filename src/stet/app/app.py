"""The only place that knows both sides: settings in, adapters into ports, a report out."""

import asyncio
import sys
from collections.abc import Callable, Generator, Sequence
from contextlib import closing, contextmanager, nullcontext
from datetime import UTC, date, datetime
from functools import cached_property
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from stet.app.alone import alone
from stet.app.heap import settle
from stet.app.request import (
    MODEL,
    QUOTE,
    Operator,
    Request,
    check_engine,
    frozen_spec,
    spec_of,
    with_models_of,
)
from stet.domain.events import Failed, Resumed, Stamped
from stet.domain.question import Plan
from stet.domain.report import Report
from stet.domain.run import Level, RunSpec, RunStatus
from stet.errors import NotFound, StetError
from stet.ports import Clock, Engine
from stet.saved import refuse_purged, report_of, with_people

if TYPE_CHECKING:
    from stet.adapters.corpus import Corpus
    from stet.app.doors import Place
    from stet.app.models import Models
    from stet.app.web import Web
    from stet.journal import Journal
    from stet.store.sql import SqlStore

Listener = Callable[[Stamped], None]


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """See `stet.ports.Clock`."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """See `stet.ports.Clock`."""
        return monotonic()


class App:
    """Everything behind the interfaces; one a process is enough.

    `home` is the folder that holds the store and the indexes; `store` is a path or URL, by default a file in
    `home`. Runs that go on at the same time share connections, turns and robots rules. `own_process`: nothing else
    of weight lives in this process.
    """

    def __init__(
        self,
        home: Path,
        store: str | None = None,
        *,
        clock: Clock | None = None,
        operator: Operator | None = None,
        own_process: bool = False,
    ) -> None:
        self.home = home
        self.store_url = store or str(home / "stet.sqlite")
        self.clock = clock or SystemClock()
        self.operator = operator or Operator()
        self._own_process, self._loaded = own_process, False

    @cached_property
    def web(self) -> "Web":
        """The way to the web; made when it is first needed."""
        from stet.app.web import Web

        return Web(self.operator, self.clock)

    @cached_property
    def models(self) -> "Models":
        """The way to models; made when it is first needed."""
        from stet.app.models import Models

        return Models(self.operator)

    @contextmanager
    def store(self) -> "Generator[SqlStore]":
        """The store, open for as long as the block lasts.

        Raises:
            StoreError: it cannot be used
        """
        from stet.store import open_store

        store = open_store(self.store_url)
        try:
            yield store
        finally:
            store.close()

    def corpus(self, documents: Sequence[str], today: date) -> "Corpus":
        """The documents, scanned and indexed; only what changed is read.

        Raises:
            NotFound: a folder or file does not exist
        """
        from stet.adapters.corpus import Corpus

        return Corpus.open([Path(d) for d in documents], index_folder=self.home / "indexes", today=today)

    async def plan(self, request: Request) -> Plan:
        """The checklist and the first queries that a run would begin with; nothing is searched or stored.

        Raises:
            StetError: what was asked cannot be done
        """
        spec = self.spec(request)
        if request.engine == QUOTE:
            from stet.engines.quote import quote_engine

            return await quote_engine().planner.plan(spec.question)
        from stet.app.doors import planned

        return await planned(self, spec)

    async def ask(
        self,
        request: Request,
        listeners: Sequence[Listener] = (),
        begun: Callable[[str], None] | None = None,
    ) -> Report:
        """Start a run and see it through.

        `begun` is told the run's id as soon as there is one, from which on the run can be resumed: after the
        documents were read, so that a folder with nothing in it leaves no run behind.

        Raises:
            StetError: what was asked cannot be done, or the run could not go on
        """
        spec = self.spec(request)
        with self.store() as store, self.readable(spec) as corpus:
            run = store.create(spec, self.clock.now())
            with alone(self.home, run):
                if begun is not None:
                    begun(run)
                return await self._run(store, run, spec, corpus, listeners)

    def spec(self, request: Request) -> RunSpec:
        """The spec that a run would have; on frozen evidence it has the question and date of the other run.

        Raises:
            StetError: what was asked cannot be done
        """
        past: RunSpec | None = None
        if request.frozen is not None:
            with self.store() as store:
                record = store.run(request.frozen)
                refuse_purged(store, record.id)
                past = record.spec.model_copy(update={"frozen": record.id})
        models, prompts = (), ()
        if request.native is not None:
            request = request.model_copy(update={"engine": MODEL})
        check_engine(request)
        if past is not None:
            request = with_models_of(request, past)
        if request.engine == MODEL:
            from stet.prompts import all_hashes

            models, prompts = self.models.chosen(request), all_hashes()
        if past is None:
            return spec_of(request, self.clock.now().date(), self.operator, models, prompts)
        return frozen_spec(request, past, self.operator, models, prompts)

    async def resume(
        self, run: str, listeners: Sequence[Listener] = (), begun: Callable[[str], None] | None = None
    ) -> Report:
        """Go on with a run that was interrupted or failed; one that is done gives its report again.

        Raises:
            NotFound: no such run, or its documents are not where they were
            UnderWay: another program goes on with it
        """
        with self.store() as store:
            record = store.run(run)
            rests = record.status is not RunStatus.DONE
            with alone(self.home, record.id) if rests else nullcontext():
                if begun is not None:
                    begun(record.id)
                record = store.run(record.id)  # as who went on with it until now has left it
                if record.status is RunStatus.DONE:
                    return with_people(store, report_of(store, record.id))
                refuse_purged(store, record.id)
                spec = record.spec
                _refuse_elsewhere(record.id, spec)
                with self.readable(spec) as corpus:
                    return await self._run(store, record.id, spec, corpus, listeners, resumed=True)

    async def replay(self, run: str) -> Report:
        """Make a stored run again, with no outside call and nothing written: the same report, byte for byte.

        Raises:
            NotFound: no such run, or it is not done
            ReplayMiss: the run asks for what it never asked for then
            IntegrityError: the report is another one now
        """
        from stet.app.again import made_again

        with self.store() as store:
            return with_people(store, await made_again(self, store, store.run(run)))

    def engine(self, place: "Place", journal: "Journal", *, recorded: bool = False) -> Engine:
        """Who plays the roles of a run; `recorded` for a replay, in which nobody is asked."""
        from stet.app.doors import engine_of

        return engine_of(place, journal, recorded=recorded)

    @contextmanager
    def readable(self, spec: RunSpec) -> "Generator[Corpus | None]":
        """The documents of a run, of which at least one can be read; None where it has none.

        Raises:
            NotFound: one does not exist, or nothing in them can be read
        """
        if not spec.documents:
            yield None
            return
        with closing(self.corpus(spec.documents, spec.today)) as corpus:
            if not corpus.documents:
                given = ", ".join(spec.documents)
                raise NotFound(
                    f"nothing in {given} can be read",
                    hint=f"see why with: stet docs {' '.join(spec.documents)}",
                )
            yield corpus

    async def _run(
        self,
        store: "SqlStore",
        run: str,
        spec: RunSpec,
        corpus: "Corpus | None",
        listeners: Sequence[Listener],
        *,
        resumed: bool = False,
    ) -> Report:
        from stet.app.doors import Place, tools_of
        from stet.journal import Recorder
        from stet.research.run import research

        if self._own_process and self._loaded:  # an earlier run has loaded what runs need
            settle()
        recorder = Recorder(store, run, self.clock, listeners)
        place = Place(self, store, run, spec, recorder)
        # Whatever ends the run early, a bug too, is written down before it goes on up.
        status, outcome = RunStatus.FAILED, "bug"
        try:
            store.update_run(run, RunStatus.RUNNING, None, self.clock.now())
            if resumed:
                finished = sum(call.state == "done" for call in store.calls(run))
                recorder.emit(Resumed(calls=finished))
            async with self.web.in_use() if spec.web else nullcontext():
                if spec.web and spec.level is not Level.SINGLE and spec.frozen is None:
                    self.web.get_ready()
                report = await research(tools_of(place, corpus), run, spec)
            status, outcome = RunStatus.DONE, report.outcome.value
        except (KeyboardInterrupt, asyncio.CancelledError):
            status, outcome = RunStatus.INTERRUPTED, None
            raise
        except StetError as error:
            outcome = error.code
            raise
        finally:
            self._loaded = True
            store.update_run(run, status, outcome, self.clock.now())
            if outcome == "bug":
                # `research` records its own errors; whoever follows the events must hear of ours too.
                what = f"a fault in stet ({type(sys.exception()).__name__})"
                recorder.emit(Failed(code="bug", message=what))
        return with_people(store, report)


def _refuse_elsewhere(run: str, spec: RunSpec) -> None:
    if Path.cwd() != Path(spec.folder) and not all(Path(d).is_absolute() for d in spec.documents):
        raise NotFound(
            f"run {run} reads its documents from another folder",
            hint=f"cd {spec.folder} and resume there",
        )
