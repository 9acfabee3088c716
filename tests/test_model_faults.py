"""Whole runs with a model that fails where it hurts: a split, a plan, a price, too many claims."""

import asyncio
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from httpkit import Reply, answer
from modeltown import ASKED, CLERK, HARBOUR, TOLL, Asked, Clerk, ClerkTown, Failing, Talker, clerk
from stet.app import App, Operator, Request
from stet.app.request import profile_in, spec_of
from stet.cli import main
from stet.config import load_settings
from stet.domain.budget import Budget
from stet.domain.events import Claimed, Divided, Event, Noted
from stet.domain.report import Report, ReportOutcome
from stet.domain.run import Level
from stet.errors import BadAnswer, BadSetting
from stet.report.json import to_json
from wirekit import chat

TODAY = date(2026, 11, 30)


def asking(**fields: object) -> Request:
    said = {"question": ASKED, "documents": (str(TOLL),), "today": TODAY, "engine": "model", "model": CLERK}
    return Request.model_validate({**said, "level": Level.WORKFLOW, **fields})


async def run_of(app: App, request: Request):
    events: list[Event] = []
    report = await app.ask(request, [lambda stamped: events.append(stamped.event)])
    return report, events


def last_run(app: App) -> str:
    with app.store() as store:
        return store.list_runs()[0].id


def notes(events: list[Event], code: str) -> list[Noted]:
    return [event for event in events if isinstance(event, Noted) and event.code == code]


async def test_a_supervisor_out_of_order_costs_the_split_and_not_the_run(tmp_path: Path) -> None:
    def failing(asked: Asked, _: int) -> Reply | None:
        return answer({"error": {"message": "down"}}, 503) if asked.role == "supervisor" else None

    with clerk(failing=failing) as place:
        app = App(tmp_path, operator=place.operator())
        report, events = await run_of(app, asking(level=Level.REVIEWED))
    assert report.outcome is ReportOutcome.APPROVED
    (note,) = notes(events, "split_by_code")
    assert "unavailable" in note.message
    assert any(note.message in said for said in report.notes)
    assert [e.parts for e in events if isinstance(e, Divided)] == [(("T1",), ("T2",), ("T3",), ("T4",))]
    assert to_json(await app.replay(report.run)) == to_json(report)


def bad_at_first(times: int) -> Failing:
    """A planner that gives no plan so many times."""

    def failing(asked: Asked, before: int) -> Reply | None:
        return answer(chat("I would rather not.")) if asked.role == "planner" and before < times else None

    return failing


@pytest.mark.parametrize(("times", "sessions"), [(2, 1), (3, 1), (4, 2)])
async def test_a_plan_that_was_none_is_asked_for_once_more_when_the_run_is_resumed(
    tmp_path: Path, times: int, sessions: int
) -> None:
    with clerk(failing=bad_at_first(times)) as place:
        app = App(tmp_path, operator=place.operator())
        with pytest.raises(BadAnswer):
            await app.ask(asking())
        run = last_run(app)
        for session in range(1, sessions):
            with pytest.raises(BadAnswer):
                await app.resume(run)
            # Asked once and once more with what was wrong, in each session.
            assert len(place.of("planner")) == 2 * (session + 1)
        report = await app.resume(run)
        assert len(place.of("planner")) == times + 1
        assert report.outcome is ReportOutcome.APPROVED
        calls = len(place.asked)
    # What was bad stays in the journal, and in what the run used; a replay goes the same way, offline.
    assert report.usage.model_calls == calls
    assert to_json(await App(tmp_path).replay(run)) == to_json(report)


async def test_a_draft_that_was_none_is_asked_for_once_more_too(tmp_path: Path) -> None:
    def failing(asked: Asked, before: int) -> Reply | None:
        return answer(chat("")) if asked.role == "writer" and before == 0 else None

    with clerk(failing=failing) as place:
        app = App(tmp_path, operator=place.operator())
        with pytest.raises(BadAnswer, match=r"the writer .* gave an empty answer"):
            await app.ask(asking())
        begun = len(place.asked)
        report = await app.resume(last_run(app))
        assert {each.role for each in place.asked[begun:]} == {"writer", "reviewer"}
    assert report.outcome is ReportOutcome.APPROVED
    assert to_json(await App(tmp_path).replay(report.run)) == to_json(report)


async def test_a_bad_answer_that_ended_no_session_is_not_asked_for_again(tmp_path: Path) -> None:
    def failing(asked: Asked, before: int) -> Reply | None:
        if asked.role == "planner" and before < 2:
            return answer(chat("I would rather not."))
        return answer(chat("Nothing to say.")) if asked.role == "analyst" else None

    with clerk(failing=failing) as place:
        app = App(tmp_path, operator=place.operator())
        with pytest.raises(BadAnswer):
            await app.ask(asking())
        report = await app.resume(last_run(app))
        assert len(place.of("analyst")) == 2
    assert report.outcome is ReportOutcome.NO_EVIDENCE
    assert to_json(await App(tmp_path).replay(report.run)) == to_json(report)


async def test_more_claims_than_the_limit_are_left_out_by_name_and_cost_nobody_a_call(tmp_path: Path) -> None:
    with clerk(Talker(rules=HARBOUR)) as place:
        app = App(tmp_path, operator=place.operator())
        report, events = await run_of(app, asking(budget=Budget(claims=8)))
    # Claims that did not stand may be looked for once more.
    every = [event.claims for event in events if isinstance(event, Claimed)]
    assert all(len(claims) <= 8 for claims in every)
    claimed = every[0]
    assert [claim.key for claim in claimed] == [f"C{n}" for n in range(1, 9)]
    # The topics took turns.
    assert [sum(c.topic == topic for c in claimed) for topic in ("T1", "T2", "T3", "T4")] == [2, 2, 2, 2]
    left = notes(events, "claims_left_out")
    assert [note.where for note in left[:4]] == ["T1", "T2", "T3", "T4"]
    assert len(set(left)) == len(left)
    listed = sum(note.message.count("“") for note in left)
    assert listed == sum(int(note.message.split()[0]) for note in left)
    assert all(any(note.message in said for said in report.notes) for note in left)
    assert not any("C9 " in each.prompt for each in place.asked)
    assert to_json(await app.replay(report.run)) == to_json(report)


