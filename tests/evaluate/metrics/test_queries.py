"""Searches counted on events made by hand."""

from metrickit import asked, listed, report, searched, subject

from stet.domain.events import SearchFailed
from stet.domain.question import Query
from stet.evaluate.bench.values import Quotient
from stet.evaluate.metrics.queries import query_relevance, redundant_searches

A, B, C = "https://a.example/", "https://b.example/", "https://c.example/"


def of(part: float, whole: float) -> Quotient:
    return Quotient(part=part, of=whole)


def test_a_query_in_the_words_of_its_topic_is_relevant() -> None:
    # “bridge toll” shares two words with the question; “bridge restaurants” one, “tide tables” none: 1 of 3.
    queries = (asked("bridge toll date"), asked("bridge restaurants"), asked("tide tables"))
    assert query_relevance(subject(report(queries=queries))) == of(1, 3)


def test_a_query_of_several_providers_counts_once() -> None:
    # Asked of two providers, and in capitals for the same topic: one query, 1 of 1.
    queries = (asked("bridge toll"), asked("bridge toll", provider="other"), asked("Bridge  TOLL"))
    assert query_relevance(subject(report(queries=queries))) == of(1, 1)


def test_a_query_is_relevant_by_its_gap_or_by_what_it_brought() -> None:
    # The first is on its gap; the second shares no word and led to a cited page; the third to one that is not cited.
    queries = (
        asked("raft registration", gap="whether a raft needs registration"),
        asked("Brückenmaut Beginn"),
        asked("Fährplan"),
    )
    sources = (listed("S1", "Brückenmaut Beginn"), listed("S2", "Fährplan", cited=False))
    assert query_relevance(subject(report(queries=queries, sources=sources))) == of(2, 3)


def test_a_query_on_no_topic_of_the_plan_and_one_without_a_word_are_not_relevant() -> None:
    # T9 is not in the plan, and “when?” has no word of content: 0 of 2.
    queries = (asked("bridge toll start", "T9"), asked("when?"))
    assert query_relevance(subject(report(queries=queries))) == of(0, 2)
    assert query_relevance(subject(report())) == of(0, 0)


def test_synonyms_of_the_domain_are_the_same_word() -> None:
    # A toll “begins” as it “starts”: with “toll” that is two words, 1 of 1.
    assert query_relevance(subject(report(queries=(asked("toll begins"),)))) == of(1, 1)


def test_a_query_that_brings_a_new_page_is_not_redundant() -> None:
    events = (searched("bridge toll", A), searched("lorry driver", A, B), searched("bicycles", C))
    assert redundant_searches(subject(report(), events=events)) == of(0, 3)


def test_a_query_that_brings_nothing_new_or_nothing_is_redundant() -> None:
    # The second finds only what the first did, under another spelling of its address; the third nothing: 2 of 3.
    events = (
        searched("bridge toll", A, B),
        searched("lorry driver", "http://www.a.example"),
        searched("x y"),
    )
    assert redundant_searches(subject(report(), events=events)) == of(2, 3)


def test_a_query_in_the_same_words_is_a_repetition_whatever_it_brings() -> None:
    # “tolls of the bridge” is “bridge toll” again, in a later round and with another page: 1 of 2.
    events = (searched("bridge toll", A), searched("tolls of the bridge", B, round=2))
    assert redundant_searches(subject(report(), events=events)) == of(1, 2)


def test_what_providers_and_scopes_bring_to_a_query_is_one_answer() -> None:
    # The official sites have nothing for the first query and the open web has A: two queries, none redundant.
    events = (searched("bridge toll"), searched("bridge toll", A, provider="other"), searched("lorry", B))
    assert redundant_searches(subject(report(), events=events)) == of(0, 2)


def test_a_query_that_failed_is_not_counted_and_repeats_nothing() -> None:
    failed = SearchFailed(
        round=1, provider="canned", query=Query(text="bridge toll", topic="T1"), code="quota", message="gone"
    )
    events = (failed, searched("toll bridge", A))
    assert redundant_searches(subject(report(), events=events)) == of(0, 1)
    assert redundant_searches(subject(report(), events=(failed,))) == of(0, 0)


def test_of_a_service_that_searches_by_itself_only_repetitions_are_known() -> None:
    # It names the same pages for every query: the second is not redundant for that, the third is in its words.
    events = (searched("bridge toll", A), searched("lorry", A), searched("lorries", A))
    assert redundant_searches(subject(report(level="single"), events=events)) == of(1, 3)


def test_queries_without_a_word_of_content_are_compared_as_they_are() -> None:
    events = (searched("who?", A), searched("when?", B), searched("WHO?", C))
    assert redundant_searches(subject(report(), events=events)) == of(1, 3)
