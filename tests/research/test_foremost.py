"""Which claims go on where there are too many: no topic and no side of a conflict is lost first."""

from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.domain.claims import Claim, ClaimKind
from stet.domain.evidence import Quote
from stet.research.foremost import foremost


def claim(
    number: int, topic: str = "T1", value: str | None = None, sources: Sequence[str] = ("S1",)
) -> Claim:
    quotes = tuple(Quote(source=source, start=0, end=4, exact="word") for source in sources)
    return Claim(
        key=f"C{number}",
        text=f"Claim {number}.",
        kind=ClaimKind.PARAPHRASE,
        topic=topic,
        quotes=quotes,
        value=value,
    )


def keys(claims: Sequence[Claim]) -> list[str]:
    return [each.key for each in claims]


def test_topics_take_turns() -> None:
    claims = [claim(n, "T1") for n in range(1, 11)] + [claim(11, "T2"), claim(12, "T3"), claim(13, "T3")]
    kept, left = foremost(claims, 5)
    assert keys(kept) == ["C1", "C2", "C11", "C12", "C13"]
    assert keys(left) == [f"C{n}" for n in range(3, 11)]


def test_no_side_of_a_conflict_is_lost_to_repetitions_of_the_other() -> None:
    claims = [claim(n, value="2027-09-01") for n in range(1, 9)] + [claim(9), claim(10, value="2027-03-01")]
    kept, _ = foremost(claims, 3)
    assert keys(kept) == ["C1", "C9", "C10"]


def test_what_more_sources_say_goes_first() -> None:
    claims = [claim(1), claim(2, sources=("S1", "S2")), claim(3, sources=("S1", "S1"))]
    assert keys(foremost(claims, 1)[0]) == ["C2"]


def test_where_all_fit_nothing_is_moved() -> None:
    claims = [claim(1, "T2"), claim(2, "T1")]
    assert foremost(claims, 2) == (tuple(claims), ())


@given(
    st.lists(
        st.tuples(st.sampled_from(["T1", "T2", "T3"]), st.sampled_from([None, "1", "2"]), st.integers(1, 3)),
        max_size=30,
    ),
    st.integers(1, 12),
)
def test_nothing_is_lost_and_order_is_kept(made: list[tuple[str, str | None, int]], most: int) -> None:
    claims = [
        claim(n, topic, value, [f"S{s}" for s in range(sources)])
        for n, (topic, value, sources) in enumerate(made)
    ]
    kept, left = foremost(claims, most)
    assert len(kept) == min(most, len(claims))
    assert sorted((*kept, *left), key=lambda c: int(c.key[1:])) == claims
    assert keys(kept) == sorted(keys(kept), key=lambda key: int(key[1:]))
    if most >= 3:
        assert {c.topic for c in kept} == {c.topic for c in claims}


@pytest.mark.parametrize("most", [1, 100])
def test_no_claims_are_no_claims(most: int) -> None:
    assert foremost([], most) == ((), ())
