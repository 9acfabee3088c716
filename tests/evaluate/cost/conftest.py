"""A store, and runs to write into it."""

from collections.abc import Iterator, Sequence
from datetime import timedelta

import pytest

from costkit import CAST, NOW, Begin, Journal
from stet.domain.run import RoleModel
from stet.store import open_store
from stet.store.sql import SqlStore


@pytest.fixture
def store(store_url: str) -> Iterator[SqlStore]:
    with open_store(store_url) as opened:
        yield opened


@pytest.fixture
def journal(store: SqlStore) -> Begin:
    def begin(days: float = 0, models: Sequence[RoleModel] = CAST, frozen: str | None = None) -> Journal:
        return Journal(store, NOW - timedelta(days=days), models, frozen)

    return begin
