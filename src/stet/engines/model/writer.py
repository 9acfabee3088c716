"""The writer: a draft from the ledger, in one call or section by section."""

from collections.abc import Sequence

from stet.domain.claims import LedgerEntry
from stet.domain.events import Noted
from stet.domain.question import TopicKind
from stet.engines.model.caller import Caller, CutOff, tokens
from stet.engines.model.drafts import labelled, tidy, whole_part
from stet.engines.model.fences import Data
from stet.engines.model.ledger import shown_claims, shown_conflicts, shown_gaps, usable
from stet.errors import BudgetExhausted
from stet.ports import Brief
from stet.prompts import prompt
from stet.report.draft import ANSWER, escape
from stet.research.book import CUT_OFF
from stet.research.quotations import with_gaps, write_draft

_MOST = 40
"""Claims that are written up in one call."""

_LEADING = 3
"""Claims of each topic that the short answer is made from."""

_DIRECT = frozenset({TopicKind.ANSWER, TopicKind.PART})


class ModelWriter:
    """Writes with a model; where no call is left, by code: attributed quotations."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def write(self, brief: Brief) -> str:
        """See `stet.ports.Writer`.

        Raises:
            StetError: no draft could be had
        """
        entries = usable(brief)
        try:
            written = await self._write(brief, entries)
        except BudgetExhausted as error:
            message = f"the draft was put together by code from quotations: {error.message}"
            self._caller.note(Noted(code="written_by_code", message=message))
            return write_draft(brief)
        done = tidy(written, entries, brief.plan.topics)
        if done.source_list:
            message = (
                "the writer added a list of sources of its own, which was taken out; code makes that list"
            )
            self._caller.note(Noted(code="source_list", message=message))
        if done.repeated:
            message = f"{done.repeated} sentences of the draft repeated another word for word and were merged with it"
            self._caller.note(Noted(code="sentences_merged", message=message))
        return with_gaps(labelled(done.markdown, entries), brief)

    async def _write(self, brief: Brief, entries: Sequence[LedgerEntry]) -> str:
        system = prompt("writer").text
        letter = self._letter(brief, entries, _topics(brief))
        if len(entries) > _MOST or tokens(letter) > self._caller.room("writer", system):
            return await self._by_section(brief, entries)
        try:
            return await self._caller.prose("writer", system, letter)
        except CutOff:
            return await self._by_section(brief, entries)

    async def _by_section(self, brief: Brief, entries: Sequence[LedgerEntry]) -> str:
        leading = _leading(brief, entries)
        head = "The section is the short answer: one to four sentences that answer the question."
        sections = [(ANSWER, await self._section(brief, leading, head))]
        for topic in brief.plan.topics:
            mine = [entry for entry in entries if entry.topic == topic.id]
            for number, part in enumerate(self._parts(brief, mine)):
                text = await self._section(
                    brief, part, f"The section is on topic {topic.id}, part {number + 1}."
                )
                sections.append((escape(topic.text), text))
        return "\n\n".join(f"## {heading}\n\n{text}" for heading, text in sections if text) + "\n"

    async def _section(self, brief: Brief, entries: Sequence[LedgerEntry], head: str) -> str:
        """The sentences of one section; one that is cut off ends with its last whole paragraph, and says so."""
        letter = self._letter(brief, entries, head)
        try:
            text = await self._caller.prose("writer", prompt("section").text, letter)
        except CutOff as cut:
            self._caller.note(
                Noted(code="draft_cut", message=f"{cut.message}; what was whole of the section stays")
            )
            text = f"{whole_part(cut.text)}\n\n{CUT_OFF}"
        lines = [line for line in text.splitlines() if not line.startswith("#")]
        return "\n".join(lines).strip()

    def _parts(self, brief: Brief, entries: Sequence[LedgerEntry]) -> list[list[LedgerEntry]]:
        """Claims of a topic, as many at a time as fit into a question."""
        room = self._caller.room("writer", prompt("section").text)
        parts: list[list[LedgerEntry]] = []
        for entry in entries:
            grown = [*parts[-1], entry] if parts else [entry]
            if parts and len(grown) <= _MOST and tokens(self._letter(brief, grown, "")) <= room:
                parts[-1] = grown
            else:
                parts.append([entry])
        return parts

    def _letter(self, brief: Brief, entries: Sequence[LedgerEntry], head: str) -> str:
        keys = {entry.key: entry for entry in entries}
        topics = "\n".join(f"{topic.id}: {topic.text}" for topic in brief.plan.topics)
        data = [
            Data("question", brief.plan.question),
            Data("topics", topics),
            *shown_claims(entries, brief.sources),
            *shown_conflicts(brief.conflicts, keys),
            *shown_gaps(brief.gaps),
        ]
        if brief.instructions:
            data.append(Data("remarks of the review of the last draft", "\n".join(brief.instructions)))
        return self._caller.house.letter(head, data)


def _topics(brief: Brief) -> str:
    with_claims = {entry.topic for entry in usable(brief)}
    listed = [topic.id for topic in brief.plan.topics if topic.id in with_claims]
    return f"After the short answer, sections for: {', '.join(listed)}."


def _leading(brief: Brief, entries: Sequence[LedgerEntry]) -> list[LedgerEntry]:
    """The strongest claims of each topic that asks for the answer, and the other sides of their conflicts."""
    chosen: set[str] = set()
    for topic in brief.plan.topics:
        if topic.kind in _DIRECT:
            mine = [entry for entry in entries if entry.topic == topic.id]
            mine.sort(key=lambda entry: -(entry.score.value if entry.score else 0.0))
            chosen |= {entry.key for entry in mine[:_LEADING]}
    for conflict in brief.conflicts:
        if chosen & set(conflict.claims):
            chosen |= set(conflict.claims)
    return [entry for entry in entries if entry.key in chosen]
