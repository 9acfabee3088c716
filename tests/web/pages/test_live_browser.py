"""Asking, following, stopping, comparing and checking in a real browser."""

import asyncio
import threading
from collections.abc import AsyncGenerator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest

from stet.app import App, Listener
from stet.app.request import Request
from stet.domain.report import Report
from stet.domain.run import RunStatus

QUESTION = "When does the harbour bridge toll start, and for whom?"
TEXT = "The toll starts on 1 March 2027 [1].\n\n## Sources\n\n[1] Harbour Bridge Ordinance\n"


class Paced(App):
    """An application whose runs take a step when they are let."""

    def __init__(self, *given: Any) -> None:
        super().__init__(*given)
        self.steps = threading.Semaphore(0)

    def pace(self, _: object) -> None:
        """Wait for a step."""
        self.steps.acquire(timeout=30)

    async def ask(
        self, request: Request, listeners: Sequence[Listener] = (), begun: Callable[[str], None] | None = None
    ) -> Report:
        return await super().ask(request, (*listeners, self.pace), begun)

    async def resume(
        self, run: str, listeners: Sequence[Listener] = (), begun: Callable[[str], None] | None = None
    ) -> Report:
        return await super().resume(run, (*listeners, self.pace), begun)


@pytest.fixture(scope="module")
def paced(site, place_in, tmp_path_factory) -> Iterator[Any]:
    """A server whose runs wait for steps."""

    @asynccontextmanager
    async def made(**_: object) -> AsyncGenerator[Any]:
        home = tmp_path_factory.mktemp("paced")
        async with place_in(home) as served:
            served.place.running.app = Paced(home)
            yield served
            served.place.running.app.steps.release(10_000)

    paced = type(site)(made())
    yield paced
    paced.close()


async def until(page, selector: str) -> None:
    await page.wait_for_selector(selector, timeout=20_000)


async def test_a_question_is_planned_asked_followed_stopped_and_gone_on_with(window, paced):
    app = paced.served.place.running.app
    page = await window("/", base_url=paced.address)
    await page.get_by_label("Question").fill(QUESTION)
    await page.get_by_label("toll").check()
    await page.get_by_role("button", name="Show the plan first").click()
    await until(page, "#estimate-h")
    topic = await page.get_by_label("What has to be answered").first.input_value()
    await page.get_by_role("button", name="Start with this plan").click()
    await until(page, "#live")
    run = page.url.rsplit("/", 1)[1]
    app.steps.release(3)
    await until(page, ".plan li")
    assert topic in await page.inner_text(".plan")
    other = await window(f"/r/{run}", base_url=paced.address)
    seen = 0
    while not seen:
        app.steps.release(1)
        await asyncio.sleep(0.1)
        seen = await page.locator("[data-fill=sources] .sources li").count()
    await page.reload()
    app.steps.release(4)
    for each in (page, other):
        # Not by a function: the pages' policy lets none be made of a string.
        await each.locator("[data-fill=sources] .sources li").nth(1).wait_for(timeout=20_000)
        ids = await each.locator("[data-fill=sources] .sid").all_inner_texts()
        assert ids == [f"S{n}" for n in range(1, len(ids) + 1)]
    async with page.expect_request("**/stop"):
        await page.get_by_role("button", name="Stop and keep what is there").click(no_wait_after=True)
    for _ in range(300):
        if not paced.served.place.running.goes_on(run):
            break
        app.steps.release(1)
        await asyncio.sleep(0.05)
    await until(page, "text=What it has is kept")
    await until(other, "text=What it has is kept")
    assert await page.locator("[data-fill=sources] .sources li").count() >= len(ids)
    app.steps.release(10_000)
    await page.get_by_role("button", name="Go on with it").click()
    await until(page, "text=Approved")
    assert not await page.locator("#live").count()
    report = paced.served.place.store.run(run)
    assert report.status.value == "done"


@pytest.fixture(scope="module")
def places(site) -> dict[str, str]:
    """A page of each kind, by name."""
    runs = [site.run(), site.run(depth="quick")]
    client = site.served.client()
    origin = {"Origin": "http://127.0.0.1:8321"}

    async def checked() -> str:
        data = {"text": TEXT, "corpus": "toll"}
        answer = await client.post("/check", data=data, files={"file": ("", b"")}, headers=origin)
        return answer.headers["location"]

    async def stopped() -> str:
        store, now = site.served.place.store, site.served.place.app.clock.now()
        past = store.events(runs[0])
        run = store.create(store.run(runs[0]).spec, now)
        for stamped in past[:-1]:
            store.append(run, stamped.event, now)
        store.update_run(run, RunStatus.INTERRUPTED, None, now)
        return run

    return {
        "ask": "/",
        "runs": "/runs",
        "found": "/runs?search=nothing&state=failed",
        "stopped": f"/r/{site.do(stopped())}",
        "compare": f"/compare?a={runs[0]}&b={runs[1]}",
        "delete": f"/r/{runs[0]}/delete",
        "check": "/check",
        "checked": site.do(checked()),
        "corpora": "/corpora",
        "corpus": "/corpora/toll",
        "wrong": "/compare?a=r0&b=r1",
    }


KINDS = (
    "ask",
    "runs",
    "found",
    "stopped",
    "compare",
    "delete",
    "check",
    "checked",
    "corpora",
    "corpus",
    "wrong",
)


@pytest.mark.parametrize("kind", KINDS)
async def test_every_page_has_no_fault_for_axe_and_fits_a_narrow_window(
    window, places, violations, too_wide, kind
):
    for scheme in ("light", "dark"):
        page = await window(places[kind], color_scheme=scheme, viewport={"width": 320, "height": 640})
        assert await violations(page) == []
        assert await too_wide(page) == []
    wide = await window(places[kind], viewport={"width": 1280, "height": 900})
    assert await violations(wide) == []


async def test_the_plan_has_no_fault_and_all_works_without_a_script(window, violations, too_wide):
    page = await window("/", viewport={"width": 320, "height": 640}, java_script_enabled=False)
    await page.get_by_label("Question").fill(QUESTION)
    await page.get_by_label("toll").check()
    await page.keyboard.press("Tab")
    await page.get_by_role("button", name="Show the plan first").press("Enter")
    await until(page, "#estimate-h")
    assert await too_wide(page) == []
    await page.get_by_role("button", name="Start with this plan").press("Enter")
    await page.wait_for_url("**/r/r*")
    scripted = await window("/")
    await scripted.get_by_label("Question").fill(QUESTION)
    await scripted.get_by_label("toll").check()
    await scripted.get_by_role("button", name="Show the plan first").click()
    await until(scripted, "#estimate-h")
    assert await violations(scripted) == []
