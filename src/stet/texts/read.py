"""A text by anyone, read into statements, citations, references and the faults of its citing."""

from itertools import pairwise

from stet.texts.blocks import Block, lay_out
from stet.texts.data import is_data
from stet.texts.faults import faults
from stet.texts.lists import find_lists
from stet.texts.resolve import Known
from stet.texts.source import source_of
from stet.texts.statements import BlockReader
from stet.texts.values import Citation, CitedText, Finding, Statement


def read_text(text: str) -> CitedText:
    """Read Markdown or plain text; never raises, and takes time linear in the text's length.

    Every mark that cites becomes a citation: resolved to a reference of the text's own lists or to the address that
    it links to, or without `key` and named by a `dangling` finding. A mark after the full stop belongs to the sentence
    before it; marks that stand alone belong to the last statement. What may as well be something else (a year, an
    interval, a name in brackets) cites only where a list has its key; code, formulas and images never do. JSON is not
    prose: of it nothing is read but the finding `not_prose`.
    """
    if is_data(text):
        detail = "this is JSON, not prose: its fields state nothing, and nothing of it was read"
        finding = Finding(kind="not_prose", where=text.lstrip("\ufeff \t\r\n")[:40], detail=detail)
        return CitedText(statements=(), references=(), findings=(finding,), body_end=len(text))
    layout = lay_out(text)
    text = layout.text
    listed = find_lists(layout.blocks, text)
    known = Known(text, listed)
    collected = _Collected(text)
    for block in listed.body:
        if block.kind == "rule" or not block.lines:
            collected.settle()
        else:
            collected.take(block, known)
    collected.settle()
    statements = collected.statements
    body_end = len(text) if listed.last_start is None else listed.last_start
    return CitedText(
        statements=tuple(statements),
        references=tuple(known.references),
        findings=faults(text, statements, known, layout, collected.covered()),
        body_end=body_end,
    )


class _Collected:
    """Collects statements; citations that stand alone join the statement that they follow directly."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.statements: list[Statement] = []
        self.heading: str | None = None
        self.joins = False
        self.loose: list[Citation] = []
        self.begins: list[int] = []  # of each block with statements, the place of its first

    def take(self, block: Block, known: Known) -> None:
        """Read one block."""
        read, loose = BlockReader(block, self.text, known, self.heading).read()
        if loose and self.joins:
            self.loose.extend(loose)
            return
        self.settle()
        if block.kind == "heading":
            self.heading = (read[0].text if read else "") or self.heading
            read = [statement for statement in read if statement.citations]
        if loose:
            read = [self._alone(block, tuple(loose))]
        self.begins.append(len(self.statements))
        self.statements.extend(read)
        self.joins = block.kind != "heading" and bool(read)

    def covered(self) -> set[int]:
        """Places of statements after which their own block (paragraph, item, row) cites."""
        found: set[int] = set()
        for begin, end in pairwise((*self.begins, len(self.statements))):
            cited = False
            for place in range(end - 1, begin - 1, -1):
                if cited:
                    found.add(place)
                cited = cited or bool(self.statements[place].citations)
        return found

    def settle(self) -> None:
        """Give the citations that wait to the last statement; none that comes later joins it."""
        if self.loose:
            last = self.statements[-1]
            update = {"citations": (*last.citations, *self.loose), "end": max(last.end, self.loose[-1].end)}
            self.statements[-1] = last.model_copy(update=update)
            self.loose = []
        self.joins = False

    def _alone(self, block: Block, loose: tuple[Citation, ...]) -> Statement:
        """Citations with no statement before them are all that is said."""
        words = " ".join(source_of(self.text, block.lines).text.split())
        return Statement(
            text=words,
            start=block.lines[0][0],
            end=block.end,
            citations=loose,
            heading=self.heading,
            checkable=False,
        )
