"""Text that a page holds but does not show never comes into the text."""

import time
from datetime import date

import pytest

from stet.adapters.extract import extract
from stet.domain.evidence import PageStatus

SEEN = "The toll starts on 1 December 2026 for every lorry that crosses the harbour bridge."
HIDDEN = "The toll was cancelled."


def read(inner: str, head: str = "", name: str = "page.html"):
    page = f"<html><head>{head}</head><body><h1>Toll</h1><p>{SEEN}</p>{inner}</body></html>"
    return extract((page if name.endswith("html") else inner).encode(), name=name, today=date(2026, 11, 30))


@pytest.mark.parametrize(
    "tag",
    [
        'p style="display:none"',
        'p style="color: red; DISPLAY : None !important"',
        'p aria-hidden="true"',
        'p style="font-size:0"',
        'p style="font-size: 0px"',
        'p style="font-size:1px"',
        'p style="visibility:hidden"',
        'p style="opacity:0"',
        'p style="opacity: 0.0"',
        'p style="opacity:0%"',
        'p style="position:absolute; left:-9999px"',
        'p style="position:fixed;top:-200em"',
        'p style="text-indent:-9999px"',
        'p style="margin-left:-5000px"',
        'p style="transform:translateX(-9999px)"',
        'p style="transform: scale(0)"',
        'p style="position:absolute;clip:rect(0,0,0,0)"',
        'p style="position:absolute;clip:rect(1px 1px 1px 1px)"',
        'p style="clip-path: inset(100%)"',
        'p style="height:0;overflow:hidden"',
        'p style="width:1px;height:1px;overflow:hidden"',
        'p style="color:#fff;background:#ffffff"',
        'p style="color:white;background-color:rgb(255, 255, 255)"',
        'p style="color:white"',
        'p style="color:transparent"',
        'p style="color:rgba(0,0,0,0)"',
        "p hidden",
        "p hidden=hidden",
        "template",
        "noscript",
    ],
)
def test_what_is_hidden_is_not_read(tag: str):
    name = tag.split(maxsplit=1)[0]
    span = tag.replace("p ", "span ", 1)
    in_line = f"{SEEN} <{span}>{HIDDEN}</{span.split(maxsplit=1)[0]}> After."
    for found in (
        read(f"<{tag}>{HIDDEN}</{name}>"),
        read(f"<div><{tag}><span>{HIDDEN}</span> <b>{HIDDEN}</b></{name}>After.</div>"),
        read(f"# Toll\n\n{SEEN}\n\n<{tag}>\n\n{HIDDEN}\n\n</{name}>\n\nAfter.", name="page.md"),
        read(f"# Toll\n\n{in_line}", name="page.md"),
    ):
        assert found.status is PageStatus.OK
        assert SEEN in found.text
        assert HIDDEN not in found.text
    assert found.text.endswith("After.")


@pytest.mark.parametrize("rule", [".x{display:none}", "#x { display : none; }", "p.x,.y{visibility:hidden}"])
def test_simple_rules_of_the_page_are_followed(rule: str):
    inner = f'<p class="a x" id="x">{HIDDEN}</p><p class="z">Seen.</p>'
    assert HIDDEN not in read(inner, f"<style>/* .z{{display:none}} */ b{{}} {rule}</style>").text
    assert "Seen." in read(inner, f"<style>{rule}</style>").text


@pytest.mark.parametrize(
    "rule", ["@media print{.x{display:none}}", ".js .x{display:none}", ".x{display:none} .x{display:block}"]
)
def test_rules_that_may_not_hold_hide_nothing(rule: str):
    assert "Kept." in read('<p class="x">Kept.</p>', f"<style>{rule}</style>").text


def test_a_rule_that_leaves_next_to_nothing_of_a_page_is_for_scripts():
    text = "Lorries pay by weight. " * 100
    page = f'<div class="x"><p>{text}</p></div>'
    assert "Lorries pay" in read(page, "<style>.x{display:none}</style>").text
    assert "Lorries pay" not in read(f"{page}<p>{SEEN * 10}</p>", "<style>.x{display:none}</style>").text


def test_a_rule_over_half_of_a_page_is_believed_where_all_its_sheets_are_known():
    page = f"<p>{SEEN * 5}</p><div class='x'><p>{'Lorries pay by weight. ' * 100}</p></div>"
    rule = "<style>.x{display:none}</style>"
    assert "Lorries pay" not in read(page, rule).text
    assert "Lorries pay" in read(page, f'<link rel="stylesheet" href="/a.css">{rule}').text


@pytest.mark.parametrize(
    "inner",
    [
        '<div style="font-size:0"><p style="font-size:16px">Kept.</p></div>',
        '<div style="visibility:hidden"><p style="visibility:visible">Kept.</p></div>',
        '<div style="background:#000"><p style="color:#fff">Kept.</p></div>',
        '<p style="opacity:0.9">Kept.</p>',
        '<p style="font-size:0.8em">Kept.</p>',
        '<p style="position:absolute;left:-20px">Kept.</p>',
        '<p aria-hidden="false">Kept.</p>',
        '<p hidden="until-found">Kept.</p>',
        '<button aria-controls="t">Open</button><div id="t" role="tabpanel" hidden><p>Kept.</p></div>',
        "<details><summary>More</summary><p>Kept.</p></details>",
    ],
)
def test_what_can_be_seen_is_kept(inner: str):
    assert "Kept." in read(inner).text


def test_the_words_around_a_hidden_part_stay_as_they_stand():
    assert "the bank, too" in read("<p>the bank<span hidden> (a bank)</span>, too</p>").text


def test_white_text_is_kept_where_a_style_sheet_may_paint_the_ground():
    assert (
        "Kept."
        in read('<p class="dark" style="color:#fff">Kept.</p>', "<style>.dark{background:#000}</style>").text
    )


@pytest.mark.parametrize(
    "unit", ['<p style="opacity:0">', '<b style="font-size:0">x', '<p style="clip:rect(0', "<i hidden>"]
)
def test_hostile_styles_take_time_in_proportion(unit: str):
    started = time.process_time()
    many = "".join(f".c{number}{{display:none}}" for number in range(20_000))
    read("<p class='a b'>x</p>" * 20_000, f"<style>{many}</style>")
    read(unit * (200_000 // len(unit)), "<style>" + ".x{" * 30_000 + "</style>")
    read(unit * (60_000 // len(unit)), name="page.md")
    assert time.process_time() - started < 5
