"""Budget, cost and loops, over whole runs."""

from decimal import Decimal
from pathlib import Path

import pytest
from casekit import NeverContent, Plans, engine_with, hit, over, over_folder, over_web

from stet.domain.budget import Budget, Usage
from stet.domain.events import Searched, Stopped
from stet.domain.evidence import Fetched, Hit
from stet.domain.report import ReportOutcome
from stet.ports import Answer, SearchRequest
from stet.report import words
from stet.report.markdown import to_markdown
from stet.testing import CannedWeb, FixedClock, ScriptedSearch, canned_page

WHEN = "When did the canal of Overton open?"
OPENED = "The canal of Overton opened on 9 April 1831 after six years of digging."


def stop_of(events: object) -> Stopped:
    (stopped,) = [event for event in events if isinstance(event, Stopped)]  # type: ignore[attr-defined]
    return stopped


@pytest.mark.parametrize(("searches", "pages"), [(1, 1), (2, 3), (5, 2)])
def test_no_call_beyond_the_ceiling_is_sent(tmp_path: Path, searches: int, pages: int):
    """K082: over parallel queries and parallel pages."""
    web = CannedWeb(
        canned_page(f"https://o-{n}.example/", f"{OPENED} Note {n}.", title="Canal") for n in range(20)
    )
    budget = Budget(searches=searches, pages=pages, pages_per_query=9)
    queries = Plans(*(f"canal of Overton {n}" for n in range(8)))
    came = over(tmp_path, WHEN, [web], web, engine=engine_with(planner=queries), budget=budget)
    assert len(web.searched) == came.done.usage.searches == searches
    assert len(web.fetched) == came.done.usage.pages == pages
    assert "limit on" in " ".join(came.done.notes)


def test_quotations_need_no_judge_however_many(tmp_path: Path):
    """K083: exact words with exact numbers are settled by code."""
    lock = (
        "---\nurl: https://lock-{0}.example/\n---\n\nLock {0} of the canal of Overton is {0}{0} metres long."
    )
    report = over_folder(
        tmp_path,
        "How long is each lock of the canal of Overton?",
        {f"{n}.md": lock.format(n) for n in range(11, 36)},
        budget=Budget(searches=20, pages=40, pages_per_query=30),
    )
    assert len(report.claims) > 3
    assert (report.usage.model_calls, report.usage.tokens, report.usage.usd) == (0, 0, Decimal(0))
    assert {check.by for claim in report.claims for check in claim.checks} == {"code"}


def test_money_that_nobody_knows_is_not_shown_as_nothing(tmp_path: Path):
    """K085: tokens are a fact, a price may be unknown, and one unknown price makes the sum unknown."""
    known, unknown = Usage(usd=Decimal("0.25"), tokens=10), Usage(usd=None, tokens=5)
    assert (known + unknown).usd is None
    assert (known + unknown).tokens == 15
    assert (known + known).usd == Decimal("0.50")
    page = canned_page("https://o.example/", OPENED, title="Canal")
    report = over_web(tmp_path, WHEN, [page]).done
    priceless = report.model_copy(
        update={"usage": report.usage.model_copy(update={"usd": None, "tokens": 7})}
    )
    assert words.usd(priceless) == "price unknown"
    assert "7 tokens, price unknown" in to_markdown(priceless)


class SlowWeb(CannedWeb):
    """A canned web whose pages take a minute each."""

    clock = FixedClock()

    async def fetch(self, hit: Hit, known: Fetched | None = None) -> Fetched:
        self.clock.advance(60)
        return await super().fetch(hit)


def test_a_deadline_inside_a_round_stops_the_next_call_and_the_report_is_written(tmp_path: Path):
    """K086: five pages of a minute each and three minutes."""
    web = SlowWeb(
        canned_page(f"https://o-{n}.example/", f"{OPENED} Note {n}.", title="Canal") for n in range(5)
    )
    web.clock = FixedClock()
    budget = Budget(seconds=170, pages_per_query=1)
    queries = Plans(*(f"canal of Overton {n}" for n in range(5)))
    came = over(
        tmp_path, WHEN, [web], web, engine=engine_with(planner=queries), budget=budget, clock=web.clock
    )
    assert len(web.fetched) == 3
    assert came.done.outcome is ReportOutcome.APPROVED
    assert came.done.answer
    assert any("limit on seconds" in note for note in came.done.notes)


@pytest.mark.parametrize(("fresh", "reason", "rounds"), [(True, "no_progress", 2), (False, "no_progress", 2)])
def test_the_same_gap_again_and_again_ends_the_run(tmp_path: Path, fresh: bool, reason: str, rounds: int):
    """K089: a gap that new queries do not move, or that only old queries are proposed for."""
    web = CannedWeb([canned_page("https://o.example/", OPENED, title="Canal")])
    analyst = NeverContent(fresh=fresh)
    engine = engine_with(planner=Plans("canal of Overton"), analyst=analyst)
    budget = Budget(rounds=50, searches=200, pages=50)
    came = over(tmp_path, WHEN, [web], web, engine=engine, budget=budget)
    stopped = stop_of(came.events)
    assert (stopped.reason, stopped.round) == (reason, rounds)
    assert analyst.asked == rounds
    assert came.done.outcome is ReportOutcome.NO_EVIDENCE


def test_a_gap_is_searched_for_in_new_words_or_not_at_all(tmp_path: Path):
    """K089: no query of a rule-made plan says a word twice or only repeats another."""
    doors = {
        f"{n}.md": f"The door number {n} of the customs house is {c}." for n, c in enumerate(("red", "blue"))
    }
    report = over_folder(tmp_path, "Which colour is each door of the customs house painted?", doors)
    asked = [query.text.split() for query in report.queries]
    assert all(len(words) == len(set(words)) for words in asked)
    assert len({frozenset(words) for words in asked}) == len(asked)


class Counting(ScriptedSearch):
    """Finds one new page for each query."""

    async def search(self, request: SearchRequest) -> Answer:
        self.searched.append(request)
        return Answer(hits=(hit(f"https://o-{len(self.searched)}.example/"),))


def test_sixty_different_reads_are_no_loop_and_six_equal_queries_are_one(tmp_path: Path):
    """K092: long honest work goes on; what is asked again is not sent again."""
    web = CannedWeb(
        canned_page(f"https://o-{n}.example/", f"{OPENED} Note {n}.", title="Canal") for n in range(99)
    )
    budget = Budget(rounds=1, searches=200, pages=200)
    for place, queries, sent in (("many", [f"canal {n}" for n in range(60)], 60), ("same", ["canal"] * 6, 1)):
        (tmp_path / place).mkdir()
        search = Counting([])
        engine = engine_with(planner=Plans(*queries))
        came = over(tmp_path / place, WHEN, [search], web, engine=engine, budget=budget)
        assert len(search.searched) == sent
        assert came.done.usage.pages == sent
        assert sum(isinstance(event, Searched) for event in came.events) == sent
        assert came.done.outcome is ReportOutcome.APPROVED
