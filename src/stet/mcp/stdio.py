"""Serving on stdin and stdout: the protocol has stdout for itself, and the end of stdin is the end."""

import asyncio
import os
import signal
import sys
from contextlib import suppress

from stet.mcp.edge import Server


async def over_stdio(server: Server) -> bool:
    """Serve until stdin ends or a signal says to stop; False where it still waits for stdin, in a thread.

    While it serves, what anything else writes to stdout goes to stderr (the SDK sees to that).
    """
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM)
    for number in numbers:
        loop.add_signal_handler(number, stop.set)
    serving = asyncio.create_task(server.run_stdio_async())
    stopped = asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({serving, stopped}, return_when=asyncio.FIRST_COMPLETED)
        stopped.cancel()
        if serving.done():
            # A client that is gone before it read everything is how this ends, too.
            with suppress(OSError, ExceptionGroup):
                serving.result()
            return True
        return False
    finally:
        for number in numbers:
            loop.remove_signal_handler(number)


def leave_at_once() -> None:
    """End the program though a thread waits for stdin, which nothing but a line or its end would wake."""
    with suppress(OSError):
        sys.stderr.flush()
    os._exit(0)
