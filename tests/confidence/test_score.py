"""The score: worked examples, and the properties that must hold for any evidence."""

from datetime import UTC, date, datetime, timedelta
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from stet.confidence.profile import load_profile
from stet.confidence.score import NO_ADDRESS, explain, recency, score, shown
from stet.domain.claims import Label, Score
from stet.domain.evidence import Source

TODAY = date(2026, 11, 30)
PROFILE = load_profile("eu-law")


def source(
    key: str, site: str | None = "one.example", authority: float = 0.15, age: int | None = None
) -> Source:
    published = None if age is None else TODAY - timedelta(days=age)
    return Source(
        id=key,
        url=f"https://{site}/{key}",
        normalized_url=f"https://{site}/{key}",
        site=site,
        kind="blog",
        authority=authority,
        published_at=published,
        retrieved_at=datetime(2026, 11, 30, tzinfo=UTC),
        sha256="sha256:0",
        text_sha256="sha256:0",
    )


def scored(sources: list[Source], same_text: dict[str, str] | None = None) -> Score:
    result = score(sources, TODAY, PROFILE, same_text)
    assert result is not None
    return result


def test_worked_example_two_undated_blogs() -> None:
    result = scored([source("S1", "a.example"), source("S2", "b.example")])
    assert result.value == 0.144
    assert shown(result.value) == "0.14"
    assert result.label is Label.LOW
    assert explain(result) == "0.15 authority × 0.8 recency × 1.2 corroboration (2 sites) = 0.14, low"


def test_no_source_no_score() -> None:
    assert score([], TODAY, PROFILE) is None


@pytest.mark.parametrize(
    ("age", "factor"),
    [(0, 1.0), (90, 1.0), (91, 0.8), (182, 0.8), (183, 0.5), (365, 0.5), (366, 0.2), (-1, 0.8), (None, 0.8)],
)
def test_recency_bands(age: int | None, factor: float) -> None:
    published = None if age is None else TODAY - timedelta(days=age)
    assert recency(published, TODAY, PROFILE) == factor


def test_explain_says_when_the_cap_applied() -> None:
    result = scored([source("S1", "a.example", 1.0, 3), source("S2", "b.example")])
    assert result.value == 1
    assert (
        explain(result)
        == "1 authority × 1 recency × 1.2 corroboration (2 sites) = 1.20, capped at 1.00, high"
    )
    assert explain(scored([source("S1", authority=0.85)])).endswith(
        "× 1 corroboration (1 site) = 0.68, medium"
    )


def test_products_are_exact_at_the_thresholds() -> None:
    assert scored([source("S1", authority=0.5)]).label is Label.MEDIUM  # 0.5 × 0.8 = 0.4
    three = [source("S1", "a.example", 0.5, 0), source("S2", "b.example"), source("S3", "c.example")]
    assert scored(three).value == 0.7
    assert scored(three).label is Label.HIGH


def test_strongest_is_the_greatest_product_and_ties_have_an_order() -> None:
    old_law = source("S1", authority=1.0, age=400)
    note = source("S2", authority=0.5, age=10)
    assert scored([old_law, note]).strongest == "S2"
    # 1.0 × 0.2 = 0.25 × 0.8: the higher authority counts.
    assert scored([source("S1", authority=0.25), source("S2", authority=1.0, age=400)]).strongest == "S2"
    assert scored([source("S1", age=50), source("S2", age=20)]).strongest == "S2"
    assert scored([source("S1"), source("S2", age=100)]).strongest == "S2"
    assert scored([source("S10"), source("S2")]).strongest == "S2"


def test_one_site_counts_once() -> None:
    assert scored([source("S1"), source("S2"), source("S3")]).corroboration == 1.0


def test_near_copies_count_once_under_the_site_of_the_strongest() -> None:
    sources = [source("S1", "z.example", age=0), source("S2", "a.example"), source("S3", "b.example")]
    result = scored(sources, {"S1": "S1", "S2": "S1", "S3": "S3"})
    assert result.corroboration == 1.2
    assert result.sites == ("b.example", "z.example")


def test_documents_without_address_are_one_site_together() -> None:
    result = scored([source("S1", None), source("S2", None), source("S3", "a.example")])
    assert result.sites == (NO_ADDRESS, "a.example")
    assert scored([source("S1", None), source("S2", None)]).corroboration == 1.0


def test_four_sites_are_no_more_than_three() -> None:
    four = [source(f"S{n}", f"{n}.example") for n in range(1, 5)]
    assert scored(four).corroboration == 1.4
    assert len(scored(four).sites) == 4


SITES = st.sampled_from([None, "a.example", "b.example", "c.example", "d.example"])
EVIDENCE = st.lists(
    st.tuples(
        SITES,
        st.sampled_from([0.15, 0.3, 0.5, 0.7, 0.85, 1.0]),
        st.none() | st.integers(-5, 500),
        st.sampled_from(["T1", "T2", "T3", ""]),
    ),
    min_size=1,
    max_size=8,
)


def build(evidence: list[tuple[str | None, float, int | None, str]]) -> tuple[list[Source], dict[str, str]]:
    sources = [
        source(f"S{n}", site, authority, age) for n, (site, authority, age, _) in enumerate(evidence, 1)
    ]
    return sources, {s.id: row[3] for s, row in zip(sources, evidence, strict=True) if row[3]}


@given(EVIDENCE, st.randoms(use_true_random=False))
def test_order_never_matters_and_the_score_stays_within_bounds(
    evidence: list[tuple[str | None, float, int | None, str]], random: Random
) -> None:
    sources, texts = build(evidence)
    shuffled = list(sources)
    random.shuffle(shuffled)
    assert scored(sources, texts) == scored(shuffled, texts)
    assert scored(sources, texts) == scored([*sources, *sources], texts)
    assert 0 <= scored(sources, texts).value <= 1


@given(EVIDENCE, st.sampled_from(["T1", "T2", "T9"]), st.sampled_from([0.15, 1.0]))
def test_a_source_of_the_same_site_never_raises_corroboration(
    evidence: list[tuple[str | None, float, int | None, str]], text: str, authority: float
) -> None:
    sources, texts = build(evidence)
    added = source("S99", sources[0].site, authority)
    before, after = scored(sources, texts), scored([*sources, added], {**texts, "S99": text})
    assert after.corroboration <= before.corroboration


@given(EVIDENCE, st.sampled_from(["T1", "T2", "T9"]))
def test_a_source_of_a_new_site_never_lowers_the_score(
    evidence: list[tuple[str | None, float, int | None, str]], text: str
) -> None:
    sources, texts = build(evidence)
    added = source("S99", "new.example")
    assert scored([*sources, added], {**texts, "S99": text}).value >= scored(sources, texts).value


@given(EVIDENCE)
def test_near_copies_never_raise_the_score(evidence: list[tuple[str | None, float, int | None, str]]) -> None:
    sources, texts = build(evidence)
    assert scored(sources, texts).value <= scored(sources).value
    copy = source("S99", "new.example", 0.15)
    first = {**texts, "S1": texts.get("S1", "S1")}
    with_copy = scored([*sources, copy], {**first, "S99": first["S1"]})
    assert with_copy.corroboration == scored(sources, first).corroboration
