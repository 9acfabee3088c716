"""What stands before every route: names, origins, sizes, depths, headers; and what errors tell."""

import asyncio
import json
from collections.abc import AsyncIterator

import pytest

from stet.errors import StetError, StoreError
from stet.web import errors as web_errors
from stet.web import limits
from stet.web.errors import status_of
from stet.web.limits import HEADERS, depth

JSON = {"Content-Type": "application/json"}
PROBLEM = {"code", "message", "hint", "retryable"}


def whole(cls: type[StetError]) -> set[type[StetError]]:
    return {cls}.union(*(whole(sub) for sub in cls.__subclasses__()))


@pytest.mark.parametrize(
    ("host", "status"),
    [
        ("127.0.0.1:8321", 200),
        ("localhost", 200),
        ("[::1]:8321", 200),
        ("LOCALHOST:1", 200),
        ("evil.example", 421),
        ("localhost.evil.example", 421),
        ("127.0.0.1.evil.example", 421),
        ("192.0.2.7", 421),
        ("", 421),
        ("127.0.0.1:8321@evil.example", 421),
        ("a" * 400, 421),
    ],
)
async def test_the_server_answers_to_its_own_names_alone(served, host, status):
    answer = await served.client(Host=host).get("/api/v1/offer")
    assert answer.status_code == status
    if status == 421:
        assert answer.json()["code"] == "bad_host"


async def test_a_name_of_the_operators_is_one_of_them(served_strictly):
    token = served_strictly.token("ann", "read")
    client = served_strictly.client(token, Host="stet.example.org")
    assert (await client.get("/api/v1/offer")).status_code == 200


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"Origin": "http://127.0.0.1:8321", "Sec-Fetch-Site": "same-origin"}, 201),
        ({"Sec-Fetch-Site": "none"}, 201),
        ({"Origin": "http://evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": "http://127.0.0.1:9999"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
    ],
)
async def test_another_sites_page_starts_nothing(served, headers, status):
    asked = served.asked.model_dump(mode="json", exclude_defaults=True)
    answer = await served.client(**headers).post("/api/v1/runs", json=asked)
    assert answer.status_code == status
    assert len(served.place.store.list_runs()) == (status == 201)
    assert ((await served.client(**headers).get("/api/v1/runs")).status_code == 200) == (status == 201)


async def test_bodies_are_bounded_however_they_come(served):
    client = served.client()
    sent = 0

    async def chunks() -> AsyncIterator[bytes]:
        nonlocal sent
        for _ in range(1000):
            sent += 100_000
            yield b" " * 100_000

    answer = await client.post("/api/v1/runs", content=chunks(), headers=JSON)
    assert answer.status_code == 413
    assert sent < 3 * limits.MOST_BYTES
    answer = await client.post("/api/v1/runs", content=b" " * (limits.MOST_BYTES + 1), headers=JSON)
    assert (answer.status_code, answer.json()["code"]) == (413, "too_large")


async def test_a_body_that_does_not_come_is_not_waited_for(monkeypatch):
    monkeypatch.setattr(limits, "BODY_SECONDS", 0.05)

    async def never() -> dict[str, object]:
        await asyncio.sleep(60)
        raise AssertionError

    answer = await limits._body(never)
    assert answer is not None
    assert not isinstance(answer, bytes)
    assert answer.status_code == 408


@pytest.mark.parametrize(
    ("text", "levels"),
    [
        (b"", 0),
        (b"1", 0),
        (b"[]", 1),
        (b'{"a":[{}]}', 3),
        (b'"[[[["', 0),
        (b'["\\"[[[", [1]]', 2),
        (b'["\\\\", [[]]]', 3),
        (b'"unended [[[', 0),
        (b"]]]][", 0),
    ],
)
def test_depth_is_counted_outside_of_strings(text, levels):
    assert depth(text) == levels


@pytest.mark.parametrize("hostile", [b"[" * 500_000, b'"' * 500_001, b'"\\' * 250_000, b'{"a":' * 200_000])
async def test_nested_and_broken_json_is_an_error_and_no_fault(served, hostile):
    answer = await served.client().post("/api/v1/runs", content=hostile, headers=JSON)
    assert answer.status_code in {400, 422}
    assert set(answer.json()) == PROBLEM


