"""The report in a real browser: by mouse, by keyboard, without scripts, narrow, printed, and heard."""

import re
from pathlib import Path

import pytest

from stet.config import Serve
from stet.web.auth import Doors

PATHS = (
    "",
    "/ledger",
    "/ledger?decision=unsupported",
    "/disagreements",
    "/not-supported",
    "/sources",
    "/run",
    "/audit",
    "/claims/C1",
    "/claims/C2",
    "/sources/S4",
    "/events/1",
    "/calls/1",
    "/claims/C99",
)


@pytest.fixture(scope="module")
def run(site) -> str:
    return site.run()


async def opened(page) -> str:
    """The text of the pane, once it is there."""
    await page.wait_for_selector("#pane-close")
    return await page.inner_text("#pane")


async def focused(page) -> str:
    return await page.evaluate(
        "document.activeElement.id || document.activeElement.getAttribute('aria-label')"
    )


async def test_a_citation_opens_its_words_beside_the_text_by_one_click_and_closes(window, run):
    page = await window(f"/r/{run}")
    cite = page.get_by_label(re.compile("^Citation C2, conflicting"))
    await cite.first.click()
    shown = await opened(page)
    assert "The Harbour Bridge toll applies from 1 March 2027." in shown
    assert (
        await page.locator("#pane mark").first.inner_text()
        == "The Harbour Bridge toll applies from 1 March 2027."
    )
    assert "0.70 high" in shown
    assert page.url.endswith(f"/r/{run}")
    await page.click("#pane-close")
    assert await page.locator("#pane").is_hidden()


async def test_by_keyboard_a_citation_is_found_opened_left_and_the_focus_comes_back(window, run):
    page = await window(f"/r/{run}")
    await page.keyboard.press("n")
    first = await focused(page)
    await page.keyboard.press("n")
    second = await focused(page)
    assert first != second
    await page.keyboard.press("p")
    assert await focused(page) == first
    await page.keyboard.press("Enter")
    await opened(page)
    assert await focused(page) == "pane"
    await page.keyboard.press("Escape")
    assert await page.locator("#pane").is_hidden()
    assert await focused(page) == first
    await page.keyboard.press("?")
    assert await page.locator("#help").is_visible()
    await page.keyboard.press("Escape")
    assert await page.locator("#help").is_hidden()


async def test_the_whole_way_from_a_citation_to_its_making_works_without_a_script(window, run):
    page = await window(f"/r/{run}", java_script_enabled=False)
    await page.locator("a.cite").first.click()
    assert page.url.endswith("/claims/C1")
    assert await page.get_by_text("authority × recency × corroboration").is_visible()
    await page.get_by_role("link", name="Open these words in the saved text").first.click()
    assert re.search(r"/sources/S\d+#words-claim-C1-1$", page.url)
    marked = await page.locator("mark:target").inner_text()
    assert "1 September 2027" in marked
    await page.get_by_role("link", name="Back to claim C1").first.click()
    await page.get_by_role("link", name=re.compile("Event")).last.click()
    assert "/events/" in page.url
    await page.go_back()
    await page.get_by_role("link", name="Back to the text").first.click()
    assert page.url.endswith(f"/r/{run}#cite-claim-C1-1")


async def test_one_decides_in_the_pane_and_goes_through_the_unchecked_ones_by_u(window, site):
    run = site.run()
    page = await window(f"/r/{run}")
    await page.locator("a.cite").first.click()
    await opened(page)
    await page.get_by_label("Your name").fill("N. Marsh")
    await page.get_by_role("textbox", name="Note").fill("npu? seen in the register")
    await page.get_by_role("button", name="I agree").click()
    await page.locator("#checked", has_text="checked 1 of").wait_for()
    assert await page.inner_text("#status") == "Kept. You checked 1 of 14 claims."
    assert "N. Marsh agrees" in await page.inner_text("#pane")
    decisions = site.served.place.store.decisions(run)
    assert [(d.claim, d.verdict, d.note) for d in decisions] == [("C1", "agree", "npu? seen in the register")]
    await page.keyboard.press("Escape")
    name = await page.locator("a.cite").first.get_attribute("aria-label")
    assert name is not None
    assert name.endswith(", checked by you")
    await page.keyboard.press("u")
    assert await focused(page) == "cite-claim-C2-1"
    await page.keyboard.press("Enter")
    await opened(page)
    await page.get_by_role("button", name="It is unclear").click()
    await page.locator("#checked", has_text="checked 2 of").wait_for()


async def test_one_decides_without_a_script(window, site):
    run = site.run()
    page = await window(f"/r/{run}/claims/C3", java_script_enabled=False)
    await page.get_by_label("Your name").fill("Zoë")
    await page.get_by_label("What should become of it").select_option("narrow")
    await page.get_by_label("then go to the next unchecked one").check()
    await page.get_by_role("button", name="I disagree").click()
    assert re.search(r"/claims/C\d+$", page.url)
    assert not page.url.endswith("/C3")
    assert await page.get_by_label("Your name").input_value() == "Zoë"
    assert [(d.verdict, d.action) for d in site.served.place.store.decisions(run)] == [("disagree", "narrow")]


async def test_what_a_form_gets_wrong_is_said_beside_it(window, run):
    page = await window(f"/r/{run}")
    await page.locator("a.cite").first.click()
    await opened(page)
    await page.evaluate("document.getElementById('by-name').required = false")
    await page.get_by_role("button", name="I agree").click()
    assert "needs the name" in await page.locator("#pane [role=alert]").inner_text()


