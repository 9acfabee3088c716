"""Limits of services: long queries, busy services, answers without hits."""

from pathlib import Path

import pytest
from townkit import ask, service

from httpkit import Server, page
from stet.domain.budget import Budget
from stet.domain.events import SearchFailed
from stet.domain.report import ReportOutcome
from webtown import NOTE, ORDINANCE, town

LONG_WORDS = [f"ferryfeeofportselby{chr(97 + n)}" for n in range(24)]
PAGES, NEWS = {"/ordinance": page(ORDINANCE)}, {"/note": page(NOTE)}


def test_a_question_of_five_hundred_words_is_asked_within_the_limit_of_a_service(tmp_path: Path):
    """K062: a query is cut at a word and this is told; the run goes on, and the question itself stays whole."""
    question = " ".join([*LONG_WORDS, *["ferry"] * 475, "fee?"])
    assert len(question.split()) == 500
    with town(tmp_path, PAGES, NEWS) as place:
        asked = ask(place, tmp_path / "home", question=question, budget=Budget(rounds=1))
        sent = [text.partition(" site:")[0] for text in place.searches()]
    assert len(sent) > 1
    assert all(len(text) <= 400 for text in place.searches())
    whole = {word for query in asked.report.queries for word in query.text.split()}
    assert {word for text in sent for word in text.split()} <= whole
    assert any(len(query.text) > 400 for query in asked.report.queries)
    assert all("the query was cut" in note for note in asked.noted("query_cut"))
    assert asked.noted("query_cut")
    assert not [query for query in asked.report.queries if query.failed]
    assert asked.report.question == question
    assert asked.report.states.evidence_retrieved


@pytest.mark.parametrize("status", [400, 200])
def test_a_service_that_finds_a_query_too_long_has_failed_and_the_next_is_asked(tmp_path: Path, status: int):
    """K062, K067: an error in place of an answer, with whatever status, is no answer without hits."""
    said = {"message": "Query too long. Max query length is 2048 characters.", "statusCode": 400}
    with town(tmp_path, PAGES, NEWS) as place, Server(service(said, status)) as strict:
        asked = ask(
            place,
            tmp_path / "home",
            search=("wikipedia,searxng",),
            services={"wikipedia": strict},
            official=False,
        )
    failed = [event for event in asked.events if isinstance(event, SearchFailed)]
    assert {(event.provider, event.code) for event in failed} == {("wikipedia", "bad_answer")}
    assert asked.report.outcome is ReportOutcome.APPROVED


@pytest.mark.parametrize(
    ("reply", "status", "code"),
    [
        ({"results": []}, 200, None),
        ({}, 200, "bad_answer"),
        ({"data": []}, 200, "bad_answer"),
        ({"results": None}, 200, "bad_answer"),
        ({"error": "slow down"}, 429, "rate_limited"),
        ({"error": "not now"}, 503, "unavailable"),
        ({"error": "no"}, 404, "bad_answer"),
    ],
)
def test_no_hits_no_list_and_no_answer_are_told_apart(
    tmp_path: Path, reply: object, status: int, code: str | None
):
    """K061, K064, K065: "nothing found" is said only of an answer that is empty; a busy service is named as one."""
    with town(tmp_path, PAGES, NEWS) as place:
        place.search.handler = service(reply, status)
        asked = ask(place, tmp_path / "home", budget=Budget(searches=1, rounds=1), official=False)
    report = asked.report
    assert report.outcome is ReportOutcome.NO_EVIDENCE
    assert {query.failed for query in report.queries} == {code}
    assert {query.hits for query in report.queries} == {0}
    assert not report.sources
    assert not report.claims
