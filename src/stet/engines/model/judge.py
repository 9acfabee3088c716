"""The judge: whether words support claims. Only words that code finds again can raise one."""

from collections.abc import Mapping, Sequence

from stet.domain.claims import Check, ClaimKind, Outcome
from stet.domain.events import Noted
from stet.engines.model.caller import Caller
from stet.engines.model.fences import Data
from stet.engines.model.hearings import Hearing, hearing, hearings
from stet.engines.model.shapes import VerdictsShape
from stet.engines.model.votes import QUOTED, Vote, both, by_key, key_of, lacking, no_answer, read
from stet.errors import BadAnswer, BudgetExhausted, KeyMissing, ProviderError, TooLong
from stet.ports import Case
from stet.prompts import prompt
from stet.report.clean import short
from stet.research.searching import together

_FIRST = "Does its text support each claim?"
_SECOND = (
    "Go through each claim part by part: subject, time, amount, condition, strength. Look for a part that its text "
    "does not say, or says otherwise. Only where there is none does the text support the claim."
)
_KINDS = {
    ClaimKind.INFERENCE: "; offered as an inference: it must follow from the text, which need not say it",
    ClaimKind.RECOMMENDATION: "; offered as a recommendation: the text must give the reason for it",
}
_ASIDE = 600
"""Tokens kept free for the date, the question and the fences."""


class ModelJudge:
    """Judges with a model, claims of one source in one call.

    One vote; a second, asked in other words, where the first passes what code has a doubt about, or by words without a
    number or date of the claim, and where it contradicts itself or is missing. Two votes that differ settle nothing.
    """

    def __init__(self, caller: Caller) -> None:
        self._caller = caller

    async def judge(self, cases: Sequence[Case]) -> Mapping[str, Check]:
        """See `stet.ports.Judge`; a judge that cannot be had, or read, has not voted."""
        given = {case.claim.key: QUOTED for case in cases if case.claim.kind is ClaimKind.QUOTATION}
        asked = [case for case in cases if case.claim.key not in given]
        room = self._caller.room("judge", prompt("judge").text, VerdictsShape) - _ASIDE if asked else 0
        held, too_long = hearings(asked, room)
        answers = await together(self._hear(each) for each in held)
        votes = {key: vote for answer in answers for key, vote in answer.items()}
        for case in too_long:
            votes[case.claim.key] = no_answer(
                "too_long", "the claim and its text do not fit into the judge's window"
            )
        return given | {case.claim.key: votes[case.claim.key].check() for case in asked}

    async def _hear(self, one: Hearing) -> Mapping[str, Vote]:
        first = await self._votes(one, _FIRST)
        doubted = {
            case.claim.key: bool(_doubts(case)) or _thin(case, first[case.claim.key], one.shown(place))
            for place, case in enumerate(one.cases)
        }
        again = [c for c in one.cases if _twice(first[c.claim.key], doubted=doubted[c.claim.key])]
        if not again:
            return first
        second = await self._votes(hearing(again), _SECOND)
        return {**first} | {key: both(first[key], vote, doubted=doubted[key]) for key, vote in second.items()}

    async def _votes(self, one: Hearing, question: str) -> Mapping[str, Vote]:
        """The votes of one call; an answer that cannot be had for many claims is asked for in two halves."""
        keys = [case.claim.key for case in one.cases]
        try:
            said = await self._caller.ask(
                "judge", prompt("judge").text, self._letter(one, question), VerdictsShape
            )
        except (BadAnswer, TooLong) as error:
            if len(keys) == 1:
                return {keys[0]: _unanswered(error)}
            middle = len(keys) // 2
            halves = (hearing(one.cases[:middle]), hearing(one.cases[middle:]))
            return {**await self._votes(halves[0], question), **await self._votes(halves[1], question)}
        except (ProviderError, KeyMissing, BudgetExhausted) as error:
            return dict.fromkeys(keys, _unanswered(error))
        if foreign := sorted({key_of(each) for each in said.verdicts} - set(keys)):
            message = f"The judge answered for claims that it was not asked about: {short(', '.join(foreign), 200)}."
            self._caller.note(Noted(code="unknown_claims", message=message))
        verdicts = by_key(said.verdicts, keys)
        return {
            case.claim.key: read(verdicts[case.claim.key], case.claim.text, one.shown(place))
            for place, case in enumerate(one.cases)
        }

    def _letter(self, one: Hearing, question: str) -> str:
        data = [Data(f"text P{number}", text.text) for number, text in enumerate(one.texts, start=1)]
        claims: list[str] = []
        noticed: list[str] = []
        for case, places in zip(one.cases, one.places, strict=True):
            on = ", ".join(f"P{place + 1}" for place in places)
            kind = _KINDS.get(case.claim.kind, "")
            claims.append(f"{case.claim.key} ({on}{kind}): {' '.join(case.claim.text.split())}")
            noticed += [f"{case.claim.key}: {check.name}: {check.detail}" for check in _doubts(case)]
        data.append(Data("claims", "\n".join(claims)))
        if noticed:
            data.append(Data("what a program noticed", "\n".join(noticed)))
        return self._caller.house.letter("", data, question)


def _twice(first: Vote, *, doubted: bool) -> bool:
    """Whether a second vote is asked for: code and judge disagree, or the first vote is none that can be read."""
    if not first.valid:
        return first.reason in {"contradictory", "no_vote"}
    return first.outcome is Outcome.PASS and doubted


def _thin(case: Case, first: Vote, texts: Sequence[str]) -> bool:
    """Whether a pass rests on words without a number or a date of the claim."""
    return first.outcome is Outcome.PASS and lacking(case.claim.text, first.detail, texts)


def _doubts(case: Case) -> list[Check]:
    """What code had doubts about that a reader of meaning must settle."""
    return [
        check
        for check in case.findings
        if check.by == "code" and check.name != "judge" and check.outcome in {Outcome.UNSURE, Outcome.FAIL}
    ]


def _unanswered(error: ProviderError | KeyMissing | BudgetExhausted) -> Vote:
    return no_answer("unreadable" if isinstance(error, BadAnswer) else error.code, error.message)
