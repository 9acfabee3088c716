"""A cited text by anyone to plant in, and its examiner: the machinery of `stet check`."""

from collections.abc import Awaitable, Callable, Mapping

from stet.domain.claims import Check, Decision, Outcome
from stet.evaluate.plant import Target
from stet.evaluate.planting import Finding
from stet.report.checked import UNCITED, CheckedStatement, CheckedText

Checker = Callable[[str], Awaitable[CheckedText]]
"""Checks a text, given as it is."""

_FALLEN = frozenset({Decision.UNSUPPORTED, Decision.CONFLICTING})


class TextExaminer:
    """Examines changed texts beside the original: what was found there already says nothing of a change.

    A copy is approved when nothing is found in it that was not found in the original, whose `faults` are kept.
    """

    def __init__(self, check: Checker) -> None:
        self._check = check
        self._known: frozenset[Check] = frozenset()
        self.faults: tuple[Check, ...] = ()
        self.unsettled = 0

    async def original(self, text: str, sources: Mapping[str, str]) -> Target:
        """The text as one to plant in, with the `sources` that its marks lead to, by their paths.

        Statements that do not stand as they are, and those whose marks lead nowhere, are spared: an error in them
        could not be told from their own. `unsettled` counts those left that nobody found right.
        """
        found = await self._check(text)
        by_id = {source.id: source for source in found.sources}
        texts = {
            i: sources[path]
            for i, each in by_id.items()
            if (path := each.path) is not None and path in sources
        }
        self.faults = _failed(found)
        left = [each for each in found.statements if each.citations and not _spared(each)]
        self.unsettled = sum(each.decision is Decision.UNREVIEWED for each in left)
        self._known = frozenset((*self.faults, *_open(found)))
        return Target(
            text=text,
            marks="any",
            sources=texts,
            names={i: each.title for i, each in by_id.items() if each.title},
            leads={each.key: (each.source,) for each in found.references if each.source in texts},
            spared=tuple((each.start, each.end) for each in found.statements if _spared(each)),
        )

    async def examine(self, report: Target) -> Finding:
        """See `stet.evaluate.planting.Examiner`."""
        found = await self._check(report.text)
        failed = tuple(check for check in _failed(found) if check not in self._known)
        left = tuple(check for check in _open(found) if check not in self._known)
        return Finding(approved=not failed and not left, failed=failed, open=left, doubts=_doubts(found))


def _spared(statement: CheckedStatement) -> bool:
    dangling = bool(statement.citations) and not any(each.resolved for each in statement.citations)
    return statement.decision in _FALLEN or dangling


def _failed(found: CheckedText) -> tuple[Check, ...]:
    """What was found wrong, each with the words it is about."""
    faults = [
        Check(name="finding", outcome=Outcome.FAIL, reason=each.kind, detail=f"{each.where}: {each.detail}")
        for each in found.findings
    ]
    for statement in found.statements:
        if statement.decision in _FALLEN:
            faults += [_of(statement, c) for c in statement.checks if c.outcome is Outcome.FAIL]
        elif statement.reason == UNCITED:
            faults += [_of(statement, check, Outcome.FAIL) for check in statement.checks]
    return tuple(faults)


def _open(found: CheckedText) -> tuple[Check, ...]:
    return tuple(
        _of(statement, check)
        for statement in found.statements
        if statement.decision is Decision.UNREVIEWED and statement.reason != UNCITED
        for check in statement.checks
        if check.outcome in {Outcome.NOT_RUN, Outcome.UNSURE}
    )


def _doubts(found: CheckedText) -> tuple[Check, ...]:
    return tuple(
        _of(statement, check)
        for statement in found.statements
        for check in statement.checks
        if check.by == "code" and check.outcome is Outcome.UNSURE
    )


def _of(statement: CheckedStatement, check: Check, outcome: Outcome | None = None) -> Check:
    """A check with the statement that it is about."""
    detail = f"“{statement.text}”: {check.detail}"
    return check.model_copy(update={"detail": detail, "outcome": outcome or check.outcome})
