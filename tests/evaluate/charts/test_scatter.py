"""Points: where they stand, and that none covers another."""

from hypothesis import given, settings
from hypothesis import strategies as st
from lxml import etree  # pyright: ignore[reportAttributeAccessIssue]

from stet.evaluate.charts.scatter import Axis, Point, apart, scatter

X, Y = Axis("cost"), Axis("accepted", share=True)
PLACES = st.lists(st.tuples(st.floats(48, 326), st.floats(40, 254)), max_size=40)


def point(number: int, x: float, y: float, shape: int = 0) -> Point:
    return Point(str(number), f"row {number}", shape, x, y)


def labels(svg: str) -> list[str]:
    return [each.text for each in etree.fromstring(svg).iter("text") if each.get("class") == "in"]


def test_nothing_one_point_and_many_at_one_place_are_drawn():
    assert "nothing to show" in scatter("k", "t", [], X, Y)
    assert labels(scatter("k", "t", [point(1, 0.0, 0.0)], X, Y)) == ["1"]
    same = [point(number, 0.5, 0.5, number) for number in range(1, 14)]
    assert sorted(labels(scatter("k", "t", same, X, Y)), key=int) == [str(each) for each in range(1, 14)]


def test_what_is_no_number_is_left_out():
    svg = scatter(
        "k", "t", [point(1, float("nan"), 0.5), point(2, 1.0, float("inf")), point(3, 1.0, 0.5)], X, Y
    )
    assert labels(svg) == ["3"]


@settings(max_examples=60)
@given(PLACES)
def test_no_mark_covers_another_and_all_stay_in_the_drawing(places: list[tuple[float, float]]):
    standing = apart(places)
    assert len(standing) == len(places)
    for at, (x, y) in enumerate(standing):
        assert 11 <= x <= 340 - 11
        assert 11 <= y <= 300 - 11
        for other_x, other_y in standing[:at]:
            assert max(abs(x - other_x), abs(y - other_y)) >= 22


def test_points_far_apart_stand_where_they_are():
    assert apart([(100.0, 100.0), (200.0, 200.0)]) == [(100.0, 100.0), (200.0, 200.0)]


def test_each_level_has_a_shape_of_its_own():
    svg = etree.fromstring(scatter("k", "t", [point(n, n / 10, n / 10, n) for n in range(4)], X, Y))
    marks = [each for each in svg.iter() if each.get("class") == "mark"]
    assert len(marks) == 4
    assert len({each.get("points", each.tag).count(",") for each in marks}) == 3
    assert sum(each.tag == "circle" for each in marks) == 1


def test_the_description_says_every_value():
    svg = etree.fromstring(scatter("k", "Cost", [point(1, 0.25, 0.5)], X, Y))
    assert svg.get("role") == "img"
    assert svg.get("aria-labelledby") == "k-title k-desc"
    assert "row 1: 0.25, 50 %" in svg.findtext("desc")
