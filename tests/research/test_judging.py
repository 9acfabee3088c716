"""Who is asked of which claim, and what is made of a judge that fails, forgets or answers something else."""

from collections.abc import Mapping, Sequence
from datetime import date

import pytest

from modelkit import claim_of, evidence_of, plan_of
from stet.confidence.profile import load_profile
from stet.domain.claims import Action, Check, Claim, ClaimKind, Decision, Outcome
from stet.errors import BudgetExhausted, KeyMissing, ReplayMiss, StetError, Unavailable
from stet.ports import Case
from stet.research.judging import failing_part, votes
from stet.research.ledger import Bench

PAGE = " ".join(f"The berth of pier {n} costs {n}0 crowns a day." for n in range(1, 31))
PLAN = plan_of("What does a berth cost?")
PASS = Check(name="judge", outcome=Outcome.PASS, reason="supports", by="model")


def bench() -> Bench:
    return Bench(PLAN, evidence_of({"S1": PAGE}, PLAN), load_profile("general"), date(2026, 11, 30))


def claims(count: int, text: str = "Pier {n} asks {n}0 crowns a day for its berth.") -> list[Claim]:
    made: list[Claim] = []
    for n in range(1, count + 1):
        exact = f"The berth of pier {n} costs {n}0 crowns a day."
        start = PAGE.index(exact)
        claim = claim_of(text.format(n=n), ClaimKind.PARAPHRASE, exact)
        (quote,) = claim.quotes
        at = quote.model_copy(update={"start": start, "end": start + len(exact)})
        made.append(claim.model_copy(update={"key": f"C{n}", "quotes": (at,)}))
    return made


class Table:
    """A judge who reads votes off a table; a claim on the list of faults cannot be judged."""

    def __init__(self, given: Mapping[str, Check], faults: Mapping[str, StetError] | None = None) -> None:
        self.given, self.faults = given, faults or {}
        self.heard: list[list[str]] = []

    async def judge(self, cases: Sequence[Case]) -> Mapping[str, Check]:
        keys = [case.claim.key for case in cases]
        self.heard.append(keys)
        for key in keys:
            if key in self.faults:
                raise self.faults[key]
        return {key: self.given[key] for key in keys if key in self.given}


async def test_twenty_five_sentences_of_the_source_with_exact_values_are_asked_of_nobody():
    # K083
    whole = claims(25, "The berth of pier {n} costs {n}0 crowns a day.")
    judge = Table({})
    weighing = bench()
    assert await votes(judge, weighing, whole) == {}
    assert judge.heard == []
    ledger, _ = weighing.ledger(whole)
    assert {(entry.decision, entry.reason) for entry in ledger} == {(Decision.SUPPORTED, "verbatim")}


async def test_a_claim_that_code_refutes_is_asked_of_nobody():
    wrong = claims(2, "Pier {n} asks {n}7 euros a day for its berth.")
    judge = Table({})
    assert await votes(judge, bench(), wrong) == {}
    assert judge.heard == []


async def test_all_open_claims_are_put_to_the_judge_together_with_what_code_found():
    judge = Table(dict.fromkeys(("C1", "C2", "C3"), PASS))
    given = await votes(judge, bench(), claims(3))
    assert judge.heard == [["C1", "C2", "C3"]]
    assert set(given) == {"C1", "C2", "C3"}


@pytest.mark.parametrize(
    "error", [Unavailable("down"), KeyMissing("none"), BudgetExhausted("tokens", allowed="9")]
)
async def test_a_judge_that_always_fails_refutes_nothing_and_supports_nothing(error: StetError):
    # K034
    three = claims(3)
    weighing = bench()
    given = await votes(Table({}, dict.fromkeys(("C1", "C2", "C3"), error)), weighing, three)
    assert {check.outcome for check in given.values()} == {Outcome.NOT_RUN}
    ledger, _ = weighing.ledger(three, given)
    assert {entry.decision for entry in ledger} == {Decision.UNREVIEWED}
    assert Action.REMOVE not in {entry.action for entry in ledger}


async def test_a_judge_that_fails_over_one_claim_is_heard_on_the_others():
    # K040
    keys = [f"C{n}" for n in range(1, 6)]
    given = await votes(Table(dict.fromkeys(keys, PASS), {"C4": Unavailable("down")}), bench(), claims(5))
    assert {key for key, check in given.items() if check.outcome is Outcome.PASS} == set(keys) - {"C4"}
    assert (given["C4"].outcome, given["C4"].reason) == (Outcome.NOT_RUN, "unavailable")


async def test_a_claim_that_the_judge_leaves_out_has_no_vote_and_stays_in_the_ledger():
    weighing, two = bench(), claims(2)
    given = await votes(Table({"C1": PASS, "C99": PASS}), weighing, two)
    assert (given["C2"].outcome, given["C2"].reason) == (Outcome.NOT_RUN, "no_vote")
    assert set(given) == {"C1", "C2"}
    ledger, _ = weighing.ledger(two, given)
    assert [entry.decision for entry in ledger] == [Decision.SUPPORTED, Decision.UNREVIEWED]


async def test_what_is_no_check_of_a_judge_is_no_vote():
    other = PASS.model_copy(update={"name": "values"})
    given = await votes(Table({"C1": other}), bench(), claims(1))
    assert (given["C1"].outcome, given["C1"].reason) == (Outcome.NOT_RUN, "bad_vote")


async def test_a_replay_that_misses_is_no_matter_of_votes():
    with pytest.raises(ReplayMiss):
        await votes(Table({}, {"C1": ReplayMiss("never asked")}), bench(), claims(1))


async def test_a_case_holds_the_words_around_the_quotes():
    seen: list[Case] = []

    class Reader(Table):
        async def judge(self, cases: Sequence[Case]) -> Mapping[str, Check]:
            seen.extend(cases)
            return {}

    await votes(Reader({}), bench(), claims(9)[-1:])
    (excerpt,) = seen[0].excerpts
    assert PAGE[excerpt.start : excerpt.end] == excerpt.text
    assert "pier 6 costs" in excerpt.text
    assert "pier 12 costs" in excerpt.text
    assert "pier 5 costs" not in excerpt.text
    assert {check.name for check in seen[0].findings} >= {"values", "wording"}


@pytest.mark.parametrize(
    ("check", "part"),
    [
        (Check(name="judge", outcome=Outcome.FAIL, reason="x", detail="Not supported: a day"), "a day"),
        (Check(name="judge", outcome=Outcome.UNSURE, reason="x", detail="Not supported: a day"), None),
        (Check(name="values", outcome=Outcome.FAIL, reason="x", detail="Not supported: a day"), None),
    ],
)
def test_the_failing_part_is_read_off_a_judges_fail_alone(check: Check, part: str | None):
    assert failing_part(check) == part
