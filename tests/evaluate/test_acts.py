"""Actions that the ledger does not bear out are named."""

import pytest

from modelkit import entry
from stet.domain.claims import Action, Decision, Taken
from stet.evaluate.acts import disagreement

STANDS = entry("C1", "The toll starts in May.")
FELL = entry("C2", "The toll is 9 crowns.", decision=Decision.UNSUPPORTED)


def taken(key: str, text: str, action: Action, became: str | None = None) -> Taken:
    return Taken(claim=key, text=text, action=action, outcome="carried_out", detail="done", became=became)


OUT = taken("C2", FELL.text, Action.REMOVE)


def test_what_fell_was_taken_out_and_what_was_narrowed_stands() -> None:
    narrowed = taken("C1", "The toll starts in May for all.", Action.NARROW, STANDS.text)
    assert disagreement([narrowed, OUT], [STANDS, FELL]) is None
    assert disagreement([], [STANDS, FELL]) is None


@pytest.mark.parametrize(
    ("actions", "told"),
    [
        ([OUT, taken("C1", STANDS.text, Action.REMOVE)], "C1 was taken out"),
        ([taken("C1", "Of old.", Action.NARROW, STANDS.text)], "C2 does not stand"),
        (
            [OUT, taken("C1", STANDS.text, Action.NARROW, "The toll starts in June.")],
            "narrowed to does not stand",
        ),
        ([OUT, taken("C2", FELL.text, Action.NARROW, FELL.text)], "narrowed to does not stand"),
    ],
)
def test_an_action_that_the_ledger_does_not_bear_out_is_told(actions: list[Taken], told: str) -> None:
    assert told in (disagreement(actions, [STANDS, FELL]) or "")
