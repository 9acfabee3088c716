"""A judge over scripted answers, and cases to put to it."""

import json
from collections.abc import Sequence

from modelkit import Desk, claim_of, scripted
from stet.domain.claims import Check, Claim
from stet.ports import Case, Excerpt, Judge
from stet.testing import ScriptedModel

WINDOW = "The council met on Monday. The toll may start on 1 September 2027, if the bridge is open."
CLAIM = claim_of("The toll may start on 1 September 2027.")


def said(*answers: object, keys: Sequence[str] = ()) -> str:
    """One answer of the judge: verdicts on C1, C2, …, or on the keys that are given."""
    named = keys or [f"C{n}" for n in range(1, len(answers) + 1)]
    verdicts = [
        {"claim": key, **each} for key, each in zip(named, answers, strict=True) if isinstance(each, dict)
    ]
    return json.dumps({"verdicts": verdicts})


def told(answers: Sequence[object]) -> ScriptedModel:
    """A model whose answers are those of the judge to one claim, unless they are texts or errors."""
    return scripted(*(said(each) if isinstance(each, dict) else each for each in answers))


def judge_of(desk: Desk, model: ScriptedModel) -> Judge:
    judge = desk.engine(model).judge
    assert judge is not None
    return judge


def case(
    claim: Claim = CLAIM, window: str = WINDOW, *findings: Check, source: str = "S1", start: int = 0
) -> Case:
    excerpt = Excerpt(source=source, start=start, end=start + len(window), text=window)
    return Case(claim=claim, excerpts=(excerpt,), findings=findings)


def named(key: str, text: str) -> Claim:
    return claim_of(text).model_copy(update={"key": key})


async def voted(judge: Judge, *cases: Case) -> Check:
    """The vote on the only claim."""
    (check,) = (await judge.judge(cases)).values()
    return check
