"""A run with a journal of its own for each test."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from modelkit import Desk
from stet.store import open_store


@pytest.fixture
def desk(tmp_path: Path) -> Iterator[Desk]:
    with open_store(str(tmp_path / "store.db")) as store:
        yield Desk(store)
