"""A report that a run made, exported and edited by hand, checked on what the run read.

What stands in the text as the run wrote it keeps the decisions of the run; everything else is checked anew.
"""

import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, NamedTuple, Self

from stet.app.app import App
from stet.app.checking_blocks import Block, blocks_of, changed_of, lines_of
from stet.app.checking_sources import RUN, Gathered
from stet.domain.claims import Decision, LedgerEntry
from stet.domain.events import PageRead
from stet.domain.evidence import Page, Source, Stance
from stet.domain.report import Report, Sentence
from stet.errors import NotFound
from stet.report.checked import CheckedFinding, Words
from stet.report.clean import markdown_text, short
from stet.report.markdown import to_markdown
from stet.research.checking import Had, Settled
from stet.research.checking_marks import marks_of_page, marks_of_reference, names_file, same_title
from stet.saved import report_of
from stet.texts.values import Citation, CitedText, Finding, Reference, Statement

_MARKER: Final = re.compile(r"\[\[?([CS][0-9]{1,6})\]?\](?:\(#[a-z0-9]{1,8}\))?")
_LEADING: Final = re.compile(r"\s{0,3}\[\[?[CS][0-9]{1,6}\]?\](?:\(#[a-z0-9]{1,8}\))?\s{0,3}")
_LEFT: Final = re.compile(r"\s?\[\[?[CS][0-9]{1,6}\]?\](?:\(#[a-z0-9]{1,8}\))?")
_ENDS_WITH_KEY: Final = re.compile(r"\[[CS][0-9]{1,6}\]\]?(?:\(#[a-z0-9]{1,8}\))?$")
_KEY: Final = re.compile(r"[CS][0-9]{1,6}")
_LEDGER: Final = frozenset({"claims", "score factors", "sources", "how it was made", "notes"})
"""The parts of an export that show the ledger: they say nothing that the sentences do not say."""
_WEAKEST: Final = (Decision.UNSUPPORTED, Decision.CONFLICTING, Decision.UNREVIEWED, Decision.SUPPORTED)
_SHOWN: Final = 120


class RunEvidence(NamedTuple):
    """What a run read, and its report."""

    report: Report
    sources: Mapping[str, tuple[Source, Page]]

    @classmethod
    def of(cls, app: App, run: str) -> Self:
        """The evidence of a run.

        Raises:
            NotFound: no such run, or it has no report
        """
        with app.store() as store:
            record = store.run(run)
            report = report_of(store, record.id)
            read = [s.event.source for s in store.events(record.id) if isinstance(s.event, PageRead)]
            found: dict[str, tuple[Source, Page]] = {}
            for source in read:
                try:
                    found[source.id] = source, store.page(source.sha256, source.text_sha256)
                except NotFound:
                    continue
        return cls(report, found)


class Edited(NamedTuple):
    """An edited report: what is to be checked of it, what the run decided already, and what of the run's is gone.

    `disputed` are the claims of the run that another source contradicts or has changed since.
    """

    cited: CitedText
    settled: Mapping[int, Settled]
    findings: tuple[CheckedFinding, ...]
    disputed: tuple[LedgerEntry, ...]


def from_run(cited: CitedText, text: str, evidence: RunEvidence, gathered: Gathered) -> Edited:
    """Take what a run read for the keys of its report (`C3`, `S1`) and for references that name a source of it."""
    for source, page in evidence.sources.values():
        gathered.keep(source, page)
        gathered.had[source.id] = Had((source.id,), RUN, f"{source.id} of run {evidence.report.run}")
    for entry in evidence.report.claims:
        gathered.had[entry.key] = _of_claim(entry, evidence)
    for reference in cited.references:
        if reference.key not in gathered.had and (source := _named(reference, evidence)) is not None:
            gathered.had[reference.key] = Had((source,), RUN, f"{source} of run {evidence.report.run}")
    return _edited(cited, text, evidence, gathered.had)


