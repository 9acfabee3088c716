"""Dates of today: injected, never guessed."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from stet.app import App, Request
from stet.domain.budget import Budget
from stet.testing import FixedClock

QUESTION = "What does a season ticket for the tram of Halden cost?"


@pytest.mark.parametrize("today", [None, date(2027, 3, 1), date(2031, 1, 1)])
async def test_queries_carry_no_year_of_their_own(tmp_path: Path, today: date | None):
    """K100: the day is the clock's or the one given, and no query names a year that the question does not."""
    docs = tmp_path / "documents"
    docs.mkdir()
    (docs / "a.md").write_text("The tram of Halden has no conductor.", encoding="utf-8")
    app = App(tmp_path / "home", clock=FixedClock(datetime(2027, 3, 1, tzinfo=UTC)))
    request = Request(question=QUESTION, documents=(str(docs),), budget=Budget(searches=20), today=today)
    report = await app.ask(request)
    assert report.today == (today or date(2027, 3, 1))
    assert len(report.queries) > 3
    assert not any(char.isdigit() for query in report.queries for char in query.text)


@pytest.mark.parametrize(
    ("published", "recency"), [("2027-02-28", 1.0), (None, 0.8), ("2027-03-02", 0.8), ("2020-01-01", 0.2)]
)
async def test_an_undated_page_is_labelled_and_never_fresh(
    tmp_path: Path, published: str | None, recency: float
):
    """K101: no date, or a day that has not come, counts less than a fresh one and is labelled as such."""
    docs = tmp_path / "documents"
    docs.mkdir()
    head = f"---\ntitle: Fares\ndate: {published}\n---\n\n" if published else ""
    (docs / "a.md").write_text(
        f"{head}A season ticket for the tram of Halden costs 310 euros.", encoding="utf-8"
    )
    app = App(tmp_path / "home", clock=FixedClock(datetime(2027, 3, 1, tzinfo=UTC)))
    request = Request(question=QUESTION, documents=(str(docs),), profile="eu-law")
    report = await app.ask(request)
    scores = [claim.score for claim in report.claims if claim.score is not None]
    assert {score.recency for score in scores} == {recency}
    label = "undated" if published is None else "dated after the as-of date"
    undated = recency == 0.8
    assert all((label in sentence.text) is undated for sentence in report.answer)
