"""Dates of today: injected, never guessed."""

import json
from collections.abc import Mapping
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from townkit import ask

from httpkit import Seen, answer, page
from stet.app import App, Request
from stet.domain.budget import Budget
from stet.domain.evidence import PageStatus
from stet.report.markdown import to_markdown
from stet.testing import FixedClock
from webtown import NOTE, ORDINANCE, article, town

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


def test_what_a_search_service_is_asked_carries_no_year(tmp_path: Path):
    """K100: not the clock's either; of the words that come over the wire none is a number but a site's."""
    clock = FixedClock(datetime(2027, 3, 1, tzinfo=UTC))
    with town(tmp_path, {"/ordinance": page(ORDINANCE)}, {"/note": page(NOTE)}) as place:
        report = ask(place, tmp_path / "home", clock=clock, since=date(2027, 2, 22)).report
        sent = [text.partition(" site:")[0] for text in place.searches()]
    assert report.today == date(2027, 3, 1)
    assert len(sent) > 3
    assert not any(char.isdigit() for text in sent for char in text)


def test_since_leaves_out_what_is_known_to_be_older_and_labels_the_undated(tmp_path: Path):
    """K101: by the provider's date or the page's own; a page without one is read, labelled, and no fresh one."""

    def told(day: int, published: str | None) -> tuple[int, Mapping[str, str], bytes | str]:
        text = f"<p>The ferry fee of Port Selby starts on {day} March 2027.</p>"
        return page(article(f"Ferry fee, {day}", text, published))

    pages = {
        "/fresh": told(1, "2026-11-28"),
        "/undated": told(2, None),
        "/old": told(3, "2020-01-05"),
        "/older": told(4, None),
        "/first": told(5, "2026-11-23"),
    }
    clock = FixedClock(datetime(2026, 11, 30, 12, tzinfo=UTC))
    with town(tmp_path, {}, pages) as place:
        find = place.search.handler

        def dated(seen: Seen) -> tuple[int, Mapping[str, str], bytes | str]:
            found = find(seen)
            assert isinstance(found, tuple)
            rows = json.loads(found[2])["results"]
            days = {"/older": "2020-01-05", "/fresh": "2026-11-28T09:00:00"}
            return answer({"results": [r | {"publishedDate": days.get(r["url"][-6:])} for r in rows]})

        place.search.handler = dated
        asked = ask(
            place, tmp_path / "home", clock=clock, since=date(2026, 11, 23), budget=Budget(pages_per_query=9)
        )
        assert "/older" not in place.elsewhere.paths
    assert asked.failed == {"old": PageStatus.TOO_OLD}
    assert set(asked.read()) == {"fresh", "undated", "first"}
    shown = to_markdown(asked.report)
    assert "too old (dated 5 January 2020, and nothing before 23 November 2026 is wanted)" in shown
    assert not any(f"{day} March" in sentence.text for day in (3, 4) for sentence in asked.report.answer)
    said = {claim.value: claim for claim in asked.report.claims}
    recency = {day: claim.score.recency for day, claim in said.items() if claim.score}
    assert recency == {"2027-03-01": 1.0, "2027-03-02": 0.8, "2027-03-05": 1.0}
    (label,) = {s.text for s in asked.report.answer if "2 March" in s.text}
    assert "undated" in label


@pytest.mark.parametrize(
    ("published", "modified", "kept"),
    [
        ("2020-01-05", "2026-11-29", True),
        ("2020-01-05", "2021-01-05", False),
        (None, "2021-01-05", False),
        ("2027-09-01", None, True),
    ],
)
def test_a_page_is_as_old_as_its_last_date_that_counts(
    tmp_path: Path, published: str | None, modified: str | None, kept: bool
):
    """K101: one that was changed since is not known to be older, and a day to come is no date."""
    head = f'<meta property="article:modified_time" content="{modified}">' if modified else ""
    body = "<p>The ferry fee of Port Selby starts on 1 March 2027.</p>"
    pages = {"/page": page(article("Ferry fee", body, published, head))}
    clock = FixedClock(datetime(2026, 11, 30, 12, tzinfo=UTC))
    with town(tmp_path, {}, pages) as place:
        asked = ask(place, tmp_path / "home", clock=clock, since=date(2026, 11, 23), budget=Budget(rounds=1))
    assert bool(asked.read()) is kept
    assert asked.failed == ({} if kept else {"page": PageStatus.TOO_OLD})
