"""A run to keep a journal of."""

from collections.abc import Callable, Iterator
from datetime import date

import pytest

from stet.domain.budget import Budget
from stet.domain.run import Level, RunSpec
from stet.store import open_store
from stet.store.sql import SqlStore
from stet.testing import MOMENT, FixedClock


@pytest.fixture
def store(store_url: str) -> Iterator[SqlStore]:
    with open_store(store_url) as opened:
        yield opened


@pytest.fixture
def new_run(store: SqlStore) -> Callable[[], str]:
    def make() -> str:
        spec = RunSpec(
            question="When does the toll start?",
            level=Level.REVIEWED,
            engine="quote",
            profile="general",
            profile_json="{}",
            budget=Budget(),
            providers=("corpus",),
            today=date(2026, 11, 30),
            version="0",
        )
        return store.create(spec, MOMENT)

    return make


@pytest.fixture
def run(new_run: Callable[[], str]) -> str:
    return new_run()


@pytest.fixture
def clock() -> FixedClock:
    return FixedClock()
