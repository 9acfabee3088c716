"""The commands that serve, and their options, as typer sees them."""

from typing import Annotated

import typer

from stet.cli.options import Json
from stet.cli.pages import Panels

token_app = typer.Typer(cls=Panels, rich_markup_mode=None, no_args_is_help=True)


def serve(
    host: Annotated[
        str,
        typer.Option(metavar="ADDRESS", help="Where to listen; any but this machine's own needs a token."),
    ] = "127.0.0.1",
    port: Annotated[int, typer.Option(metavar="N", min=0, max=65535, help="0 takes a free one.")] = 8321,
    open_page: Annotated[bool, typer.Option("--open", help="Open the page in a browser.")] = False,
    max_runs: Annotated[
        int | None,
        typer.Option(metavar="N", min=1, max=1_000, help="At most N runs at one time. [default: 4]"),
    ] = None,
    tokens_only: Annotated[
        bool, typer.Option("--tokens-only", help="Ask for a token on this machine too, as behind a proxy.")
    ] = False,
) -> int:
    """Serve pages and the REST interface to browsers and other programs, until Ctrl-C."""
    from stet.cli.serve import Wanted
    from stet.cli.serve import serve as command

    return command(Wanted(host, port, open_page, max_runs, tokens_only))


@token_app.command("new")
def token_new(
    name: Annotated[str, typer.Argument(metavar="NAME", show_default=False, help="Whose it is.")],
    scope: Annotated[
        list[str],
        typer.Option(
            "--scope",
            metavar="NAME,…",
            show_default=False,
            help="What it opens: read (their runs), run (start and stop them), admin (everybody's).",
        ),
    ],
    max_runs_a_day: Annotated[
        int | None, typer.Option(metavar="N", min=0, max=1_000_000, help="At most N runs a day.")
    ] = None,
    max_usd: Annotated[
        str | None, typer.Option(metavar="SUM", help="At most this many US dollars for all its runs.")
    ] = None,
    json: Json = False,
) -> int:
    """Make a token and print it, once: only its hash is kept."""
    from stet.cli.servetokens import New, new

    return new(New(name, tuple(scope), max_runs_a_day, max_usd), as_json=json)


@token_app.command("list")
def token_list(json: Json = False) -> int:
    """List the tokens, what they open and when they were last used."""
    from stet.cli.servetokens import list_tokens

    return list_tokens(as_json=json)


@token_app.command("revoke")
def token_revoke(
    name: Annotated[str, typer.Argument(metavar="NAME|ID", show_default=False, help="Which one.")],
) -> int:
    """Let a token open nothing any more, from the next request on. There is no way back."""
    from stet.cli.servetokens import revoke

    return revoke(name)
