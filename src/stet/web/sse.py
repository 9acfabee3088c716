"""Events of a run as a stream that may break and be taken up again: server-sent events of the HTML standard.

https://html.spec.whatwg.org/multipage/server-sent-events.html: each event has its number as `id`, which a browser
sends back as `Last-Event-ID` when it connects again.
"""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncGenerator
from contextlib import aclosing, suppress
from time import monotonic
from typing import Final

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from stet.domain.events import Stamped, Started
from stet.errors import Busy

HEARTBEAT: Final = 10.0
"""Seconds of silence after which a comment says that the connection lives."""
MOST_FOLLOWERS: Final = 200
"""Streams at one time."""
_RETRY: Final = b"retry: 2000\n\n"
_MOST_KEPT = 64


class Followers:
    """The streams under way: how many, and an end to all of them."""

    def __init__(self) -> None:
        self._number = 0
        self._closing = asyncio.Event()
        self._texts: OrderedDict[tuple[str, int, bool], bytes] = OrderedDict()

    @property
    def closing(self) -> bool:
        """Whether every stream ends."""
        return self._closing.is_set()

    def close(self) -> None:
        """End every stream; none begins any more."""
        self._closing.set()

    async def closed(self) -> None:
        """Wait until every stream shall end."""
        await self._closing.wait()

    def enter(self) -> None:
        """One more.

        Raises:
            Busy: there are as many as may be, or the server is about to stop
        """
        if self._number >= MOST_FOLLOWERS or self.closing:
            raise Busy("no more streams of events can be followed now", hint="ask for events?after=N instead")
        self._number += 1

    def leave(self) -> None:
        """One less."""
        self._number -= 1

    def text(self, run: str, stamped: Stamped, *, whole: bool) -> bytes:
        """An event as it is sent, made once for all who follow."""
        key = (run, stamped.number, whole)
        text = self._texts.get(key)
        if text is None:
            said = seen(stamped, whole=whole).model_dump_json()
            text = self._texts[key] = f"id: {stamped.number}\ndata: {said}\n\n".encode()
            while len(self._texts) > _MOST_KEPT:
                self._texts.popitem(last=False)
        return text


def seen(stamped: Stamped, *, whole: bool) -> Stamped:
    """An event as who asks sees it: where models are reached and what their keys are called is the operator's."""
    event = stamped.event
    if whole or not isinstance(event, Started):
        return stamped
    models = tuple(role.model_copy(update={"url": None, "key": None}) for role in event.spec.models)
    spec = event.spec.model_copy(update={"models": models, "folder": ""})
    return stamped.model_copy(update={"event": event.model_copy(update={"spec": spec})})


class EventStream(Response):
    """A run's events, until it has ended, the client is gone or the server stops.

    `events` come as `Running.follow` gives them. A stream that ends because the run did says so with an event `end`.
    """

    media_type = "text/event-stream"

    def __init__(
        self, run: str, events: AsyncGenerator[tuple[Stamped, ...]], followers: Followers, *, whole: bool
    ) -> None:
        super().__init__(headers={"X-Accel-Buffering": "no"})
        del self.headers["content-length"]
        self._run, self._events, self._followers, self._whole = run, events, followers, whole

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """See ASGI. Whatever comes first ends it; who does not read on is given up by the guard's time-out."""
        self._followers.enter()
        told = asyncio.create_task(self._tell(send))
        others = (asyncio.create_task(_gone(receive)), asyncio.create_task(self._followers.closed()))
        try:
            await asyncio.wait({told, *others}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._followers.leave()
            for task in (told, *others):
                task.cancel()
            await asyncio.wait({told, *others})
        with suppress(asyncio.CancelledError, TimeoutError, OSError):
            told.result()
        if others[0].cancelled():
            with suppress(TimeoutError, OSError):
                await send({"type": "http.response.body", "body": b"", "more_body": False})

    async def _tell(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": self.status_code, "headers": self.raw_headers})

        async def say(words: bytes) -> None:
            await send({"type": "http.response.body", "body": words, "more_body": True})

        await say(_RETRY)
        last = monotonic()
        # One that breaks off in the middle leaves the run's feed at once, not when memory is cleared.
        async with aclosing(self._events) as events:
            async for some in events:
                for stamped in some:
                    await say(self._followers.text(self._run, stamped, whole=self._whole))
                if some:
                    last = monotonic()
                elif monotonic() - last >= HEARTBEAT:
                    await say(b": still here\n\n")
                    last = monotonic()
        await say(b"event: end\ndata: {}\n\n")


async def _gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass
