"""The plan by rule."""

import asyncio

import pytest

from stet.domain.question import TopicKind
from stet.engines.quote.planner import RulePlanner, make_plan


@pytest.mark.parametrize(
    ("question", "parts"),
    [
        ("When does the bridge toll start, and for whom?", ["When does the bridge toll start?", "For whom?"]),
        ("What is the penalty and who pays it?", ["What is the penalty?", "Who pays it?"]),
        ("Who founded X? When was Y built?", ["Who founded X?", "When was Y built?"]),
        ("Which of Doe and Roe is older?", ["Which of Doe and Roe is older?"]),
        ("When does it open, and are dogs allowed?", ["When does it open?", "Are dogs allowed?"]),
        ("Is the toll for cars and are there any?", ["Is the toll for cars and are there any?"]),
        ("Explain the toll", ["Explain the toll"]),
        (
            "What did the ordinance change in the toll: its date, its scope, its fines?",
            [
                "What did the ordinance change in the toll: its date?",
                "What did the ordinance change in the toll: its scope?",
                "What did the ordinance change in the toll: its fines?",
            ],
        ),
        (
            "Was ändert sich an der Maut: Beginn und Höhe?",
            ["Was ändert sich an der Maut: Beginn?", "Was ändert sich an der Maut: Höhe?"],
        ),
        (
            "What are the fines for late payment, for false plates and for no payment?",
            [
                "What are the fines for late payment?",
                "What are the fines for false plates?",
                "What are the fines for no payment?",
            ],
        ),
        (
            "What is the fine for lorries and for coaches, and who pays it?",
            ["What is the fine for lorries?", "What is the fine for coaches?", "Who pays it?"],
        ),
        ("What is it: a toll or a tax, a fee?", ["What is it: a toll or a tax, a fee?"]),
        ("What does “Tolls: rules and duties” say?", ["What does “Tolls: rules and duties” say?"]),
        ("The toll: its date, its scope", ["The toll: its date, its scope"]),
        ("What is the fine for lorries of A and B?", ["What is the fine for lorries of A and B?"]),
    ],
)
def test_each_part_of_a_question_is_a_topic(question: str, parts: list[str]) -> None:
    plan = make_plan(question)
    assert [t.text for t in plan.topics if t.kind in {TopicKind.ANSWER, TopicKind.PART}] == parts
    assert [t.kind for t in plan.topics][-2:] == [TopicKind.SCOPE, TopicKind.CHANGE]
    assert 2 <= len(plan.topics) <= 5


def test_a_fourth_part_takes_the_place_of_the_conditions_and_a_fifth_is_asked_with_it() -> None:
    plan = make_plan(
        "When does it open, who owns it, what does it cost, why was it built, and how long is it?"
    )
    assert [t.text for t in plan.topics] == [
        "When does it open?",
        "Who owns it?",
        "What does it cost?",
        "Why was it built, and how long is it?",
        "What changed or is disputed",
    ]


def test_queries_name_a_topic_and_never_repeat() -> None:
    plan = make_plan("When does the harbour bridge toll start, and for whom?")
    ids = {topic.id for topic in plan.topics}
    assert {query.topic for query in plan.queries} == ids
    texts = [query.text for query in plan.queries]
    assert len(texts) == len(set(texts))


def test_no_year_is_added_to_a_query() -> None:
    plan = make_plan("When does the toll start?")
    assert not any(char.isdigit() for query in plan.queries for char in query.text)


@pytest.mark.parametrize(
    "question", ["?", "…", "a", "the of and", "東京の人口はいくらですか", "x" * 4000, "when " * 500]
)
def test_any_question_has_a_plan(question: str) -> None:
    plan = asyncio.run(RulePlanner().plan(question))
    assert plan.topics[0].kind is TopicKind.ANSWER
    assert all(query.text.strip() for query in plan.queries)
    assert plan == make_plan(question)


@pytest.mark.parametrize(
    ("question", "second"),
    [
        ("When does the toll start, and until when is it approved?", "Until when is it approved?"),
        ("What is the penalty, within how many days can one object?", "Within how many days can one object?"),
        ("Was kostet die Maut, und bis wann gilt sie?", "Bis wann gilt sie?"),
    ],
)
def test_a_part_may_begin_with_until_or_within(question: str, second: str):
    assert make_plan(question).topics[1].text == second
