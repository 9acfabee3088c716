"""Checking texts by anyone: the file read, its sources gathered, every statement decided."""

import os
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing
from datetime import date
from typing import NamedTuple, Self

from anyio import to_thread

from stet.adapters.corpus import Corpus
from stet.adapters.corpus.scan import Unreadable, shown
from stet.adapters.extract import Limits, sniff
from stet.adapters.extract.charset import decode
from stet.adapters.fetch.apart import Apart
from stet.app.app import App
from stet.app.checking_sources import Folder, Gathered, from_folder
from stet.app.reading import bytes_of
from stet.confidence.profile import Profile
from stet.domain.evidence import PageStatus
from stet.errors import InputError, NotFound
from stet.ports import Judge
from stet.report.checked import (
    CheckedFinding,
    CheckedReference,
    CheckedSource,
    CheckedStatement,
    CheckedText,
    counts_of,
)
from stet.research.checking import Desk, Had, check_text, checked_references
from stet.research.checking_marks import address_of
from stet.texts import read_text
from stet.texts.values import CitedText

STDIN = "-"
NOT_FETCHED = "not_fetched"
NO_ADDRESS = "no_address"

_HINTS: Mapping[PageStatus, str] = {
    PageStatus.UNSUPPORTED: "give Markdown, plain text, HTML, DOCX or PDF",
    PageStatus.TOO_LARGE: "cut it into parts",
    PageStatus.NO_TEXT: "a scan has no text; recognise its characters first",
    PageStatus.ENCRYPTED: "take its password off and save it again",
}


class BadText(InputError):
    """A file that was given to be checked holds no text that can be read."""

    code = "bad_text"


class Wanted(NamedTuple):
    """What texts are checked on: a folder, and the profile and the day that sources are weighed by."""

    profile: Profile
    today: date
    sources: str | None = None


class Checking:
    """Checks texts one after the other; what they share is made ready once. A context manager."""

    def __init__(self, app: App, wanted: Wanted, judge: Judge | None = None) -> None:
        self._app = app
        self._wanted = wanted
        self._judge = judge
        self._held = ExitStack()
        self._folder: Folder | None = None
        self._apart = Apart(processes=1)

    def __enter__(self) -> Self:
        """Scan the folder of sources.

        Raises:
            NotFound: there is no such folder, or nothing in it can be read
        """
        with ExitStack() as held:
            held.callback(self._apart.close)
            if self._wanted.sources is not None:
                corpus = held.enter_context(closing(self._corpus(self._wanted.sources)))
                self._folder = Folder(corpus, self._app.clock)
            self._held = held.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._held.close()

    async def check(self, place: str, raw: bytes | None = None) -> CheckedText:
        """The text at `place`, checked; `raw` are its bytes where they are here already.

        Raises:
            NotFound: there is no such file
            BadText: it holds no text that can be read
            StetError: what the judge raises beyond not answering
        """
        text = await self._text(place, raw)
        cited = await to_thread.run_sync(read_text, text)
        gathered = Gathered(self._wanted.profile)
        if self._folder is not None:
            from_folder(cited.references, self._folder, gathered)
        _not_had(cited, gathered)
        return await self._decided(place, cited, gathered)

    def _corpus(self, folder: str) -> Corpus:
        corpus = self._app.corpus([folder], self._wanted.today)
        if not corpus.documents:
            corpus.close()
            raise NotFound(
                f"nothing in {shown(folder)} can be read",
                hint=f"see why with: stet docs {shown(folder)}",
            )
        return corpus

    async def _text(self, place: str, raw: bytes | None) -> str:
        name = os.path.basename(shown(place))  # noqa: PTH119 - text, and no path
        try:
            raw = await to_thread.run_sync(bytes_of, place) if raw is None else raw
            kind = sniff.binary_type(raw)
            if kind is None:
                sniff.refuse_binary(raw)
        except Unreadable as error:
            raise _bad(place, error.status, error.reason) from error
        except sniff.Unreadable as error:
            raise _bad(place, error.status, error.reason) from error
        if kind is None and len(raw) <= Limits().raw_bytes:
            text = decode(raw)
            if sniff.text_type(text, name, None) in (sniff.MARKDOWN, sniff.PLAIN):
                if not text.strip():
                    raise _bad(place, PageStatus.EMPTY, "the file is empty")
                return text
        found = await self._apart.extract(
            raw, name=name, declared_type=None, url=None, today=self._wanted.today, limits=Limits()
        )
        if found.status is not PageStatus.OK:
            raise _bad(place, found.status, found.reason or found.status.value)
        return found.text

    async def _decided(self, place: str, cited: CitedText, gathered: Gathered) -> CheckedText:
        desk = Desk(gathered.evidence(), gathered.had, self._wanted.profile, self._wanted.today, self._judge)
        statements = await check_text(cited, desk)
        references = checked_references(cited, desk)
        findings = tuple(_findings(cited))
        return CheckedText(
            file=shown(place),
            statements=statements,
            references=references,
            findings=findings,
            counts=counts_of(statements, references, findings, len(gathered.sources)),
            sources=tuple(
                CheckedSource.model_validate(source.model_dump(include=set(CheckedSource.model_fields)))
                for source in gathered.sources
            ),
            notes=tuple(_notes(statements, references, self._judge)),
        )


def _not_had(cited: CitedText, gathered: Gathered) -> None:
    """Say of every reference that nothing was had for why that is so."""
    for reference in cited.references:
        if reference.key in gathered.had:
            continue
        if address_of(reference) is None:
            had = Had(
                (), NO_ADDRESS, "The entry names no address, and no source at hand has its name or title."
            )
        else:
            had = Had((), NOT_FETCHED, "It is among no sources at hand, and pages were not fetched.")
        gathered.had[reference.key] = had


def _findings(cited: CitedText) -> Iterator[CheckedFinding]:
    for finding in cited.findings:
        yield CheckedFinding.model_validate(finding.model_dump())


def _notes(
    statements: tuple[CheckedStatement, ...], references: tuple[CheckedReference, ...], judge: Judge | None
) -> Iterator[str]:
    if references and not any(reference.source for reference in references):
        yield "No source was at hand: only the citing was looked at, and no statement was checked."
    elif judge is None and any(check.reason == "no_judge" for s in statements for check in s.checks):
        yield "Nobody judged meaning: a statement in other words than its source's is at best not reviewed."


def _bad(place: str, status: PageStatus, reason: str) -> InputError:
    if status is PageStatus.NOT_FOUND:
        return NotFound(f"no such file: {shown(place)}", hint="check the path; - reads from stdin")
    return BadText(f"{shown(place)}: {reason}", hint=_HINTS.get(status))
