"""A page's own style sheets are applied as a browser applies them when the page is first looked at."""

from datetime import date

import pytest

from stet.adapters.extract import extract
from stet.domain.evidence import PageStatus

SEEN = "The toll starts on 1 December 2026 for every lorry that crosses the harbour bridge. " * 4
HIDDEN = "The toll was cancelled."
AFTER = "After it, buses pay."
WORDS = f'<div><p class="w a b" id="q" data-q="x">{HIDDEN}</p></div>'
SHEET = '<link rel="stylesheet" href="/site.css">'


def read(inner: str, head: str = ""):
    page = f"<h1>Toll</h1><p>{SEEN}</p>{inner}<p>{AFTER}</p>"
    html = f"<!doctype html><html><head>{head}</head><body><main>{page}</main></body></html>"
    found = extract(html.encode(), name="page.html", today=date(2026, 11, 30))
    assert AFTER in found.text
    return found


def is_read(inner: str, head: str = "") -> bool:
    """Whether the words stand in the text; they never stand in the full text alone."""
    found = read(inner, head)
    assert (HIDDEN in found.text) is (HIDDEN in (found.full_text or ""))
    return HIDDEN in found.text


@pytest.mark.parametrize(
    "selector",
    [
        "div > .w", ".a.b", "p.w", "*.w", "[data-q]", '[data-q="x"]', "[data-q^=x]", "div p", "main p:nth-child(1)",
        ".w:only-child", "p:is(.w, .z)", ":where(.w)", ".W", ".\\77", "#q", "h1 ~ div .w", "p + div .w", ".z, .w",
        ".w:not(.z)", ".w:not(:hover)", ".w:has(b)", ":root .w", "div .w:last-of-type",
    ],
)  # fmt: skip
def test_a_rule_hides_what_its_selector_means(selector: str):
    assert not is_read(WORDS, f"<style>{selector}{{display:none}}</style>")


@pytest.mark.parametrize(
    "selector",
    [
        ".js .w", "p .w", "div + .w", ".w > b", "[data-q=y]", "[data-z]", ".w:hover", ".w:empty", ".w::before",
        ".w:before", ".w:nth-child(2)", "p:not(.w):not(main > p)", "noscript .w", ".w:focus",
    ],
)  # fmt: skip
def test_a_rule_for_something_else_hides_nothing(selector: str):
    assert is_read(WORDS, f"<style>{selector}{{display:none}}</style>")


@pytest.mark.parametrize(
    "sheet",
    [
        "@media screen{.w{display:none}}", "@media all{.w{display:none}}", "@MEDIA SCREEN{.w{DISPLAY:NONE}}",
        "@media only screen and (min-width:1px){.w{display:none}}", "@media (min-resolution:1dpi){.w{display:none}}",
        "@supports (display:grid){.w{display:none}}", "@supports not (foo:bar){.w{display:none}}",
        "@layer x{.w{display:none}}", "@container (min-width:1px){.w{display:none}}", "@scope (div){p{display:none}}",
        "div{.w{display:none}}", "div{& .w{display:none}}", "main{div{> .w{display:none}}}",
        "div{.w{@media screen{display:none}}}", "@media screen{@supports (a:b){.w{display:none}}}",
        "@import 'x.css'; .w{display:none}", "a::after{content:'}'} .w{display:none}", "/* } */ .w{display:none}",
        "i{background:url(data:a;b}c)} .w{display:none}", "@font-face{src:url(x)} .w{display:none}",
        "<!-- .w{display:none} -->", ".w{display:none",
    ],
)  # fmt: skip
def test_a_rule_counts_wherever_it_stands_in_a_sheet(sheet: str):
    assert not is_read(WORDS, f"<style>{sheet}</style>")


@pytest.mark.parametrize(
    "sheet",
    [
        "@media print{.w{display:none}}", "@media (max-width:600px){.w{display:none}}",
        "@media (max-width:900px){.w{display:none}}", "@media (min-width:900px){.w{display:none}}",
        "@media (prefers-color-scheme:dark){.w{display:none}}", "@supports not (display:grid){div{display:none}}",
        "@container (max-width:9px){p{display:none}}", "@keyframes k{from{opacity:0}} .w{animation:k 1s}",
    ],
)  # fmt: skip
def test_what_some_window_shows_is_seen(sheet: str):
    assert is_read(WORDS, f"<style>{sheet}</style>")


