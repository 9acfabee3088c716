"""Progress: what is counted, what is said, and the sign of life."""

import re
import time
from datetime import date
from decimal import Decimal

import pytest

from stet.cli.progress import Progress, Tally
from stet.domain.budget import Budget
from stet.domain.events import (
    Claimed,
    Event,
    PageFailed,
    Searched,
    SearchFailed,
    Spoke,
    Stamped,
    Started,
    Stopped,
)
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


SPOKE = Spoke(
    role="planner", model="m-2026-11-01", mode="native", input_tokens=12_000, output_tokens=431, cached_tokens=9_000,
    usd=Decimal("0.0412345"),
)  # fmt: skip
MODEL_SPEC = SPEC.model_copy(update={"engine": "model"})


def tally(*events: Event) -> Tally:
    made = Tally()
    for event in events:
        made.see(event)
    return made


def test_the_tally_counts_against_the_limits_of_the_run() -> None:
    made = tally(Started(spec=SPEC), KNOWN_BEFORE, FOUND, FAILED, UNREAD)
    assert made.used() == "2 of 4 searches · 1 of 12 pages, 1 failed"


def test_the_tally_counts_what_models_took() -> None:
    made = tally(Started(spec=MODEL_SPEC), FOUND, UNREAD, SPOKE, SPOKE)
    assert made.asked() == "2 calls · 24,862 tokens · 0.0825 USD"
    assert made.meter() == f"1 of 4 searches · 1 of 12 pages, 1 failed · {made.asked()}"
    assert tally(FOUND).asked() is None


def test_a_price_that_is_not_known_makes_the_sum_unknown_and_not_smaller() -> None:
    unknown = SPOKE.model_copy(update={"usd": None})
    assert tally(SPOKE, unknown, SPOKE).asked() == "3 calls · 37,293 tokens · price unknown"
    free = SPOKE.model_copy(update={"usd": Decimal(0), "estimated": True})
    assert tally(free).asked() == "1 call · about 12,431 tokens · 0 USD"


def test_searches_that_a_model_made_by_itself_are_those_that_it_counted() -> None:
    searching = SPOKE.model_copy(update={"role": "native", "searches": 2})
    made = tally(Started(spec=MODEL_SPEC), searching, FOUND, FOUND, FOUND)
    assert made.searches == 2
    assert made.meter() == "2 of 4 searches · 0 of 12 pages · 1 call · 12,431 tokens · 0.0412 USD"
    assert not made.all_failed()


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


def told(capsys: pytest.CaptureFixture[str], *events: Event) -> list[str]:
    """What stands on stderr after these events: their lines, and a sign of life at the end."""
    with Progress(quiet=False, beat=0.05) as progress:
        for number, event in enumerate(events, start=1):
            progress(Stamped(number=number, at=MOMENT, event=event))
        err = ""
        while "…" not in err:
            time.sleep(0.02)
            err += capsys.readouterr().err
    return [line.rpartition("  (")[0] for line in err.splitlines()]


def test_the_sign_of_life_says_what_is_done_and_what_it_took(capsys: pytest.CaptureFixture[str]) -> None:
    assert told(capsys, Started(spec=MODEL_SPEC))[-1] == "…        planning"
    once = "1 call · 12,431 tokens · 0.0412 USD"
    assert told(capsys, Started(spec=MODEL_SPEC), SPOKE)[-1] == f"…        planning: {once}"
    used = f"1 of 4 searches · 1 of 12 pages, 1 failed · {once}"
    reading = (Started(spec=MODEL_SPEC), SPOKE, FOUND, UNREAD)
    assert told(capsys, *reading)[-1] == f"…        round 1, reading: {used}"
    assert told(capsys, *reading, Claimed(round=1, claims=()))[-1] == f"…        judging: {used}"


def test_a_stage_of_models_has_a_line_and_one_of_rules_has_none(capsys: pytest.CaptureFixture[str]) -> None:
    claimed = Claimed(round=1, claims=())
    assert told(capsys, Started(spec=MODEL_SPEC), SPOKE, claimed)[0] == (
        "claims   0 claims to check · 1 call · 12,431 tokens · 0.0412 USD"
    )
    assert told(capsys, Started(spec=SPEC), claimed)[0].startswith("…")


def test_a_memory_is_not_planned(capsys: pytest.CaptureFixture[str]) -> None:
    single = MODEL_SPEC.model_copy(update={"level": Level.SINGLE})
    assert told(capsys, Started(spec=single))[-1] == "…        answering"


def test_quiet_is_quiet_and_still_counts(capsys: pytest.CaptureFixture[str]) -> None:
    with Progress(quiet=True, beat=0.01) as progress:
        progress(Stamped(number=1, at=MOMENT, event=FOUND))
        time.sleep(0.03)
    assert capsys.readouterr() == ("", "")
    assert progress.tally.searches == 1