def long_pages(folder: Path, count: int = 12, characters: int = 10_000) -> Path:
    """Pages on the toll of which each holds more sentences than anybody wants claims of."""
    folder.mkdir()
    about = ("start date", "goods vehicles", "unpaid crossing penalty", "exempt")
    for page in range(count):
        said = [f"The Harbour Bridge toll at booth {page}-{n} starts on 1 May 2027." for n in range(200)]
        text = f"# Harbour Bridge toll {page}: {about[page % 4]}\n\n" + "\n\n".join(said)[:characters]
        (folder / f"booth-{page}.md").write_text(text, encoding="utf-8")
    return folder


def test_a_model_of_sixty_claims_an_answer_does_not_make_a_run_dear(tmp_path: Path) -> None:
    """Twelve pages of 10 kB, with the review: at most 90,000 characters in all, whatever the model makes of them."""
    with clerk(Talker(rules=HARBOUR, lenient=True)) as place:
        app = App(tmp_path / "home", operator=place.operator())
        pages = long_pages(tmp_path / "pages")
        budget = Budget(pages_per_query=12)
        report, _ = asyncio.run(run_of(app, asking(documents=(str(pages),), budget=budget)))
    assert sum(source.status == "read" for source in report.sources) == 12
    assert len(report.claims) == 20
    assert {"analyst", "judge", "writer", "reviewer"} <= set(place.roles())
    assert sum(each.characters for each in place.asked) <= 90_000


def abroad(place: ClerkTown, monkeypatch: pytest.MonkeyPatch, **settings: object) -> Operator:
    """The clerk as a gateway: what it asks, no list knows."""
    monkeypatch.setenv("OPENAI_API_KEY", "test-0123456789")
    return Operator.model_validate({"urls": {"openai": place.server.url("/v1")}, **settings})


async def test_a_limit_on_money_that_cannot_be_kept_may_be_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    request = asking(model="openai:clerk", budget=Budget(usd=Decimal("0.5")))
    with clerk() as place:
        with pytest.raises(BadSetting, match="no price of openai:clerk"):
            await App(tmp_path, operator=abroad(place, monkeypatch)).ask(request)
        app = App(tmp_path, operator=abroad(place, monkeypatch, allow_unknown_prices=True))
        report, _ = await run_of(app, request)
        assert report.outcome is ReportOutcome.APPROVED
        assert report.usage.usd is None
        # Nor does it start over what another run read, which keeps that run's limit.
        again = Request(question="", engine="model", frozen=report.run, level=Level.WORKFLOW)
        with pytest.raises(BadSetting, match="no price of openai:clerk"):
            await App(tmp_path, operator=abroad(place, monkeypatch)).ask(again)
        second = await app.ask(again)
    assert second.usage.usd is None
    assert to_json(await app.replay(second.run)) == to_json(second)


async def test_a_limit_that_can_be_kept_is_kept_though_it_might_be_let_go(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    price = {"at": "openai", "model": "clerk", "input": 100, "output": 100}
    with clerk(Clerk()) as place:
        operator = abroad(place, monkeypatch, allow_unknown_prices=True, prices=(price,))
        app = App(tmp_path, operator=operator)
        report = await app.ask(asking(model="openai:clerk", budget=Budget(usd=Decimal(1))))
    assert report.usage.usd is not None
    assert report.usage.usd <= 1
    assert any("usd" in note for note in report.notes)


def test_a_small_window_is_said_once_for_all_roles(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """K077: what a server of one's own was started with, and nothing else, is all that must be said."""
    monkeypatch.chdir(tmp_path)
    pages = long_pages(tmp_path / "pages", count=4)
    (tmp_path / "stet.toml").write_text("[models]\nwindow = 8192\nseconds = 1800\n", encoding="utf-8")
    with clerk(Talker(rules=HARBOUR, lenient=True)) as place:
        monkeypatch.setenv("OPENAI_BASE_URL", place.server.url("/v1"))
        asked = ["ask", ASKED, "--docs", str(pages), "--model", CLERK, "--today", "2026-11-30", "--json"]
        status = main(asked)
    report = Report.model_validate_json(capsys.readouterr().out)
    assert status == (0 if report.outcome is ReportOutcome.APPROVED else 1)
    assert {"planner", "supervisor", "analyst", "judge", "writer"} <= set(place.roles())
    for each in place.asked:
        # It is the second name where the server did not heed the first.
        limit = each.body.get("max_tokens") or each.body["max_completion_tokens"]
        assert isinstance(limit, int)
        assert each.characters / 3 + limit <= 8192
    with App(load_settings().home).store() as store:
        assert {(role.window, role.seconds) for role in store.run(report.run).spec.models} == {(8192, 1800)}


def test_a_profile_is_looked_at_once() -> None:
    spec = spec_of(asking(profile="eu-law"), TODAY, Operator())
    assert profile_in(spec) is profile_in(spec)
    stored = spec.model_copy(
        update={"profile_json": spec.profile_json.replace('"name":"eu-law"', '"name":"x"')}
    )
    assert profile_in(stored).name == "x"
    assert profile_in(stored) is profile_in(stored)