def _edited(cited: CitedText, text: str, evidence: RunEvidence, had: Mapping[str, Had]) -> Edited:
    whole = to_markdown(evidence.report)
    every = list(blocks_of(whole))
    exported = {block.words: block for block in every}
    written = {line.words for block in every for line in lines_of(block, whole)}
    sentences = _sentences(evidence.report, exported)
    blocks = list(blocks_of(text))
    statements: list[Statement] = []
    settled: dict[int, Settled] = {}
    open_still: list[Block] = []
    for block in blocks:
        sentence = sentences.get(block.words) or _unmarked(block, sentences)
        if sentence is not None:
            statements.append(_as_written(block, sentence))
            if (found := _settled(sentence, evidence.report)) is not None:
                settled[block.start] = found
        elif block.words not in exported and block.part not in _LEDGER and not block.words.startswith("#"):
            for piece in changed_of(block, text, written):
                open_still.append(piece)
                statements += _anew(piece, cited.statements, text, had)
    left = Counter(block.words for block in every) - Counter(block.words for block in blocks)
    here = {line.words for block in blocks for line in lines_of(block, text)}
    gone = [
        _removed(piece)
        for words in left
        if _told(exported[words])
        for piece in changed_of(exported[words], whole, here)
    ]
    statements = [_without_scores(each, evidence.report) for each in statements]
    dangling = _dangling(statements, evidence.report.run)
    update = {
        "statements": tuple(statements),
        "references": tuple(each for each in cited.references if _inside(each.start, open_still)),
        "findings": tuple(_kept(cited.findings, open_still, statements)),
    }
    disputed = tuple(e for e in evidence.report.claims if e.decision is Decision.CONFLICTING)
    return Edited(cited.model_copy(update=update), settled, (*gone, *dangling), disputed)


def _without_scores(statement: Statement, report: Report) -> Statement:
    """A statement without the scores that the run gave to the claims which it cites: they are no claims."""
    said = statement.text
    for citation in statement.citations:
        entry = report.claim(citation.key) if citation.key else None
        if entry is not None and entry.score is not None:
            said = said.replace(f"score {entry.score.value:.2f} ({entry.score.label.value})", "")
    if said == statement.text:
        return statement
    return statement.model_copy(update={"text": said.strip(" ,")})


def _dangling(statements: Sequence[Statement], run: str) -> Iterator[CheckedFinding]:
    """Keys that look like those of the run and are none of them, once each."""
    seen: set[str] = set()
    for citation in (citation for each in statements for citation in each.citations):
        name = citation.name or ""
        if citation.key is None and _KEY.fullmatch(name) and name not in seen:
            seen.add(name)
            detail = f"{name} points at nothing: it is no claim and no source of the run {run}."
            yield CheckedFinding(
                kind="dangling", where=name, detail=detail, start=citation.start, end=citation.end
            )


def _sentences(report: Report, exported: Mapping[str, Block]) -> dict[str, Sentence]:
    """The paragraphs of an export that are sentences of the report."""
    found: dict[str, Sentence] = {}
    every = [*report.answer, *(each for section in report.sections for each in section.sentences)]
    by_text = {" ".join(markdown_text(each.text).split()): each for each in every}
    for words in exported:
        cut = _MARKER.search(words)
        said = words[: cut.start()].rstrip() if cut else words
        if said in by_text:
            found[words] = by_text[said]
    return found


def _unmarked(block: Block, sentences: Mapping[str, Sentence]) -> Sentence | None:
    """The sentence that a paragraph is but for what the export says after its keys: that it was changed since."""
    keys = tuple(mark[1] for mark in _MARKER.finditer(block.words))
    for words, sentence in sentences.items():
        if words.startswith(block.words) and keys == sentence.claims and keys:
            return sentence if _ENDS_WITH_KEY.search(block.words) else None
    return None


def _as_written(block: Block, sentence: Sentence) -> Statement:
    citations = tuple(
        Citation(marker=f"[{key}]", start=block.start, end=block.end, key=key) for key in sentence.claims
    )
    return Statement(text=sentence.text, start=block.start, end=block.end, citations=citations)


def _settled(sentence: Sentence, report: Report) -> Settled | None:
    """What the run decided of a sentence: the weakest decision of its claims. None where it has none."""
    entries = [entry for key in sentence.claims if (entry := report.claim(key)) is not None]
    if not entries:
        return None
    weakest = min(entries, key=lambda entry: _WEAKEST.index(entry.decision))
    quotes = [quote for entry in entries for quote in entry.quotes if quote.stance is Stance.SUPPORTS]
    said = tuple(Words(source=q.source, start=q.start, end=q.end, exact=q.exact, found=True) for q in quotes)
    return Settled(weakest.decision, weakest.reason, weakest.checks, said)


