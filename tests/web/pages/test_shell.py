"""The frame of all pages: headers, static files, errors, signing in, and forms of other sites."""

import re

import pytest

from stet.web.pages.shell import own_path

HTML = {"Accept": "text/html"}


async def test_a_page_runs_no_script_within_itself_and_asks_nothing_from_outside(served):
    answer = await served.client().get("/sign-in", headers=HTML)
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none';")
    assert "unsafe" not in policy
    assert "*" not in policy
    assert not re.search(r"<script(?![^>]* src=)|<style|\son\w+=|style=", answer.text)
    assert "http://" not in answer.text.replace("http://www.w3.org", "")
    assert "https://" not in answer.text


async def test_a_static_file_is_kept_for_good_under_its_hash_and_has_its_type(served):
    client = served.client()
    text = (await client.get("/sign-in", headers=HTML)).text
    links = re.findall(r'(?:href|src)="(/static/[^"]+)"', text)
    assert {link.rsplit("/", 1)[1] for link in links} >= {"report.css", "site.css", "site.js", "icon.svg"}
    types = {"css": "text/css; charset=utf-8", "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml"}
    for link in links:
        answer = await client.get(link)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == types[link.rsplit(".", 1)[1]]
        assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"


@pytest.mark.parametrize(
    "name", ["0000000000000000/site.css", "0/shell.py", "..%2f/site.css", "0/..%2fshell.py"]
)
async def test_no_other_file_is_served(served, name):
    assert (await served.client().get(f"/static/{name}")).status_code == 404


async def test_an_error_is_a_page_for_a_browser_and_json_for_a_program(served):
    client = served.client()
    shown = await client.get("/no-such-page", headers=HTML)
    assert (shown.status_code, shown.headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "not_found" in shown.text
    told = await client.get("/no-such-page")
    assert (told.status_code, told.json()["code"]) == (404, "not_found")
    assert (await client.get("/no-such-page.json", headers=HTML)).json()["code"] == "not_found"
    assert (await client.get("/api/v1/runs/r0", headers=HTML)).json()["code"] == "not_found"


async def test_who_has_no_token_is_asked_for_one_and_comes_back(served_strictly):
    page = served_strictly.client(**HTML)
    asked = await page.get("/static/x/y?a=b&c=d")
    assert asked.status_code == 404
    token = served_strictly.token("ann", "read")
    own = {"Origin": "http://127.0.0.1:8321"}
    wrong = await page.post("/sign-in", data={"token": "stet_x", "to": "/runs"}, headers=own)
    assert wrong.status_code == 401
    assert "opens nothing here" in wrong.text
    assert "set-cookie" not in wrong.headers
    signed = await page.post("/sign-in", data={"token": f" {token}\n", "to": "/runs?a=b"}, headers=own)
    assert (signed.status_code, signed.headers["location"]) == (303, "/runs?a=b")
    cookie = signed.headers["set-cookie"]
    assert "HttpOnly" in cookie
    assert "samesite=strict" in cookie.lower()
    assert "secure" not in cookie.lower()
    assert (await page.get("/api/v1/offer")).status_code == 200
    left = await page.post("/sign-out", headers=own)
    assert (left.status_code, left.headers["location"]) == (303, "/sign-in")
    assert (await page.get("/api/v1/offer")).status_code == 401


async def test_behind_tls_the_cookie_of_a_token_is_for_tls_alone(served_strictly):
    page = served_strictly.client(Host="stet.example.org")
    data = {"token": served_strictly.token("ann", "read")}
    signed = await page.post("/sign-in", data=data, headers={"Origin": "https://stet.example.org"})
    assert "; secure" in signed.headers["set-cookie"].lower()


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Origin": "null"},
        {"Origin": "https://evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Origin": "http://127.0.0.1:8321", "Sec-Fetch-Site": "same-site"},
    ],
)
async def test_a_form_of_another_page_does_nothing(served, headers):
    token = served.token("ann", "read")
    answer = await served.client().post("/sign-in", data={"token": token}, headers=headers)
    assert answer.status_code in {403, 422}
    assert answer.json()["code"] == "cross_origin"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        "runs",
        "//evil.example",
        "/\\evil.example",
        "\\\\evil.example",
        "https://evil.example/",
        "javascript:alert(1)",
        "/\t/evil.example",
        "/\n/evil.example",
        "/a\\..\\b",
        "/" + "a" * 3000,
    ],
)
def test_nobody_is_sent_elsewhere(text):
    assert own_path(text) == "/"


def test_a_path_of_ours_stays_as_it_is():
    assert own_path("/r/r0123?filter=conflicting&q=a%20b#C1") == "/r/r0123?filter=conflicting&q=a%20b#C1"
    assert own_path('/r/"><script>') == "/r/%22%3E%3Cscript%3E"
