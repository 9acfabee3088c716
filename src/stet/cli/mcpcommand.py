"""The command that serves MCP, and its options, as typer sees them."""

from typing import Annotated

import typer


def mcp(
    http: Annotated[bool, typer.Option("--http", help="Over streamable HTTP, at /mcp.")] = False,
    host: Annotated[
        str,
        typer.Option(
            metavar="ADDRESS",
            help="With --http: where to listen; any but this machine's own needs a token.",
        ),
    ] = "127.0.0.1",
    port: Annotated[
        int, typer.Option(metavar="N", min=0, max=65535, help="With --http; 0 takes a free one.")
    ] = 8322,
) -> int:
    """Serve tools to programs in which models work (MCP), on stdin and stdout, until they are gone."""
    from stet.cli.mcp import Wanted
    from stet.cli.mcp import mcp as command

    return command(Wanted(http, host, port))
