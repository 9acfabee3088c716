"""Progress: what is counted, what is said, and the sign of life."""

import re
import time
from datetime import date

import pytest

from stet.cli.progress import Progress, Tally
from stet.domain.budget import Budget
from stet.domain.events import Event, PageFailed, Searched, SearchFailed, Stamped, Started, Stopped
from stet.domain.evidence import Hit, PageStatus
from stet.domain.question import Query
from stet.domain.run import Level, RunSpec
from stet.testing import MOMENT

QUERY = Query(text="ferry toll", topic="T1")
HIT = Hit(url="a.md", path="a.md", provider="documents", rank=1)
SPEC = RunSpec(
    question="Why?", level=Level.TEAM, engine="quote", profile="general", profile_json="{}", budget=Budget(searches=4),
    providers=("documents",), today=date(2026, 11, 30), version="0",
)  # fmt: skip
FOUND = Searched(round=1, provider="documents", query=QUERY, hits=(HIT,))
EMPTY = Searched(round=1, provider="documents", query=QUERY, hits=())
FAILED = SearchFailed(round=1, provider="web", query=QUERY, code="unavailable", message="no connection")
UNREAD = PageFailed(round=1, hit=HIT, status=PageStatus.BROKEN, reason="truncated")
KNOWN_BEFORE = PageFailed(round=0, hit=HIT, status=PageStatus.BROKEN, reason="truncated")


def tally(*events: Event) -> Tally:
    made = Tally()
    for event in events:
        made.see(event)
    return made


def test_the_tally_counts_against_the_limits_of_the_run() -> None:
    made = tally(Started(spec=SPEC), KNOWN_BEFORE, FOUND, FAILED, UNREAD)
    assert made.used() == "2 of 4 searches · 1 of 12 pages, 1 failed"


@pytest.mark.parametrize(
    ("events", "expected"),
    [
        ((Stopped(round=1, reason="seconds"),), True),
        ((FOUND, Stopped(round=1, reason="seconds")), True),
        ((FOUND, UNREAD, Stopped(round=1, reason="pages")), False),
        ((EMPTY, Stopped(round=3, reason="searches")), False),
        ((Stopped(round=1, reason="no_new_query"),), False),
        ((), False),
    ],
)
def test_only_a_limit_before_anything_was_tried_counts_as_nothing(
    events: tuple[Event, ...], expected: bool
) -> None:
    assert tally(*events).before_anything() is expected


def test_searches_that_all_failed_are_told_from_searches_that_found_nothing() -> None:
    assert tally(FAILED, FAILED).all_failed()
    assert not tally(FAILED, EMPTY).all_failed()
    assert not tally().all_failed()


def test_a_long_silence_is_broken(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(quiet=False, beat=0.05) as progress:
        time.sleep(0.2)
        progress(Stamped(number=1, at=MOMENT, event=FAILED))
    out, err = capsys.readouterr()
    assert out == ""
    beats = [line for line in err.splitlines() if line.startswith("…")]
    assert beats
    assert re.fullmatch(r"…        reading the documents  \(\d+:\d\d\)", beats[0])
    assert "web: no connection" in err


def test_quiet_is_quiet_and_still_counts(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(quiet=True, beat=0.01) as progress:
        progress(Stamped(number=1, at=MOMENT, event=FOUND))
        time.sleep(0.03)
    assert capsys.readouterr() == ("", "")
    assert progress.tally.searches == 1
