"""Budget, cost and loops where models are asked: what a limit stops, and what comes of the run then."""

from decimal import Decimal
from pathlib import Path

import pytest
from clerkkit import RULES, ask, changing

from modeltown import CLERK, Clerk, ClerkTown, clerk
from stet.app import App, Operator, Request
from stet.config import OwnPrice
from stet.domain.budget import Budget
from stet.domain.events import Judged
from stet.domain.report import ReportOutcome
from stet.errors import BadSetting, BudgetExhausted, KeyMissing

TEN = {
    f"{n}.md": f"---\nurl: https://lock-{n}.example/\n---\n\nThe canal toll of Overton starts on {n} March 2027 here."
    for n in range(10, 20)
}
PRICED = {"prices": (OwnPrice(at="local", model="clerk", input=Decimal(1_000), output=Decimal(2_000)),)}


def priced(place: ClerkTown) -> Decimal:
    """What was asked and answered, at these prices, from above."""
    answered = sum(len(place.clerk.says(each.role, each.prompt)) // 4 for each in place.asked)
    asked = sum(each.characters // 4 for each in place.asked)
    return (Decimal(1_000) * asked + Decimal(2_000) * answered) / 1_000_000


@pytest.mark.parametrize("most", range(2, 8))
async def test_no_call_beyond_the_ceiling_is_sent_to_a_model(tmp_path: Path, most: int):
    """K082: in parallel too, and the report is written by code from what there is."""
    with clerk(Clerk(rules=RULES), delay=0.05) as place:
        came = await ask(place, tmp_path / "home", documents=TEN, budget=Budget(model_calls=most))
    assert len(place.asked) == came.report.usage.model_calls == most
    assert came.report.claims
    assert came.report.answer
    if "writer" not in place.roles():
        assert "written_by_code" in came.codes()
    judged = [event for event in came.events if isinstance(event, Judged)]
    if most < 6:
        assert any(vote.check.reason == "budget" for event in judged for vote in event.votes)


async def test_a_ceiling_before_anything_was_read_ends_the_run_typed(tmp_path: Path):
    """K082"""
    with clerk(Clerk(rules=RULES)) as place, pytest.raises(BudgetExhausted) as refused:
        await ask(place, tmp_path / "home", budget=Budget(model_calls=0))
    assert (refused.value.limit, refused.value.exit_status) == ("model_calls", 3)
    assert place.asked == []


@pytest.mark.parametrize("most", [4_000, 9_000, 14_000, 20_000])
async def test_tokens_never_pass_their_ceiling(tmp_path: Path, most: int):
    """K082: what a call may use at most is reserved before it is sent."""
    with clerk(Clerk(rules=RULES)) as place:
        came = await ask(place, tmp_path / "home", documents=TEN, budget=Budget(tokens=most))
    assert 0 < came.report.usage.tokens <= most
    assert came.report.usage.model_calls == len(place.asked)


@pytest.mark.parametrize("most", ["6", "14", "40"])
async def test_money_never_passes_its_ceiling(tmp_path: Path, most: str):
    """K082: at the operator's own prices."""
    with clerk(Clerk(rules=RULES)) as place:
        came = await ask(
            place, tmp_path / "home", documents=TEN, operator=PRICED, budget=Budget(usd=Decimal(most))
        )
        assert came.report.usage.usd == priced(place)
    assert priced(place) <= Decimal(most)


async def test_twenty_five_claims_in_words_of_their_sources_need_no_judge(tmp_path: Path):
    """K083: quotations with exact numbers are settled by code."""
    documents = {
        f"{n}.md": "\n\n".join(
            f"The canal toll of Overton starts on {day} March 2027 at lock {n}{day}." for day in range(1, 7)
        )
        for n in range(1, 6)
    }
    with clerk(Clerk(rules=RULES, paraphrases=False)) as place:
        came = await ask(
            place, tmp_path / "home", documents=documents, budget=Budget(pages_per_query=9, claims=40)
        )
    assert len(came.report.claims) >= 25
    assert place.of("judge") == []


async def test_a_limit_on_money_beside_an_unknown_price_refuses_to_start(tmp_path: Path):
    """K085: unless that is allowed; and then the sum is shown as unknown."""
    budget = Budget(usd=Decimal(5))
    with clerk(Clerk(rules=RULES)) as place:
        urls = {"cometapi": place.server.url("/v1")}
        with pytest.MonkeyPatch.context() as patch:
            patch.setenv("COMETAPI_KEY", "test-0123456789")
            with pytest.raises(BadSetting, match="no price of cometapi:clerk is known") as refused:
                await ask(
                    place, tmp_path / "a", operator={"urls": urls}, budget=budget, model="cometapi:clerk"
                )
            assert "--allow-unknown-prices" in str(refused.value.hint)
            assert place.asked == []
            came = await ask(place, tmp_path / "b", operator={"urls": urls}, model="cometapi:clerk")
    assert came.report.usage.usd is None
    assert came.report.usage.tokens > 0


async def test_a_block_that_is_repeated_without_end_is_cut_and_flagged(tmp_path: Path):
    """K088"""
    block = "End of document. References follow below, as listed here.\n\n"
    with clerk(Clerk(rules=RULES)) as place:
        changing(place, "writer", lambda text, _: f"{text}\n\n{block * 300}")
        came = await ask(place, tmp_path / "home")
    assert "repetition" in came.codes()
    assert len(place.of("writer")) == 2
    # What is left of the block has no claim, so that the draft is not approved.
    assert came.report.outcome is ReportOutcome.NOT_APPROVED
    drafted = [event.markdown for event in came.events if event.kind == "drafted"]
    assert all(draft.count("End of document") == 1 for draft in drafted)


async def test_a_missing_key_names_its_variable_and_the_way_without(tmp_path: Path):
    """K094"""
    app = App(tmp_path, operator=Operator())
    request = Request(question="When?", documents=(str(tmp_path),), engine="model", model="openai:gpt-5-mini")
    with pytest.raises(KeyMissing) as missing:
        await app.ask(request)
    assert missing.value.exit_status == 4
    assert "OPENAI_API_KEY" in missing.value.message
    assert "--engine quote" in str(missing.value.hint)
    assert CLERK not in missing.value.message
