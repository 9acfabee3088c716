"""A run as the pages read it: its report with what people said, the texts behind it, and the links between pages."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Final
from urllib.parse import quote, unquote

from fastapi import Request
from fastapi.responses import Response

from stet.app.place import Place
from stet.app.tokens import Who
from stet.domain.claims import LedgerEntry
from stet.domain.events import Finished, PageRead, Stamped
from stet.domain.people import MOST_NAME, standing
from stet.domain.report import Report
from stet.errors import NotFound
from stet.ports import RunRecord
from stet.report import acts, people, words
from stet.report.clean import one_line, web_address
from stet.report.shown import Shown
from stet.report.view import disagreements, not_supported, weakest_first
from stet.saved import with_people
from stet.web.auth import Caller
from stet.web.pages.runsview import with_review

if TYPE_CHECKING:
    from stet.store.sql import SqlStore

NAME: Final = "stet_name"
"""The cookie that keeps the name under which somebody decides."""


class SiteLinks:
    """Links of a report whose claims and sources have pages of their own."""

    def __init__(self, run: str) -> None:
        self.root = f"/r/{run}"

    def claim(self, key: str, anchor: str) -> str:
        """See `Links`."""
        return f"{self.root}/claims/{quote(key, safe='')}"

    def words(self, source: str, anchor: str) -> str:
        """See `Links`."""
        return f"{self.root}/sources/{quote(source, safe='')}#{anchor}"

    def source(self, source: str, anchor: str) -> str:
        """See `Links`."""
        return f"{self.root}/sources/{quote(source, safe='')}"

    def sentence(self, anchor: str) -> str:
        """See `Links`."""
        return f"{self.root}#{anchor}"

    def ledger(self) -> str:
        """See `Links`."""
        return f"{self.root}/ledger"


@dataclass(frozen=True)
class Reader:
    """Who reads: the name under which they decide (None: not known yet), and whether a token gives it."""

    name: str | None
    given: bool
    decides: bool


@dataclass(frozen=True)
class Opened:
    """A finished run, opened by somebody who may see it."""

    record: RunRecord
    events: Sequence[Stamped]
    report: Report
    reader: Reader

    @property
    def root(self) -> str:
        """The path of its pages."""
        return f"/r/{self.record.id}"

    @property
    def checked(self) -> frozenset[str]:
        """The claims that the reader has decided on."""
        said = standing(self.report.people.decisions) if self.report.people else ()
        return frozenset(each.claim for each in said if each.name == self.reader.name)

    @property
    def unchecked(self) -> tuple[LedgerEntry, ...]:
        """The claims that the reader has not decided on: those that a rule asks for first, each part weakest first."""
        needed = self.report.people.needed if self.report.people else ()
        checked = self.checked
        left = (entry for entry in weakest_first(self.report.claims) if entry.key not in checked)
        return tuple(sorted(left, key=lambda entry: entry.key not in needed))

    def counted(self) -> str:
        """Such as: You checked 3 of 23 claims."""
        return f"You checked {len(self.checked)} of {words.plural(len(self.report.claims), 'claim')}."

    def shown(self, texts: dict[str, str] | None = None) -> Shown:
        """The report with the links of its pages."""
        return Shown(self.report, texts or {}, SiteLinks(self.record.id))

    def frame(self) -> dict[str, object]:
        """What the head of every page of a report shows."""
        report = self.report
        left = self.unchecked
        numbers = {
            "ledger": len(report.claims),
            "disagreements": len(disagreements(report)),
            "not-supported": len(not_supported(report)) + len(acts.sentences_out(report)),
            "sources": len(report.sources),
        }
        tabs = [(self.root + (f"/{path}" if path else ""), name, numbers.get(path)) for path, name in TABS]
        ended, why = words.outcome(report)
        accepted = report.states.report_accepted
        return {
            "report": report,
            "words": words,
            "acts": acts,
            "people": people,
            "web_address": web_address,
            "root": self.root,
            "tabs": tabs,
            "outcome": (with_review(ended, report.outcome.value, accepted=accepted), why),
            "judgement": words.judgement(report),
            "counted": self.counted(),
            "unchecked": [entry.key for entry in left],
            "next_unchecked": f"{self.root}/claims/{quote(left[0].key, safe='')}" if left else None,
            "reader": self.reader,
        }


TABS: Final = (
    ("", "Read"),
    ("ledger", "Ledger"),
    ("disagreements", "Disagreements"),
    ("not-supported", "Not supported"),
    ("sources", "Sources"),
    ("run", "Run"),
)


def opened(request: Request, place: Place, who: Who, run: str) -> Opened:
    """The run with this id, and its report.

    Raises:
        NotAllowed: they may not read
        NotFound: no such run for them, or it has no report yet
    """
    record = place.visible(who, run)
    events = _events(place.store, record.id, record.events)
    report = next((s.event.report for s in reversed(events) if isinstance(s.event, Finished)), None)
    if report is None:
        raise NotFound(f"run {record.id} has no report yet", hint="follow its events until it has ended")
    return Opened(record, events, with_people(place.store, report), reader_of(request, place, who))


@lru_cache(maxsize=4)
def _events(store: "SqlStore", run: str, number: int) -> tuple[Stamped, ...]:
    """The events of a run of which there are `number`. None is ever changed, and who reads asks for many pages."""
    del number
    return store.events(run)


def reader_of(request: Request, place: Place, who: Who) -> Reader:
    """Who reads: the owner of the token, else who said so before, else whom the settings name."""
    found = place.store.token(who.token) if who.token is not None else None
    if found is not None:
        return Reader(found[0].name, given=True, decides=who.may("run"))
    kept = one_line(unquote(request.cookies.get(NAME, ""), errors="replace"))[:MOST_NAME]
    return Reader(kept or place.settings.name, given=False, decides=who.may("run"))


Answer = Callable[[Request, Opened], Response]
"""A page of a run that is opened."""


def of_run(place: Place, answer: Answer) -> Callable[..., Response]:
    """The endpoint of a page whose path names nothing but a run."""

    def shown(request: Request, run: str, who: Caller) -> Response:
        return answer(request, opened(request, place, who, run))

    return shown


def claim_of(run: Opened, key: str) -> LedgerEntry:
    """The claim with this key.

    Raises:
        NotFound: there is none
    """
    found = run.report.claim(key)
    if found is None:
        raise NotFound(f"run {run.record.id} has no claim {key[:20]}", hint="its keys are in its ledger")
    return found


def texts_of(place: Place, run: Opened, wanted: Collection[str]) -> dict[str, str]:
    """The saved texts of these sources, by id; what was let go is not among them."""
    texts: dict[str, str] = {}
    for stamped in run.events:
        event = stamped.event
        if isinstance(event, PageRead) and event.source.id in wanted:
            try:
                texts[event.source.id] = place.store.page(event.source.sha256, event.source.text_sha256).text
            except NotFound:
                continue
    return texts
