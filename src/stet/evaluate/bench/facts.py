"""Whether a report says the reference facts of a task, and what it must not claim.

Read is what stands in the report: its short answer and its sections, sentence by sentence, without headings, questions
and gaps. Of a quotation it is the quoted words that count, not who is said to have written them. What was removed does
not stand. See `docs/tasks.md` for what the reading cannot tell.
"""

import re
from collections.abc import Iterator, Sequence
from typing import Final, Literal, NamedTuple

from stet.domain.base import Value
from stet.domain.claims import Decision
from stet.domain.report import Report, Sentence
from stet.evaluate.bench import cues
from stet.evaluate.bench.clauses import Prepared, prepared
from stet.evaluate.bench.matching import Reading, read
from stet.evaluate.bench.patterns import Pattern, alternatives, equal, first_of, pattern_of
from stet.evaluate.bench.task import Fact, Forbidden, Statement
from stet.verify.found import Kind
from stet.verify.sentences import sentences

Verdict = Literal["said", "contradicted", "absent", "denied", "disclosed"]
"""Of a fact: `said`; `contradicted`, where the same is denied or said with another value; `absent`.

Of what must not be claimed: `said`, where it stands as so; `disclosed`, where it stands as one side of a conflict or as
what was changed since; `denied`, where it is said to be no longer so, or not so; `absent`.
"""

_LONGEST: Final = 4000
"""Characters of a sentence that are read; a longer one is no sentence."""

_INVISIBLE: Final = re.compile("[\u00ad\u200b-\u200f\u2060\ufeff]")
_TITLE: Final = re.compile("“[^”]{0,400}”")
_HEADING: Final = re.compile(r"\s{0,3}#{1,6}\s")
_NOTHING: Final[Verdict] = "absent"
_RANK: Final[dict[Verdict, int]] = {"said": 4, "contradicted": 3, "disclosed": 2, "denied": 1, "absent": 0}


class Finding(Value):
    """What a report makes of a statement, by the statement's id; `sentence` and `claims` are where it does so."""

    statement: str
    verdict: Verdict
    sentence: str | None = None
    claims: tuple[str, ...] = ()


class _Spoken(NamedTuple):
    """One sentence that stands in a report; `shown`: as one side of a conflict, as changed since, or as proposed."""

    words: Prepared
    sentence: Sentence
    shown: bool


def found(report: Report, facts: Sequence[Fact]) -> tuple[Finding, ...]:
    """What the report makes of each fact, in order; one sentence that says it outweighs others that do not."""
    spoken = tuple(_spoken(report))
    return tuple(_finding(fact, spoken) for fact in facts)


def claimed(report: Report, forbidden: Sequence[Forbidden]) -> tuple[Finding, ...]:
    """What the report makes of each statement that must not be claimed, in order; the worst sentence decides."""
    spoken = tuple(_spoken(report))
    return tuple(_finding(each, spoken) for each in forbidden)


def verdict_of(text: str, statement: Statement) -> Verdict:
    """What a text makes of a statement, claims aside: so never `disclosed`."""
    verdicts: list[Verdict] = [_verdict(words, statement, shown=False) for words in _sentences(text)]
    return max((_NOTHING, *verdicts), key=lambda each: _RANK[each])


def _finding(statement: Statement, spoken: Sequence[_Spoken]) -> Finding:
    best, where = Finding(statement=statement.id, verdict="absent"), 0
    for each in spoken:
        verdict = _verdict(each.words, statement, shown=each.shown)
        if _RANK[verdict] > where:
            where = _RANK[verdict]
            best = Finding(
                statement=statement.id,
                verdict=verdict,
                sentence=each.sentence.text,
                claims=each.sentence.claims,
            )
    return best


def _verdict(words: Prepared, statement: Statement, *, shown: bool) -> Verdict:
    pattern = pattern_of(statement)
    reading = read(words, pattern)
    if isinstance(statement, Forbidden):
        return _of_forbidden(words, statement, reading, pattern, shown=shown)
    if reading is Reading.SAID:
        return "said"
    # A side of a conflict, or what the report itself calls changed, is not the report's own word against the fact.
    return "contradicted" if reading in (Reading.DENIED, Reading.OTHER) and not shown else "absent"


def _of_forbidden(
    words: Prepared, statement: Forbidden, reading: Reading, pattern: Pattern, *, shown: bool
) -> Verdict:
    if reading in (Reading.DENIED, Reading.PAST):
        return "denied"
    if reading in (Reading.SAID, Reading.OPEN) and _excused(words, statement):
        return "denied"
    if reading is not Reading.SAID:
        return "absent"
    if statement.why == "superseded" and _ended(words, pattern):
        return "denied"
    return "disclosed" if shown else "said"


def _excused(words: Prepared, statement: Forbidden) -> bool:
    whole = (0, len(words.text))
    groups = (alternatives(written) for written in statement.unless)
    return any(first_of(group, words.tokens, words, whole) is not None for group in groups)


def _ended(words: Prepared, pattern: Pattern) -> bool:
    """Whether the sentence says until when it was so."""
    return any(
        each.value.kind is Kind.DATE
        and each.way == "to"
        and not any(equal(wanted, each.value) for wanted in pattern.values)
        and pattern.own(each.value) is None
        for each in words.values
    )


def _spoken(report: Report) -> Iterator[_Spoken]:
    sections = (sentence for section in report.sections for sentence in section.sentences)
    decisions = {entry.key: entry.decision for entry in report.claims}
    for sentence in (*report.answer, *sections):
        if cues.GAP.match(sentence.text):
            continue
        quoted = cues.ATTRIBUTED.match(sentence.text)
        own = [decisions.get(key) for key in sentence.claims]
        conflicting = bool(own) and all(each is Decision.CONFLICTING for each in own)
        # What a title says of itself is not what the report says of the quotation.
        held = quoted is not None and cues.HELD.search(_TITLE.sub("", quoted["head"])) is not None
        for words in _sentences(quoted["words"] if quoted else sentence.text):
            yield _Spoken(words, sentence, conflicting or held)


def _sentences(text: str) -> Iterator[Prepared]:
    clean = _INVISIBLE.sub("", text)
    for span in sentences(clean):
        piece = clean[span.start : span.end]
        if not _HEADING.match(piece):
            yield prepared(" ".join(piece.split())[:_LONGEST])
