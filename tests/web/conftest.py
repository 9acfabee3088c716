"""A served place over the collection of the examples, with tokens of several people."""

from collections.abc import AsyncGenerator, AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import httpx2
import pytest
from fastapi import FastAPI

from stet.app import App
from stet.app.place import Asked, Place
from stet.app.running import Running
from stet.app.tokens import TokenTerms, new_token
from stet.config import Serve, load_settings
from stet.web.auth import Doors
from stet.web.server import create_app

TOLL = Path(__file__).parents[2] / "examples" / "harbour-toll"

ASKED = Asked(question="When does the harbour bridge toll start, and for whom?", corpora=("toll",))


@dataclass
class Served:
    """A place, its application, and clients of it."""

    place: Place
    app: FastAPI
    clients: list[httpx2.AsyncClient] = field(default_factory=list)
    asked: Asked = ASKED

    def token(self, name: str, *scopes: str, **limits: object) -> str:
        """A new token's text."""
        terms = TokenTerms.model_validate({"name": name, "scopes": frozenset(scopes), **limits})
        return new_token(self.place.store, terms, self.place.app.clock.now()).text

    def client(self, token: str | None = None, **headers: str) -> httpx2.AsyncClient:
        """A client at this machine, with or without a token."""
        bearer = {"Authorization": f"Bearer {token}"} if token else {}
        made = httpx2.AsyncClient(
            transport=httpx2.ASGITransport(app=self.app, raise_app_exceptions=False),
            base_url="http://127.0.0.1:8321",
            headers={**bearer, **headers},
            timeout=30,
        )
        self.clients.append(made)
        return made

    async def done(self, client: httpx2.AsyncClient, **changes: object) -> str:
        """The id of a run that was started by this client and has ended."""
        asked = {**self.asked.model_dump(mode="json", exclude_defaults=True), **changes}
        answer = await client.post("/api/v1/runs", json=asked)
        assert answer.status_code == 201, answer.text
        run = str(answer.json()["run"])
        assert answer.headers["location"] == f"/api/v1/runs/{run}"
        async for _ in self.place.running.follow(run):
            pass
        return run


@asynccontextmanager
async def made_place(
    home: Path, doors: Doors | None = None, serve: Serve | None = None
) -> AsyncGenerator[Served]:
    settings = load_settings(home=home, environ={}, folder=home)
    settings = settings.model_copy(update={"serve": serve or Serve(corpora={"toll": str(TOLL)})})
    running = Running(App(home), most=4)
    place = Place(running.app, running, settings)
    made = Served(place, create_app(place, doors))
    try:
        yield made
    finally:
        for client in made.clients:
            await client.aclose()
        await running.close()


@pytest.fixture
async def served(tmp_path: Path) -> AsyncIterator[Served]:
    """One that the person at this machine needs no token for."""
    async with made_place(tmp_path) as made:
        yield made


@pytest.fixture
async def served_strictly(tmp_path: Path) -> AsyncIterator[Served]:
    """One behind a proxy, say: everybody needs a token."""
    async with made_place(tmp_path, Doors(tokens_only=True, hosts=frozenset({"stet.example.org"}))) as made:
        yield made


@pytest.fixture(scope="module")
def place_in() -> Callable[..., AbstractAsyncContextManager[Served]]:
    """How a place is made, for who runs it elsewhere."""
    return made_place
