"""A text by anyone after it was checked: what `stet check --json` prints and what its page is made of.

Offsets of statements, citations and findings count characters of the file's text as it was read; those of words count
in the text of their source.
"""

from collections import Counter
from collections.abc import Mapping
from datetime import date, datetime

from stet.domain.base import Value
from stet.domain.claims import Check, Decision

UNCITED = "uncited"
"""The reason of a statement that cites nothing."""


class CheckedCitation(Value):
    """A marker of a statement. `resolved` says that it points at a reference; `source` is the id of what was read."""

    marker: str
    key: str | None
    source: str | None
    resolved: bool


class Words(Value):
    """The words of a source nearest to a statement: `exact` stands at `[start, end)` of its text.

    `before` and `after` are what surrounds them there; `found` is True where they are the statement's own words.
    """

    source: str
    start: int
    end: int
    exact: str
    before: str = ""
    after: str = ""
    found: bool = False


class CheckedStatement(Value):
    """A statement with what was decided, by which reason, and the words of its sources."""

    text: str
    start: int
    end: int
    citations: tuple[CheckedCitation, ...]
    decision: Decision
    reason: str
    checks: tuple[Check, ...]
    words: tuple[Words, ...] = ()


class CheckedReference(Value):
    """An entry of a source list, or an address that the text links to.

    `cited` says whether a statement points at it. `source` is what was read for it; `state` how that was had
    (`folder`, `run`, `saved`, `fetched`) or why it was not, and `detail` a sentence about it.
    """

    key: str
    url: str | None
    title: str | None
    cited: bool
    source: str | None = None
    state: str = ""
    detail: str = ""


class CheckedFinding(Value):
    """A fault of the citing, or of what is cited. The span is None where the whole text is meant."""

    kind: str
    where: str
    detail: str
    start: int | None = None
    end: int | None = None


class CheckedSource(Value):
    """What was read to check the text on."""

    id: str
    url: str | None = None
    path: str | None = None
    title: str | None = None
    published_at: date | None = None
    retrieved_at: datetime | None = None
    sha256: str
    text_sha256: str


class CheckedText(Value):
    """A text and all that was found of it; `notes` say what a reader should know of the checking itself."""

    file: str
    statements: tuple[CheckedStatement, ...]
    references: tuple[CheckedReference, ...]
    findings: tuple[CheckedFinding, ...]
    counts: Mapping[str, int]
    sources: tuple[CheckedSource, ...] = ()
    notes: tuple[str, ...] = ()

    def source(self, source_id: str | None) -> CheckedSource | None:
        """The source with this id, or None."""
        return next((source for source in self.sources if source.id == source_id), None)


def counts_of(
    statements: tuple[CheckedStatement, ...],
    references: tuple[CheckedReference, ...],
    findings: tuple[CheckedFinding, ...],
    sources: int,
) -> dict[str, int]:
    """How many there are of each: statements by decision, citations, references, sources, findings by kind."""
    decided = Counter(statement.decision for statement in statements)
    citations = [citation for statement in statements for citation in statement.citations]
    return {
        "statements": len(statements),
        **{decision.value: decided[decision] for decision in Decision},
        UNCITED: sum(statement.reason == UNCITED for statement in statements),
        "citations": len(citations),
        "resolved": sum(citation.resolved for citation in citations),
        "references": len(references),
        "cited": sum(reference.cited for reference in references),
        "sources": sources,
        "findings": len(findings),
        **{f"findings.{kind}": n for kind, n in sorted(Counter(f.kind for f in findings).items())},
    }
