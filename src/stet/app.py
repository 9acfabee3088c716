"""The only place that knows both sides: settings in, adapters into ports, a report out."""

import asyncio
import sys
from collections.abc import Callable, Generator, Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import UTC, date, datetime
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING

from stet._version import __version__
from stet.confidence.profile import Profile, load_profile
from stet.domain.base import Value, canonical_json
from stet.domain.budget import Budget
from stet.domain.events import Failed, Noted, PageFailed, Resumed, Stamped
from stet.domain.evidence import Hit
from stet.domain.question import Plan
from stet.domain.report import Report
from stet.domain.run import Level, RunSpec, RunStatus
from stet.errors import BadQuestion, BadSetting, NotFound, StetError
from stet.ports import Clock, Engine
from stet.saved import report_of

if TYPE_CHECKING:
    from stet.adapters.corpus import Corpus
    from stet.journal import Recorder
    from stet.research.tools import Tools
    from stet.store.sql import SqlStore

LONGEST_QUESTION = 4000
"""Characters; more than this is material, and material belongs in a document."""

DEFAULT_PROFILE = "general"
_SHOWN_SKIPS = 500

Listener = Callable[[Stamped], None]


class SystemClock:
    """The machine's own clock."""

    def now(self) -> datetime:
        """See `stet.ports.Clock`."""
        return datetime.now(UTC)

    def monotonic(self) -> float:
        """See `stet.ports.Clock`."""
        return monotonic()


class Request(Value):
    """What a person asks for.

    `documents` are folders and files; `profile` None takes the folder's own, else `general`.
    """

    question: str
    documents: tuple[str, ...]
    level: Level = Level.REVIEWED
    engine: str = "quote"
    profile: str | None = None
    budget: Budget = Budget()
    today: date | None = None


