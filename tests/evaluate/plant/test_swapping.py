"""The second planter: only exchanges whose words stand where they should become copies."""

from collections.abc import Sequence

from stet.domain.claims import Claim, ClaimKind
from stet.domain.evidence import Quote
from stet.evaluate.plant import CHOSEN, Swap, Target, swapped

SOURCE = "The keeper pays 240 euros within 14 days. The driver pays 180 euros."
CLAIM = Claim(
    key="C1",
    text="240 euros are due within 14 days.",
    kind=ClaimKind.PARAPHRASE,
    topic="T1",
    quotes=(Quote(source="S1", start=0, end=41, exact=SOURCE[:41]),),
)
TARGET = Target(
    text="## Short answer\n\n240 euros are due within 14 days. [C1]\n",
    claims=(CLAIM,),
    sources={"S1": SOURCE},
)


class Says:
    """A swapper that says what it is told to, and keeps what it was asked."""

    def __init__(self, *swaps: tuple[int, str, str]) -> None:
        self.said = tuple(Swap(statement=n, old=old, new=new) for n, old, new in swaps)
        self.asked: list[tuple[Sequence[str], str]] = []

    async def swaps(self, told: Sequence[str], source: str) -> tuple[Swap, ...]:
        self.asked.append((told, source))
        return self.said


async def test_a_value_of_the_source_is_put_into_claim_and_draft() -> None:
    says = Says((1, "240 euros", "180 euros"))
    (made,) = await swapped(TARGET, says)
    assert says.asked == [(["240 euros are due within 14 days."], SOURCE)]
    assert (made.kind, made.layer, made.place) == (CHOSEN, "claim", "C1")
    assert made.report.claims[0].text == "180 euros are due within 14 days."
    assert made.report.claims[0].quotes == CLAIM.quotes
    assert "180 euros are due within 14 days. [C1]" in made.report.text


async def test_what_does_not_stand_where_it_should_is_no_error() -> None:
    for wrong in (
        (1, "240 dollars", "180 euros"),
        (1, "240 euros", "90 euros"),
        (1, "240 euros", "14 days"),
        (1, "uros", "keeper"),
        (1, "", "180 euros"),
        (0, "240 euros", "180 euros"),
        (2, "240 euros", "180 euros"),
    ):
        assert await swapped(TARGET, Says(wrong)) == ()


async def test_a_statement_is_changed_once() -> None:
    assert len(await swapped(TARGET, Says((1, "240 euros", "180 euros"), (1, "14 days", "180 euros")))) == 1


async def test_nobody_is_asked_of_a_report_without_claims() -> None:
    says = Says()
    assert await swapped(Target(text="Nothing. [C1]"), says) == ()
    assert says.asked == []