@pytest.mark.parametrize(
    ("content", "kind", "status"),
    [
        (b"question=x", "application/x-www-form-urlencoded", 415),
        (b"{}", "text/plain", 415),
        (b"{}", "", 415),
        (b"{}", "application/json-seq", 415),
        (b"{}", "application/json; charset=utf-8", 422),
        (b"\xff\xfe", "application/json", 422),
        (b'{"question": "\\ud800", "corpora": ["toll"]}', "application/json", 422),
        (b'{"question": "x", "documents": ["/etc"]}', "application/json", 422),
        (b'{"question": "x", "corpora": ["../../etc"]}', "application/json", 422),
        (b'{"question": "x", "corpora": ["toll"], "limits": {"usd": NaN}}', "application/json", 422),
        (b'{"question": "x", "corpora": ["toll"], "limits": {"rounds": 1e400}}', "application/json", 422),
        (b"", "application/json", 422),
        (b'{"question": "x", "\\ud800\\u202e<b>": 1}', "application/json", 422),
    ],
)
async def test_what_is_no_question_is_refused_with_a_reason(served, content, kind, status):
    headers = {"Content-Type": kind} if kind else {}
    answer = await served.client().post("/api/v1/runs", content=content, headers=headers)
    assert answer.status_code == status, answer.text
    assert set(answer.json()) == PROBLEM
    assert served.place.store.list_runs() == ()


@pytest.mark.parametrize(
    ("method", "path", "status", "code"),
    [
        ("GET", "/api/v1/nothing", 404, "not_found"),
        ("GET", "/api/v1/../../etc/passwd", 404, "not_found"),
        ("PUT", "/api/v1/runs", 405, "no_such_method"),
        ("TRACE", "/api/v1/runs", 405, "no_such_method"),
        ("GET", "/api/v1/runs/", 404, "not_found"),
        ("GET", "/api/v1/runs?limit=0", 422, "bad_request"),
        ("GET", "/api/v1/runs?limit=x", 422, "bad_request"),
        ("GET", "/api/v1/runs?limitt=5", 422, "bad_setting"),
        ("GET", "/api/v1/offer?=", 422, "bad_setting"),
        ("GET", "/api/v1/runs?search=%00%ff", 200, None),
        ("GET", "/api/v1/runs/r00000000000/events?after=-1", 422, "bad_request"),
    ],
)
async def test_every_error_has_the_four_fields_and_every_answer_our_headers(
    served, method, path, status, code
):
    answer = await served.client().request(method, path)
    assert (answer.status_code, answer.json().get("code")) == (status, code)
    assert code is None or set(answer.json()) == PROBLEM
    for name, value in HEADERS.items():
        assert answer.headers[name] == value


async def test_a_path_says_which_methods_it_has(served):
    answer = await served.client().request("PATCH", "/api/v1/runs/r00000000000")
    assert answer.headers["allow"] == "DELETE, GET"
    assert (await served.client().put("/api/v1/runs")).headers["allow"] == "GET, POST"


def test_every_error_of_the_tree_has_a_status_that_fits():
    for kind in whole(StetError) - {StetError}:
        if kind.__module__.startswith("stet."):
            error = kind.__new__(kind)
            status = status_of(error)
            assert 400 <= status < 600
            assert (status >= 500) == (status_of(error) in {500, 502, 503})
            assert status != 500 or kind.__module__ not in {"stet.errors", "stet.app.tokens"}, kind


async def test_a_fault_of_ours_tells_no_trace_and_no_path(served, monkeypatch):
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError(f"secret of {__file__}")

    monkeypatch.setattr(served.place.store, "list_runs", broken)
    answer = await served.client().get("/api/v1/runs")
    assert answer.status_code == 500
    assert answer.json() == {
        "code": "bug",
        "message": "a fault in stet (RuntimeError)",
        "hint": None,
        "retryable": False,
    }


async def test_a_store_that_fails_is_not_named(served, monkeypatch):
    def locked(*_: object, **__: object) -> None:
        raise StoreError(f"the store {served.place.app.store_url} is locked", hint="end the other")

    monkeypatch.setattr(served.place.store, "list_runs", locked)
    answer = await served.client().get("/api/v1/runs")
    assert answer.status_code == 503
    assert str(served.place.app.home) not in answer.text
    assert answer.json()["retryable"]
    assert answer.headers["retry-after"] == "5"


async def test_messages_name_corpora_and_not_their_folders(served, monkeypatch):
    folder = served.place.settings.serve.corpora["toll"]

    def missing(*_: object, **__: object) -> None:
        raise web_errors.NotFound(f"nothing in {folder}/x can be read", hint=f"stet docs {folder}")

    monkeypatch.setattr(served.place.running, "start", missing)
    asked = served.asked.model_dump(mode="json", exclude_defaults=True)
    answer = await served.client().post("/api/v1/runs", json=asked)
    assert answer.status_code == 404
    assert answer.json()["message"] == "nothing in corpus toll/x can be read"
    assert folder not in answer.text


async def test_what_is_on_offer_names_no_folder_and_no_key(served):
    answer = await served.client(served.token("ann", "read")).get("/api/v1/offer")
    assert answer.json()["corpora"] == ["toll"]
    assert served.place.settings.serve.corpora["toll"] not in answer.text


async def test_no_route_takes_a_path_or_an_address(served):
    schema = json.dumps(served.app.openapi()["components"]["schemas"]["Asked"])
    for word in ("documents", "folder", "url", "path", "native", "fetchers"):
        assert f'"{word}"' not in schema
