"""A text by anyone, read into statements, citations, references and the faults of its citing."""

from stet.texts.blocks import Block, lay_out, source_of
from stet.texts.faults import faults
from stet.texts.lists import find_lists
from stet.texts.resolve import Known
from stet.texts.statements import BlockReader
from stet.texts.values import Citation, CitedText, Statement


def read_text(text: str) -> CitedText:
    """Read Markdown or plain text; never raises, and takes time linear in the text's length.

    Every mark that cites becomes a citation: resolved to a reference of the text's own lists or to the address that
    it links to, or without `key` and named by a `dangling` finding. A mark after the full stop belongs to the sentence
    before it; marks that stand alone belong to the last statement. What may as well be something else (a year, an
    interval, a name in brackets) cites only where a list has its key; code, formulas and images never do.
    """
    layout = lay_out(text)
    listed = find_lists(layout.blocks, text)
    known = Known(text, listed)
    statements: list[Statement] = []
    heading: str | None = None
    joins = False  # whether marks that stand alone follow a statement directly
    for block in listed.body:
        if block.kind == "rule" or not block.lines:
            joins = False
            continue
        read, loose = BlockReader(block, text, known, heading).read()
        if block.kind == "heading":
            heading = (read[0].text if read else "") or heading
            read = [statement for statement in read if statement.citations]
        statements.extend(read)
        if loose:
            before = statements.pop() if joins else None
            statements.append(_alone(before, tuple(loose), block, text, heading))
        joins = block.kind != "heading" and bool(read or loose)
    body_end = len(text) if listed.last_start is None else listed.last_start
    return CitedText(
        statements=tuple(statements),
        references=tuple(known.references),
        findings=faults(text, statements, known, layout.unclosed),
        body_end=body_end,
    )


def _alone(
    before: Statement | None, loose: tuple[Citation, ...], block: Block, text: str, heading: str | None
) -> Statement:
    """What citations that stand alone make of the statement before them; without one they are what is said."""
    if before is not None:
        update = {"citations": (*before.citations, *loose), "end": max(before.end, loose[-1].end)}
        return before.model_copy(update=update)
    words = " ".join(source_of(text, block.lines).text.split())
    start = block.lines[0][0]
    return Statement(
        text=words, start=start, end=block.end, citations=loose, heading=heading, checkable=False
    )
