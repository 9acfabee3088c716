"""Checking texts by anyone: the file read, its sources gathered, every statement decided."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, closing
from typing import Final, NamedTuple, Self

from stet.adapters.corpus import Corpus
from stet.adapters.corpus.scan import shown
from stet.adapters.fetch.apart import Apart
from stet.app.app import App
from stet.app.checking_run import CheckRun, Terms, check_run
from stet.app.checking_sources import Folder, Gathered, SavedPages, from_folder
from stet.app.checking_stored import RunEvidence, from_run
from stet.app.checking_text import BadText, TextFile, text_file
from stet.app.checking_web import Web, Works, from_web
from stet.domain.claims import LedgerEntry
from stet.errors import NotFound
from stet.ports import Judge
from stet.report.checked import CheckedFinding, CheckedSource, CheckedStatement, CheckedText, counts_of
from stet.report.words import plural
from stet.research.checking import Desk, Settled, check_text, checked_references
from stet.research.checking_fetch import Fetching

STDIN = "-"
_OF_THE_UNREAD: Final = frozenset({"invented_address", "no_address"})
"""What is said of a reference's address; where a source was read, it led there."""
_MOST_REASONS: Final = 5
"""Files that cannot be used, told one by one."""


class Wanted(NamedTuple):
    """What texts are checked on: a folder of sources, and the sources of a run; how many seconds old a page may be.

    Without `saved`, pages that other runs saved are left alone.
    """

    terms: Terms
    sources: str | None = None
    run: str | None = None
    max_age: float = 0.0
    saved: bool = True


class Checked(NamedTuple):
    """What was found of a text, and the text itself, in which offsets count."""

    found: CheckedText
    text: str


class Checking:
    """Checks texts one after the other; what they share is made ready once. An asynchronous context manager."""

    def __init__(self, app: App, wanted: Wanted, say: Callable[[str], None]) -> None:
        self._app = app
        self._wanted = wanted
        self._say = say
        self._terms = wanted.terms
        self._held = AsyncExitStack()
        self._folder: Folder | None = None
        self._run: RunEvidence | None = None
        self._saved: SavedPages | None = None
        self._apart = Apart(processes=1)

    async def __aenter__(self) -> Self:
        """Scan the folder of sources, and read what the run read.

        Raises:
            NotFound: there is no such folder or run, or nothing in it can be read
        """
        async with AsyncExitStack() as held:
            held.callback(self._apart.close)
            if self._wanted.sources is not None:
                corpus = held.enter_context(closing(self._corpus(self._wanted.sources)))
                self._folder = Folder(corpus, self._app.clock)
            if self._wanted.run is not None:
                self._run = RunEvidence.of(self._app, self._wanted.run)
            if self._terms.fetch:
                await held.enter_async_context(self._app.web.in_use())
            self._held = held.pop_all()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._held.aclose()

    async def check(self, place: str, raw: bytes | None = None) -> Checked:
        """The text at `place`, checked; `raw` are its bytes where they are here already.

        Raises:
            NotFound: there is no such file
            BadText: it holds no text that can be read
            StoreError: what is fetched or asked cannot be written down
        """
        file = await text_file(place, raw, self._apart, self._terms.today)
        gathered, settled, found, disputed = Gathered(self._terms.profile), {}, (), ()
        if self._run is not None and not file.plain:
            raise BadText(
                f"{file.name}: a report of a run is checked as Markdown",
                hint="stet export RUN -f md -o report.md",
            )
        if self._run is not None:
            edited = from_run(file.cited, file.text, self._run, gathered)
            file, settled = file._replace(cited=edited.cited), edited.settled
            found, disputed = edited.findings, edited.disputed
        if self._folder is not None:
            found += tuple(from_folder(file.cited.references, self._folder, gathered))
        matter = _Matter(file, gathered, settled, found, disputed)
        if not self._terms.fetch and self._terms.judge is None:
            return await self._decided(matter, None, None)
        with check_run(self._app, file.name, file.text, self._terms) as run:
            web = self._fetching(run) if self._terms.fetch else None
            return await self._decided(matter, web, run.judge)

    def _fetching(self, run: CheckRun) -> Web:
        fetch = self._app.web.fetch(self._terms.today)
        reader = Fetching(run.journal, run.recorder, fetch, run.store, max_age=self._wanted.max_age)
        works = Works(self._app.web.works(), run.journal, self._wanted.max_age)
        return Web(reader, self._terms.budget.pages, self._terms.profile, self._say, works)

    def _saved_pages(self) -> SavedPages:
        if self._saved is None:
            self._saved = SavedPages(self._app, none=not self._wanted.saved)
        return self._saved

    def _corpus(self, folder: str) -> Corpus:
        try:
            corpus = self._app.corpus([folder], self._terms.today)
        except NotFound as error:
            raise NotFound(error.message, hint="give --sources an existing folder or file") from error
        if not corpus.documents:
            corpus.close()
            why = "; ".join(f"{each.path}: {each.reason}" for each in corpus.skipped[:_MOST_REASONS])
            raise NotFound(
                f"nothing in {shown(folder)} can be read{f': {why}' if why else ''}",
                hint=f"see all of it with: stet docs {shown(folder)}",
            )
        if corpus.skipped:
            self._say(f"{plural(len(corpus.skipped), 'file')} of {shown(folder)} cannot be used:")
        for each in corpus.skipped[:_MOST_REASONS]:
            self._say(f"  {each.path}: {each.reason}")
        return corpus

    async def _decided(self, matter: "_Matter", web: Web | None, judge: Judge | None) -> Checked:
        file, gathered, settled, found, disputed = matter
        found += await from_web(file.cited, gathered, self._saved_pages(), web)
        terms = self._terms
        desk = Desk(
            gathered.evidence(), gathered.had, terms.profile, terms.today, judge, settled, disputed=disputed
        )
        statements = await check_text(file.cited, desk)
        references = checked_references(file.cited, desk)
        of_the_text = (
            CheckedFinding.model_validate(each.model_dump())
            for each in file.cited.findings
            if not (each.kind in _OF_THE_UNREAD and _read(each.where, gathered))
        )
        findings = (*of_the_text, *found)
        checked = CheckedText(
            file=file.name,
            statements=statements,
            references=references,
            findings=findings,
            counts=counts_of(statements, references, findings, len(gathered.sources)),
            sources=tuple(
                CheckedSource.model_validate(source.model_dump(include=set(CheckedSource.model_fields)))
                for source in gathered.sources
            ),
            notes=tuple(_notes(statements, gathered, judge)),
        )
        return Checked(checked, file.text)


class _Matter(NamedTuple):
    """A text under way: what was gathered for it, what is decided already, what was found before it is checked."""

    file: TextFile
    gathered: Gathered
    settled: Mapping[int, Settled]
    found: tuple[CheckedFinding, ...]
    disputed: tuple[LedgerEntry, ...]


def _read(key: str, gathered: Gathered) -> bool:
    """Whether a source was read for a reference."""
    return key in gathered.had and bool(gathered.had[key].sources)


def _notes(statements: Sequence[CheckedStatement], gathered: Gathered, judge: Judge | None) -> Iterator[str]:
    if not gathered.sources:
        yield "No source was at hand: only the citing was looked at, and no statement was checked."
    elif judge is None and any(statement.reason == "no_judge" for statement in statements):
        yield (
            "Nobody judged meaning: a statement in other words than its source's is at best not reviewed. "
            "Name a model to judge with --judge-model."
        )
