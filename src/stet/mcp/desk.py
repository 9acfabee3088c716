"""What every tool stands on: the place, who asks, and how an answer is made."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from time import monotonic
from typing import Any, Final, NamedTuple, TypeVar

import anyio
from anyio import to_thread
from mcp.server.mcpserver import Context
from mcp.types import CallToolResult, ContentBlock, TextContent, ToolAnnotations
from pydantic import JsonValue

from stet.app.place import Place, Who
from stet.domain.base import Value
from stet.mcp.jobs import Job, Jobs
from stet.mcp.shelf import Shelf

T = TypeVar("T")
Ctx = Context[Any, Any]
PATIENCE: Final = 18.0
_FIRST, _BEAT = 0.5, 3.0
_THREADS = 8

READS = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)
STARTS = ToolAnnotations(
    read_only_hint=False, destructive_hint=False, idempotent_hint=False, open_world_hint=True
)
STEERS = STARTS.model_copy(update={"idempotent_hint": True})


@dataclass
class Desk:
    """The place, how to tell who asks by a call's context, and what goes on beside the calls.

    `patience` is how many seconds a tool waits for what it began before it says that it goes on.
    """

    place: Place
    who: Callable[[Ctx], Who]
    patience: float = PATIENCE
    jobs: Jobs = field(default_factory=Jobs)
    _threads: anyio.CapacityLimiter = field(default_factory=lambda: anyio.CapacityLimiter(_THREADS))

    def __post_init__(self) -> None:
        self.shelf = Shelf(self.place)

    async def read(self, work: Callable[..., T], *given: object) -> T:
        """What `work` reads from the store, on a thread; a call that is given up does not wait for it."""
        return await to_thread.run_sync(work, *given, abandon_on_cancel=True, limiter=self._threads)


class Tool(NamedTuple):
    """A tool as the server registers it; its docstring is what a host's model reads of it."""

    work: Callable[..., Any]
    title: str
    hints: ToolAnnotations


class Telling:
    """Reports of progress of one call: each a number greater than the one before, as the protocol asks, and words."""

    def __init__(self, context: Ctx) -> None:
        self._context = context
        self._number = 0

    async def say(self, what: str) -> None:
        """Report, where the client asked for it."""
        self._number += 1
        await self._context.report_progress(self._number, None, what)


async def waited(job: Job[Any], telling: Telling, doing: str, seconds: float) -> bool:
    """Wait for a piece of work and report that it goes on; whether it is done."""
    end = monotonic() + seconds
    while (left := end - monotonic()) > 0:
        if await job.done(min(_FIRST, left)):
            return True
        await telling.say(doing)
        if await job.done(min(_BEAT, max(0, end - monotonic()))):
            return True
    return job.future.done()


def answer(value: Value, text: str | None = None, links: Sequence[ContentBlock] = ()) -> CallToolResult:
    """A result: short words to read, and the value by its schema. Without `text` the words are the value as JSON."""
    said: dict[str, Any] = {
        name: _writable(each) for name, each in value.model_dump(mode="json", by_alias=True).items()
    }
    read = json.dumps(said, ensure_ascii=False) if text is None else writable(text)
    return CallToolResult(content=[TextContent(type="text", text=read), *links], structured_content=said)


def writable(text: str) -> str:
    """The same with every lone surrogate replaced: no JSON on a wire can hold one, and broken files do."""
    return text if text.isascii() else text.encode("utf-8", "replace").decode()


def _writable(value: JsonValue) -> JsonValue:
    if isinstance(value, str):
        return writable(value)
    if isinstance(value, dict):
        return {writable(name): _writable(each) for name, each in value.items()}
    if isinstance(value, list):
        return [_writable(each) for each in value]
    return value
