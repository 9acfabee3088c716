"""Bars: told apart by pattern and words."""

import pytest
from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

from stet.evaluate.charts.bars import Bar, bars

PARTS = ("caught", "beside", "open", "missed")


def widths(svg: str) -> dict[str, float]:
    return {
        each.get("class"): float(each.get("width"))
        for each in etree.fromstring(svg).iter("rect")
        if each.get("class") and float(each.get("y")) > 20
    }


def test_parts_are_as_wide_as_there_are_and_said_in_words():
    svg = bars("k", "t", PARTS, [Bar("moved_date", (3, 0, 1, 4))])
    found = widths(svg)
    assert found["part empty"] == pytest.approx(4 * found["part dotted"], rel=0.01)
    assert "part hatched" not in found
    assert "3 caught, 1 open, 4 missed" in svg


def test_nothing_planted_and_nothing_known_are_drawn_without_bars():
    assert "nothing to show" in bars("k", "t", PARTS, [])
    svg = bars("k", "t", PARTS, [Bar("moved_date", (0, 0, 0, 0))])
    assert widths(svg) == {}
    assert ">none<" in svg


def test_a_count_below_zero_has_no_bar():
    assert "part solid" not in widths(bars("k", "t", PARTS, [Bar("x", (-3, 0, 0, 2))]))


def test_patterns_belong_to_their_chart():
    svg = bars("one", "t", PARTS, [Bar("x", (1, 1, 1, 1))])
    assert 'id="one-hatched"' in svg
    assert "url(#one-hatched)" in svg
