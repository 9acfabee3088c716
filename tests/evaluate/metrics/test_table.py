"""The table of metrics: all of them, in one order, each beside its target."""

import pytest
from metrickit import report, subject

from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics import TARGETS, Target, measured


def test_every_metric_is_measured_in_the_order_of_the_table() -> None:
    assert list(measured(subject(report()))) == list(TARGETS)


def test_the_targets_are_those_that_were_set() -> None:
    shown = {name: target.shown for name, target in TARGETS.items() if target.shown}
    assert shown == {
        "citation_validity": "≥ 100 %",
        "claim_support": "≥ 95 %",
        "topic_coverage": "≥ 90 %",
        "source_diversity": "≥ 2",
        "query_relevance": "≥ 90 %",
        "redundant_searches": "< 15 %",
        "latency": "< 60 s",
    }
    assert all(TARGETS[name].name == name and TARGETS[name].title for name in TARGETS)


def test_of_a_report_that_says_nothing_only_topics_and_time_can_be_told() -> None:
    found = measured(subject(report()))
    assert {name for name, quotient in found.items() if quotient.of} == {"topic_coverage", "latency"}


@pytest.mark.parametrize(
    ("name", "part", "of", "met"),
    [
        ("citation_validity", 7, 7, True),
        ("citation_validity", 999, 1000, False),
        ("claim_support", 19, 20, True),
        ("claim_support", 94, 100, False),
        ("source_diversity", 4, 2, True),
        ("redundant_searches", 3, 20, False),
        ("redundant_searches", 1, 7, True),
        ("latency", 60, 1, False),
        ("latency", 59.9, 1, True),
        ("latency", 0, 0, None),
        ("missing_citations", 1, 2, None),
    ],
)
def test_a_target_is_met_at_its_bound_unless_it_is_less_than_that(
    name: str, part: float, of: float, met: bool | None
) -> None:
    assert TARGETS[name].met(Quotient(part=part, of=of)) is met


def test_bounds_are_shown_with_their_sign() -> None:
    assert Target(name="a", title="A", at_most=0.5).shown == "≤ 50 %"
    assert Target(name="a", title="A", at_least=2, strict=True, unit="sites").shown == "> 2"
    assert Target(name="a", title="A").shown == ""
    within = Target(name="a", title="A", at_least=1, at_most=2)
    assert [within.met(Quotient(part=part, of=2)) for part in (1, 2, 4, 5)] == [False, True, True, False]