async def test_the_ledger_is_filtered_by_its_form_and_its_claims_open_beside_it(window, run):
    page = await window(f"/r/{run}/ledger")
    assert await page.locator(".ledger tbody tr").count() == 14
    await page.get_by_label("Decision").select_option("conflicting")
    await page.get_by_role("button", name="Show").click()
    assert await page.locator(".ledger tbody tr").count() == 2
    assert await page.get_by_label("Decision").input_value() == "conflicting"
    await page.locator(".ledger .id a").first.click()
    assert "C5" in await opened(page)
    assert "/ledger?" in page.url
    await page.keyboard.press("Escape")
    await page.get_by_role("link", name="Show all").click()
    assert await page.locator(".ledger tbody tr").count() == 14


@pytest.mark.parametrize("path", PATHS)
async def test_axe_finds_nothing_on_any_page(window, violations, run, path):
    page = await window(f"/r/{run}{path}")
    assert await violations(page) == []


async def test_axe_finds_nothing_in_the_dark_with_the_pane_open_or_at_the_sign_in(window, violations, run):
    page = await window(f"/r/{run}", color_scheme="dark")
    assert await violations(page) == []
    await page.locator("a.cite").nth(1).click()
    await opened(page)
    assert await violations(page) == []
    await page.goto("/sign-in")
    assert await violations(page) == []


@pytest.mark.parametrize("path", PATHS)
async def test_nothing_scrolls_sideways_at_320_pixels(window, too_wide, run, path):
    page = await window(f"/r/{run}{path}", viewport={"width": 320, "height": 640})
    assert await too_wide(page) == []


async def test_the_pane_fits_a_phone_and_targets_are_large_enough(window, too_wide, run):
    page = await window(f"/r/{run}", viewport={"width": 320, "height": 640}, has_touch=True)
    await page.locator("a.cite").nth(1).tap()
    await opened(page)
    assert await too_wide(page) == []
    small = await page.evaluate(
        """() => Array.from(document.querySelectorAll('a.cite, button, select, .tabs a, .bar nav a'))
          .filter((e) => e.offsetParent).map((e) => e.getBoundingClientRect())
          .filter((r) => r.height < 24 || r.width < 24).length"""
    )
    assert small == 0


async def test_in_print_the_text_stands_alone_in_black_with_the_words_at_its_end(window, run):
    page = await window(f"/r/{run}", color_scheme="dark")
    assert await page.locator(".paper").is_hidden()
    await page.emulate_media(media="print")
    assert "The Harbour Bridge toll applies from 1 March 2027." in await page.locator(".paper").inner_text()
    for hidden in (".bar", ".tabs", ".contents", ".keys-hint"):
        assert await page.locator(hidden).is_hidden()
    assert await page.locator("a.cite").first.is_visible()
    assert await page.evaluate("getComputedStyle(document.body).color") == "rgb(0, 0, 0)"
    await page.goto(f"/r/{run}/ledger")
    assert await page.locator(".ledger").is_visible()
    assert await page.locator(".filters").is_hidden()


async def test_a_screen_reader_hears_what_each_part_is(window, run):
    page = await window(f"/r/{run}")
    for role, name in (
        ("link", "Skip to the content"),
        ("navigation", "Pages"),
        ("navigation", "Report"),
        ("main", None),
        ("region", "Short answer"),
        ("heading", "When does the harbour bridge toll start, and for whom?"),
    ):
        assert await page.get_by_role(role, name=name, exact=True).count() == 1, role
    assert await page.get_by_role("link", name=re.compile("^Read")).get_attribute("aria-current") == "page"
    await page.locator("a.cite").first.click()
    await opened(page)
    assert await page.get_by_role("dialog", name="Claim C1").is_visible()


async def test_one_signs_in_comes_to_where_one_wanted_to_go_and_signs_out(window, sites):
    site = sites(doors=Doors(tokens_only=True))
    token = site.served.token("ann", "read", "run")
    run = site.do(site.served.done(site.served.client(token)))
    page = await window(f"/r/{run}/claims/C1", base_url=site.address)
    assert "/sign-in?to=" in page.url
    await page.get_by_label("Token").fill("stet_wrong")
    await page.get_by_role("button", name="Sign in").click()
    assert "opens nothing here" in await page.get_by_role("alert").inner_text()
    await page.get_by_label("Token").fill(token)
    await page.get_by_role("button", name="Sign in").click()
    assert page.url == f"{site.address}/r/{run}/claims/C1"
    assert await page.evaluate("document.cookie") == ""
    await page.get_by_role("button", name="I agree").click()
    assert "ann agrees" in await page.locator("#claim").inner_text()
    await page.get_by_role("button", name="Sign out").click()
    await page.goto(f"/r/{run}")
    assert "/sign-in?to=" in page.url


async def test_a_hostile_document_does_nothing_in_a_browser(window, sites, tmp_path: Path):
    attack = "<img src=/x onerror=document.title='x'></script><script>document.title='x'</script>"
    (tmp_path / "<img src=y>.md").write_text(
        f"---\ntitle: The toll {attack}\n---\n# Toll\n\nThe harbour toll starts on 1 March 2027 {attack}.\n"
    )
    site = sites(serve=Serve(corpora={"evil": str(tmp_path)}))
    run = site.run(question=f"When does the harbour toll start? {attack}", corpora=["evil"])
    for path in ("", "/ledger", "/sources", "/sources/S1", "/run", "/claims/C1", "/events/1", "/calls/1"):
        page = await window(f"/r/{run}{path}", base_url=site.address)
        assert (await page.title()).endswith("· stet"), path
        assert await page.locator("img").count() == 0
        assert "onerror" in await page.inner_text("body")
    await page.goto(f"/r/{run}")
    await page.locator("a.cite").first.click()
    await opened(page)
    assert await page.locator("img").count() == 0
    assert await page.locator("script").count() == 1
