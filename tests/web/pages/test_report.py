"""The pages of a report: its tabs, claims, sources and making, for people and as JSON."""

import re

import pytest

HTML = {"Accept": "text/html"}
OWN = {"Accept": "text/html", "Origin": "http://127.0.0.1:8321"}
PATHS = (
    "",
    "/ledger",
    "/disagreements",
    "/not-supported",
    "/sources",
    "/run",
    "/audit",
    "/claims/C1",
    "/sources/S1",
    "/events/1",
    "/calls/1",
)


def texts(html: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", html).split())


@pytest.fixture
async def run(served) -> str:
    return await served.done(served.client())


async def test_every_page_is_there_as_json_too(served, run):
    client = served.client()
    for path in PATHS:
        page = await client.get(f"/r/{run}{path}", headers=HTML)
        assert (page.status_code, page.headers["content-type"]) == (200, "text/html; charset=utf-8"), path
        told = await client.get(f"/r/{run}{path}.json")
        assert told.status_code == 200, path
        assert isinstance(told.json(), dict)
        assert f'href="/r/{run}{path}.json"' in page.text


@pytest.mark.parametrize(
    ("path", "named"),
    [
        ("/not-supported", "Not supported"),
        ("/claims/C1", "Claim C1"),
        ("/sources/S1", "Source S1"),
        ("/run", "Run"),
    ],
)
async def test_a_title_says_which_page_it_is(served, run, path, named):
    html = (await served.client().get(f"/r/{run}{path}", headers=HTML)).text
    assert re.findall("<title>([^<:]*)", html) == [named]


async def test_every_link_within_a_report_leads_to_a_page(served, run):
    client, seen, todo = served.client(**HTML), set[str](), [f"/r/{run}{path}" for path in PATHS]
    while todo:
        path = todo.pop()
        if path in seen:
            continue
        seen.add(path)
        answer = await client.get(path)
        assert answer.status_code == 200, path
        if path.startswith(f"/r/{run}") and "text/html" in answer.headers["content-type"]:
            links = re.findall(r'(?:href|src)="(/[^"#]*)', answer.text)
            todo += [
                each
                for each in links
                if each.startswith((f"/r/{run}", "/static/")) and "/export/" not in each
            ]
            assert all(each.startswith("/") for each in re.findall(r'(?:href|src)="([^"#]+)', answer.text))
    assert len(seen) > 60


async def test_a_citation_leads_to_its_claim_and_the_claim_to_its_words(served, run):
    client = served.client(**HTML)
    read = (await client.get(f"/r/{run}")).text
    citation = re.search(r'<a class="cite [^>]*id="([^"]+)" href="([^"]+)" role="doc-noteref"', read)
    assert citation is not None
    claim = (await client.get(citation[2])).text
    assert f'href="/r/{run}#{citation[1]}"' in claim
    for said in ("Checks", "authority × recency × corroboration", "How it was made", "Event"):
        assert said in texts(claim)
    words = re.search(rf'href="(/r/{run}/sources/[^"#]+)#([^"]+)"', claim)
    assert words is not None
    source = (await client.get(words[1])).text
    assert f'<mark id="{words[2]}"' in source
    quoted = re.search(r"<mark>(.*?)</mark>", claim, re.DOTALL)
    assert quoted is not None
    assert quoted[1] in source


async def test_the_ledger_is_weakest_first_and_filtered_by_its_form(served, run):
    client = served.client()
    every = (await client.get(f"/r/{run}/ledger.json")).json()
    assert [each["decision"] for each in every["claims"]][:2] == ["conflicting", "conflicting"]
    assert every["claims_in_all"] == len(every["claims"])
    some = (await client.get(f"/r/{run}/ledger.json?decision=conflicting&source=&sample=&seed=")).json()
    assert {each["decision"] for each in some["claims"]} == {"conflicting"}
    assert 0 < len(some["claims"]) < len(every["claims"])
    of_one = (await client.get(f"/r/{run}/ledger.json?source=S4")).json()["claims"]
    assert of_one
    assert all(any(q["source"] == "S4" for q in each["quotes"]) for each in of_one)
    page = await client.get(f"/r/{run}/ledger?decision=conflicting", headers=HTML)
    assert f"{len(some['claims'])} of {every['claims_in_all']} claims shown" in texts(page.text)
    assert f'href="/r/{run}/ledger.json?decision=conflicting"' in page.text


async def test_a_sample_by_a_seed_is_the_same_each_time_and_as_the_command_line_draws_it(served, run):
    from decimal import Decimal

    from stet.report.stakes import drawn

    client = served.client()
    keys = [each["key"] for each in (await client.get(f"/r/{run}.json")).json()["claims"]]
    for query, seed in (("sample=25&seed=7", 7), ("sample=25%25&seed=8", 8), ("sample=25", None)):
        drew = (await client.get(f"/r/{run}/ledger.json?{query}")).json()["claims"]
        assert {each["key"] for each in drew} == set(drawn(keys, Decimal(25), seed, run))


@pytest.mark.parametrize(
    "query",
    [
        "decision=true",
        "sample=0",
        "sample=101",
        "sample=nan",
        "sample=1e9999999",
        "sample=x",
        "seed=-1",
        "seed=²",
    ],
)
async def test_a_filter_that_is_none_is_an_error_that_says_so(served, run, query):
    answer = await served.client().get(f"/r/{run}/ledger?{query}", headers=HTML)
    assert answer.status_code == 422
    assert 'role="alert"' in answer.text


async def test_what_is_not_there_is_not_found(served, run):
    client = served.client(**HTML)
    paths = [
        "claims/C99",
        "sources/S99",
        "events/0",
        "events/x",
        "calls/0",
        "calls/9999",
        "calls/²",
        "export/exe",
    ]
    for path in [f"/r/{run}/{each}" for each in paths] + [
        "/r/r00000000000",
        "/r/..%2f..%2fetc",
        f"/r/{run}/x",
    ]:
        assert (await client.get(path)).status_code == 404, path


async def test_every_export_is_a_file_with_a_safe_name(served, run):
    client = served.client()
    page = (await client.get(f"/r/{run}/run", headers=HTML)).text
    forms = re.findall(rf'href="/r/{run}/export/([a-z-]+)"', page)
    assert len(forms) >= 10
    for form in forms:
        answer = await client.get(f"/r/{run}/export/{form}")
        assert answer.status_code == 200, form
        assert answer.headers["content-disposition"].startswith('attachment; filename="When-does-the-')
        assert answer.content


async def test_the_timeline_tells_every_event_and_the_audit_holds(served, run):
    client = served.client()
    made = (await client.get(f"/r/{run}/run.json")).json()
    stored = served.place.store.events(run)
    assert [each["number"] for each in made["events"]] == [each.number for each in stored]
    assert all(each["words"] for each in made["events"])
    assert made["calls"]
    assert made["cost"]["breakdown"]["total"] is not None
    assert (await client.get(f"/r/{run}/audit.json")).json()["report"] is True
