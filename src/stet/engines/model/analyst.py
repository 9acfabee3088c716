"""The analyst: each passage is shown once, and tells at once what it claims and which topics it covers."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from stet.domain.claims import Claim
from stet.domain.events import Noted
from stet.domain.evidence import Passage
from stet.domain.question import Plan, Query, Topic
from stet.domain.report import Gap, ReportTopic
from stet.engines.model.caller import Caller, tokens
from stet.engines.model.fences import Data
from stet.engines.model.findings import Find, Finding, Locator, Losses, gather
from stet.engines.model.packing import Shelf, pack, shown
from stet.engines.model.shapes import CoverageShape, ReadingShape
from stet.errors import BadAnswer, BudgetExhausted
from stet.ports import Coverage, Evidence
from stet.prompts import prompt
from stet.report.sentences import pieces
from stet.research.foremost import foremost
from stet.verify.words import content_stems

_LACKS = {
    "primary_source": "a primary source is missing",
    "date": "a date is missing",
    "definition": "a definition is missing",
    "comparison": "a comparison is missing",
    "explanation": "an explanation of a disagreement is missing",
    "answer": "an answer is missing",
}
_NOTHING = "no document with usable text was found"
_UNSELECTED = "nothing that was read speaks of it"
_SILENT = "the analyst said nothing of it"
_UNFOUND = "the words that were given for it do not stand in what was read"
_MOST_KNOWN = 24
"""Claims found before that are shown again; one that is not, and is made again, is known by its words."""

_LONGEST_GAP, _LONGEST_QUERY, _LONGEST_KNOWN = 300, 300, 160


@dataclass(slots=True)
class _Sheet:
    """What is known of a topic; covered once means covered."""

    found: list[Finding] = field(default_factory=list[Finding])
    covered: bool = False
    missing: str | None = None
    query: str | None = None


class ModelAnalyst:
    """Reads with a model. It remembers what it was shown for one run."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller
        self._locator = Locator()
        self._shelves: dict[str, Shelf] = {}
        self._sheets: dict[str, _Sheet] = {}

    async def assess(self, plan: Plan, evidence: Evidence, asked: Sequence[str]) -> Coverage:
        """See `stet.ports.Analyst`."""
        await self._read(plan, evidence, asked)
        topics: list[ReportTopic] = []
        gaps: list[Gap] = []
        queries: list[Query] = []
        known = {_same_query(text) for text in asked}
        for topic in plan.topics:
            sheet = self._sheet(topic)
            missing = None if sheet.covered else self._missing(topic, evidence)
            topics.append(ReportTopic(id=topic.id, text=topic.text, covered=missing is None, gap=missing))
            if missing is None:
                continue
            gaps.append(Gap(topic=topic.id, missing=missing))
            if sheet.query is not None and (same := _same_query(sheet.query)) not in known:
                known.add(same)
                queries.append(Query(text=sheet.query, topic=topic.id, gap=missing))
        return Coverage(topics=tuple(topics), gaps=tuple(gaps), queries=tuple(queries))

    async def analyse(self, plan: Plan, evidence: Evidence) -> tuple[Claim, ...]:
        """See `stet.ports.Analyst`."""
        await self._read(plan, evidence, ())
        found = [finding for topic in plan.topics for finding in self._sheet(topic).found]
        return tuple(finding.claim(f"C{number}") for number, finding in enumerate(found, start=1))

    def _sheet(self, topic: Topic) -> _Sheet:
        return self._sheets.setdefault(topic.id, _Sheet())

    def _missing(self, topic: Topic, evidence: Evidence) -> str:
        if not evidence.sources:
            return _NOTHING
        missing = self._sheet(topic).missing
        if missing is None:
            return _SILENT if evidence.selected.get(topic.id) else _UNSELECTED
        return missing

    async def _read(self, plan: Plan, evidence: Evidence, asked: Sequence[str]) -> None:
        """Show what was not shown yet. A call that fails leaves its passages unread, and says so."""
        system = f"{prompt('claims').text}\n\n{prompt('coverage').text}"
        frame = self._letter(plan, (), evidence, asked)
        room = self._caller.room("analyst", system, ReadingShape) - tokens(frame)
        packed = pack(plan, evidence, self._shelves, room)
        if packed.left_out:
            message = f"{packed.left_out} selected passages were not shown to the analyst: they did not fit"
            self._note("passages_left_out", message, plan)
        for number, passages in enumerate(packed.calls):
            letter = self._letter(plan, passages, evidence, asked)
            try:
                said = await self._caller.ask("analyst", system, letter, ReadingShape)
            except (BadAnswer, BudgetExhausted) as error:
                stopped = isinstance(error, BudgetExhausted)
                left = packed.calls[number:] if stopped else (passages,)
                self._failed(plan, sum(len(each) for each in left), error.message)
                if stopped:
                    return
            else:
                self._take(plan, said, passages, evidence)

    def _failed(self, plan: Plan, passages: int, why: str) -> None:
        self._note("passages_unread", f"{passages} passages were not read by the analyst: {why}", plan)
        for topic in plan.topics:
            self._sheet(topic).missing = f"what was selected for it could not be assessed: {why}"

    def _letter(
        self, plan: Plan, passages: Sequence[Passage], evidence: Evidence, asked: Sequence[str]
    ) -> str:
        topics = (
            f"{t.id} ({t.kind.value}{', covered' if self._sheet(t).covered else ''}): {t.text}"
            for t in plan.topics
        )
        data = [Data("question", plan.question), Data("topics", "\n".join(topics))]
        if asked:
            data.append(Data("queries already asked", "\n".join(asked)))
        known = self._known(plan)
        if known:
            shown_again, _ = foremost(tuple(known.values()), _MOST_KNOWN)
            lines = (f"{key} {f.topic}: {_shortly(f)}" for key, f in known.items() if f in shown_again)
            data.append(Data("claims found before", "\n".join(lines)))
        return self._caller.house.letter("", [*data, *shown(passages, evidence)])

    def _known(self, plan: Plan) -> dict[str, Finding]:
        found = [finding for topic in plan.topics for finding in self._sheet(topic).found]
        return {f"K{number}": finding for number, finding in enumerate(found, start=1)}

    def _take(self, plan: Plan, said: ReadingShape, passages: Sequence[Passage], evidence: Evidence) -> None:
        find = Find(self._locator, {passage.id: passage for passage in passages}, evidence)
        ids = [topic.id for topic in plan.topics]
        found, lost = gather(said.claims, self._known(plan), ids, find)
        for topic in plan.topics:
            self._sheet(topic).found = [finding for finding in found if finding.topic == topic.id]
        self._tell(plan, lost, len(said.claims))
        told = {each.topic: each for each in said.topics}
        for topic in plan.topics:
            self._settle(self._sheet(topic), told.get(topic.id), find)

    def _settle(self, sheet: _Sheet, said: CoverageShape | None, find: Find) -> None:
        """Take over what was said of a topic; its words, or those of a claim under it, must stand in a passage."""
        if sheet.covered:
            return
        if said is None:
            sheet.missing, sheet.query = sheet.missing or _SILENT, None
            return
        if said.covered:
            sheet.covered = find.stands(said.passage, said.quote) or bool(sheet.found)
            sheet.missing, sheet.query = (None if sheet.covered else _UNFOUND), None
            return
        what = _LACKS[said.lacks or "answer"]
        # A second sentence would be a statement, and a gap makes none.
        more = next(("".join(part.raw for part in piece.parts) for piece in pieces(said.missing or "")), "")
        more = " ".join(more.split())[:_LONGEST_GAP]
        sheet.missing = f"{what}: {more}" if more else what
        query = " ".join((said.query or "").split())[:_LONGEST_QUERY]
        sheet.query = query or None

    def _tell(self, plan: Plan, lost: Losses, claims: int) -> None:
        if lost.quotes:
            shortly = "; ".join(f"“{example}”" for example in lost.examples[:3])
            message = (
                f"{lost.quotes} quotes that the analyst gave stand in no passage it was shown, and {lost.unquoted} of "
                f"its {claims} claims were left out for want of one: {shortly}"
            )
            self._note("quote_not_found", message, plan)
        elif lost.unquoted:
            message = f"{lost.unquoted} of {claims} claims had no quote that can be used and were left out"
            self._note("claim_without_quote", message, plan)
        if lost.homeless:
            self._note(
                "unknown_topic", f"{lost.homeless} claims named no topic of the plan and were left out", plan
            )
        if lost.orders:
            message = f"{lost.orders} quotes read like orders to a program and support no claim"
            self._note("orders_quoted", message, plan)

    def _note(self, code: str, message: str, plan: Plan) -> None:
        self._caller.note(
            Noted(code=code, message=message, where=", ".join(topic.id for topic in plan.topics))
        )


def _shortly(finding: Finding) -> str:
    sources = ", ".join(dict.fromkeys(quote.source for quote in finding.quotes))
    text = finding.text
    return f"{text if len(text) <= _LONGEST_KNOWN else text[:_LONGEST_KNOWN] + '…'} ({sources})"


def _same_query(text: str) -> frozenset[str]:
    """Queries of the same words are the same, in whatever order."""
    return frozenset(content_stems(text)) or frozenset({text.casefold().strip()})
