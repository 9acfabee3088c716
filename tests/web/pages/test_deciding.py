"""What people decide, by forms: kept as the command line keeps it, under a name, beside what the program decided."""

from collections.abc import Iterator, Sequence

import pytest
from fastapi import APIRouter
from fastapi.routing import APIRoute

from stet.saved import accepted
from stet.web.pages import router

OWN = {"Origin": "http://127.0.0.1:8321"}
BROWSER = {"Accept": "text/html", **OWN}


@pytest.fixture
async def run(served) -> str:
    return await served.done(served.client())


def walked(routes: Sequence[object]) -> Iterator[APIRoute]:
    for route in routes:
        if isinstance(route, APIRoute):
            yield route
        inner = getattr(route, "original_router", None)
        if isinstance(inner, APIRouter):
            yield from walked(inner.routes)


async def said(client, run: str, claim: str, **fields: str):
    return await client.post(f"/r/{run}/claims/{claim}/decide", data=fields, headers=OWN)


async def test_a_decision_is_kept_with_note_action_name_and_time_and_changes_nothing_of_the_programs(
    served, run
):
    client = served.client()
    before = (await client.get(f"/r/{run}.json")).json()
    answer = await said(
        client, run, "C2", verdict="disagree", note="line 1\r\nline 2", action="narrow", name="N. Marsh"
    )
    assert (answer.status_code, answer.headers["location"]) == (303, f"/r/{run}/claims/C2")
    kept = served.place.store.decisions(run)
    assert [(d.claim, d.verdict, d.action, d.note, d.name) for d in kept] == [
        ("C2", "disagree", "narrow", "line 1\nline 2", "N. Marsh")
    ]
    after = (await client.get(f"/r/{run}.json")).json()
    assert after.pop("people")["checked"] == ["C2"]
    assert after == before
    page = (await client.get(f"/r/{run}/claims/C2", headers=BROWSER)).text
    assert "N. Marsh disagrees" in page
    assert "conflicting" in page


async def test_what_was_said_before_is_kept_when_it_is_said_anew(served, run):
    client = served.client()
    for verdict in ("agree", "unclear"):
        await said(client, run, "C1", verdict=verdict, name="N. Marsh")
    assert [d.verdict for d in served.place.store.decisions(run)] == ["agree", "unclear"]
    page = (await client.get(f"/r/{run}/claims/C1", headers=BROWSER)).text
    assert "You said" in page
    assert "You checked 1 of" in page


async def test_the_name_is_asked_once_and_kept_for_other_pages(served, run):
    client = served.client()
    answer = await said(client, run, "C1", verdict="agree", name="Zoë “Z” O'Hara; x=1")
    cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    page = (await client.get(f"/r/{run}/claims/C3", headers=BROWSER)).text
    assert 'value="Zoë “Z” O&#39;Hara; x=1"' in page
    left = (await client.get(f"/r/{run}/ledger.json?unchecked=yes")).json()
    assert "C1" not in [each["key"] for each in left["claims"]]
    assert len(left["claims"]) == left["claims_in_all"] - 1
    someone_else = (await served.client().get(f"/r/{run}/ledger.json?unchecked=yes")).json()
    assert len(someone_else["claims"]) == someone_else["claims_in_all"]


async def test_a_token_gives_the_name_whatever_the_form_says(served):
    ann = served.client(served.token("ann", "read", "run"))
    run = await served.done(ann)
    answer = await said(ann, run, "C1", verdict="agree", name="somebody else")
    assert answer.status_code == 303
    assert "set-cookie" not in answer.headers
    assert [d.name for d in served.place.store.decisions(run)] == ["ann"]
    page = (await ann.get(f"/r/{run}/claims/C1", headers=BROWSER)).text
    assert 'name="name"' not in page


@pytest.mark.parametrize(
    "fields",
    [
        {"verdict": "agree"},
        {"verdict": "agree", "name": " \u200b "},
        {"verdict": "agree", "name": "n" * 81},
        {"verdict": "", "name": "N."},
        {"verdict": "true", "name": "N."},
        {"name": "N."},
        {"verdict": "agree", "name": "N.", "action": "delete"},
        {"verdict": "agree", "name": "N.", "note": "n" * 2001},
    ],
)
async def test_a_form_that_says_too_little_or_too_much_is_refused_and_nothing_is_kept(served, run, fields):
    answer = await served.client().post(f"/r/{run}/claims/C1/decide", data=fields, headers=BROWSER)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text
    assert served.place.store.decisions(run) == ()


