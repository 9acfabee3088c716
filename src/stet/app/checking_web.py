"""The pages that a text cites: those saved before, those fetched now, and what became of the others."""

from collections.abc import Callable, Iterator, Mapping
from typing import Final, NamedTuple

from stet.app.checking_sources import FETCHED, SAVED, Gathered, SavedPages, finding_of, titled
from stet.confidence.profile import Profile
from stet.domain.evidence import Hit, Page, PageStatus
from stet.errors import BudgetExhausted
from stet.journal import Journal
from stet.report.checked import CheckedFinding
from stet.report.days import long_date
from stet.report.words import plural
from stet.research.checking import Had
from stet.research.checking_fetch import PROVIDER, Came, Fetching
from stet.research.checking_marks import address_of
from stet.research.checking_works import Index, looked_up
from stet.texts.values import CitedText, Reference

NOT_CITED, NO_ADDRESS, NOT_FETCHED = "not_cited", "no_address", "not_fetched"
PAGE_LIMIT, UNREACHABLE = "page_limit", "unreachable"
"""Why nothing was had for a reference."""

_GONE: Final = frozenset({PageStatus.NOT_FOUND, PageStatus.GONE})
_NO_WORD: Final = "This says nothing of whether the page exists."


class Works(NamedTuple):
    """Where works are looked up, what writes it down, and how many seconds old an answer may be."""

    at: Index
    journal: Journal
    max_age: float


class Web(NamedTuple):
    """How pages are fetched, at most how many, and who is told of it."""

    fetching: Fetching
    most: int
    profile: Profile
    say: Callable[[str], None]
    works: Works


async def from_web(
    cited: CitedText, gathered: Gathered, saved: SavedPages, web: Web | None
) -> tuple[CheckedFinding, ...]:
    """Take saved and fetched pages for the references that nothing was had for yet; what that brought to light.

    A page that can be had now is checked on as it is now, and a difference from the saved one is a finding.
    """
    used = {citation.key for statement in cited.statements for citation in statement.citations}
    open_still = {r.key: r for r in reversed(cited.references) if r.key not in gathered.had}
    findings: list[CheckedFinding] = []
    wanted: dict[str, Reference] = {}
    for key, reference in reversed(open_still.items()):
        if key not in used:
            gathered.had[key] = Had((), NOT_CITED, "No statement cites it, so it was not looked for.")
        elif (address := address_of(reference)) is None:
            detail = "The entry names no address, and no source at hand has its name or title."
            gathered.had[key] = Had((), NO_ADDRESS, detail)
        else:
            wanted[key] = reference
            gathered.had[key] = Had((), NOT_FETCHED, f"{address} is not at hand, and pages were not fetched.")
    urls = {key: address for key, each in wanted.items() if (address := address_of(each))}
    # Looked for before anything is fetched: what is fetched is saved too.
    before = {key: saved.find(reference) for key, reference in wanted.items()}
    came: Mapping[str, Came] = {}
    if web is not None and urls:
        web.say(f"reading {plural(min(len(urls), web.most), 'cited page')}")
        came = await web.fetching.all(list(urls.values()), web.most, web.profile)
    for key, reference in wanted.items():
        findings += _take(reference, before[key], came.get(urls[key]), gathered)
    if web is not None:
        findings += await looked_up([r for r in cited.references if r.key in used], *web.works)
    return tuple(findings)


def _take(
    reference: Reference, before: Page | None, came: Came | None, gathered: Gathered
) -> Iterator[CheckedFinding]:
    """Use the best of what there is for a reference."""
    key = reference.key
    now = came if isinstance(came, Page) and came.status is PageStatus.OK else None
    if came is not None and now is None:
        state, why = _fault(came)
        gathered.had[key] = Had((), state, why)
        if state != PAGE_LIMIT:
            yield finding_of(reference, UNREACHABLE, why)
    if now is not None:
        gathered.had[key] = _had(now, FETCHED, "fetched now", gathered)
        yield from _changed(reference, before, now)
        yield from titled(reference, now)
    elif before is not None:
        when = long_date(before.retrieved_at.date())
        gathered.had[key] = _had(before, SAVED, f"as it was saved on {when}", gathered)


def _had(page: Page, state: str, detail: str, gathered: Gathered) -> Had:
    source = gathered.add(page, Hit(url=page.url or "", provider=PROVIDER, rank=1))
    return Had((source,), state, detail)


def _fault(came: Came) -> tuple[str, str]:
    if isinstance(came, BudgetExhausted):
        return PAGE_LIMIT, f"It was not fetched: {came.message}."
    if not isinstance(came, Page):
        return UNREACHABLE, f"It could not be had: {came.message}. {_NO_WORD}"
    why = (came.reason or came.status.value).rstrip(".")
    if came.status in _GONE:
        return came.status.value, f"The site answers that there is no such page: {why}."
    state = UNREACHABLE if came.status is PageStatus.ERROR else came.status.value
    return state, f"It could not be had: {why}. {_NO_WORD}"


def _changed(reference: Reference, before: Page | None, now: Page) -> Iterator[CheckedFinding]:
    if before is None:
        return
    old, new = _lines(before.text), _lines(now.text)
    lost, added = len(old - new), len(new - old)
    if lost or added:
        when = long_date(before.retrieved_at.date())
        detail = (
            f"Of the {len(old)} paragraphs of the page as it was saved on {when}, {lost} are not in it now; "
            f"{added} are new. It was checked as it is now."
        )
        yield finding_of(reference, "changed_since", detail)


def _lines(text: str) -> set[str]:
    return {line for raw in text.split("\n") if (line := " ".join(raw.split()))}
