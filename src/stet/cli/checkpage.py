"""A checked text as lines to read in a terminal."""

from collections.abc import Iterator
from itertools import groupby

from stet.cli.terminal import Line, cut, one_line
from stet.domain.claims import Decision
from stet.report import checked_words, words
from stet.report.checked import CheckedFinding, CheckedStatement, CheckedText
from stet.report.words import plural

_STYLES = {
    Decision.SUPPORTED: "green",
    Decision.CONFLICTING: "yellow",
    Decision.UNSUPPORTED: "red",
    Decision.UNREVIEWED: "yellow",
}
_MOST_STATEMENT, _MOST_WORDS, _MOST_FINDINGS = 400, 300, 40
_MOST_SHOWN = 500
_WRONG = frozenset({Decision.UNSUPPORTED, Decision.CONFLICTING})


def text_lines(text: CheckedText) -> Iterator[Line]:
    """The ledger of a text: its statements, the references that were not had, findings, counts."""
    yield Line(f"{text.file}", "bold")
    left = wrong = 0
    for number, statement in enumerate(text.statements, 1):
        # Of a long text what is wrong in it is shown first of all.
        wrong += statement.decision in _WRONG
        if number > _MOST_SHOWN and (statement.decision not in _WRONG or wrong > _MOST_SHOWN):
            left += 1
            continue
        yield from _statement(number, statement, text)
    if left:
        yield Line()
        yield Line(f"and {plural(left, 'statement')} more: add --json or --html", "dim")
    missing = [reference for reference in text.references if reference.cited and reference.source is None]
    if missing:
        yield from _heading("Cited and not read")
        for reference in missing:
            where = reference.url or reference.title or ""
            yield Line(
                f"[{reference.key}] {cut(where, 200)}: {checked_words.reference_state(reference)}", indent=2
            )
    yield from _findings(text)
    yield Line()
    yield from (Line(note, "dim") for note in text.notes)
    yield Line(checked_words.counted(text), "bold")


def _statement(number: int, statement: CheckedStatement, text: CheckedText) -> Iterator[Line]:
    shape, verdict = words.SHAPES[statement.decision], words.DECISIONS[statement.decision]
    because = checked_words.because(statement)
    yield Line()
    yield Line(f"{number}  {shape} {verdict}: {one_line(because)}", _STYLES[statement.decision])
    markers = " ".join(dict.fromkeys(citation.marker for citation in statement.citations))
    yield Line(f"{cut(statement.text, _MOST_STATEMENT)} {cut(markers, 200)}".rstrip(), indent=4)
    for said in statement.words:
        source = checked_words.source_name(text.source(said.source), said.source)
        yield Line(f"{source}", "dim", indent=4)
        yield Line(f"“{cut(said.exact, _MOST_WORDS)}”", indent=6)
    for check in checked_words.doubts(statement):
        yield Line(
            f"{check.name}: {words.humanise(check.reason)}: {cut(words.detail(check), words.MOST_DETAIL)}",
            "dim",
            indent=4,
        )


def _findings(text: CheckedText) -> Iterator[Line]:
    order = {kind: place for place, kind in enumerate(checked_words.FINDINGS)}

    def place(finding: CheckedFinding) -> tuple[int, str]:
        return order.get(finding.kind, len(order)), finding.kind

    for (_, kind), found in groupby(sorted(text.findings, key=place), key=place):
        group = list(found)
        title = checked_words.FINDINGS.get(kind, words.humanise(kind).capitalize())
        yield from _heading(f"{title} ({len(group)})")
        for finding in group[:_MOST_FINDINGS]:
            told = not finding.where or finding.detail.startswith(finding.where)
            where = "" if told else f"{cut(finding.where, 120)}: "
            yield Line(f"{where}{cut(finding.detail, words.MOST_DETAIL)}", indent=2)
        if len(group) > _MOST_FINDINGS:
            yield Line(f"and {len(group) - _MOST_FINDINGS} more: add --json", "dim", 2)


def _heading(text: str) -> Iterator[Line]:
    yield Line()
    yield Line(one_line(text), "bold underline")
