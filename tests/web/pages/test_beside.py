"""Two runs side by side: every claim and source of both stands in exactly one place."""

import pytest

from stet.domain.claims import Decision
from stet.web.pages.besideview import beside

HTML = {"Accept": "text/html"}


@pytest.fixture
async def two(served):
    """Two reports on one corpus, by ways that bring different claims."""
    client = served.client()
    runs = [await served.done(client), await served.done(client, depth="quick", level="workflow")]
    return [served.place.store.run(run).id for run in runs]


def reports(served, two):
    from stet.saved import report_of

    return [report_of(served.place.store, run) for run in two]


async def test_every_claim_and_every_source_of_both_is_in_one_place_once(served, two):
    a, b = reports(served, two)
    found = beside(a, b)
    assert found.both
    assert sorted([*(c.a.key for c in found.both), *(e.key for e in found.only_a)]) == sorted(
        e.key for e in a.claims
    )
    assert sorted([*(c.b.key for c in found.both), *(e.key for e in found.only_b)]) == sorted(
        e.key for e in b.claims
    )
    for report, mine, only in (
        (a, [s.a.id for s in found.sources], found.sources_a),
        (b, [s.b.id for s in found.sources], found.sources_b),
    ):
        read = [s.id for s in report.sources if s.status == "read"]
        assert sorted([*mine, *(s.id for s in only)]) == sorted(read)


async def test_a_report_beside_itself_has_everything_in_common_and_nothing_differs(served, two):
    a = reports(served, two)[0]
    found = beside(a, a)
    assert (found.only_a, found.only_b, found.differing) == ((), (), ())
    assert all(source.same for source in found.sources)
    assert found.notes == ("They are the same run.",)


async def test_a_claim_in_other_words_on_the_same_quote_is_the_same_and_a_decision_may_differ(served, two):
    a = reports(served, two)[0]
    first = a.claims[0].model_copy(
        update={"text": "Something in other words.", "decision": Decision.UNREVIEWED}
    )
    other = a.model_copy(update={"claims": (first, *a.claims[1:]), "question": "What else?"})
    found = beside(a, other)
    assert [(c.a.key, c.same_words) for c in found.differing] == [(first.key, False)]
    moved = first.model_copy(update={"quotes": ()})
    apart = beside(a, a.model_copy(update={"claims": (moved, *a.claims[1:])}))
    assert ([e.key for e in apart.only_a], [e.key for e in apart.only_b]) == ([first.key], [first.key])
    assert "They answer different questions." in found.notes


async def test_the_page_and_its_json_compare_the_two_that_were_ticked(served, two):
    client = served.client()
    ticked = await client.get("/compare", params={"run": two})
    assert ticked.headers["location"] == f"/compare?a={two[0]}&b={two[1]}"
    page = (await client.get(ticked.headers["location"])).text
    assert "Decided differently" in page
    assert f"/r/{two[1]}/claims/" in page
    found = (await client.get("/compare.json", params={"a": two[0], "b": two[1]})).json()
    assert (found["schema"], found["a"]["run"], found["b"]["run"]) == ("stet.beside/1", *two)


async def test_one_or_three_runs_or_another_tokens_are_not_compared(served, two):
    client = served.client()
    for params in ({"run": two[:1]}, {"run": [*two, two[0]]}, {}, {"a": two[0]}):
        assert (await client.get("/compare", params=params, headers=HTML)).status_code == 422
    bob = served.client(served.token("bob", "read", "run"))
    for path in ("/compare", "/compare.json"):
        assert (await bob.get(path, params={"a": two[0], "b": two[1]})).status_code == 404
