"""Sources and texts for the tests of checking: an invented ferry, a museum, and a text that cites them."""

from collections.abc import Mapping
from datetime import UTC, date, datetime

from stet.confidence.profile import load_profile
from stet.domain.base import content_id
from stet.domain.claims import Decision
from stet.domain.evidence import Hit, Page, PageStatus, Source
from stet.domain.question import Query
from stet.ports import Evidence, Judge
from stet.report.checked import CheckedStatement
from stet.research.checking import Desk, Had, check_text
from stet.research.sources import source_of
from stet.texts.read import read_text

NOTICE = (
    "Notice of the harbour office. The ferry to Selby runs on weekdays from 1 May 2027. "
    "A crossing costs 4 euros for adults and 2 euros for pupils. "
    "The ferry carries 120 passengers, and the crossing takes 25 minutes. "
    "Bicycles are carried free of charge on every crossing."
)
BLOG = (
    "I took the boat last week. The ferry to Selby runs on weekdays from 1 July 2027. "
    "The coffee on board is cold, and the benches are hard."
)
MUSEUM = (
    "The town museum shows the keels of four fishing boats. It opens at ten and closes at five. "
    "Admission to the museum costs 7 euros, and it was founded in 1911 by Ida Lund."
)
TODAY = date(2026, 11, 30)


def page(text: str, name: str, full_text: str | None = None) -> Page:
    """A saved page."""
    return Page(
        status=PageStatus.OK,
        url=f"https://{name}.example/page",
        title=f"The {name} page",
        sha256=content_id(text),
        text=text,
        text_sha256=content_id(text),
        full_text=full_text,
        retrieved_at=datetime(2026, 11, 1, tzinfo=UTC),
    )


def desk(pages: Mapping[str, Page | Had], judge: Judge | None = None) -> Desk:
    """A desk on which references are these pages, by their keys, or what became of them."""
    profile = load_profile("general")
    sources: list[Source] = []
    texts: dict[str, Page] = {}
    had: dict[str, Had] = {}
    for key, each in pages.items():
        if isinstance(each, Had):
            had[key] = each
            continue
        hit = Hit(url=each.url or "", provider="test", rank=1)
        source = source_of(each, hit, Query(text="", topic=""), profile, len(sources) + 1)
        sources.append(source)
        texts[source.id] = each
        had[key] = Had((source.id,), "folder", "read from a folder")
    return Desk(Evidence(sources=tuple(sources), pages=texts), had, profile, TODAY, judge)


async def checked(body: str, on: Desk) -> tuple[CheckedStatement, ...]:
    """The statements of a text whose list has an entry for every key of the desk."""
    entries = "\n".join(f"[{key}] Page of source {key}. https://s{key}.example/p" for key in on.had)
    return await check_text(read_text(f"{body}\n\n## Sources\n\n{entries}\n"), on)


async def decided(body: str, on: Desk) -> tuple[Decision, str]:
    """The decision on a text of one statement, and its reason."""
    (one,) = await checked(body, on)
    return one.decision, one.reason
