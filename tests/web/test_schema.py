"""The OpenAPI document is kept: what it promises is what comes, for inputs that fit it and for ones that do not."""

import asyncio
import json
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import httpx2
import pytest
import schemathesis
from fastapi import FastAPI
from hypothesis import HealthCheck, settings
from schemathesis.checks import load_all_checks
from schemathesis.specs.openapi import checks

from stet.web.api import routers
from stet.web.auth import Doors
from stet.web.server import listening, serve

FEW = settings(
    max_examples=8,
    derandomize=True,
    deadline=None,
    suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
)


class Reached:
    """A server in another thread: its address, a token, and a run that this token's owner made."""

    def __init__(self, home: Path, place_in: Callable[..., Any]) -> None:
        self.address = self.token = self.run = ""
        self._home, self._place_in = home, place_in
        self._ready = threading.Event()
        self._thread = threading.Thread(target=lambda: asyncio.run(self._serve()))
        self._thread.start()
        assert self._ready.wait(30)

    async def _serve(self) -> None:
        async with self._place_in(self._home, Doors(tokens_only=True)) as served:
            self.token = served.token("ann", "read", "run")
            self.run = await served.done(served.client(self.token))
            with listening("127.0.0.1", 0) as there:
                self.address = f"http://127.0.0.1:{there.getsockname()[1]}"
                self._app = served.app
                await serve(served.app, there, self._ready.set)

    def close(self) -> None:
        self._app.state.stop()
        self._thread.join(30)
        assert not self._thread.is_alive()

    def validate(self, case: schemathesis.Case, *others: Any) -> None:
        headers = {"Authorization": f"Bearer {self.token}"}
        # A schema cannot say what is on offer here: a corpus or a model that fits it may still be none.
        case.call_and_validate(
            base_url=self.address, headers=headers, excluded_checks=[checks.positive_data_acceptance, *others]
        )


@pytest.fixture(scope="module")
def reached(tmp_path_factory: pytest.TempPathFactory, place_in: Callable[..., Any]) -> Iterator[Reached]:
    load_all_checks()
    made = Reached(tmp_path_factory.mktemp("home"), place_in)
    yield made
    made.close()


def document() -> dict[str, Any]:
    """The routes are known before there is a place; a test holds this equal to what is served."""
    app = FastAPI(openapi_url="/api/v1/openapi.json")
    for router in routers():
        app.include_router(router)
    return app.openapi()


schema = schemathesis.openapi.from_dict(document())


@schema.parametrize()  # pyright: ignore[reportUntypedFunctionDecorator]
@FEW
def test_what_is_sent_at_random_is_answered_as_promised(case: schemathesis.Case, reached: Reached):
    reached.validate(case)


@schema.exclude(method="DELETE").include(path_regex=r"\{run\}").parametrize()  # pyright: ignore[reportUntypedFunctionDecorator]
@FEW
def test_a_run_is_answered_as_promised(case: schemathesis.Case, reached: Reached):
    case.path_parameters = {**(case.path_parameters or {}), "run": reached.run}
    # What was wrong with a case may have been the id.
    reached.validate(case, checks.negative_data_rejection)


def test_the_document_is_there_for_everybody_and_says_what_every_error_is(reached: Reached):
    answer = httpx2.get(f"{reached.address}/api/v1/openapi.json")
    assert answer.json()["paths"] == json.loads(json.dumps(document()["paths"]))
    assert answer.status_code == 200
    for methods in answer.json()["paths"].values():
        for operation in methods.values():
            errors = {code: said for code, said in operation["responses"].items() if code >= "4"}
            assert {"401", "403", "413", "422", "500"} <= set(errors)
            for said in errors.values():
                assert said["content"]["application/json"]["schema"]["$ref"].endswith("/Problem")
