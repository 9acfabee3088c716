"""Differences with their intervals."""

import pytest
from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

from stet.evaluate.charts.intervals import Interval, intervals


def test_worse_points_down_and_lies_to_the_left_of_zero():
    svg = etree.fromstring(
        intervals("k", "t", [Interval("a", "worse", "down", -20.0, -30.0, -10.0)], "points")
    )
    (mark,) = [each for each in svg.iter() if (each.get("class") or "").startswith("mark")]
    corners = [tuple(map(float, each.split(","))) for each in mark.get("points").split()]
    assert max(x for x, _ in corners) < 170
    assert corners[0][1] == max(y for _, y in corners)
    assert sum(each.get("class") == "whisker" for each in svg.iter("line")) == 3


@pytest.mark.parametrize("mark", ["up", "down", "dot", "ring"])
def test_without_an_interval_there_is_a_mark_alone(mark: str):
    svg = intervals("k", "t", [Interval("a", "w", mark, 5.0)], "points")
    assert "whisker" not in svg
    assert svg.count('class="mark') == 1


def test_nothing_zero_and_what_is_no_number_are_drawn():
    assert "nothing to show" in intervals("k", "t", [], "points")
    assert "nothing to show" in intervals("k", "t", [Interval("a", "w", "dot", float("nan"))], "points")
    assert 'cx="170.0"' in intervals("k", "t", [Interval("a", "w", "dot", 0.0)], "points")