class App:
    """Everything behind the interfaces; one a process is enough.

    `home` is the folder that holds the store and the indexes; `store` is a path or URL, by default a file in
    `home`.
    """

    def __init__(self, home: Path, store: str | None = None, *, clock: Clock | None = None) -> None:
        self.home = home
        self.store_url = store or str(home / "stet.sqlite")
        self.clock = clock or SystemClock()

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
        spec = self._spec(request)
        return await self._engine().planner.plan(spec.question)

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
        spec = self._spec(request)
        with self.store() as store, closing(self._readable(spec)) as corpus:
            run = store.create(spec, self.clock.now())
            if begun is not None:
                begun(run)
            return await self._run(store, run, spec, corpus, listeners)

    async def resume(
        self, run: str, listeners: Sequence[Listener] = (), begun: Callable[[str], None] | None = None
    ) -> Report:
        """Go on with a run that was interrupted or failed; one that is done gives its report again.

        Raises:
            NotFound: no such run, or its documents are not where they were
        """
        with self.store() as store:
            record = store.run(run)
            if begun is not None:
                begun(record.id)
            if record.status is RunStatus.DONE:
                return report_of(store, record.id)
            spec = record.spec
            there = Path.cwd() == Path(spec.folder) or all(Path(d).is_absolute() for d in spec.documents)
            if not there:
                raise NotFound(
                    f"run {record.id} reads its documents from another folder",
                    hint=f"cd {spec.folder} and resume there",
                )
            with closing(self._readable(spec)) as corpus:
                return await self._run(store, record.id, spec, corpus, listeners, resumed=True)

    def _readable(self, spec: RunSpec) -> "Corpus":
        """The documents of a run, of which at least one can be read."""
        corpus = self.corpus(spec.documents, spec.today)
        if not corpus.documents:
            corpus.close()
            given = ", ".join(spec.documents)
            raise NotFound(
                f"nothing in {given} can be read", hint=f"see why with: stet docs {' '.join(spec.documents)}"
            )
        return corpus

    def _spec(self, request: Request) -> RunSpec:
        question = " ".join(request.question.split())
        if not question:
            raise BadQuestion("the question is empty", hint='stet ask "your question" --docs FOLDER')
        if len(question) > LONGEST_QUESTION:
            raise BadQuestion(
                f"the question has {len(question)} characters; {LONGEST_QUESTION} is the most",
                hint="put the material into a document, give its folder with --docs, and ask something short",
            )
        if request.engine != "quote":
            raise BadSetting(
                f"there is no engine “{request.engine}”", hint="the engine of this version is: quote"
            )
        if request.level is Level.SINGLE:
            raise BadSetting(
                "level single asks a model from memory, and the engine quote has none",
                hint="choose workflow, team or reviewed",
            )
        if not request.documents:
            raise BadSetting("there is nothing to read", hint="give a folder or files with --docs")
        profile = self.profile(request.profile, request.documents)
        return RunSpec(
            question=question,
            level=request.level,
            engine=request.engine,
            profile=profile.name,
            profile_json=canonical_json(profile),
            budget=request.budget,
            providers=("documents",),
            documents=request.documents,
            folder=str(Path.cwd()),
            today=request.today or self.clock.now().date(),
            version=__version__,
        )

    @staticmethod
    def profile(name: str | None, documents: Sequence[str] = ()) -> Profile:
        """The profile asked for; with none, `profile.toml` of the one folder that has one, else `general`.

        Raises:
            BadSetting: no such profile, or the file cannot be read as one
        """
        if name is not None:
            return load_profile(name)
        own = [path for d in documents if (path := Path(d) / "profile.toml").is_file()]
        if len(own) > 1:
            raise BadSetting("several folders bring a profile.toml", hint=f"choose one: --profile {own[0]}")
        return load_profile(str(own[0]) if own else DEFAULT_PROFILE)

    async def _run(
        self,
        store: "SqlStore",
        run: str,
        spec: RunSpec,
        corpus: "Corpus",
        listeners: Sequence[Listener],
        *,
        resumed: bool = False,
    ) -> Report:
        from stet.journal import Recorder
        from stet.research.run import research

        recorder = Recorder(store, run, self.clock, listeners)
        # Whatever ends the run early, a bug too, is written down before it goes on up.
        status, outcome = RunStatus.FAILED, "bug"
        try:
            store.update_run(run, RunStatus.RUNNING, None, self.clock.now())
            if resumed:
                finished = sum(call.state == "done" for call in store.calls(run))
                recorder.emit(Resumed(calls=finished))
            report = await research(self._tools(store, run, spec, corpus, recorder), run, spec)
            status, outcome = RunStatus.DONE, report.outcome.value
        except (KeyboardInterrupt, asyncio.CancelledError):
            status, outcome = RunStatus.INTERRUPTED, None
            raise
        except StetError as error:
            outcome = error.code
            raise
        finally:
            store.update_run(run, status, outcome, self.clock.now())
            if outcome == "bug":
                # `research` records its own errors; whoever follows the events must hear of ours too.
                what = f"a fault in stet ({type(sys.exception()).__name__})"
                recorder.emit(Failed(code="bug", message=what))
        return report

    def _tools(
        self, store: "SqlStore", run: str, spec: RunSpec, corpus: "Corpus", recorder: "Recorder"
    ) -> "Tools":
        from stet.adapters.fetch.documents import DocumentFetch
        from stet.adapters.search.documents import DocumentSearch
        from stet.journal import Journal
        from stet.research.tools import Chain, Tools

        return Tools(
            searches=(Chain((DocumentSearch(corpus),)),),
            fetch=DocumentFetch(corpus, self.clock),
            engine=self._engine(),
            journal=Journal(store, run, spec.budget, self.clock),
            recorder=recorder,
            pages=store,
            profile=Profile.model_validate_json(spec.profile_json),
            clock=self.clock,
            budget=spec.budget,
            today=spec.today,
            level=spec.level,
            before=tuple(_known_before(corpus)),
            given=tuple(document.path for document in corpus.documents),
        )

    @staticmethod
    def _engine() -> Engine:
        from stet.engines.quote import quote_engine

        return quote_engine()


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