@pytest.mark.parametrize(
    ("sheet", "seen"),
    [
        (".w{display:none} .w{display:block}", True),
        ("p.w{display:none} .w{display:block}", False),
        (".w{display:none!important} p.w{display:block}", False),
        (".w{display:none;display:bogus}", False),
        (".w{display:none} @layer z{.w{display:block}}", False),
        ("@media print{.w{display:block}} .w{display:none}", False),
        (".w{display:none} @media (min-resolution:1dpi){.w{display:block}}", False),
        ("div{visibility:hidden} .w{visibility:visible}", True),
        ("div{font-size:0} .w{font-size:16px}", True),
    ],
)
def test_of_several_rules_the_one_that_a_browser_takes_counts(sheet: str, seen: bool):
    assert is_read(WORDS, f"<style>{sheet}</style>") is seen


@pytest.mark.parametrize(
    "style",
    [
        "visibility:hidden", "visibility:collapse", "opacity:0", "position:absolute;left:-9999px",
        "position:absolute;top:-9999px", "position:absolute;left:9999px", "text-indent:-9999px", "font-size:0",
        "font:0/0 a", "font:normal 0px serif", "position:absolute;clip:rect(0 0 0 0)",
        "position:absolute;clip:rect(5px,5px,5px,5px)", "clip-path:inset(50%)", "clip-path:circle(0)",
        "width:1px;height:1px;overflow:hidden", "max-height:0;overflow:hidden", "overflow:hidden;text-indent:100%",
        "transform:scale(0)", "transform:translate(-9999px,0)", "transform:matrix(0,0,0,0,0,0)", "scale:0",
        "translate:-9999px", "filter:opacity(0)", "content-visibility:hidden", "margin:0 0 0 -9999px",
        "position:fixed;inset:0 0 0 -9999px", "letter-spacing:-200px", "color:#fff;background:#fff", "color:white",
        "color:#fefefe", "color:hsl(0,0%,100%)", "color:hsl(0 0% 100%)", "color:rgb(255 255 255)",
        "color:rgb(100%,100%,100%)", "color:transparent", "color:#ffffff00", "background:currentcolor",
        "background-color:navy;color:navy", "-webkit-text-fill-color:transparent", "d\\69splay:none",
        "dis\\70lay:none", "display:n\\6f ne", "display:/**/none", "--d:none;display:var(--d)",
        "display:var(--unset,none)", "position:absolute;left:calc(-1 * 9999px)", "text-indent:calc(0px - 9999px)",
        "text-indent:min(0px, -9999px)", "-webkit-transform:scale(0)", "color:red;" + "a:b;" * 1000 + "display:none",
    ],
)  # fmt: skip
def test_values_that_leave_nothing_to_see_hide_in_a_rule_and_in_an_attribute(style: str):
    assert not is_read(WORDS, f"<style>.w{{{style}}}</style>")
    assert not is_read(f'<p style="{style}">{HIDDEN}</p>')


@pytest.mark.parametrize(
    "style",
    [
        "opacity:.5", "left:-9999px", "margin-left:-20px", "position:absolute;left:1200px", "font:12px/1.5 serif",
        "color:#fff;background:#000", "color:#fff;background:url(x.png)", "position:absolute;color:#fff",
        "background:linear-gradient(red,blue);-webkit-background-clip:text;color:transparent", "text-indent:2em",
        "overflow:hidden;width:20px", "transform:translateX(-50%)", "clip-path:inset(5%)", "display:var(--unset)",
        "left:calc(1px)", "color:whitesmoke;background:navy", "translate:10px",
    ],
)  # fmt: skip
def test_values_that_leave_the_words_to_be_seen_hide_nothing(style: str):
    assert is_read(WORDS, f"<style>.w{{{style}}}</style>")
    assert is_read(f'<p style="{style}">{HIDDEN}</p>')


def test_variables_are_inherited_and_may_hold_others():
    assert not is_read(WORDS, "<style>:root{--a:var(--b);--b:none} .w{display:var(--a)}</style>")
    assert not is_read(f'<div style="--d:none">{WORDS}</div>', "<style>.w{display:var(--d)}</style>")
    assert is_read(
        f'<div style="--d:block">{WORDS}</div>', "<style>:root{--d:none} .w{display:var(--d)}</style>"
    )


