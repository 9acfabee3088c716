"""A place with the collection of the examples."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from mcpkit import Served, made_place


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    async with made_place(tmp_path / "home") as made:
        yield made
