"""A place with the collection of the examples, and official clients of the server over it."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcp.types import CallToolResult

from mcp import Client
from stet.app import App
from stet.app.place import Place, Who
from stet.app.running import Running
from stet.app.tokens import Scope, TokenTerms, new_token, who_has
from stet.config import Serve, load_settings
from stet.domain.budget import Budget
from stet.mcp.desk import PATIENCE
from stet.mcp.server import create_server

TOLL = Path(__file__).parents[1] / "examples" / "harbour-toll"
QUESTION = "When does the harbour bridge toll start, and for whom?"


@dataclass
class Served:
    """A place, and clients of the server over it."""

    place: Place

    def who(self, name: str, *scopes: Scope) -> Who:
        """Somebody with a new token."""
        now = self.place.app.clock.now()
        made = new_token(self.place.store, TokenTerms(name=name, scopes=frozenset(scopes)), now)
        return who_has(self.place.store, made.text, now)

    @asynccontextmanager
    async def client(self, who: Who | None = None, patience: float = PATIENCE) -> AsyncGenerator[Client]:
        """A client of somebody; without `who` of the person at this machine."""
        server = create_server(self.place, lambda _: who or Who(), patience=patience)
        async with Client(server) as made:
            yield made

    async def done(self, client: Client, **asked: Any) -> str:
        """The id of a run that this client started and that has ended."""
        made = good(
            await client.call_tool("research_start", {"question": QUESTION, "corpora": ["toll"], **asked})
        )
        async for _ in self.place.running.follow(made["run"]):
            pass
        return made["run"]


def good(result: CallToolResult) -> dict[str, Any]:
    """What came, structured."""
    assert not result.is_error, result.content
    assert result.structured_content is not None
    return result.structured_content


def bad(result: CallToolResult) -> str:
    """What is said of a failure."""
    assert result.is_error
    assert [block.type for block in result.content] == ["text"]
    said = text(result)
    assert "Traceback" not in said
    assert "\ncode: " in said
    return said


def text(result: CallToolResult) -> str:
    """The words of a result."""
    first = result.content[0]
    assert first.type == "text"
    return first.text


@asynccontextmanager
async def made_place(
    home: Path, serve: Serve | None = None, budget: Budget | None = None
) -> AsyncGenerator[Served]:
    settings = load_settings(home=home, environ={}, folder=home)
    changes = {"serve": serve or Serve(corpora={"toll": str(TOLL)}), **({"budget": budget} if budget else {})}
    running = Running(App(home), most=60)
    try:
        yield Served(Place(running.app, running, settings.model_copy(update=changes)))
    finally:
        await running.close()
