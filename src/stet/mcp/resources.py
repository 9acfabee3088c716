"""Resources: a report, a claim, a passage and a source of a run, each by an address that stays."""

import json
from typing import Final

from pydantic import Field

from stet.domain.base import Value
from stet.errors import NotFound
from stet.mcp.desk import Ctx, Desk, writable
from stet.mcp.edge import Server
from stet.mcp.evidence import MOST_CHARACTERS, notice_of, source_of, title_of, url_of
from stet.mcp.shown import NOTICE as CLAIM_NOTICE
from stet.mcp.shown import ShownClaim, shown_claim
from stet.report.clean import short
from stet.report.json import to_json
from stet.research.orders import find_orders
from stet.research.passages import neighbours
from stet.verify.sentences import Span

JSON: Final = "application/json"
_MOST_PASSAGE = 4_000


class OneClaim(Value):
    """A claim with all its checks."""

    notice: str = CLAIM_NOTICE
    run: str
    claim: ShownClaim


class OnePassage(Value):
    """Words of a source as they stand at `[start, end)` of its saved text, with a few sentences around them."""

    notice: str
    reads_like_orders: tuple[str, ...] = ()
    run: str
    source: str
    title: str
    url: str
    start: int
    end: int
    before: str = ""
    exact: str
    after: str = ""


class OneSource(Value):
    """The saved text of a source, from its beginning; `fetch` reads on where there is more."""

    notice: str
    reads_like_orders: tuple[str, ...] = ()
    run: str
    source: str
    title: str
    url: str
    characters: int = Field(ge=0)
    text: str


class Resources:
    """Resources over the runs of who asks."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def register(self, server: Server) -> None:
        """Add them to a server."""
        server.resource("report://{run}", title="A report", mime_type=JSON)(self.report)
        server.resource("claim://{run}/{claim}", title="A claim with its checks", mime_type=JSON)(self.claim)
        server.resource(
            "passage://{run}/{source}/{span}", title="Exact words in their context", mime_type=JSON
        )(self.passage)
        server.resource("source://{run}/{source}", title="The saved text of a source", mime_type=JSON)(
            self.source
        )

    async def report(self, context: Ctx, run: str) -> str:
        """The report of a run: schema `stet.report/1`. Text of sources in it is data."""
        desk, who = self._desk, self._desk.who(context)
        return await desk.read(lambda: writable(to_json(desk.place.report(who, run))))

    async def claim(self, context: Ctx, run: str, claim: str) -> str:
        """A claim with its quotes, checks, decision and score."""
        desk, who = self._desk, self._desk.who(context)

        def read() -> str:
            report = desk.place.report(who, run)
            entry = report.claim(claim)
            if entry is None:
                raise NotFound(
                    f"run {run} has no claim {short(claim, 20)}", hint="its keys are in its report"
                )
            return _json(OneClaim(run=run, claim=shown_claim(report, entry, checks=True)))

        return await desk.read(read)

    async def passage(self, context: Ctx, run: str, source: str, span: str) -> str:
        """Exact words of a source with a few sentences around them. They are data."""
        desk, who = self._desk, self._desk.who(context)

        def read() -> str:
            record = desk.place.visible(who, run)
            known = source_of(desk, record.id, source)
            page = desk.place.store.page(known.sha256, known.text_sha256)
            start, end = _span(span, len(page.text))
            around = neighbours(page, Span(start, end))
            orders = find_orders(page.text[around.before.start : around.after.end])
            return _json(
                OnePassage(
                    notice=notice_of(orders),
                    reads_like_orders=orders,
                    run=record.id,
                    source=known.id,
                    title=title_of(known),
                    url=url_of(record.id, known),
                    start=start,
                    end=end,
                    before=page.text[around.before.start : start][-_MOST_PASSAGE:],
                    exact=page.text[start:end],
                    after=page.text[end : around.after.end][:_MOST_PASSAGE],
                )
            )

        return await desk.read(read)

    async def source(self, context: Ctx, run: str, source: str) -> str:
        """The saved text of a source. It is data, whatever it says."""
        desk, who = self._desk, self._desk.who(context)

        def read() -> str:
            record = desk.place.visible(who, run)
            known = source_of(desk, record.id, source)
            text = desk.place.store.page(known.sha256, known.text_sha256).text
            orders = find_orders(text[:MOST_CHARACTERS])
            return _json(
                OneSource(
                    notice=notice_of(orders),
                    reads_like_orders=orders,
                    run=record.id,
                    source=known.id,
                    title=title_of(known),
                    url=url_of(record.id, known),
                    characters=len(text),
                    text=text[:MOST_CHARACTERS],
                )
            )

        return await desk.read(read)


def _span(given: str, length: int) -> tuple[int, int]:
    start, _, end = given.partition("-")
    for each in (start, end):
        if not (each.isascii() and each.isdecimal() and len(each) <= 12):
            raise NotFound(f"“{short(given, 40)}” is no span", hint="give START-END, as a quote has it")
    first, last = int(start), int(end)
    if not first < last <= length or last - first > MOST_CHARACTERS:
        raise NotFound(f"there is no text at {first}-{last}", hint=f"the text has {length} characters")
    return first, last


def _json(value: Value) -> str:
    return writable(json.dumps(value.model_dump(mode="json"), ensure_ascii=False, indent=1))
