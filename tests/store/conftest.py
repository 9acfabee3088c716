"""A store with a run in it."""

from collections.abc import Callable, Iterator
from datetime import UTC, date, datetime

import pytest

from stet.domain.base import content_id, value_id
from stet.domain.budget import Budget, Usage
from stet.domain.events import Noted, PageRead
from stet.domain.evidence import Fetched, Page, PageStatus, Source
from stet.domain.run import Level, RunSpec, RunStatus
from stet.ports import CallRecord
from stet.store import open_store
from stet.store.database import append, run_row, save_run
from stet.store.sql import SqlStore

NOW = datetime(2026, 11, 30, 12, 0, tzinfo=UTC)


@pytest.fixture(scope="session")
def now() -> datetime:
    return NOW


@pytest.fixture
def store(store_url: str) -> Iterator[SqlStore]:
    with open_store(store_url) as opened:
        yield opened


@pytest.fixture(scope="session")
def make_spec() -> Callable[..., RunSpec]:
    def make(question: str = "When does the toll start?", **budget: object) -> RunSpec:
        return RunSpec(
            question=question,
            level=Level.REVIEWED,
            engine="quote",
            profile="general",
            profile_json="{}",
            budget=Budget.model_validate(budget),
            providers=("corpus",),
            today=date(2026, 11, 30),
            version="0",
        )

    return make


@pytest.fixture
def run(store: SqlStore, make_spec: Callable[..., RunSpec]) -> str:
    return store.create(make_spec(), NOW)


@pytest.fixture(scope="session")
def make_call() -> Callable[..., CallRecord]:
    one_search = Usage(searches=1)

    def make(name: str = "a", charged: Usage = one_search, **fields: object) -> CallRecord:
        given = {
            "kind": "search",
            "key": value_id(name),
            "attempt": 1,
            "state": "started",
            "request": f'{{"text":"{name}"}}',
            "charged": charged,
            "started_at": NOW,
        }
        return CallRecord.model_validate({**given, **fields})

    return make


@pytest.fixture(scope="session")
def make_page() -> Callable[..., Fetched]:
    def make(
        text: str = "The toll starts on 1 March.", raw: bytes = b"<p>The toll starts on 1 March."
    ) -> Fetched:
        page = Page(
            status=PageStatus.OK,
            url="https://example.org/toll",
            media_type="text/html",
            sha256=content_id(raw),
            text=text,
            text_sha256=content_id(text),
            title="Toll",
            published_at=date(2026, 2, 1),
            published_from="meta",
            retrieved_at=NOW,
        )
        return Fetched(page=page, raw=raw)

    return make


@pytest.fixture(scope="session")
def make_read() -> Callable[..., PageRead]:
    def make(fetched: Fetched, source: str = "S1") -> PageRead:
        page = fetched.page
        return PageRead(
            round=1,
            source=Source(
                id=source,
                url="https://example.org/toll",
                normalized_url="https://example.org/toll",
                kind="other",
                authority=0.15,
                retrieved_at=page.retrieved_at,
                sha256=page.sha256,
                text_sha256=page.text_sha256,
            ),
        )

    return make


@pytest.fixture(scope="session")
def fill(
    make_spec: Callable[..., RunSpec],
    make_call: Callable[..., CallRecord],
    make_page: Callable[..., Fetched],
    make_read: Callable[..., PageRead],
) -> Callable[[SqlStore], str]:
    """Write a run with a row of every kind."""

    def into(store: SqlStore) -> str:
        run = store.create(make_spec("Wann beginnt die Maut für die Brücke?"), NOW)
        for number in range(3):
            fetched = make_page(f"Page {number}, für alle.", f"raw {number}".encode())
            store.put(fetched)
            call = store.begin(run, make_call(str(number), Usage(searches=1, usd=None)), Budget())
            page = fetched.page
            response = f'{{"page":{{"sha256":"{page.sha256}","text_sha256":"{page.text_sha256}"}}}}'
            end = {"state": "done", "response": response} if number else {"state": "failed", "error": "{}"}
            store.end(run, call.model_copy(update={**end, "ended_at": NOW}))
            store.append(run, make_read(fetched, f"S{number}"), NOW)
        store.begin(run, make_call("unknown"), Budget())
        store.append(run, Noted(code="x", message="naïve"), NOW)
        store.update_run(run, RunStatus.DONE, "approved", NOW)
        with store.database.writing() as connection:
            review = {
                "claim": "C1",
                "verdict": "agree",
                "action": None,
                "note": "ok",
                "name": "N",
                "at": "now",
            }
            save_run(connection, append(connection, run_row(connection, run, lock=True), "reviews", review))
        return run

    return into
