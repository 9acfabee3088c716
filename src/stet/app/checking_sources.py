"""Where the sources of a text come from: a folder, a run, pages that earlier runs saved, pages that are fetched."""

from collections.abc import Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from stet.adapters.corpus import Corpus
from stet.app.app import App
from stet.app.checking_run import FILE
from stet.confidence.profile import Profile
from stet.domain.evidence import Hit, Page, PageStatus, Source
from stet.domain.question import Query
from stet.errors import NotFound
from stet.ports import Clock, Evidence
from stet.report.checked import CheckedFinding
from stet.research.checking import Had
from stet.research.checking_marks import marks_of_reference, names_file, same_title
from stet.research.sources import source_of
from stet.store import open_store
from stet.texts.values import Reference
from stet.verify.words import content_stems

FOLDER, RUN, SAVED, FETCHED = "folder", "run", "saved", "fetched"
"""How a source was had."""
_LEAST_TITLE: Final = 3
"""Words that a title must have to be compared."""
_SPOKEN_OF: Final = 0.5
"""The share of a title's words from which a page that does not have it as its title speaks of it."""


@dataclass(slots=True)
class Gathered:
    """The sources of a text, numbered as they come, each page once."""

    profile: Profile
    sources: list[Source] = field(default_factory=list[Source])
    pages: dict[str, Page] = field(default_factory=dict[str, Page])
    had: dict[str, Had] = field(default_factory=dict[str, Had])
    _known: dict[tuple[str | None, str], str] = field(default_factory=dict[tuple[str | None, str], str])

    def add(self, page: Page, hit: Hit) -> str:
        """The id of the source that a page is."""
        key = (page.path or page.address, page.text_sha256)
        if key not in self._known:
            number = len(self.sources) + 1
            source = source_of(page, hit, Query(text="", topic=""), self.profile, number)
            self.keep(source.model_copy(update={"query": None}), page)
            self._known[key] = source.id
        return self._known[key]

    def keep(self, source: Source, page: Page) -> None:
        """Take a source with the number that it has."""
        self.sources.append(source)
        self.pages[source.id] = page
        self._known.setdefault((page.path or page.address, page.text_sha256), source.id)

    def evidence(self) -> Evidence:
        """The sources and their pages."""
        return Evidence(sources=tuple(self.sources), pages=dict(self.pages))


class Folder:
    """The documents of `--sources`, by what a reference may call them."""

    def __init__(self, corpus: Corpus, clock: Clock) -> None:
        self._corpus = corpus
        self._clock = clock
        self._by_mark: dict[str, str] = {}
        for document in corpus.documents:
            for mark in _marks_of(document.url):
                self._by_mark.setdefault(mark, document.path)

    def find(self, reference: Reference) -> Page | None:
        """The document that a reference names, or None; one whose text cannot be had is none."""
        path = self._path(reference)
        if path is None:
            return None
        page = self._corpus.fetch(path, at=self._clock.now()).page
        return page if page.status is PageStatus.OK else None

    def _path(self, reference: Reference) -> str | None:
        marks = sorted(marks_of_reference(reference))
        if (path := next((self._by_mark[mark] for mark in marks if mark in self._by_mark), None)) is not None:
            return path
        documents = self._corpus.documents
        named = [d.path for d in documents if names_file(reference, d.path)]
        titled = [d.path for d in documents if same_title(reference.title, d.title)]
        # Two documents of one title or name: which of them is meant is not ours to guess.
        return next((found[0] for found in (named, titled) if len(found) == 1), None)


class SavedPages:
    """The pages that earlier runs and checks saved, by what they are known by; the newest of each; or `none`."""

    def __init__(self, app: App, *, none: bool = False) -> None:
        self._app = app
        self._by_mark: dict[str, tuple[str, Source]] | None = {} if none else None

    def find(self, reference: Reference) -> Page | None:
        """The newest saved page of the work that a reference names, or None."""
        if self._by_mark is None:
            self._by_mark = dict(self._read())
        for mark in sorted(marks_of_reference(reference)):
            if mark in self._by_mark:
                return self._page(*self._by_mark[mark])
        return None

    def _read(self) -> Iterator[tuple[str, tuple[str, Source]]]:
        # Later pairs take the place of earlier ones, so the oldest come first.
        found: list[tuple[str, Source]] = []
        for place in self._stores():
            with closing(open_store(place)) as store:
                found += [(place, source) for source in store.sources_read() if source.path is None]
        for place, source in sorted(found, key=lambda each: each[1].retrieved_at):
            urls = (source.url, source.original_url, source.canonical_url)
            for mark in {mark for url in urls for mark in _marks_of(url)}:
                yield mark, (place, source)

    def _stores(self) -> Iterator[str]:
        for place in (self._app.store_url, str(self._app.home / FILE)):
            if "://" in place or Path(place).is_file():
                yield place

    def _page(self, place: str, source: Source) -> Page | None:
        with closing(open_store(place)) as store:
            try:
                page = store.page(source.sha256, source.text_sha256)
            except NotFound:
                return None
        # The store keeps one content once, with the values of whoever saved it first.
        known = {"url": source.original_url or source.url, "final_url": source.url, "title": source.title}
        return page.model_copy(update={**known, "retrieved_at": source.retrieved_at})


def _marks_of(url: str | None) -> frozenset[str]:
    return marks_of_reference(Reference(key="", url=url, start=0, end=0)) if url else frozenset()


def from_folder(
    references: Sequence[Reference], folder: Folder, gathered: Gathered
) -> Iterator[CheckedFinding]:
    """Take what a folder has of the references that nothing was had for yet; what that brought to light."""
    for reference in references:
        if reference.key in gathered.had or (page := folder.find(reference)) is None:
            continue
        hit = Hit(url=page.url or page.path or "", path=page.path, provider="documents", rank=1)
        source = gathered.add(page, hit)
        gathered.had[reference.key] = Had((source,), FOLDER, f"read from {page.path}")
        if not names_file(reference, page.path or ""):
            yield from titled(reference, page)


def titled(reference: Reference, page: Page) -> Iterator[CheckedFinding]:
    """A title that shares no word with the page's own: the entry, or its address, is probably another's.

    Not where the page speaks of most of it: sites give their pages names of their own ("Home").
    """
    if not reference.listed or not reference.title or page.title_from in (None, "url", "file name"):
        return
    entry, own = set(content_stems(reference.title)), set(content_stems(page.title or ""))
    body = set(content_stems(page.text[:2_000]))
    if min(len(entry), len(own)) < _LEAST_TITLE or entry & own:
        return
    if len(entry & body) < _SPOKEN_OF * len(entry):
        yield finding_of(reference, "title_differs", f"The page's own title is “{page.title}”.")


def finding_of(reference: Reference, kind: str, detail: str) -> CheckedFinding:
    """A finding about a reference."""
    where = f"[{reference.key}] {reference.url or reference.title or ''}".strip()
    return CheckedFinding(kind=kind, where=where, detail=detail, start=reference.start, end=reference.end)
