"""The reviewer: six points on a draft. What it does not answer, or answers both ways, is not approved."""

import re
from collections.abc import Sequence
from typing import get_args

from stet.domain.claims import Check, Outcome
from stet.engines.model.caller import Caller, tokens
from stet.engines.model.fences import Data
from stet.engines.model.ledger import shown_claims, shown_conflicts, shown_gaps, usable
from stet.engines.model.shapes import Point, PointShape, ReviewShape
from stet.errors import BadAnswer
from stet.ports import Brief
from stet.prompts import prompt
from stet.report.draft import strip_keys

POINTS: tuple[str, ...] = get_args(Point)

_NOTHING = frozenset({"", "none", "null", "n/a", "-", "nothing", "no change", "no change needed"})
_SHOWN = 300
_LEAST = 8
"""Letters and digits: what is shorter names no sentence."""

_MARKS = re.compile(r"[\W_]+")


class ModelReviewer:
    """Reviews with a model; it sees the draft and the claims, never a page."""

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def review(self, draft: str, brief: Brief, found: Sequence[Check] = ()) -> tuple[Check, ...]:
        """See `stet.ports.Reviewer`.

        Raises:
            StetError: what the journal and the model raise, but for an answer that cannot be read
        """
        system = prompt("reviewer").text
        entries = usable(brief)
        keys = {entry.key: entry for entry in entries}
        data = [
            Data("question", brief.plan.question),
            *shown_claims(entries, brief.sources),
            *shown_conflicts(brief.conflicts, keys),
            *shown_gaps(brief.gaps),
            *_remarks(found),
            Data("draft", draft),
        ]
        letter = self._caller.house.letter("", data)
        if tokens(letter) > self._caller.room("reviewer", system, ReviewShape):
            return _none("too_long", "The draft and its claims do not fit into the reviewer's window.")
        try:
            said = await self._caller.ask("reviewer", system, letter, ReviewShape)
        except BadAnswer as error:
            return _none(error.code, f"The reviewer gave no answer: {error.message}.")
        letters = _letters(draft)
        return tuple(
            _point(name, [each for each in said.points if each.point == name], letters) for name in POINTS
        )


def _remarks(found: Sequence[Check]) -> list[Data]:
    """What code found or doubts, for a reader who can tell what it means."""
    lines = [f"{c.name}: {c.detail}" for c in found if c.outcome in {Outcome.FAIL, Outcome.UNSURE}]
    return [Data("remarks of code", "\n".join(lines))] if lines else []


def _point(name: str, said: Sequence[PointShape], letters: str) -> Check:
    """One point; several answers to it must agree, a pass has nothing to say, and a fail names words of the draft."""
    if not said:
        return _check(name, Outcome.NOT_RUN, "not_answered", "The reviewer did not answer this point.")
    outcomes = {each.outcome for each in said}
    remarks = [
        remark for each in said for remark in (_told(each.sentence), _told(each.instruction)) if remark
    ]
    if len(outcomes) > 1 or (outcomes == {"pass"} and any(_told(each.instruction) for each in said)):
        detail = f"The reviewer contradicts itself: {'; '.join(remarks) or 'pass and fail'}"
        return _check(name, Outcome.UNSURE, "contradictory", detail)
    if outcomes == {"pass"}:
        return _check(name, Outcome.PASS, "ok", "The reviewer found no fault.")
    faults = "; ".join(_fault(each) for each in said)
    if any(not _stands(_told(each.sentence), letters) for each in said):
        detail = f"The reviewer finds fault with a sentence that is not in the draft: {faults}"
        return _check(name, Outcome.UNSURE, "contradictory", detail)
    return _check(name, Outcome.FAIL, "not_approved", faults)


def _fault(said: PointShape) -> str:
    sentence, instruction = _told(said.sentence), _told(said.instruction) or "it does not hold"
    return f"{instruction}{f' (“{sentence[:_SHOWN]}”)' if sentence else ''}"


def _stands(sentence: str, letters: str) -> bool:
    """Whether words stand in the draft, typography, escapes and keys aside; a sentence that was cut off is enough."""
    wanted = _letters(sentence)
    return len(wanted) >= _LEAST and wanted in letters


def _letters(text: str) -> str:
    return _MARKS.sub("", strip_keys(text)).casefold()


def _told(text: str | None) -> str:
    flat = " ".join((text or "").split())
    return "" if flat.casefold().strip(" .") in _NOTHING else flat[: 2 * _SHOWN]


def _none(reason: str, detail: str) -> tuple[Check, ...]:
    return tuple(_check(name, Outcome.NOT_RUN, reason, detail) for name in POINTS)


def _check(name: str, outcome: Outcome, reason: str, detail: str) -> Check:
    return Check(name=name, outcome=outcome, reason=reason, detail=detail, by="model")