@pytest.mark.parametrize(
    "inner",
    [
        "<p popover>{}</p>", "<p inert>{}</p>", "<ruby>x<rp>{}</rp></ruby>", "<noembed>{}</noembed>",
        "<noframes>{}</noframes>", "<dialog><p>{}</p></dialog>", "<object data=x><p>{}</p></object>",
        "<video src=x>{}</video>", "<audio src=x>{}</audio>", "<canvas>{}</canvas>", "<iframe>{}</iframe>",
        "<noscript>{}</noscript>", "<template>{}</template>",
    ],
)  # fmt: skip
def test_elements_and_attributes_that_show_nothing_are_not_read(inner: str):
    assert not is_read(inner.replace("{}", HIDDEN))


def test_an_open_dialog_is_seen():
    assert HIDDEN in (read(f"<dialog open>{HIDDEN}</dialog>").full_text or "")


@pytest.mark.parametrize(
    "name", ["sr-only", "visually-hidden", "screen-reader-text", "d-none", "hidden", "a hidden z"]
)
def test_customary_names_hide_where_a_sheet_was_not_read(name: str):
    words = f'<p class="{name}">{HIDDEN}</p>'
    assert not is_read(words, SHEET)
    assert not is_read(words, "<style>@import url(/site.css);</style>")
    assert is_read(words)
    assert is_read(
        words,
        SHEET + f"<style>.{name.rsplit(maxsplit=1)[-1]}{{display:block}}.hidden{{display:block}}</style>",
    )


@pytest.mark.parametrize("name", ["hidden md:block", "d-none d-md-block"])
def test_names_that_hide_on_small_screens_alone_hide_nothing(name: str):
    assert is_read(f'<p class="{name}">{HIDDEN}</p>', SHEET)


@pytest.mark.parametrize(
    "data", ["text/css,.w{display:none}", "text/css;base64,LnN7fS53e2Rpc3BsYXk6bm9uZX0="]
)
def test_a_sheet_that_stands_in_a_link_is_read(data: str):
    assert not is_read(WORDS, f"<link rel=stylesheet href='data:{data}'>")


@pytest.mark.parametrize(
    "head",
    [
        "<noscript><style>.w{display:none}</style></noscript>", "<style media=print>.w{display:none}</style>",
        "<template><style>.w{display:none}</style></template>", "<style type=text/x>.w{display:none}</style>",
    ],
)  # fmt: skip
def test_sheets_that_do_not_count_hide_nothing(head: str):
    assert is_read(WORDS, head)


@pytest.mark.parametrize("attribute", ["", "hidden", 'style="display:none"'])
@pytest.mark.parametrize(
    "tag",
    [
        "area", "base", "basefont", "bgsound", "br", "col", "command", "embed", "frame", "hr", "img", "input", "keygen",
        "link", "meta", "param", "source", "track", "wbr",
    ],
)  # fmt: skip
def test_an_element_that_holds_nothing_takes_nothing_with_it(tag: str, attribute: str):
    found = read(
        f"<div><{tag} src=x {attribute}>First.<p>{HIDDEN}</p>Then.</div><p>Well<{tag} {attribute}>met</p>"
    )
    where = [found.text.find(words) for words in ("First.", HIDDEN, "Then.", "Well", "met", AFTER)]
    assert where == sorted(where)
    assert where[0] > 0


@pytest.mark.parametrize(
    ("sheet", "inner"),
    [
        (".a{" * 100, ""),
        ("a{}" * 900_000, ""),
        (",".join(f".c{i}" for i in range(40_000)) + "{display:none}", ""),
        ("".join(f"p:not(.c{i}){{display:block}}" for i in range(2_000)), "<p>x</p>" * 1_000),
        ("*{--a:1}" * 2_000 + "p{display:var(--a)}", "<p>x</p>" * 1_000),
    ],
)
def test_sheets_that_take_too_long_are_refused_and_not_half_applied(sheet: str, inner: str):
    page = f"<html><head><style>{sheet}</style></head><body><p>{SEEN}</p>{inner}</body></html>"
    found = extract(page.encode(), name="page.html", today=date(2026, 11, 30))
    assert (found.status, found.text) == (PageStatus.TOO_LARGE, "")
    assert "style sheets" in (found.reason or "")
