"""A stored run made again: byte for byte, offline, and nothing written."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

from httpkit import Seen, answer, page
from stet.app import App, Operator, Request, WebRequest
from stet.domain.budget import Budget
from stet.domain.run import Level
from stet.errors import IntegrityError, NotFound
from stet.report.json import to_json
from webtown import NOTE, ORDINANCE, QUESTION, town

TOLL = Path(__file__).parents[2] / "examples" / "harbour-toll"
ASKED = "When does the harbour bridge toll start, and for whom?"


@pytest.mark.parametrize("level", [Level.WORKFLOW, Level.TEAM, Level.REVIEWED])
@pytest.mark.parametrize("budget", [Budget(), Budget(searches=2), Budget(pages=3)])
async def test_a_run_over_documents_comes_out_the_same_when_they_are_gone(
    tmp_path: Path, level: Level, budget: Budget
):
    docs = tmp_path / "docs"
    docs.mkdir()
    for path in TOLL.iterdir():
        (docs / path.name).write_bytes(path.read_bytes())
    (docs / "broken.pdf").write_bytes(b"%PDF-1.4 no")
    app = App(tmp_path / "home")
    request = Request(
        question=ASKED, documents=(str(docs),), level=level, budget=budget, today=date(2026, 11, 30)
    )
    report = await app.ask(request)
    for path in docs.iterdir():
        path.unlink()
    with app.store() as store:
        before = (store.events(report.run), store.calls(report.run), store.used(report.run))
    again = await app.replay(report.run)
    assert to_json(again) == to_json(report)
    with app.store() as store:
        assert (store.events(report.run), store.calls(report.run), store.used(report.run)) == before


async def test_a_run_over_the_web_comes_out_the_same_when_the_web_is_gone(tmp_path: Path):
    answers = iter([429, 200, 500, 500])

    def busy(seen: Seen):
        status = next(answers, 200)
        return answer({}, status) if status != 200 else find(seen)

    with town(
        tmp_path, {"/ordinance": page(ORDINANCE)}, {"/note": page(NOTE), "/gone": page("x", 410)}
    ) as place:
        find = place.search.handler
        place.search.handler = busy
        app = App(
            tmp_path / "home",
            operator=Operator(
                allow_host=(place.official.place, place.elsewhere.place),
                urls={"searxng": place.search.url("")},
            ),
        )
        web = WebRequest(search=("searxng",))
        report = await app.ask(Request(question=QUESTION, web=web, profile=place.profile))
    assert to_json(await app.replay(report.run)) == to_json(report)


def test_a_run_that_is_not_done_cannot_be_made_again(tmp_path: Path):
    app = App(tmp_path)
    with pytest.raises(NotFound):
        asyncio.run(app.replay("r0"))


async def test_what_was_changed_in_the_store_does_not_pass(tmp_path: Path):
    app = App(tmp_path / "home")
    report = await app.ask(Request(question=ASKED, documents=(str(TOLL),), today=date(2026, 11, 30)))
    import sqlite3

    with sqlite3.connect(tmp_path / "home" / "stet.sqlite") as raw:
        for (name,) in raw.execute("SELECT name FROM sqlite_master WHERE type = 'trigger'").fetchall():
            raw.execute(f"DROP TRIGGER {name}")
        raw.execute(
            "UPDATE calls SET response = replace(response, '2026-10-12', '2025-10-12') WHERE kind = 'fetch'"
        )
    raw.close()
    with pytest.raises(IntegrityError, match="did not say then what it says now"):
        await app.replay(report.run)