async def test_a_claim_that_is_not_there_cannot_be_decided_on(served, run):
    assert (await said(served.client(), run, "C99", verdict="agree", name="N.")).status_code == 404
    assert served.place.store.decisions(run) == ()


async def test_one_goes_on_to_the_next_claim_that_is_not_checked(served, run):
    client = served.client()
    order = [each["key"] for each in (await client.get(f"/r/{run}/ledger.json")).json()["claims"]]
    answer = await said(client, run, order[0], verdict="agree", name="N.", then="next")
    assert answer.headers["location"] == f"/r/{run}/claims/{order[1]}"
    for key in order[1:]:
        answer = await said(client, run, key, verdict="agree", name="N.", then="next")
    assert answer.headers["location"] == f"/r/{run}/claims/{order[-1]}"
    page = (await client.get(f"/r/{run}", headers=BROWSER)).text
    assert f"You checked {len(order)} of {len(order)} claims" in page
    assert "All are checked" in page
    other = await said(client, run, order[1], verdict="agree", name="another", then="next")
    assert other.headers["location"] == f"/r/{run}/claims/{order[0]}"


async def test_a_rule_that_asks_for_people_is_satisfied_by_forms(served):
    client = served.client()
    run = await served.done(client, require_review="all")
    assert not accepted(served.place.store, run)
    wanted = (await client.get(f"/r/{run}.json")).json()["people"]["needed"]
    for key in wanted:
        await said(client, run, key, verdict="agree", name="N.")
    assert accepted(served.place.store, run)


@pytest.mark.parametrize(
    "path",
    ["/r/{run}", "/r/{run}/ledger", "/r/{run}/run", "/r/{run}/sources", "/compare?a={run}&b={run}", "/runs"],
)
async def test_no_page_calls_a_report_approved_without_saying_that_people_still_have_to_review_it(
    served, path
):
    client = served.client()
    run = await served.done(client, require_review="all")
    open_still = "pproved, people still have to review it"
    assert open_still in (await client.get(path.format(run=run), headers={"Accept": "text/html"})).text
    for key in (await client.get(f"/r/{run}.json")).json()["people"]["needed"]:
        await said(client, run, key, verdict="agree", name="N.")
    page = (await client.get(path.format(run=run), headers={"Accept": "text/html"})).text
    assert open_still not in page
    assert "pproved" in page


async def test_only_who_may_run_decides(served):
    reader = served.client(served.token("rex", "read"))
    answer = await said(reader, "r00000000000", "C1", verdict="agree")
    assert answer.status_code == 403


async def test_anothers_run_is_as_if_it_were_not_there_on_every_page(served):
    ann, bob = (served.client(served.token(name, "read", "run")) for name in ("ann", "bob"))
    run = await served.done(ann)
    asked = 0
    for route in walked(router(served.place).routes):
        if "{run}" not in route.path:
            continue
        for method in route.methods or ():
            path = route.path.replace("{key}", "C1").replace("{source}", "S1").replace("{number}", "1")
            path = path.replace("{form}", "json").replace("{claim}", "C1")
            data = {"verdict": "agree"} if method == "POST" else None
            answers = [
                await bob.request(method, path.replace("{run}", each), data=data, headers=OWN)
                for each in (run, "r00000000000")
            ]
            assert [each.status_code for each in answers] == [404, 404], (method, path)
            assert answers[0].text.replace(run, "") == answers[1].text.replace("r00000000000", ""), path
            asked += 1
    assert asked > 25
    assert served.place.store.decisions(run) == ()


async def test_nobody_without_a_token_sees_a_page_where_one_is_needed(served_strictly):
    client = served_strictly.client(Accept="text/html")
    for route in walked(router(served_strictly.place).routes):
        if "{run}" in route.path and "GET" in (route.methods or ()):
            path = route.path.replace("{run}", "r00000000000")
            answer = await client.get(path)
            assert answer.status_code in {303, 401}, path
            if not path.endswith(".json"):
                assert answer.headers["location"].startswith("/sign-in?to=%2Fr%2F")