def _anew(
    block: Block, statements: Sequence[Statement], text: str, had: Mapping[str, Had]
) -> Iterator[Statement]:
    """The statements of a paragraph that the run did not write, with the run's keys as citations."""
    inside = [each for each in statements if block.start <= each.start < block.end and each.checkable]
    runs: list[list[Statement]] = []
    for each in inside:
        # A quotation of several sentences is one statement with what it is quoted for.
        before = text[runs[-1][0].start : each.start] if runs else ""
        if before.count("“") > before.count("”"):
            runs[-1].append(each)
        else:
            runs.append([each])
    if not runs:  # a heading, a word: nothing in it can be checked
        return
    # Keys that open a sentence were written for the one before.
    starts = [block.start if not place else _after_keys(text, run[0].start) for place, run in enumerate(runs)]
    for run, first, end in zip(runs, starts, [*starts[1:], block.end], strict=True):
        yield _keyed(run, text, (first, end), had)


def _after_keys(text: str, start: int) -> int:
    while (key := _LEADING.match(text, start)) is not None:
        start = key.end()
    return start


def _keyed(run: Sequence[Statement], text: str, span: tuple[int, int], had: Mapping[str, Had]) -> Statement:
    first, end = span
    read = [citation for each in run for citation in each.citations]
    marks = [
        match
        for match in _MARKER.finditer(text, first, end)
        if match[1] in had or not any(c.key and match.start() <= c.start < match.end() for c in read)
    ]
    ours = [
        Citation(
            marker=f"[{mark[1]}]",
            start=mark.start(),
            end=mark.end(),
            key=mark[1] if mark[1] in had else None,
            name=mark[1],
        )
        for mark in marks
    ]
    others = [c for c in read if not any(mark.start() <= c.start < mark.end() for mark in marks)]
    said = " ".join(_LEFT.sub("", each.text) for each in run)
    start = max(first, run[0].start)
    last = max([start, min(run[-1].end, end), *(mark.end() for mark in marks)])
    return run[0].model_copy(
        update={"text": said.strip(), "start": start, "end": last, "citations": (*ours, *others)}
    )


def _kept(
    findings: Sequence[Finding], blocks: Sequence[Block], statements: Sequence[Statement]
) -> Iterator[Finding]:
    """The findings about what was written by hand, less those that the run's keys answer."""
    cited = [(each.start, each.end) for each in statements if each.citations]
    for finding in findings:
        if (
            finding.start is None
            or not _inside(finding.start, blocks)
            or _MARKER.search(f"[{finding.where}]")
        ):
            continue
        if finding.kind == "uncited_figure" and any(a <= finding.start < b for a, b in cited):
            continue
        yield finding


def _inside(at: int, blocks: Sequence[Block]) -> bool:
    return any(block.start <= at < block.end for block in blocks)


def _told(block: Block) -> bool:
    """Whether a paragraph of the export tells the reader something that must not be left out unnoticed."""
    return bool(block.part) and block.part not in _LEDGER and not block.words.startswith("#")


def _removed(block: Block) -> CheckedFinding:
    detail = f"What the run wrote under “{block.part}” is not in the text, or not in these words."
    return CheckedFinding(kind="removed", where=short(block.words, _SHOWN), detail=detail)


def _of_claim(entry: LedgerEntry, evidence: RunEvidence) -> Had:
    supporting = [quote.source for quote in entry.quotes if quote.stance is Stance.SUPPORTS]
    sources = tuple(dict.fromkeys(source for source in supporting if source in evidence.sources))
    return Had(sources, RUN, f"claim {entry.key} of run {evidence.report.run}")


def _named(reference: Reference, evidence: RunEvidence) -> str | None:
    marks = marks_of_reference(reference)
    for source, page in evidence.sources.values():
        if marks & marks_of_page(page):
            return source.id
    named = [
        source.id
        for source, _ in evidence.sources.values()
        if (source.path and names_file(reference, source.path)) or same_title(reference.title, source.title)
    ]
    return named[0] if len(named) == 1 else None
