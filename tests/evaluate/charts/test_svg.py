"""The parts of charts: scales and escaping."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

from stet.evaluate.charts.svg import drawing, element, named, shown, text, ticks


@pytest.mark.parametrize(
    ("most", "expected"),
    [
        (0.0, (0.0, 1.0)),
        (-3.0, (0.0, 1.0)),
        (float("nan"), (0.0, 1.0)),
        (1.0, (0.0, 0.2, 0.4, 0.6, 0.8, 1.0)),
        (7.0, (0.0, 2.0, 4.0, 6.0, 8.0)),
        (0.03, (0.0, 0.01, 0.02, 0.03)),
    ],
)
def test_ticks_are_round_and_reach_the_largest_value(most: float, expected: tuple[float, ...]):
    assert ticks(most) == pytest.approx(expected)


@given(st.floats(min_value=1e-9, max_value=1e15))
def test_ticks_are_few_begin_at_zero_and_reach_the_value(most: float):
    found = ticks(most)
    assert found[0] == 0
    assert 2 <= len(found) <= 6
    assert max(found) >= most * 0.99999
    assert sorted(found)[len(found) - 2] < most


@given(st.text(max_size=200))
def test_whatever_a_name_is_the_drawing_is_well_formed_and_has_no_element_of_the_name(name: str):
    svg = drawing("k", name, name, 10, text(name, 1, 1), named(element("g", {"class": name}), name))
    tree = etree.fromstring(svg)
    assert {each.tag for each in tree.iter()} == {"svg", "title", "desc", "text", "g"}


def test_long_words_are_cut_and_no_text_is_empty():
    assert "…" in text("word " * 99, 0, 0)
    assert etree.fromstring(text("", 0, 0)).text == " "


def test_values_at_an_axis_have_few_digits():
    assert [shown(value) for value in (0.0, 0.2, 0.30000000000000004, 2500.0)] == ["0", "0.2", "0.3", "2,500"]
