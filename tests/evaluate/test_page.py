"""The page of a comparison: tables behind every chart, nothing from outside, nothing that acts."""

import re

import pytest
from lxml import html as parser

from driftkit import MODEL, QUOTE, cell, names, result, six_rows
from stet.evaluate.bench.values import BenchResult
from stet.evaluate.drift import compared
from stet.evaluate.page import page_of

HOSTILE = "</svg><script>alert(1)</script><img src=x onerror=alert(2)>\"'&\u202e{{ 7*7 }}{% raw %}\x00"
WORSE = result([cell(name, MODEL, approved=False, counted={"facts_found": 1}) for name in names(8)])
DRIFT = compared(result([cell(name, MODEL) for name in names(8)]), WORSE)


def tree(page: str):
    return parser.document_fromstring(page)


def test_every_figure_has_a_name_a_description_and_a_table_of_its_numbers():
    page = tree(page_of(six_rows(), DRIFT))
    figures = page.xpath("//figure")
    assert [each.get("aria-labelledby") for each in figures] == [
        "figure-drift-h", "figure-cost-h", "figure-coverage-h", "figure-caught-h",
    ]  # fmt: skip
    for figure in figures:
        (svg,) = figure.xpath(".//*[local-name()='svg']")
        assert svg.get("role") == "img"
        for key in svg.get("aria-labelledby").split():
            assert page.xpath(f"string(//*[@id='{key}'])").strip()
        assert len(figure.xpath(".//table/tbody/tr")) >= 1


def test_it_has_no_script_and_nothing_from_outside():
    page = page_of(six_rows(), DRIFT)
    found = tree(page)
    assert not found.xpath("//script | //img | //link | //iframe | //object | //@src | //form")
    assert all(href.startswith("#") for href in found.xpath("//@href"))
    assert not re.search(r"url\((?!#)|@import", page)
    (policy,) = found.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert policy.startswith("default-src 'none'; style-src 'unsafe-inline';")
    assert "script-src" not in policy


def test_hostile_names_of_tasks_models_and_kinds_are_text():
    page = page_of(six_rows(HOSTILE), compared(six_rows(HOSTILE), six_rows(HOSTILE)))
    found = tree(page)
    assert not found.xpath("//script | //img | //@onerror")
    assert "\u202e" not in page
    assert "\x00" not in page
    assert "49" not in found.xpath("string(//ul[@class='key'])")
    assert "{{ 7*7 }}" in page
    assert len(found.xpath("//*[local-name()='svg']")) == 3 + 1


def test_every_link_lands_on_one_place():
    found = tree(page_of(six_rows(), DRIFT))
    ids = found.xpath("//@id")
    assert len(ids) == len(set(ids))
    assert {href[1:] for href in found.xpath("//a/@href")} <= set(ids)


def test_rows_are_named_with_the_shape_of_their_level():
    keys = [
        " ".join(each.text_content().split())
        for each in tree(page_of(six_rows())).xpath("//ul[@class='key']/li")
    ]
    assert len(keys) == 6
    assert len({key[0] for key in keys}) == 2
    assert "1 workflow, quote" in keys[0]


def test_what_has_no_price_is_not_drawn_and_said_to_be_unknown():
    found = tree(page_of(six_rows()))
    said = found.xpath("string(//section[@id='figure-cost'])")
    assert "Not drawn, since a value is unknown: 5, 6." in said
    assert "unknown" in found.xpath("string(//section[@id='figure-cost']//table)")


@pytest.mark.parametrize(
    "empty",
    [
        result([]),
        result([cell("a", QUOTE, measures=None, approved=False, cost=None, seconds=None)]),
        result([cell("a", QUOTE, counted={"metrics": {}})]),
    ],
    ids=["no cells", "nothing known", "one cell"],
)
def test_an_empty_an_unknown_and_a_single_result_make_pages(empty: BenchResult):
    page = page_of(empty, compared(empty, empty))
    assert tree(page).xpath("//main")
    assert "nothing to show" in page


def test_what_regressed_is_said_first_and_what_explains_it_before_the_charts():
    page = page_of(WORSE, DRIFT)
    assert page.index("Regressed:") < page.index("Against the baseline</h2>") < page.index("<svg")
    text = tree(page).xpath("string(//section[@id='figure-drift'])")
    assert "WORSE" in text
    assert "approved" in text


def test_without_a_baseline_there_is_no_word_of_one():
    assert "baseline" not in page_of(six_rows())


def test_no_meaning_is_told_by_colour_alone():
    svgs = tree(page_of(six_rows(), DRIFT)).xpath("//*[local-name()='svg']//@fill")
    assert all(fill.startswith("url(#chart-") for fill in svgs)


def test_the_same_result_makes_the_same_page():
    assert page_of(six_rows(), DRIFT) == page_of(six_rows(), DRIFT)
